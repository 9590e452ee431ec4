//! `sidestep edit`: bends the path of a clip and moves its times.

use crate::{args::Edit, files, output};
use anyhow::{Context, Result, bail};
use glam::Vec2;
use serde_json::json;
use sidestep_edit::Pin;
use sidestep_motion::{ClipId, MotionLibrary, contact_detection::ContactConfig};

/// Runs the command.
pub(crate) fn run(args: &Edit) -> Result<()> {
    let library = sidestep::decode_library(files::map(&args.library)?)
        .with_context(|| format!("cannot use {}", args.library.display()))?;
    let id = match &args.clip {
        Some(name) => library.find_clip(name).with_context(|| {
            format!("{} has no clip '{name}'; sidestep inspect lists them", args.library.display())
        })?,
        None => ClipId(0),
    };
    let mut clip = library.to_clip(id);
    // On y = 0, where the library stands; the height of the source is not what is edited.
    let floor = clip.floor.replace(0.0).unwrap_or(0.0);
    clip.root_positions.iter_mut().for_each(|position| position.y -= floor);
    let pins: Vec<Pin> =
        args.pins.iter().map(|pin| parse(pin, clip.rate_hz)).collect::<Result<_>>()?;
    let edited = sidestep_edit::edit(&clip, &pins)?;
    let made = MotionLibrary::from_clips(&[edited], &ContactConfig::default())?;
    files::write(&args.output, &sidestep::encode_library(&made))?;
    let seconds = made.len() as f32 / made.rate_hz();
    let report = json!({ "frames": made.len(), "seconds": seconds });
    output::report(args.json, &report, |_| eprintln!("{} frames, {seconds:.1} s", made.len()))
}

/// Reads a pin such as `at=2.5 x=1 z=3 facing=90 time=2`.
fn parse(text: &str, rate_hz: f32) -> Result<Pin> {
    let (mut pin, mut at, mut x, mut z) = (Pin::default(), None, None, None);
    for field in text.split_whitespace() {
        let (name, value) = field
            .split_once('=')
            .with_context(|| format!("'{field}' in --pin '{text}' has no ="))?;
        let value: f32 = value
            .parse()
            .ok()
            .filter(|value: &f32| value.is_finite())
            .with_context(|| format!("'{value}' in --pin '{text}' is no number"))?;
        match name {
            "at" => at = Some(value),
            "x" => x = Some(value),
            "z" => z = Some(value),
            "facing" => pin.facing = Some(value.to_radians()),
            "time" => pin.secs = Some(value),
            _ => bail!("'{name}' in --pin '{text}' is none of at, x, z, facing, time"),
        }
    }
    let at = at.with_context(|| format!("--pin '{text}' says no moment; add at=SECONDS"))?;
    if at < 0.0 {
        bail!("--pin '{text}' lies before the clip");
    }
    pin.frame = (at * rate_hz).round() as usize;
    pin.place = match (x, z) {
        (Some(x), Some(z)) => Some(Vec2::new(x, z)),
        (None, None) => None,
        _ => bail!("--pin '{text}' has only one of x and z; give both"),
    };
    Ok(pin)
}
