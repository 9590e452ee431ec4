//! The whole chain, short: a library, episodes, tasks, updates, a character.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep_control::{Character, Goal, Start};
use sidestep_learn::{LearnConfig, Learner, Phase, Schedule};
use sidestep_motion::{
    GroundTransform, MotionLibrary, contact_detection::ContactConfig, resample::resample,
};
use sidestep_neural::NeuralConfig;
use sidestep_performer::{PerformerConfig, perform};
use sidestep_train::Device;
use std::sync::Arc;

fn library() -> MotionLibrary {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let clips: Vec<_> = clips.iter().take(8).map(|clip| resample(clip, 30.0)).collect();
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap()
}

fn config() -> LearnConfig {
    let part = Phase { until: 1.0, unroll: 24, guided: 2, own_root: 0.5, phase: 0.5 };
    LearnConfig {
        hidden: 32,
        layers: 1,
        batch: 8,
        steps: 12,
        updates: 120,
        learning_rate: 5e-3,
        bank_hours: 0.05,
        renew_every: 70,
        schedule: Schedule(vec![part]),
        ..LearnConfig::default()
    }
}

#[test]
fn a_character_learns_and_goes_on_from_a_checkpoint() {
    let library = library();
    let mut learner = Learner::new(&library, &config(), Device::Cpu).unwrap();
    let first = learner.learn(5).unwrap().loss;
    let checkpoint = learner.checkpoint().unwrap();
    let last = learner.learn(100).unwrap().loss;
    assert!(last < 0.8 * first, "{first} became {last}");
    let controller = Arc::new(learner.character(NeuralConfig::default()).unwrap());
    let mut character = Character::new(&controller, Start::Rest(GroundTransform::IDENTITY));
    for _ in 0..60 {
        character.advance(&Goal::walk(0.3, 1.0), 1.0 / 30.0);
        assert!(character.pose().is_finite());
    }
    let mut again = Learner::new(&library, &config(), Device::Cpu).unwrap();
    again.resume(&checkpoint).unwrap();
    assert_eq!(again.update_count(), 5);
    let other = LearnConfig { hidden: 48, ..config() };
    let mut other = Learner::new(&library, &other, Device::Cpu).unwrap();
    assert!(other.resume(&checkpoint).is_err(), "another size");
}
