//! What can happen to a stage from outside. A recording is a list of these.

use crate::stage::wish::Wish;
use serde::{Deserialize, Serialize};

/// Something a person does to the stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Event {
    /// Asks for something.
    Wish {
        /// What.
        wish: Wish,
        /// Of whom; of everybody where not given.
        #[serde(default)]
        actor: Option<usize>,
        /// The sender's clock, sent back with the first frame that obeys; never recorded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<f64>,
    },
    /// Hits a part of a body.
    Push {
        /// Whom.
        actor: usize,
        /// Which part.
        joint: u16,
        /// How strongly, in newtons, in the world.
        force: [f32; 3],
        /// For how long.
        secs: f32,
    },
    /// Pulls a part of a body towards a point, until released.
    Grab {
        /// Whom.
        actor: usize,
        /// Which part.
        joint: u16,
        /// Where to.
        at: [f32; 3],
    },
    /// Lets go.
    Release {
        /// Whom.
        actor: usize,
    },
    /// Moves a shape of the world.
    Drag {
        /// Which.
        shape: u32,
        /// Where to.
        x: f32,
        /// The same.
        z: f32,
    },
    /// The beholder has moved: near characters of a crowd get more care.
    Camera {
        /// Where to.
        x: f32,
        /// The same.
        z: f32,
    },
    /// Does something with the ball of a game: the player under control.
    Act {
        /// What.
        action: BallAction,
    },
    /// Gives an actor another controller, in the middle of whatever it does.
    Swap {
        /// Whom.
        actor: usize,
        /// The controller.
        controller: String,
    },
}

/// The names of all events, as `do` spells them.
pub const EVENTS: [&str; 8] = ["wish", "push", "grab", "release", "drag", "camera", "swap", "act"];

/// What can be done with the ball of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BallAction {
    /// Throws it to somebody.
    Pass,
    /// Throws it at the hoop.
    Shoot,
    /// Gets it.
    Catch,
}

impl Event {
    /// The same without what concerns the sender alone.
    pub(crate) fn to_record(&self) -> Self {
        match self {
            Self::Wish { wish, actor, .. } => {
                Self::Wish { wish: wish.clone(), actor: *actor, clock: None }
            }
            other => other.clone(),
        }
    }
}
