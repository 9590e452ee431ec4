//! Sentences drawn by chance.

use crate::grammar::{ActionId, Choice, Grammar, Rule, Symbol};
use sidestep_motion::chance::Chance;

/// An action of a sentence, with its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Word {
    /// What is done.
    pub action: ActionId,
    /// For how long.
    pub secs: f32,
}

impl Grammar {
    /// A sentence, by the weights of the choices and with lengths drawn evenly.
    ///
    /// Once it has `most` actions, every rule that is left takes the choice that ends soonest, so that it always
    /// ends; it may be as much longer as these make it.
    pub fn sample(&self, chance: &mut Chance, most: usize) -> Vec<Word> {
        let mut sentence = Vec::new();
        let mut stack = vec![Symbol::Rule(self.start)];
        // A grammar of empty rules may replace for long without a word.
        let mut replaced = 0;
        while let Some(symbol) = stack.pop() {
            match symbol {
                Symbol::Action(action) => {
                    let (least, most) = self.actions[action.0].secs;
                    sentence.push(Word { action, secs: chance.between(least, most) });
                }
                Symbol::Rule(id) => {
                    replaced += 1;
                    let rule = &self.rules[id.0];
                    let hurries = sentence.len() >= most || replaced > 16 * (most + 16);
                    let choice = if hurries {
                        &rule.choices[self.soonest[id.0].0]
                    } else {
                        draw(rule, chance)
                    };
                    stack.extend(choice.symbols.iter().rev());
                }
            }
        }
        sentence
    }
}

fn draw<'a>(rule: &'a Rule, chance: &mut Chance) -> &'a Choice {
    let sum: f32 = rule.choices.iter().map(|choice| choice.weight).sum();
    let mut left = chance.unit() * sum;
    let drawn = rule.choices.iter().find(|choice| {
        left -= choice.weight;
        left < 0.0
    });
    drawn.unwrap_or(&rule.choices[0])
}
