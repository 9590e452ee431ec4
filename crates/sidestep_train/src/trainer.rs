//! One training, on whichever machine.

use crate::{
    arrangement::Arrangement,
    batch::{Bank, Batch, BatchError},
    checkpoint::{self, CheckpointError},
    cpu::Cpu,
    cuda::{Cuda, CudaError},
    layout::{Layout, LayoutError, LossWeights},
    settings::{Settings, SettingsError},
    state::{Report, State},
};
use sidestep_network::{Network, NetworkError, Normalisation};

/// Where to train.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// On the CPU; same inputs, same bits.
    Cpu,
    /// On the first CUDA device.
    Cuda,
}

/// Why a training cannot begin or go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrainError {
    /// A setting that makes no sense.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A layout that does not fit together.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// Data that does not fit the layout.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The GPU cannot.
    #[error(transparent)]
    Cuda(#[from] CudaError),
    /// Bytes that are no checkpoint of this training.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Weights that make no network: the training went astray.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// A training: a network that learns to follow its goals on its own output.
pub struct Trainer {
    layout: Layout,
    loss: LossWeights,
    settings: Settings,
    frames: usize,
    report: Report,
    engine: Engine,
}

enum Engine {
    Cpu(Box<Cpu<f32>>),
    Cuda(Box<Cuda>),
}

impl Trainer {
    /// Begins a training, with room for a bank of `capacity` frames.
    pub fn new(
        layout: Layout,
        loss: LossWeights,
        settings: Settings,
        capacity: usize,
        device: Device,
    ) -> Result<Self, TrainError> {
        settings.check()?;
        layout.check(&loss)?;
        let engine = match device {
            Device::Cpu => Engine::Cpu(Box::new(Cpu::new(layout.clone(), loss.clone(), settings))),
            Device::Cuda => Engine::Cuda(Box::new(Cuda::new(&layout, &loss, settings, capacity)?)),
        };
        Ok(Self { layout, loss, settings, frames: 0, report: Report::default(), engine })
    }

    /// What is trained.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What counts how much.
    pub fn loss_weights(&self) -> &LossWeights {
        &self.loss
    }

    /// How it is trained.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Plans the learning rate anew, for so many updates in all.
    pub fn plan(&mut self, updates: u64) {
        self.settings.updates = updates;
        match &mut self.engine {
            Engine::Cpu(cpu) => cpu.plan(updates),
            Engine::Cuda(cuda) => cuda.plan(updates),
        }
    }

    /// Replaces the motion that batches point into.
    pub fn set_bank(&mut self, bank: &Bank) -> Result<(), TrainError> {
        bank.check(&self.layout)?;
        match &mut self.engine {
            Engine::Cpu(cpu) => cpu.set_bank(bank),
            Engine::Cuda(cuda) => cuda.set_bank(bank)?,
        }
        self.frames = bank.len();
        Ok(())
    }

    /// One update. A GPU is only told to do it; [`Trainer::report`] waits.
    pub fn update(&mut self, batch: &Batch) -> Result<(), TrainError> {
        let sizes = (self.settings.steps, self.settings.batch, self.layout.goals.len());
        batch.check(sizes, self.frames)?;
        match &mut self.engine {
            Engine::Cpu(cpu) => self.report = cpu.update(batch),
            Engine::Cuda(cuda) => cuda.update(batch)?,
        }
        Ok(())
    }

    /// What the last update told.
    pub fn report(&self) -> Result<Report, TrainError> {
        match &self.engine {
            Engine::Cpu(_) => Ok(self.report),
            Engine::Cuda(cuda) => Ok(cuda.report()?),
        }
    }

    /// The network as it is played: the running average of the weights.
    pub fn network(&self) -> Result<Network, TrainError> {
        let sizes = Arrangement::new(self.layout.channels(), &self.settings);
        let normalisation = Normalisation {
            input_means: self.layout.means.clone(),
            input_deviations: self.layout.deviations.clone(),
            output_means: self.layout.means.clone(),
            output_deviations: self.layout.deviations.clone(),
        };
        Ok(sizes.network(&self.state()?.average, normalisation)?)
    }

    /// All that the training remembers, as bytes for a file. Any machine goes on from it.
    pub fn checkpoint(&self) -> Result<Vec<u8>, TrainError> {
        Ok(checkpoint::encode(&self.settings, self.layout.channels(), &self.state()?))
    }

    /// Goes on from a checkpoint of a training with the same sizes.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), TrainError> {
        let state = checkpoint::decode(bytes, &self.settings, self.layout.channels())?;
        match &mut self.engine {
            Engine::Cpu(cpu) => cpu.restore(&state),
            Engine::Cuda(cuda) => cuda.restore(&state)?,
        }
        Ok(())
    }

    /// All that the training remembers.
    pub fn state(&self) -> Result<State, TrainError> {
        match &self.engine {
            Engine::Cpu(cpu) => Ok(cpu.state()),
            Engine::Cuda(cuda) => Ok(cuda.state()?),
        }
    }

    /// Name of the machine it runs on.
    pub fn machine(&self) -> String {
        match &self.engine {
            Engine::Cpu(_) => "CPU".into(),
            Engine::Cuda(cuda) => cuda.name(),
        }
    }

    /// Outputs of the last update (steps, sequences, padded channels) and the gradient it used: to
    /// compare machines with.
    pub fn last_outputs_and_gradient(&self) -> Result<(Vec<f32>, Vec<f32>), TrainError> {
        match &self.engine {
            Engine::Cpu(cpu) => Ok((cpu.outputs(), cpu.last_gradient())),
            Engine::Cuda(cuda) => Ok((cuda.outputs()?, cuda.last_gradient()?)),
        }
    }

    /// Microseconds of each kernel by itself, by a clock in seconds; nothing on a CPU. Spoils the
    /// training: for measurements only.
    pub fn kernel_times(&self, clock: &dyn Fn() -> f64) -> Result<Vec<(String, f64)>, TrainError> {
        match &self.engine {
            Engine::Cpu(_) => Ok(Vec::new()),
            Engine::Cuda(cuda) => Ok(cuda.kernel_times(clock)?),
        }
    }

    /// Waits until all updates are done.
    pub fn wait(&self) -> Result<(), TrainError> {
        match &self.engine {
            Engine::Cpu(_) => Ok(()),
            Engine::Cuda(cuda) => Ok(cuda.wait()?),
        }
    }
}
