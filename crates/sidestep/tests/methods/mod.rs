//! Every method on a small library of the synthetic performer.

use sidestep::{
    BuiltController,
    motion::{MotionLibrary, contact_detection::ContactConfig, resample::resample},
};
use sidestep_motion_field::FieldConfig;
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

/// A few clips of the performer.
pub(crate) fn library() -> Arc<MotionLibrary> {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let clips: Vec<_> = clips.iter().take(8).map(|clip| resample(clip, 30.0)).collect();
    Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap())
}

/// A controller of the library by the name of its method.
pub(crate) fn build(method: &str, library: &Arc<MotionLibrary>) -> BuiltController {
    let field = |config: &FieldConfig| {
        let field = sidestep_motion_field::build(library, config).unwrap();
        BuiltController::MotionField(Arc::new(field))
    };
    match method {
        "clips" => {
            let player = sidestep_clip_player::build(library, &Default::default()).unwrap();
            BuiltController::ClipPlayer(Arc::new(player))
        }
        "matching" => {
            let matcher = sidestep_matching::build(library, &Default::default()).unwrap();
            BuiltController::MotionMatcher(Arc::new(matcher))
        }
        "field paper" => field(&FieldConfig::paper()),
        "field agile" => field(&FieldConfig::agile()),
        "mobility" => {
            let map = sidestep_mobility_map::build(library, &Default::default()).unwrap();
            BuiltController::MobilityMap(Arc::new(map))
        }
        other => panic!("there is no method '{other}'"),
    }
}
