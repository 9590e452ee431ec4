//! `sidestep build neural --weights` and `--model`: a controller of a network that was trained.

use crate::{
    args_build::{Build, Model},
    commands::build_settings::Settings,
    files, output,
};
use anyhow::{Context, Result, bail};
use serde_json::json;
use sidestep::BuiltController;
use sidestep_neural::{Neural, NeuralConfig, NeuralController};
use std::{path::Path, sync::Arc, time::Instant};

/// The networks that come along; the card of each lies beside it.
static LOCOMOTION: &[u8] = include_bytes!("../../models/locomotion.controller");
static DRIBBLE: &[u8] = include_bytes!("../../models/dribble.controller");

/// Builds a controller of weights from a file, with the settings asked for.
pub(crate) fn build(args: &Build, weights: &Path, settings: &Settings) -> Result<()> {
    let trained = sidestep::decode_controller(files::map(weights)?)
        .with_context(|| format!("cannot use {}", weights.display()))?;
    let Some(trained) = trained.downcast::<NeuralController>() else {
        bail!("{} holds no trained network; make some with sidestep train", weights.display())
    };
    let config: NeuralConfig = serde_json::from_value(settings.config.clone())?;
    let network = trained.network().clone();
    let controller = NeuralController::new(network, trained.parts().clone(), config)?;
    write(args, Arc::new(controller.at_own_rest()))
}

/// Builds a controller of a network that comes along: as it lies there, unless settings are asked for.
pub(crate) fn build_model(args: &Build, model: Model, settings: &Settings) -> Result<()> {
    let trained = self::model(model)?;
    let trained = trained.downcast::<NeuralController>().context("the model holds no network")?;
    if args.config.is_none() && args.preset.is_none() {
        return write(args, Arc::clone(trained));
    }
    let config = serde_json::from_value(settings.config.clone())?;
    let network = trained.network().clone();
    write(args, Arc::new(NeuralController::new(network, trained.parts().clone(), config)?))
}

/// A network that comes along, as it lies there.
pub(crate) fn model(model: Model) -> Result<BuiltController> {
    let bytes = match model {
        Model::Locomotion => LOCOMOTION,
        Model::Dribble => DRIBBLE,
    };
    Ok(sidestep::decode_controller(Arc::new(bytes.to_vec()))?)
}

fn write(args: &Build, controller: Arc<NeuralController>) -> Result<()> {
    let start = Instant::now();
    let Some(output) = &args.output else { bail!("name with -o the controller to write") };
    let built = BuiltController::of::<Neural>(controller);
    let bytes = sidestep::encode_controller(&built);
    files::write(output, &bytes)?;
    let report = json!({
        "wall_secs": start.elapsed().as_secs_f64(),
        "peak_mb": output::peak_megabytes().unwrap_or(0.0),
        "bytes": bytes.len(),
        "stages": { "save": start.elapsed().as_secs_f64() },
    });
    output::report(args.json, &report, |report| eprintln!("{} bytes", report["bytes"]))
}
