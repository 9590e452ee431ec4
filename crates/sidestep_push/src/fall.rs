//! Falling, lying and getting up: as the data does, where it does; else through postures, the lowest joint
//! on the floor.

use crate::{
    passage::{Passage, nearest_way},
    stance::Stance,
};
use glam::{Vec2, Vec3};
use sidestep_control::saved_value;
use sidestep_motion::{
    GroundTransform, Pose,
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget},
    math::{atan2, wrap_angle},
};
use sidestep_performer::{Key, Lying, Posture, lowest, raise};

/// A body that falls turns the way it is thrown in this time, in seconds.
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
    /// The number of the way that it falls.
    way: u8,
    /// Whether it gets up.
    gets_up: bool,
    /// Since it began to fall, or to get up.
    elapsed_secs: f32,
    /// How far it turns on the way down, in radians.
    turn: f32,
    /// The ankle of the foot that bears it as seen from the pelvis, on the floor.
    foot: Vec3,
}

saved_value!(Fall { way, gets_up, elapsed_secs, turn, foot });

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
        let nearest = nearest_way(to);
        let down = self.stance.passages.down[nearest.index()].as_ref();
        let turn = wrap_angle(to - down.map_or(nearest.way(), |passage| passage.along));
        let way = nearest as u8;
        let fall = Fall { way, gets_up: false, elapsed_secs: 0.0, turn, foot: Vec3::ZERO };
        self.write(&fall, ground, pose, at);
        Fall { foot: self.foot(&fall, pose, at), ..fall }
    }

    /// Writes the body of a fall.
    pub(crate) fn write(
        &self,
        fall: &Fall,
        ground: GroundTransform,
        pose: &mut Pose,
        at: &mut JointTransforms,
    ) {
        match self.passage(fall) {
            Some(passage) => {
                passage.write(fall.elapsed_secs, ground, pose);
                at.compute(&self.stance.skeleton, pose.as_ref());
            }
            None => {
                let posture = Posture::along(self.keys(fall), fall.elapsed_secs);
                posture.write(&self.stance.standing(), ground, pose, at);
            }
        }
    }

    /// How the data falls so, or gets up from there, where it does.
    fn passage(&self, fall: &Fall) -> Option<&Passage> {
        let passages = &self.stance.passages;
        match fall.gets_up {
            true => passages.up[self.lying(fall).index()].as_ref(),
            false => passages.down[fall.way().index()].as_ref(),
        }
    }

    /// How the body of a fall lies.
    fn lying(&self, fall: &Fall) -> Lying {
        let down = self.stance.passages.down[fall.way().index()].as_ref();
        down.map_or(fall.way(), |passage| passage.lying)
    }

    fn keys(&self, fall: &Fall) -> &'static [Key] {
        let lying = self.lying(fall);
        if fall.gets_up { lying.up() } else { lying.down() }
    }

    /// How long the way down, or up, takes.
    fn secs(&self, fall: &Fall) -> f32 {
        let posed = || self.keys(fall).last().map_or(0.0, |(secs, _)| *secs);
        self.passage(fall).map_or_else(posed, Passage::secs)
    }

    /// Whether it stands again.
    pub(crate) fn is_up(&self, fall: &Fall) -> bool {
        fall.gets_up && fall.elapsed_secs >= self.secs(fall)
    }

    /// Whether it lies on the floor.
    pub(crate) fn lies(&self, fall: &Fall) -> bool {
        !fall.gets_up && fall.elapsed_secs >= self.secs(fall)
    }

    /// What is done just now, in words.
    pub(crate) fn doing(&self, fall: &Fall) -> &'static str {
        match fall.gets_up {
            true => "gets up",
            false if self.lies(fall) => "lies",
            false => "falls",
        }
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
            if is_free && fall.elapsed_secs > self.secs(fall) + LIES_SECS {
                let came_by = self.passage(fall).is_some();
                (fall.gets_up, fall.elapsed_secs) = (true, 0.0);
                self.write(fall, *ground, pose, at);
                fall.foot = self.foot(fall, pose, at);
                return came_by || self.passage(fall).is_some();
            }
        }
        if let Some(passage) = self.passage(fall) {
            *ground = *ground * passage.moved(before, fall.elapsed_secs);
            self.write(fall, *ground, pose, at);
            return false;
        }
        if fall.gets_up {
            let turned = |secs: f32| self.lying(fall).turned(secs);
            let turn = turned(fall.elapsed_secs) - turned(before);
            ground.heading = wrap_angle(ground.heading + turn);
        }
        self.write(fall, *ground, pose, at);
        let foot = self.foot(fall, pose, at);
        let stays = Posture::along(self.keys(fall), fall.elapsed_secs).foot_stays;
        let way = (fall.foot - foot) * stays;
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

    fn foot(&self, fall: &Fall, pose: &Pose, at: &JointTransforms) -> Vec3 {
        let leg = &self.stance.legs[self.lying(fall).foot().index()];
        (at.position(leg.foot) - pose.root_position).with_y(0.0)
    }
}

impl Fall {
    /// The way that it falls.
    fn way(&self) -> Lying {
        Lying::ALL[usize::from(self.way).min(Lying::ALL.len() - 1)]
    }

    /// Whether it can have been saved.
    pub(crate) fn is_sound(&self) -> bool {
        usize::from(self.way) < Lying::ALL.len()
            && (0.0..1e6).contains(&self.elapsed_secs)
            && self.foot.length() < 100.0
            && self.turn.abs() < 7.0
    }

    /// Goes along to another place of the world.
    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.foot = moved.transform_vector(self.foot);
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
