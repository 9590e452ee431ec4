//! The trainer on a GPU.
//!
//! A whole update is one captured graph: the closed loop forward, the loss, the way back, the gradients
//! of the weights, Adam. The loop is a chain of some six hundred small kernels that depend on each other,
//! so what counts is the time from one kernel to the next:
//! every kernel of the chain starts while the one before it runs, and reads its weights and whatever
//! else does not depend on that one meanwhile. Products run on tensor cores with halves in and floats
//! out; weights and Adam are floats.
//!
//! PERF: 4 layers of 512, 216 channels, batch 64, 48 steps on one H200: 3.17 ms an update, 316 updates a
//! second (PyTorch 2.11 with a captured graph, in the same minute: 15.3 ms). Forward 1.32 ms, back
//! 1.47 ms, gradients of the weights 0.20 ms, Adam 0.09 ms. Four such networks side by side do 506 updates
//! a second in all, with batch 32 881. Two things that were slower: blocks of 64 sequences instead of 32
//! (3.40 ms), and starting every kernel before the last one ended its wait (3.46 ms).

#![allow(unsafe_code, reason = "kernels, graphs and memory of a GPU have no safe form")]

mod chain;
mod device;
mod memory;
mod source;

use crate::{
    arrangement::Arrangement,
    batch::{Bank, Batch},
    layout::{Layout, LossWeights},
    loss::TERMS,
    settings::{Settings, noise_key},
    state::{Report, State},
};
use cudarc::driver::CudaGraph;
use device::Device;
use memory::Memory;

/// Words before the tables of a batch; `AT_START` in `common.cu`.
const HEAD_WORDS: usize = 16;

/// Why a GPU cannot train.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CudaError {
    /// No driver, no compiler or no GPU.
    #[error("there is no CUDA here ({reason}); train on the CPU, or install the driver and NVRTC")]
    Missing {
        /// What was looked for.
        reason: String,
    },
    /// A GPU without clusters of blocks.
    #[error("this GPU has compute capability {found}, 9.0 is needed (H100 or later)")]
    TooOld {
        /// What it has.
        found: String,
    },
    /// Sizes that the kernels cannot take.
    #[error("with CUDA, {what}")]
    Size {
        /// What they need.
        what: &'static str,
    },
    /// Something else went wrong.
    #[error("CUDA says: {0}")]
    Driver(String),
}

/// A training on a GPU.
pub(crate) struct Cuda {
    device: Device,
    memory: Memory,
    settings: Settings,
    sizes: Arrangement,
    graph: CudaGraph,
    bank: BankRoom,
    update: u64,
}

/// Where the bank lies; a graph remembers the place, so it must not move.
#[derive(Clone, Copy)]
struct BankRoom {
    frames: u64,
    roots: u64,
    capacity: usize,
}

impl Cuda {
    /// Begins a training with room for a bank of so many frames; everything else has been checked.
    pub(crate) fn new(
        layout: &Layout,
        loss: &LossWeights,
        settings: Settings,
        capacity: usize,
    ) -> Result<Self, CudaError> {
        let sizes = Arrangement::new(layout.channels(), &settings);
        check_sizes(&sizes, &settings, layout)?;
        let device = Device::new(&source::source(layout, loss, &settings, &sizes))?;
        let memory = Memory::new(&device, layout, loss, (&settings, &sizes))?;
        let frames = device.room(capacity * layout.frame * 4)?;
        let roots = device.room(capacity * 3 * 4)?;
        let bank = BankRoom { frames, roots, capacity };
        let graph = chain::capture(&device, &memory, (&settings, &sizes), bank)?;
        let cuda = Self { device, memory, settings, sizes, graph, bank, update: 0 };
        let weights = sizes.first_weights(&settings);
        cuda.device.write(cuda.memory.average, &weights)?;
        cuda.device.write(cuda.memory.weights, &weights)?;
        cuda.copy_weights()?;
        Ok(cuda)
    }

    pub(crate) fn plan(&mut self, updates: u64) {
        self.settings.updates = updates;
    }

    pub(crate) fn set_bank(&mut self, bank: &Bank) -> Result<(), CudaError> {
        if bank.len() > self.bank.capacity {
            return Err(CudaError::Size { what: "the bank must not outgrow the room made for it" });
        }
        self.device.write(self.bank.frames, &bank.frames)?;
        self.device.write(self.bank.roots, &bank.roots)
    }

    /// Sends one update on its way; the batch has been checked.
    pub(crate) fn update(&mut self, batch: &Batch) -> Result<(), CudaError> {
        let pace = self.settings.pace(self.update);
        let key = f32::from_bits(noise_key(self.settings.seed, self.update));
        let head = [pace.rate, pace.correction1, pace.correction2, pace.fresh, key];
        let start: Vec<f32> = batch.start.iter().map(|frame| f32::from_bits(*frame)).collect();
        let mut rest = [0.0; HEAD_WORDS];
        rest[..head.len()].copy_from_slice(&head);
        let parts: [&[f32]; 8] = [
            &rest,
            &start,
            &batch.own_root,
            &batch.restart,
            &batch.aims,
            &batch.given,
            &batch.expected,
            &batch.select,
        ];
        self.device.send(self.memory.batch, &parts)?;
        self.graph.launch().map_err(device::driver)?;
        self.update += 1;
        Ok(())
    }

    /// What the last update told; waits for it.
    pub(crate) fn report(&self) -> Result<Report, CudaError> {
        let numbers: Vec<f32> = self.device.read(self.memory.report, TERMS + 1)?;
        let sums = std::array::from_fn(|i| f64::from(numbers[i]));
        let count = self.settings.steps * self.settings.batch;
        Ok(Report::of(sums, count, f64::from(numbers[TERMS])))
    }

    pub(crate) fn state(&self) -> Result<State, CudaError> {
        let (device, memory, sizes) = (&self.device, &self.memory, &self.sizes);
        let (count, steps) = (self.settings.batch, self.settings.steps);
        let (len, size) = (sizes.len(), count * sizes.hidden);
        let (mut hidden, mut cells) = (Vec::new(), Vec::new());
        for layer in 0..sizes.layers {
            let slot = (layer * (steps + 1) + steps) * size;
            let halves: Vec<u16> = device.read(memory.recurrent + 2 * slot as u64, size)?;
            hidden.extend(memory::from_operand(&halves, sizes.hidden));
            cells.extend(device.read::<f32>(memory.cells + 4 * slot as u64, size)?);
        }
        let last = steps * count;
        Ok(State {
            update: self.update,
            weights: device.read(memory.weights, len)?,
            moment1: device.read(memory.moment1, len)?,
            moment2: device.read(memory.moment2, len)?,
            average: device.read(memory.average, len)?,
            rows: device
                .read(memory.rows + 4 * (last * sizes.padded) as u64, count * sizes.padded)?,
            roots: device.read(memory.roots + 4 * (last * 3) as u64, count * 3)?,
            hidden,
            cells,
            lowest: device.read(memory.lowest, count)?,
        })
    }

    /// Goes on from a state whose lengths have been checked.
    pub(crate) fn restore(&mut self, state: &State) -> Result<(), CudaError> {
        let (device, memory, sizes) = (&self.device, &self.memory, &self.sizes);
        let (count, steps) = (self.settings.batch, self.settings.steps);
        let (size, last) = (count * sizes.hidden, steps * count);
        device.write(memory.weights, &state.weights)?;
        device.write(memory.moment1, &state.moment1)?;
        device.write(memory.moment2, &state.moment2)?;
        device.write(memory.average, &state.average)?;
        device.write(memory.rows + 4 * (last * sizes.padded) as u64, &state.rows)?;
        device.write(memory.roots + 4 * (last * 3) as u64, &state.roots)?;
        for layer in 0..sizes.layers {
            let slot = (layer * (steps + 1) + steps) * size;
            let halves = memory::to_operand(&state.hidden[layer * size..][..size], sizes.hidden);
            device.write(memory.recurrent + 2 * slot as u64, &halves)?;
            device.write(memory.cells + 4 * slot as u64, &state.cells[layer * size..][..size])?;
        }
        device.write(memory.lowest, &state.lowest)?;
        self.update = state.update;
        self.copy_weights()
    }

    /// The outputs of the last update, step by step, for comparisons.
    pub(crate) fn outputs(&self) -> Result<Vec<f32>, CudaError> {
        let width = self.settings.batch * self.sizes.padded;
        self.device.read(self.memory.rows + 4 * width as u64, self.settings.steps * width)
    }

    /// The gradient of the last update, for comparisons.
    pub(crate) fn last_gradient(&self) -> Result<Vec<f32>, CudaError> {
        let mut numbers: Vec<f32> = self.device.read(self.memory.gradient, self.sizes.len())?;
        let scale = source::gradient_scale(&self.settings);
        numbers.iter_mut().for_each(|g| *g /= scale);
        Ok(numbers)
    }

    /// Name of the GPU.
    pub(crate) fn name(&self) -> String {
        self.device.name()
    }

    /// Times of the kernels by themselves, in microseconds, for measurements.
    pub(crate) fn kernel_times(
        &self,
        clock: &dyn Fn() -> f64,
    ) -> Result<Vec<(String, f64)>, CudaError> {
        chain::times(&self.device, &self.memory, (&self.settings, &self.sizes), self.bank, clock)
    }

    /// Waits until all updates are done.
    pub(crate) fn wait(&self) -> Result<(), CudaError> {
        self.device.wait()
    }

    /// Fills the copies that tensor cores read.
    fn copy_weights(&self) -> Result<(), CudaError> {
        chain::copy_weights(&self.device, &self.memory)?;
        self.device.wait()
    }
}

fn check_sizes(sizes: &Arrangement, settings: &Settings, layout: &Layout) -> Result<(), CudaError> {
    let rules = [
        (settings.batch.is_multiple_of(32), "the batch must be a multiple of 32"),
        (sizes.hidden.is_multiple_of(64), "the units of a layer must be a multiple of 64"),
        (sizes.hidden <= 1024, "a layer has at most 1,024 units"),
        (sizes.layers <= 16, "there are at most 16 layers"),
        (sizes.padded + settings.steps <= 700, "channels and steps together are at most 700"),
        (sizes.padded <= 4 * sizes.hidden, "there are at most four channels for each unit"),
        (!layout.goals.is_empty(), "there is at least one goal channel"),
    ];
    match rules.into_iter().find(|(holds, _)| !holds) {
        Some((_, what)) => Err(CudaError::Size { what }),
        None => Ok(()),
    }
}
