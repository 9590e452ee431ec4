//! What must hold of a grammar before it is used.

use crate::{
    error::Problem,
    grammar::{Action, Choice, Rule, RuleId, Symbol},
};

/// Rounds after which a mean length that still grows is taken to have none; some hundred actions settle in them.
const ROUNDS: usize = 2000;

/// Longer than this on average, a sentence is taken to have no end.
const LONGEST: f64 = 1e5;

/// The choice of each rule that ends soonest; fails on the first rule that never ends.
pub(crate) fn soonest(rules: &[Rule]) -> Result<Vec<(usize, usize)>, (usize, Problem)> {
    let mut found: Vec<Option<(usize, usize)>> = vec![None; rules.len()];
    loop {
        let mut grew = false;
        for at in 0..rules.len() {
            if found[at].is_some() {
                continue;
            }
            let height = |symbols: &[Symbol]| {
                symbols.iter().try_fold(0, |most, symbol| match symbol {
                    Symbol::Action(_) => Some(most),
                    Symbol::Rule(rule) => found[rule.0].map(|(_, height)| most.max(height)),
                })
            };
            let heights = rules[at].choices.iter().enumerate();
            let ends = heights.filter_map(|(i, choice)| Some((i, height(&choice.symbols)? + 1)));
            // The lowest tree, and of equals the one that comes first.
            let lowest = ends.min_by_key(|(i, height)| (*height, *i));
            grew |= lowest.is_some();
            found[at] = lowest;
        }
        if !grew {
            break;
        }
    }
    // The one that leads back to itself, not those that merely hold it.
    let lost = |at: &usize| found[*at].is_none();
    let goes_round = |at: &usize| lost(at) && reached_from(rules, *at)[*at];
    let endless = (0..rules.len()).find(goes_round).or((0..rules.len()).find(lost));
    match endless {
        Some(at) => Err((rules[at].line, Problem::Endless { rule: rules[at].name.clone() })),
        None => Ok(found.into_iter().flatten().collect()),
    }
}

/// Which rules may become nothing.
pub(crate) fn nullable(rules: &[Rule]) -> Vec<bool> {
    let mut nullable = vec![false; rules.len()];
    loop {
        let mut grew = false;
        for at in 0..rules.len() {
            let vanishes = |symbol: &Symbol| matches!(symbol, Symbol::Rule(r) if nullable[r.0]);
            if !nullable[at] && rules[at].choices.iter().any(|c| c.symbols.iter().all(vanishes)) {
                nullable[at] = true;
                grew = true;
            }
        }
        if !grew {
            return nullable;
        }
    }
}

/// Fails on the first rule or action that no sentence holds.
pub(crate) fn reachable(
    rules: &[Rule],
    actions: &[Action],
    start: RuleId,
) -> Result<(), (usize, Problem)> {
    let mut seen_rules = vec![false; rules.len()];
    let mut seen_actions = vec![false; actions.len()];
    let mut open = vec![start.0];
    seen_rules[start.0] = true;
    while let Some(at) = open.pop() {
        for symbol in rules[at].choices.iter().flat_map(|choice| &choice.symbols) {
            match symbol {
                Symbol::Action(action) => seen_actions[action.0] = true,
                Symbol::Rule(rule) => {
                    if !std::mem::replace(&mut seen_rules[rule.0], true) {
                        open.push(rule.0);
                    }
                }
            }
        }
    }
    let unused = |name: &str| Problem::Unreachable {
        name: name.to_owned(),
        start: rules[start.0].name.clone(),
    };
    let rule = rules.iter().zip(&seen_rules).find(|(_, seen)| !**seen);
    if let Some((rule, _)) = rule {
        return Err((rule.line, unused(&rule.name)));
    }
    match actions.iter().zip(&seen_actions).find(|(_, seen)| !**seen) {
        Some((action, _)) => Err((action.line, unused(&action.name))),
        None => Ok(()),
    }
}

/// Fails on a rule that may become itself and nothing more: it has no end of ways to say the same.
pub(crate) fn circles(rules: &[Rule], nullable: &[bool]) -> Result<(), (usize, Problem)> {
    // Which rules one may become alone, everything beside it vanishing.
    let alone = |rule: &Rule| -> Vec<usize> {
        let mut found = Vec::new();
        for choice in &rule.choices {
            for (i, symbol) in choice.symbols.iter().enumerate() {
                let Symbol::Rule(this) = symbol else { continue };
                let mut others = choice.symbols.iter().enumerate().filter(|(j, _)| *j != i);
                if others.all(|(_, s)| matches!(s, Symbol::Rule(r) if nullable[r.0])) {
                    found.push(this.0);
                }
            }
        }
        found
    };
    let next: Vec<Vec<usize>> = rules.iter().map(alone).collect();
    for at in 0..rules.len() {
        let mut seen = vec![false; rules.len()];
        let mut open = next[at].clone();
        while let Some(to) = open.pop() {
            if to == at {
                let problem = Problem::Circular { rule: rules[at].name.clone() };
                return Err((rules[at].line, problem));
            }
            if !std::mem::replace(&mut seen[to], true) {
                open.extend(&next[to]);
            }
        }
    }
    Ok(())
}

/// Fails on the first rule whose sentences have no mean length by its weights.
///
/// Mean lengths solve a linear system with no negative numbers; iterated from zero they grow towards its least
/// solution, or without bound where there is none. Only rules that lead back to each other are looked at
/// together, so that the one is named that grows and not those that hold it.
pub(crate) fn bounded(rules: &[Rule]) -> Result<(), (usize, Problem)> {
    let reached: Vec<Vec<bool>> = (0..rules.len()).map(|at| reached_from(rules, at)).collect();
    let mut lengths = vec![0.0_f64; rules.len()];
    let mut still = vec![false; rules.len()];
    for _ in 0..ROUNDS {
        for (at, rule) in rules.iter().enumerate() {
            let sum: f64 = rule.choices.iter().map(|choice| f64::from(choice.weight)).sum();
            let mean = |choice: &Choice| {
                let length = choice.symbols.iter().map(|symbol| match symbol {
                    Symbol::Rule(rule) if reached[rule.0][at] => 1.0 + lengths[rule.0],
                    _ => 1.0,
                });
                f64::from(choice.weight) / sum * length.sum::<f64>()
            };
            let length: f64 = rule.choices.iter().map(mean).sum();
            still[at] = length - lengths[at] < 1e-5 * length.max(1.0);
            lengths[at] = length.min(LONGEST);
        }
        if still.iter().all(|still| *still) {
            break;
        }
    }
    let grows = (0..rules.len()).find(|at| !still[*at] || lengths[*at] >= LONGEST);
    let problem = |at: usize| Problem::Growing { rule: rules[at].name.clone() };
    grows.map_or(Ok(()), |at| Err((rules[at].line, problem(at))))
}

/// Which rules one leads to, itself only where it leads back.
fn reached_from(rules: &[Rule], at: usize) -> Vec<bool> {
    let mut seen = vec![false; rules.len()];
    let mut open = vec![at];
    while let Some(at) = open.pop() {
        for symbol in rules[at].choices.iter().flat_map(|choice| &choice.symbols) {
            if let Symbol::Rule(rule) = symbol
                && !std::mem::replace(&mut seen[rule.0], true)
            {
                open.push(rule.0);
            }
        }
    }
    seen
}
