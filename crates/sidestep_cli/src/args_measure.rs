//! The arguments of `measure` and `score`.

use crate::args_file::FileSaid;
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Arguments of `measure`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep measure response player.controller --n 1000
  sidestep measure cost player.controller --json
  sidestep measure search mine.motion --k 15
  sidestep measure tables mine.motion --n 1000
  sidestep measure crowd map.controller --characters 500 --avoid --picture crossing.png

docs/measures.md says what every figure means and how it is computed.")]
pub(crate) struct Measure {
    /// What to measure.
    pub(crate) what: What,
    /// The controller; the library for `search` and `tables`, the capability map for `capability`, the
    /// name of a method for `growth`.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// `growth`: sizes of libraries in frames, with commas between; 10,000 to 300,000 when not given.
    #[arg(long, alias = "sizes", value_delimiter = ',', value_name = "N,..")]
    pub(crate) frames: Vec<usize>,
    /// How many neighbours `search` looks for.
    #[arg(long, default_value_t = 15)]
    pub(crate) k: usize,
    /// `track`: targets 0.5 to 1 m away.
    #[arg(long, conflicts_with = "far")]
    pub(crate) near: bool,
    /// `track`: targets 3 to 6 m away, which is the default.
    #[arg(long)]
    pub(crate) far: bool,
    /// `avoid`: obstacles that stand on the line, which is the default.
    #[arg(long, conflicts_with = "moving")]
    pub(crate) fixed: bool,
    /// `avoid`: obstacles that come in the way.
    #[arg(long)]
    pub(crate) moving: bool,
    /// `crowd`: how many characters.
    #[arg(long, default_value_t = 500)]
    pub(crate) characters: usize,
    /// `crowd`: let characters mind each other and the walls.
    #[arg(long)]
    pub(crate) avoid: bool,
    /// `crowd`: field, crossing, bottleneck, circle-swap or station; with --avoid, crossing is the
    /// default, else field.
    #[arg(long)]
    pub(crate) scene: Option<String>,
    /// `crowd`: draw the scene from above into an SVG or PNG file; `planning`, `growth`: draw
    /// their figures.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// The library to measure against, for a controller that has none inside.
    #[arg(long, value_name = "LIBRARY")]
    pub(crate) source: Option<PathBuf>,
    /// Begin from frames of this library, such as motion that was held out, instead of those of the library
    /// that is measured against.
    #[arg(long, value_name = "LIBRARY")]
    pub(crate) starts: Option<PathBuf>,
    /// How many trials; each measure has its own default.
    #[arg(long, alias = "samples")]
    pub(crate) n: Option<usize>,
    /// Push characters of which nothing is asked; for `push`.
    #[arg(long, conflicts_with = "standing")]
    pub(crate) passive: bool,
    /// Push characters that are told to stand; for `push`.
    #[arg(long)]
    pub(crate) standing: bool,
    /// `push`, `grab`: how bodies take pushes: `momentum`, `paper` (eq. 15 of the motion-field paper), or a
    /// TOML file of settings.
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) push_config: Option<String>,
    /// `response`: keep everything that was run in a BVH, GLB or CSV file, and what was asked beside it
    /// in FILE.trace.txt, as `score` takes them.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Another seed draws other trials.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `score`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep score theirs.bvh --trace asked.txt --source mine.motion
  sidestep score run.csv --trace asked.txt --source mine.motion --fps 60 --json
  sidestep measure response player.controller --record run.glb
  sidestep score run.glb --trace run.trace.txt --source mine.motion

docs/traces.md says how a trace is written. Units and the up axis are detected and can be given; a
run on another skeleton is retargeted onto the library's.")]
pub(crate) struct Score {
    /// The run: BVH, GLB, or CSV of joint positions.
    pub(crate) run: PathBuf,
    /// What was asked, and when.
    #[arg(long, value_name = "TRACE")]
    pub(crate) trace: PathBuf,
    /// The library that the run was made from, or is to be held against.
    #[arg(long, value_name = "LIBRARY")]
    pub(crate) source: PathBuf,
    /// A BVH on the skeleton of the run that begins with a T-pose, where the run has none and is on another
    /// skeleton than the library.
    #[arg(long, value_name = "FILE")]
    pub(crate) reference: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) said: FileSaid,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The measures that concern every controller.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum What {
    /// How soon and how cleanly it follows a new direction.
    Response,
    /// How soon it gets onto a line.
    Line,
    /// What blending does to standing feet (clip control).
    Blend,
    /// What planning gains over greed when turning round (clip control).
    Planning,
    /// How well it follows a path in a gait with its body turned as told.
    Navigate,
    /// Whether it keeps clear of an obstacle on its way; takes --fixed or --moving.
    Avoid,
    /// Whether it is at a place at the time it is asked to be.
    Reach,
    /// What a step of its network costs (neural).
    Inference,
    /// How it plays with its ball (neural).
    Actions,
    /// How a tennis player meets balls (neural, with actions).
    Rally,
    /// How four of it play basketball together: passes, shots, rule breaks; --n minutes.
    Pickup,
    /// How two of it rally over a net; --n minutes.
    Tennis,
    /// How well it keeps a commanded speed.
    SpeedTask,
    /// How soon it starts and stops, and whether it stays stopped.
    StartStop,
    /// Whether it goes in a wanted gait, and how soon.
    Gait,
    /// What it does when nobody steers.
    Passive,
    /// Whether it survives absurd states and commands.
    Chaos,
    /// Whether it lasts for hours of commands that contradict each other.
    Endurance,
    /// What pushes do to it, and how soon it recovers.
    Push,
    /// What grabbing and pulling does to it: whether it keeps its feet, falls, gets up.
    Grab,
    /// What a step costs in time and memory.
    Cost,
    /// How smooth its joins are.
    Transitions,
    /// Whether it gets to a place; takes --near or --far.
    Track,
    /// What a crowd costs, and how well it keeps clear of itself; takes --characters, --avoid, --scene.
    Crowd,
    /// Whether it gets through mazes.
    Maze,
    /// Whether it gets around cylinders in its way.
    SteerToAvoid,
    /// What the graph and the map of a mobility map hold.
    Graph,
    /// How near a part of the body gets to what it reaches for; takes a capability map.
    Capability,
    /// How fast the nearest states of a library are found; takes a library, and --k.
    Search,
    /// What building and stepping cost as a library grows; takes the name of a method, and --frames.
    Growth,
    /// Tables 1 and 2 of the motion-field paper beside ours; takes a library.
    Tables,
}
