//! Falling, lying and getting up: through postures, the lowest joint on the floor; up as the data does,
//! where it does.

use crate::{rise::Rise, stance::Stance};
use glam::{Vec2, Vec3};
use sidestep_control::saved_value;
use sidestep_motion::{
    GroundTransform, Pose,
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget},
    math::{atan2, wrap_angle},
};
use sidestep_performer::{Key, Posture, lowest, raise};
use std::f32::consts::PI;

/// A body that is thrown within this of where it looks falls on its face, in radians.
const AHEAD: f32 = 1.7;

/// It turns that way in this time, in seconds.
const TURN_SECS: f32 = 0.6;

/// How long it lies at the least, in seconds.
const LIES_SECS: f32 = 0.25;

/// Feet of a body that goes down stay at least this far below its hips, in metres; the lock of feet may
/// lower the hips by some of it.
const BELOW_HIPS: f32 = 0.12;

/// Lower than this share of the length of its legs a body lies rather than goes down.
const LYING_SHARE: f32 = 0.5;

/// A fall under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fall {
    /// Whether it lies on its back.
    on_back: bool,
    /// Whether it gets up.
    gets_up: bool,
    /// Since it began to fall, or to get up.
    elapsed_secs: f32,
    /// How far it turns on the way down, in radians.
    turn: f32,
    /// The left ankle as seen from the pelvis, on the floor.
    foot: Vec3,
}

saved_value!(Fall { on_back, gets_up, elapsed_secs, turn, foot });

/// How bodies of one skeleton fall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Falling<'a> {
    pub(crate) stance: &'a Stance,
    pub(crate) tick_secs: f32,
}

impl Falling<'_> {
    /// Begins to fall along `way`.
    pub(crate) fn begin(
        &self,
        way: Vec2,
        ground: GroundTransform,
        pose: &mut Pose,
        at: &mut JointTransforms,
    ) -> Fall {
        let to = wrap_angle(atan2(way.x, way.y) - ground.heading);
        let on_back = to.abs() > AHEAD;
        let turn = if on_back { wrap_angle(to - PI) } else { to };
        let fall = Fall { on_back, gets_up: false, elapsed_secs: 0.0, turn, foot: Vec3::ZERO };
        self.write(&fall, ground, pose, at);
        Fall { foot: self.foot(pose, at), ..fall }
    }

    /// Writes the body of a fall.
    pub(crate) fn write(
        &self,
        fall: &Fall,
        ground: GroundTransform,
        pose: &mut Pose,
        at: &mut JointTransforms,
    ) {
        match self.rise(fall) {
            Some(rise) => {
                rise.write(fall.elapsed_secs, ground, pose);
                at.compute(&self.stance.skeleton, pose.as_ref());
            }
            None => fall.posture().write(&self.stance.standing(), ground, pose, at),
        }
    }

    /// How the data gets up from there, where it does.
    pub(crate) fn rise(&self, fall: &Fall) -> Option<&Rise> {
        self.stance.rises[usize::from(fall.on_back)].as_ref().filter(|_| fall.gets_up)
    }

    /// Whether it stands again.
    pub(crate) fn is_up(&self, fall: &Fall) -> bool {
        let secs = self.rise(fall).map_or(fall.secs(), Rise::secs);
        fall.gets_up && fall.elapsed_secs >= secs
    }

    /// One tick; the pose it leads to is left in `pose`. Returns whether it is to be gone over to.
    pub(crate) fn advance(
        &self,
        fall: &mut Fall,
        ground: &mut GroundTransform,
        is_free: bool,
        pose: &mut Pose,
        at: &mut JointTransforms,
    ) -> bool {
        let eased = |secs: f32| {
            let s = (secs / TURN_SECS).clamp(0.0, 1.0);
            s * s * (3.0 - 2.0 * s)
        };
        let before = fall.elapsed_secs;
        fall.elapsed_secs += self.tick_secs;
        if !fall.gets_up {
            let share = eased(fall.elapsed_secs) - eased(before);
            ground.heading = wrap_angle(ground.heading + fall.turn * share);
            if is_free && fall.elapsed_secs > fall.secs() + LIES_SECS {
                (fall.gets_up, fall.elapsed_secs) = (true, 0.0);
                if self.rise(fall).is_some() {
                    self.write(fall, *ground, pose, at);
                    return true;
                }
            }
        }
        if let Some(rise) = self.rise(fall) {
            *ground = *ground * rise.way(before, fall.elapsed_secs);
            self.write(fall, *ground, pose, at);
            return false;
        }
        self.write(fall, *ground, pose, at);
        let foot = self.foot(pose, at);
        let way = (fall.foot - foot) * fall.posture().foot_stays;
        fall.foot = foot;
        ground.x += way.x;
        ground.z += way.z;
        pose.root_position += way;
        at.compute(&self.stance.skeleton, pose.as_ref());
        false
    }

    /// Lifts a body of which something is below the floor.
    pub(crate) fn keep_above_floor(&self, pose: &mut Pose, at: &mut JointTransforms) {
        let low = lowest(&self.stance.standing(), at);
        if low < 0.0 {
            raise(&self.stance.standing(), low, pose, at);
        }
    }

    /// Keeps the feet of a body that goes down below its hips: a leg that was pulled up swings on, and
    /// nobody falls like a tumbler. What lies may raise its feet a little.
    pub(crate) fn keep_feet_low(&self, pose: &mut Pose, at: &mut JointTransforms) {
        let lying = LYING_SHARE * self.stance.leg_length;
        for leg in &self.stance.legs {
            let (place, rotation) = (at.position(leg.foot), at.rotation(leg.foot));
            let highest = (pose.root_position.y - BELOW_HIPS).max(lying);
            if place.y > highest {
                let position = place.with_y(highest);
                let target = AnkleTarget { position, rotation: Some(rotation) };
                leg_ik::solve(&self.stance.skeleton, leg, &target, pose, at);
            }
        }
    }

    fn foot(&self, pose: &Pose, at: &JointTransforms) -> Vec3 {
        (at.position(self.stance.legs[0].foot) - pose.root_position).with_y(0.0)
    }
}

impl Fall {
    /// Whether it lies on the floor.
    pub(crate) fn lies(&self) -> bool {
        !self.gets_up && self.elapsed_secs >= self.secs()
    }

    /// Whether it can have been saved.
    pub(crate) fn is_sound(&self) -> bool {
        (0.0..1e6).contains(&self.elapsed_secs)
            && self.foot.length() < 100.0
            && self.turn.abs() < 7.0
    }

    /// What is done just now, in words.
    pub(crate) fn doing(&self) -> &'static str {
        match self.gets_up {
            true => "gets up",
            false if self.lies() => "lies",
            false => "falls",
        }
    }

    /// Goes along to another place of the world.
    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.foot = moved.transform_vector(self.foot);
    }

    fn keys(&self) -> &'static [Key] {
        let way = usize::from(self.on_back);
        if self.gets_up { &Posture::UP[way] } else { &Posture::DOWN[way] }
    }

    /// How long the way down, or up, takes.
    fn secs(&self) -> f32 {
        self.keys().last().map_or(0.0, |(secs, _)| *secs)
    }

    fn posture(&self) -> Posture {
        Posture::along(self.keys(), self.elapsed_secs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body_plan::BodyPlan;
    use sidestep_motion::{MotionLibrary, Side, math::from_rotation_vector};

    /// A leg thrown up comes down below the hips, one that stands is left alone, and
    /// so is one of a body that lies.
    #[test]
    fn feet_stay_below_the_hips_on_the_way_down() {
        let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
        let library = MotionLibrary::from_clips(&clips[..3], &Default::default())
            .expect("clips of one actor");
        let plan = BodyPlan::new(library.skeleton(), 70.0);
        let stance = Stance::of(&library, &plan).expect("somebody who stands");
        let falling = Falling { stance: &stance, tick_secs: 1.0 / 30.0 };
        let left = stance.legs[Side::Left.index()].clone();
        let right = stance.legs[Side::Right.index()].foot;
        let mut at = JointTransforms::new(stance.skeleton.len());
        let mut kicking = stance.pose.clone();
        let thigh = &mut kicking.rotations[left.thigh.index()];
        *thigh = from_rotation_vector(Vec3::X * 1.8) * *thigh;
        at.compute(&stance.skeleton, kicking.as_ref());
        let (kicked, stood) = (at.position(left.foot), at.position(right));
        assert!(kicked.y > kicking.root_position.y, "{kicked}");
        let mut pose = kicking.clone();
        falling.keep_feet_low(&mut pose, &mut at);
        at.compute(&stance.skeleton, pose.as_ref());
        assert!(at.position(left.foot).y < pose.root_position.y - 0.9 * BELOW_HIPS);
        assert_eq!(at.position(right), stood);
        let mut lying = kicking;
        lying.root_position.y -= stance.pose.root_position.y;
        at.compute(&stance.skeleton, lying.as_ref());
        let before = lying.clone();
        falling.keep_feet_low(&mut lying, &mut at);
        assert_eq!(before.rotations, lying.rotations);
    }
}
