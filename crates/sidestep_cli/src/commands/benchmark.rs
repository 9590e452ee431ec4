//! `sidestep benchmark`: every method on every library under every input, one table.

use crate::{
    args_benchmark::Benchmark,
    commands::{
        benchmark_cells::{self, Bench},
        benchmark_entries::{self, Entry},
        benchmark_readme,
        loaded::Loaded,
    },
    files, output,
};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use sidestep_benchmark::{About, INPUTS, Input, Row, csv, report_page, source_figures};
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

/// Seeds of a whole benchmark.
const SEEDS: [u64; 3] = [1, 2, 3];

/// Runs the command.
pub(crate) fn run(args: &Benchmark) -> Result<()> {
    if let Some(readme) = &args.readme {
        return benchmark_readme::renew(readme, folder(args)?);
    }
    if args.libraries.is_empty() {
        bail!("name at least one library, such as one written by `sidestep perform -o p.motion`");
    }
    let inputs = inputs(&args.only_inputs)?;
    let libraries: Vec<Loaded> =
        args.libraries.iter().map(|path| Loaded::read(path)).collect::<Result<_>>()?;
    if let Some(folder) = &args.inputs {
        return write_inputs(folder, &libraries, &inputs, usize::from(args.takes));
    }
    let folder = folder(args)?;
    std::fs::create_dir_all(folder.join("cells"))
        .with_context(|| format!("cannot make {}", folder.display()))?;
    let mut entries = benchmark_entries::all(args, &libraries)?;
    if args.best {
        entries.extend(benchmark_entries::champions(folder, &libraries)?);
    }
    let (seeds, takes) =
        if args.quick { (&SEEDS[..1], 1) } else { (&SEEDS[..], usize::from(args.takes)) };
    let bench = Bench {
        folder,
        inputs: &inputs,
        seeds,
        takes,
        stop_secs: args.minutes.map(|minutes| 60.0 * minutes),
        begun: Instant::now(),
    };
    measure(args, &bench, &libraries, &entries)
}

fn folder(args: &Benchmark) -> Result<&Path> {
    args.output.as_deref().context("name the folder to write to with -o FOLDER")
}

fn measure(
    args: &Benchmark,
    bench: &Bench<'_>,
    libraries: &[Loaded],
    entries: &[Entry],
) -> Result<()> {
    let processor = cpu_time::ProcessTime::now();
    let found = benchmark_cells::run_all(bench, libraries, entries)?;
    let (cpu_secs, wall_secs) =
        (processor.elapsed().as_secs_f64(), bench.begun.elapsed().as_secs_f64());
    let total = add_effort(bench.folder, cpu_secs)?;
    let about = About {
        program: program(),
        machine: machine(),
        extent: extent(bench),
        effort: format!(
            "{} cells made in {cpu_secs:.0} s of processor time ({wall_secs:.0} s by the clock), {} taken \
             from earlier runs, {} left to make; {total:.0} s of processor time in all",
            found.made, found.reused, found.left
        ),
    };
    let rows: Vec<Value> = found.rows.iter().map(Row::to_json).collect();
    let sources: Vec<Value> = libraries.iter().map(source_of).collect();
    let same = json!({
        "program": about.program,
        "extent": about.extent,
        "sources": sources,
        "rows": rows,
    });
    write(bench.folder, "rows.json", &(serde_json::to_string_pretty(&same)? + "\n"))?;
    write(bench.folder, "rows.csv", &csv(&found.rows))?;
    write(bench.folder, "report.html", &report_page(&about, &found.rows, &found.pictures))?;
    let report = json!({
        "rows": rows,
        "cells_made": found.made,
        "cells_reused": found.reused,
        "cells_left": found.left,
        "wall_secs": wall_secs,
        "cpu_secs": cpu_secs,
        "cpu_secs_in_all": total,
        "machine": about.machine,
        "program": about.program,
        "files": ["report.html", "rows.csv", "rows.json"],
    });
    output::report(args.json, &report, |_| {
        eprintln!("{}\n{}", about.effort, bench.folder.join("report.html").display());
    })
}

/// What the captured motion of a library does, for tables that hold methods against it.
fn source_of(library: &Loaded) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "seconds, for people")]
    let seconds = library.library.len() as f32 * library.library.frame_secs();
    source_figures(&library.name, seconds, &library.source)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    files::write(&folder.join(name), text.as_bytes())
}

fn inputs(names: &[String]) -> Result<Vec<&'static Input>> {
    if names.is_empty() {
        return Ok(INPUTS.iter().collect());
    }
    let known = || INPUTS.map(|input| input.name).join(", ");
    let find = |name: &String| {
        sidestep_benchmark::input(name)
            .with_context(|| format!("there is no input '{name}'; there are {}", known()))
    };
    names.iter().map(find).collect()
}

/// Writes what is asked, one trace for each library, input and seed.
fn write_inputs(
    folder: &Path,
    libraries: &[Loaded],
    inputs: &[&'static Input],
    takes: usize,
) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut count = 0;
    for library in libraries {
        for input in inputs {
            for seed in SEEDS {
                let Some(trace) = input.trace(&library.actor, seed, takes) else { continue };
                let name = input.name.replace(' ', "-");
                let path: PathBuf = folder.join(format!("{}.{name}.{seed}.txt", library.name));
                let head =
                    format!("# {}: {}. Every take begins at rest.\n", input.name, input.sentence);
                files::write(&path, (head + &trace.to_text()).as_bytes())?;
                count += 1;
            }
        }
    }
    eprintln!("{count} traces in {}; `sidestep score` judges runs of them", folder.display());
    Ok(())
}

fn extent(bench: &Bench<'_>) -> String {
    format!(
        "{} inputs, seeds {:?}, {} takes of 30 to 60 s each for every seed",
        bench.inputs.len(),
        bench.seeds,
        bench.takes
    )
}

/// Version, and commit where the build was told it.
pub(crate) fn program() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match option_env!("SIDESTEP_COMMIT") {
        Some(commit) => format!("sidestep {version}, commit {commit}"),
        None => format!("sidestep {version}"),
    }
}

/// The processor, without the name of the machine.
pub(crate) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split(": ").nth(1)).unwrap_or("processor unknown");
    format!("{model}, {cores} threads, {}", std::env::consts::OS)
}

/// Processor time of all runs that made cells of this folder, this one included.
fn add_effort(folder: &Path, cpu_secs: f64) -> Result<f64> {
    let path = folder.join("cells").join("effort.json");
    let before: Option<Value> =
        std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let before = before.and_then(|value| value["cpu_secs"].as_f64()).unwrap_or(0.0);
    files::write(&path, json!({ "cpu_secs": before + cpu_secs }).to_string().as_bytes())?;
    Ok(before + cpu_secs)
}
