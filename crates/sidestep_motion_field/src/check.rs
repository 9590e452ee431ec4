//! Settings that make no sense are found before anything is built.

use crate::{
    config::{ClipEnds, FollowConfig, TurnAssistConfig},
    error::BuildError,
    settings::Settings,
};
use sidestep_control::setting::{check, check_amounts, check_positive, check_shares};

/// Fails on the first setting that makes no sense.
pub(crate) fn check_config(config: &Settings) -> Result<(), BuildError> {
    let (task, mix) = (&config.task, config.mix());
    check_shares(&[
        ("sharpness", mix.sharpness),
        ("drift", mix.drift),
        ("keep_fraction", config.keep_fraction),
    ])?;
    check_amounts(&states(config))?;
    check_amounts(&joins(config))?;
    check_amounts(&tasks(config))?;
    check_positive(&[
        ("least_distance_squared", mix.least_distance_squared),
        ("task.tolerance", task.tolerance),
        ("line.reach", config.line.map_or(1.0, |line| line.reach)),
        ("turn_assist.secs", config.turn_assist.map_or(1.0, |assist| assist.secs)),
    ])?;
    config.foot_lock.check()?;
    let is_discount = (0.0..1.0).contains(&task.discount);
    check(("task.discount", task.discount), is_discount, "from 0 to below 1")?;
    check_counts(config)
}

/// What states are compared by.
fn states(config: &Settings) -> [(&'static str, f32); 9] {
    let metric = &config.metric;
    [
        ("end_fade_secs", config.mix().end_fade_secs),
        ("metric.root_weight", metric.root_weight),
        ("metric.turn_weight", metric.turn_weight),
        ("metric.upper_body", metric.upper_body),
        ("metric.height_weight", metric.height_weight),
        ("metric.tilt_weight", metric.tilt_weight),
        ("metric.phase_weight", metric.phase_weight),
        ("metric.foot_position_weight", metric.foot_position_weight),
        ("metric.foot_velocity_weight", metric.foot_velocity_weight),
    ]
}

/// How what is followed is joined and left.
fn joins(config: &Settings) -> [(&'static str, f32); 10] {
    let follow = |of: fn(&FollowConfig) -> f32| config.follow().map_or(0.0, of);
    let join_secs = match config.ends {
        ClipEnds::Linked { join_secs } => join_secs,
        ClipEnds::Kept | ClipEnds::Removed => 0.0,
    };
    [
        ("follow.join_secs", follow(|f| f.join_secs)),
        ("ends.join_secs", join_secs),
        ("follow.smooth_secs", follow(|f| f.smooth_secs)),
        ("follow.feet_kept", follow(|f| f.feet_kept)),
        ("follow.leave_cost", follow(|f| f.leave_cost)),
        ("follow.overturn_cost", follow(|f| f.overturn_cost)),
        ("follow.distance_cost", follow(|f| f.distance_cost)),
        ("follow.least_between_secs", follow(|f| f.least_between_secs)),
        ("follow.stretch_secs", follow(|f| f.stretch_secs)),
        ("follow.least_left_secs", follow(|f| f.least_left_secs)),
    ]
}

/// What is rewarded, and what is added to the data for it.
fn tasks(config: &Settings) -> [(&'static str, f32); 7] {
    let assist = |of: fn(&TurnAssistConfig) -> f32| config.turn_assist.as_ref().map_or(0.0, of);
    [
        ("task.velocity_weight", config.task.velocity_weight),
        ("line.weight", config.line.map_or(0.0, |line| line.weight)),
        ("turn_assist.planned", assist(|a| a.planned)),
        ("turn_assist.cost", assist(|a| a.cost)),
        ("turn_assist.rate", assist(|a| a.rate)),
        ("turn_assist.acceleration", assist(|a| a.acceleration)),
        ("turn_assist.cap", assist(|a| a.cap)),
    ]
}

fn check_counts(config: &Settings) -> Result<(), BuildError> {
    let task = &config.task;
    let counts = [
        ("neighbors", config.neighbors, 1, 1024),
        ("actions", config.actions, 1, config.neighbors.min(64)),
        ("compression", config.compression, 1, 1000),
        ("task.headings", task.headings, 2, 360),
        ("task.speeds", task.speeds, 0, 32),
        ("task.facings", task.facings, 1, 32),
        ("task.evaluations", task.evaluations, 0, 1000),
        ("line.offsets", config.line.map_or(2, |line| line.offsets), 2, 101),
    ];
    for (setting, value, least, most) in counts {
        let is_fine = (least..=most).contains(&value);
        check((setting, value as f32), is_fine, "a count that makes sense")?;
    }
    Ok(())
}
