//! Recovery steps: a body that would fall is led over its capture point, then left to its goal.
//!
//! The controller is asked to travel with the push, and chooses the steps itself as it does for any
//! goal, a motion field by its value function. The nearer the body comes to the point where it would
//! rest, the slower it is asked to go: v = ω₀ d, as an inverted pendulum comes to rest.

use crate::balance::{Balance, flat};
use glam::{Vec2, Vec3};
use sidestep_control::{Abilities, Ability, Goal, Pace, Steering, Travel, saved_value, steer};
use sidestep_motion::{
    GroundTransform,
    math::{atan2, wrap_angle},
};

/// No recovery lasts longer, in seconds.
const LONGEST_SECS: f32 = 1.5;

/// A body that stands safely again after this time needs no step any more, in seconds.
const LATE_SECS: f32 = 0.4;

/// With its feet closer than this to where it comes to rest, a body needs no more help, in metres.
const ARRIVED: f32 = 0.08;

/// Travel so slow would not be worth a step, in metres a second.
const SLOWEST: f32 = 0.7;

/// No faster travel is asked for, in metres a second.
const FASTEST: f32 = 2.5;

/// Who looks more than this away from where the push goes and cannot go backwards makes no step, in
/// radians.
const BEHIND: f32 = 1.9;

/// A recovery under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Recovery {
    /// Where the feet have to be for the body to come to rest, in the world.
    target: Vec2,
    /// The way that is left for them.
    left: Vec2,
    /// The way that was left at first.
    first: Vec2,
    /// The way to look meanwhile.
    facing: f32,
    /// ω₀, per second.
    rate: f32,
    /// How long it has lasted.
    elapsed_secs: f32,
}

saved_value!(Recovery { target, left, first, facing, rate, elapsed_secs });

impl Recovery {
    /// The recovery of a body that would fall.
    pub(crate) fn new(balance: &Balance, facing: f32) -> Self {
        let left = balance.capture - balance.feet;
        Self {
            target: balance.capture,
            left,
            first: left,
            facing,
            rate: balance.rate,
            elapsed_secs: 0.0,
        }
    }

    /// The way to look.
    pub(crate) fn facing(&self) -> f32 {
        self.facing
    }

    /// Where the feet have to be for the body to come to rest, in the world.
    pub(crate) fn target(&self) -> Vec2 {
        self.target
    }

    /// Whether a force leads the other way.
    pub(crate) fn is_against(&self, force: Vec2) -> bool {
        self.first.dot(force) < 0.0
    }

    /// The recovery a tick later, of a body that now stands like this; `None` once nothing is left.
    pub(crate) fn after(mut self, balance: &Balance, secs: f32) -> Option<Self> {
        self.elapsed_secs += secs;
        self.left = self.target - balance.feet;
        let along = self.left.dot(self.first.normalize_or_zero());
        // A controller that had no step to offer has let the body lean; a step now would be odd.
        let is_late = self.elapsed_secs > LATE_SECS && balance.beyond == Some(0.0);
        let goes_on = self.elapsed_secs <= LONGEST_SECS && along > ARRIVED && !is_late;
        goes_on.then_some(self)
    }

    /// What to ask of a controller with these abilities at `ground`; `None` where it can do nothing.
    pub(crate) fn goal(&self, abilities: Abilities, ground: GroundTransform) -> Option<Goal> {
        let heading = atan2(self.left.x, self.left.y);
        let can_face = abilities.has(Ability::Facing);
        if !can_face && wrap_angle(heading - ground.heading).abs() > BEHIND {
            return None;
        }
        let speed = (self.left.length() * self.rate).clamp(SLOWEST, FASTEST);
        let speed = abilities.has(Ability::Speed).then_some(speed);
        let facing = can_face.then_some(self.facing);
        Some(Travel::Move { heading, pace: Pace { speed, gait: None }, facing }.into())
    }

    /// Goes along to another place of the world.
    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.target = flat(moved.transform_point(Vec3::new(self.target.x, 0.0, self.target.y)));
        for way in [&mut self.left, &mut self.first] {
            *way = flat(moved.transform_vector(Vec3::new(way.x, 0.0, way.y)));
        }
        self.facing = wrap_angle(self.facing + moved.heading);
    }
}

/// Whether a goal leaves the body where it is, so that only a push can move it.
pub(crate) fn is_idle(goal: &Goal, ground: GroundTransform) -> bool {
    !matches!(steer(&goal.travel, ground, 1.0), Steering::Move { .. })
}
