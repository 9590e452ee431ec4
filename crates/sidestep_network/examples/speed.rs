//! Microseconds of a step, the quickest tenth, as others use the machine too: `cargo run --release --example speed`.

#![allow(clippy::print_stdout, reason = "this is a program that prints")]

use sidestep_lanes::InstructionSet;
use sidestep_network::{Network, NetworkError, Normalisation, Precision, Shape, Weights};
use std::time::Instant;

fn main() -> Result<(), NetworkError> {
    for (layers, hidden) in [(4, 512), (2, 512), (2, 128)] {
        let shape = Shape { inputs: 216, outputs: 216, hidden, layers };
        let network = Network::new(weights(shape), Normalisation::identity(shape))?;
        for precision in [Precision::F32, Precision::Int8] {
            let network = network.to_precision(precision)?;
            for count in [1, 100] {
                let time = tenth_us(&network, count);
                println!("{layers} x {hidden} {precision:?} {count} characters: {time:.0} us");
            }
        }
    }
    Ok(())
}

fn tenth_us(network: &Network, count: usize) -> f64 {
    let mut memory = network.memory(count);
    let mut rows = vec![0.1; count * network.shape().inputs];
    let mut step = || {
        let (inputs, start) = (rows.clone(), Instant::now());
        network.step(InstructionSet::best(), &mut memory, &inputs, &mut rows);
        start.elapsed().as_secs_f64() * 1e6
    };
    let repeats = if count == 1 { 300 } else { 20 };
    let mut times: Vec<f64> = (0..repeats).map(|_| step()).collect();
    times.sort_by(f64::total_cmp);
    times[repeats / 10]
}

fn weights(shape: Shape) -> Weights {
    let mut weights = Weights::zeros(shape);
    let mut bits = 1_u32;
    let mut fill = |list: &mut Vec<f32>| {
        for x in list {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *x = ((bits >> 8) as f32 / 8_388_608.0 - 1.0) / (shape.hidden as f32).sqrt();
        }
    };
    fill(&mut weights.encoder);
    for layer in &mut weights.layers {
        fill(&mut layer.input);
        fill(&mut layer.recurrent);
    }
    fill(&mut weights.decoder);
    weights
}
