//! The whole chain with a ball: hands that hold one, episodes, updates, a character that plays it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep_control::{Character, Controller, Goal, Start};
use sidestep_learn::{LearnConfig, LearnError, Learner};
use sidestep_motion::{
    GroundTransform, Label, MotionLibrary, Side,
    ball::{BallConfig, synthesise},
    contact_detection::ContactConfig,
    resample::resample,
};
use sidestep_neural::{BallKind, NeuralConfig};
use sidestep_performer::{PerformerConfig, perform};
use sidestep_train::{Device, TERM_NAMES};
use std::sync::Arc;

/// The performer; with a ball its right hand holds it for 12 of every 20 frames.
fn library(ball: bool) -> MotionLibrary {
    let clips = perform(&PerformerConfig { play: 0.05, ..PerformerConfig::default() });
    let mut clips: Vec<_> = clips.iter().take(8).map(|clip| resample(clip, 30.0)).collect();
    for clip in clips.iter_mut().filter(|_| ball) {
        for start in (0..u32::try_from(clip.len()).unwrap() - 12).step_by(20) {
            clip.labels.push(Label::new(Label::hand_holds(Side::Right), start..start + 12));
        }
        clip.objects = synthesise(clip, &BallConfig::default());
    }
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap()
}

fn config() -> LearnConfig {
    LearnConfig {
        hidden: 32,
        layers: 1,
        batch: 8,
        steps: 24,
        updates: 120,
        learning_rate: 5e-3,
        bank_hours: 0.05,
        ball: true,
        ..LearnConfig::default()
    }
}

#[test]
fn a_character_learns_a_ball_and_plays_it() {
    let library = library(true);
    let mut learner = Learner::new(&library, &config(), Device::Cpu).unwrap();
    let first = learner.learn(5).unwrap();
    for name in ["hand", "bounce"] {
        let term = TERM_NAMES.iter().position(|term| *term == name).unwrap();
        assert!(first.terms[term] > 0.0, "eqs. 6 and 7 are at work: {first:?}");
    }
    let last = learner.learn(100).unwrap();
    assert!(last.loss < 0.8 * first.loss, "{} became {}", first.loss, last.loss);
    for ball in [BallKind::Snapped, BallKind::Network] {
        let config = NeuralConfig { ball, ..NeuralConfig::default() };
        let controller = Arc::new(learner.character(config).unwrap());
        assert_eq!(controller.objects().len(), 1);
        let mut character = Character::new(&controller, Start::Rest(GroundTransform::IDENTITY));
        for _ in 0..60 {
            character.advance(&Goal::walk(0.3, 1.0), 1.0 / 30.0);
            let [ball] = character.objects() else { panic!("one ball") };
            assert!(ball.is_finite() && ball.position.length() < 10.0, "{ball:?}");
        }
    }
}

#[test]
fn what_has_no_ball_cannot_teach_one() {
    let library = library(false);
    let learner = Learner::new(&library, &config(), Device::Cpu);
    assert!(matches!(learner.err(), Some(LearnError::NoBall)));
    let without = LearnConfig { ball: false, ..config() };
    let learner = Learner::new(&library, &without, Device::Cpu).unwrap();
    let character = learner.character(NeuralConfig::default()).unwrap();
    assert!(character.objects().is_empty());
}
