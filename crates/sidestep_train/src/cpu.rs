//! The trainer on the CPU: plain loops around matrix products.
//!
//! It is the reference that the GPU is compared with, and it trains small networks in minutes.

mod backward;
mod forward;
#[cfg(test)]
mod tests;

use crate::{
    arrangement::Arrangement,
    batch::{Bank, Batch},
    goal::Root,
    layout::{Layout, LossWeights, ROOT_CHANNELS},
    loss::{Sequence, TERMS},
    real::Real,
    settings::Settings,
    state::{Report, State},
};
use rayon::prelude::*;

/// Sequences of a shard. Shards run on threads of their own; how many there are does not depend on the
/// machine, so neither do the bits.
// PERF: with 16, packing matrices takes as long as multiplying them: a quarter more time of the CPU.
const SHARD: usize = 32;

/// A training on the CPU. `F` is `f32`, or `f64` to check gradients.
pub(crate) struct Cpu<F> {
    layout: Layout,
    loss: LossWeights,
    settings: Settings,
    sizes: Arrangement,
    bank: Bank,
    update: u64,
    weights: Vec<F>,
    gradient: Vec<F>,
    moment1: Vec<F>,
    moment2: Vec<F>,
    average: Vec<F>,
    shards: Vec<Shard<F>>,
}

/// Some sequences of the batch, with all that they need for themselves.
struct Shard<F> {
    /// Its first sequence.
    first: usize,
    /// How many there are.
    count: usize,
    tape: Tape<F>,
    gradient: Vec<F>,
    sums: [f64; TERMS],
}

/// One shard at work.
struct Worker<'a, F> {
    layout: &'a Layout,
    loss: &'a LossWeights,
    /// With the batch of the shard alone.
    settings: Settings,
    sizes: Arrangement,
    bank: &'a Bank,
    update: u64,
    weights: &'a [F],
    /// The first sequence, and how many the whole batch has.
    first: usize,
    whole: usize,
    tape: &'a mut Tape<F>,
    gradient: &'a mut [F],
}

/// What the way forward leaves for the way back. Tables run over steps, then sequences.
struct Tape<F> {
    /// The row before the first step, then all outputs.
    rows: Vec<F>,
    /// The root before each step, then the one after the last.
    roots: Vec<Root<F>>,
    inputs: Vec<F>,
    encoded: Vec<F>,
    layers: Vec<LayerTape<F>>,
    /// Gradients by the outputs.
    by_rows: Vec<F>,
    /// Gradients by what the encoder gives before its curve.
    by_encoded: Vec<F>,
    lowest: Vec<F>,
}

struct LayerTape<F> {
    /// What goes up: the outputs of each step, with dropout.
    up: Vec<F>,
    /// What each step gets from the one before, then the last outputs.
    recurrent: Vec<F>,
    /// The cells before each step, then the last ones.
    cells: Vec<F>,
    /// Gates after their curves, four for each unit.
    gates: Vec<F>,
    /// Gradients by the gates before their curves.
    by_gates: Vec<F>,
}

impl<F: Real> Cpu<F> {
    /// Begins with the first weights; everything has been checked.
    pub(crate) fn new(layout: Layout, loss: LossWeights, settings: Settings) -> Self {
        let sizes = Arrangement::new(layout.channels(), &settings);
        let weights: Vec<F> = sizes.first_weights(&settings).into_iter().map(F::of).collect();
        let zeros = vec![F::default(); weights.len()];
        // A small batch still makes two.
        let size = SHARD.min(settings.batch.div_ceil(2));
        let shard = |first: usize| {
            let count = size.min(settings.batch - first);
            let tape = Tape::new(&sizes, settings.steps, count);
            Shard { first, count, tape, gradient: zeros.clone(), sums: [0.0; TERMS] }
        };
        Self {
            shards: (0..settings.batch).step_by(size).map(shard).collect(),
            bank: Bank::default(),
            update: 0,
            gradient: zeros.clone(),
            moment1: zeros.clone(),
            moment2: zeros,
            average: weights.clone(),
            weights,
            layout,
            loss,
            settings,
            sizes,
        }
    }

    pub(crate) fn plan(&mut self, updates: u64) {
        self.settings.updates = updates;
    }

    pub(crate) fn set_bank(&mut self, bank: &Bank) {
        self.bank = bank.clone();
    }

    /// One update; the batch has been checked.
    pub(crate) fn update(&mut self, batch: &Batch) -> Report {
        let report = self.gradient(batch);
        self.descend(report.norm);
        report
    }

    /// Loss and gradient without changing the weights; the memory of the sequences moves on.
    pub(crate) fn gradient(&mut self, batch: &Batch) -> Report {
        let (settings, goals) = (self.settings, self.layout.goals.len());
        let work = |shard: &mut Shard<F>| {
            let part = batch.part(shard.first..shard.first + shard.count, goals);
            let mut worker = Worker {
                layout: &self.layout,
                loss: &self.loss,
                settings: Settings { batch: shard.count, ..settings },
                sizes: self.sizes,
                bank: &self.bank,
                update: self.update,
                weights: &self.weights,
                first: shard.first,
                whole: settings.batch,
                tape: &mut shard.tape,
                gradient: &mut shard.gradient,
            };
            worker.forward(&part);
            shard.sums = worker.losses(&part);
            worker.backward(&part);
        };
        self.shards.par_iter_mut().for_each(work);
        self.gradient.copy_from_slice(&self.shards[0].gradient);
        let mut sums = self.shards[0].sums;
        for shard in &self.shards[1..] {
            self.gradient.iter_mut().zip(&shard.gradient).for_each(|(to, from)| *to += *from);
            sums.iter_mut().zip(shard.sums).for_each(|(to, from)| *to += from);
        }
        let square: f64 = self.gradient.iter().map(|g| g.f64() * g.f64()).sum();
        Report::of(sums, settings.steps * settings.batch, square.sqrt())
    }

    /// Adam (Kingma 2015) on the gradient cut down to its greatest norm. A gradient that is not
    /// finite is left alone.
    fn descend(&mut self, norm: f64) {
        let (settings, pace) = (self.settings, self.settings.pace(self.update));
        self.update += 1;
        if !norm.is_finite() {
            return;
        }
        let cut = (f64::from(settings.clip) / norm.max(1e-12)).min(1.0) as f32;
        let [cut, beta1, beta2] = [cut, settings.beta1, settings.beta2].map(F::of);
        let [rate, correction1, correction2, fresh] =
            [pace.rate, pace.correction1, pace.correction2, pace.fresh].map(F::of);
        let one = F::of(1.0);
        for i in 0..self.weights.len() {
            let g = self.gradient[i] * cut;
            let m = beta1 * self.moment1[i] + (one - beta1) * g;
            let v = beta2 * self.moment2[i] + (one - beta2) * g * g;
            (self.moment1[i], self.moment2[i]) = (m, v);
            let size = (v / correction2).sqrt() + F::of(1e-8);
            self.weights[i] -= rate * (m / correction1) / size;
            let average = self.average[i];
            self.average[i] = average + (self.weights[i] - average) * fresh;
        }
    }

    pub(crate) fn state(&self) -> State {
        let (steps, hidden) = (self.settings.steps, self.sizes.hidden);
        let narrow = |numbers: &[F]| numbers.iter().map(|x| x.f64() as f32).collect::<Vec<_>>();
        let mut state = State {
            update: self.update,
            weights: narrow(&self.weights),
            moment1: narrow(&self.moment1),
            moment2: narrow(&self.moment2),
            average: narrow(&self.average),
            ..State::default()
        };
        for Shard { count, tape, .. } in &self.shards {
            state.rows.extend(narrow(&tape.rows[steps * count * self.sizes.padded..]));
            state.roots.extend(narrow(tape.roots[steps * count..].as_flattened()));
            state.lowest.extend(narrow(&tape.lowest));
        }
        for layer in 0..self.sizes.layers {
            for Shard { count, tape, .. } in &self.shards {
                let layer = &tape.layers[layer];
                state.hidden.extend(narrow(&layer.recurrent[steps * count * hidden..]));
                state.cells.extend(narrow(&layer.cells[steps * count * hidden..]));
            }
        }
        state
    }

    /// Goes on from a state whose lengths have been checked.
    pub(crate) fn restore(&mut self, state: &State) {
        let (steps, hidden, padded) = (self.settings.steps, self.sizes.hidden, self.sizes.padded);
        let widen = |from: &[f32], to: &mut [F]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = F::of(*from));
        };
        self.update = state.update;
        widen(&state.weights, &mut self.weights);
        widen(&state.moment1, &mut self.moment1);
        widen(&state.moment2, &mut self.moment2);
        widen(&state.average, &mut self.average);
        for Shard { first, count, tape, .. } in &mut self.shards {
            let last = steps * *count;
            widen(&state.rows[*first * padded..], &mut tape.rows[last * padded..]);
            let roots = state.roots[*first * ROOT_CHANNELS..].chunks(ROOT_CHANNELS);
            for (to, from) in tape.roots[last..].iter_mut().zip(roots) {
                *to = std::array::from_fn(|i| F::of(from[i]));
            }
            for (i, layer) in tape.layers.iter_mut().enumerate() {
                let from = (i * self.settings.batch + *first) * hidden;
                widen(&state.hidden[from..], &mut layer.recurrent[last * hidden..]);
                widen(&state.cells[from..], &mut layer.cells[last * hidden..]);
            }
            widen(&state.lowest[*first..], &mut tape.lowest);
        }
    }

    /// The outputs of the last update, step by step, for comparisons.
    pub(crate) fn outputs(&self) -> Vec<f32> {
        let mut out = Vec::new();
        for t in 1..=self.settings.steps {
            for Shard { count, tape, .. } in &self.shards {
                let size = count * self.sizes.padded;
                out.extend(tape.rows[t * size..][..size].iter().map(|x| x.f64() as f32));
            }
        }
        out
    }

    /// The gradient of the last update, for comparisons.
    pub(crate) fn last_gradient(&self) -> Vec<f32> {
        self.gradient.iter().map(|x| x.f64() as f32).collect()
    }
}

impl<F: Real> Worker<'_, F> {
    fn losses(&mut self, batch: &Batch) -> [f64; TERMS] {
        let (steps, count, width) = (self.settings.steps, self.settings.batch, self.sizes.padded);
        let mut sums = [0.0; TERMS];
        let scale = F::of(1.0) / F::of((steps * self.whole) as f32);
        let mut gradient = vec![vec![F::default(); width]; steps];
        for index in 0..count {
            gradient.iter_mut().for_each(|row| row.fill(F::default()));
            let row = |t: usize| &self.tape.rows[(t * count + index) * width..][..width];
            let sequence = Sequence {
                layout: self.layout,
                weights: self.loss,
                bank: self.bank,
                batch,
                index,
                steps,
                rows: (0..=steps).map(row).collect(),
                roots: (0..steps).map(|t| self.tape.roots[t * count + index]).collect(),
            };
            let mut lowest = self.tape.lowest[index];
            let terms = sequence.run(&mut gradient, &mut lowest);
            self.tape.lowest[index] = lowest;
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
            for (t, from) in gradient.iter().enumerate() {
                let to = &mut self.tape.by_rows[(t * count + index) * width..][..width];
                to.iter_mut().zip(from).for_each(|(to, from)| *to = *from * scale);
            }
        }
        sums
    }
}

impl<F: Real> Tape<F> {
    fn new(sizes: &Arrangement, steps: usize, count: usize) -> Self {
        let table = |rows: usize, width: usize| vec![F::default(); rows * width];
        let (all, one_more) = (steps * count, (steps + 1) * count);
        let layer = || LayerTape {
            up: table(all, sizes.hidden),
            recurrent: table(one_more, sizes.hidden),
            cells: table(one_more, sizes.hidden),
            gates: table(all, 4 * sizes.hidden),
            by_gates: table(all, 4 * sizes.hidden),
        };
        Self {
            rows: table(one_more, sizes.padded),
            roots: vec![[F::default(); 3]; one_more],
            inputs: table(all, sizes.padded),
            encoded: table(all, sizes.hidden),
            layers: (0..sizes.layers).map(|_| layer()).collect(),
            by_rows: table(all, sizes.padded),
            by_encoded: table(all, sizes.hidden),
            lowest: table(count, 1),
        }
    }
}
