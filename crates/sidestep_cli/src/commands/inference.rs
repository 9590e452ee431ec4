//! `sidestep measure inference`: what one step of a network costs, in both precisions, alone and for a crowd.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use sidestep::BuiltController;
use sidestep_lanes::InstructionSet;
use sidestep_network::{Network, Precision};
use sidestep_neural::NeuralController;

/// How many characters a crowd has.
const CROWD: usize = 100;

/// The best of so many runs counts, each of so many steps alone, and of a crowd.
const RUNS: (usize, usize, usize) = (9, 200, 20);

/// Times the steps of the network of a controller on one thread.
pub(crate) fn measure(controller: &BuiltController) -> Result<Value> {
    let controller = controller.downcast::<NeuralController>().with_context(|| {
        format!("this is a {} controller; only neural ones have a network", controller.method())
    })?;
    let network = controller.network();
    let (f32s, bytes) =
        (network.to_precision(Precision::F32)?, network.to_precision(Precision::Int8)?);
    let (_, steps, crowd_steps) = RUNS;
    let us = |network: &Network| 1e6 * step_secs(network, 1, steps);
    let ms = |network: &Network| 1e3 * step_secs(network, CROWD, crowd_steps);
    Ok(json!({
        "f32_us": us(&f32s),
        "int8_us": us(&bytes),
        "batch100_f32_ms": ms(&f32s),
        "batch100_int8_ms": ms(&bytes),
        "parameters": network.shape().parameters(),
        "instructions": InstructionSet::best().name(),
    }))
}

/// Seconds of one step of `count` characters, the best of several runs. Outputs become the next inputs, as
/// they do when characters play.
fn step_secs(network: &Network, count: usize, steps: usize) -> f64 {
    let mut memory = network.memory(count);
    let means = &network.normalisation().input_means;
    let mut inputs = means.repeat(count);
    let mut outputs = vec![0.0; count * network.shape().outputs];
    let set = InstructionSet::best();
    let mut run = || {
        let start = cpu_time::ThreadTime::now();
        for _ in 0..steps {
            network.step(set, &mut memory, &inputs, &mut outputs);
            inputs.copy_from_slice(&outputs);
        }
        start.elapsed().as_secs_f64() / steps as f64
    };
    (0..RUNS.0).map(|_| run()).fold(f64::INFINITY, f64::min)
}
