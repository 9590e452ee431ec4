//! Whether a grammar allows a sequence of actions.
//!
//! J. Earley, *An Efficient Context-Free Parsing Algorithm* (1970); rules that may become nothing are stepped
//! over when they are predicted, after Aycock and Horspool, *Practical Earley Parsing* (2002).

use crate::grammar::{Grammar, RuleId, Symbol};

/// A rule under way: which choice, how far, and since which word.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Item {
    rule: usize,
    choice: usize,
    dot: usize,
    since: usize,
}

/// The items between two words, each once.
struct Column {
    items: Vec<Item>,
    /// Rules that were predicted here.
    predicted: Vec<bool>,
}

impl Grammar {
    /// Whether a sequence of names is a sentence.
    pub fn accepts(&self, actions: &[&str]) -> bool {
        self.first_refused(actions).is_none()
    }

    /// The first word that cannot follow those before it; the number of words where the sentence lacks its end.
    pub fn first_refused(&self, actions: &[&str]) -> Option<usize> {
        let mut columns = vec![self.column()];
        self.predict(self.start, 0, &mut columns[0]);
        for (at, name) in actions.iter().enumerate() {
            self.close(&mut columns);
            let mut next = self.column();
            let action = self.find(name).map(Symbol::Action);
            for item in &columns[at].items {
                if action.is_some() && self.awaits(*item) == action {
                    push(&mut next, Item { dot: item.dot + 1, ..*item });
                }
            }
            if next.items.is_empty() {
                return Some(at);
            }
            columns.push(next);
        }
        self.close(&mut columns);
        let is_whole = |item: &Item| {
            item.rule == self.start.0 && item.since == 0 && self.awaits(*item).is_none()
        };
        let ends = columns.last().is_some_and(|column| column.items.iter().any(is_whole));
        (!ends).then_some(actions.len())
    }

    fn column(&self) -> Column {
        Column { items: Vec::new(), predicted: vec![false; self.rules.len()] }
    }

    /// What an item waits for; `None` where it is complete.
    fn awaits(&self, item: Item) -> Option<Symbol> {
        self.rules[item.rule].choices[item.choice].symbols.get(item.dot).copied()
    }

    fn predict(&self, rule: RuleId, since: usize, column: &mut Column) {
        if std::mem::replace(&mut column.predicted[rule.0], true) {
            return;
        }
        for choice in 0..self.rules[rule.0].choices.len() {
            push(column, Item { rule: rule.0, choice, dot: 0, since });
        }
    }

    /// Predicts and completes in the last column until nothing is added.
    fn close(&self, columns: &mut [Column]) {
        let Some((last, before)) = columns.split_last_mut() else { return };
        let here = before.len();
        let mut at = 0;
        while let Some(item) = last.items.get(at).copied() {
            at += 1;
            match self.awaits(item) {
                Some(Symbol::Action(_)) => {}
                Some(Symbol::Rule(rule)) => {
                    self.predict(rule, here, last);
                    if self.nullable[rule.0] {
                        push(last, Item { dot: item.dot + 1, ..item });
                    }
                }
                // What became nothing here was stepped over when it was predicted.
                None if item.since == here => {}
                None => {
                    let done = Some(Symbol::Rule(RuleId(item.rule)));
                    for waiting in &before[item.since].items {
                        if self.awaits(*waiting) == done {
                            push(last, Item { dot: waiting.dot + 1, ..*waiting });
                        }
                    }
                }
            }
        }
    }
}

fn push(column: &mut Column, item: Item) {
    if !column.items.contains(&item) {
        column.items.push(item);
    }
}
