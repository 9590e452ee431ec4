//! The controllers there are. Adding one touches its own crate, this enum and one row of the docs.

use crate::{
    container::{self, Container, LoadError, inconsistent},
    library_file::{library_from, library_record, library_tables},
};
use serde::Deserialize;
use serde_json::json;
use sidestep_clip_player::{ClipPlayer, ClipPlayerConfig};
use sidestep_control::{Animate, Character, Start};
use sidestep_motion::{GroundTransform, MotionLibrary, table::SharedBytes};
use std::sync::Arc;

const KIND: &str = "sidestep controller";

/// Any built controller, immutable and shared by its characters.
#[derive(Clone, Debug)]
pub enum BuiltController {
    /// Plays clips and joins them on demand.
    ClipPlayer(Arc<ClipPlayer>),
}

impl BuiltController {
    /// A character of this controller, standing at a place.
    pub fn spawn(&self, at: GroundTransform) -> Box<dyn Animate> {
        self.spawn_from(Start::Rest(at))
    }

    /// A character of this controller that begins as it is told.
    pub fn spawn_from(&self, start: Start<'_>) -> Box<dyn Animate> {
        match self {
            Self::ClipPlayer(player) => Box::new(Character::new(player, start)),
        }
    }

    /// Name of the method, as the command line spells it.
    pub fn method(&self) -> &'static str {
        match self {
            Self::ClipPlayer(_) => "clips",
        }
    }

    /// The library it was built from.
    pub fn library(&self) -> &Arc<MotionLibrary> {
        match self {
            Self::ClipPlayer(player) => player.library(),
        }
    }
}

/// A controller as the bytes of a file.
pub fn encode_controller(controller: &BuiltController) -> Vec<u8> {
    let library = controller.library();
    let config = match controller {
        BuiltController::ClipPlayer(player) => json!(player.config()),
    };
    let record = json!({
        "method": controller.method(),
        "config": config,
        "library": library_record(library),
    });
    container::encode(KIND, &record, &library_tables(library))
}

/// The controller that the bytes of a file hold.
pub fn decode_controller(bytes: SharedBytes) -> Result<BuiltController, LoadError> {
    let container = Container::decode(bytes, KIND)?;
    let record = container.record();
    let library = Arc::new(library_from(&container, &record["library"])?);
    match record["method"].as_str() {
        Some("clips") => {
            let config = ClipPlayerConfig::deserialize(&record["config"])
                .map_err(|e| inconsistent(e.to_string()))?;
            let player = sidestep_clip_player::build(&library, &config);
            let player = player.map_err(|e| inconsistent(e.to_string()))?;
            Ok(BuiltController::ClipPlayer(Arc::new(player)))
        }
        other => Err(inconsistent(format!("there is no method {other:?}"))),
    }
}
