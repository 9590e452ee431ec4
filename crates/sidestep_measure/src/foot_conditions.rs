//! What must hold for the figures of whole feet to count: nobody earns still feet by gliding on fewer
//! steps, by crossing the legs or by twisting the body further than the source does.

use crate::whole_foot::WholeFoot;
use serde::Serialize;

/// One condition, and whether it holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FootCondition {
    /// The figure it looks at.
    pub name: &'static str,
    /// The figure of the output.
    pub value: f32,
    /// The figure of the source.
    pub source: f32,
    /// The least and the most that it may be; no least where it may be nothing at all.
    pub limit: (Option<f32>, f32),
    /// Whether the value lies within.
    pub holds: bool,
}

/// All conditions, in the order of the figures.
pub fn foot_conditions(shown: &WholeFoot, source: &WholeFoot) -> Vec<FootCondition> {
    let figures = shown.figures().into_iter().zip(source.figures());
    let judged = figures.filter_map(|((name, value), (_, source))| {
        let limit = limit(name, source)?;
        let holds = limit.0.is_none_or(|least| value >= least) && value <= limit.1;
        Some(FootCondition { name, value, source, limit, holds })
    });
    judged.collect()
}

/// The least and the most that a figure may be beside the source's; `None` for figures that are
/// judged and judge nothing.
fn limit(name: &str, source: f32) -> Option<(Option<f32>, f32)> {
    let share = |least: f32, most: f32| (Some(least * source), most * source);
    let above = |most: f32| (None, source + most);
    Some(match name {
        "flat_fraction" | "turning_flat_fraction" => share(0.75, 1.25),
        "steps_per_sec" | "stance_secs_p50" => share(0.75, 1.35),
        "low_fast_fraction" => above(0.02),
        "legs_cross_fraction" | "reach_p999" => above(0.01),
        "hip_twist_p99_deg" | "shoulder_twist_p99_deg" => above(5.0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_breaks_on_its_own() {
        let source = WholeFoot {
            flat_fraction: 0.4,
            turning_flat_fraction: 0.4,
            steps_per_sec: 2.0,
            stance_secs_p50: 0.5,
            hip_twist_p99_deg: 40.0,
            shoulder_twist_p99_deg: 20.0,
            reach_p999: 0.98,
            ..WholeFoot::default()
        };
        let broken = |shown: WholeFoot| -> Vec<&str> {
            let conditions = foot_conditions(&shown, &source);
            assert_eq!(conditions.len(), 9);
            conditions.iter().filter(|one| !one.holds).map(|one| one.name).collect()
        };
        assert!(broken(source).is_empty());
        let glides = WholeFoot { flat_fraction: 0.29, low_fast_fraction: 0.03, ..source };
        assert_eq!(broken(glides), ["flat_fraction", "low_fast_fraction"]);
        let trips = WholeFoot { steps_per_sec: 2.8, stance_secs_p50: 0.37, ..source };
        assert_eq!(broken(trips), ["steps_per_sec", "stance_secs_p50"]);
        let twists = WholeFoot {
            legs_cross_fraction: 0.011,
            hip_twist_p99_deg: 46.0,
            shoulder_twist_p99_deg: 26.0,
            reach_p999: 1.0,
            turning_flat_fraction: 0.51,
            ..source
        };
        assert_eq!(broken(twists).len(), 5);
        // Which way the feet turned and slid is what is judged, not a condition.
        let slides = WholeFoot { planted_yaw_deg_per_s: 200.0, creep_p95_mm: 90.0, ..source };
        assert!(broken(slides).is_empty());
    }
}
