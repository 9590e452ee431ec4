//! `sidestep score`: the figures of `measure response` for a run that any system made.

use crate::{args_measure::Score, files, output};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::{Value, json};
use sidestep_import::ImportOptions;
use sidestep_measure::{Followed, OF_TRIALS, ScoredRun, Source, Trace};
use sidestep_motion::{Clip, JointMotion, Skeleton, retarget, shared_reference};
use std::{path::Path, sync::Arc};

/// Bones may differ by this share and still be those of the library.
const SAME_BONE: f32 = 0.01;

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    figures: Value,
    takes: usize,
    frames: usize,
    retargeted: bool,
    warnings: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Score) -> Result<()> {
    let library = sidestep::decode_library(files::map(&args.source)?)
        .with_context(|| format!("cannot use {}", args.source.display()))?;
    let text = String::from_utf8(files::read(&args.trace)?);
    let text = text.with_context(|| format!("{} is not text in UTF-8", args.trace.display()))?;
    let trace = Trace::parse(&text).with_context(|| args.trace.display().to_string())?;
    let run = read_run(args, library.skeleton())?;
    let retargeted = run.own.is_some();
    let spinner = output::spinner("scoring");
    let scored = sidestep_measure::score(&run, &trace, &Source::of(&library));
    spinner.finish_and_clear();
    let scored = scored.with_context(|| args.run.display().to_string())?;
    let mut figures = json!(scored);
    let kept = sidestep_measure::followed(&run.motion, &trace);
    let kept = Followed::mean_of(&kept.with_context(|| args.run.display().to_string())?);
    if let (Value::Object(figures), Value::Object(kept)) = (&mut figures, json!(kept)) {
        figures.extend(kept);
    }
    let mut warnings = Vec::new();
    if scored.n == 0 {
        OF_TRIALS.iter().for_each(|name| figures[*name] = Value::Null);
        warnings.push(
            "no new direction is held for 6 s, so nothing can be said of the response".to_owned(),
        );
    }
    if retargeted {
        let warning = "the run is on another skeleton and was retargeted onto the library's";
        warnings.push(warning.to_owned());
    }
    let (takes, frames) = (trace.takes.len(), run.motion.len());
    let report = Report { figures, takes, frames, retargeted, warnings };
    output::report(args.json, &report, |report| {
        report.warnings.iter().for_each(|warning| eprintln!("note: {warning}"));
        super::measure::talk(&report.figures);
    })
}

/// The places of the library's joints in the run.
fn read_run(args: &Score, skeleton: &Arc<Skeleton>) -> Result<ScoredRun> {
    let bytes = files::map(&args.run)?;
    let bytes = (*bytes).as_ref();
    let name = args.run.file_name().unwrap_or_default().to_string_lossy();
    let options = ImportOptions {
        unit_m: args.said.unit,
        up: args.said.up,
        rate_hz: args.said.fps,
        // Every frame belongs to a take.
        drop_first_frames: Some(0),
        roles: args.said.roles.clone(),
        ..ImportOptions::default()
    };
    if name.to_ascii_lowercase().ends_with(".csv") {
        let read = sidestep_import::csv::read(&name, bytes, &options)?;
        let joints: Vec<&str> = read.joints.iter().map(String::as_str).collect();
        let order = order(&joints, skeleton).map_err(|missing| {
            let remedy = "a table of positions cannot be retargeted: give a BVH or GLB of the run";
            anyhow::anyhow!(
                "{name}: there is no joint '{missing}', which the library has; {remedy}"
            )
        })?;
        let motion = ordered(skeleton, read.rate_hz, &read.places, joints.len(), &order);
        return Ok(ScoredRun { motion, own: None });
    }
    let folder = args.run.parent().unwrap_or(Path::new("."));
    let beside = |name: &str| {
        let is_name = Path::new(name).components().count() == 1;
        is_name.then(|| std::fs::read(folder.join(name)).ok()).flatten()
    };
    let read = sidestep_import::read(&name, bytes, &options, &beside)?;
    let Some(clip) = read.clips.into_iter().next() else { bail!("{name} holds no motion") };
    on_skeleton(clip, skeleton).with_context(|| name.into_owned())
}

/// A clip as places of the library's joints: by name where the bones are the same, else retargeted.
fn on_skeleton(clip: Clip, skeleton: &Arc<Skeleton>) -> Result<ScoredRun> {
    let own = JointMotion::of(&clip);
    let joints: Vec<&str> =
        clip.skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
    if let Ok(order) = order(&joints, skeleton)
        && same_bones(&clip.skeleton, skeleton, &order)
    {
        let motion = ordered(skeleton, clip.rate_hz, &own.positions, joints.len(), &order);
        return Ok(ScoredRun { motion, own: None });
    }
    let mut target = Arc::clone(skeleton);
    let mut clips = [clip];
    shared_reference::settle(&mut clips, &mut target);
    let retargeted = retarget::retarget(&clips[0], &target)?;
    let motion = JointMotion { skeleton: Arc::clone(skeleton), ..JointMotion::of(&retargeted) };
    Ok(ScoredRun { motion, own: Some(own) })
}

/// Where each joint of the library stands among these, or the first that is missing.
fn order(joints: &[&str], skeleton: &Skeleton) -> Result<Vec<usize>, String> {
    let find = |name: &str| joints.iter().position(|other| *other == name);
    let wanted = skeleton.joints().iter();
    wanted.map(|joint| find(&joint.name).ok_or_else(|| joint.name.clone())).collect()
}

fn same_bones(ours: &Skeleton, library: &Skeleton, order: &[usize]) -> bool {
    let lengths = library.joints().iter().zip(order).skip(1);
    let size: f32 = library.joints().iter().skip(1).map(|joint| joint.offset.length()).sum();
    lengths.into_iter().all(|(joint, index)| {
        let apart = joint.offset.length() - ours.joints()[*index].offset.length();
        apart.abs() <= SAME_BONE * (joint.offset.length() + 0.02 * size)
    })
}

fn ordered(
    skeleton: &Arc<Skeleton>,
    rate_hz: f32,
    places: &[glam::Vec3],
    joints: usize,
    order: &[usize],
) -> JointMotion {
    let mut motion = JointMotion::new(skeleton, rate_hz, places.len() / joints.max(1));
    for frame in places.chunks_exact(joints.max(1)) {
        motion.positions.extend(order.iter().map(|index| frame[*index]));
    }
    motion
}
