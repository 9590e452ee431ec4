//! The arguments of `build` and `survey`.

use crate::args_file::parse_part;
use clap::{
    Args as ClapArgs, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser},
};
use sidestep_motion::Role;
use std::path::PathBuf;

/// What `build` makes beside the methods of control.
pub(crate) const CAPABILITY: &str = "capability";

/// The word for whatever method stands best.
pub(crate) const BEST: &str = "best";

/// Arguments of `build`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep build best mine.motion -o best.controller
  sidestep build field mine.motion -o field.controller
  sidestep build field mine.motion -o paper.controller --preset paper --compression 10
  sidestep build matching mine.motion -o matching.controller
  sidestep build mobility mine.motion -o map.controller --threshold 2
  sidestep build matching --print-config > mine.toml
  sidestep build matching mine.motion -o mine.controller --config mine.toml
  sidestep build capability mine.motion --part left_hand -o hand.capability")]
pub(crate) struct Build {
    /// The method.
    #[arg(value_parser = methods())]
    pub(crate) method: String,
    /// The library to build it from.
    #[arg(required_unless_present_any = ["print_config", "weights", "model"])]
    pub(crate) library: Option<PathBuf>,
    /// A network that comes with Sidestep, for `neural`.
    #[arg(long, value_enum, conflicts_with_all = ["library", "weights"])]
    pub(crate) model: Option<Model>,
    /// The weights of a network that was trained, for `neural`.
    #[arg(long, value_name = "FILE", conflicts_with = "library")]
    pub(crate) weights: Option<PathBuf>,
    /// The controller to write.
    #[arg(short, long, value_name = "CONTROLLER", required_unless_present = "print_config")]
    pub(crate) output: Option<PathBuf>,
    /// Settings of the method by name, such as `paper`: as published; the best measured ones when
    /// not given.
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<String>,
    /// Settings of the method, as a TOML file: what it names takes the place of the preset's.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Print all settings, with what the other arguments change of them, and build nothing.
    #[arg(long)]
    pub(crate) print_config: bool,
    /// Keep the values of every N-th state of a motion field only (eq. 14 of the paper).
    #[arg(long, value_name = "N")]
    pub(crate) compression: Option<usize>,
    /// Let a motion field choose by the next reward alone (eq. 9), for comparison.
    #[arg(long)]
    pub(crate) greedy: bool,
    /// Share of the states of a motion field that serve as neighbours; those most like others go first.
    #[arg(long, value_name = "SHARE")]
    pub(crate) keep: Option<f32>,
    /// What becomes of the ends of clips in a motion field.
    #[arg(long)]
    pub(crate) ends: Option<Ends>,
    /// How a motion field of the preset `paper` finds neighbours while it runs.
    #[arg(long)]
    pub(crate) search: Option<Search>,
    /// Solve the line task of a motion field as well (eq. 17), instead of heading for the line by
    /// the direction task; `measure line` tells which is better on your data
    #[arg(long)]
    pub(crate) line: bool,
    /// Dearest jump of a mobility map, in steps of the source: two consecutive frames are 1 apart.
    #[arg(long, value_name = "STEPS")]
    pub(crate) threshold: Option<f32>,
    /// Most jumps that leave one frame of a mobility map.
    #[arg(long, value_name = "N")]
    pub(crate) jumps: Option<usize>,
    /// A task that clip control learns; may be repeated. Line is another word for navigate.
    #[arg(long = "task", value_name = "TASK",
        value_parser = ["direction", "navigate", "line", "spin", "fixed", "moving", "all"])]
    pub(crate) tasks: Vec<String>,
    /// `best`: tune what stands best for so many minutes more.
    #[arg(long, value_name = "MINUTES")]
    pub(crate) minutes: Option<f64>,
    /// The part of the body that a capability map is for, such as left_hand.
    #[arg(long, value_name = "ROLE", value_parser = parse_part, required_if_eq("method", CAPABILITY))]
    pub(crate) part: Option<Role>,
    /// What a capability map aims at: the end of a reach or the middle of a punch.
    #[arg(long, default_value = "farthest")]
    pub(crate) peak: PartPeak,
    /// Least distance from the body, in metres, or speed, in metres a second, that a part has when it
    /// aims at something.
    #[arg(long, value_name = "METRES", default_value_t = 0.45)]
    pub(crate) least: f32,
    /// How far ahead a capability map looks, in seconds.
    #[arg(long, value_name = "SECS", default_value_t = 3.0)]
    pub(crate) ahead: f32,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a part of the body aims at.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PartPeak {
    /// Where it is farthest from the body.
    Farthest,
    /// Where it is fastest.
    Fastest,
}

/// What becomes of the ends of clips.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Ends {
    /// They stay as they are.
    Kept,
    /// States from which the rest of the field cannot be reached are left out.
    Removed,
    /// Every clip runs on into the motion most like its end.
    Linked,
}

/// Arguments of `survey`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep survey field.controller
  sidestep survey field.controller -o coverage.svg
  sidestep survey field.controller --json | jq '.shortages[].finding'

docs/measures.md says what every figure means.")]
pub(crate) struct Survey {
    /// The motion field.
    pub(crate) controller: PathBuf,
    /// Draw speeds against turn rates, with what is missing marked, into an SVG or PNG file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Characters that are steered to see which states they come by.
    #[arg(long, default_value_t = 64)]
    pub(crate) n: usize,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How neighbours are found.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Search {
    /// All of them.
    Exact,
    /// Among those near the last ones: faster, and one in thousands may be missed.
    Local,
}

/// The networks that come with Sidestep.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Model {
    /// Goes where and when it is asked to, on the skeleton of the SNU basketball players.
    Locomotion,
    /// Dribbles a ball on its way.
    Dribble,
}

/// The methods there are, each with its sentence.
fn methods() -> PossibleValuesParser {
    let value = |entry: &sidestep::MethodEntry| {
        PossibleValue::new(entry.name).help(format!("{}: {}", entry.title, entry.sentence))
    };
    let capability = PossibleValue::new(CAPABILITY)
        .help("No controller, but a map of what a part of the body can reach; takes --part");
    let best = PossibleValue::new(BEST).help(
        "Whatever stands best on the library, of several methods and settings; takes minutes",
    );
    PossibleValuesParser::new(sidestep::METHODS.iter().map(value).chain([best, capability]))
}
