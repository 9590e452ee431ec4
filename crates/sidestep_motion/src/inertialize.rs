//! Inertialization: joins two motions without playing both (Bollo, "Inertialization:
//! high-performance animation transitions in Gears of War", GDC 2018).
//!
//! At a join the difference between the pose being left and the pose being entered is recorded
//! together with its velocity; from then on the new motion plays alone and the difference, added to
//! it, decays. Output position and velocity are continuous whatever the two motions are.
//!
//! The decay is Bollo's quintic, not a critically damped spring: it is over, to the bit, after a
//! known time, which foot contacts and tests can rely on, and its acceleration begins at zero, so
//! joins do not kick. A spring of the same half-life lingers for several times as long. Against
//! Bollo, who keeps the speed along the offset only, the whole velocity vector is kept here.

use crate::{
    ground::GroundTransform,
    math::{atan2, from_rotation_vector, unit},
    pose::{Pose, PoseRef},
};
use glam::{Quat, Vec3};

/// A decay of an offset is shortened so as not to overshoot, but never below this many seconds:
/// an offset of nothing with a velocity would else lose its velocity at once.
const LEAST_SECS: f32 = 0.1;

/// Fastest offset velocities believed, in metres and radians a second; a pop in the data before the
/// join must not fling the limb afterwards.
const FASTEST: (f32, f32) = (10.0, 30.0);

/// The decaying difference between what was shown and what plays now.
///
/// Plain data: a clone of it is part of a character's snapshot.
#[derive(Debug, Default, PartialEq)]
pub struct Inertializer {
    root: Decay,
    rotations: Vec<Decay>,
    elapsed_secs: f32,
    longest_secs: f32,
}

/// How a motion comes to a join: its pose there, and another one a tick away.
#[derive(Clone, Copy, Debug)]
pub struct Approach<'a> {
    at: PoseRef<'a>,
    other: PoseRef<'a>,
    /// Whether the other pose comes after the join.
    is_onset: bool,
}

impl<'a> Approach<'a> {
    /// From one pose to the next, at which it is joined.
    pub fn new(before: PoseRef<'a>, at: PoseRef<'a>) -> Self {
        Self { at, other: before, is_onset: false }
    }

    /// From the pose beside the one at the join: the one before it or, where the motion begins there
    /// (`is_onset`), the next, as if it had come as it goes on. Were it taken to come from rest, what was
    /// left would keep all of its speed beside that of the new.
    pub fn beside(other: PoseRef<'a>, at: PoseRef<'a>, is_onset: bool) -> Self {
        Self { at, other, is_onset }
    }

    fn root_before(&self) -> Vec3 {
        let (at, other) = (self.at.root_position, self.other.root_position);
        if self.is_onset { at + (at - other) } else { other }
    }

    /// The rotations of each joint, before the join and at it.
    fn rotations(self) -> impl Iterator<Item = (Quat, Quat)> {
        let pairs = self.other.rotations.iter().zip(self.at.rotations);
        pairs.map(move |(other, at)| {
            (if self.is_onset { *at * other.conjugate() * *at } else { *other }, *at)
        })
    }
}

impl Inertializer {
    /// Nothing to decay yet; room for `joints` joints.
    pub fn new(joints: usize) -> Self {
        Self { rotations: vec![Decay::default(); joints], ..Self::default() }
    }

    /// Records the offset between what was shown last and the motion entered now.
    ///
    /// `shown` are the last two poses of the output (with any earlier offset still in it, so joins
    /// may follow each other at will), `entered` the poses of the new motion at the same two times;
    /// both are `secs` apart. The offset is gone after `duration_secs`. Does not allocate where the
    /// sizes agree.
    pub fn join(
        &mut self,
        shown: Approach<'_>,
        entered: Approach<'_>,
        secs: f32,
        duration_secs: f32,
    ) {
        self.elapsed_secs = 0.0;
        self.longest_secs = 0.0;
        self.root = Decay::default();
        self.rotations.clear();
        self.rotations.resize(entered.at.rotations.len(), Decay::default());
        if !(duration_secs > 0.0 && duration_secs.is_finite()) {
            return;
        }
        let offset = shown.at.root_position - entered.at.root_position;
        let earlier = shown.root_before() - entered.root_before();
        let velocity = rate(earlier, offset, secs, FASTEST.0);
        self.root = Decay::new(offset, velocity, duration_secs);
        let both = shown.rotations().zip(entered.rotations());
        for (decay, (shown, entered)) in self.rotations.iter_mut().zip(both) {
            let (earlier, offset) = rotation_offsets(shown, entered);
            *decay = Decay::new(offset, rate(earlier, offset, secs, FASTEST.1), duration_secs);
        }
        self.longest_secs = duration_secs;
    }

    /// Lets `secs` pass and adds what is left of the offset to `pose`, a pose of the new motion.
    pub fn apply(&mut self, secs: f32, pose: &mut Pose) {
        if secs.is_finite() {
            self.elapsed_secs = (self.elapsed_secs + secs.max(0.0)).min(self.longest_secs);
        }
        if !self.is_active() {
            return;
        }
        pose.root_position += self.root.at(self.elapsed_secs);
        for (rotation, decay) in pose.rotations.iter_mut().zip(&self.rotations) {
            *rotation = unit(from_rotation_vector(decay.at(self.elapsed_secs)) * *rotation);
        }
    }

    /// Whether some offset is left.
    pub fn is_active(&self) -> bool {
        self.elapsed_secs < self.longest_secs
    }

    /// Drops what is left of the offset.
    pub fn clear(&mut self) {
        self.longest_secs = 0.0;
        self.elapsed_secs = 0.0;
    }

    /// Every number that says what is left of the offset, in a fixed order: how a snapshot holds it.
    pub fn for_each_number(&self, mut visit: impl FnMut(f32)) {
        let Self { root, rotations, elapsed_secs, longest_secs } = self;
        visit(*elapsed_secs);
        visit(*longest_secs);
        std::iter::once(root).chain(rotations).flat_map(|decay| decay.numbers()).for_each(visit);
    }

    /// Takes over the numbers of an offset of as many joints, in the order of
    /// [`Self::for_each_number`]. Where one cannot be had, those before it are taken over.
    pub fn set_numbers<E>(&mut self, mut next: impl FnMut() -> Result<f32, E>) -> Result<(), E> {
        let Self { root, rotations, elapsed_secs, longest_secs } = self;
        *elapsed_secs = next()?;
        *longest_secs = next()?;
        for decay in std::iter::once(root).chain(rotations) {
            *decay = Decay::from_numbers(&mut next)?;
        }
        Ok(())
    }

    /// Turns the offset of the root along with the character, when somebody else turns it.
    pub fn turn(&mut self, by: GroundTransform) {
        self.root.turn(by);
        if let Some(root) = self.rotations.first_mut() {
            root.turn(by);
        }
    }
}

impl Clone for Inertializer {
    fn clone(&self) -> Self {
        Self { rotations: self.rotations.clone(), ..*self }
    }

    /// Does not allocate where the sizes agree, so that snapshots are restored without.
    fn clone_from(&mut self, source: &Self) {
        self.root = source.root;
        self.rotations.clone_from(&source.rotations);
        self.elapsed_secs = source.elapsed_secs;
        self.longest_secs = source.longest_secs;
    }
}

/// One offset on its way to zero: a quintic in time whose value and first two derivatives are zero
/// at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Decay {
    offset: Vec3,
    velocity: Vec3,
    acceleration: Vec3,
    secs: f32,
}

impl Decay {
    fn new(offset: Vec3, velocity: Vec3, duration_secs: f32) -> Self {
        if !(offset.is_finite() && velocity.is_finite()) {
            return Self::default();
        }
        let size = offset.length();
        let along = offset.normalize_or_zero();
        let speed = velocity.dot(along);
        let mut secs = duration_secs;
        if speed < 0.0 {
            // Moving home already: arrive no later than that speed allows (Bollo, "overshoot").
            secs = secs.min((5.0 * size / -speed).max(LEAST_SECS));
        }
        // The acceleration with zero jerk at the end, unless that began by braking the wrong way.
        let acceleration = ((-8.0 * speed * secs - 20.0 * size) / (secs * secs)).max(0.0);
        Self { offset, velocity, acceleration: along * acceleration, secs }
    }

    fn at(&self, elapsed_secs: f32) -> Vec3 {
        if elapsed_secs >= self.secs {
            return Vec3::ZERO;
        }
        let s = elapsed_secs / self.secs;
        let left = 1.0 - s;
        let cube = left * left * left;
        // Quintic Hermite polynomials, each with its triple zero at s = 1 taken out.
        let of_offset = cube * (1.0 + s * (3.0 + 6.0 * s));
        let of_velocity = cube * s * (1.0 + 3.0 * s) * self.secs;
        let of_acceleration = cube * 0.5 * s * s * self.secs * self.secs;
        self.offset * of_offset + self.velocity * of_velocity + self.acceleration * of_acceleration
    }

    fn numbers(&self) -> [f32; 10] {
        let Self { offset: o, velocity: v, acceleration: a, secs } = *self;
        [o.x, o.y, o.z, v.x, v.y, v.z, a.x, a.y, a.z, secs]
    }

    fn from_numbers<E>(mut next: impl FnMut() -> Result<f32, E>) -> Result<Self, E> {
        let mut vector = || Ok(Vec3::new(next()?, next()?, next()?));
        let (offset, velocity, acceleration) = (vector()?, vector()?, vector()?);
        Ok(Self { offset, velocity, acceleration, secs: next()? })
    }

    fn turn(&mut self, by: GroundTransform) {
        for vector in [&mut self.offset, &mut self.velocity, &mut self.acceleration] {
            *vector = by.transform_vector(*vector);
        }
    }
}

/// The velocity from `earlier` to `now`, `secs` apart; none where it cannot be told.
fn rate(earlier: Vec3, now: Vec3, secs: f32, fastest: f32) -> Vec3 {
    if !(secs > 1e-5 && secs.is_finite()) {
        return Vec3::ZERO;
    }
    let velocity = (now - earlier) / secs;
    if velocity.is_finite() { velocity.clamp_length_max(fastest) } else { Vec3::ZERO }
}

/// The offsets shown · entered⁻¹ before and at the join, as rotation vectors of one winding.
fn rotation_offsets(shown: (Quat, Quat), entered: (Quat, Quat)) -> (Vec3, Vec3) {
    let at = shown.1 * entered.1.conjugate();
    let at = if at.w < 0.0 { -at } else { at };
    let before = shown.0 * entered.0.conjugate();
    let before = if before.dot(at) < 0.0 { -before } else { before };
    (unwrapped_vector(before), unwrapped_vector(at))
}

/// The rotation vector of `q` with an angle in [0, 2π), so that q and -q differ by a whole turn.
fn unwrapped_vector(q: Quat) -> Vec3 {
    let sine = q.xyz().length();
    if sine < 1e-7 {
        return 2.0 * q.xyz();
    }
    q.xyz() * (2.0 * atan2(sine, q.w) / sine)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{angle_between, rotation_vector};
    use proptest::prelude::*;

    /// A body of two joints that turns and travels evenly.
    #[derive(Clone, Debug)]
    struct Even {
        place: Vec3,
        travel: Vec3,
        turned: Vec3,
        turn: Vec3,
    }

    impl Even {
        fn at(&self, secs: f32) -> Pose {
            let turned = from_rotation_vector(self.turn * secs) * from_rotation_vector(self.turned);
            Pose {
                root_position: self.place + self.travel * secs,
                rotations: vec![turned, from_rotation_vector(self.turned * 0.5) * turned],
            }
        }
    }

    fn vector(size: f32) -> impl Strategy<Value = Vec3> {
        [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
    }

    fn even() -> impl Strategy<Value = Even> {
        (vector(1.0), vector(2.0), vector(1.5), vector(3.0))
            .prop_map(|(place, travel, turned, turn)| Even { place, travel, turned, turn })
    }

    const STEP: f32 = 1.0 / 512.0;

    fn joined(old: &Even, new: &Even, duration_secs: f32) -> Inertializer {
        let entered = [new.at(-STEP), new.at(0.0)];
        let entered = Approach::new(entered[0].as_ref(), entered[1].as_ref());
        joined_to(old, entered, duration_secs)
    }

    fn joined_to(old: &Even, entered: Approach<'_>, duration_secs: f32) -> Inertializer {
        let mut inertializer = Inertializer::new(2);
        let shown = [old.at(-STEP), old.at(0.0)];
        let shown = Approach::new(shown[0].as_ref(), shown[1].as_ref());
        inertializer.join(shown, entered, STEP, duration_secs);
        inertializer
    }

    proptest! {
        #[test]
        fn position_and_velocity_are_continuous(old in even(), new in even()) {
            let mut inertializer = joined(&old, &new, 0.4);
            let mut at_join = new.at(0.0);
            inertializer.apply(0.0, &mut at_join);
            let last = old.at(0.0);
            prop_assert!(at_join.root_position.distance(last.root_position) < 1e-5);
            for (a, b) in at_join.rotations.iter().zip(&last.rotations) {
                prop_assert!(angle_between(*a, *b) < 1e-4);
            }
            let mut after = new.at(STEP);
            inertializer.apply(STEP, &mut after);
            let velocity = (after.root_position - last.root_position) / STEP;
            // What an acceleration of 100 m/s² may change in one step.
            prop_assert!(velocity.distance(old.travel) < 0.3, "{} {}", velocity, old.travel);
            let velocity = rotation_vector(after.rotations[0] * last.rotations[0].conjugate()) / STEP;
            prop_assert!(velocity.distance(old.turn) < 1.0, "{} {}", velocity, old.turn);
        }

        /// What begins with the join is entered at the speed at which it goes on.
        #[test]
        fn an_onset_joins_like_a_motion_under_way(old in even(), new in even()) {
            let (at, next) = (new.at(0.0), new.at(STEP));
            let onset = Approach::beside(next.as_ref(), at.as_ref(), true);
            let [mut onset, mut under_way] = [joined_to(&old, onset, 0.4), joined(&old, &new, 0.4)];
            for step in 0_u8..20 {
                let mut poses = [new.at(f32::from(step) * STEP), new.at(f32::from(step) * STEP)];
                onset.apply(STEP, &mut poses[0]);
                under_way.apply(STEP, &mut poses[1]);
                let [a, b] = &poses;
                prop_assert!(a.root_position.distance(b.root_position) < 1e-3);
                for (a, b) in a.rotations.iter().zip(&b.rotations) {
                    prop_assert!(angle_between(*a, *b) < 1e-2);
                }
            }
        }

        #[test]
        fn the_offset_ends_exactly(old in even(), new in even(), steps in 1_u16..200) {
            let mut inertializer = joined(&old, &new, 0.3);
            for _ in 0..steps {
                let mut pose = new.at(0.2);
                inertializer.apply(0.3 / f32::from(steps) + 1e-6, &mut pose);
                prop_assert!(pose.is_finite());
            }
            let mut pose = new.at(0.3);
            inertializer.apply(1e-6, &mut pose);
            prop_assert!(!inertializer.is_active());
            prop_assert_eq!(pose, new.at(0.3));
        }

        #[test]
        fn an_offset_on_its_way_home_does_not_overshoot(size in 0.2_f32..2.0, speed in 0.0_f32..10.0) {
            let decay = Decay::new(Vec3::X * size, Vec3::NEG_X * speed, 0.4);
            prop_assert!(decay.secs > 0.0999);
            let mut last = size;
            for i in 1..=100 {
                let now = decay.at(0.004 * i as f32).x;
                prop_assert!(now > -1e-5 && now < last + 1e-5, "{} after {}", now, last);
                last = now;
            }
        }
    }

    /// Half way the smootherstep 1 - 10 s³ + 15 s⁴ - 6 s⁵ is one half.
    #[test]
    fn a_resting_offset_is_halved_half_way() {
        let decay = Decay::new(Vec3::new(0.0, 2.0, 0.0), Vec3::ZERO, 0.5);
        assert!((decay.at(0.25).y - 1.0).abs() < 1e-6);
    }

    #[test]
    fn half_turns_and_nonsense_make_no_nan() {
        let still = |q: Quat| Pose { root_position: Vec3::ZERO, rotations: vec![q] };
        let half = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
        for shown in [half, -half, Quat::IDENTITY, Quat::from_xyzw(0.0, 0.0, 0.0, -1.0)] {
            for (secs, duration) in
                [(0.0, 0.3), (0.03, 0.3), (f32::NAN, 0.3), (0.03, f32::NAN), (0.03, -1.0)]
            {
                let (a, b) = (still(shown), still(Quat::IDENTITY));
                let mut inertializer = Inertializer::new(1);
                inertializer.join(
                    Approach::new(b.as_ref(), a.as_ref()),
                    Approach::new(b.as_ref(), b.as_ref()),
                    secs,
                    duration,
                );
                for step in [0.0, 0.1, f32::NAN, -1.0, 0.1, 1e30] {
                    let mut pose = b.clone();
                    inertializer.apply(step, &mut pose);
                    assert!(pose.is_finite());
                }
                assert!(!inertializer.is_active());
            }
        }
    }

    #[test]
    fn turning_the_character_turns_the_offset() {
        let old = Even { place: Vec3::Z, travel: Vec3::X, turned: Vec3::X, turn: Vec3::ZERO };
        let new = Even { place: Vec3::ZERO, travel: Vec3::ZERO, turned: Vec3::ZERO, turn: Vec3::Y };
        let turn = GroundTransform::new(3.0, 1.0, 0.8);
        let mut inertializer = joined(&old, &new, 0.4);
        let mut turned = inertializer.clone();
        turned.turn(turn);
        let (mut a, mut b) = (new.at(0.1), new.at(0.1));
        turn.transform_pose(&mut b);
        inertializer.apply(0.1, &mut a);
        turn.transform_pose(&mut a);
        turned.apply(0.1, &mut b);
        assert!(a.root_position.distance(b.root_position) < 1e-5);
        assert!(angle_between(a.rotations[0], b.rotations[0]) < 1e-4);
    }
}
