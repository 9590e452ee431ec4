//! Few functions and half of the samples are enough, and a grid of values takes far more room.

#![cfg(feature = "fit")]

use sidestep_clip_control::{ClipControl, ClipControlConfig, Sampled, Study, Task};
use sidestep_control::Method;
use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

#[test]
fn values_need_few_functions_and_samples() {
    let clips = perform(&PerformerConfig::default());
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
    // Studies learn what they need by themselves.
    let config = ClipControlConfig { tasks: Vec::new(), ..ClipControlConfig::default() };
    let built = ClipControl::build(&Arc::new(library), &config, &mut |_| {}).unwrap();
    let study = Study::new(&built, Task::Direction).unwrap();
    let errors = study.degree_errors().unwrap();
    assert_eq!((errors.len(), errors[9]), (10, 0.0), "{errors:?}");
    assert!(errors[1] < 0.5 * errors[0] && errors[7] < errors[1], "{errors:?}");
    let half = study.half_cost_ratio(300, 1).unwrap();
    assert!((0.8..1.25).contains(&half), "half of the samples cost {half} times as much");
    let study = Study::new(&built, Task::Navigate).unwrap();
    let (table, _) = study.fit(built.config()).unwrap();
    let grid = Sampled::learn(&study);
    assert!(grid.bytes() > 30 * table.bytes(), "{} {}", grid.bytes(), table.bytes());
    let ratio = study.cost_ratio(&table, &grid, 300, 1);
    assert!((0.7..1.15).contains(&ratio), "fitted values cost {ratio} of a grid's");
}
