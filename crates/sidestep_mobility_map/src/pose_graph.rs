//! The pose graph (section 3.2): frames, and which of them may be played after which.

use crate::{
    components::strongly_connected, config::GraphConfig, error::BuildError, transitions::Transition,
};
use sidestep_motion::MotionLibrary;

/// How closely the threshold is found, as a share of the range it is sought in.
const THRESHOLD_STEPS: u32 = 64;

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
    /// All frames, with the edges that cost at most `threshold`.
    pub graph: PoseGraph,
    /// Whether each frame is in the largest strongly connected component.
    pub kept: Vec<bool>,
    /// How many are.
    pub kept_frames: usize,
    /// The dearest transition allowed.
    pub threshold: f32,
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

/// Prunes by cost and connection: the least threshold of the range in `config` that keeps enough
/// frames connected, or the greatest if none does.
///
/// More edges never break a component apart, so the least one is found by halving the range.
pub fn prune(
    library: &MotionLibrary,
    transitions: &[Transition],
    config: &GraphConfig,
) -> Result<Pruned, BuildError> {
    let jumps = Jumps::new(library.len(), transitions);
    let cut = |threshold: f32| pruned_at(library, &jumps, threshold, config.most_jumps);
    #[expect(clippy::cast_precision_loss, reason = "a share of the frames")]
    let is_enough =
        |pruned: &Pruned| pruned.kept_frames as f32 >= config.least_kept * library.len() as f32;
    let mut best = cut(config.threshold);
    if !is_enough(&best) {
        let (mut too_low, mut high_enough) = (0, THRESHOLD_STEPS);
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let threshold = |step: u32| {
            let share = step as f32 / THRESHOLD_STEPS as f32;
            config.threshold + share * (config.most_threshold - config.threshold)
        };
        best = cut(config.most_threshold);
        while high_enough - too_low > 1 {
            let middle = u32::midpoint(too_low, high_enough);
            let pruned = cut(threshold(middle));
            if is_enough(&pruned) {
                (high_enough, best) = (middle, pruned);
            } else {
                too_low = middle;
            }
        }
    }
    // Alone with itself no frame leads anywhere.
    if best.kept_frames < 2 {
        return Err(BuildError::Unconnected { threshold: best.threshold });
    }
    Ok(best)
}

fn pruned_at(library: &MotionLibrary, jumps: &Jumps, threshold: f32, most_jumps: usize) -> Pruned {
    let graph = jumps.graph(library, threshold, most_jumps);
    let components = strongly_connected(&graph.starts, &graph.targets);
    let largest = components.largest();
    let kept: Vec<bool> = components.of.iter().map(|number| Some(*number) == largest).collect();
    let kept_frames = kept.iter().filter(|kept| **kept).count();
    Pruned { graph, kept, kept_frames, threshold }
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

    fn graph(&self, library: &MotionLibrary, threshold: f32, most_jumps: usize) -> PoseGraph {
        let mut graph = PoseGraph { starts: vec![0], targets: Vec::new(), costs: Vec::new() };
        for clip in library.clips() {
            for frame in clip.frames.clone() {
                if frame + 1 < clip.frames.end {
                    graph.targets.push(frame + 1);
                    graph.costs.push(0.0);
                }
                let row =
                    self.starts[frame as usize] as usize..self.starts[frame as usize + 1] as usize;
                for (cost, to) in self.jumps[row].iter().take(most_jumps) {
                    if *cost <= threshold {
                        graph.targets.push(*to);
                        graph.costs.push(*cost);
                    }
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
