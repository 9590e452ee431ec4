//! A training goes on as if it had never stopped, on this machine or another, and refuses nonsense.

mod problem;

use sidestep_lanes::InstructionSet;
use sidestep_train::{
    Batch, BatchError, CheckpointError, CudaError, Device, GoalChannel, LayoutError, Settings,
    TrainError, Trainer,
};

const FRAMES: usize = 400;

fn small() -> Settings {
    Settings { hidden: 64, layers: 2, batch: 32, steps: 8, dropout: 0.1, ..Settings::default() }
}

fn trainer(settings: Settings, device: Device) -> Result<Trainer, TrainError> {
    let (layout, loss) = problem::body(5, 6, true);
    let bank = problem::bank(&layout, FRAMES, 3);
    let mut trainer = Trainer::new(layout, loss, settings, FRAMES, device)?;
    trainer.set_bank(&bank)?;
    Ok(trainer)
}

fn batches(trainer: &Trainer, count: usize) -> Vec<Batch> {
    let mut batches = problem::Batches::new(trainer.layout(), trainer.settings(), FRAMES, 5);
    (0..count).map(|_| batches.next()).collect()
}

#[test]
fn a_checkpoint_goes_on_to_the_same_bits() -> Result<(), TrainError> {
    let mut whole = trainer(small(), Device::Cpu)?;
    let batches = batches(&whole, 4);
    let mut first = trainer(small(), Device::Cpu)?;
    for batch in &batches {
        whole.update(batch)?;
    }
    for batch in &batches[..2] {
        first.update(batch)?;
    }
    let bytes = first.checkpoint()?;
    let mut second = trainer(Settings { seed: 99, ..small() }, Device::Cpu)?;
    second.resume(&bytes)?;
    assert_eq!(second.state()?, first.state()?);
    let mut third = trainer(small(), Device::Cpu)?;
    third.resume(&bytes)?;
    for batch in &batches[2..] {
        third.update(batch)?;
    }
    assert_eq!(third.state()?, whole.state()?);
    assert_eq!(third.report()?, whole.report()?);
    Ok(())
}

#[test]
fn bits_do_not_depend_on_the_number_of_threads() -> Result<(), TrainError> {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut trainer = trainer(Settings { batch: 80, ..small() }, Device::Cpu)?;
            for batch in batches(&trainer, 2) {
                trainer.update(&batch)?;
            }
            trainer.state()
        })
    };
    assert_eq!(run(1)?, run(3)?);
    Ok(())
}

#[test]
fn a_damaged_or_foreign_checkpoint_is_refused() -> Result<(), TrainError> {
    let settings = Settings { hidden: 8, batch: 2, ..small() };
    let mut trainer_a = trainer(settings, Device::Cpu)?;
    let bytes = trainer_a.checkpoint()?;
    for place in (8..bytes.len()).step_by(401) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert!(trainer_a.resume(&damaged).is_err(), "byte {place}");
    }
    for length in [0, 4, 8, 12, 40, bytes.len() - 1] {
        assert!(trainer_a.resume(&bytes[..length]).is_err(), "{length} bytes");
    }
    let mut other = trainer(Settings { layers: 3, ..settings }, Device::Cpu)?;
    let error = CheckpointError::Other { what: "layers", found: 2, wanted: 3 };
    assert_eq!(other.resume(&bytes), Err(TrainError::Checkpoint(error)));
    Ok(())
}

#[test]
fn data_that_does_not_fit_is_refused() -> Result<(), TrainError> {
    let mut trainer = trainer(small(), Device::Cpu)?;
    let mut batch = batches(&trainer, 1).remove(0);
    batch.start[3] = 395;
    let past = BatchError::PastEnd { sequence: 3, first: 395, last: 403, frames: FRAMES };
    assert_eq!(trainer.update(&batch), Err(TrainError::Batch(past)));
    batch.start[3] = 0;
    batch.aims.pop();
    assert!(matches!(trainer.update(&batch), Err(TrainError::Batch(BatchError::Length { .. }))));
    let (mut layout, loss) = problem::body(5, 6, true);
    layout.root = layout.frame - 2;
    let settings = small();
    let refused = Trainer::new(layout, loss, settings, FRAMES, Device::Cpu).err();
    assert!(matches!(refused, Some(TrainError::Layout(LayoutError::Channel { .. }))));
    let (layout, loss) = problem::body(5, 6, true);
    let settings = Settings { batch: 0, ..settings };
    let refused = Trainer::new(layout, loss, settings, FRAMES, Device::Cpu).err();
    assert!(matches!(refused, Some(TrainError::Settings(_))));
    Ok(())
}

/// The network for the run time gives what the trainer saw, to 1e-5.
#[test]
fn the_network_is_the_one_that_was_trained() -> Result<(), TrainError> {
    let settings = Settings { steps: 6, dropout: 0.0, learning_rate: 0.0, ..small() };
    let (mut layout, loss) = problem::body(5, 6, false);
    layout.goals.fill(GoalChannel::Given);
    let bank = problem::bank(&layout, FRAMES, 3);
    let mut trainer = Trainer::new(layout.clone(), loss, settings, FRAMES, Device::Cpu)?;
    trainer.set_bank(&bank)?;
    let mut batch = batches(&trainer, 1).remove(0);
    batch.restart.fill(0.0);
    batch.restart[..settings.batch].fill(1.0);
    batch.select.fill(1.0);
    trainer.update(&batch)?;
    let (outputs, _) = trainer.last_outputs_and_gradient()?;
    let network = trainer.network()?;
    let (frame, goals, channels) = (layout.frame, layout.goals.len(), layout.channels());
    let padded = outputs.len() / settings.steps / settings.batch;
    for b in 0..settings.batch {
        let mut memory = network.memory(1);
        let first = batch.start[b] as usize * frame;
        let mut row: Vec<f32> = bank.frames[first..first + frame].to_vec();
        for t in 0..settings.steps {
            row.truncate(frame);
            row.extend(&batch.given[(t * settings.batch + b) * goals..][..goals]);
            let scales = layout.means.iter().zip(&layout.deviations);
            let world: Vec<f32> = row.iter().zip(scales).map(|(x, (m, d))| x * d + m).collect();
            let mut out = vec![0.0; channels];
            network.step(InstructionSet::best(), &mut memory, &world, &mut out);
            let scales = layout.means.iter().zip(&layout.deviations);
            row = out.iter().zip(scales).map(|(x, (m, d))| (x - m) / d).collect();
            let expected = &outputs[(t * settings.batch + b) * padded..][..channels];
            for (found, expected) in row.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-5, "{found} {expected}");
            }
        }
    }
    Ok(())
}

/// Losses to 1e-3 and gradients to 1e-2 of each other, where there is a GPU.
#[test]
fn the_gpu_agrees_with_the_cpu() -> Result<(), TrainError> {
    let mut cuda = match trainer(small(), Device::Cuda) {
        Ok(cuda) => cuda,
        Err(TrainError::Cuda(error @ (CudaError::Missing { .. } | CudaError::TooOld { .. }))) => {
            println!("skipped: {error}");
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    let mut cpu = trainer(small(), Device::Cpu)?;
    for batch in batches(&cpu, 3) {
        cpu.update(&batch)?;
        cuda.update(&batch)?;
        let (a, b) = (cuda.report()?, cpu.report()?);
        assert!((a.loss - b.loss).abs() < 1e-3 * b.loss, "{} {}", a.loss, b.loss);
        for (a, b) in a.terms.iter().zip(b.terms) {
            assert!((a - b).abs() < 1e-3 * b.max(0.01), "{a} {b}");
        }
        let (gradient, expected) =
            (cuda.last_outputs_and_gradient()?.1, cpu.last_outputs_and_gradient()?.1);
        let apart: f32 = gradient.iter().zip(&expected).map(|(a, b)| (a - b) * (a - b)).sum();
        let size: f32 = expected.iter().map(|b| b * b).sum();
        assert!(apart.sqrt() < 1e-2 * size.sqrt(), "{}", (apart / size).sqrt());
    }
    let bytes = cuda.checkpoint()?;
    cpu.resume(&bytes)?;
    Ok(())
}
