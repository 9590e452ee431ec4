//! What a network is asked for: the control parameters F, the selection S, and G = S F + (1 - S) P.
//!
//! Everything is seen from where the body stands (section 3). A wish that is not there is left to what
//! the network itself expects.

use glam::Vec2;
use sidestep_court::KeyAction;
use sidestep_motion::{
    GroundTransform,
    math::{cos, sin},
};

/// A control parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalChannel {
    /// How far to the left the place is, in metres.
    PlaceLeft,
    /// How far ahead the place is, in metres.
    PlaceForward,
    /// [`GoalChannel::PlaceLeft`], bounded.
    NearLeft,
    /// [`GoalChannel::PlaceForward`], bounded.
    NearForward,
    /// Cosine of the angle to the facing.
    FacingCos,
    /// Sine of the angle to the facing.
    FacingSin,
    /// Seconds that are left.
    Time,
    /// [`GoalChannel::Time`], bounded.
    NearTime,
    /// The velocity to the left that is there in time, in metres a second, bounded.
    PaceLeft,
    /// The same ahead.
    PaceForward,
    /// Cosine of the angle to the direction of travel.
    DirectionCos,
    /// Sine of the angle to the direction of travel.
    DirectionSin,
    /// Speed of travel.
    Speed,
    /// A quality of the motion, see [`crate::QUALITIES`].
    Quality(usize),
    /// Cosine of the phase of the gait in the next frame.
    PhaseCos,
    /// Sine of the phase of the gait in the next frame.
    PhaseSin,
    /// Whether it is the [`KeyAction`] of that number that is done at the place and time.
    Action(usize),
    /// How high the ball is then, in metres.
    Height,
}

/// How many control parameters every network has.
pub const GOALS: usize = 19;

/// How many those have that know actions: these come after the others.
pub const ALL_GOALS: usize = GOALS + KeyAction::COUNT + 1;

/// All control parameters, in order.
pub const GOAL_CHANNELS: [GoalChannel; ALL_GOALS] = [
    GoalChannel::PlaceLeft,
    GoalChannel::PlaceForward,
    GoalChannel::NearLeft,
    GoalChannel::NearForward,
    GoalChannel::FacingCos,
    GoalChannel::FacingSin,
    GoalChannel::Time,
    GoalChannel::NearTime,
    GoalChannel::PaceLeft,
    GoalChannel::PaceForward,
    GoalChannel::DirectionCos,
    GoalChannel::DirectionSin,
    GoalChannel::Speed,
    GoalChannel::Quality(0),
    GoalChannel::Quality(1),
    GoalChannel::Quality(2),
    GoalChannel::Quality(3),
    GoalChannel::PhaseCos,
    GoalChannel::PhaseSin,
    GoalChannel::Action(0),
    GoalChannel::Action(1),
    GoalChannel::Action(2),
    GoalChannel::Action(3),
    GoalChannel::Action(4),
    GoalChannel::Action(5),
    GoalChannel::Action(6),
    GoalChannel::Action(7),
    GoalChannel::Height,
];

/// Bound of the near companions of a place, in metres.
pub const NEAR_METRES: f32 = 0.6;

/// Bound of the near companion of a time, in seconds.
pub const NEAR_SECS: f32 = 0.5;

/// Bound of the velocity that is needed, in metres a second.
pub const MOST_PACE: f32 = 3.0;

/// A needed velocity is that for as many seconds at least.
pub const LEAST_PACE_SECS: f32 = 0.2;

/// How far ahead goals lie at the most: the horizon of section 4.2.
pub const HORIZON_SECS: f32 = 4.0;

/// What is wished for; what is `None` is left to the network.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Intent {
    /// A place in the world (x, z).
    pub place: Option<Vec2>,
    /// The way to look, in the world.
    pub facing: Option<f32>,
    /// In how many seconds.
    pub secs: Option<f32>,
    /// Direction in the world and speed: of the body's travel, or of the ball where it is thrown.
    pub travel: Option<(f32, f32)>,
    /// Qualities of the motion, from 0 to 1.
    pub qualities: [Option<f32>; crate::QUALITIES.len()],
    /// What is done then and there.
    pub action: Option<KeyAction>,
    /// How high the ball is then.
    pub height: Option<f32>,
}

/// Which kinds of control parameters a network serves; the others it always sees as usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serves {
    /// Direction and speed of travel.
    pub travel: bool,
    /// Qualities.
    pub qualities: bool,
    /// The phase of the gait.
    pub phase: bool,
    /// The velocity that is needed to be at a place in time.
    pub pace: bool,
    /// Actions, and what they are aimed at.
    pub actions: bool,
}

impl Serves {
    /// The control parameters that such a network has.
    pub fn channels(self) -> &'static [GoalChannel] {
        if self.actions { &GOAL_CHANNELS } else { &GOAL_CHANNELS[..GOALS] }
    }

    /// Whether it serves a control parameter.
    pub fn serves(self, channel: GoalChannel) -> bool {
        match channel {
            GoalChannel::DirectionCos | GoalChannel::DirectionSin | GoalChannel::Speed => {
                self.travel || self.actions
            }
            GoalChannel::Action(_) | GoalChannel::Height => self.actions,
            GoalChannel::Quality(_) => self.qualities,
            GoalChannel::PhaseCos | GoalChannel::PhaseSin => self.phase,
            GoalChannel::PaceLeft | GoalChannel::PaceForward => self.pace,
            _ => true,
        }
    }
}

impl GoalChannel {
    /// Mean and deviation that it is normalised with. They are what such goals usually are, not those
    /// of some data: what is asked for does not depend on what was captured.
    pub fn normalisation(self) -> (f32, f32) {
        match self {
            Self::PlaceLeft | Self::PlaceForward => (0.0, 1.5),
            Self::NearLeft | Self::NearForward => (0.0, 0.4),
            Self::Time => (1.8, 1.1),
            Self::NearTime => (0.42, 0.15),
            Self::PaceLeft | Self::PaceForward => (0.0, 1.0),
            Self::Speed => (0.8, 0.7),
            Self::Quality(_) => (0.6, 0.3),
            Self::Action(_) => (0.15, 0.35),
            Self::Height => (1.2, 0.5),
            _ => (0.0, 0.7),
        }
    }
}

impl Intent {
    /// G in metres and seconds, seen from `ground`; what is not wished for is as predicted.
    ///
    /// `phase` is that of the next frame, where it is known.
    pub fn goal(
        &self,
        (ground, phase): (GroundTransform, Option<f32>),
        serves: Serves,
        predicted: &[f32],
        out: &mut [f32],
    ) {
        for ((channel, predicted), out) in serves.channels().iter().zip(predicted).zip(out) {
            *out = if serves.serves(*channel) {
                self.value(*channel, ground, phase).unwrap_or(*predicted)
            } else {
                channel.normalisation().0
            };
        }
    }

    /// How fast a body at `ground` must go, in metres a second; 0 where that is left to the network.
    pub fn speed(&self, ground: GroundTransform) -> f32 {
        let here = Vec2::new(ground.x, ground.z);
        let to_place = |place: Vec2| {
            let secs = self.secs.unwrap_or(HORIZON_SECS).clamp(NEAR_SECS, HORIZON_SECS);
            place.distance(here) / secs
        };
        self.place.map(to_place).or(self.travel.map(|(_, speed)| speed)).unwrap_or(0.0)
    }

    fn value(&self, channel: GoalChannel, at: GroundTransform, phase: Option<f32>) -> Option<f32> {
        let local = |place: Vec2| {
            let seen = at.inverse().transform_point(glam::Vec3::new(place.x, 0.0, place.y));
            Vec2::new(seen.x, seen.z)
        };
        let near = |place: Vec2| local(place).clamp_length_max(NEAR_METRES);
        let pace = || {
            let secs = self.secs?.clamp(LEAST_PACE_SECS, HORIZON_SECS);
            Some((local(self.place?) / secs).clamp_length_max(MOST_PACE))
        };
        match channel {
            GoalChannel::PlaceLeft => self.place.map(|place| local(place).x),
            GoalChannel::PlaceForward => self.place.map(|place| local(place).y),
            GoalChannel::NearLeft => self.place.map(|place| near(place).x),
            GoalChannel::NearForward => self.place.map(|place| near(place).y),
            GoalChannel::FacingCos => self.facing.map(|facing| cos(facing - at.heading)),
            GoalChannel::FacingSin => self.facing.map(|facing| sin(facing - at.heading)),
            GoalChannel::Time => self.secs.map(|secs| secs.clamp(0.0, HORIZON_SECS)),
            GoalChannel::NearTime => self.secs.map(|secs| secs.clamp(0.0, NEAR_SECS)),
            GoalChannel::PaceLeft => pace().map(|pace| pace.x),
            GoalChannel::PaceForward => pace().map(|pace| pace.y),
            GoalChannel::DirectionCos => self.travel.map(|(heading, _)| cos(heading - at.heading)),
            GoalChannel::DirectionSin => self.travel.map(|(heading, _)| sin(heading - at.heading)),
            // How fast a ball is thrown is nothing that the body knows.
            GoalChannel::Speed if self.action.is_some_and(KeyAction::gives) => {
                self.travel.map(|_| channel.normalisation().0)
            }
            GoalChannel::Speed => self.travel.map(|(_, speed)| speed),
            GoalChannel::Quality(index) => self.qualities[index],
            GoalChannel::PhaseCos => phase.map(cos),
            GoalChannel::PhaseSin => phase.map(sin),
            GoalChannel::Action(number) => {
                self.action.map(|action| if action.index() == number { 1.0 } else { 0.0 })
            }
            GoalChannel::Height => self.height,
        }
    }
}
