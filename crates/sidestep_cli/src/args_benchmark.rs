//! The arguments of `benchmark`, `tune` and `measure growth`.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Arguments of `benchmark`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep benchmark mine.motion -o results
  sidestep benchmark a.motion b.motion -o results --methods clips,matching --quick
  sidestep benchmark mine.motion --best -o results
  sidestep benchmark mine.motion other.motion --entry matching=tuned.toml@mine -o results
  sidestep benchmark mine.motion --inputs traces        the inputs, for any other system
  sidestep benchmark -o docs/results --readme README.md renew the table of a README

Finished cells lie in FOLDER/cells; a second run uses them and makes those that are missing. Files:
report.html, rows.json, rows.csv. docs/benchmark.md says what is asked and what is measured.")]
pub(crate) struct Benchmark {
    /// The libraries.
    #[arg(value_name = "LIBRARY")]
    pub(crate) libraries: Vec<PathBuf>,
    /// The folder to write to; made where it does not exist.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
    /// The methods, with commas between; all of them when not given.
    #[arg(long, value_delimiter = ',', value_name = "METHOD,..")]
    pub(crate) methods: Vec<String>,
    /// The inputs, with commas between; all of them when not given.
    #[arg(long = "input", value_delimiter = ',', value_name = "INPUT,..")]
    pub(crate) only_inputs: Vec<String>,
    /// Settings of a method as an entry of their own, such as matching=tuned.toml; with @LIBRARY, such as
    /// matching=tuned.toml@mine, on that library alone; may be repeated.
    #[arg(long = "entry", value_name = "METHOD=CONFIG.toml", value_parser = parse_entry)]
    pub(crate) entries: Vec<BroughtEntry>,
    /// What `sidestep build best` chooses on each library as an entry of its own.
    #[arg(long)]
    pub(crate) best: bool,
    /// Takes of each of the three seeds of a cell.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) takes: u16,
    /// One seed of one take for each input, no ablations: to see that it works.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Leave out the ablations and the other presets.
    #[arg(long)]
    pub(crate) plain: bool,
    /// Begin no further cell after so many minutes; a second run goes on.
    #[arg(long, value_name = "MINUTES")]
    pub(crate) minutes: Option<f64>,
    /// Write the inputs as traces into this folder and measure nothing.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) inputs: Option<PathBuf>,
    /// Renew the table between `<!-- benchmark -->` and `<!-- /benchmark -->` of this file from the
    /// rows.json in the folder of -o, and measure nothing.
    #[arg(long, value_name = "FILE")]
    pub(crate) readme: Option<PathBuf>,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Settings of a method that are brought along.
#[derive(Clone, Debug)]
pub(crate) struct BroughtEntry {
    pub(crate) method: String,
    pub(crate) config: PathBuf,
    /// The one library that they are for; all of them when not given.
    pub(crate) library: Option<String>,
}

fn parse_entry(text: &str) -> Result<BroughtEntry, String> {
    let (method, file) = text.split_once('=').ok_or("give METHOD=CONFIG.toml")?;
    if sidestep::method(method).is_none() {
        return Err(format!("there is no method '{method}'"));
    }
    let (file, library) = match file.rsplit_once(".toml@") {
        Some((stem, library)) => (format!("{stem}.toml"), Some(library.to_owned())),
        None => (file.to_owned(), None),
    };
    Ok(BroughtEntry { method: method.to_owned(), config: PathBuf::from(file), library })
}

/// Arguments of `tune`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  sidestep tune matching mine.motion -o tuned.toml
  sidestep tune matching mine.motion -o tuned.toml --trials 200 --minutes 30
  sidestep build matching mine.motion --config tuned.toml -o player.controller

Trials are judged on clips that are held out in turn; what comes of it, on clips that no trial saw. The same
trials and seed give the same settings. What was tried stands in tuned.journal: a second run goes on from there.
tuned.svg shows the trials.")]
pub(crate) struct Tune {
    /// The method.
    pub(crate) method: String,
    /// The library.
    pub(crate) library: PathBuf,
    /// The settings to write, as `build --config` reads them.
    #[arg(short, long, value_name = "CONFIG.toml")]
    pub(crate) output: PathBuf,
    /// How many settings are tried.
    #[arg(long, default_value_t = 40, value_name = "N")]
    pub(crate) trials: usize,
    /// Begin no further trial after so many minutes.
    #[arg(long, value_name = "MINUTES")]
    pub(crate) minutes: Option<f64>,
    /// Another seed tries other settings.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object on stdout.
    #[arg(long)]
    pub(crate) json: bool,
}
