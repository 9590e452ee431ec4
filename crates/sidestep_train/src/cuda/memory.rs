//! What lies where in the memory of the GPU.

use super::{CudaError, HEAD_WORDS, device::Device};
use crate::{
    arrangement::Arrangement,
    batch::AIM_NUMBERS,
    layout::{GoalChannel, Layout, LossWeights},
    settings::Settings,
};
use bytemuck::{Pod, Zeroable};

/// Rows and columns of a block of an operand, see `common.cu`.
const BLOCK: (usize, usize) = (8, 32);

/// Addresses; the comments of `chain.cu` say what is there.
pub(super) struct Memory {
    pub(super) layout: LayoutRoom,
    pub(super) batch: u64,
    pub(super) weights: u64,
    pub(super) gradient: u64,
    pub(super) moment1: u64,
    pub(super) moment2: u64,
    pub(super) average: u64,
    pub(super) rows: u64,
    pub(super) roots: u64,
    pub(super) inputs: u64,
    pub(super) encoded: u64,
    pub(super) up: u64,
    pub(super) recurrent: u64,
    pub(super) cells: u64,
    pub(super) gates: u64,
    pub(super) by_gates: u64,
    pub(super) by_cells: u64,
    pub(super) by_encoded: u64,
    pub(super) by_rows: u64,
    pub(super) by_loss: u64,
    pub(super) lowest: u64,
    pub(super) terms: u64,
    pub(super) parts: u64,
    pub(super) report: u64,
    pub(super) copies: Copies,
    pub(super) jobs: Jobs,
}

/// `Layout` of the kernels.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct LayoutRoom {
    means: u64,
    deviations: u64,
    weights: u64,
    goals: u64,
    feet: u64,
    links: u64,
    lengths: u64,
    hands: u64,
}

/// Weights as halves: for the way forward as they are, for the way back transposed.
pub(super) struct Copies {
    pub(super) encoder: u64,
    pub(super) encoder_back: u64,
    pub(super) layers: Vec<u64>,
    pub(super) input_back: Vec<u64>,
    pub(super) memory_back: Vec<u64>,
    pub(super) decoder: u64,
    pub(super) decoder_back: u64,
}

/// Lists of work for the kernels after the way back.
pub(super) struct Jobs {
    pub(super) products: u64,
    pub(super) product_count: i32,
    pub(super) product_tiles: usize,
    pub(super) columns: u64,
    pub(super) column_count: i32,
    pub(super) column_blocks: usize,
    pub(super) matrices: u64,
    pub(super) matrix_count: i32,
    pub(super) matrix_tiles: usize,
    pub(super) biases: u64,
    pub(super) bias_count: i32,
    pub(super) bias_blocks: usize,
}

/// `Product` of the kernels.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Product {
    by: u64,
    from: u64,
    out: u64,
    by_chunks: i32,
    from_chunks: i32,
    stride: i32,
    first_tile: i32,
}

/// `Column` of the kernels.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Column {
    by: u64,
    out: u64,
    chunks: i32,
    first_block: i32,
}

/// `Matrix` of the kernels.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Matrix {
    forward: u64,
    backward: u64,
    offset: i32,
    stride: i32,
    rows: i32,
    columns: i32,
    forward_chunks: i32,
    first_chunk: i32,
    first_tile: i32,
    padding: i32,
}

impl Memory {
    pub(super) fn new(
        device: &Device,
        layout: &Layout,
        loss: &LossWeights,
        (settings, sizes): (&Settings, &Arrangement),
    ) -> Result<Self, CudaError> {
        let (steps, count, goals) = (settings.steps, settings.batch, layout.goals.len());
        let (all, more) = (steps * count, (steps + 1) * count);
        let (h, d, layers) = (sizes.hidden, sizes.padded, sizes.layers);
        let halves = |count: usize| device.room(2 * count);
        let floats = |count: usize| device.room(4 * count);
        let batch_words = HEAD_WORDS + 2 * count + all * (1 + AIM_NUMBERS + 3 * goals);
        let each = |count: usize| (0..layers).map(|_| halves(count)).collect::<Result<Vec<_>, _>>();
        let copies = Copies {
            encoder: halves(h * d)?,
            encoder_back: halves(h * d)?,
            layers: each(8 * h * h)?,
            input_back: each(4 * h * h)?,
            memory_back: each(4 * h * h)?,
            decoder: halves(h * d)?,
            decoder_back: halves(h * d)?,
        };
        let mut memory = Self {
            layout: LayoutRoom::new(device, layout, loss, d)?,
            batch: floats(batch_words)?,
            weights: floats(sizes.len())?,
            gradient: floats(sizes.len())?,
            moment1: floats(sizes.len())?,
            moment2: floats(sizes.len())?,
            average: floats(sizes.len())?,
            rows: floats(more * d)?,
            roots: floats(more * 3)?,
            inputs: halves(all * d)?,
            encoded: halves(all * h)?,
            up: halves(layers * all * h)?,
            recurrent: halves(layers * more * h)?,
            cells: floats(layers * more * h)?,
            gates: floats(layers * all * 4 * h)?,
            by_gates: halves(layers * all * 4 * h)?,
            by_cells: floats(layers * count * h)?,
            by_encoded: halves(all * h)?,
            by_rows: halves(all * d)?,
            by_loss: floats(all * d)?,
            lowest: floats(count)?,
            terms: floats(count * 8)?,
            parts: floats(256)?,
            report: floats(16)?,
            copies,
            jobs: Jobs::none(),
        };
        memory.jobs = memory.list_jobs(device, settings, sizes)?;
        Ok(memory)
    }

    fn list_jobs(
        &self,
        device: &Device,
        settings: &Settings,
        sizes: &Arrangement,
    ) -> Result<Jobs, CudaError> {
        let (products, product_tiles) = self.products(settings, sizes);
        let (columns, column_blocks) = self.columns(settings, sizes);
        let (matrices, matrix_tiles) = self.matrices(sizes);
        let (mut biases, mut bias_blocks) = (Vec::new(), 0);
        let layers = (0..sizes.layers).map(|layer| sizes.layer(layer).1);
        for range in layers.chain([sizes.encoder().1, sizes.decoder().1]) {
            biases.extend([range.start as i32, range.len() as i32, bias_blocks as i32]);
            bias_blocks += range.len().div_ceil(4 * 256);
        }
        Ok(Jobs {
            products: device.room_with(&products)?,
            product_count: products.len() as i32,
            product_tiles,
            columns: device.room_with(&columns)?,
            column_count: columns.len() as i32,
            column_blocks,
            matrices: device.room_with(&matrices)?,
            matrix_count: matrices.len() as i32,
            matrix_tiles,
            bias_count: biases.len() as i32 / 3,
            biases: device.room_with(&biases)?,
            bias_blocks,
        })
    }

    fn products(&self, settings: &Settings, sizes: &Arrangement) -> (Vec<Product>, usize) {
        let (h, d) = (sizes.hidden, sizes.padded);
        let all = settings.steps * settings.batch;
        let (mut products, mut tiles) = (Vec::new(), 0);
        let mut add = |by: (u64, usize), from: (u64, usize), first: usize, stride: usize| {
            products.push(Product {
                by: by.0,
                from: from.0,
                out: self.gradient + 4 * first as u64,
                by_chunks: (by.1 / BLOCK.1) as i32,
                from_chunks: (from.1 / BLOCK.1) as i32,
                stride: stride as i32,
                first_tile: tiles as i32,
            });
            tiles += by.1.div_ceil(128) * from.1.div_ceil(128);
        };
        for layer in 0..sizes.layers {
            let first = sizes.layer(layer).0.start;
            let below = if layer == 0 { self.encoded } else { self.up_of(layer - 1, all * h) };
            let memory = self.recurrent + (2 * layer * (all + settings.batch) * h) as u64;
            let by = (self.by_gates + (2 * layer * all * 4 * h) as u64, 4 * h);
            add(by, (below, h), first, 2 * h);
            add(by, (memory, h), first + h, 2 * h);
        }
        add((self.by_encoded, h), (self.inputs, d), sizes.encoder().0.start, d);
        let top = self.up_of(sizes.layers - 1, all * h);
        add((self.by_rows, d), (top, h), sizes.decoder().0.start, h);
        (products, tiles)
    }

    fn up_of(&self, layer: usize, size: usize) -> u64 {
        self.up + (2 * layer * size) as u64
    }

    fn columns(&self, settings: &Settings, sizes: &Arrangement) -> (Vec<Column>, usize) {
        let all = settings.steps * settings.batch;
        let (mut columns, mut blocks) = (Vec::new(), 0);
        let mut add = |by: u64, first: usize, width: usize| {
            let chunks = width / BLOCK.1;
            columns.push(Column {
                by,
                out: self.gradient + 4 * first as u64,
                chunks: chunks as i32,
                first_block: blocks as i32,
            });
            blocks += chunks;
        };
        for layer in 0..sizes.layers {
            let by = self.by_gates + (2 * layer * all * 4 * sizes.hidden) as u64;
            add(by, sizes.layer(layer).1.start, 4 * sizes.hidden);
        }
        add(self.by_encoded, sizes.encoder().1.start, sizes.hidden);
        add(self.by_rows, sizes.decoder().1.start, sizes.padded);
        (columns, blocks)
    }

    fn matrices(&self, sizes: &Arrangement) -> (Vec<Matrix>, usize) {
        let (h, d, copies) = (sizes.hidden, sizes.padded, &self.copies);
        let (mut matrices, mut tiles) = (Vec::new(), 0);
        let mut add = |(forward, first, of): (u64, usize, usize),
                       backward: u64,
                       (offset, stride): (usize, usize),
                       (rows, columns): (usize, usize)| {
            matrices.push(Matrix {
                forward,
                backward,
                offset: offset as i32,
                stride: stride as i32,
                rows: rows as i32,
                columns: columns as i32,
                forward_chunks: (of / BLOCK.1) as i32,
                first_chunk: (first / BLOCK.1) as i32,
                first_tile: tiles as i32,
                padding: 0,
            });
            tiles += rows / 32 * (columns / 32);
        };
        for layer in 0..sizes.layers {
            let (first, forward) = (sizes.layer(layer).0.start, copies.layers[layer]);
            add((forward, 0, 2 * h), copies.input_back[layer], (first, 2 * h), (4 * h, h));
            add((forward, h, 2 * h), copies.memory_back[layer], (first + h, 2 * h), (4 * h, h));
        }
        let (encoder, decoder) = (sizes.encoder().0.start, sizes.decoder().0.start);
        add((copies.encoder, 0, d), copies.encoder_back, (encoder, d), (h, d));
        add((copies.decoder, 0, h), copies.decoder_back, (decoder, h), (d, h));
        (matrices, tiles)
    }
}

impl Jobs {
    fn none() -> Self {
        Self {
            products: 0,
            product_count: 0,
            product_tiles: 0,
            columns: 0,
            column_count: 0,
            column_blocks: 0,
            matrices: 0,
            matrix_count: 0,
            matrix_tiles: 0,
            biases: 0,
            bias_count: 0,
            bias_blocks: 0,
        }
    }
}

impl LayoutRoom {
    fn new(
        device: &Device,
        layout: &Layout,
        loss: &LossWeights,
        padded: usize,
    ) -> Result<Self, CudaError> {
        let pad = |numbers: &[f32], with: f32| {
            let mut numbers = numbers.to_vec();
            numbers.resize(padded, with);
            device.room_with(&numbers)
        };
        let touches = |touches: &[crate::layout::Touch]| {
            let pairs = touches.iter().flat_map(|t| [t.position as i32, t.contact as i32]);
            device.room_with(&pairs.collect::<Vec<_>>())
        };
        let goals: Vec<i32> = layout.goals.iter().map(|goal| kind(*goal)).collect();
        let links = layout.links.iter().flat_map(|link| [link.from as i32, link.to as i32]);
        let lengths: Vec<f32> = layout.links.iter().map(|link| link.length).collect();
        Ok(Self {
            means: pad(&layout.means, 0.0)?,
            deviations: pad(&layout.deviations, 1.0)?,
            weights: pad(&loss.channels, 0.0)?,
            goals: device.room_with(&goals)?,
            feet: touches(&layout.feet)?,
            links: device.room_with(&links.collect::<Vec<_>>())?,
            lengths: device.room_with(&lengths)?,
            hands: touches(layout.ball.as_ref().map_or(&[], |ball| &ball.hands))?,
        })
    }
}

/// The number of a kind of goal in `goal_seen` of `chain.cu`.
fn kind(goal: GoalChannel) -> i32 {
    match goal {
        GoalChannel::Given => 0,
        GoalChannel::PlaceLeft => 1,
        GoalChannel::PlaceForward => 2,
        GoalChannel::NearLeft => 3,
        GoalChannel::NearForward => 4,
        GoalChannel::FacingCos => 5,
        GoalChannel::FacingSin => 6,
        GoalChannel::DirectionCos => 7,
        GoalChannel::DirectionSin => 8,
        GoalChannel::PaceLeft => 9,
        GoalChannel::PaceForward => 10,
    }
}

fn place_in(row: usize, column: usize, columns: usize) -> usize {
    let block = row / BLOCK.0 * (columns / BLOCK.1) + column / BLOCK.1;
    block * BLOCK.0 * BLOCK.1 + row % BLOCK.0 * BLOCK.1 + column % BLOCK.1
}

/// Rows of floats as an operand of halves.
pub(super) fn to_operand(rows: &[f32], columns: usize) -> Vec<u16> {
    let mut out = vec![0; rows.len()];
    for (i, x) in rows.iter().enumerate() {
        out[place_in(i / columns, i % columns, columns)] = to_half(*x);
    }
    out
}

/// An operand of halves as rows of floats.
pub(super) fn from_operand(operand: &[u16], columns: usize) -> Vec<f32> {
    let at = |i: usize| operand[place_in(i / columns, i % columns, columns)];
    (0..operand.len()).map(|i| from_half(at(i))).collect()
}

/// Nearest half of a number within [-1, 1]; smaller than 2^-14 counts in steps of 2^-24.
fn to_half(x: f32) -> u16 {
    let sign = ((x.to_bits() >> 16) & 0x8000) as u16;
    let size = x.abs().min(65_504.0);
    if size < 6.103_515_6e-5 {
        return sign | (size * 16_777_216.0).round_ties_even() as u16;
    }
    // Rounds to nearest, ties to even, on the thirteen bits that go away; then the other bias.
    let bits = size.to_bits();
    let rounded = bits + 0x0fff + ((bits >> 13) & 1);
    sign | ((rounded >> 13) - (112 << 10)) as u16
}

fn from_half(half: u16) -> f32 {
    let sign = f32::from_bits(u32::from(half & 0x8000) << 16 | 1.0_f32.to_bits());
    let (exponent, fraction) = (u32::from(half >> 10 & 31), u32::from(half & 0x3ff));
    match exponent {
        0 => sign * fraction as f32 / 16_777_216.0,
        _ => sign * f32::from_bits((exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_survive_the_way_there_and_back() {
        for bits in (0..0x7c00_u16).chain(0x8000..0xfc00) {
            assert_eq!(to_half(from_half(bits)), bits, "{bits:#x}");
        }
        assert_eq!(from_half(to_half(1.0 + 2.0_f32.powi(-11))), 1.0);
        assert_eq!(from_half(to_half(1.0 + 3.0 * 2.0_f32.powi(-11))), 1.0 + 2.0_f32.powi(-9));
    }

    #[test]
    fn operands_are_blocks_of_eight_rows() {
        assert_eq!(place_in(0, 31, 64), 31);
        assert_eq!(place_in(1, 0, 64), 32);
        assert_eq!(place_in(0, 32, 64), 256);
        assert_eq!(place_in(8, 0, 64), 512);
        let rows: Vec<f32> = (0..16 * 64).map(|i| i as f32 / 1024.0).collect();
        assert_eq!(from_operand(&to_operand(&rows, 64), 64), rows);
    }
}
