//! Live figures of an actor, by the definitions and the code of the benchmark.

use crate::stage::actor::Actor;

/// Watches one actor.
pub struct Gauge;

impl Gauge {
    /// Ticks between two frames of the measures.
    pub const EVERY_TICKS: u32 = 2;

    /// A gauge that has seen nothing yet.
    pub fn new(_: &Actor) -> Self {
        Self
    }

    /// Keeps what the actor shows at an even tick.
    pub fn note(&mut self, _: &Actor, _: u32) {}

    /// Forgets what came after a tick.
    pub fn forget_after(&mut self, _: u32) {}

    /// The figures at a tick.
    pub fn read(&mut self, _: &Actor, _: u32) -> Figures {
        Figures::default()
    }
}

/// How good the motion of one actor looks, over the last seconds. NaN where nothing is known yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Mean speed of planted feet.
    pub skate_cm_per_s: f32,
    /// 95th percentile of joint jerk over the source's.
    pub jerk_ratio: f32,
    /// Seconds since the wish while it runs, then what it took.
    pub response_secs: f32,
    /// Where the response clock stands.
    pub response_state: ResponseState,
    /// Distance to the data, over the library's own.
    pub distance: f32,
}

/// Where a response clock stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResponseState {
    /// Nothing to respond to.
    #[default]
    Idle,
    /// A new direction or line is wanted and not yet taken up for good.
    Running,
    /// It was taken up.
    Settled,
    /// It was not taken up within 5 s.
    Never,
}

impl ResponseState {
    /// Its number in frames.
    pub fn number(self) -> f32 {
        f32::from(self as u8)
    }
}

impl Default for Figures {
    fn default() -> Self {
        Self {
            skate_cm_per_s: f32::NAN,
            jerk_ratio: f32::NAN,
            response_secs: f32::NAN,
            response_state: ResponseState::Idle,
            distance: f32::NAN,
        }
    }
}
