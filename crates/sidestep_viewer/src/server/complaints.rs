//! What is said of an actor: what it cannot do, once, and what had to be put right, now and then.

use crate::stage::TICKS_PER_SEC;
use sidestep_control::{Abilities, Animate, Problem};

/// Ticks between two messages about problems of the same actor.
const PROBLEM_TICKS: u32 = 2 * TICKS_PER_SEC;

/// What was said of one actor.
#[derive(Clone, Debug, Default)]
pub(super) struct Complaints {
    lacks: Abilities,
    problem_at: Option<u32>,
}

impl Complaints {
    /// What is to be said of it at a tick.
    pub(super) fn news(&mut self, character: &dyn Animate, tick: u32) -> Vec<String> {
        let lacking = character.unserved();
        let news = self.lacks.missing(lacking);
        self.lacks = self.lacks.union(lacking);
        let mut texts: Vec<String> = news.iter().map(|ability| character.lack(ability)).collect();
        if self.problem_at.is_some_and(|last| tick.abs_diff(last) < PROBLEM_TICKS) {
            return texts;
        }
        // What it cannot do was said in better words.
        let mut problems = character.problems().iter();
        if let Some(problem) = problems.find(|problem| *problem != Problem::GoalNotServed) {
            self.problem_at = Some(tick);
            texts.push(problem.message().to_owned());
        }
        texts
    }
}
