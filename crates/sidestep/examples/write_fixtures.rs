//! Writes one small file of every kind, of the synthetic performer: `write_fixtures FOLDER`.
//!
//! Run it when a format, a method or its settings change, into a new folder of
//! `crates/sidestep/tests/fixtures`, and add its files to the list of `tests/old_files.rs`: files of
//! earlier versions must be read, or refused with the command that makes them anew.

use serde_json::json;
use sidestep::{
    METHODS, encode_controller, encode_library,
    motion::{Clip, MotionLibrary, contact_detection::ContactConfig, resample::resample},
    settings::overlay,
};
use sidestep_performer::{PerformerConfig, perform};
use std::{error::Error, path::PathBuf, sync::Arc};

/// Frames a second, and frames of each clip: enough to play, not more.
const RATE_HZ: f32 = 15.0;
const FRAMES: usize = 45;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder")?);
    std::fs::create_dir_all(&folder)?;
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let walks = clips.iter().filter(|clip| clip.name.starts_with("walk"));
    let clips: Vec<Clip> = walks.take(2).map(short).collect();
    let library = Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default())?);
    let save = |name: &str, bytes: &[u8]| {
        eprintln!("{name} {} bytes", bytes.len());
        std::fs::write(folder.join(name), bytes)
    };
    save("walks.library", &encode_library(&library))?;
    // A map of so little needs other settings; the others have values for few tasks.
    let small = json!({
        "mobility": {
            "graph": { "threshold": 20.0, "most_threshold": 20.0, "contacts_agree": false },
            "map": { "steps": 4, "least_options": 1, "most_options": 6 },
        },
        "field": { "task": { "headings": 6, "speeds": 2, "facings": 1 } },
        "follower": { "task": { "headings": 6, "speeds": 2, "facings": 1 } },
    });
    // A network is trained, not built.
    for method in METHODS.iter().filter(|method| method.name != "neural") {
        for preset in method.presets() {
            let mut config = preset.config.clone();
            overlay(&mut config, small.get(method.name).unwrap_or(&json!({})));
            let built = method.build(&library, &config, &mut |_| {})?;
            let name = format!("{}_{}.controller", method.name, preset.name);
            save(&name, &encode_controller(&built))?;
        }
    }
    Ok(())
}

/// The beginning of a clip.
fn short(clip: &Clip) -> Clip {
    let mut clip = resample(clip, RATE_HZ);
    let joints = clip.skeleton.len();
    clip.root_positions.truncate(FRAMES);
    clip.rotations.truncate(FRAMES * joints);
    if let Some(contacts) = &mut clip.contacts {
        contacts.truncate(FRAMES);
    }
    clip.labels.clear();
    clip
}
