//! `sidestep export`: clips and scripted runs as files that other programs open.

use crate::{
    args::{BodyBuild, Export, View},
    files, output,
    push_settings::pushable,
};
use anyhow::{Context, Result, bail};
use glam::Vec3;
use serde::Serialize;
use sidestep::LoadError;
use sidestep_body::Build;
use sidestep_control::{Animate, GroundPoint, Script};
use sidestep_export::{
    bvh::{self, BvhOptions},
    csv,
    glb::{self, GlbOptions},
};
use sidestep_motion::{Clip, ClipId, GroundTransform, MotionLibrary};
use sidestep_picture::{FilmStripOptions, Subject, Svg, animated_page, film_strip_of};
use std::path::Path;

#[derive(Serialize)]
struct Report {
    frames: usize,
    seconds: f32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Export) -> Result<()> {
    let clips = clips(args)?;
    let first = clips.first().context("the library holds no clip")?;
    let is_page = ending(&args.output) == "html";
    let shown = if is_page { &clips[..] } else { &clips[..1] };
    let bytes = match ending(&args.output).as_str() {
        "svg" => strip(args, first)?.to_string().into_bytes(),
        "png" => strip(args, first)?.to_png(2.0)?,
        "html" => animated_page(shown, &stem(&args.input)).into_bytes(),
        "glb" => glb::write(shown, &GlbOptions { body: Some(build(args)) })?,
        _ => written(first, &args.output, Some(args.unit))?,
    };
    files::write(&args.output, &bytes)?;
    let report = Report {
        frames: shown.iter().map(Clip::len).sum(),
        seconds: shown.iter().map(|clip| clip.len() as f32 / clip.rate_hz).sum(),
        warnings: warnings(args, first),
    };
    output::report(args.json, &report, |report| {
        for warning in &report.warnings {
            eprintln!("note: {warning}");
        }
        let path = args.output.display();
        eprintln!("wrote {path}: {} frames, {:.1} s", report.frames, report.seconds);
    })
}

fn strip(args: &Export, clip: &Clip) -> Result<Svg> {
    let mut subject = Subject::of_clip(clip);
    subject.build = build(args);
    if let Some(path) = &args.script {
        subject.discs = standing(&script(path)?);
    }
    Ok(film_strip_of(&subject, &strip_options(args)))
}

/// What stands in the way in a script, each thing once; what moves has no place of its own in a picture.
fn standing(script: &Script) -> Vec<(Vec3, f32)> {
    let all = script.goals.iter().flat_map(|(_, goal)| goal.obstacles.discs());
    let still = all.filter(|disc| disc.velocity == GroundPoint::default());
    let mut discs: Vec<(Vec3, f32)> = Vec::new();
    for disc in still.map(|disc| (Vec3::new(disc.centre.x, 0.0, disc.centre.z), disc.radius)) {
        if !discs.contains(&disc) {
            discs.push(disc);
        }
    }
    discs
}

fn script(path: &Path) -> Result<Script> {
    let text = String::from_utf8(files::read(path)?).context("the script is no text")?;
    Script::parse(&text).with_context(|| path.display().to_string())
}

fn build(args: &Export) -> Build {
    match args.build {
        BodyBuild::Fuller => Build::Fuller,
        BodyBuild::Slimmer => Build::Slimmer,
    }
}

/// A clip as a file of the format that the ending names.
pub(crate) fn written(clip: &Clip, path: &Path, unit_m: Option<f32>) -> Result<Vec<u8>> {
    let bvh_options = BvhOptions::default();
    let metres_per_unit = unit_m.unwrap_or(bvh_options.metres_per_unit);
    Ok(match ending(path).as_str() {
        "bvh" => bvh::write(clip, &BvhOptions { metres_per_unit, ..bvh_options })?.into_bytes(),
        "glb" => glb::write(std::slice::from_ref(clip), &GlbOptions::default())?,
        "csv" => csv::write(clip)?.into_bytes(),
        other => bail!(
            "'{other}' is no format known here; end the file in bvh, glb or csv (export: also in \
             svg, png or html)"
        ),
    })
}

/// What the file cannot hold.
fn warnings(args: &Export, clip: &Clip) -> Vec<String> {
    let mut names: Vec<&str> = clip.objects.iter().map(|track| track.kind.name.as_str()).collect();
    names.dedup();
    if names.is_empty() || ending(&args.output) != "bvh" {
        return Vec::new();
    }
    let names = names.join(", ");
    vec![format!("BVH holds one body and no object: {names} left out; GLB and CSV hold both")]
}

/// What is to be written: clips of a library, or a controller's run.
fn clips(args: &Export) -> Result<Vec<Clip>> {
    let bytes = files::map(&args.input)?;
    let context = || format!("cannot use {}", args.input.display());
    match sidestep::decode_library(bytes.clone()) {
        Ok(library) => {
            if args.script.is_some() {
                bail!("--script needs a controller, {} is a library", args.input.display());
            }
            of_library(&library, args.clip.as_deref(), ending(&args.output) == "html")
        }
        Err(LoadError::Kind { .. }) => {
            let controller = sidestep::decode_controller(bytes).with_context(context)?;
            let path = args.script.as_deref().context(
                "a controller needs --script: a text of goals, for instance `0 walk heading=90` and `5 end`",
            )?;
            let script = script(path)?;
            let mut character = if script.pushes.is_empty() {
                controller.spawn(GroundTransform::IDENTITY)
            } else {
                let pushable = pushable(&controller, args.push_config.as_deref())?;
                pushable.spawn(GroundTransform::IDENTITY)
            };
            let rate_hz = controller.rate_hz();
            let mut tell = |secs: f32, character: &dyn Animate| {
                for notice in character.notices() {
                    eprintln!("note: {} of the script at {secs:.2} s: {notice}", path.display());
                }
            };
            let clip = script.record_observed(&mut *character, rate_hz, &mut tell);
            Ok(vec![Clip { name: stem(path), ..clip }])
        }
        Err(error) => Err(error).with_context(context),
    }
}

fn of_library(library: &MotionLibrary, name: Option<&str>, all: bool) -> Result<Vec<Clip>> {
    let Some(name) = name else {
        let count = if all { library.clips().len() } else { 1 };
        let ids = (0..count).filter_map(|index| u16::try_from(index).ok());
        return Ok(ids.map(|id| library.to_clip(ClipId(id))).collect());
    };
    match library.find_clip(name) {
        Some(id) => Ok(vec![library.to_clip(id)]),
        None => {
            let names: Vec<&str> = library.clips().iter().map(|clip| clip.name.as_str()).collect();
            bail!("there is no clip '{name}'; there are: {}", names.join(", "))
        }
    }
}

fn strip_options(args: &Export) -> FilmStripOptions {
    let view = match args.view {
        View::Quarter => sidestep_picture::View::ThreeQuarter,
        View::Side => sidestep_picture::View::Side,
        View::Front => sidestep_picture::View::Front,
    };
    FilmStripOptions { view, ..FilmStripOptions::default() }
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
