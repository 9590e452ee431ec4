//! The last trials of `build best`: the candidates that stand best, with more inputs, and what lies between them.

use crate::commands::{
    candidates::{between, differences, with_setting},
    trials::{Trials, Tried, ranked},
};
use anyhow::Result;
use rayon::prelude::*;
use serde_json::Value;
use sidestep::{BuiltController, MethodEntry};
use sidestep_measure::{
    Response,
    champion::{Standing, holds_feet},
};

/// How many candidates are tried once more, and how many rivals beside the plain one.
pub(crate) const FINALISTS: (usize, usize) = (8, 2);

/// How many settings between the candidates are tried at the most.
pub(crate) const BETWEEN: usize = 12;

/// The method that others are held against.
const RIVAL: &str = "matching";

/// Which of those tried is the rival, once the best of the rivals have been tried once more.
pub(crate) fn find_rival(trials: Trials<'_>, tried: &mut [Tried]) -> Result<usize> {
    let rivals = ranked(tried, Tried::by_itself).into_iter();
    let mut rivals: Vec<usize> =
        rivals.filter(|number| tried[*number].method.name == RIVAL).collect();
    // The first of all is what everybody gets who asks for nothing.
    let first = rivals.iter().position(|number| *number == 0).map(|place| rivals.remove(place));
    rivals.truncate(FINALISTS.1);
    rivals.extend(first);
    for (number, (again, _)) in trials.again(&rivals, tried)? {
        tried[number] = again;
    }
    rivals.sort_by(|a, b| tried[*a].by_itself().total_cmp(&tried[*b].by_itself()));
    let held = rivals.iter().copied().find(|number| holds_feet(&tried[*number].found));
    Ok(held.unwrap_or(0))
}

/// The numbers of those that stand best beside the rival by what the first inputs found of all. With more
/// inputs the rival was found to be something else: like is held against like.
pub(crate) fn finalists(first: &[Response], rival: usize) -> Vec<usize> {
    let mut numbers = ranked(first, |found| Standing::beside(found, &first[rival]).rank());
    numbers.truncate(FINALISTS.0);
    numbers
}

/// The last trials.
pub(crate) struct Finals<'a> {
    pub(crate) trials: Trials<'a>,
    pub(crate) rival: &'a Response,
    pub(crate) tried: Vec<Tried>,
    /// Those of the tried that took part, the best one first.
    finalists: Vec<usize>,
    pub(crate) best: Option<(usize, BuiltController)>,
}

/// Settings that nobody named.
struct Between {
    method: &'static MethodEntry,
    settings: String,
    config: Value,
}

impl<'a> Finals<'a> {
    pub(crate) fn new(trials: Trials<'a>, rival: &'a Response, tried: Vec<Tried>) -> Self {
        Self { trials, rival, tried, finalists: Vec::new(), best: None }
    }

    /// Tries the best once more; as long as the best one breaks a bar, what lies between it and the others too.
    pub(crate) fn hold(&mut self, finalists: &[usize], observe: &mut dyn FnMut(f32)) -> Result<()> {
        for (number, (again, built)) in self.trials.again(finalists, &self.tried)? {
            self.tried[number] = again;
            self.enter(number, built);
        }
        let named = self.tried.len();
        while self.tried.len() < named + BETWEEN && self.breaks() {
            observe((self.tried.len() - named) as f32 / BETWEEN as f32);
            let mut some = self.next(named);
            if some.is_empty() {
                break;
            }
            some.truncate(named + BETWEEN - self.tried.len());
            let trials = self.trials;
            let found: Result<Vec<(Tried, BuiltController)>> = some
                .into_par_iter()
                .map(|it| trials.with(it.method, it.settings, it.config))
                .collect();
            for (tried, built) in found? {
                self.tried.push(tried);
                self.enter(self.tried.len() - 1, built);
            }
        }
        Ok(())
    }

    /// Whether the best one breaks a bar.
    fn breaks(&self) -> bool {
        let best = self.finalists.first().map(|best| &self.tried[*best]);
        best.is_some_and(|best| !best.beside(self.rival).broken.is_empty())
    }

    /// What was not tried yet of all that lies between the best one and the first of the named others that
    /// leaves something to try: half of the way, and the best one with single settings of the other.
    fn next(&self, named: usize) -> Vec<Between> {
        let Some((best, others)) = self.finalists.split_first() else { return Vec::new() };
        let best = &self.tried[*best];
        let of_the_method = |number: &&usize| {
            **number < named && self.tried[**number].method.name == best.method.name
        };
        let others = others.iter().filter(of_the_method);
        let some = others.map(|other| self.between(best, &self.tried[*other]));
        some.into_iter().find(|some| !some.is_empty()).unwrap_or_default()
    }

    fn between(&self, best: &Tried, other: &Tried) -> Vec<Between> {
        let method = best.method;
        let mut some = vec![Between {
            method,
            settings: format!("half-way from {} to {}", best.settings, other.settings),
            config: between(&best.config, &other.config),
        }];
        for path in differences(&best.config, &other.config) {
            let name = path.last().map_or("", String::as_str);
            some.push(Between {
                method,
                settings: format!("{} with {name} of {}", best.settings, other.settings),
                config: with_setting(&best.config, &other.config, &path),
            });
        }
        some.retain(|it| self.tried.iter().all(|tried| tried.config != it.config));
        some
    }

    /// Takes in one that was tried for the last time.
    fn enter(&mut self, number: usize, built: BuiltController) {
        self.finalists.push(number);
        let order = |number: &usize| {
            // With so many inputs a bar is meant as it is: who keeps all comes before who misses one by a hair.
            let standing = self.tried[*number].beside(self.rival);
            (!standing.broken.is_empty(), standing.rank())
        };
        self.finalists.sort_by(|a, b| {
            let (a, b) = (order(a), order(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        if self.finalists[0] == number {
            self.best = Some((number, built));
        }
    }
}
