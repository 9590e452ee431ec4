//! `sidestep build neural --weights`: a controller of a network that was trained.

use crate::{args::Build, commands::build_settings::Settings, files, output};
use anyhow::{Context, Result, bail};
use serde_json::json;
use sidestep::BuiltController;
use sidestep_neural::{Neural, NeuralConfig, NeuralController};
use std::{path::Path, sync::Arc, time::Instant};

/// Builds it with the settings asked for.
pub(crate) fn build(args: &Build, weights: &Path, settings: &Settings) -> Result<()> {
    let start = Instant::now();
    let Some(output) = &args.output else { bail!("name with -o the controller to write") };
    let trained = sidestep::decode_controller(files::map(weights)?)
        .with_context(|| format!("cannot use {}", weights.display()))?;
    let Some(trained) = trained.downcast::<NeuralController>() else {
        bail!("{} holds no trained network; make some with sidestep train", weights.display())
    };
    let config: NeuralConfig = serde_json::from_value(settings.config.clone())?;
    let network = trained.network().clone();
    let controller = NeuralController::new(network, trained.parts().clone(), config)?.at_own_rest();
    let built = BuiltController::of::<Neural>(Arc::new(controller));
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
