//! Who has the ball: checked once for all sentences of a grammar.
//!
//! A rule leads from having the ball or not to having it or not. What the choices of a rule lead to grows
//! until nothing is added; then every action is asked whether it may come about with the wrong hands.

use crate::{
    error::Problem,
    grammar::{Action, Rule, RuleId, Symbol},
};

/// Which states may hold: without the ball, with it.
type States = [bool; 2];

/// What each rule leads to, from without and from with the ball.
type Leads = Vec<[States; 2]>;

/// Fails where an action may come about with the wrong hands; nobody has the ball in the beginning.
pub(crate) fn check(
    rules: &[Rule],
    actions: &[Action],
    start: RuleId,
) -> Result<(), (usize, Problem)> {
    let leads = leads(rules, actions);
    let mut entered: Vec<States> = vec![[false; 2]; rules.len()];
    entered[start.0] = [true, false];
    loop {
        let mut grew = false;
        for at in 0..rules.len() {
            for choice in &rules[at].choices {
                let mut states = entered[at];
                for symbol in &choice.symbols {
                    match symbol {
                        Symbol::Rule(rule) => {
                            grew |= add(&mut entered[rule.0], states);
                        }
                        Symbol::Action(action) => {
                            let action = &actions[action.0];
                            if let Some(problem) = wrong(action, states) {
                                return Err((choice.line, problem));
                            }
                        }
                    }
                    states = after(*symbol, states, actions, &leads);
                }
            }
        }
        if !grew {
            return Ok(());
        }
    }
}

fn leads(rules: &[Rule], actions: &[Action]) -> Leads {
    let mut leads: Leads = vec![[[false; 2]; 2]; rules.len()];
    loop {
        let mut grew = false;
        for (at, rule) in rules.iter().enumerate() {
            for choice in &rule.choices {
                for from in 0..2 {
                    let mut states = [from == 0, from == 1];
                    for symbol in &choice.symbols {
                        states = after(*symbol, states, actions, &leads);
                    }
                    grew |= add(&mut leads[at][from], states);
                }
            }
        }
        if !grew {
            return leads;
        }
    }
}

/// The states after a symbol. An action goes on as if it had come about rightly, so that one mistake is
/// named once.
fn after(symbol: Symbol, states: States, actions: &[Action], leads: &Leads) -> States {
    match symbol {
        Symbol::Action(action) => match actions[action.0].possession {
            None => states,
            Some(possession) if states != [false; 2] => [!possession.after(), possession.after()],
            Some(_) => states,
        },
        Symbol::Rule(rule) => {
            let mut out = [false; 2];
            for from in [0, 1].into_iter().filter(|from| states[*from]) {
                add(&mut out, leads[rule.0][from]);
            }
            out
        }
    }
}

fn add(into: &mut States, states: States) -> bool {
    let before = *into;
    for (into, state) in into.iter_mut().zip(states) {
        *into |= state;
    }
    *into != before
}

fn wrong(action: &Action, states: States) -> Option<Problem> {
    let possession = action.possession?;
    let is_wrong = states[usize::from(!possession.before())];
    is_wrong.then(|| Problem::Ball {
        action: action.name.clone(),
        needs: if possession.before() { "needs the ball" } else { "needs free hands" },
        has: if possession.before() { "may have none" } else { "may have one" },
    })
}
