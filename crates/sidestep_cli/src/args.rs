//! The arguments of every command, with the help that teaches them.

use crate::{
    args_benchmark::{Benchmark, Tune},
    args_learn::{Augment, Train},
    args_tactics::Tactics,
};
use clap::{
    Args as ClapArgs, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser},
};
use sidestep_assemble::Cut;
use sidestep_import::UpAxis;
use sidestep_motion::Role;
use std::path::PathBuf;

/// Turns raw motion capture into characters a person can steer.
#[derive(Debug, Parser)]
#[command(name = "sidestep", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
A first walk:
  sidestep perform -o performer.motion          three minutes of a synthetic actor
  sidestep inspect performer.motion             what is in it, what is wrong with it
  sidestep export performer.motion -o look.html a page that plays it

With your own data:
  sidestep import captures/ -o mine.motion      every BVH, AMC and GLB below a folder
  sidestep import corpus.toml -o mine.motion    as a manifest says (docs/manifest.md)
  sidestep inspect mine.motion --plot coverage.svg

Every command takes --json and then prints one JSON object on stdout; talk goes to stderr.
Exit codes: 0 done, 1 could not be done (the reason is printed), 2 wrong usage.";

/// The steps of the way, in order.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Let the synthetic performer act: a motion library with no download.
    Perform(Perform),
    /// Read motion capture files, folders and manifests into one motion library.
    Import(Import),
    /// Say what is in a library, what is wrong with it, and what to do about it.
    Inspect(Inspect),
    /// Write a clip, or what a controller does, as BVH, GLB, CSV, film strip (SVG, PNG) or page (HTML).
    Export(Export),
    /// Bend the path of a clip, move its times, and save it.
    Edit(Edit),
    /// Make hours of new motion of a library: random walks, mirrored, bent and hurried.
    Augment(Augment),
    /// Learn a character from a library: a recurrent network that is told where, when and how.
    Train(Train),
    /// Act out a plan of the tactics board: paths, passes and shots of several players, as one GLB.
    Tactics(Tactics),
    /// Build a controller from a library.
    Build(Build),
    /// Say what a motion field can reach, where it is trapped, and what its data lacks.
    Survey(Survey),
    /// Measure a controller; the same definitions for every method.
    Measure(Measure),
    /// Score a run that any system made, by the definitions of `measure response`.
    Score(Score),
    /// Measure every method on libraries under the same inputs: one table anybody can enter.
    Benchmark(Benchmark),
    /// Choose settings of a method on a library, on clips held out in turn.
    Tune(Tune),
    /// Open the playground: steer, push and compare characters in a browser.
    Play(Play),
    /// Print completions for a shell, for instance: sidestep completions bash > sidestep.bash
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// A hand.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Hand {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// Arguments of `perform`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Perform {
    /// The library to write.
    #[arg(short, long, value_name = "LIBRARY")]
    pub(crate) output: PathBuf,
    /// Another seed gives another performance; the same seed the same bits.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Add clips of hands that reach and punch.
    #[arg(long)]
    pub(crate) reaches: bool,
    /// Add clips of walking sideways, backwards and while spinning.
    #[arg(long)]
    pub(crate) spins: bool,
    /// Add this many clips of falling and getting up, by turns on the face, on the back and on either side; who is
    /// pulled off its feet then falls and gets up as they do.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) falls: u32,
    /// Frames a second of the library; the performer acts at 60.
    #[arg(long, default_value_t = 30.0, value_name = "HZ")]
    pub(crate) rate: f32,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `import`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep import walk.bvh run.bvh -o mine.motion
  sidestep import captures/ -o mine.motion --unit cm
  sidestep import corpus.txt -o corpus.motion --rate 60
  sidestep import rig.glb -o rig.motion --rate source --role left_toe=ball_l
  sidestep import game.txt -o game.motion --lab annotation --lab ball

Units, axes, T-pose frames and joint roles are detected and reported; the options overrule what was
detected. A broken file is listed at the end and does not stop the others. Clips of several actors
are brought onto one skeleton: that of the most seconds, or the one named with --skeleton.")]
pub(crate) struct Import {
    /// Files (BVH, AMC with its ASF beside it, GLB, glTF), folders of them, manifests (TXT, TOML).
    #[arg(required = true, value_name = "FILES_OR_MANIFESTS")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The library to write.
    #[arg(short, long, value_name = "LIBRARY")]
    pub(crate) output: PathBuf,
    /// Frames a second of the library, or `source` to keep the rate of the first clip.
    #[arg(long, default_value = "30", value_name = "HZ|source")]
    pub(crate) rate: Rate,
    /// Length of one unit of the files: m, cm, mm, in, cmu, or a number of metres.
    #[arg(long, value_parser = parse_unit)]
    pub(crate) unit: Option<f32>,
    /// The axis that points up in the files: x, y, z, or one of them negative, such as -z.
    #[arg(long, value_name = "AXIS", value_parser = parse_up, allow_hyphen_values = true)]
    pub(crate) up: Option<UpAxis>,
    /// The true frame rate of the files, when their header lies.
    #[arg(long, value_name = "HZ")]
    pub(crate) fps: Option<f32>,
    /// Leave out that many frames at the start of each file (an artificial T-pose).
    #[arg(long, value_name = "N")]
    pub(crate) drop_first: Option<usize>,
    /// Say which joint plays a role, for instance --role left_toe=ball_l; may be repeated.
    #[arg(long = "role", value_name = "ROLE=JOINT", value_parser = parse_role)]
    pub(crate) roles: Vec<(Role, String)>,
    /// Take action and contact labels from a .lab file or a folder of them; may be repeated.
    #[arg(long = "lab", value_name = "FILE|FOLDER")]
    pub(crate) labels: Vec<PathBuf>,
    /// Find tennis strokes by the speed of this hand and label them: left or right.
    #[arg(long, value_name = "HAND")]
    pub(crate) strokes: Option<Hand>,
    /// Bring all clips onto the skeleton of this clip.
    #[arg(long, value_name = "CLIP")]
    pub(crate) skeleton: Option<String>,
    /// Keep only clips that are on the library's skeleton already, instead of retargeting.
    #[arg(long)]
    pub(crate) no_retarget: bool,
    /// Add every clip once more with left and right exchanged.
    #[arg(long)]
    pub(crate) mirror: bool,
    /// Leave a stretch of a clip out, in seconds, for instance --cut walk=2.5-3.1; may be repeated.
    #[arg(long = "cut", value_name = "CLIP=FROM-TO", value_parser = parse_cut)]
    pub(crate) cuts: Vec<Cut>,
    /// Terms of the data, kept with every clip that does not bring its own.
    #[arg(long, value_name = "TEXT")]
    pub(crate) licence: Option<String>,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `inspect`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep inspect mine.motion
  sidestep inspect mine.motion --plot coverage.png
  sidestep inspect mine.motion --json | jq '.findings[] | select(.severity == \"error\")'")]
pub(crate) struct Inspect {
    /// The library.
    pub(crate) library: PathBuf,
    /// Draw the coverage of speeds, turns and directions into an SVG or PNG file.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// List the walk cycles that clip control finds, and why others are not used.
    #[arg(long)]
    pub(crate) clips: bool,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `export`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep export mine.motion --clip walk_01 -o walk.bvh
  sidestep export mine.motion -o strip.png         a film strip of the first clip
  sidestep export mine.motion -o look.html         a page that plays every clip
  sidestep export player.controller --script s.txt -o run.glb")]
pub(crate) struct Export {
    /// A library or a controller.
    pub(crate) input: PathBuf,
    /// The clip to write; the first one when not given (all of them into HTML).
    #[arg(long)]
    pub(crate) clip: Option<String>,
    /// Let the controller follow this script and write what it does.
    #[arg(long, value_name = "SCRIPT")]
    pub(crate) script: Option<PathBuf>,
    /// How bodies take the pushes of the script: `momentum`, `paper`, or a TOML file of settings.
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) push_config: Option<String>,
    /// The file to write; its ending names the format: bvh, glb, csv, svg, png, html.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Length in metres of one unit of a BVH file: m, cm, mm, in, cmu, or a number.
    #[arg(long, default_value = "m", value_parser = parse_unit)]
    pub(crate) unit: f32,
    /// The camera of a film strip.
    #[arg(long, default_value = "quarter")]
    pub(crate) view: View,
    /// The body in a film strip or a GLB file.
    #[arg(long, default_value = "fuller")]
    pub(crate) build: BodyBuild,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `edit`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep edit mine.motion --clip walk_01 --pin 'at=2.5 x=1 z=3' -o bent.motion
  sidestep edit mine.motion --clip walk_01 --pin 'at=0 facing=0' --pin 'at=2.5 facing=90 time=2' -o bent.motion
  sidestep export bent.motion -o bent.png

A pin says what shall be true of one moment of the clip (at, in seconds): where the body is (x and z, in
metres), the way it looks (facing, in degrees), when that is (time, in seconds). The path between pins is
bent as rigidly as possible, and feet stand where they stood. Places and times are met exactly, facings
as nearly as the lengths of steps allow.")]
pub(crate) struct Edit {
    /// The library.
    pub(crate) library: PathBuf,
    /// The clip; the first one when not given.
    #[arg(long)]
    pub(crate) clip: Option<String>,
    /// What shall be true of one moment; may be repeated.
    #[arg(long = "pin", value_name = "PIN", required = true)]
    pub(crate) pins: Vec<String>,
    /// The library to write, of this one clip.
    #[arg(short, long, value_name = "LIBRARY")]
    pub(crate) output: PathBuf,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

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
    /// Length of one unit of the run: m, cm, mm, in, cmu, or a number of metres.
    #[arg(long, value_parser = parse_unit)]
    pub(crate) unit: Option<f32>,
    /// The axis that points up in the run: x, y, z, or one of them negative, such as -z.
    #[arg(long, value_name = "AXIS", value_parser = parse_up, allow_hyphen_values = true)]
    pub(crate) up: Option<UpAxis>,
    /// The true frame rate of the run.
    #[arg(long, value_name = "HZ")]
    pub(crate) fps: Option<f32>,
    /// Say which joint plays a role, for instance --role left_toe=ball_l; may be repeated.
    #[arg(long = "role", value_name = "ROLE=JOINT", value_parser = parse_role)]
    pub(crate) roles: Vec<(Role, String)>,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `play`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep play --open                             the synthetic performer
  sidestep play mine.motion --open                 your own data
  sidestep play field.controller matching.controller
  sidestep play dribbler.controller --open         a network, with its ball

Only this machine can open the page. The address is printed; one JSON line on stdout tells it to
other programs: {\"address\":\"http://127.0.0.1:8123\"}.")]
pub(crate) struct Play {
    /// Libraries, of which controllers are built, or built controllers; the performer without any.
    #[arg(value_name = "LIBRARY|CONTROLLER")]
    pub(crate) files: Vec<PathBuf>,
    /// The port to listen on; the next free one when it is taken, any with 0.
    #[arg(long, default_value_t = 8123, value_name = "N")]
    pub(crate) port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// Serve other programs: open nothing and say nothing but the address on stdout.
    #[arg(long)]
    pub(crate) headless: bool,
    /// Seed of the performer and of the worlds.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Where built controllers are kept for the next time; the user's cache when not given.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cache: Option<PathBuf>,
}

/// The networks that come with Sidestep.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Model {
    /// Goes where and when it is asked to, on the skeleton of the SNU basketball players.
    Locomotion,
    /// Dribbles a ball on its way.
    Dribble,
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

/// The camera of a film strip.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum View {
    /// Three-quarter view.
    Quarter,
    /// From the side.
    Side,
    /// From the front.
    Front,
}

/// How a body is built.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum BodyBuild {
    /// Broader shoulders, thicker limbs, short hair.
    Fuller,
    /// Slimmer limbs and waist, hair gathered behind.
    Slimmer,
}

/// The rate of a library.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rate {
    /// That of the first clip.
    Source,
    /// Frames a second.
    Hz(f32),
}

impl std::str::FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<f32>() {
            Ok(hz) if hz.is_finite() && (1.0..=1000.0).contains(&hz) => Ok(Self::Hz(hz)),
            _ if text == "source" => Ok(Self::Source),
            _ => Err("give 1 to 1000 frames a second, or `source`".to_owned()),
        }
    }
}

/// The methods there are, each with its sentence.
/// What `build` makes beside the methods of control.
pub(crate) const CAPABILITY: &str = "capability";

/// The word for whatever method stands best.
pub(crate) const BEST: &str = "best";

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

fn parse_unit(text: &str) -> Result<f32, String> {
    let metres = match text {
        "m" => 1.0,
        "cm" => 0.01,
        "mm" => 0.001,
        "in" => 0.0254,
        // The CMU database: 0.45 units are an inch.
        "cmu" => 0.0254 / 0.45,
        number => number.parse().map_err(|_| "give m, cm, mm, in, cmu or a number of metres")?,
    };
    let is_length = f32::is_finite(metres) && metres > 0.0;
    if is_length { Ok(metres) } else { Err("a unit must be longer than nothing".to_owned()) }
}

fn parse_up(text: &str) -> Result<UpAxis, String> {
    UpAxis::from_name(text).ok_or_else(|| "give x, y, z or a negative one, such as -z".to_owned())
}

fn parse_role(text: &str) -> Result<(Role, String), String> {
    let (name, joint) = text.split_once('=').ok_or("give ROLE=JOINT")?;
    Ok((parse_part(name)?, joint.to_owned()))
}

fn parse_cut(text: &str) -> Result<Cut, String> {
    let wrong =
        || format!("'{text}' is no cut; give CLIP=FROM-TO in seconds, such as walk=2.5-3.1");
    let (clip, stretch) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (from, to) = stretch.split_once('-').ok_or_else(wrong)?;
    let secs = |text: &str| text.trim().parse::<f32>().ok().filter(|secs| *secs >= 0.0);
    let (from, to) = secs(from).zip(secs(to)).filter(|(from, to)| from < to).ok_or_else(wrong)?;
    Ok(Cut { clip: clip.to_owned(), stretches_secs: vec![(from, to)] })
}

fn parse_part(name: &str) -> Result<Role, String> {
    Role::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
        format!("'{name}' is no role; there are {}", names.join(", "))
    })
}
