//! A measurement as files hold it: one clip of all that was run, and the trace of what was asked.

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ},
    statistics::fraction,
    steered::Recorded,
    trace::{Take, Trace},
};
use sidestep_control::Script;
use sidestep_motion::{Clip, Skeleton};
use std::sync::Arc;

/// Everything that was run, take after take, and what was asked.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The run; each take begins with the pose before anything was asked.
    pub clip: Clip,
    /// What was asked.
    pub trace: Trace,
}

impl Recording {
    pub(crate) fn new(skeleton: &Arc<Skeleton>) -> Self {
        let clip = Clip::empty("run", skeleton, RATE_HZ);
        Self { clip, trace: Trace { takes: Vec::new() } }
    }

    pub(crate) fn add(&mut self, Recorded { counts, goals, run }: &Recorded<'_>) {
        self.clip.push(run.begin.as_ref());
        run.poses.iter().for_each(|pose| self.clip.push(pose.as_ref()));
        let secs = |frame: usize| fraction(frame, FRAMES_PER_SEC);
        let goals = goals.iter().map(|(frame, goal)| (secs(*frame), goal.clone())).collect();
        let script = Script { goals, pushes: Vec::new(), end_secs: secs(run.len()) };
        self.trace.takes.push(Take { counts: *counts, script });
    }
}
