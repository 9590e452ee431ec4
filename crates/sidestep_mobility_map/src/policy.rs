//! Value iteration over the state-action graph: what lies ahead of every state, found once.
//!
//! Three things are known of every state that way: how to stop and stay, moving least, how much time
//! is lost until one walks ahead, and how much passes until one goes in a wanted gait. The search looks a second ahead; these look to the end.

use crate::{
    frame_table::FrameTable,
    spot::Spot,
    state_action::{Action, StateActionGraph, StateId},
};
use sidestep_control::Gait;
use sidestep_motion::FrameId;

/// What a radian of turning is worth when standing, in metres.
const METRES_PER_RADIAN: f32 = 0.3;

/// What a unit of transition cost is worth when standing, in metres.
const METRES_PER_COST: f32 = 0.01;

/// What a unit of transition cost is worth when going, in seconds.
const SECS_PER_COST: f32 = 0.03;

/// How much of a price is left one frame later, when standing and when going.
const STAND_DISCOUNT: f32 = 0.98;
const GO_DISCOUNT: f32 = 0.99;

/// Going backwards loses at most so much time in each second.
const MOST_LOST: f32 = 1.5;

/// Values have settled when no sweep changes one by more than this.
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
        let price = |action: &Action, frame: u32| {
            let step = frames.step(frame, frame);
            let moved = (step.x * step.x + step.z * step.z).sqrt();
            let jump = if frame == action.first { action.cost * METRES_PER_COST } else { 0.0 };
            jump + moved + METRES_PER_RADIAN * step.sin.abs()
        };
        let prices = prices(graph, STAND_DISCOUNT, price);
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

/// The seconds that are lost from each state on, compared with walking ahead at `speed`.
pub(crate) fn lost_secs(
    graph: &StateActionGraph,
    frames: &FrameTable,
    speed: f32,
    frame_secs: f32,
) -> Vec<f32> {
    let price = |action: &Action, frame: u32| {
        let ahead = frames.step(frame, frame).z / (speed * frame_secs).max(1e-6);
        let jump = if frame == action.first { action.cost * SECS_PER_COST } else { 0.0 };
        jump + frame_secs * (1.0 - ahead).clamp(0.0, MOST_LOST)
    };
    values(graph, &prices(graph, GO_DISCOUNT, price))
}

/// How far it is to each gait, where the library holds several.
#[derive(Clone, Debug)]
pub(crate) struct WaysToGaits {
    /// For each gait that is held: seconds in other gaits that lie ahead of each frame, discounted.
    secs: Vec<(Gait, Vec<f32>)>,
}

impl WaysToGaits {
    pub(crate) fn new(graph: &StateActionGraph, frames: &FrameTable, frame_secs: f32) -> Self {
        let held = frames.gaits.held();
        let told = held.iter().filter(|_| held.len() > 1);
        let secs = told.map(|gait| (gait, secs_to_gait(graph, frames, gait, frame_secs)));
        Self { secs: secs.collect() }
    }

    /// Seconds in other gaits that lie ahead of a frame; none where gaits are not told apart.
    pub(crate) fn secs(&self, gait: Gait, frame: u32) -> f32 {
        let own = self.secs.iter().find(|(own, _)| *own == gait);
        own.and_then(|(_, secs)| secs.get(frame as usize)).copied().unwrap_or(0.0)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.secs.iter().map(|(_, secs)| size_of_val(secs.as_slice())).sum()
    }
}

fn secs_to_gait(
    graph: &StateActionGraph,
    frames: &FrameTable,
    gait: Gait,
    frame_secs: f32,
) -> Vec<f32> {
    let wrong = |frame: u32| {
        if frames.gaits.at(FrameId(frame)) == Some(gait) { 0.0 } else { frame_secs }
    };
    let price = |action: &Action, frame: u32| {
        let jump = if frame == action.first { action.cost * SECS_PER_COST } else { 0.0 };
        jump + wrong(frame)
    };
    let values = values(graph, &prices(graph, GO_DISCOUNT, price));
    let mut secs = vec![0.0; frames.spots.len()];
    for frame in (0..u32::try_from(secs.len()).unwrap_or(0)).rev() {
        secs[frame as usize] = match frames.state(frame) {
            Some(state) => values[state.index()],
            // Between states there is nothing to decide.
            None if frames.plays_to(frame) > frame => {
                wrong(frame + 1) + GO_DISCOUNT * secs[frame as usize + 1]
            }
            None => 0.0,
        };
    }
    secs
}

/// The price of each action, and what is left of later prices after it.
fn prices(
    graph: &StateActionGraph,
    discount: f32,
    price: impl Fn(&Action, u32) -> f32,
) -> Vec<(f32, f32)> {
    let sum = |action: &Action| {
        let played = action.first..action.first + action.frames;
        played.fold((0.0, 1.0), |(sum, left), frame| {
            (sum + left * price(action, frame), left * discount)
        })
    };
    graph.actions.iter().map(sum).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Three states: 0 costs 1 to leave and leads to 1; 1 stays for 0.1 or goes to 2 for 0.05; 2
    /// stays for nothing. With half of every price left, 1 is worth 0.05, and 0 is worth 1.025.
    #[test]
    fn values_of_a_drawing() {
        let action = |to: u32| Action { to: StateId(to), first: to, frames: 1, cost: 0.0 };
        let graph = StateActionGraph {
            state_frames: (0..3).map(FrameId).collect(),
            action_starts: vec![0, 1, 3, 4],
            actions: vec![action(1), action(1), action(2), action(2)],
        };
        let prices = [(1.0, 0.5), (0.1, 0.5), (0.05, 0.5), (0.0, 0.5)];
        let values = values(&graph, &prices);
        assert!((values[0] - 1.025).abs() < 1e-3 && (values[1] - 0.05).abs() < 1e-3, "{values:?}");
        assert_eq!(best(&graph, &prices, &values, StateId(1)).1, 2);
    }
}
