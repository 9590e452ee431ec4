//! One row of a manifest: a file and what is known about it.

use crate::{finish::stem, options::ImportOptions};
use std::collections::BTreeMap;

/// A stretch of a file that should become a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// Path of the file, relative to the manifest.
    pub file: String,
    /// What the manifest says about it.
    pub options: ImportOptions,
    /// Remarks for people.
    pub remarks: String,
}

/// Names the takes of files that are used more than once by their start, such as `walk@2.50`.
pub(crate) fn name_repeats(takes: &mut [Take]) {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for take in takes.iter() {
        *uses.entry(take.file.clone()).or_default() += 1;
    }
    for take in takes {
        let start = take.options.range_secs.map_or(0.0, |(start, _)| start);
        if take.options.name.is_none() && uses.get(&take.file).is_some_and(|uses| *uses > 1) {
            take.options.name = Some(format!("{}@{start:.2}", stem(&take.file)));
        }
    }
}
