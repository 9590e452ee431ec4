//! How to stop from every state, and stay: the way that moves least, found once.
//!
//! Value iteration over the state-action graph: the price of an action is how far it moves and
//! turns, and how rough it is; what lies further ahead counts less. Following the cheapest action
//! of each state stops soon, and then stands for as long as one likes.

use crate::{
    frame_table::FrameTable,
    spot::Spot,
    state_action::{StateActionGraph, StateId},
};

/// What a radian of turning is worth, in metres.
const METRES_PER_RADIAN: f32 = 0.3;

/// What a unit of transition cost is worth, in metres.
const METRES_PER_COST: f32 = 0.01;

/// How much of a price is left one frame later.
const DISCOUNT: f32 = 0.98;

/// Values have settled when no sweep changes one by more than this, in metres.
const SETTLED: f32 = 1e-4;

/// At most this many sweeps.
const MOST_SWEEPS: usize = 500;

/// A body that will move less than this has stopped, in metres of value.
const STOPPED: f32 = 0.25;

/// A stop takes no more frames than this.
const MOST_FRAMES: u32 = 150;

/// How to stop from each state.
#[derive(Clone, Debug)]
pub(crate) struct StandPolicy {
    /// The action to take, by its index in the graph.
    pub(crate) actions: Vec<u32>,
    /// Where it stops.
    pub(crate) stops: Vec<Stop>,
    /// The state that stands best.
    pub(crate) rest: StateId,
}

/// Where and when a body stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// Seen from the state.
    pub(crate) spot: Spot,
    pub(crate) frames: f32,
}

impl StandPolicy {
    pub(crate) fn new(graph: &StateActionGraph, frames: &FrameTable) -> Self {
        let prices = prices(graph, frames);
        let values = values(graph, &prices);
        let actions: Vec<u32> = (0_u32..)
            .take(graph.states())
            .map(|state| best(graph, &prices, &values, StateId(state)).1)
            .collect();
        let rest = (0_u32..)
            .take(graph.states())
            .min_by(|a, b| values[*a as usize].total_cmp(&values[*b as usize]));
        let least = rest.map_or(0.0, |state| values[state as usize]);
        let stop = |state: u32| {
            let (mut spot, mut at, mut played) = (Spot::ORIGIN, StateId(state), 0);
            while values[at.index()] > least + STOPPED && played < MOST_FRAMES {
                let action = graph.actions[actions[at.index()] as usize];
                spot = spot.then(frames.step(action.first, action.first + action.frames - 1));
                played += action.frames;
                at = action.to;
            }
            #[expect(clippy::cast_precision_loss, reason = "a few seconds")]
            Stop { spot, frames: played as f32 }
        };
        let stops = (0_u32..).take(graph.states()).map(stop).collect();
        Self { actions, stops, rest: StateId(rest.unwrap_or(0)) }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.actions.as_slice()) + size_of_val(self.stops.as_slice())
    }
}

/// The price of each action, and what is left of later prices after it.
fn prices(graph: &StateActionGraph, frames: &FrameTable) -> Vec<(f32, f32)> {
    let price = |action: &crate::state_action::Action| {
        let (mut sum, mut left) = (action.cost * METRES_PER_COST, 1.0);
        for frame in action.first..action.first + action.frames {
            let step = frames.step(frame, frame);
            let moved = (step.x * step.x + step.z * step.z).sqrt();
            sum += left * (moved + METRES_PER_RADIAN * step.sin.abs());
            left *= DISCOUNT;
        }
        (sum, left)
    };
    graph.actions.iter().map(price).collect()
}

fn values(graph: &StateActionGraph, prices: &[(f32, f32)]) -> Vec<f32> {
    let mut values = vec![0.0; graph.states()];
    for _ in 0..MOST_SWEEPS {
        let mut change = 0.0_f32;
        // Clips run forwards, so values run backwards fastest.
        for state in (0..u32::try_from(graph.states()).unwrap_or(u32::MAX)).rev() {
            let value = best(graph, prices, &values, StateId(state)).0;
            change = change.max((value - values[state as usize]).abs());
            values[state as usize] = value;
        }
        if change < SETTLED {
            break;
        }
    }
    values
}

/// The least price from a state on, and the action that has it.
fn best(
    graph: &StateActionGraph,
    prices: &[(f32, f32)],
    values: &[f32],
    state: StateId,
) -> (f32, u32) {
    let mut best = (f32::INFINITY, 0);
    for index in graph.range(state) {
        let (price, left) = prices[index];
        let value = price + left * values[graph.actions[index].to.index()];
        if value < best.0 {
            best = (value, u32::try_from(index).unwrap_or(u32::MAX));
        }
    }
    best
}
