//! A network that runs: an encoder, LSTM layers, a decoder.

use crate::{
    curves::{Cells, Curve},
    dense::{Dense, Precision},
    memory::{Memory, Room, lines},
    weights::{LayerWeights, NetworkError, Normalisation, Part, Shape, Source, Values, Weights},
};
use sidestep_lanes::{InstructionSet, Line, STRIP, WIDTH};

// A strip is one line of each gate.
const _: () = assert!(STRIP == 4);

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

/// The gates of a layer, sixteen units after sixteen, of each of them: input, forget, cell, output.
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
                    let (rows, numbers) = in_strips(numbers, rows / 4, columns);
                    Dense::new(precision, (rows, columns), &Values::Real(&numbers))
                }
                (Values::Bytes(bytes, scales), true) => {
                    let (padded, bytes) = in_strips(bytes, rows / 4, columns);
                    let scales = in_strips(scales, rows / 4, 1).1;
                    Dense::new(precision, (padded, columns), &Values::Bytes(&bytes, &scales))
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
                bias: in_lines(&in_strips(list(Part::Bias(layer))?, shape.hidden, 1).1),
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
        let wide = lines(self.shape.hidden);
        let Memory { count, hidden, cells, room, .. } = memory;
        let size = *count * wide;
        if size == 0 || hidden.len() != size * self.layers.len() {
            return;
        }
        self.normalise(inputs, &mut room.inputs);
        fill(&mut room.encoded, &self.encoder.bias);
        let from = (room.inputs.as_slice(), self.shape.inputs);
        self.encoder.matrix.prepare(from, &mut room.bytes);
        self.encoder.matrix.add_products(set, from, &room.bytes, &mut room.encoded);
        set.run(Curve(&mut room.encoded));
        for (i, layer) in self.layers.iter().enumerate() {
            let own = &mut hidden[i * size..(i + 1) * size];
            layer.step(set, (own, &mut cells[i * size..(i + 1) * size]), wide, room);
        }
        fill(&mut room.outputs, &self.decoder.bias);
        let from = (bytemuck::cast_slice(&room.encoded), wide * WIDTH);
        self.decoder.matrix.prepare(from, &mut room.bytes);
        self.decoder.matrix.add_products(set, from, &room.bytes, &mut room.outputs);
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
        let table = |dense: &Dense, rows: usize, columns: usize, place: &dyn Fn(usize) -> usize| {
            let row = |row: usize| (0..columns).map(move |column| dense.get(place(row), column));
            (0..rows).flat_map(row).collect::<Vec<f32>>()
        };
        let same = |row: usize| row;
        let gate = |row: usize| place_of_gate(row, h);
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

impl LstmLayer {
    /// One step of all characters: what comes from below is in `room.encoded`, and what goes up is left
    /// there.
    ///
    /// Sixteen units after sixteen, so that their four gates are all that is written between the products and
    /// the cells: the gates of all units of a crowd would not fit into the caches.
    fn step(
        &self,
        set: InstructionSet,
        (own, cells): (&mut [Line], &mut [Line]),
        wide: usize,
        room: &mut Room,
    ) {
        let below = (bytemuck::cast_slice(&room.encoded), wide * WIDTH);
        let before = (bytemuck::cast_slice(own), wide * WIDTH);
        self.input.prepare(below, &mut room.bytes);
        self.recurrent.prepare(before, &mut room.own_bytes);
        let gates = &mut room.gates;
        for (strip, bias) in self.bias.chunks_exact(STRIP).enumerate() {
            fill(gates, bias);
            self.input.add_strip_products((set, strip), below, &room.bytes, gates);
            self.recurrent.add_strip_products((set, strip), before, &room.own_bytes, gates);
            set.run(Cells { gates, strip, wide, cells, outputs: &mut room.next });
        }
        own.copy_from_slice(&room.next);
        std::mem::swap(&mut room.encoded, &mut room.next);
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

/// Where a row of the gates lies: sixteen units after sixteen, of each of them the four gates.
pub(crate) fn place_of_gate(row: usize, hidden: usize) -> usize {
    let (gate, unit) = (row / hidden, row % hidden);
    (unit / WIDTH * STRIP + gate) * WIDTH + unit % WIDTH
}

/// The rows of four gates in the places of [`place_of_gate`], the others zero; and how many that makes.
fn in_strips<T: Copy + Default>(numbers: &[T], hidden: usize, columns: usize) -> (usize, Vec<T>) {
    let rows = lines(hidden) * STRIP * WIDTH;
    let mut out = vec![T::default(); rows * columns];
    for (row, from) in numbers.chunks_exact(columns).enumerate() {
        out[place_of_gate(row, hidden) * columns..][..columns].copy_from_slice(from);
    }
    (rows, out)
}
