//! Characters that feel pushes, of whatever controller.

use sidestep::BuiltController;
use sidestep_control::{Animate, Character, Controller, Start};
use sidestep_motion::MotionLibrary;
use sidestep_push::{PushConfig, Pushable};
use std::sync::Arc;

/// Makes a character.
pub(crate) type Spawn = Box<dyn Fn(Start<'_>) -> Box<dyn Animate>>;

/// Makes characters of a controller that feel pushes.
pub(crate) fn pushable(controller: &BuiltController) -> Spawn {
    fn spawn<C: Controller>(inner: &Arc<C>, library: &MotionLibrary) -> Spawn {
        let pushable = Arc::new(Pushable::new(inner, library, PushConfig::default()));
        Box::new(move |start| Box::new(Character::new(&pushable, start)))
    }
    let library = controller.library();
    match controller {
        BuiltController::ClipPlayer(player) => spawn(player, library),
        BuiltController::MotionMatcher(matcher) => spawn(matcher, library),
        BuiltController::MotionField(field) => spawn(field, library),
        BuiltController::MobilityMap(map) => spawn(map, library),
    }
}
