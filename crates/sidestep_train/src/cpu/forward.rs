//! The way forward: the network runs in closed loop on its own output.

use super::Worker;
use crate::{
    batch::{AIM_NUMBERS, Batch, RESTART},
    goal::{When, advance, goals_seen, step_of},
    layout::ROOT_CHANNELS,
    real::{Real, View},
    settings::noise,
};

impl<F: Real> Worker<'_, F> {
    pub(super) fn forward(&mut self, batch: &Batch) {
        self.begin();
        for t in 0..self.settings.steps {
            self.feed(batch, t);
            self.encode(t);
            for layer in 0..self.sizes.layers {
                self.forget(batch, layer, t);
                self.step_layer(batch, layer, t);
            }
            self.decode(t);
        }
        self.walk();
    }

    /// The end of the last update is the beginning of this one.
    fn begin(&mut self) {
        let (steps, count) = (self.settings.steps, self.settings.batch);
        let tape = &mut self.tape;
        let (padded, hidden) = (count * self.sizes.padded, count * self.sizes.hidden);
        tape.rows.copy_within(steps * padded.., 0);
        tape.roots.copy_within(steps * count.., 0);
        for layer in &mut tape.layers {
            layer.recurrent.copy_within(steps * hidden.., 0);
            layer.cells.copy_within(steps * hidden.., 0);
        }
    }

    /// Input of a step: the own frame or the data's, and the goal G = S F + (1 - S) P.
    fn feed(&mut self, batch: &Batch, t: usize) {
        let (count, width, layout) = (self.settings.batch, self.sizes.padded, self.layout);
        let (frame, goals) = (layout.frame, layout.goals.len());
        let mut seen = vec![F::default(); goals];
        for b in 0..count {
            let place = t * count + b;
            let data = batch.start[b] as usize + t;
            let (restarts, is_put) = (batch.restart[place] == RESTART, batch.restart[place] != 0.0);
            let row = &self.tape.rows[place * width..][..width];
            let data_root =
                std::array::from_fn(|i| F::of(self.bank.roots[data * ROOT_CHANNELS + i]));
            if restarts {
                self.tape.roots[place] = data_root;
            } else if t > 0 {
                let before = self.tape.roots[place - count];
                self.tape.roots[place] = advance(before, step_of(layout, row));
            }
            let own = batch.own_root[b] != 0.0;
            let root = if own { self.tape.roots[place] } else { data_root };
            let aim = &batch.aims[place * AIM_NUMBERS..];
            let given = &batch.given[place * goals..];
            goals_seen(layout, root, (aim, When::Before), given, &mut seen);
            let input = &mut self.tape.inputs[place * width..][..width];
            for channel in 0..frame {
                let from_data = || F::of(self.bank.frames[data * frame + channel]);
                input[channel] = if is_put { from_data() } else { row[channel] };
            }
            for (i, seen) in seen.iter().enumerate() {
                let select = F::of(batch.select[place * goals + i]);
                let predicted = if restarts { F::default() } else { row[frame + i] };
                input[frame + i] = select * *seen + (F::of(1.0) - select) * predicted;
            }
        }
    }

    fn encode(&mut self, t: usize) {
        let (count, width, hidden) = (self.settings.batch, self.sizes.padded, self.sizes.hidden);
        let (matrix, biases) = self.sizes.encoder();
        let out = &mut self.tape.encoded[t * count * hidden..][..count * hidden];
        for row in out.chunks_exact_mut(hidden) {
            row.copy_from_slice(&self.weights[biases.clone()]);
        }
        let inputs = &self.tape.inputs[t * count * width..][..count * width];
        let matrix = View::new(&self.weights[matrix], hidden, width).transposed();
        F::product(View::new(inputs, count, width), matrix, true, out, hidden);
        out.iter_mut().for_each(|x| *x = x.tanh());
    }

    /// Clears what sequences that restart get from the step before. The cells stay: the way back needs
    /// them as they were after that step.
    fn forget(&mut self, batch: &Batch, layer: usize, t: usize) {
        let (count, hidden) = (self.settings.batch, self.sizes.hidden);
        let tape = &mut self.tape.layers[layer];
        for b in (0..count).filter(|b| batch.restart[t * count + b] == RESTART) {
            let range = (t * count + b) * hidden..(t * count + b + 1) * hidden;
            tape.recurrent[range].fill(F::default());
        }
    }

    fn step_layer(&mut self, batch: &Batch, layer: usize, t: usize) {
        let (count, hidden) = (self.settings.batch, self.sizes.hidden);
        let (matrix, biases) = self.sizes.layer(layer);
        let (matrix, biases) = (&self.weights[matrix], &self.weights[biases]);
        let (below, from) = self.tape.layers.split_at_mut(layer);
        let tape = &mut from[0];
        let size = count * hidden;
        let gates = &mut tape.gates[t * 4 * size..][..4 * size];
        for row in gates.chunks_exact_mut(4 * hidden) {
            row.copy_from_slice(biases);
        }
        let input = below.last().map_or(&self.tape.encoded, |below| &below.up);
        let input = View::new(&input[t * size..][..size], count, hidden);
        let by_input = View::strided(matrix, 4 * hidden, hidden, 2 * hidden).transposed();
        F::product(input, by_input, true, gates, 4 * hidden);
        let (before, after) = tape.recurrent.split_at_mut((t + 1) * size);
        let before = View::new(&before[t * size..], count, hidden);
        let by_memory = View::strided(&matrix[hidden..], 4 * hidden, hidden, 2 * hidden);
        F::product(before, by_memory.transposed(), true, gates, 4 * hidden);
        let (cells, next_cells) = tape.cells.split_at_mut((t + 1) * size);
        let up = &mut tape.up[t * size..][..size];
        for (i, gates) in gates.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            *gates = [gates[0].sigmoid(), gates[1].sigmoid(), gates[2].tanh(), gates[3].sigmoid()];
            let restarts = batch.restart[t * count + i / hidden] == RESTART;
            let before = if restarts { F::default() } else { cells[t * size + i] };
            let cell = gates[1] * before + gates[0] * gates[2];
            next_cells[i] = cell;
            after[i] = gates[3] * cell.tanh();
            up[i] = after[i];
        }
        self.drop_out(layer, t);
    }

    fn drop_out(&mut self, layer: usize, t: usize) {
        if self.settings.dropout == 0.0 {
            return;
        }
        let size = self.settings.batch * self.sizes.hidden;
        for i in 0..size {
            let share = self.kept(layer, t, i);
            let up = &mut self.tape.layers[layer].up[t * size + i];
            *up = *up * share;
        }
    }

    /// What a number that goes up is multiplied with: 0 where it is dropped.
    pub(super) fn kept(&self, layer: usize, t: usize, i: usize) -> F {
        let dropout = self.settings.dropout;
        if dropout == 0.0 {
            return F::of(1.0);
        }
        let row = (layer * self.settings.steps + t) * self.whole + self.first;
        let place = (row * self.sizes.hidden + i) as u32;
        let limit = (f64::from(dropout) * 4_294_967_296.0) as u32;
        let dropped = noise(self.settings.seed, self.update, place) < limit;
        if dropped { F::default() } else { F::of(1.0 / (1.0 - dropout)) }
    }

    fn decode(&mut self, t: usize) {
        let (count, width, hidden) = (self.settings.batch, self.sizes.padded, self.sizes.hidden);
        let (matrix, biases) = self.sizes.decoder();
        let out = &mut self.tape.rows[(t + 1) * count * width..][..count * width];
        for row in out.chunks_exact_mut(width) {
            row.copy_from_slice(&self.weights[biases.clone()]);
        }
        let top = &self.tape.layers[self.sizes.layers - 1].up;
        let top = View::new(&top[t * count * hidden..][..count * hidden], count, hidden);
        let matrix = View::new(&self.weights[matrix], width, hidden).transposed();
        F::product(top, matrix, true, out, width);
    }

    /// The root after the last step.
    fn walk(&mut self) {
        let (count, width) = (self.settings.batch, self.sizes.padded);
        let last = self.settings.steps * count;
        for place in last..last + count {
            let step = step_of(self.layout, &self.tape.rows[place * width..][..width]);
            self.tape.roots[place] = advance(self.tape.roots[place - count], step);
        }
    }
}
