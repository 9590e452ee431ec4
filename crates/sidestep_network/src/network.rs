//! A network that runs: an encoder, LSTM layers, a decoder.

use crate::{
    curves::{Cells, Curve},
    dense::{Dense, Precision},
    memory::{Memory, lines},
    weights::{LayerWeights, NetworkError, Normalisation, Part, Shape, Source, Values, Weights},
};
use sidestep_lanes::{InstructionSet, Line, WIDTH};

/// A network that runs. Built once, never changed, shared by all characters.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(crate) shape: Shape,
    pub(crate) precision: Precision,
    pub(crate) normalisation: Normalisation,
    /// One over each deviation of the inputs.
    by_deviations: Vec<f32>,
    pub(crate) encoder: Layer,
    pub(crate) layers: Vec<LstmLayer>,
    pub(crate) decoder: Layer,
}

/// A matrix and its biases.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer {
    pub(crate) matrix: Dense,
    pub(crate) bias: Vec<Line>,
}

/// The gates of a layer in four blocks of whole lines: input, forget, cell, output.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LstmLayer {
    pub(crate) input: Dense,
    pub(crate) recurrent: Dense,
    pub(crate) bias: Vec<Line>,
}

impl Network {
    /// Of weights as they were trained.
    pub fn new(weights: Weights, normalisation: Normalisation) -> Result<Self, NetworkError> {
        Self::with_precision(weights, normalisation, Precision::F32)
    }

    /// Of weights, held as asked.
    pub fn with_precision(
        weights: Weights,
        normalisation: Normalisation,
        precision: Precision,
    ) -> Result<Self, NetworkError> {
        weights.check()?;
        Self::build(weights.shape, &weights, normalisation, precision)
    }

    /// Of parts from anywhere, as long as they were checked.
    pub(crate) fn build(
        shape: Shape,
        source: &impl Source,
        normalisation: Normalisation,
        precision: Precision,
    ) -> Result<Self, NetworkError> {
        normalisation.check(shape)?;
        let wrong = |part: Part| NetworkError::Number { name: part.name() };
        let matrix = |part: Part, gates: bool| {
            let (rows, columns) = part.size(shape);
            let dense = match (source.part(part, shape)?, gates) {
                (values, false) => Dense::new(precision, (rows, columns), &values),
                (Values::Real(numbers), true) => {
                    let (rows, numbers) = in_blocks(numbers, rows / 4, columns);
                    Dense::new(precision, (rows, columns), &Values::Real(&numbers))
                }
                (Values::Bytes(bytes, scales), true) => {
                    let (blocks, bytes) = in_blocks(bytes, rows / 4, columns);
                    let scales = in_blocks(scales, rows / 4, 1).1;
                    Dense::new(precision, (blocks, columns), &Values::Bytes(&bytes, &scales))
                }
            };
            dense.ok_or_else(|| wrong(part))
        };
        let list = |part: Part| match source.part(part, shape)? {
            Values::Real(numbers) => Ok(numbers),
            Values::Bytes(..) => Err(wrong(part)),
        };
        let lstm = |layer: usize| {
            Ok(LstmLayer {
                input: matrix(Part::Input(layer), true)?,
                recurrent: matrix(Part::Recurrent(layer), true)?,
                bias: in_lines(&in_blocks(list(Part::Bias(layer))?, shape.hidden, 1).1),
            })
        };
        let encoder = Layer {
            matrix: matrix(Part::Encoder, false)?,
            bias: in_lines(list(Part::EncoderBias)?),
        };
        let layers = (0..shape.layers).map(lstm).collect::<Result<_, NetworkError>>()?;
        let decoder = Layer {
            matrix: matrix(Part::Decoder, false)?,
            bias: in_lines(list(Part::DecoderBias)?),
        };
        let by_deviations = normalisation.input_deviations.iter().map(|d| 1.0 / d).collect();
        Ok(Self { shape, precision, normalisation, by_deviations, encoder, layers, decoder })
    }

    /// Its sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How its weights are held.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Its means and deviations.
    pub fn normalisation(&self) -> &Normalisation {
        &self.normalisation
    }

    /// The same network with its weights held otherwise.
    pub fn to_precision(&self, precision: Precision) -> Result<Self, NetworkError> {
        Self::with_precision(self.weights(), self.normalisation.clone(), precision)
    }

    /// Room for the memory of so many characters, all of it zero.
    pub fn memory(&self, count: usize) -> Memory {
        Memory::new(self.shape, count)
    }

    /// One step of all characters of a memory that [`Network::memory`] made.
    ///
    /// `inputs` and `outputs` hold a row for each character, in the units of the world; what is missing
    /// counts as 0, what is too much is left alone. Allocates nothing, and what a character gets has the
    /// same bits on every machine, with whatever instructions, alone or among others.
    pub fn step(
        &self,
        set: InstructionSet,
        memory: &mut Memory,
        inputs: &[f32],
        outputs: &mut [f32],
    ) {
        let (h, wide) = (self.shape.hidden, lines(self.shape.hidden));
        let Memory { count, hidden, cells, room, .. } = memory;
        let size = *count * wide;
        if size == 0 || hidden.len() != size * self.layers.len() {
            return;
        }
        self.normalise(inputs, &mut room.inputs);
        fill(&mut room.encoded, &self.encoder.bias);
        let from = (room.inputs.as_slice(), self.shape.inputs);
        self.encoder.matrix.add_products(set, from, &mut room.bytes, &mut room.encoded);
        set.run(Curve(&mut room.encoded));
        for (i, layer) in self.layers.iter().enumerate() {
            let (below, own) = hidden.split_at_mut(i * size);
            let below = if i == 0 { &room.encoded } else { &below[(i - 1) * size..] };
            let own = &mut own[..size];
            fill(&mut room.gates, &layer.bias);
            let from = (bytemuck::cast_slice(below), wide * WIDTH);
            layer.input.add_products(set, from, &mut room.bytes, &mut room.gates);
            let from = (bytemuck::cast_slice(own), wide * WIDTH);
            layer.recurrent.add_products(set, from, &mut room.bytes, &mut room.gates);
            let cells = &mut cells[i * size..(i + 1) * size];
            set.run(Cells { gates: &room.gates, wide, cells, outputs: own });
        }
        fill(&mut room.outputs, &self.decoder.bias);
        let top = &hidden[(self.layers.len() - 1) * size..];
        let from = (bytemuck::cast_slice(top), wide * WIDTH);
        self.decoder.matrix.add_products(set, from, &mut room.bytes, &mut room.outputs);
        debug_assert!(h <= wide * WIDTH);
        self.to_world(&room.outputs, outputs);
    }

    fn normalise(&self, inputs: &[f32], to: &mut [f32]) {
        let mut rows = inputs.chunks(self.shape.inputs);
        for to in to.chunks_exact_mut(self.shape.inputs) {
            let from = rows.next().unwrap_or_default();
            to[from.len().min(self.shape.inputs)..].fill(0.0);
            let scales = self.normalisation.input_means.iter().zip(&self.by_deviations);
            for ((to, from), (mean, by_deviation)) in to.iter_mut().zip(from).zip(scales) {
                *to = (from - mean) * by_deviation;
            }
        }
    }

    fn to_world(&self, from: &[Line], outputs: &mut [f32]) {
        let rows = from.chunks_exact(lines(self.shape.outputs));
        for (from, to) in rows.zip(outputs.chunks_mut(self.shape.outputs)) {
            let from: &[f32] = bytemuck::cast_slice(from);
            let Normalisation { output_means, output_deviations, .. } = &self.normalisation;
            let scales = output_means.iter().zip(output_deviations);
            for ((to, from), (mean, deviation)) in to.iter_mut().zip(from).zip(scales) {
                *to = from * deviation + mean;
            }
        }
    }

    /// The weights in the order that others use; bytes become the numbers they stand for.
    pub fn weights(&self) -> Weights {
        let (shape, h) = (self.shape, self.shape.hidden);
        let block = lines(h) * WIDTH;
        let table = |dense: &Dense, rows: usize, columns: usize, place: &dyn Fn(usize) -> usize| {
            let row = |row: usize| (0..columns).map(move |column| dense.get(place(row), column));
            (0..rows).flat_map(row).collect::<Vec<f32>>()
        };
        let same = |row: usize| row;
        let gate = |row: usize| row / h * block + row % h;
        let bias = |lines: &[Line], rows: usize, place: &dyn Fn(usize) -> usize| {
            let numbers: &[f32] = bytemuck::cast_slice(lines);
            (0..rows).map(|row| numbers[place(row)]).collect::<Vec<f32>>()
        };
        let layer = |layer: &LstmLayer| LayerWeights {
            input: table(&layer.input, 4 * h, h, &gate),
            recurrent: table(&layer.recurrent, 4 * h, h, &gate),
            bias: bias(&layer.bias, 4 * h, &gate),
        };
        Weights {
            shape,
            encoder: table(&self.encoder.matrix, h, shape.inputs, &same),
            encoder_bias: bias(&self.encoder.bias, h, &same),
            layers: self.layers.iter().map(layer).collect(),
            decoder: table(&self.decoder.matrix, shape.outputs, h, &same),
            decoder_bias: bias(&self.decoder.bias, shape.outputs, &same),
        }
    }
}

/// Biases for every character.
fn fill(sums: &mut [Line], bias: &[Line]) {
    for sums in sums.chunks_exact_mut(bias.len().max(1)) {
        sums.copy_from_slice(bias);
    }
}

fn in_lines(numbers: &[f32]) -> Vec<Line> {
    let mut out = vec![Line::ZERO; lines(numbers.len())];
    bytemuck::cast_slice_mut::<Line, f32>(&mut out)[..numbers.len()].copy_from_slice(numbers);
    out
}

/// Four blocks of `rows` rows, each filled up with zeros to whole lines; and how many rows that makes.
fn in_blocks<T: Copy + Default>(numbers: &[T], rows: usize, columns: usize) -> (usize, Vec<T>) {
    let block = lines(rows) * WIDTH;
    let mut out = vec![T::default(); 4 * block * columns];
    for (to, from) in
        out.chunks_exact_mut(block * columns).zip(numbers.chunks_exact(rows * columns))
    {
        to[..rows * columns].copy_from_slice(from);
    }
    (4 * block, out)
}
