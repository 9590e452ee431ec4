//! What a network is fed while it learns, against what the same network is fed when it plays.

use super::*;
use crate::schedule::{Phase, Schedule};
use sidestep_control::{Character, Goal as Asked, GroundPoint, Pace, Start, Travel};
use sidestep_measure::subject::state_of;
use sidestep_motion::{
    FrameId, GroundTransform, contact_detection::ContactConfig, math::wrap_angle,
    resample::resample,
};
use sidestep_neural::{GOAL_CHANNELS, GOALS};
use sidestep_performer::{PerformerConfig, perform};
use sidestep_train::{AIM_NUMBERS, Batch};
use std::sync::Arc;

const STEPS: usize = 16;
const BATCH: usize = 64;

fn library() -> MotionLibrary {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let clips: Vec<_> = clips.iter().take(8).map(|clip| resample(clip, 30.0)).collect();
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap()
}

fn config() -> LearnConfig {
    let part = Phase { until: 1.0, unroll: 999, guided: 0, own_root: 1.0, phase: 0.0 };
    LearnConfig {
        hidden: 32,
        layers: 2,
        batch: BATCH,
        steps: STEPS,
        average: 0.0,
        learning_rate: 5e-3,
        bank_hours: 0.05,
        renew_every: 0,
        schedule: Schedule(vec![part]),
        ..LearnConfig::default()
    }
}

/// What a sequence was asked for, where the words of a player can say it.
fn asked(batch: &Batch, b: usize) -> Option<(GroundPoint, Option<f32>, f32)> {
    let aim = |t: usize| &batch.aims[(t * BATCH + b) * AIM_NUMBERS..][..4];
    let told = |i: usize| batch.select[b * GOALS + i] != 0.0;
    let index = |channel| GOAL_CHANNELS.iter().position(|c| *c == channel).unwrap();
    let only_these = (10..GOALS).all(|i| !told(i));
    let is_one = (1..STEPS).all(|t| aim(t) == aim(0));
    if !(told(0) && told(index(Goal::Time)) && only_these && is_one) {
        return None;
    }
    let (mean, deviation) = Goal::Time.normalisation();
    let secs = batch.given[b * GOALS + index(Goal::Time)] * deviation + mean;
    let [x, z, heading, _] = *aim(0) else { return None };
    Some((GroundPoint::new(x, z), told(index(Goal::FacingCos)).then_some(heading), secs))
}

#[test]
fn a_character_goes_where_the_trainer_saw_it_go() {
    let library = library();
    let config = config();
    let mut learner = Learner::new(&library, &config, Device::Cpu).unwrap();
    learner.learn(60).unwrap();
    let controller = Arc::new(learner.character(NeuralConfig::default()).unwrap());
    learner.tasks.restart();
    let batch = learner.tasks.next(&learner.data, config.schedule.0[0]);
    learner.trainer.update(&batch).unwrap();
    let rows = learner.trainer.last_outputs_and_gradient().unwrap().0;
    let width = rows.len() / (STEPS * BATCH);
    let count = learner.episodes.count_for(config.bank_hours) as u64;
    let episodes = learner.episodes.library(config.seed, 0..count).unwrap();
    let metres =
        |row: &[f32], i: usize| row[i] * learner.scale.deviations[i] + learner.scale.means[i];
    let (mut compared, mut agreed) = (0, 0);
    for b in 0..BATCH {
        let Some((target, facing, secs)) = asked(&batch, b) else { continue };
        compared += 1;
        let state = state_of(&episodes, FrameId(batch.start[b]));
        let mut character = Character::new(&controller, Start::State(&state));
        let mut ground = state.ground;
        let mut apart = 0.0_f32;
        for t in 0..STEPS {
            let mut goal = Asked::from(Travel::Reach { target, facing, pace: Pace::ANY });
            goal.arrive_in_secs = Some(secs - t as f32 / 30.0);
            character.advance(&goal, 1.0 / 30.0);
            let row = &rows[(t * BATCH + b) * width..][..width];
            ground = ground * GroundTransform::new(metres(row, 0), metres(row, 1), metres(row, 2));
            let seen = character.ground();
            apart = apart.max(seen.position().distance(ground.position()));
            apart = apart.max(wrap_angle(seen.heading - ground.heading).abs());
        }
        agreed += usize::from(apart < 5e-4);
    }
    // A body does not say which of its feet are about to stand, so some begin a little differently.
    assert!(compared >= 8 && 3 * agreed > 2 * compared, "{agreed} of {compared}");
}
