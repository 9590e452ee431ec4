//! From frames to states (Figure 3.7): runs of frames without a choice become actions.

use crate::{
    pose_graph::PoseGraph,
    state_action::{Action, StateActionGraph, StateId},
};
use sidestep_motion::FrameId;

/// Collapses the frames in `kept`, which must be strongly connected in `graph`.
///
/// States are the frames that several edges leave, and those that only a jump leaves: an action
/// is a run of *consecutive* frames.
pub fn collapse(graph: &PoseGraph, kept: &[bool]) -> StateActionGraph {
    let edges = |frame: u32| graph.edges_of(frame).filter(|(to, _)| kept[*to as usize]);
    let goes_on = |frame: u32| {
        let mut edges = edges(frame);
        edges.next().is_some_and(|(to, _)| to == frame + 1) && edges.next().is_none()
    };
    let is_state = |frame: &u32| kept[*frame as usize] && !goes_on(*frame);
    let frames = (0_u32..).take(graph.frames());
    let states: Vec<u32> = frames.filter(is_state).collect();
    let mut collapsed = StateActionGraph { action_starts: vec![0], ..StateActionGraph::default() };
    for state in &states {
        for (first, cost) in edges(*state) {
            // Kept frames that are no state go on to the next frame, so the run ends in a state.
            let to = states.partition_point(|frame| *frame < first);
            let (id, last) = (u32::try_from(to).unwrap_or(u32::MAX), states[to]);
            collapsed.actions.push(Action {
                to: StateId(id),
                first,
                frames: last - first + 1,
                cost,
            });
        }
        collapsed.action_starts.push(u32::try_from(collapsed.actions.len()).unwrap_or(u32::MAX));
    }
    collapsed.state_frames = states.into_iter().map(FrameId).collect();
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two clips, 0 1 2 3 and 4 5; jumps lead from 1 to 4, from 3 to 0 and from 5 to 2.
    #[test]
    fn runs_end_at_choices_and_at_jumps() {
        let graph = PoseGraph {
            starts: vec![0, 1, 3, 4, 5, 6, 7],
            targets: vec![1, 2, 4, 3, 0, 5, 2],
            costs: vec![0.0, 0.0, 0.5, 0.0, 0.7, 0.0, 0.9],
        };
        let collapsed = collapse(&graph, &[true; 6]);
        assert_eq!(collapsed.state_frames, [1, 3, 5].map(FrameId));
        assert_eq!(collapsed.action_starts, [0, 2, 3, 4]);
        let action = |to, first, cost| Action { to: StateId(to), first, frames: 2, cost };
        let expected = [action(1, 2, 0.0), action(2, 4, 0.5), action(0, 0, 0.7), action(1, 2, 0.9)];
        assert_eq!(collapsed.actions, expected);
        assert_eq!((collapsed.frames(), collapsed.edges()), (6, 7));
    }
}
