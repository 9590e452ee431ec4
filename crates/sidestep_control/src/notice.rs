//! What a character was asked for and cannot do: told once, in words, and never silently dropped.

use crate::{
    ability::{Abilities, Ability},
    goal::Goal,
    saved_value,
};

/// What one character has been asked for and cannot do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Told {
    /// In the last advance.
    now: Abilities,
    /// In the last advance for the first time.
    news: Abilities,
    /// Ever.
    ever: Abilities,
    /// The last action that was not known, by a hash of its label: another one is told anew.
    action: u64,
}

saved_value!(Told { now, news, ever, action });

impl Told {
    /// Notes what is lacking for the goal of an advance.
    pub(crate) fn begin(&mut self, lacking: Abilities, goal: &Goal) {
        self.now = lacking;
        self.news = self.ever.missing(lacking);
        if let Some(action) = goal.action.as_ref().filter(|_| lacking.has(Ability::Action)) {
            let hash = action.label.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
            let is_new = std::mem::replace(&mut self.action, hash) != hash;
            self.news = self.news.with(Ability::Action, is_new);
        }
        self.ever = self.ever.union(lacking);
    }

    pub(crate) fn now(self) -> Abilities {
        self.now
    }

    pub(crate) fn news(self) -> Abilities {
        self.news
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;

    #[test]
    fn each_lack_is_news_once_and_each_action_too() {
        let mut told = Told::default();
        let gait = Abilities::of(&[Ability::Gait]);
        told.begin(gait, &Goal::FREE);
        assert_eq!((told.now(), told.news()), (gait, gait));
        told.begin(gait, &Goal::FREE);
        assert_eq!((told.now(), told.news()), (gait, Abilities::NONE));
        let action = Abilities::of(&[Ability::Action]);
        for (label, news) in [("shoot", action), ("shoot", Abilities::NONE), ("pass", action)] {
            let mut goal = Goal::FREE;
            goal.action = Some(Action::new(label));
            told.begin(action, &goal);
            assert_eq!(told.news(), news, "{label}");
        }
    }
}
