//! A part of a body on its way that a hand leads, too weakly to stop it: the limb and the trunk give way on
//! top of what the controller does, and the feet go where they went.

use crate::{
    give::Give,
    held::{Hold, Pull},
};
use glam::Vec3;
use sidestep_control::{Output, saved_value};
use sidestep_motion::{
    JointId, Side,
    kinematics::JointTransforms,
    leg_ik::{self, AnkleTarget},
};

/// Less that is left of a give is not seen, more or less in metres.
const UNSEEN: f32 = 1e-3;

/// With less of a give left, another part may be led, likewise.
const BACK: f32 = 0.02;

/// What is remembered of a part that is led, or was a moment ago.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Led {
    pub(crate) pull: Option<Pull>,
    pub(crate) give: Give,
}

saved_value!(Led { pull, give });

impl Led {
    /// A part that has not given way yet.
    pub(crate) fn new(joint: JointId) -> Self {
        Self { pull: None, give: Give::new(joint) }
    }

    /// Whether it can have been saved of a body with so many joints.
    pub(crate) fn is_sound(&self, joints: usize) -> bool {
        self.give.joint.index() < joints && self.give.left() < 100.0
    }

    /// Goes along to another place of the world.
    pub(crate) fn turn(&mut self, turn: impl Fn(Vec3) -> Vec3 + Copy) {
        self.give = self.give.turned(turn);
        if let Some(pull) = &mut self.pull {
            pull.newtons = turn(pull.newtons);
        }
    }

    /// The force of this tick. A hand that takes another part waits until the first is back.
    fn newtons(&mut self) -> Vec3 {
        let Some(pull) = &mut self.pull else { return Vec3::ZERO };
        let newtons = pull.newtons * pull.ticks.clamp(0.0, 1.0);
        let joint = pull.joint;
        pull.ticks -= 1.0;
        if pull.ticks <= 0.0 {
            self.pull = None;
        }
        if joint != self.give.joint && self.give.left() < BACK {
            self.give = Give::new(joint);
        }
        if joint == self.give.joint { newtons } else { Vec3::ZERO }
    }
}

impl Hold<'_> {
    /// One tick, on top of the controller's. Returns whether nothing is left of it.
    pub(crate) fn lead(&self, led: &mut Led, at: &mut JointTransforms, out: &mut Output) -> bool {
        let stance = self.stance;
        let newtons = led.newtons();
        at.compute(&stance.skeleton, out.pose.as_ref());
        led.give.advance(stance, newtons, (at, true), self.tick_secs);
        let ankles = Side::BOTH.map(|side| {
            let foot = stance.legs[side.index()].foot;
            AnkleTarget { position: at.position(foot), rotation: Some(at.rotation(foot)) }
        });
        led.give.turn_trunk(stance, &mut out.pose, at);
        for (leg, ankle) in stance.legs.iter().zip(&ankles) {
            leg_ik::solve(&stance.skeleton, leg, ankle, &mut out.pose, at);
        }
        led.give.lead_arm(stance, &mut out.pose, at);
        led.pull.is_none() && led.give.left() < UNSEEN
    }
}
