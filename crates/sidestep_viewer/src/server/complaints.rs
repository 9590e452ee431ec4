//! What is said of actors: what they cannot do, once, and what had to be put right, now and then.

use crate::stage::{Stage, TICKS_PER_SEC};
use sidestep_control::{Abilities, Ability, Animate, Problem};

/// Ticks between two messages about problems of the same actor.
const PROBLEM_TICKS: u32 = 2 * TICKS_PER_SEC;

/// Who does not know these heads there all the same, so there is nothing to complain of.
const SERVED_ANYHOW: Abilities = Abilities::of(&[Ability::Line, Ability::Reach, Ability::Path]);

/// What was said of one actor.
#[derive(Clone, Debug, Default)]
pub(super) struct Complaints {
    lacks: Abilities,
    problem_at: Option<u32>,
}

/// What is to be said of everybody now: each text once, with the actors it is about.
pub(super) fn gather(said: &mut [Complaints], stage: &Stage) -> Vec<(String, Vec<usize>)> {
    let mut news: Vec<(String, Vec<usize>)> = Vec::new();
    for (index, (complaints, actor)) in said.iter_mut().zip(stage.actors()).enumerate() {
        for text in complaints.news(&*actor.character, stage.tick()) {
            match news.iter_mut().find(|(known, _)| *known == text) {
                Some((_, actors)) => actors.push(index),
                None => news.push((text, vec![index])),
            }
        }
    }
    news
}

impl Complaints {
    /// What is to be said of it at a tick.
    fn news(&mut self, character: &dyn Animate, tick: u32) -> Vec<String> {
        let lacking = SERVED_ANYHOW.missing(character.unserved());
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
