//! Mixes of neighbouring cycles, beyond the paper: between two turn angles, speeds or lengths of a step, so
//! that choices are not discrete.
//!
//! Two cycles of like shape are laid over each other by their phases, the same foot standing in both, and
//! seen from the anchor of that foot. Joints are mixed one by one, the heading apart from the tilt; the mix
//! is turned and moved over the ground so that its foot stands where both stand: on its heel until both lie
//! flat, then more and more on its ball. So it neither slides nor turns. At the border of its parts the mix is the same body seen from either foot, and so goes on without
//! a jump. A mix of nothing or of all of the other is a cycle to the bit.

use crate::{
    blend::mixed_yaw,
    plant::FootEnds,
    played::{Half, Mixed, Played, Room, Taken, mirrored_if},
    repertoire::Repertoire,
};
use glam::Quat;
use sidestep_motion::{
    FrameId, GroundTransform, Pose, Side,
    math::{slerp, unit, wrap_angle},
};

/// When a part of a cycle begins and ends, and from when to when its foot lies flat, in frames from its
/// constraint frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) begin: i32,
    pub(crate) end: i32,
    pub(crate) flat: (i32, i32),
}

impl Shape {
    /// The lengths in between; flat is what is flat in both.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "few frames")]
    fn mixed(self, other: Self, share: f32) -> Self {
        let mix = |a: i32, b: i32| (a as f32 + (b - a) as f32 * share).round() as i32;
        let (begin, end) = (mix(self.begin, other.begin), mix(self.end, other.end));
        let mixed = Self { begin, end, flat: (0, 0) };
        let [a, b] = [self, other].map(|own| {
            (mixed.stretched_from(own, own.flat.0).0, mixed.stretched_from(own, own.flat.1).1)
        });
        Self { flat: (a.0.max(b.0), a.1.min(b.1)), ..mixed }
    }

    /// Where a foot stands at a moment: on its ankle until it is flat, then more and more on its ball.
    #[expect(clippy::cast_precision_loss, reason = "few frames")]
    fn pivot(self, at: i32) -> f32 {
        let (from, to) = self.flat;
        ((at - from) as f32 / (to - from).max(1) as f32).clamp(0.0, 1.0)
    }
}

impl Repertoire {
    /// A played cycle with a share of another one of like shape mixed in.
    pub fn mixed(&self, played: Played, other: u32, share: f32, room: &mut Room) -> Played {
        let alone = Played::alone(played.cycle, played.mirrored);
        if share <= 0.0 {
            return alone;
        }
        let second = self.beside(alone, other);
        if share >= 1.0 {
            return second;
        }
        let mixed = Mixed { other, share, ..Mixed::default() };
        let played = Played { mixed: Some(mixed), ..alone };
        let mut seen = |part: usize, at: i32| {
            let half = self.half(played, part, at, GroundTransform::IDENTITY);
            let Room { mixing, halves: [pose, _], .. } = &mut *room;
            let ground = self.show(&half, self.side(played, part), mixing, pose);
            GroundTransform::new(pose.root_position.x, pose.root_position.z, ground.heading)
        };
        let into = seen(0, self.shape(played, 0).end);
        let out = seen(1, self.shape(played, 1).begin).inverse();
        Played { mixed: Some(Mixed { into, out, ..mixed }), ..alone }
    }

    /// What is played as it has to be played after something else: mirrored if necessary.
    pub(crate) fn turned_over(&self, played: Played, after: Played, room: &mut Room) -> Played {
        let alone = self.after(after, played.cycle);
        match played.mixed {
            Some(Mixed { other, share, .. }) => self.mixed(alone, other, share, room),
            None => alone,
        }
    }

    /// Another cycle, standing on the same feet as a played one.
    fn beside(&self, played: Played, other: u32) -> Played {
        let mirrored = self.cycle(other).sides[0] != self.side(played, 0);
        Played::alone(other, mirrored)
    }

    /// The shape of a part of what is played.
    pub(crate) fn shape(&self, played: Played, part: usize) -> Shape {
        let own = self.own_shape(played.cycle, part);
        match played.mixed {
            Some(it) => own.mixed(self.own_shape(it.other, part), it.share),
            None => own,
        }
    }

    pub(crate) fn own_shape(&self, cycle: u32, part: usize) -> Shape {
        let cycle = self.cycle(cycle);
        let constraint = cycle.moments[1 + 2 * part];
        let since = |frame: u32| {
            #[expect(clippy::cast_possible_wrap, reason = "frames of one cycle")]
            let since = frame as i32 - constraint as i32;
            since
        };
        let flat = &self.plant(cycle.plants[part]).flat;
        Shape {
            begin: since(cycle.moments[2 * part]),
            end: since(cycle.moments[2 + 2 * part]),
            flat: (since(flat.start), since(flat.end) - 1),
        }
    }

    /// What is shown of a part of what is played, whose foot stands at `anchor`.
    pub(crate) fn half(
        &self,
        played: Played,
        part: usize,
        at: i32,
        anchor: GroundTransform,
    ) -> Half {
        let Some(Mixed { other, share, .. }) = played.mixed else {
            let first = self.taken(played, part, (at, None), anchor);
            return Half { first, second: None, pivot: 1.0 };
        };
        let shape = self.shape(played, part);
        let first = self.taken(played, part, (at, Some(shape)), anchor);
        let second = self.taken(self.beside(played, other), part, (at, Some(shape)), anchor);
        Half { first, second: Some((second, share)), pivot: shape.pivot(at) }
    }

    /// A moment of a cycle whose part is stretched to a shape; it stays within the cycle, where it counts
    /// nothing outside.
    fn taken(
        &self,
        played: Played,
        part: usize,
        (at, shape): (i32, Option<Shape>),
        anchor: GroundTransform,
    ) -> Taken {
        let cycle = self.cycle(played.cycle);
        let (at, past) =
            shape.map_or((at, 0.0), |it| it.stretched(self.own_shape(played.cycle, part), at));
        let constraint = cycle.moments[1 + 2 * part];
        let wanted = constraint.saturating_add_signed(at);
        let frame = wanted.clamp(cycle.moments[0], cycle.moments[4]);
        let past = if frame == wanted && frame < cycle.moments[4] { past } else { 0.0 };
        let next = frame + u32::from(past > 0.0);
        let world_from_clip =
            [frame, next].map(|frame| anchor * self.own_anchor(played, part, frame).inverse());
        Taken { frame, past, mirrored: played.mirrored, world_from_clip }
    }

    /// Writes the pose of a half in the world, and answers where the body is. `foot` stands.
    pub(crate) fn show(
        &self,
        half: &Half,
        foot: Side,
        mixing: &mut [Pose; 2],
        out: &mut Pose,
    ) -> GroundTransform {
        let [other, between] = mixing;
        let first = &half.first;
        let Some((second, share)) = &half.second else {
            self.frame_into(first, 0, out);
            return self.ground_of(first, 0);
        };
        let (ends_a, ground_a) = self.take(first, foot, between, out);
        let (ends_b, ground_b) = self.take(second, foot, between, other);
        let grounds = [ground_a, ground_b];
        let feet = self.tilts(&[(&*out, ground_a), (&*other, ground_b)], *share);
        let mut ground = mix_into(out, other, grounds, *share);
        for (foot, tilt) in self.feet.iter().zip(feet) {
            self.set_world_rotation(out, foot.ankle, ground.rotation() * tilt);
        }
        let wanted = [ends_a, ends_b];
        let turn = self.stand(foot, wanted, (*share, half.pivot), out);
        ground.heading = wrap_angle(ground.heading + turn);
        ground
    }

    /// How both feet of a mix are tilted against where it looks: a foot that lies flat in both lies flat,
    /// which mixed joints only nearly bring about.
    fn tilts(&self, both: &[(&Pose, GroundTransform); 2], share: f32) -> [Quat; 2] {
        self.feet.map(|foot| {
            let [a, b] = both.map(|(pose, ground)| {
                ground.rotation().conjugate() * self.world_rotation(pose.as_ref(), foot.ankle)
            });
            slerp(a, b, share)
        })
    }

    /// Turns a mix and moves it over the ground so that its foot stands between the feet of both, and
    /// answers by how much it was turned. Its height is left, which is the same seen from either foot.
    fn stand(
        &self,
        foot: Side,
        wanted: [FootEnds; 2],
        (share, pivot): (f32, f32),
        pose: &mut Pose,
    ) -> f32 {
        let own = self.ends(foot, pose.as_ref());
        let turn = match (own.yaw(), mixed_yaw(wanted, share)) {
            (Some(now), Some(wanted)) => wrap_angle(wanted - now),
            _ => 0.0,
        };
        let point = |ends: FootEnds| ends.ankle.lerp(ends.toe, pivot);
        let [a, b] = wanted.map(point);
        let turning = GroundTransform::new(0.0, 0.0, turn);
        let arm = turning.transform_vector(pose.root_position - point(own));
        let place = a.lerp(b, share) + arm;
        (pose.root_position.x, pose.root_position.z) = (place.x, place.z);
        if let Some(root) = pose.rotations.first_mut() {
            *root = turning.rotation() * *root;
        }
        turn
    }

    /// Writes the pose of a moment of a cycle in the world, and answers where the ends of a foot and the
    /// body are: between frames the ends are in between as well, which mixed joints only nearly bring them.
    fn take(
        &self,
        taken: &Taken,
        foot: Side,
        between: &mut Pose,
        out: &mut Pose,
    ) -> (FootEnds, GroundTransform) {
        self.frame_into(taken, 0, out);
        let (ends, ground) = (self.ends(foot, out.as_ref()), self.ground_of(taken, 0));
        if taken.past <= 0.0 {
            return (ends, ground);
        }
        self.frame_into(taken, 1, between);
        let next = (self.ends(foot, between.as_ref()), self.ground_of(taken, 1));
        let ends = FootEnds {
            ankle: ends.ankle.lerp(next.0.ankle, taken.past),
            toe: ends.toe.lerp(next.0.toe, taken.past),
        };
        (ends, mix_into(out, between, [ground, next.1], taken.past))
    }

    /// Writes the pose of a frame or of the next one, in the world.
    fn frame_into(&self, taken: &Taken, next: u32, out: &mut Pose) {
        let pose = self.pose(taken.frame + next);
        if taken.mirrored {
            self.mirror.mirror_pose(pose, out);
        } else {
            out.copy_from(pose);
        }
        taken.world_from_clip[next as usize].transform_pose(out);
    }

    fn ground_of(&self, taken: &Taken, next: u32) -> GroundTransform {
        let own = self.library.ground(FrameId(taken.frame + next));
        taken.world_from_clip[next as usize] * mirrored_if(own, taken.mirrored)
    }
}

/// Mixes a pose into another one joint by joint, the heading apart from the tilt.
fn mix_into(
    pose: &mut Pose,
    other: &Pose,
    grounds: [GroundTransform; 2],
    share: f32,
) -> GroundTransform {
    let ground = grounds[0].lerp(grounds[1], share);
    let tilts = [(&*pose, grounds[0]), (other, grounds[1])].map(|(pose, ground)| {
        let root = pose.rotations.first().copied().unwrap_or(Quat::IDENTITY);
        ground.rotation().conjugate() * root
    });
    pose.root_position = pose.root_position.lerp(other.root_position, share);
    for (own, other) in pose.rotations.iter_mut().zip(&other.rotations).skip(1) {
        *own = slerp(*own, *other, share);
    }
    if let Some(root) = pose.rotations.first_mut() {
        *root = unit(ground.rotation() * slerp(tilts[0], tilts[1], share));
    }
    ground
}

impl Shape {
    /// The moment of a part of another shape that is laid over a moment of this one: whole frames, and what
    /// is left.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "few frames")]
    fn stretched(self, own: Self, at: i32) -> (i32, f32) {
        let (length, own) = if at < 0 { (self.begin, own.begin) } else { (self.end, own.end) };
        if length == own || length == 0 {
            return (at, 0.0);
        }
        let moment = at as f32 * own as f32 / length as f32;
        let whole = moment.floor();
        (whole as i32, moment - whole)
    }

    /// The moments of this shape, whole frames, between which a moment of a cycle of another one falls: first
    /// the later one.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "few frames")]
    pub(crate) fn stretched_from(self, own: Self, at: i32) -> (i32, i32) {
        let (length, own) = if at < 0 { (self.begin, own.begin) } else { (self.end, own.end) };
        if length == own || own == 0 {
            return (at, at);
        }
        let moment = at as f32 * length as f32 / own as f32;
        (moment.ceil() as i32, moment.floor() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClipControlConfig, blend_survey::survey_mixes, moves::Moves, played::Passage};
    use sidestep_control::Output;
    use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};
    use sidestep_performer::{PerformerConfig, perform};
    use std::sync::{Arc, LazyLock};

    static GROUND: LazyLock<(Repertoire, Moves)> = LazyLock::new(|| {
        let clips = perform(&PerformerConfig::default());
        let library = MotionLibrary::from_clips(&clips[..6], &ContactConfig::default());
        let config = ClipControlConfig::default();
        let library = Arc::new(library.expect("a library"));
        let repertoire = Repertoire::new(&library, &config.cycles).expect("cycles");
        let moves = Moves::of(&repertoire, &config.unlikeness);
        (repertoire, moves)
    });

    /// Cycles with a neighbour each, on either foot.
    fn pairs() -> Vec<(Played, u32)> {
        let (repertoire, moves) = &*GROUND;
        let all = (0_u32..).take(repertoire.cycles.len());
        let pairs = all.filter_map(|cycle| Some((cycle, moves.neighbours(cycle).next()?)));
        pairs.map(|(cycle, other)| (Played::alone(cycle, cycle % 2 == 0), other)).collect()
    }

    fn shown(from: Played, to: Played, at: i32, anchor: GroundTransform) -> Output {
        let (repertoire, _) = &*GROUND;
        let joints = repertoire.library.skeleton().len();
        let mut out = Output::new(joints);
        repertoire.write(&Passage { from, to, anchor }, at, &mut Room::new(joints), &mut out);
        out
    }

    fn farthest(a: &Output, b: &Output) -> (f32, f32) {
        let turned = a.pose.rotations.iter().zip(&b.pose.rotations);
        let turned = turned.map(|(a, b)| 2.0 * (*a - *b).length().min((*a + *b).length()));
        let moved = a.pose.root_position.distance(b.pose.root_position);
        (moved, turned.fold(0.0, f32::max))
    }

    #[test]
    fn a_mix_of_nothing_and_of_all_is_a_cycle_to_the_bit() {
        let (repertoire, _) = &*GROUND;
        let mut room = Room::new(repertoire.library.skeleton().len());
        let pairs = pairs();
        assert!(pairs.len() > 30, "{} cycles have a neighbour", pairs.len());
        for (played, other) in pairs {
            let beside = repertoire.beside(played, other);
            assert_eq!(repertoire.mixed(played, other, 0.0, &mut room), played);
            assert_eq!(repertoire.mixed(played, other, 1.0, &mut room), beside);
            // And next to nothing is next to the cycle, in every frame.
            for (share, whole) in [(1e-5, played), (1.0 - 1e-5, beside)] {
                let mixed = repertoire.mixed(played, other, share, &mut room);
                let to = repertoire.after(played, other);
                let anchor = GroundTransform::new(0.4, 0.1, -2.0);
                let (begin, end) = repertoire.span(mixed, to);
                assert_eq!((begin, end), repertoire.span(whole, to));
                // Where the next cycle does not count yet: blends wait until both of a mix lie flat.
                let counts = |at: &i32| repertoire.weight(whole, to, *at) > 0.0;
                for at in (begin..=end).take_while(|at| !counts(at)) {
                    let [a, b] = [mixed, whole].map(|from| shown(from, to, at, anchor));
                    let (moved, turned) = farthest(&a, &b);
                    assert!(moved < 1e-3 && turned < 1e-2, "{played:?} {other}: {moved} {turned}");
                }
            }
        }
    }

    #[test]
    fn standing_feet_neither_skate_nor_swivel_in_a_mix() {
        let (repertoire, moves) = &*GROUND;
        let survey = survey_mixes(repertoire, moves, 500, 1);
        assert!(survey.frames > 1000, "{survey:?}");
        assert!(survey.skate_mm_per_frame_max < 0.1, "{survey:?}");
        assert!(survey.swivel_deg_per_frame_max < 0.05, "{survey:?}");
    }

    /// Seen from the foot that leaves and from the foot that lands, a mix is one body in one place.
    #[test]
    fn a_mix_goes_on_over_its_border_without_a_jump() {
        let (repertoire, _) = &*GROUND;
        let mut room = Room::new(repertoire.library.skeleton().len());
        for (played, other) in pairs() {
            let from = Played::alone(other, repertoire.cycle(other).sides[1] == Side::Right);
            let alone = repertoire.after(from, played.cycle);
            let mixed = repertoire.mixed(alone, other, 0.4, &mut room);
            let passage = Passage { from, to: mixed, anchor: GroundTransform::new(1.0, -0.3, 0.9) };
            let before = shown(from, mixed, repertoire.span(from, mixed).1, passage.anchor);
            let next = repertoire.next(&passage, repertoire.after(mixed, other));
            let after =
                shown(next.from, next.to, repertoire.span(next.from, next.to).0, next.anchor);
            let (moved, turned) = farthest(&before, &after);
            assert!(moved < 1e-3 && turned < 2e-3, "{mixed:?}: {moved} m, {turned} rad");
        }
    }
}
