//! The synthetic performer has planted feet and every turn, and the inspection says so.

use sidestep_inspect::{Severity, inspect};
use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};
use sidestep_performer::{PerformerConfig, perform};

#[test]
fn the_performer_is_clean_and_agile() {
    let clips = perform(&PerformerConfig::default());
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default());
    let report = inspect(&library.expect("the performer's clips fit together"));
    let errors: Vec<_> =
        report.findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    // A few knees jump in the quickest changes of direction, and nothing else is wrong.
    let defects: Vec<_> = report.findings.iter().filter(|finding| finding.clip.is_some()).collect();
    assert!(defects.len() <= 6, "{defects:#?}");
    assert!(report.source_skate_cm_per_s < 1.0, "{}", report.source_skate_cm_per_s);
    assert!(report.coverage.turns_180.left > 0 && report.coverage.turns_180.right > 0);
    assert!(report.coverage.starts >= 8 && report.coverage.stops >= 8);
}
