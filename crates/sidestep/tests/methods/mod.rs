//! Every method on a small library of the synthetic performer.

use sidestep::{
    BuiltController,
    motion::{MotionLibrary, contact_detection::ContactConfig, resample::resample},
};
use sidestep_neural::{Neural, NeuralConfig, NeuralController};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

/// A few clips of the performer.
pub(crate) fn library() -> Arc<MotionLibrary> {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let clips: Vec<_> = clips.iter().take(8).map(|clip| resample(clip, 30.0)).collect();
    Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap())
}

/// A controller of the library by the name of its method and of its preset.
#[allow(dead_code, reason = "not every test builds one")]
pub(crate) fn build(method: &str, library: &Arc<MotionLibrary>) -> BuiltController {
    if method == "neural" {
        return untrained(library);
    }
    let (name, preset) = match method.split_once(' ') {
        Some((name, preset)) => (name, Some(preset)),
        None => (method, None),
    };
    let entry = sidestep::method(name).unwrap_or_else(|| panic!("there is no method '{name}'"));
    let preset = entry.preset(preset).unwrap_or_else(|| panic!("there is no preset {preset:?}"));
    entry.build(library, &preset.config, &mut |_| {}).unwrap()
}

/// A network is not built, so it is taken as it is before it has learnt anything.
fn untrained(library: &MotionLibrary) -> BuiltController {
    let controller = NeuralController::untrained(library, NeuralConfig::default()).unwrap();
    BuiltController::of::<Neural>(Arc::new(controller))
}
