//! From the text of a file to a grammar.

use crate::{
    check,
    error::{GrammarError, Problem},
    grammar::{Action, ActionId, Choice, Grammar, Possession, Rule, RuleId, Symbol},
    possession,
};

/// More than any game needs; what is read from a stranger is bounded.
const MOST_NAMES: usize = 256;
const MOST_SYMBOLS: usize = 4096;

/// Names that mean something else.
const WORDS: [&str; 3] = ["empty", "start", "action"];

/// Longest part of a line that a message repeats.
const SHOWN: usize = 40;

/// What is wrong, and in which line.
type Fault = (usize, Problem);

/// Reads and checks a grammar. `file` is what messages call it.
pub fn parse(file: &str, text: &str) -> Result<Grammar, GrammarError> {
    let at = |(line, problem)| GrammarError { file: file.to_owned(), line, problem };
    let drafts = Drafts::read(text).map_err(at)?;
    drafts.finish(file).map_err(at)
}

/// A file as it stands there, with names instead of numbers.
#[derive(Default)]
struct Drafts<'a> {
    start: Option<(&'a str, usize)>,
    rules: Vec<(&'a str, usize, Vec<Draft<'a>>)>,
    actions: Vec<Action>,
    symbols: usize,
}

/// A choice.
struct Draft<'a> {
    names: Vec<&'a str>,
    weight: f32,
    line: usize,
}

impl<'a> Drafts<'a> {
    fn read(text: &'a str) -> Result<Self, Fault> {
        let mut drafts = Self::default();
        let mut goes_on = false;
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            let first = text.split_whitespace().next();
            let is_rule = text.contains('=');
            match first {
                None => continue,
                Some("start") if !is_rule => drafts.read_start(text, line)?,
                Some("action") if !is_rule => drafts.read_action(text, line)?,
                Some(word) if word.starts_with('|') => {
                    if !goes_on {
                        return Err((line, Problem::NoRule));
                    }
                    drafts.read_choices(&text[1..], line)?;
                }
                Some(_) if is_rule => {
                    let (name, choices) = text.split_once('=').unwrap_or_default();
                    let name = name_of(name.trim(), line)?;
                    drafts.check_new(name, line)?;
                    drafts.rules.push((name, line, Vec::new()));
                    drafts.read_choices(choices, line)?;
                }
                Some(_) => return Err((line, Problem::Line { text: shown(text) })),
            }
            goes_on = is_rule || (goes_on && text.starts_with('|'));
        }
        Ok(drafts)
    }

    fn read_start(&mut self, text: &'a str, line: usize) -> Result<(), Fault> {
        let mut words = text.split_whitespace().skip(1);
        let (Some(name), None) = (words.next(), words.next()) else {
            return Err((line, Problem::Line { text: shown(text) }));
        };
        if let Some((name, first)) = self.start {
            return Err((line, Problem::Twice { name: format!("start {name}"), first }));
        }
        self.start = Some((name_of(name, line)?, line));
        Ok(())
    }

    fn read_action(&mut self, text: &'a str, line: usize) -> Result<(), Fault> {
        let mut words = text.split_whitespace().skip(1);
        let (Some(name), Some(secs)) = (words.next(), words.next()) else {
            return Err((line, Problem::Line { text: shown(text) }));
        };
        let name = name_of(name, line)?;
        self.check_new(name, line)?;
        let secs = length(secs).ok_or((line, Problem::Length { text: shown(secs) }))?;
        let possession = match words.next() {
            None => None,
            Some(word) => Some(
                Possession::from_word(word)
                    .ok_or((line, Problem::Possession { text: shown(word) }))?,
            ),
        };
        if words.next().is_some() {
            return Err((line, Problem::Line { text: shown(text) }));
        }
        self.actions.push(Action { name: name.to_owned(), line, secs, possession });
        Ok(())
    }

    /// Reads choices of the last rule.
    fn read_choices(&mut self, text: &'a str, line: usize) -> Result<(), Fault> {
        let Some((rule, _, choices)) = self.rules.last_mut() else {
            return Err((line, Problem::NoRule));
        };
        for text in text.split('|') {
            let (symbols, weight) = match text.split_once('(') {
                None => (text, 1.0),
                Some((symbols, weight)) => (symbols, weight_of(weight, line)?),
            };
            let mut names: Vec<&str> = symbols.split_whitespace().collect();
            match names.as_slice() {
                [] => return Err((line, Problem::NoSymbol { rule: (*rule).to_owned() })),
                ["empty"] => names.clear(),
                _ => {
                    for name in &names {
                        name_of(name, line)?;
                    }
                }
            }
            // A choice of nothing counts too.
            self.symbols += names.len() + 1;
            choices.push(Draft { names, weight, line });
        }
        if self.symbols > MOST_SYMBOLS {
            return Err((line, Problem::TooLarge { what: "symbols", most: MOST_SYMBOLS }));
        }
        Ok(())
    }

    fn check_new(&self, name: &str, line: usize) -> Result<(), Fault> {
        let rule = self.rules.iter().find(|(known, ..)| *known == name).map(|rule| rule.1);
        let action = self.actions.iter().find(|action| action.name == name);
        if let Some(first) = rule.or(action.map(|action| action.line)) {
            return Err((line, Problem::Twice { name: name.to_owned(), first }));
        }
        if self.rules.len() + self.actions.len() >= MOST_NAMES {
            return Err((line, Problem::TooLarge { what: "names", most: MOST_NAMES }));
        }
        Ok(())
    }

    fn finish(self, file: &str) -> Result<Grammar, Fault> {
        let (start, line) = self.start.ok_or((0, Problem::NoStart))?;
        let start = self.rules.iter().position(|(name, ..)| *name == start).ok_or_else(|| {
            let rules: Vec<&str> = self.rules.iter().map(|(name, ..)| *name).collect();
            (line, Problem::StartUnknown { name: start.to_owned(), rules: rules.join(", ") })
        })?;
        let start = RuleId(start);
        let mut rules = Vec::with_capacity(self.rules.len());
        for (name, line, drafts) in &self.rules {
            let choices: Result<Vec<Choice>, Fault> =
                drafts.iter().map(|draft| self.choice(draft)).collect();
            rules.push(Rule { name: (*name).to_owned(), line: *line, choices: choices? });
        }
        let soonest = check::soonest(&rules)?;
        check::reachable(&rules, &self.actions, start)?;
        let nullable = check::nullable(&rules);
        check::circles(&rules, &nullable)?;
        check::bounded(&rules)?;
        possession::check(&rules, &self.actions, start)?;
        let file = file.to_owned();
        Ok(Grammar { file, start, rules, actions: self.actions, soonest, nullable })
    }

    fn choice(&self, draft: &Draft<'_>) -> Result<Choice, Fault> {
        let symbols: Result<Vec<Symbol>, Fault> =
            draft.names.iter().map(|name| self.symbol(name, draft.line)).collect();
        Ok(Choice { symbols: symbols?, weight: draft.weight, line: draft.line })
    }

    fn symbol(&self, name: &str, line: usize) -> Result<Symbol, Fault> {
        if let Some(at) = self.rules.iter().position(|(known, ..)| *known == name) {
            return Ok(Symbol::Rule(RuleId(at)));
        }
        if let Some(at) = self.actions.iter().position(|action| action.name == name) {
            return Ok(Symbol::Action(ActionId(at)));
        }
        let names = self.rules.iter().map(|(name, ..)| *name);
        let mut names = names.chain(self.actions.iter().map(|action| action.name.as_str()));
        let meant = names.find(|known| is_near(known, name));
        let hint = meant.map_or(String::new(), |meant| format!(" (is '{meant}' meant?)"));
        Err((line, Problem::Unknown { name: name.to_owned(), hint }))
    }
}

fn name_of(name: &str, line: usize) -> Result<&str, Fault> {
    let is_sound = !name.is_empty()
        && name.len() <= SHOWN
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'')
        && !WORDS.contains(&name);
    if is_sound { Ok(name) } else { Err((line, Problem::Name { text: shown(name) })) }
}

/// The weight in `3)`.
fn weight_of(text: &str, line: usize) -> Result<f32, Fault> {
    let number = text.trim().strip_suffix(')').and_then(|text| text.trim().parse::<f32>().ok());
    let weight = number.filter(|weight| *weight > 0.0 && *weight <= 1e6);
    weight.ok_or((line, Problem::Weight { text: shown(text.trim().trim_end_matches(')')) }))
}

/// The seconds in `0.5..1.2`.
fn length(text: &str) -> Option<(f32, f32)> {
    let (least, most) = text.split_once("..")?;
    let (least, most) = (least.parse::<f32>().ok()?, most.parse::<f32>().ok()?);
    (least >= 0.05 && least <= most && most <= 600.0).then_some((least, most))
}

fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Whether two names differ by one letter, or by letters of another size.
fn is_near(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let ends = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let longer = a.len().max(b.len());
    a.len().abs_diff(b.len()) <= 1 && same + ends + 1 >= longer
}
