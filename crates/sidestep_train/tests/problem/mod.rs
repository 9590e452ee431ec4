//! A made-up problem that uses every term of the loss, for tests and measurements.

#![allow(dead_code, reason = "each of those who include this uses its own part of it")]

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sidestep_train::{
    AIM_NUMBERS, Ball, Bank, Batch, GUIDE, GoalChannel, Layout, Link, LossWeights, RESTART,
    Settings, Touch,
};

/// What is asked of a body: a place, a facing, a direction and a pace, and three more channels.
fn goals() -> Vec<GoalChannel> {
    vec![
        GoalChannel::PlaceLeft,
        GoalChannel::PlaceForward,
        GoalChannel::NearLeft,
        GoalChannel::NearForward,
        GoalChannel::FacingCos,
        GoalChannel::FacingSin,
        GoalChannel::DirectionCos,
        GoalChannel::DirectionSin,
        GoalChannel::PaceLeft,
        GoalChannel::PaceForward,
        GoalChannel::Given,
        GoalChannel::Given,
        GoalChannel::Given,
    ]
}

/// A body of so many joints with positions and rotations, four feet, a root, and a ball if wanted:
/// 22 joints are the 205 channels of a human figure.
pub(crate) fn body(joints: usize, rotations: usize, ball: bool) -> (Layout, LossWeights) {
    let positions = 3 * joints;
    let feet = positions + rotations;
    let root = feet + 4;
    let (hands, possession, position) = (root + 3, root + 5, root + 6);
    let frame = if ball { root + 9 } else { root + 3 };
    let goals = goals();
    let channels = frame + goals.len();
    let mut means = vec![0.0; channels];
    let mut deviations = vec![0.3; channels];
    means[root..root + 3].copy_from_slice(&[0.001, 0.03, 0.002]);
    deviations[root..root + 3].copy_from_slice(&[0.01, 0.02, 0.03]);
    means[feet..feet + 4].fill(0.5);
    deviations[feet..feet + 4].fill(0.5);
    deviations[frame..].fill(1.2);
    let touch = |k: usize| Touch { position: 3 * (k % joints), contact: feet + k };
    let link = |k: usize| Link { from: 3 * k, to: 3 * (k / 2), length: 0.2 };
    let ball = ball.then(|| Ball {
        position,
        possession,
        radius: 0.12,
        reach: 0.15,
        hands: (0..2)
            .map(|k| Touch { position: 3 * (joints - 1 - k), contact: hands + k })
            .collect(),
    });
    if ball.is_some() {
        means[hands..position].fill(0.5);
        deviations[hands..position].fill(0.5);
        (means[position + 1], deviations[position + 1]) = (0.6, 0.25);
    }
    let layout = Layout {
        frame,
        goals,
        means,
        deviations,
        root,
        feet: (0..4).map(touch).collect(),
        links: (1..joints).map(link).collect(),
        ball,
        near_bound: 0.6,
        pace_bound: 2.5,
        pace_secs: 0.2,
    };
    let loss = LossWeights {
        channels: vec![1.0 / channels as f32; channels],
        slide: 6.0,
        link: 0.5,
        place: 0.4,
        place_bound: 1.5,
        heading: 0.3,
        hand: 4.0,
        bounce: 2.0,
    };
    (layout, loss)
}

/// Waves of several frequencies, flags that hold for some ticks, a root that strolls.
pub(crate) fn bank(layout: &Layout, frames: usize, seed: u64) -> Bank {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let waves: Vec<(f32, f32)> = (0..layout.frame)
        .map(|_| (rng.random_range(0.05..0.4), rng.random_range(0.0..6.3)))
        .collect();
    let flags = |channel: usize| layout.means[channel] == 0.5 && layout.deviations[channel] == 0.5;
    let mut bank = Bank::default();
    let mut root = [0.0_f32; 3];
    for t in 0..frames {
        for (channel, (rate, phase)) in waves.iter().enumerate() {
            let wave = libm::sinf(rate * t as f32 + phase);
            let flag = if wave > 0.3 { 1.0 } else { -1.0 };
            bank.frames.push(if flags(channel) { flag } else { 1.3 * wave });
        }
        let row = &bank.frames[t * layout.frame..];
        let at = |i: usize| {
            row[layout.root + i] * layout.deviations[layout.root + i]
                + layout.means[layout.root + i]
        };
        if t > 0 {
            let (s, c) = (libm::sinf(root[2]), libm::cosf(root[2]));
            root[0] += c * at(0) + s * at(1);
            root[1] += c * at(1) - s * at(0);
            root[2] += at(2);
        }
        bank.roots.extend(root);
    }
    bank
}

/// Batches in which some sequences restart, also in the middle, and some see goals from their own root.
pub(crate) struct Batches {
    rng: ChaCha8Rng,
    at: Vec<u32>,
    settings: Settings,
    goals: usize,
    frames: u32,
}

impl Batches {
    pub(crate) fn new(layout: &Layout, settings: &Settings, frames: usize, seed: u64) -> Self {
        let at = vec![u32::MAX; settings.batch];
        let rng = ChaCha8Rng::seed_from_u64(seed);
        let (settings, goals) = (*settings, layout.goals.len());
        Self { rng, at, settings, goals, frames: frames as u32 }
    }

    pub(crate) fn next(&mut self) -> Batch {
        let (steps, count) = (self.settings.steps, self.settings.batch);
        let mut batch = Batch::zeros(steps, count, self.goals);
        let rng = &mut self.rng;
        let mut fill = |numbers: &mut [f32], bound: f32| {
            numbers.fill_with(|| rng.random_range(-bound..bound));
        };
        fill(&mut batch.given, 1.0);
        fill(&mut batch.expected, 1.0);
        fill(&mut batch.aims, 2.0);
        for select in &mut batch.select {
            *select = f32::from(self.rng.random_range(0..10) < 6);
        }
        for b in 0..count {
            let room = self.frames - 2 * steps as u32 - 2;
            let fresh = self.at[b] > room || self.rng.random_range(0..3) == 0;
            if fresh {
                self.at[b] = self.rng.random_range(0..room);
                batch.restart[b] = 1.0;
            }
            if self.rng.random_range(0..3) == 0 {
                let kind = if self.rng.random_range(0..2) == 0 { GUIDE } else { RESTART };
                let place = self.rng.random_range(0..steps) * count + b;
                if batch.restart[place] == 0.0 {
                    batch.restart[place] = kind;
                }
            }
            batch.own_root[b] = f32::from(self.rng.random_range(0..2) == 0);
            batch.start[b] = self.at[b];
            self.at[b] += steps as u32;
        }
        debug_assert_eq!(batch.aims.len(), steps * count * AIM_NUMBERS);
        batch
    }
}
