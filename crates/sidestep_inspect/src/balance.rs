//! Is the left as well covered as the right?

use crate::{
    coverage::Coverage,
    finding::{Change, Finding, Severity},
};

/// One side may have so many times the other's seconds, and so many seconds more.
const LARGEST_RATIO: f32 = 1.4;
const LEAST_DIFFERENCE_SECS: f32 = 5.0;

/// Compares turns and side steps of both sides.
pub(crate) fn check(coverage: &Coverage) -> Vec<Finding> {
    let sides = [
        ("Turning while travelling", coverage.turning_left_secs, coverage.turning_right_secs),
        (
            "Turning on the spot",
            coverage.turning_in_place_left_secs,
            coverage.turning_in_place_right_secs,
        ),
        ("Stepping sideways", coverage.left.seconds, coverage.right.seconds),
    ];
    sides.into_iter().filter_map(|(what, left, right)| compare(what, left, right)).collect()
}

fn compare(what: &str, left: f32, right: f32) -> Option<Finding> {
    let (more, less) = (left.max(right), left.min(right));
    if more < LARGEST_RATIO * less || more - less < LEAST_DIFFERENCE_SECS {
        return None;
    }
    let message = format!("{what} is uneven: {left:.0} s to the left, {right:.0} s to the right.");
    let finding = Finding::new(Severity::Note, message, "Add the mirrored clips to the library.");
    Some(finding.cured_by("Add the mirrored clips", Change::Mirror(true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_clear_differences_are_told() {
        assert_eq!(compare("Turning", 20.0, 18.0), None);
        assert_eq!(compare("Turning", 3.0, 0.0), None);
        let finding = compare("Turning", 20.0, 4.0).unwrap();
        assert_eq!(finding.message, "Turning is uneven: 20 s to the left, 4 s to the right.");
    }
}
