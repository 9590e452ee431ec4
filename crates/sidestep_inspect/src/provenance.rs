//! Does every clip say where it comes from and what one may do with it?

use crate::{
    clip_view::ClipView,
    finding::{Finding, Severity},
};

/// Checks source and licence of all clips.
pub(crate) fn check(clips: &[ClipView<'_>]) -> Vec<Finding> {
    let without = |missing: fn(&ClipView<'_>) -> bool| {
        let names: Vec<&str> =
            clips.iter().filter(|clip| missing(clip)).map(ClipView::name).collect();
        names.first().map(|first| (names.len(), (*first).to_owned()))
    };
    let licence = without(|clip| clip.info.provenance.licence.trim().is_empty());
    let source = without(|clip| clip.info.provenance.source.trim().is_empty());
    let licence = licence.map(|(count, first)| {
        let message =
            format!("{} without a licence, the first is '{first}'.", clips_in_words(count));
        let remedy = "Give the licence in the manifest before you pass the library on.";
        Finding::new(Severity::Warning, message, remedy)
    });
    let source = source.map(|(count, first)| {
        let message =
            format!("{} without a source, the first is '{first}'.", clips_in_words(count));
        Finding::new(Severity::Note, message, "Name the file or the generator each clip came from.")
    });
    licence.into_iter().chain(source).collect()
}

fn clips_in_words(count: usize) -> String {
    if count == 1 { "1 clip is".to_owned() } else { format!("{count} clips are") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, straight_walk};

    #[test]
    fn clips_without_a_licence_are_counted() {
        let (mut a, mut b) = (straight_walk("a"), straight_walk("b"));
        let clean = library(&[a.clone(), b.clone()]);
        assert!(check(&ClipView::all(&clean)).is_empty());
        a.provenance.licence.clear();
        b.provenance.licence = " ".to_owned();
        let library = library(&[a, b]);
        let findings = check(&ClipView::all(&library));
        assert_eq!(findings.len(), 1);
        assert!(findings[0].message.starts_with("2 clips are without a licence"), "{findings:?}");
    }
}
