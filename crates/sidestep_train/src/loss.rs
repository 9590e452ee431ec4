//! The loss of one sequence and its gradient: eqs. 1 to 8, the prediction, and the root in the world.
//!
//! `cuda/loss.cu` holds the same in CUDA C; a program compares them on a machine with a GPU.

use crate::{
    batch::{AIM_NUMBERS, Bank, Batch, MORE, RESTART},
    goal::{Root, When, advance, advance_back, goals_seen, metres, point, step_of},
    layout::{Ball, Layout, LossWeights, ROOT_CHANNELS},
    real::Real,
};

/// How many terms a loss has.
pub const TERMS: usize = 8;

/// Names of the terms, in order.
pub const TERM_NAMES: [&str; TERMS] =
    ["motion", "prediction", "slide", "link", "place", "heading", "hand", "bounce"];

/// One sequence of an update: what the network gave, and where it stood.
pub(crate) struct Sequence<'a, F> {
    pub(crate) layout: &'a Layout,
    pub(crate) weights: &'a LossWeights,
    pub(crate) bank: &'a Bank,
    pub(crate) batch: &'a Batch,
    /// Which sequence of the batch.
    pub(crate) index: usize,
    /// Steps of the update.
    pub(crate) steps: usize,
    /// The row before the first step, then the outputs of all steps.
    pub(crate) rows: Vec<&'a [F]>,
    /// The root before each step.
    pub(crate) roots: Vec<Root<F>>,
}

impl<F: Real> Sequence<'_, F> {
    /// Adds the gradient of the sum of all terms to `gradient` (a row for each step), takes the lowest
    /// height of the ball along, and gives the terms.
    pub(crate) fn run(&self, gradient: &mut [Vec<F>], lowest: &mut F) -> [f64; TERMS] {
        let mut terms = [0.0; TERMS];
        for t in 0..self.steps {
            self.motion(t, &mut gradient[t], &mut terms);
            self.slide(t, gradient, &mut terms);
            self.links(t, &mut gradient[t], &mut terms);
            self.hands(t, &mut gradient[t], &mut terms);
        }
        self.root(gradient, &mut terms);
        self.bounces(gradient, lowest, &mut terms);
        terms
    }

    fn place(&self, t: usize) -> usize {
        t * self.batch.start.len() + self.index
    }

    /// Whether step `t` sees a frame of the data.
    fn is_put(&self, t: usize) -> bool {
        self.batch.restart[self.place(t)] != 0.0
    }

    fn restarts(&self, t: usize) -> bool {
        self.batch.restart[self.place(t)] == RESTART
    }

    /// The data's frame `t` ticks after the start.
    fn data(&self, t: usize) -> &[f32] {
        let frame = self.batch.start[self.index] as usize + t;
        &self.bank.frames[frame * self.layout.frame..][..self.layout.frame]
    }

    fn data_root(&self, t: usize) -> Root<F> {
        let frame = self.batch.start[self.index] as usize + t;
        std::array::from_fn(|i| F::of(self.bank.roots[frame * ROOT_CHANNELS + i]))
    }

    /// Whether a flag of the data is set.
    fn flag(&self, t: usize, channel: usize) -> bool {
        metres(self.layout, self.data(t), channel) > 0.5
    }

    /// What the frame before step `t` was.
    fn before(&self, t: usize, channel: usize) -> F {
        if self.is_put(t) { F::of(self.data(t)[channel]) } else { self.rows[t][channel] }
    }

    /// Eq. 2, and the same for the prediction.
    fn motion(&self, t: usize, gradient: &mut [F], terms: &mut [f64; TERMS]) {
        let (layout, row, data) = (self.layout, self.rows[t + 1], self.data(t + 1));
        let mut pull = |channel: usize, target: F, weight: f32| {
            let (error, weight) = (row[channel] - target, F::of(weight));
            gradient[channel] += F::of(2.0) * weight * error;
            (weight * error * error).f64()
        };
        let ball = layout.ball.as_ref().filter(|ball| !self.flag(t + 1, ball.possession));
        let hidden = ball.map_or(0..0, |ball| ball.position..ball.position + 3);
        let counts = 1.0 + self.batch.aims[self.place(t) * AIM_NUMBERS + MORE];
        for channel in (0..layout.frame).filter(|channel| !hidden.contains(channel)) {
            let weight = counts * self.weights.channels[channel];
            terms[0] += pull(channel, F::of(data[channel]), weight);
        }
        let (goals, place) = (layout.goals.len(), self.place(t));
        let mut seen = vec![F::default(); goals];
        let aim = &self.batch.aims[place * AIM_NUMBERS..];
        let expected = &self.batch.expected[place * goals..];
        goals_seen(layout, self.data_root(t + 1), (aim, When::After), expected, &mut seen);
        for (i, target) in seen.into_iter().enumerate() {
            let channel = layout.frame + i;
            terms[1] += pull(channel, target, self.weights.channels[channel]);
        }
    }

    /// Eq. 3, with the data's contacts.
    fn slide(&self, t: usize, gradient: &mut [Vec<F>], terms: &mut [f64; TERMS]) {
        let (layout, row) = (self.layout, self.rows[t + 1]);
        let weight = F::of(self.weights.slide);
        let [left, forward, turn] = step_of(layout, row);
        let (s, c) = (turn.sin(), turn.cos());
        for foot in &layout.feet {
            if !(self.flag(t, foot.contact) && self.flag(t + 1, foot.contact)) {
                continue;
            }
            let old: [F; 3] = std::array::from_fn(|i| {
                let channel = foot.position + i;
                self.before(t, channel) * F::of(layout.deviations[channel])
                    + F::of(layout.means[channel])
            });
            let [x, y, z] = point(layout, row, foot.position);
            // T of eq. 3: the new frame seen from the old one.
            let error =
                [c * x + s * z + left - old[0], y - old[1], c * z - s * x + forward - old[2]];
            terms[2] += (weight * dot(error, error)).f64();
            let [ex, ey, ez] = error.map(|e| F::of(2.0) * weight * e);
            let by_new = [c * ex - s * ez, ey, s * ex + c * ez];
            let by_turn = ex * (c * z - s * x) - ez * (s * z + c * x);
            self.add(&mut gradient[t], foot.position, by_new);
            self.add(&mut gradient[t], layout.root, [ex, ez, by_turn]);
            if t > 0 && !self.is_put(t) {
                self.add(&mut gradient[t - 1], foot.position, [-ex, -ey, -ez]);
            }
        }
    }

    /// Eq. 4.
    fn links(&self, t: usize, gradient: &mut [F], terms: &mut [f64; TERMS]) {
        for link in &self.layout.links {
            let weight = self.weights.link;
            terms[3] += self.distance(t, (link.from, link.to), (link.length, weight), gradient);
        }
    }

    /// Eq. 6.
    fn hands(&self, t: usize, gradient: &mut [F], terms: &mut [f64; TERMS]) {
        let Some(ball) = &self.layout.ball else { return };
        for hand in &ball.hands {
            if self.flag(t + 1, hand.contact) && self.flag(t + 1, ball.possession) {
                let pair = (hand.position, ball.position);
                let wish = (ball.reach, self.weights.hand);
                terms[6] += self.distance(t, pair, wish, gradient);
            }
        }
    }

    /// Two points that should be a length apart.
    fn distance(
        &self,
        t: usize,
        (from, to): (usize, usize),
        (length, weight): (f32, f32),
        gradient: &mut [F],
    ) -> f64 {
        let (layout, row, weight) = (self.layout, self.rows[t + 1], F::of(weight));
        let (a, b) = (point(layout, row, from), point(layout, row, to));
        let across = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        let apart = dot(across, across).sqrt();
        let error = apart - F::of(length);
        if apart > F::of(1e-6) {
            let pull = across.map(|x| F::of(2.0) * weight * error * x / apart);
            self.add(gradient, from, pull);
            self.add(gradient, to, pull.map(|x| -x));
        }
        (weight * error * error).f64()
    }

    /// Where the own steps led, against the data, for those who see their goal from there; the gradient
    /// runs back over all own steps.
    fn root(&self, gradient: &mut [Vec<F>], terms: &mut [f64; TERMS]) {
        if self.batch.own_root[self.index] == 0.0 {
            return;
        }
        let (layout, two) = (self.layout, F::of(2.0));
        let (place, turn) = (F::of(self.weights.place), F::of(self.weights.heading));
        let bound = F::of(self.weights.place_bound);
        let mut later = [F::default(); 3];
        for t in (0..self.steps).rev() {
            let step = step_of(layout, self.rows[t + 1]);
            let (after, wanted) = (advance(self.roots[t], step), self.data_root(t + 1));
            let error: [F; 3] = std::array::from_fn(|i| after[i] - wanted[i]);
            let square = error[0] * error[0] + error[1] * error[1];
            terms[4] += (place * square.min(bound * bound)).f64();
            terms[5] += (turn * (F::of(1.0) - error[2].cos())).f64();
            if square < bound * bound {
                later[0] += two * place * error[0];
                later[1] += two * place * error[1];
            }
            later[2] += turn * error[2].sin();
            let (by_step, before) = advance_back(self.roots[t], step, later);
            self.add(&mut gradient[t], layout.root, by_step);
            later = if self.restarts(t) { [F::default(); 3] } else { before };
        }
    }

    /// Eqs. 7 and 8, the latter as y(t+1) = c(t) b(t+1) + (1 - c(t)) min(y(t), b(t+1)): as printed,
    /// the frame of the push-off counts twice.
    fn bounces(&self, gradient: &mut [Vec<F>], lowest: &mut F, terms: &mut [f64; TERMS]) {
        let Some(ball) = &self.layout.ball else { return };
        let (weight, height) = (F::of(self.weights.bounce), ball.position + 1);
        let scale = F::of(self.layout.deviations[height]);
        let mut lowest_at = None;
        for t in 0..self.steps {
            if self.is_put(t) {
                *lowest = F::of(metres(self.layout, self.data(t), height));
                lowest_at = None;
            }
            let (held, holds) = (self.held(t, ball), self.held(t + 1, ball));
            // A ball that came from somebody else did not have to bounce.
            let was_own = self.flag(t, ball.possession) && self.flag(t + 1, ball.possession);
            if !held && holds && was_own {
                let error = *lowest - F::of(ball.radius);
                terms[7] += (weight * error * error).f64();
                if let Some(at) = lowest_at {
                    let row: &mut Vec<F> = &mut gradient[at];
                    row[height] += F::of(2.0) * weight * error * scale;
                }
            }
            let now = metres(self.layout, self.rows[t + 1], height);
            if held || now < *lowest {
                (*lowest, lowest_at) = (now, Some(t));
            }
        }
    }

    fn held(&self, t: usize, ball: &Ball) -> bool {
        ball.hands.iter().any(|hand| self.flag(t, hand.contact))
    }

    /// Adds a gradient by metres to three normalised channels.
    fn add(&self, gradient: &mut [F], channel: usize, by: [F; 3]) {
        for (i, by) in by.into_iter().enumerate() {
            gradient[channel + i] += by * F::of(self.layout.deviations[channel + i]);
        }
    }
}

fn dot<F: Real>(a: [F; 3], b: [F; 3]) -> F {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
