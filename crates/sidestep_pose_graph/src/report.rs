//! What became of the frames: how much of the source is in the graph, and what was lost and why.

use crate::{
    pose_distance::PoseTable,
    pose_graph::{PoseGraph, Pruned},
    state_action::StateActionGraph,
};
use sidestep_motion::MotionLibrary;

/// What the graph holds, for those who judge it.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphReport {
    /// Frames of the library.
    pub frames: usize,
    /// Minima of the transition surface that were cheap enough to be looked at; each is two jumps.
    pub minima: usize,
    /// Edges of the pose graph, natural successors and jumps.
    pub edges: usize,
    /// Jumps among them.
    pub jumps: usize,
    /// Frames in the largest strongly connected component.
    pub kept_frames: usize,
    /// States of the state-action graph.
    pub states: usize,
    /// Actions of the state-action graph.
    pub actions: usize,
    /// ω_θ, ω_θ̇ and ω_v of eq. 3.13, from the shares of the configuration and the source.
    pub term_weights: [f32; 3],
    /// The dearest transition allowed anywhere.
    pub dearest: f32,
    /// Clips of which frames were lost.
    pub lost: Vec<LostFrames>,
}

/// Frames of one clip that are not in the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct LostFrames {
    /// Name of the clip.
    pub clip: String,
    /// Frames of the clip.
    pub frames: usize,
    /// Frames that can be reached, but from which there is no way back.
    pub dead_ends: usize,
    /// Frames that lead on, but that cannot be reached.
    pub unreachable: usize,
    /// Frames that can neither be reached nor lead on.
    pub apart: usize,
    /// All of them, in seconds.
    pub lost_secs: f32,
}

impl GraphReport {
    /// Of a graph made of the frames of `library`, with distances by `table`.
    pub(crate) fn new(
        library: &MotionLibrary,
        table: &PoseTable,
        minima: usize,
        pruned: &Pruned,
        graph: &StateActionGraph,
    ) -> Self {
        let edges = pruned.graph.targets.len();
        Self {
            frames: library.len(),
            minima,
            edges,
            jumps: edges - (library.len() - library.clips().len()),
            kept_frames: pruned.kept_frames,
            states: graph.states(),
            actions: graph.actions.len(),
            term_weights: table.term_weights(),
            dearest: pruned.dearest,
            lost: lost_frames(library, pruned),
        }
    }
}

fn lost_frames(library: &MotionLibrary, pruned: &Pruned) -> Vec<LostFrames> {
    let can_be_reached = reach(&pruned.graph, &pruned.kept);
    let leads_on = reach(&pruned.graph.reversed(), &pruned.kept);
    let of_clip = |clip: &sidestep_motion::ClipInfo| {
        let frames = clip.frames.start as usize..clip.frames.end as usize;
        let count = |reached: bool, leads: bool| {
            let is_lost = |frame: &usize| !pruned.kept[*frame];
            let lost = frames.clone().filter(is_lost);
            lost.filter(|f| can_be_reached[*f] == reached && leads_on[*f] == leads).count()
        };
        let (dead_ends, unreachable, apart) =
            (count(true, false), count(false, true), count(false, false));
        let lost_secs = (dead_ends + unreachable + apart) as f32 * library.frame_secs();
        let (name, frames) = (clip.name.clone(), frames.len());
        LostFrames { clip: name, frames, dead_ends, unreachable, apart, lost_secs }
    };
    library.clips().iter().map(of_clip).filter(|lost| lost.lost_secs > 0.0).collect()
}

/// Every frame that edges lead to from the frames in `from`, those included.
fn reach(graph: &PoseGraph, from: &[bool]) -> Vec<bool> {
    let mut reached = from.to_vec();
    let mut ahead: Vec<u32> =
        (0_u32..).zip(from).filter(|(_, in_it)| **in_it).map(|(f, _)| f).collect();
    while let Some(frame) = ahead.pop() {
        for (to, _) in graph.edges_of(frame) {
            if !std::mem::replace(&mut reached[to as usize], true) {
                ahead.push(to);
            }
        }
    }
    reached
}
