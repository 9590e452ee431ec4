//! The pose graph (section 3.2): frames, and which of them may be played after which.

use crate::{config::GraphConfig, error::GraphError, transitions::Transition};
use sidestep_motion::{MotionLibrary, components::strongly_connected};

/// In how many steps the allowance for lost frames is sought.
const ALLOWANCES: u32 = 64;

/// Frames and the edges that leave each, in compressed rows: the natural successor first, at no cost,
/// then jumps, cheapest first.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseGraph {
    /// Where the edges of each frame begin; one entry more than there are frames.
    pub starts: Vec<u32>,
    /// The frame each edge leads to.
    pub targets: Vec<u32>,
    /// τ of each edge (eq. 3.13).
    pub costs: Vec<f32>,
}

/// A pose graph with what of it is strongly connected.
#[derive(Clone, Debug, PartialEq)]
pub struct Pruned {
    /// All frames, with the edges that are cheap enough.
    pub graph: PoseGraph,
    /// Whether each frame is in the largest strongly connected component.
    pub kept: Vec<bool>,
    /// How many are.
    pub kept_frames: usize,
    /// The dearest transition allowed anywhere.
    pub dearest: f32,
}

/// All jumps that may be taken, cheapest first for each frame.
struct Jumps {
    starts: Vec<u32>,
    jumps: Vec<(f32, u32)>,
}

impl PoseGraph {
    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The edges that leave a frame: where each leads and what it costs.
    pub fn edges_of(&self, frame: u32) -> impl Iterator<Item = (u32, f32)> + '_ {
        let range = self.starts[frame as usize] as usize..self.starts[frame as usize + 1] as usize;
        range.map(|edge| (self.targets[edge], self.costs[edge]))
    }

    /// The jumps that leave a frame, cheapest first: all edges but the one to the next frame.
    pub fn jumps_of(&self, frame: u32) -> impl Iterator<Item = (u32, f32)> + '_ {
        // No jump leads to the next frame: none is so short, and none leads to the start of a clip.
        self.edges_of(frame).filter(move |(to, _)| *to != frame + 1)
    }

    /// The same edges, turned around.
    pub(crate) fn reversed(&self) -> Self {
        let mut list: Vec<(u32, u32, f32)> = Vec::with_capacity(self.targets.len());
        for frame in (0_u32..).take(self.frames()) {
            list.extend(self.edges_of(frame).map(|(to, cost)| (to, frame, cost)));
        }
        list.sort_unstable_by_key(|(from, to, _)| (*from, *to));
        let mut starts = vec![0; self.starts.len()];
        for (from, _, _) in &list {
            starts[*from as usize + 1] += 1;
        }
        accumulate(&mut starts);
        let (targets, costs) = list.into_iter().map(|(_, to, cost)| (to, cost)).unzip();
        Self { starts, targets, costs }
    }
}

/// Prunes by cost and connection.
///
/// First every jump up to the threshold is taken. If that connects too few frames, dearer jumps are
/// allowed as well, but only to or from frames that were lost, and no dearer than it takes: what was
/// connected stays as smooth as it was. More edges never break a component apart, so the least
/// allowance that is enough is found by halving the range.
pub fn prune(
    library: &MotionLibrary,
    transitions: &[Transition],
    config: &GraphConfig,
) -> Result<Pruned, GraphError> {
    let jumps = Jumps::new(library.len(), transitions);
    let base = jumps.pruned(library, config.most_jumps, config.threshold, |_, _, cost| {
        cost <= config.threshold
    });
    let is_enough =
        |pruned: &Pruned| pruned.kept_frames as f32 >= config.least_kept * library.len() as f32;
    let rescued = |allowance: f32| {
        jumps.pruned(library, config.most_jumps, allowance, |from, to, cost| {
            let is_lost = !base.kept[from as usize] || !base.kept[to as usize];
            cost <= config.threshold || (is_lost && cost <= allowance)
        })
    };
    let mut best = if is_enough(&base) { base.clone() } else { rescued(config.most_threshold) };
    let (mut too_low, mut high_enough) = (0, ALLOWANCES);
    while !is_enough(&base) && high_enough - too_low > 1 {
        let middle = u32::midpoint(too_low, high_enough);
        let share = middle as f32 / ALLOWANCES as f32;
        let range = config.most_threshold - config.threshold;
        let pruned = rescued(config.threshold + share * range);
        if is_enough(&pruned) {
            (high_enough, best) = (middle, pruned);
        } else {
            too_low = middle;
        }
    }
    // Alone with itself no frame leads anywhere.
    if best.kept_frames < 2 {
        return Err(GraphError::Unconnected { threshold: best.dearest });
    }
    Ok(best)
}

/// Prunes with bridges: jumps dearer than the threshold between what is `kept` and what is lost
/// although it is wanted, no dearer than it takes to keep most of what can be kept with `most`.
pub fn prune_bridged(
    library: &MotionLibrary,
    transitions: &[Transition],
    config: &GraphConfig,
    (kept, lost): (&[bool], &[bool]),
    most: f32,
) -> Pruned {
    let jumps = Jumps::new(library.len(), transitions);
    let leads = |from: usize, to: usize| (kept[from] && lost[to]) || (lost[from] && kept[to]);
    let with = |allowance: f32| {
        let is_good = |_: u32, _: u32, cost: f32| cost <= config.threshold;
        let is_bridge = |from: u32, to: u32, cost: f32| {
            cost > config.threshold && cost <= allowance && leads(from as usize, to as usize)
        };
        let graph = jumps.graph(library, config.most_jumps, is_good, is_bridge);
        Pruned::of(graph, allowance)
    };
    let rescued =
        |pruned: &Pruned| pruned.kept.iter().zip(lost).filter(|(k, l)| **k && **l).count();
    let mut best = with(most);
    let enough = rescued(&best) - rescued(&best) / 10;
    let (mut too_low, mut high_enough) = (0, ALLOWANCES);
    while high_enough - too_low > 1 {
        let middle = u32::midpoint(too_low, high_enough);
        let share = middle as f32 / ALLOWANCES as f32;
        let pruned = with(config.threshold + share * (most - config.threshold));
        if rescued(&pruned) >= enough {
            (high_enough, best) = (middle, pruned);
        } else {
            too_low = middle;
        }
    }
    best
}

impl Pruned {
    fn of(graph: PoseGraph, dearest: f32) -> Self {
        let components = strongly_connected(&graph.starts, &graph.targets);
        let largest = components.largest();
        let kept: Vec<bool> = components.of.iter().map(|number| Some(*number) == largest).collect();
        let kept_frames = kept.iter().filter(|kept| **kept).count();
        Self { graph, kept, kept_frames, dearest }
    }
}

impl Jumps {
    fn new(frames: usize, transitions: &[Transition]) -> Self {
        let both =
            |t: &Transition| [(t.first - 1, t.second, t.cost), (t.second - 1, t.first, t.cost)];
        let mut starts = vec![0; frames + 1];
        for (from, _, _) in transitions.iter().flat_map(both) {
            starts[from as usize + 1] += 1;
        }
        accumulate(&mut starts);
        let mut filled = starts.clone();
        let mut jumps = vec![(0.0, 0); 2 * transitions.len()];
        for (from, to, cost) in transitions.iter().flat_map(both) {
            jumps[filled[from as usize] as usize] = (cost, to);
            filled[from as usize] += 1;
        }
        for row in starts.windows(2) {
            jumps[row[0] as usize..row[1] as usize]
                .sort_unstable_by(|(a, to_a), (b, to_b)| a.total_cmp(b).then(to_a.cmp(to_b)));
        }
        Self { starts, jumps }
    }

    fn pruned(
        &self,
        library: &MotionLibrary,
        most_jumps: usize,
        dearest: f32,
        is_allowed: impl Fn(u32, u32, f32) -> bool,
    ) -> Pruned {
        Pruned::of(self.graph(library, most_jumps, is_allowed, |_, _, _| false), dearest)
    }

    fn graph(
        &self,
        library: &MotionLibrary,
        most_jumps: usize,
        is_allowed: impl Fn(u32, u32, f32) -> bool,
        is_bridge: impl Fn(u32, u32, f32) -> bool,
    ) -> PoseGraph {
        let mut graph = PoseGraph { starts: vec![0], targets: Vec::new(), costs: Vec::new() };
        for clip in library.clips() {
            for frame in clip.frames.clone() {
                if frame + 1 < clip.frames.end {
                    graph.targets.push(frame + 1);
                    graph.costs.push(0.0);
                }
                let row = self.starts[frame as usize]..self.starts[frame as usize + 1];
                let jumps = self.jumps[row.start as usize..row.end as usize].iter();
                let allowed = jumps.clone().filter(|(cost, to)| is_allowed(frame, *to, *cost));
                let mut bridges = jumps.clone().filter(|(cost, to)| is_bridge(frame, *to, *cost));
                for (cost, to) in allowed.take(most_jumps).chain(bridges.next()) {
                    graph.targets.push(*to);
                    graph.costs.push(*cost);
                }
                graph.starts.push(u32::try_from(graph.targets.len()).unwrap_or(u32::MAX));
            }
        }
        graph
    }
}

fn accumulate(starts: &mut [u32]) {
    let mut sum = 0;
    for start in starts {
        sum += *start;
        *start = sum;
    }
}
