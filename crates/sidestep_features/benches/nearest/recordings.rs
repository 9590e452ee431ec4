//! Rows of real motion, from the folder that SIDESTEP_MOCAP names.

use super::Rows;
use sidestep_features::{FeatureTable, PoseMetric};
use sidestep_import::{manifest, read};
use sidestep_motion::{
    Clip, MotionLibrary, contact_detection::ContactConfig, resample::resample, retarget::retarget,
};
use std::{fs, path::Path};

/// The corpora of about 4,300 and 34,000 states; none where the variable is not set.
pub(crate) fn load() -> Vec<Rows> {
    let Some(folder) = std::env::var_os("SIDESTEP_MOCAP") else {
        eprintln!("real motion skipped: SIDESTEP_MOCAP is not set");
        return Vec::new();
    };
    let names = ["corpus-b", "locomotion-large"];
    names.iter().map(|name| rows(&Path::new(&folder).join("cmu"), name)).collect()
}

fn rows(folder: &Path, name: &str) -> Rows {
    let file = folder.join(format!("{name}.txt"));
    let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let takes = manifest::parse(name, &text).unwrap_or_else(|e| panic!("{e}"));
    let mut clips: Vec<Clip> = Vec::new();
    for take in &takes {
        let Ok(bytes) = fs::read(folder.join(&take.file)) else { continue };
        let imported = read(&take.file, &bytes, &take.options, &|_| None);
        for clip in imported.unwrap_or_else(|e| panic!("{e}")).clips {
            let clip = resample(&clip, 30.0);
            let skeleton = clips.first().map_or(&clip.skeleton, |first| &first.skeleton);
            clips.push(retarget(&clip, skeleton).unwrap_or_else(|e| panic!("{e}")));
        }
    }
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default());
    let library = library.unwrap_or_else(|e| panic!("{e}"));
    let space = PoseMetric::paper().space(library.skeleton(), library.rate_hz());
    let table = space.and_then(|space| FeatureTable::from_library(&library, &space));
    let table = table.unwrap_or_else(|e| panic!("{e}"));
    Rows { name: name.to_owned(), dims: table.dims(), values: table.values().to_vec() }
}
