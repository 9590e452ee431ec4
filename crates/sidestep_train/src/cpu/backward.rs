//! The way back: gradients through all steps, also through what was fed back.
//!
//! Along the steps only what the next one needs is computed; the gradients of the weights follow as
//! one product for each matrix over all steps. The goal as seen from the own root counts as given:
//! no gradient runs through it.

use super::{LayerTape, Worker};
use crate::{
    batch::{Batch, RESTART},
    real::{Real, View},
};

impl<F: Real> Worker<'_, F> {
    pub(super) fn backward(&mut self, batch: &Batch) {
        let (steps, count) = (self.settings.steps, self.settings.batch);
        let size = count * self.sizes.hidden;
        let mut by_cells = vec![vec![F::default(); size]; self.sizes.layers];
        for t in (0..steps).rev() {
            let mut from_above = self.decode_back(t);
            for layer in (0..self.sizes.layers).rev() {
                let mut by_output = from_above;
                for (i, by) in by_output.iter_mut().enumerate() {
                    *by = *by * self.kept(layer, t, i);
                }
                self.remember(batch, layer, t, &mut by_output);
                self.gates_back(batch, (layer, t), &by_output, &mut by_cells[layer]);
                from_above = self.input_back(layer, t);
            }
            let encoded = &self.tape.encoded[t * size..][..size];
            let to = &mut self.tape.by_encoded[t * size..][..size];
            for ((to, by), e) in to.iter_mut().zip(from_above).zip(encoded) {
                *to = by * (F::of(1.0) - *e * *e);
            }
            if t > 0 {
                self.feed_back(batch, t);
            }
        }
        self.weight_gradients();
    }

    /// Gradient by what the last layer sends up, from that by the output.
    fn decode_back(&self, t: usize) -> Vec<F> {
        let (count, width, hidden) = (self.settings.batch, self.sizes.padded, self.sizes.hidden);
        let mut out = vec![F::default(); count * hidden];
        let by_rows = View::new(&self.tape.by_rows[t * count * width..], count, width);
        let matrix = View::new(&self.weights[self.sizes.decoder().0], width, hidden);
        F::product(by_rows, matrix, false, &mut out, hidden);
        out
    }

    /// Adds what the next step wants of the output of this one.
    fn remember(&self, batch: &Batch, layer: usize, t: usize, by_output: &mut [F]) {
        let (count, hidden) = (self.settings.batch, self.sizes.hidden);
        if t + 1 == self.settings.steps {
            return;
        }
        let matrix = &self.weights[self.sizes.layer(layer).0];
        let by_gates = &self.tape.layers[layer].by_gates[(t + 1) * count * 4 * hidden..];
        let by_gates = View::new(by_gates, count, 4 * hidden);
        let matrix = View::strided(&matrix[hidden..], 4 * hidden, hidden, 2 * hidden);
        let mut by_memory = vec![F::default(); count * hidden];
        F::product(by_gates, matrix, false, &mut by_memory, hidden);
        for b in (0..count).filter(|b| batch.restart[(t + 1) * count + b] != RESTART) {
            let range = b * hidden..(b + 1) * hidden;
            for (to, by) in by_output[range.clone()].iter_mut().zip(&by_memory[range]) {
                *to += *by;
            }
        }
    }

    /// Through the gates of a layer; `by_cells` goes from the cells after the step to those before.
    fn gates_back(
        &mut self,
        batch: &Batch,
        (layer, t): (usize, usize),
        by_output: &[F],
        by_cells: &mut [F],
    ) {
        let (count, hidden, one) = (self.settings.batch, self.sizes.hidden, F::of(1.0));
        let size = count * hidden;
        let LayerTape { cells, gates, by_gates, .. } = &mut self.tape.layers[layer];
        let gates = &gates[t * 4 * size..][..4 * size];
        let by_gates = &mut by_gates[t * 4 * size..][..4 * size];
        let (before, after) = (&cells[t * size..][..size], &cells[(t + 1) * size..][..size]);
        for (i, ([input, forget, cell, output], to)) in
            gates.as_chunks::<4>().0.iter().zip(by_gates.as_chunks_mut::<4>().0).enumerate()
        {
            let restarts = batch.restart[t * count + i / hidden] == RESTART;
            let before = if restarts { F::default() } else { before[i] };
            let curve = after[i].tanh();
            let by_cell = by_cells[i] + by_output[i] * *output * (one - curve * curve);
            *to = [
                by_cell * *cell * *input * (one - *input),
                by_cell * before * *forget * (one - *forget),
                by_cell * *input * (one - *cell * *cell),
                by_output[i] * curve * *output * (one - *output),
            ];
            by_cells[i] = if restarts { F::default() } else { by_cell * *forget };
        }
    }

    /// Gradient by what comes from below.
    fn input_back(&self, layer: usize, t: usize) -> Vec<F> {
        let (count, hidden) = (self.settings.batch, self.sizes.hidden);
        let matrix = &self.weights[self.sizes.layer(layer).0];
        let by_gates = &self.tape.layers[layer].by_gates[t * count * 4 * hidden..];
        let mut out = vec![F::default(); count * hidden];
        let by_gates = View::new(by_gates, count, 4 * hidden);
        let matrix = View::strided(matrix, 4 * hidden, hidden, 2 * hidden);
        F::product(by_gates, matrix, false, &mut out, hidden);
        out
    }

    /// What the input of a step passes on to the output of the one before: frames as they are, goals
    /// where they were not asked for.
    fn feed_back(&mut self, batch: &Batch, t: usize) {
        let (count, width, hidden) = (self.settings.batch, self.sizes.padded, self.sizes.hidden);
        let (frame, goals) = (self.layout.frame, self.layout.goals.len());
        let mut by_inputs = vec![F::default(); count * width];
        let by_encoded = View::new(&self.tape.by_encoded[t * count * hidden..], count, hidden);
        let matrix = View::new(&self.weights[self.sizes.encoder().0], hidden, width);
        F::product(by_encoded, matrix, false, &mut by_inputs, width);
        for b in (0..count).filter(|b| batch.restart[t * count + b] != RESTART) {
            let is_put = batch.restart[t * count + b] != 0.0;
            let to = &mut self.tape.by_rows[((t - 1) * count + b) * width..][..width];
            let from = &by_inputs[b * width..][..width];
            if !is_put {
                to[..frame].iter_mut().zip(from).for_each(|(to, from)| *to += *from);
            }
            for i in 0..goals {
                let select = F::of(batch.select[(t * count + b) * goals + i]);
                to[frame + i] += from[frame + i] * (F::of(1.0) - select);
            }
        }
    }

    fn weight_gradients(&mut self) {
        let (hidden, width) = (self.sizes.hidden, self.sizes.padded);
        let all = self.settings.steps * self.settings.batch;
        let tape = &self.tape;
        let mut put = |(by, rows): (&[F], usize),
                       (from, columns): (&[F], usize),
                       first: usize,
                       stride: usize| {
            let by = View::new(&by[..all * rows], all, rows).transposed();
            let from = View::new(&from[..all * columns], all, columns);
            let end = first + (rows - 1) * stride + columns;
            F::product(by, from, false, &mut self.gradient[first..end], stride);
        };
        let (encoder, encoder_bias) = self.sizes.encoder();
        put((&tape.by_encoded, hidden), (&tape.inputs, width), encoder.start, width);
        for (i, layer) in tape.layers.iter().enumerate() {
            let input = if i == 0 { &tape.encoded } else { &tape.layers[i - 1].up };
            let first = self.sizes.layer(i).0.start;
            let by_gates = (layer.by_gates.as_slice(), 4 * hidden);
            put(by_gates, (input, hidden), first, 2 * hidden);
            put(by_gates, (&layer.recurrent, hidden), first + hidden, 2 * hidden);
        }
        let (decoder, decoder_bias) = self.sizes.decoder();
        let top = &tape.layers[self.sizes.layers - 1].up;
        put((&tape.by_rows, width), (top, hidden), decoder.start, hidden);
        add_up(&tape.by_encoded, &mut self.gradient[encoder_bias]);
        for (i, layer) in tape.layers.iter().enumerate() {
            add_up(&layer.by_gates, &mut self.gradient[self.sizes.layer(i).1]);
        }
        add_up(&tape.by_rows, &mut self.gradient[decoder_bias]);
    }
}

/// The sum of all rows.
fn add_up<F: Real>(rows: &[F], sums: &mut [F]) {
    sums.fill(F::default());
    for row in rows.chunks_exact(sums.len()) {
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += *x);
    }
}
