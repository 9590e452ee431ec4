//! Compares the GPU with the CPU and measures updates a second: `cargo run --release --example bench`.
//!
//! Words: `agree` compares losses, outputs and gradients, `twice` a training with itself, `speed`
//! and `side` measure one network and several, `cpu` measures the CPU; none means all of these. `small` is a short `agree`, for the tools
//! that look for errors of memory, and `long` trains for a while.

#![allow(clippy::print_stdout, reason = "this is a program that prints")]

#[path = "../tests/problem/mod.rs"]
mod problem;

use sidestep_train::{Device, Settings, TERM_NAMES, TrainError, Trainer};
use std::time::Instant;

const FRAMES: usize = 20_000;

fn main() -> Result<(), TrainError> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked = |word: &str| words.is_empty() || words.iter().any(|w| w == word);
    if words.iter().any(|w| w == "small") {
        agree("2 x 64, 12 steps, ball, dropout", small(0.2), true)?;
    }
    if words.iter().any(|w| w == "long") {
        long(Settings { updates: 6_000, ..Settings::default() })?;
    }
    if asked("twice") {
        twice()?;
    }
    if asked("agree") {
        agree("2 x 64, 12 steps, ball, dropout", small(0.2), true)?;
        agree("2 x 128, 48 steps, ball", Settings { hidden: 128, steps: 48, ..small(0.0) }, true)?;
        agree("4 x 512, 48 steps", Settings::default(), false)?;
    }
    if asked("side") {
        for (layers, hidden, batch) in [(4, 512, 64), (4, 512, 32), (2, 512, 64), (2, 256, 32)] {
            for count in [2, 4] {
                side_by_side(Settings { layers, hidden, batch, ..Settings::default() }, count)?;
            }
        }
    }
    if asked("cpu") {
        for (layers, hidden, batch) in [(2, 32, 32), (2, 128, 32), (2, 128, 64)] {
            cpu_speed(Settings { layers, hidden, batch, ..Settings::default() })?;
        }
    }
    if asked("speed") {
        for (layers, hidden, batch) in
            [(4, 512, 64), (4, 512, 32), (4, 512, 256), (2, 512, 64), (4, 256, 64), (2, 128, 64)]
        {
            speed(Settings { layers, hidden, batch, ..Settings::default() })?;
        }
    }
    Ok(())
}

fn small(dropout: f32) -> Settings {
    Settings { hidden: 64, layers: 2, batch: 32, steps: 12, dropout, ..Settings::default() }
}

fn trainer(settings: Settings, ball: bool, device: Device) -> Result<Trainer, TrainError> {
    let (layout, loss) = problem::body(22, 132, ball);
    let bank = problem::bank(&layout, FRAMES, 3);
    let mut trainer = Trainer::new(layout, loss, settings, FRAMES, device)?;
    trainer.set_bank(&bank)?;
    Ok(trainer)
}

/// |a - b| / |b|.
fn difference(a: &[f32], b: &[f32]) -> f64 {
    let square = |x: f32| f64::from(x) * f64::from(x);
    let apart: f64 = a.iter().zip(b).map(|(a, b)| square(a - b)).sum();
    let size: f64 = b.iter().map(|b| square(*b)).sum();
    (apart / size.max(1e-30)).sqrt()
}

fn agree(name: &str, settings: Settings, ball: bool) -> Result<(), TrainError> {
    let mut cpu = trainer(settings, ball, Device::Cpu)?;
    let mut cuda = trainer(settings, ball, Device::Cuda)?;
    println!("\n== {name}: CPU against {}", cuda.machine());
    let mut batches = problem::Batches::new(cpu.layout(), &settings, FRAMES, 5);
    for update in 0..4 {
        let batch = batches.next();
        cpu.update(&batch)?;
        cuda.update(&batch)?;
        let (a, b) = (cuda.report()?, cpu.report()?);
        let (outputs, gradient) = cuda.last_outputs_and_gradient()?;
        let (cpu_outputs, cpu_gradient) = cpu.last_outputs_and_gradient()?;
        println!(
            "update {update}: loss {:.6} CPU {:.6} off by {:.1e}; norm {:.5} CPU {:.5}; outputs {:.1e}, gradient {:.1e}",
            a.loss,
            b.loss,
            (a.loss - b.loss).abs() / b.loss,
            a.norm,
            b.norm,
            difference(&outputs, &cpu_outputs),
            difference(&gradient, &cpu_gradient),
        );
        if update == 0 {
            for ((name, a), b) in TERM_NAMES.iter().zip(a.terms).zip(b.terms) {
                println!("  {name:10} {a:.6} CPU {b:.6}");
            }
        }
    }
    // Each goes on from the other's checkpoint.
    let (from_cuda, from_cpu) = (cuda.checkpoint()?, cpu.checkpoint()?);
    let batch = batches.next();
    let mut losses = Vec::new();
    for (trainer, bytes) in [(&mut cpu, &from_cuda), (&mut cuda, &from_cuda)] {
        trainer.resume(bytes)?;
        trainer.update(&batch)?;
        losses.push(trainer.report()?.loss);
    }
    for (trainer, bytes) in [(&mut cpu, &from_cpu), (&mut cuda, &from_cpu)] {
        trainer.resume(bytes)?;
        trainer.update(&batch)?;
        losses.push(trainer.report()?.loss);
    }
    println!(
        "from the GPU's checkpoint: CPU {:.6} GPU {:.6}; from the CPU's: {:.6} {:.6}",
        losses[0], losses[1], losses[2], losses[3]
    );
    Ok(())
}

/// Whether the same training gives the same bits.
fn twice() -> Result<(), TrainError> {
    let settings = small(0.1);
    let mut states = Vec::new();
    for _ in 0..2 {
        let mut trainer = trainer(settings, true, Device::Cuda)?;
        let mut batches = problem::Batches::new(trainer.layout(), &settings, FRAMES, 5);
        for _ in 0..50 {
            trainer.update(&batches.next())?;
        }
        states.push(trainer.state()?.weights);
    }
    println!(
        "after 50 updates twice: weights differ by {:.1e}",
        difference(&states[0], &states[1])
    );
    Ok(())
}

/// Several networks on one GPU at a time.
fn side_by_side(settings: Settings, count: usize) -> Result<(), TrainError> {
    let mut trainers = (0..count)
        .map(|_| trainer(settings, false, Device::Cuda))
        .collect::<Result<Vec<_>, _>>()?;
    let mut batches = problem::Batches::new(trainers[0].layout(), &settings, FRAMES, 5);
    let ready: Vec<_> = (0..16).map(|_| batches.next()).collect();
    let mut run = |updates: usize| -> Result<f64, TrainError> {
        let start = Instant::now();
        for i in 0..updates {
            for trainer in &mut trainers {
                trainer.update(&ready[i % ready.len()])?;
            }
        }
        trainers.iter().try_for_each(Trainer::wait)?;
        Ok(start.elapsed().as_secs_f64() / updates as f64)
    };
    run(20)?;
    let time = run(100)?;
    println!(
        "{count} networks {} x {}, batch {}, side by side: {:.1} updates/s in all",
        settings.layers,
        settings.hidden,
        settings.batch,
        count as f64 / time
    );
    Ok(())
}

/// A longer training, with its losses.
fn long(settings: Settings) -> Result<(), TrainError> {
    let mut trainer = trainer(settings, false, Device::Cuda)?;
    let mut batches = problem::Batches::new(trainer.layout(), &settings, FRAMES, 5);
    let start = Instant::now();
    for update in 0..settings.updates {
        trainer.update(&batches.next())?;
        if update % (settings.updates / 8) == 0 || update + 1 == settings.updates {
            let report = trainer.report()?;
            let secs = start.elapsed().as_secs_f64();
            println!(
                "{secs:6.1} s, update {update}: loss {:.4}, norm {:.3}",
                report.loss, report.norm
            );
        }
    }
    Ok(())
}

fn cpu_speed(settings: Settings) -> Result<(), TrainError> {
    let mut trainer = trainer(settings, false, Device::Cpu)?;
    let mut batches = problem::Batches::new(trainer.layout(), &settings, FRAMES, 5);
    let ready: Vec<_> = (0..4).map(|_| batches.next()).collect();
    trainer.update(&ready[0])?;
    let start = Instant::now();
    let count = 8;
    for i in 0..count {
        trainer.update(&ready[i % ready.len()])?;
    }
    let (layers, hidden, batch) = (settings.layers, settings.hidden, settings.batch);
    let time = start.elapsed().as_secs_f64() * 1e3 / count as f64;
    println!(
        "CPU {layers} x {hidden}, batch {batch}, {} steps: {time:.1} ms an update",
        settings.steps
    );
    Ok(())
}

fn speed(settings: Settings) -> Result<(), TrainError> {
    let mut trainer = trainer(settings, false, Device::Cuda)?;
    let mut batches = problem::Batches::new(trainer.layout(), &settings, FRAMES, 5);
    let ready: Vec<_> = (0..16).map(|_| batches.next()).collect();
    let mut run = |count: usize| -> Result<f64, TrainError> {
        let start = Instant::now();
        for i in 0..count {
            trainer.update(&ready[i % ready.len()])?;
        }
        trainer.wait()?;
        Ok(start.elapsed().as_secs_f64() / count as f64)
    };
    run(20)?;
    let mut times = [run(100)?, run(100)?, run(100)?];
    times.sort_by(f64::total_cmp);
    let report = trainer.report()?;
    println!(
        "\n== {} x {}, batch {}, {} steps: {:.1} updates/s, {:.3} ms ({:.3} to {:.3}); loss {:.4}",
        settings.layers,
        settings.hidden,
        settings.batch,
        settings.steps,
        1.0 / times[1],
        times[1] * 1e3,
        times[0] * 1e3,
        times[2] * 1e3,
        report.loss
    );
    let start = Instant::now();
    for (name, time) in trainer.kernel_times(&|| start.elapsed().as_secs_f64())? {
        print!("{name} {time:.2} us; ");
    }
    println!();
    Ok(())
}
