//! What characters remember from one step to the next.

use crate::weights::Shape;
use sidestep_lanes::{Line, STRIP, WIDTH};

/// The memory of one or more characters that share a network, and the room its steps work in.
///
/// Belongs to the caller: the network itself never changes. A step allocates nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    pub(crate) count: usize,
    shape: Shape,
    /// Layer by layer, character by character.
    pub(crate) hidden: Vec<Line>,
    pub(crate) cells: Vec<Line>,
    pub(crate) room: Room,
}

/// Where a step keeps what it needs for a moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Room {
    pub(crate) inputs: Vec<f32>,
    pub(crate) encoded: Vec<Line>,
    /// Of sixteen units of each character: input, forget, cell, output.
    pub(crate) gates: Vec<Line>,
    /// What a layer will give, while it still needs what it gave before.
    pub(crate) next: Vec<Line>,
    pub(crate) outputs: Vec<Line>,
    /// What comes from below, and a layer's own outputs.
    pub(crate) bytes: Bytes,
    pub(crate) own_bytes: Bytes,
}

/// Vectors as bytes, for matrices of bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bytes {
    pub(crate) bytes: Vec<u8>,
    pub(crate) steps: Vec<f32>,
}

/// Lines that hold so many numbers.
pub(crate) fn lines(numbers: usize) -> usize {
    numbers.div_ceil(WIDTH)
}

impl Memory {
    pub(crate) fn new(shape: Shape, count: usize) -> Self {
        let (wide, out) = (lines(shape.hidden), lines(shape.outputs));
        let widest = shape.hidden.max(shape.inputs).next_multiple_of(4);
        let bytes = Bytes { bytes: vec![128; count * widest], steps: vec![0.0; count] };
        let room = Room {
            inputs: vec![0.0; count * shape.inputs],
            encoded: vec![Line::ZERO; count * wide],
            gates: vec![Line::ZERO; count * STRIP],
            next: vec![Line::ZERO; count * wide],
            outputs: vec![Line::ZERO; count * out],
            own_bytes: bytes.clone(),
            bytes,
        };
        let states = vec![Line::ZERO; shape.layers * count * wide];
        Self { count, shape, hidden: states.clone(), cells: states, room }
    }

    /// How many characters there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Numbers that make up the memory of one character.
    pub fn numbers(&self) -> usize {
        2 * self.shape.layers * self.shape.hidden
    }

    /// Forgets all that a character remembers.
    pub fn clear(&mut self, character: usize) {
        for layer in 0..self.shape.layers {
            if let Some(range) = self.range(layer, character) {
                self.hidden[range.clone()].fill(Line::ZERO);
                self.cells[range].fill(Line::ZERO);
            }
        }
    }

    /// What a character remembers: of each layer its outputs, then its cells.
    pub fn remembered(&self, character: usize) -> impl Iterator<Item = f32> + '_ {
        let ranges = (0..self.shape.layers).filter_map(move |layer| self.range(layer, character));
        let numbers = |lines| bytemuck::cast_slice::<Line, f32>(lines)[..self.shape.hidden].iter();
        ranges.flat_map(move |range| {
            numbers(&self.hidden[range.clone()]).chain(numbers(&self.cells[range])).copied()
        })
    }

    /// Takes up what [`Memory::remembered`] gave; numbers that are missing or not finite count as 0.
    pub fn load(&mut self, character: usize, numbers: &[f32]) {
        self.clear(character);
        let hidden = self.shape.hidden;
        for (layer, from) in numbers.chunks(2 * hidden).enumerate().take(self.shape.layers) {
            let Some(range) = self.range(layer, character) else { return };
            let finite = |x: &f32| if x.is_finite() { *x } else { 0.0 };
            let (outputs, cells) = from.split_at(hidden.min(from.len()));
            for (to, from) in [(&mut self.hidden, outputs), (&mut self.cells, cells)] {
                let to = bytemuck::cast_slice_mut::<Line, f32>(&mut to[range.clone()]);
                to.iter_mut().zip(from).for_each(|(to, from)| *to = finite(from));
            }
        }
    }

    fn range(&self, layer: usize, character: usize) -> Option<std::ops::Range<usize>> {
        let wide = lines(self.shape.hidden);
        let first = (layer * self.count + character) * wide;
        (character < self.count && layer < self.shape.layers).then(|| first..first + wide)
    }
}
