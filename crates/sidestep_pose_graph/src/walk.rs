//! Random walks: new sequences of the frames there are, each step one the graph allows.
//!
//! A step is the likelier the smoother it is: after J. Lee et al., *Interactive Control of Avatars
//! Animated with Human Motion Data* (2002), an edge of cost τ is taken in proportion to exp(-τ/σ).

use crate::pose_graph::{PoseGraph, Pruned};
use sidestep_motion::{FrameId, chance::Chance, math::exp};

/// How a walk chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkConfig {
    /// σ: a jump of this cost is 1/e times as likely as going on. At 0 a walk jumps only where it must.
    pub softness: f32,
    /// So many frames are played after a jump before the next, where the clip lasts that long.
    pub least_frames: u32,
}

impl Default for WalkConfig {
    fn default() -> Self {
        Self { softness: 0.5, least_frames: 10 }
    }
}

/// One frame of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkStep {
    /// The frame to show.
    pub frame: FrameId,
    /// Whether it was jumped to, instead of following the frame before.
    pub is_jump: bool,
    /// τ of the step (eq. 3.13); 0 where it follows.
    pub cost: f32,
}

/// A walk without end through the strongly connected part of a graph. The same seed takes the same
/// walk on every machine. It stops only where `kept` is no connected part of the graph.
pub struct Walk<'a> {
    graph: &'a PoseGraph,
    kept: &'a [bool],
    config: WalkConfig,
    chance: Chance,
    at: u32,
    since_jump: u32,
    /// What may come next, with its share; reused.
    choices: Vec<(u32, f32, f32)>,
}

impl<'a> Walk<'a> {
    /// Begins at a frame drawn by chance; that frame itself is not shown.
    pub fn new(connected: &'a Pruned, config: &WalkConfig, seed: u64) -> Self {
        let mut chance = Chance::new(seed, 0);
        let kept = (0_u32..).zip(&connected.kept).filter(|(_, kept)| **kept);
        let start = kept.map(|(frame, _)| frame).nth(chance.below(connected.kept_frames));
        Self::from(connected, config, FrameId(start.unwrap_or(0)), chance)
    }

    /// Begins after `start`, which must be one of the frames kept.
    pub fn from(
        connected: &'a Pruned,
        config: &WalkConfig,
        start: FrameId,
        chance: Chance,
    ) -> Self {
        Self {
            graph: &connected.graph,
            kept: &connected.kept,
            config: *config,
            chance,
            at: start.0,
            since_jump: config.least_frames,
            choices: Vec::new(),
        }
    }

    /// Gathers what may come next.
    fn look_around(&mut self) {
        let Self { graph, kept, at, choices, .. } = self;
        choices.clear();
        let edges = graph.edges_of(*at).filter(|(to, _)| kept[*to as usize]);
        let softness = self.config.softness;
        choices.extend(edges.map(|(to, cost)| (to, cost, likelihood(cost, softness))));
        let goes_on = choices.first().is_some_and(|(to, ..)| *to == *at + 1);
        if goes_on && self.since_jump < self.config.least_frames {
            choices.truncate(1);
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = WalkStep;

    fn next(&mut self) -> Option<WalkStep> {
        self.look_around();
        let sum: f32 = self.choices.iter().map(|(_, _, share)| share).sum();
        let mut left = self.chance.unit() * sum;
        let taken = self.choices.iter().find(|(_, _, share)| {
            left -= share;
            left < 0.0
        });
        // Where nothing is likely, and for what rounding leaves, the cheapest.
        let (frame, cost, _) = *taken.or(self.choices.first())?;
        let is_jump = frame != self.at + 1;
        self.since_jump = if is_jump { 0 } else { self.since_jump.saturating_add(1) };
        self.at = frame;
        Some(WalkStep { frame: FrameId(frame), is_jump, cost })
    }
}

fn likelihood(cost: f32, softness: f32) -> f32 {
    if softness > 0.0 {
        exp(-cost / softness)
    } else if cost > 0.0 {
        0.0
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two clips, 0 1 2 3 and 4 5; jumps lead from 1 to 4, from 3 to 0 and from 5 to 2.
    fn drawing() -> Pruned {
        let graph = PoseGraph {
            starts: vec![0, 1, 3, 4, 5, 6, 7],
            targets: vec![1, 2, 4, 3, 0, 5, 2],
            costs: vec![0.0, 0.0, 0.5, 0.0, 0.7, 0.0, 0.9],
        };
        Pruned { graph, kept: vec![true; 6], kept_frames: 6, dearest: 0.9 }
    }

    #[test]
    fn jumps_are_all_edges_but_the_next_frame() {
        let graph = drawing().graph;
        let jumps = |frame| graph.jumps_of(frame).collect::<Vec<_>>();
        assert_eq!((jumps(0), jumps(1), jumps(3)), (vec![], vec![(4, 0.5)], vec![(0, 0.7)]));
    }

    #[test]
    fn jumps_are_as_likely_as_they_are_smooth() {
        let graph = drawing();
        let config = WalkConfig { softness: 0.5, least_frames: 0 };
        let steps: Vec<WalkStep> = Walk::new(&graph, &config, 7).take(60_000).collect();
        let after_one = steps.windows(2).filter(|pair| pair[0].frame == FrameId(1));
        let (mut all, mut jumped) = (0.0, 0.0);
        for pair in after_one {
            all += 1.0;
            jumped += if pair[1].is_jump { 1.0 } else { 0.0 };
        }
        // e⁻¹ against 1.
        let expected = exp(-1.0) / (1.0 + exp(-1.0));
        assert!((jumped / all - expected).abs() < 0.01, "{} for {expected}", jumped / all);
    }

    #[test]
    fn a_walk_without_softness_jumps_only_where_it_must() {
        let graph = drawing();
        let config = WalkConfig { softness: 0.0, least_frames: 0 };
        let walk = Walk::from(&graph, &config, FrameId(0), Chance::new(1, 0));
        let frames: Vec<u32> = walk.take(8).map(|step| step.frame.0).collect();
        assert_eq!(frames, [1, 2, 3, 0, 1, 2, 3, 0]);
    }

    #[test]
    fn a_while_is_played_after_a_jump() {
        let graph = drawing();
        let config = WalkConfig { softness: 100.0, least_frames: 3 };
        // From 0 the second frame after the jump is 1, where another jump would begin.
        for steps in Walk::new(&graph, &config, 3).take(5_000).collect::<Vec<_>>().windows(3) {
            let again = steps[0].is_jump && steps[0].frame == FrameId(0) && steps[2].is_jump;
            assert!(!again, "{steps:?}");
        }
    }
}
