//! Settings that make no sense are found before anything is built.

use crate::{
    config::{ClipEnds, FollowConfig},
    error::BuildError,
    settings::Settings,
};
use sidestep_control::setting::{check, check_amounts, check_positive, check_shares};

/// Fails on the first setting that makes no sense.
pub(crate) fn check_config(config: &Settings) -> Result<(), BuildError> {
    let (task, metric, mix) = (&config.task, &config.metric, config.mix());
    let follow = |of: fn(&FollowConfig) -> f32| config.follow().map_or(0.0, of);
    let shares = [
        ("sharpness", mix.sharpness),
        ("drift", mix.drift),
        ("keep_fraction", config.keep_fraction),
    ];
    let join_secs = match config.ends {
        ClipEnds::Linked { join_secs } => join_secs,
        ClipEnds::Kept | ClipEnds::Removed => 0.0,
    };
    let amounts = [
        ("end_fade_secs", mix.end_fade_secs),
        ("metric.root_weight", metric.root_weight),
        ("metric.turn_weight", metric.turn_weight),
        ("metric.upper_body", metric.upper_body),
        ("metric.height_weight", metric.height_weight),
        ("metric.tilt_weight", metric.tilt_weight),
        ("metric.phase_weight", metric.phase_weight),
        ("metric.foot_position_weight", metric.foot_position_weight),
        ("metric.foot_velocity_weight", metric.foot_velocity_weight),
        ("task.velocity_weight", task.velocity_weight),
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
        ("line.weight", config.line.map_or(0.0, |line| line.weight)),
        ("turn_assist.planned", config.turn_assist.map_or(0.0, |assist| assist.planned)),
        ("turn_assist.cost", config.turn_assist.map_or(0.0, |assist| assist.cost)),
        ("turn_assist.rate", config.turn_assist.map_or(0.0, |assist| assist.rate)),
        ("turn_assist.acceleration", config.turn_assist.map_or(0.0, |assist| assist.acceleration)),
        ("turn_assist.cap", config.turn_assist.map_or(0.0, |assist| assist.cap)),
    ];
    let positives = [
        ("least_distance_squared", mix.least_distance_squared),
        ("task.tolerance", task.tolerance),
        ("line.reach", config.line.map_or(1.0, |line| line.reach)),
        ("turn_assist.secs", config.turn_assist.map_or(1.0, |assist| assist.secs)),
    ];
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
    check_shares(&shares)?;
    check_amounts(&amounts)?;
    check_positive(&positives)?;
    config.foot_lock.check()?;
    let is_discount = (0.0..1.0).contains(&task.discount);
    check(("task.discount", task.discount), is_discount, "from 0 to below 1")?;
    for (setting, value, least, most) in counts {
        let is_fine = (least..=most).contains(&value);
        #[expect(clippy::cast_precision_loss, reason = "for a message")]
        check((setting, value as f32), is_fine, "a count that makes sense")?;
    }
    Ok(())
}
