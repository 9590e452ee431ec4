//! What can be asked of an actor in fairness: the speeds and gaits that a library holds.

use sidestep_control::{FrameGaits, Gait};
use sidestep_measure::{Subject, navigate::usual_speeds};
use sidestep_motion::MotionLibrary;

/// A gait is asked for where a library holds it for so long, as in `measure gait`.
const LEAST_GAIT_SECS: f32 = 5.0;

/// Speeds and gaits of a library.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// Of the frames that move a quarter is slower than this, in m/s.
    pub slow: f32,
    /// Half of them.
    pub usual: f32,
    /// Three quarters of them.
    pub fast: f32,
    /// The gaits that are held for 5 s and more.
    pub gaits: Vec<Gait>,
}

impl Actor {
    /// The actor of a library.
    pub fn of(library: &MotionLibrary) -> Self {
        let no_character =
            |_: sidestep_control::Start<'_>| unreachable!("speeds need no character");
        let subject = Subject { library, spawn: &no_character };
        let speeds = usual_speeds(&subject);
        let gaits = FrameGaits::of(library).held_for(LEAST_GAIT_SECS).iter().collect();
        // A trace says speeds in centimetres a second, so that it is read as it was written.
        let rounded = |at: usize| (100.0 * speeds[at]).round() / 100.0;
        Self { slow: rounded(0), usual: rounded(1), fast: rounded(2), gaits }
    }
}
