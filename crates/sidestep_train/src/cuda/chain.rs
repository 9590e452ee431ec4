//! The kernels of one update, in order.

use super::{
    BankRoom, CudaError,
    device::{Device, Launch},
    memory::{LayoutRoom, Memory},
    source::tile_rows,
};
use crate::{arrangement::Arrangement, settings::Settings};
use cudarc::driver::CudaGraph;
use std::ffi::c_void;

const THREADS: usize = 256;

#[derive(Clone, Copy)]
#[repr(C)]
struct Data {
    frames: u64,
    roots: u64,
    batch: u64,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Begin {
    data: Data,
    rows: u64,
    roots: u64,
    memory: u64,
    cells: u64,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Encode {
    layout: LayoutRoom,
    data: Data,
    rows: u64,
    before: u64,
    roots: u64,
    matrix: u64,
    biases: u64,
    inputs: u64,
    encoded: u64,
    t: i32,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Forward {
    batch: u64,
    below: u64,
    memory: u64,
    matrix: u64,
    biases: u64,
    cells: u64,
    next_cells: u64,
    gates: u64,
    up: u64,
    next_memory: u64,
    layer: i32,
    t: i32,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Decode {
    top: u64,
    matrix: u64,
    biases: u64,
    rows: u64,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct FeedBack {
    batch: u64,
    by_encoded: u64,
    matrix: u64,
    by_loss: u64,
    by_rows: u64,
    t: i32,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Backward {
    batch: u64,
    above: u64,
    above_matrix: u64,
    later: u64,
    later_matrix: u64,
    gates: u64,
    cells: u64,
    next_cells: u64,
    by_cells: u64,
    by_gates: u64,
    encoded: u64,
    by_encoded: u64,
    above_chunks: i32,
    layer: i32,
    t: i32,
    has_later: i32,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Loss {
    layout: LayoutRoom,
    data: Data,
    rows: u64,
    roots: u64,
    by_loss: u64,
    by_rows: u64,
    lowest: u64,
    terms: u64,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Descend {
    batch: u64,
    report: u64,
    gradient: u64,
    weights: u64,
    moment1: u64,
    moment2: u64,
    average: u64,
    matrices: u64,
    biases: u64,
    matrix_count: i32,
    bias_count: i32,
    bias_tile: i32,
    only_copy: i32,
}

/// One update as a graph.
pub(super) fn capture(
    device: &Device,
    memory: &Memory,
    (settings, sizes): (&Settings, &Arrangement),
    bank: BankRoom,
) -> Result<CudaGraph, CudaError> {
    let chain = Chain { device, memory, settings, sizes, bank };
    device.capture(|| chain.update())
}

/// Fills the halves that tensor cores read from the weights.
pub(super) fn copy_weights(device: &Device, memory: &Memory) -> Result<(), CudaError> {
    descend(device, memory, true)
}

/// Each kernel by itself, in microseconds: the mean of many in a row.
pub(super) fn times(
    device: &Device,
    memory: &Memory,
    (settings, sizes): (&Settings, &Arrangement),
    bank: BankRoom,
    clock: &dyn Fn() -> f64,
) -> Result<Vec<(String, f64)>, CudaError> {
    let chain = Chain { device, memory, settings, sizes, bank };
    let last = settings.steps - 1;
    let top = sizes.layers - 1;
    type Part<'a> = (&'a str, usize, Box<dyn Fn() -> Result<(), CudaError> + 'a>);
    let parts: Vec<Part<'_>> = vec![
        ("begin", 1, Box::new(|| chain.begin())),
        ("encode", 50, Box::new(|| chain.encode(last))),
        ("layer_forward", 50, Box::new(|| chain.layer_forward(top, last))),
        ("decode", 50, Box::new(|| chain.decode(last))),
        ("loss", 1, Box::new(|| chain.loss())),
        ("layer_backward", 50, Box::new(|| chain.layer_backward(0, 0))),
        ("encode_backward", 50, Box::new(|| chain.encode_backward(0))),
        ("feed_back", 50, Box::new(|| chain.feed_back(last))),
        ("weight_gradients", 1, Box::new(|| chain.weight_gradients())),
        ("bias_gradients", 1, Box::new(|| chain.bias_gradients())),
        ("norm", 1, Box::new(|| chain.norm())),
        ("descend", 1, Box::new(|| descend(device, memory, false))),
        ("forward", 1, Box::new(|| chain.forward())),
        ("backward", 1, Box::new(|| chain.backward())),
    ];
    let mut times = Vec::new();
    for (name, repeats, part) in parts {
        let graph = device.capture(|| (0..repeats).try_for_each(|_| part()))?;
        let run = |count: usize| {
            (0..count).try_for_each(|_| graph.launch()).map_err(super::device::driver)?;
            device.wait()
        };
        run(5)?;
        let start = clock();
        run(20)?;
        times.push((name.to_owned(), (clock() - start) * 1e6 / (20 * repeats) as f64));
    }
    Ok(times)
}

struct Chain<'a> {
    device: &'a Device,
    memory: &'a Memory,
    settings: &'a Settings,
    sizes: &'a Arrangement,
    bank: BankRoom,
}

impl Chain<'_> {
    fn update(&self) -> Result<(), CudaError> {
        self.begin()?;
        self.forward()?;
        self.loss()?;
        self.backward()?;
        self.weight_gradients()?;
        self.bias_gradients()?;
        self.norm()?;
        descend(self.device, self.memory, false)
    }

    fn forward(&self) -> Result<(), CudaError> {
        for t in 0..self.settings.steps {
            self.encode(t)?;
            for layer in 0..self.sizes.layers {
                self.layer_forward(layer, t)?;
            }
            self.decode(t)?;
        }
        Ok(())
    }

    fn backward(&self) -> Result<(), CudaError> {
        for t in (0..self.settings.steps).rev() {
            for layer in (0..self.sizes.layers).rev() {
                self.layer_backward(layer, t)?;
            }
            self.encode_backward(t)?;
            if t > 0 {
                self.feed_back(t)?;
            }
        }
        Ok(())
    }

    fn data(&self) -> Data {
        Data { frames: self.bank.frames, roots: self.bank.roots, batch: self.memory.batch }
    }

    /// Numbers in one step of a table that is `width` wide.
    fn step(&self, width: usize) -> usize {
        self.settings.batch * width
    }

    /// The address of step `t` of a layer, in a table with so many bytes a number and slots a layer.
    fn slot(
        &self,
        base: u64,
        (layer, t): (usize, usize),
        width: usize,
        bytes: usize,
        slots: usize,
    ) -> u64 {
        base + ((layer * slots + t) * self.step(width) * bytes) as u64
    }

    fn begin(&self) -> Result<(), CudaError> {
        let m = self.memory;
        let begin = Begin {
            data: self.data(),
            rows: m.rows,
            roots: m.roots,
            memory: m.recurrent,
            cells: m.cells,
        };
        self.device.launch(whole("begin", 128), &begin)
    }

    fn encode(&self, t: usize) -> Result<(), CudaError> {
        let (m, d, h) = (self.memory, self.sizes.padded, self.sizes.hidden);
        let roots = |t: usize| m.roots + (t * self.step(3) * 4) as u64;
        let encode = Encode {
            layout: m.layout,
            data: self.data(),
            rows: m.rows + (t * self.step(d) * 4) as u64,
            before: roots(t.saturating_sub(1)),
            roots: roots(t),
            matrix: m.copies.encoder,
            biases: m.weights + 4 * self.sizes.encoder().1.start as u64,
            inputs: m.inputs + (t * self.step(d) * 2) as u64,
            encoded: m.encoded + (t * self.step(h) * 2) as u64,
            t: t as i32,
        };
        let grid = (h / 64, self.settings.batch / 16);
        self.device.launch(early("encode", grid, (16 + 64) * d * 2), &encode)
    }

    fn layer_forward(&self, layer: usize, t: usize) -> Result<(), CudaError> {
        let (m, h, steps) = (self.memory, self.sizes.hidden, self.settings.steps);
        let below = match layer {
            0 => m.encoded + (t * self.step(h) * 2) as u64,
            _ => self.slot(m.up, (layer - 1, t), h, 2, steps),
        };
        let forward = Forward {
            batch: m.batch,
            below,
            memory: self.slot(m.recurrent, (layer, t), h, 2, steps + 1),
            matrix: m.copies.layers[layer],
            biases: m.weights + 4 * self.sizes.layer(layer).1.start as u64,
            cells: self.slot(m.cells, (layer, t), h, 4, steps + 1),
            next_cells: self.slot(m.cells, (layer, t + 1), h, 4, steps + 1),
            gates: self.slot(m.gates, (layer, t), 4 * h, 4, steps),
            up: self.slot(m.up, (layer, t), h, 2, steps),
            next_memory: self.slot(m.recurrent, (layer, t + 1), h, 2, steps + 1),
            layer: layer as i32,
            t: t as i32,
        };
        let rows = tile_rows(self.settings).0;
        let (columns, chunks) = (4096 / rows, 2 * (h / 32).div_ceil(4));
        let shared = (rows + columns) / 8 * chunks * 512 + rows * (columns + 4) * 4;
        let grid = (4 * h / columns * 4, self.settings.batch / rows);
        self.device.launch(early("layer_forward", grid, shared), &forward)
    }

    fn decode(&self, t: usize) -> Result<(), CudaError> {
        let (m, d, h) = (self.memory, self.sizes.padded, self.sizes.hidden);
        let decode = Decode {
            top: self.slot(m.up, (self.sizes.layers - 1, t), h, 2, self.settings.steps),
            matrix: m.copies.decoder,
            biases: m.weights + 4 * self.sizes.decoder().1.start as u64,
            rows: m.rows + ((t + 1) * self.step(d) * 4) as u64,
        };
        self.device.launch(self.small("decode"), &decode)
    }

    /// A product of 16 rows x 32 columns a block.
    fn small(&self, kernel: &'static str) -> Launch {
        let shared = (16 + 32) * self.sizes.hidden * 2 + 2 * 16 * 33 * 4;
        early(kernel, (self.sizes.padded / 32, self.settings.batch / 16), shared)
    }

    fn loss(&self) -> Result<(), CudaError> {
        let (m, d, last) = (self.memory, self.sizes.padded, self.settings.steps - 1);
        let loss = Loss {
            layout: m.layout,
            data: self.data(),
            rows: m.rows,
            roots: m.roots,
            by_loss: m.by_loss,
            by_rows: m.by_rows + (last * self.step(d) * 2) as u64,
            lowest: m.lowest,
            terms: m.terms,
        };
        let launch = Launch { threads: 512, ..whole("loss", self.settings.batch) };
        self.device.launch(launch, &loss)
    }

    fn layer_backward(&self, layer: usize, t: usize) -> Result<(), CudaError> {
        let (m, d, h) = (self.memory, self.sizes.padded, self.sizes.hidden);
        let steps = self.settings.steps;
        let by_gates = |layer, t| self.slot(m.by_gates, (layer, t), 4 * h, 2, steps);
        let (above, above_matrix, width) = if layer + 1 < self.sizes.layers {
            (by_gates(layer + 1, t), m.copies.input_back[layer + 1], 4 * h)
        } else {
            (m.by_rows + (t * self.step(d) * 2) as u64, m.copies.decoder_back, d)
        };
        let has_later = t + 1 < steps;
        let backward = Backward {
            batch: m.batch,
            above,
            above_matrix,
            later: by_gates(layer, if has_later { t + 1 } else { t }),
            later_matrix: m.copies.memory_back[layer],
            gates: self.slot(m.gates, (layer, t), 4 * h, 4, steps),
            cells: self.slot(m.cells, (layer, t), h, 4, steps + 1),
            next_cells: self.slot(m.cells, (layer, t + 1), h, 4, steps + 1),
            by_cells: m.by_cells + (layer * self.step(h) * 4) as u64,
            by_gates: by_gates(layer, t),
            encoded: 0,
            by_encoded: 0,
            above_chunks: (width / 32) as i32,
            layer: layer as i32,
            t: t as i32,
            has_later: i32::from(has_later),
        };
        self.device.launch(self.wide("layer_backward"), &backward)
    }

    fn encode_backward(&self, t: usize) -> Result<(), CudaError> {
        let (m, h) = (self.memory, self.sizes.hidden);
        let by_gates = self.slot(m.by_gates, (0, t), 4 * h, 2, self.settings.steps);
        let backward = Backward {
            batch: m.batch,
            above: by_gates,
            above_matrix: m.copies.input_back[0],
            later: by_gates,
            later_matrix: m.copies.memory_back[0],
            gates: 0,
            cells: 0,
            next_cells: 0,
            by_cells: 0,
            by_gates: 0,
            encoded: m.encoded + (t * self.step(h) * 2) as u64,
            by_encoded: m.by_encoded + (t * self.step(h) * 2) as u64,
            above_chunks: (4 * h / 32) as i32,
            layer: 0,
            t: t as i32,
            has_later: 0,
        };
        self.device.launch(self.wide("encode_backward"), &backward)
    }

    /// A product of 32 rows x 64 units a cluster of eight blocks.
    fn wide(&self, kernel: &'static str) -> Launch {
        let (h, rows) = (self.sizes.hidden, tile_rows(self.settings).1);
        let (columns, chunks) = (2048 / rows, 2 * (4 * h / 32).div_ceil(8));
        let shared = (rows + columns) / 8 * chunks * 512 + rows * (columns + 4) * 4;
        early(kernel, (h / columns * 8, self.settings.batch / rows), shared)
    }

    fn feed_back(&self, t: usize) -> Result<(), CudaError> {
        let (m, d, h) = (self.memory, self.sizes.padded, self.sizes.hidden);
        let feed_back = FeedBack {
            batch: m.batch,
            by_encoded: m.by_encoded + (t * self.step(h) * 2) as u64,
            matrix: m.copies.encoder_back,
            by_loss: m.by_loss + ((t - 1) * self.step(d) * 4) as u64,
            by_rows: m.by_rows + ((t - 1) * self.step(d) * 2) as u64,
            t: t as i32,
        };
        self.device.launch(self.small("feed_back"), &feed_back)
    }

    fn weight_gradients(&self) -> Result<(), CudaError> {
        let jobs = &self.memory.jobs;
        let launch =
            Launch { shared_bytes: 4 * 32 * 512, ..whole("weight_gradients", jobs.product_tiles) };
        self.device.launch_raw(launch, &mut [of(&jobs.products), of(&jobs.product_count)])
    }

    fn bias_gradients(&self) -> Result<(), CudaError> {
        let jobs = &self.memory.jobs;
        let launch = whole("bias_gradients", jobs.column_blocks);
        self.device.launch_raw(launch, &mut [of(&jobs.columns), of(&jobs.column_count)])
    }

    fn norm(&self) -> Result<(), CudaError> {
        let m = self.memory;
        self.device.launch_raw(whole("squares", 256), &mut [of(&m.gradient), of(&m.parts)])?;
        let arguments = &mut [of(&m.parts), of(&m.terms), of(&m.report)];
        self.device.launch_raw(whole("report", 1), arguments)
    }
}

fn descend(device: &Device, m: &Memory, only_copy: bool) -> Result<(), CudaError> {
    let jobs = &m.jobs;
    let descend = Descend {
        batch: m.batch,
        report: m.report,
        gradient: m.gradient,
        weights: m.weights,
        moment1: m.moment1,
        moment2: m.moment2,
        average: m.average,
        matrices: jobs.matrices,
        biases: jobs.biases,
        matrix_count: jobs.matrix_count,
        bias_count: jobs.bias_count,
        bias_tile: jobs.matrix_tiles as i32,
        only_copy: i32::from(only_copy),
    };
    device.launch(whole("descend", jobs.matrix_tiles + jobs.bias_blocks), &descend)
}

/// A kernel that waits for all before it.
fn whole(kernel: &'static str, blocks: usize) -> Launch {
    Launch { kernel, grid: (blocks, 1), threads: THREADS, shared_bytes: 0, early: false }
}

/// A kernel of the chain.
fn early(kernel: &'static str, grid: (usize, usize), shared_bytes: usize) -> Launch {
    Launch { kernel, grid, threads: THREADS, shared_bytes, early: true }
}

fn of<T>(argument: &T) -> *mut c_void {
    std::ptr::from_ref(argument).cast_mut().cast()
}
