//! The controllers there are. Adding one touches its own crate, this enum and one row of the docs.

use crate::{
    container::{self, Container, LoadError, NewTable, inconsistent},
    library_file::{library_from, library_record, library_tables},
    map_file::{MapColumns, map_from},
};
use safetensors::Dtype;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sidestep_clip_player::ClipPlayer;
use sidestep_control::{Animate, Character, Start};
use sidestep_matching::MotionMatcher;
use sidestep_mobility_map::MobilityMap;
use sidestep_motion::{GroundTransform, MotionLibrary, table::SharedBytes};
use sidestep_motion_field::{FieldTables, MotionField};
use std::{fmt::Display, sync::Arc};

const KIND: &str = "sidestep controller";

/// Any built controller, immutable and shared by its characters.
#[derive(Clone, Debug)]
pub enum BuiltController {
    /// Plays clips and joins them on demand.
    ClipPlayer(Arc<ClipPlayer>),
    /// Searches for the frame that best continues, many times a second.
    MotionMatcher(Arc<MotionMatcher>),
    /// Flows through the data frame by frame, steered by value functions.
    MotionField(Arc<MotionField>),
    /// Looks up where its ways lead on the ground and takes the one that serves the goal.
    MobilityMap(Arc<MobilityMap>),
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
            Self::MotionMatcher(matcher) => Box::new(Character::new(matcher, start)),
            Self::MotionField(field) => Box::new(Character::new(field, start)),
            Self::MobilityMap(map) => Box::new(Character::new(map, start)),
        }
    }

    /// Name of the method, as the command line spells it.
    pub fn method(&self) -> &'static str {
        match self {
            Self::ClipPlayer(_) => "clips",
            Self::MotionMatcher(_) => "matching",
            Self::MotionField(_) => "field",
            Self::MobilityMap(_) => "mobility",
        }
    }

    /// The library it was built from.
    pub fn library(&self) -> &Arc<MotionLibrary> {
        match self {
            Self::ClipPlayer(player) => player.library(),
            Self::MotionMatcher(matcher) => matcher.library(),
            Self::MotionField(field) => field.library(),
            Self::MobilityMap(map) => map.library(),
        }
    }

    /// What it cannot do for want of data, and what of its data it does not use: plain sentences, each
    /// with a remedy.
    pub fn notices(&self) -> Vec<String> {
        match self {
            Self::ClipPlayer(player) => sidestep_clip_player::notices(player),
            Self::MotionMatcher(matcher) => sidestep_matching::notices(matcher),
            Self::MotionField(field) => sidestep_motion_field::notices(field),
            Self::MobilityMap(map) => sidestep_mobility_map::notices(map),
        }
    }

    fn config(&self) -> Value {
        match self {
            Self::ClipPlayer(player) => json!(player.config()),
            Self::MotionMatcher(matcher) => json!(matcher.config()),
            Self::MotionField(field) => json!(field.config()),
            Self::MobilityMap(map) => json!(map.config()),
        }
    }
}

/// A controller as the bytes of a file.
pub fn encode_controller(controller: &BuiltController) -> Vec<u8> {
    let library = controller.library();
    let record = json!({
        "method": controller.method(),
        "config": controller.config(),
        "library": library_record(library),
    });
    let values = match controller {
        BuiltController::MotionField(field) => field.tables(),
        _ => FieldTables::default(),
    };
    let columns = match controller {
        BuiltController::MobilityMap(map) => Some(MapColumns::of(map)),
        _ => None,
    };
    let mut tables = library_tables(library);
    // Before the contacts, whose single bytes would leave numbers after them unaligned.
    let before_bytes = tables.len() - 1;
    let new: [(_, _, &[u8]); 5] = [
        ("command_values", Dtype::F32, bytemuck::cast_slice(&values.commands)),
        ("line_values", Dtype::F32, bytemuck::cast_slice(&values.line)),
        ("gait_values", Dtype::F32, bytemuck::cast_slice(&values.gaits)),
        ("left_out", Dtype::U32, bytemuck::cast_slice(&values.left_out)),
        ("bridges", Dtype::U32, bytemuck::cast_slice(&values.bridges)),
    ];
    for (name, dtype, bytes) in new {
        if !bytes.is_empty() {
            let shape = vec![bytes.len() / size_of::<u32>()];
            tables.insert(before_bytes, NewTable { name, dtype, shape, bytes });
        }
    }
    if let Some(columns) = &columns {
        tables.splice(before_bytes..before_bytes, columns.tables());
    }
    container::encode(KIND, &record, &tables)
}

/// The controller that the bytes of a file hold.
pub fn decode_controller(bytes: SharedBytes) -> Result<BuiltController, LoadError> {
    let container = Container::decode(bytes, KIND)?;
    let record = container.record();
    let library = Arc::new(library_from(&container, &record["library"])?);
    match record["method"].as_str() {
        Some("clips") => {
            let player = sidestep_clip_player::build(&library, &config(record)?).map_err(wrong)?;
            Ok(BuiltController::ClipPlayer(Arc::new(player)))
        }
        Some("matching") => {
            let matcher = sidestep_matching::build(&library, &config(record)?).map_err(wrong)?;
            Ok(BuiltController::MotionMatcher(Arc::new(matcher)))
        }
        Some("field") => {
            let tables = FieldTables {
                commands: container.table_or_empty("command_values")?.to_vec(),
                line: container.table_or_empty("line_values")?.to_vec(),
                gaits: container.table_or_empty("gait_values")?.to_vec(),
                left_out: container.table_or_empty("left_out")?.to_vec(),
                bridges: container.table_or_empty("bridges")?.to_vec(),
            };
            let field = sidestep_motion_field::restore(&library, &config(record)?, &tables);
            Ok(BuiltController::MotionField(Arc::new(field.map_err(wrong)?)))
        }
        Some("mobility") => {
            let map = map_from(&container, &library, &config(record)?)?;
            Ok(BuiltController::MobilityMap(Arc::new(map)))
        }
        other => Err(inconsistent(format!("there is no method {other:?}"))),
    }
}

fn config<T: DeserializeOwned>(record: &Value) -> Result<T, LoadError> {
    T::deserialize(&record["config"]).map_err(wrong)
}

fn wrong(error: impl Display) -> LoadError {
    inconsistent(error.to_string())
}
