//! A cell: what one method did on one library under one input of one seed.
//!
//! Every take is run from rest at the origin and judged alone by [`sidestep_measure::score()`] and
//! [`sidestep_measure::followed()`], as the run of any other system would be, so that rows can have
//! intervals over takes.

use crate::{figures::FIGURES, inputs::Input};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sidestep_control::{Abilities, AddedMotion, Animate};
use sidestep_measure::{
    OF_TRIALS, ScoreError, Source, Trace, followed, run::RATE_HZ, score, trace::Take,
};
use sidestep_motion::JointMotion;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_128;

/// Raised when the same inputs would be judged otherwise: cells of another version are not used.
pub const VERSION: u32 = 1;

/// Figures of one take by their names; what a take does not tell is left out.
pub type TakeFigures = BTreeMap<String, f64>;

/// What one method did on one library under one input of one seed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Figures of each take.
    pub takes: Vec<TakeFigures>,
    /// Figures of the whole cell that no single take has.
    pub whole: TakeFigures,
    /// Why there are no figures, in words.
    pub cannot: Option<String>,
    /// What the input asks for and the method leaves out, by the names of abilities.
    pub unserved: Vec<String>,
}

/// All that a cell depends on.
#[derive(Clone, Copy, Debug)]
pub struct CellKey<'a> {
    /// Checksum of the library.
    pub library: u128,
    /// Name and version of the method.
    pub method: (&'a str, u32),
    /// All its settings.
    pub settings: &'a Value,
    /// What is asked; `None` where the actor cannot be asked for it.
    pub trace: Option<&'a Trace>,
    /// The name of the input, for figures that are measured beside the trace.
    pub input: &'a str,
    /// The seed of those.
    pub seed: u64,
}

impl CellKey<'_> {
    /// The key as the name of a file.
    pub fn file_name(&self) -> String {
        let asked = self.trace.map(Trace::to_text);
        let text = format!(
            "{VERSION}\n{:032x}\n{:?}\n{}\n{asked:?}\n{}\n{}",
            self.library, self.method, self.settings, self.input, self.seed
        );
        format!("{:032x}.json", xxh3_128(text.as_bytes()))
    }
}

impl Cell {
    /// A cell without figures, with the reason.
    pub fn cannot(reason: impl Into<String>) -> Self {
        Self { cannot: Some(reason.into()), ..Self::default() }
    }
}

/// Lets characters run all takes of a trace and judges each. What the input needs and the character
/// cannot do makes a cell that says so.
pub fn judge_takes(
    input: &Input,
    trace: &Trace,
    spawn: &dyn Fn() -> Box<dyn Animate>,
    source: &Source,
) -> Cell {
    let mut cell = Cell::default();
    let mut unserved = Abilities::NONE;
    for take in &trace.takes {
        let mut character = spawn();
        let ran = run(take, &mut *character);
        unserved = unserved.union(ran.unserved);
        if ran.unserved.has(input.needs) {
            return Cell { unserved: names(unserved), ..Cell::cannot(character.lack(input.needs)) };
        }
        match figures(take, &ran, source) {
            Ok(figures) => cell.takes.push(figures),
            Err(error) => return Cell::cannot(error.to_string()),
        }
    }
    cell.unserved = names(unserved);
    cell
}

fn names(abilities: Abilities) -> Vec<String> {
    abilities.iter().map(|ability| ability.name().to_owned()).collect()
}

/// What a character did in a take.
struct Ran {
    motion: JointMotion,
    added: AddedMotion,
    unserved: Abilities,
}

fn run(take: &Take, character: &mut dyn Animate) -> Ran {
    let mut added = AddedMotion::default();
    let mut unserved = Abilities::NONE;
    let clip = take.script.record_observed(character, RATE_HZ, &mut |_, character| {
        added += character.added_motion();
        unserved = unserved.union(character.unserved());
    });
    Ran { motion: JointMotion::of(&clip), added, unserved }
}

fn figures(take: &Take, ran: &Ran, source: &Source) -> Result<TakeFigures, ScoreError> {
    let alone = Trace { takes: vec![take.clone()] };
    let mut response = score(&ran.motion.clone().into(), &alone, source)?;
    response.looks.added_yaw_deg_per_s =
        Some(ran.added.yaw.to_degrees() / take.script.end_secs.max(1e-3));
    let has_turns = response.looks.feet.shown.turning_flat_fraction > 0.0;
    let has_trials = response.n > 0;
    let mut found = TakeFigures::new();
    add(&mut found, &serde_json::to_value(&response).unwrap_or_default(), |name| {
        let of_trials = OF_TRIALS.contains(&name);
        let of_turns = name == "planted_yaw_deg_per_s";
        (has_trials || !of_trials) && (has_turns || !of_turns)
    });
    for kept in followed(&ran.motion, &alone)? {
        add(&mut found, &serde_json::to_value(kept).unwrap_or_default(), |_| true);
    }
    Ok(found)
}

/// Adds those of the figures that rows have.
fn add(found: &mut TakeFigures, figures: &Value, counts: impl Fn(&str) -> bool) {
    for figure in FIGURES.iter().filter(|figure| counts(figure.name)) {
        if let Some(value) = figures.get(figure.name).and_then(Value::as_f64) {
            found.insert(figure.name.to_owned(), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{actor::Actor, inputs::input};
    use serde_json::json;
    use sidestep_clip_player::Clips;
    use sidestep_control::{Character, Method, Start};
    use sidestep_motion::{GroundTransform, MotionLibrary};
    use std::sync::Arc;

    fn key<'a>(settings: &'a Value, trace: &'a Trace) -> CellKey<'a> {
        let method = ("clips", 1);
        CellKey { library: 7, method, settings, trace: Some(trace), input: "line", seed: 1 }
    }

    #[test]
    fn a_cell_is_another_where_anything_it_depends_on_is() {
        let (settings, other) = (json!({"a": 1}), json!({"a": 2}));
        let trace = Trace::parse("0 stand\n1 end").unwrap();
        let longer = Trace::parse("0 stand\n2 end").unwrap();
        let first = key(&settings, &trace);
        let name = first.file_name();
        assert_eq!(key(&settings, &trace).file_name(), name);
        let others = [
            key(&other, &trace),
            key(&settings, &longer),
            CellKey { library: 8, ..first },
            CellKey { method: ("clips", 2), ..first },
            CellKey { method: ("field", 1), ..first },
            CellKey { seed: 2, ..first },
            CellKey { input: "slalom", ..first },
            CellKey { trace: None, ..first },
        ];
        assert!(others.iter().all(|other| other.file_name() != name));
    }

    #[test]
    fn takes_have_figures_and_what_cannot_be_served_is_said() {
        let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
        let library = Arc::new(MotionLibrary::from_clips(&clips, &Default::default()).unwrap());
        let config = Clips::presets().remove(0).config;
        let controller = Arc::new(Clips::build(&library, &config, &mut |_| {}).unwrap());
        let spawn = || -> Box<dyn Animate> {
            Box::new(Character::new(&controller, Start::Rest(GroundTransform::IDENTITY)))
        };
        let (actor, source) = (Actor::of(&library), Source::of(&library));
        let trace_of = |name: &str| input(name).unwrap().trace(&actor, 1, 1).unwrap();
        let judge =
            |name: &str| judge_takes(input(name).unwrap(), &trace_of(name), &spawn, &source);
        let turned = judge("direction steps");
        let secs = turned.takes[0]["censored_avg_secs"];
        assert!(secs > 0.1 && secs <= 5.0, "{turned:?}");
        assert!(turned.takes[0]["skate_cm_per_s"] >= 0.0);
        assert!(!turned.takes[0].contains_key("line_error_m"), "no line was asked for");
        let slalom = judge("slalom");
        assert!(!slalom.takes[0].contains_key("censored_avg_secs"), "nothing is held for 6 s");
        assert!(slalom.takes[0]["facing_error_deg"] > 0.0);
        let course = judge("obstacles");
        assert!(course.takes.is_empty() && course.cannot.is_some(), "{course:?}");
    }
}
