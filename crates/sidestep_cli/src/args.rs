//! The arguments of every command, with the help that teaches them.

use crate::{
    args_benchmark::{Benchmark, Tune},
    args_build::{Build, Survey},
    args_file::{FileSaid, parse_unit},
    args_learn::{Augment, Train},
    args_measure::{Measure, Score},
    args_tactics::Tactics,
};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use sidestep_assemble::Cut;
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
    #[command(flatten)]
    pub(crate) said: FileSaid,
    /// Leave out that many frames at the start of each file (an artificial T-pose).
    #[arg(long, value_name = "N")]
    pub(crate) drop_first: Option<usize>,
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

fn parse_cut(text: &str) -> Result<Cut, String> {
    let wrong =
        || format!("'{text}' is no cut; give CLIP=FROM-TO in seconds, such as walk=2.5-3.1");
    let (clip, stretch) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (from, to) = stretch.split_once('-').ok_or_else(wrong)?;
    let secs = |text: &str| text.trim().parse::<f32>().ok().filter(|secs| *secs >= 0.0);
    let (from, to) = secs(from).zip(secs(to)).filter(|(from, to)| from < to).ok_or_else(wrong)?;
    Ok(Cut { clip: clip.to_owned(), stretches_secs: vec![(from, to)] })
}
