//! Microseconds of a step, processor time, the best of many, as others use the machine too:
//! `cargo run --release -p sidestep_network --example speed`.

#![allow(clippy::print_stdout, reason = "this is a program that prints")]

use sidestep_lanes::InstructionSet;
use sidestep_network::{Network, NetworkError, Normalisation, Precision, Shape, Weights};

fn main() -> Result<(), NetworkError> {
    for (layers, hidden) in [(4, 512), (2, 512), (2, 128)] {
        let shape = Shape { inputs: 216, outputs: 216, hidden, layers };
        let network = Network::new(weights(shape), Normalisation::identity(shape))?;
        for precision in [Precision::F32, Precision::Int8] {
            let network = network.to_precision(precision)?;
            for count in [1, 100] {
                let time = best_us(&network, count);
                println!("{layers} x {hidden} {precision:?} {count} characters: {time:.0} us");
            }
        }
    }
    Ok(())
}

fn best_us(network: &Network, count: usize) -> f64 {
    let mut memory = network.memory(count);
    // Fed with its own outputs, a network of random weights dies away, and numbers next to nothing are slow.
    let number = |i: usize| (i * 37 % 101) as f32 / 50.0 - 1.0;
    let inputs: Vec<f32> = (0..count * network.shape().inputs).map(number).collect();
    let mut outputs = vec![0.0; count * network.shape().outputs];
    let mut step = || {
        let start = cpu_time::ThreadTime::now();
        network.step(InstructionSet::best(), &mut memory, &inputs, &mut outputs);
        start.elapsed().as_secs_f64() * 1e6
    };
    let repeats = if count == 1 { 1000 } else { 60 };
    (0..repeats).map(|_| step()).fold(f64::INFINITY, f64::min)
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
