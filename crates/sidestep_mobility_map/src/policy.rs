//! Value iteration over the state-action graph: what lies ahead of every state, found once.
//!
//! Four things are known of every state that way: how to stop and stay, moving least, how much time
//! is lost until one walks ahead, how much passes until one goes in a wanted gait, and how to get into
//! the map. The search looks a second ahead; these look to the end.

use crate::{
    frame_table::FrameTable,
    leaps::{Leap, Leaps, of_state},
    map::OptionTable,
    spot::Spot,
};
use sidestep_control::Gait;
use sidestep_motion::FrameId;
use sidestep_pose_graph::{Action, StateActionGraph, StateId};
use sidestep_values::{Choices, Limits};

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

/// When values have settled.
const LIMITS: Limits = Limits { tolerance: 1e-4, most_improvements: 500 };

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
        let choices = choices(graph, STAND_DISCOUNT, price);
        let (values, _) = choices.solve(&LIMITS);
        let actions: Vec<u32> =
            (0..graph.states()).map(|state| choices.best(&values, state).1).collect();
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
    choices(graph, GO_DISCOUNT, price).solve(&LIMITS).0
}

/// The action that leads soonest from each state into the map, where options are to be judged.
///
/// In the thesis a character begins in the map and every option ends in it. Here it may begin
/// anywhere, be pushed out, or stand outside.
pub(crate) fn ways_into_map(
    graph: &StateActionGraph,
    table: &OptionTable,
    frame_secs: f32,
) -> Vec<u32> {
    let price = |action: &Action, frame: u32| {
        let jump = if frame == action.first { action.cost * SECS_PER_COST } else { 0.0 };
        jump + frame_secs
    };
    let mut choices = choices(graph, GO_DISCOUNT, price);
    for state in (0_u32..).take(graph.states()).map(StateId).filter(|state| table.has(*state)) {
        // There it is.
        choices.prices[graph.range(state)].fill((0.0, 0.0));
    }
    let (values, _) = choices.solve(&LIMITS);
    (0..graph.states()).map(|state| choices.best(&values, state).1).collect()
}

/// How far it is to each gait, where the library holds several.
#[derive(Clone, Debug)]
pub(crate) struct WaysToGaits {
    /// For each gait that is held: seconds in other gaits that lie ahead of each frame, discounted.
    secs: Vec<(Gait, Vec<f32>)>,
}

impl WaysToGaits {
    pub(crate) fn new(
        graph: &StateActionGraph,
        frames: &FrameTable,
        leaps: &Leaps,
        frame_secs: f32,
    ) -> Self {
        let held = frames.gaits.held();
        let told = held.iter().filter(|_| held.len() > 1);
        let secs = told.map(|gait| {
            let leaps = leaps.into(gait);
            let secs = match leaps {
                [] => secs_to_gait(graph, frames, gait, frame_secs),
                leaps => secs_to_gait(&with_leaps(graph, leaps), frames, gait, frame_secs),
            };
            (gait, secs)
        });
        Self { secs: secs.collect() }
    }

    /// The gaits that are told apart.
    pub(crate) fn gaits(&self) -> impl Iterator<Item = Gait> + '_ {
        self.secs.iter().map(|(gait, _)| *gait)
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

/// A graph with leaps among its actions.
fn with_leaps(graph: &StateActionGraph, leaps: &[Leap]) -> StateActionGraph {
    let mut leaping =
        StateActionGraph { actions: Vec::new(), action_starts: vec![0], ..graph.clone() };
    for state in (0_u32..).take(graph.states()).map(StateId) {
        leaping.actions.extend_from_slice(graph.actions_of(state));
        leaping.actions.extend(of_state(leaps, state).iter().map(|(_, leap)| *leap));
        leaping.action_starts.push(u32::try_from(leaping.actions.len()).unwrap_or(u32::MAX));
    }
    leaping
}

fn secs_to_gait(
    graph: &StateActionGraph,
    frames: &FrameTable,
    gait: Gait,
    frame_secs: f32,
) -> Vec<f32> {
    let wrong = |frame: u32| frame_secs * frames.gaits.unlike(FrameId(frame), gait);
    let price = |action: &Action, frame: u32| {
        let jump = if frame == action.first { action.cost * SECS_PER_COST } else { 0.0 };
        jump + wrong(frame)
    };
    let (values, _) = choices(graph, GO_DISCOUNT, price).solve(&LIMITS);
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

/// The actions of a graph with their prices, frame by frame, and what is left of later ones.
fn choices(
    graph: &StateActionGraph,
    discount: f32,
    price: impl Fn(&Action, u32) -> f32,
) -> Choices {
    let sum = |action: &Action| {
        let played = action.first..action.first + action.frames;
        played.fold((0.0, 1.0), |(sum, left), frame| {
            (sum + left * price(action, frame), left * discount)
        })
    };
    Choices {
        starts: graph.action_starts.clone(),
        targets: graph.actions.iter().map(|action| action.to.0).collect(),
        prices: graph.actions.iter().map(sum).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::MapOption;
    use sidestep_motion::GroundTransform;

    #[test]
    fn the_way_into_the_map_is_the_soonest_that_costs_little() {
        let action =
            |to: u32, frames: u32, cost: f32| Action { to: StateId(to), first: 0, frames, cost };
        // State 3 alone is in the map. At 30 Hz a frame lasts as long as 1.1 units of cost.
        let graph = StateActionGraph {
            state_frames: [0, 10, 20, 30].map(FrameId).to_vec(),
            action_starts: vec![0, 2, 4, 6, 8],
            actions: vec![
                action(1, 5, 0.0),
                action(2, 10, 0.0),
                // Twenty frames and five more are sooner than a jump of 60.
                action(3, 1, 60.0),
                action(0, 5, 0.0),
                action(0, 10, 0.0),
                action(3, 10, 0.0),
                action(3, 100, 0.0),
                action(1, 5, 0.0),
            ],
        };
        let mut table =
            OptionTable { option_starts: vec![0, 0, 0, 0, 1], ..OptionTable::default() };
        table.options.push(MapOption::new(StateId(3), GroundTransform::IDENTITY, 1, 0.0, 0));
        let ways = |graph: &StateActionGraph| ways_into_map(graph, &table, 1.0 / 30.0);
        assert_eq!(ways(&graph)[..3], [1, 3, 5]);
        let mut cheap = graph;
        cheap.actions[2].cost = 3.0;
        // Now the jump is the shortest way for all but state 2.
        assert_eq!(ways(&cheap)[..3], [0, 2, 5]);
    }
}
