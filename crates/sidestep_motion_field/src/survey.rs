//! Tools for fields and followers: what one can reach, what it never uses, where it is trapped and what it
//! lacks. Section 7 of the paper misses them: "the lack of well-understood tools to analyze and edit"
//! motion fields.

mod coverage;
mod ends;
mod isolation;
mod policy;
mod reach;
mod shortage;
mod visits;

pub use crate::prune::Redundancy;
pub use coverage::{Answer, Cell, Coverage, Stances};
pub use ends::ClipEnd;
pub use isolation::{Isolation, Stretch};
pub use reach::{Absorbing, Reach};
pub use shortage::{Shortage, ShortageKind};
pub use visits::{ClipVisits, Visits};

use crate::{flow::Flowing, moves, prune};
use serde::Serialize;

/// How much a survey tries out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurveyConfig {
    /// Characters that are steered to see which states they visit.
    pub starts: usize,
    /// How long each of them is steered.
    pub secs: f32,
}

impl Default for SurveyConfig {
    fn default() -> Self {
        Self { starts: 64, secs: 12.0 }
    }
}

/// What a survey found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Survey {
    /// States that serve as neighbours.
    pub states: usize,
    /// Clips of the library.
    pub clips: usize,
    /// Seconds of the library.
    pub seconds: f32,
    /// What can be reached by any action.
    pub by_any_action: Reach,
    /// What is reached by the actions that the policy takes, over all goals.
    pub by_policy: Reach,
    /// Where a character goes that nobody steers.
    pub left_alone: Reach,
    /// The states that steered characters came by.
    pub visits: Visits,
    /// How each clip ends.
    pub ends: Vec<ClipEnd>,
    /// States that nothing else is like.
    pub isolation: Isolation,
    /// How many states have another within some distance, so that they could go.
    pub redundancy: Vec<Redundancy>,
    /// What the states do, by speed, turn rate and stance.
    pub coverage: Coverage,
    /// What is missing, the gravest first, in words one can act on.
    pub shortages: Vec<Shortage>,
}

/// Surveys a field or a follower.
pub fn survey<C: Flowing>(controller: &C, config: &SurveyConfig) -> Survey {
    let flow = controller.flow();
    let (core, library) = (&flow.core, &flow.core.library);
    let transitions = moves::of_all_rows(core);
    let coverage = Coverage::of(flow);
    let isolation = Isolation::of(core);
    let ends = ends::ends(core, &isolation);
    Survey {
        states: core.index.len(),
        clips: library.clips().len(),
        seconds: seconds(library.len(), library.frame_secs()),
        by_any_action: Reach::of(core, &moves::by_any_action(core, &transitions)),
        by_policy: Reach::of(core, &policy::by_policy(flow, &transitions)),
        left_alone: Reach::of(core, &moves::left_alone(core)),
        visits: visits::visit(controller, config),
        shortages: shortage::shortages(&coverage, &isolation, library.frame_secs()),
        redundancy: prune::radii(core, &[0.75, 0.5, 0.25, 0.1]),
        ends,
        isolation,
        coverage,
    }
}

fn seconds(frames: usize, frame_secs: f32) -> f32 {
    frames as f32 * frame_secs
}
