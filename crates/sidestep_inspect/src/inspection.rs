//! Runs every check over a library.

use crate::{
    actions, agility, balance, bearing, body, clip_view::ClipView, coverage::Coverage, duplicates,
    finding::Finding, flips, floor, frozen, pops, provenance, rate, report::Report, root, skating,
    t_pose, travel::Travel, turns::find_turns,
};
use sidestep_motion::MotionLibrary;

/// Looks through a library for everything that is wrong or missing.
///
/// Sees joint positions, rotations, roles, contacts and headings; knows no file and no format.
pub fn inspect(library: &MotionLibrary) -> Report {
    let clips = ClipView::all(library);
    let travels: Vec<Travel> = clips.iter().map(Travel::of).collect();
    let turns = find_turns(&clips, &travels);
    let coverage =
        Coverage { objects: actions::objects(library), ..Coverage::of(&clips, &travels, &turns) };
    let skate = skating::measure(&clips);

    let mut findings = body::check(library, &clips);
    findings.extend(provenance::check(&clips));
    for (clip, travel) in clips.iter().zip(&travels) {
        findings.extend(check_clip(clip, travel));
    }
    findings.extend(bearing::check(library, &clips, &travels));
    findings.extend(floor::check_library(&clips));
    findings.extend(frozen::check_library(&clips));
    findings.extend(skating::check(&clips, &skate));
    findings.extend(duplicates::check(&clips));
    findings.extend(balance::check(&coverage));
    findings.extend(agility::check(&coverage, &turns));
    findings.sort_by_key(|finding| finding.severity);
    Report {
        findings,
        coverage,
        source_skate_cm_per_s: 100.0 * skate.mean_speed,
        contact_fraction: skate.contact_fraction,
    }
}

fn check_clip(clip: &ClipView<'_>, travel: &Travel) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(root::check(clip));
    findings.extend(rate::check(clip, travel));
    findings.extend(t_pose::check(clip));
    findings.extend(pops::check(clip));
    findings.extend(flips::check(clip));
    findings.extend(frozen::check(clip));
    findings.extend(floor::check(clip));
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Severity, test_clips};
    use sidestep_motion::GroundTransform;

    #[test]
    fn a_clean_walk_has_no_errors_and_no_defects() {
        let walk = test_clips::straight_walk("walk");
        let turn = test_clips::walk("turn", 8.0, |time| {
            let heading = 0.4 * time;
            let (sine, cosine) = sidestep_motion::math::sin_cos(heading);
            GroundTransform::new(2.0 - 2.0 * cosine, 2.0 * sine, heading)
        });
        let report = inspect(&test_clips::library(&[walk, turn]));
        for finding in &report.findings {
            let is_about_coverage = finding.clip.is_none();
            assert!(is_about_coverage && finding.severity != Severity::Error, "{finding:?}");
        }
        assert!(report.source_skate_cm_per_s < 0.5, "{}", report.source_skate_cm_per_s);
        assert!((report.contact_fraction - 0.6).abs() < 0.02, "{}", report.contact_fraction);
    }

    /// The names that scripts rely on.
    #[test]
    fn the_report_has_its_json_names() {
        let report = inspect(&test_clips::library(&[test_clips::straight_walk("walk")]));
        let json = serde_json::to_value(&report).expect("a report is plain data");
        for name in ["findings", "coverage", "source_skate_cm_per_s", "contact_fraction"] {
            assert!(json.get(name).is_some(), "{name}");
        }
        let finding = &json["findings"][0];
        for name in ["severity", "clip", "frame", "message", "remedy"] {
            assert!(finding.get(name).is_some(), "{name} of {finding}");
        }
        assert!(["error", "warning", "note"].contains(&finding["severity"].as_str().unwrap()));
    }
}
