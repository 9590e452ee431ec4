//! The curves of an LSTM, sixteen numbers at a time.

use crate::activation::{ABOVE, BELOW, BOUND};
use sidestep_lanes::{Kernel, Lanes, Line, STRIP};

/// The hyperbolic tangent of all numbers, in place.
pub(crate) struct Curve<'a>(pub(crate) &'a mut [Line]);

impl Kernel for Curve<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        for line in self.0 {
            let v = tanh(lanes, lanes.load(line));
            lanes.store(v, line);
        }
    }
}

/// What the gates of sixteen units do to their cells and outputs, for all characters.
pub(crate) struct Cells<'a> {
    /// For each character a line of each gate.
    pub(crate) gates: &'a [Line],
    /// Which of the `wide` lines of a character the units are.
    pub(crate) strip: usize,
    pub(crate) wide: usize,
    pub(crate) cells: &'a mut [Line],
    pub(crate) outputs: &'a mut [Line],
}

impl Kernel for Cells<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { gates, strip, wide, cells, outputs } = self;
        let states = cells.chunks_exact_mut(wide).zip(outputs.chunks_exact_mut(wide));
        for (gates, (cells, outputs)) in gates.as_chunks::<STRIP>().0.iter().zip(states) {
            let (cell, output) = (&mut cells[strip], &mut outputs[strip]);
            let input = sigmoid(lanes, lanes.load(&gates[0]));
            let forget = sigmoid(lanes, lanes.load(&gates[1]));
            let fresh = tanh(lanes, lanes.load(&gates[2]));
            let open = sigmoid(lanes, lanes.load(&gates[3]));
            let kept = lanes.mul(forget, lanes.load(cell));
            let next = lanes.add(kept, lanes.mul(input, fresh));
            lanes.store(next, cell);
            lanes.store(lanes.mul(open, tanh(lanes, next)), output);
        }
    }
}

#[inline(always)]
fn tanh<L: Lanes>(lanes: L, x: L::V) -> L::V {
    let (zero, bound) = (lanes.splat(0.0), lanes.splat(-BOUND));
    let x = lanes.max(x, bound);
    let x = lanes.sub(zero, lanes.max(lanes.sub(zero, x), bound));
    let square = lanes.mul(x, x);
    let above = polynomial(lanes, &ABOVE, square);
    let below = polynomial(lanes, &BELOW, square);
    lanes.div(lanes.mul(x, above), below)
}

#[inline(always)]
fn sigmoid<L: Lanes>(lanes: L, x: L::V) -> L::V {
    let half = lanes.splat(0.5);
    lanes.add(lanes.mul(tanh(lanes, lanes.mul(half, x)), half), half)
}

#[inline(always)]
fn polynomial<L: Lanes>(lanes: L, factors: &[f32], x: L::V) -> L::V {
    let mut sum = lanes.splat(factors[0]);
    for factor in &factors[1..] {
        sum = lanes.add(lanes.mul(sum, x), lanes.splat(*factor));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_lanes::InstructionSet;

    #[test]
    fn every_instruction_set_has_the_bits_of_the_scalar_curve() {
        for set in InstructionSet::available() {
            for i in -40..40 {
                let line = Line(std::array::from_fn(|k| (16 * i) as f32 * 0.03 + k as f32 * 0.029));
                let mut found = [line];
                set.run(Curve(&mut found));
                let expected = line.0.map(crate::activation::tanh);
                assert_eq!(found[0].0, expected, "{}", set.name());
            }
        }
    }
}
