//! The whole chain with actions: a grammar, episodes that follow it, updates, a player who is asked to pass.

#[path = "../../sidestep_augment/tests/player/mod.rs"]
mod player;

use player::STREET;
use sidestep_control::{Ability, Action, Character, Controller, Goal, Start, Toward};
use sidestep_learn::{LearnConfig, LearnError, Learner};
use sidestep_motion::{
    GroundTransform, MotionLibrary,
    ball::{BallConfig, synthesise},
    contact_detection::ContactConfig,
};
use sidestep_neural::{ALL_GOALS, NeuralConfig};
use sidestep_train::{Device, TERM_NAMES};
use std::sync::Arc;

fn library() -> MotionLibrary {
    let mut clips = player::clips();
    for clip in &mut clips {
        clip.objects = synthesise(clip, &BallConfig::default());
    }
    MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("clips of one body")
}

fn config() -> LearnConfig {
    LearnConfig {
        hidden: 32,
        layers: 1,
        batch: 8,
        updates: 120,
        learning_rate: 5e-3,
        bank_hours: 0.05,
        ball: true,
        actions: STREET.to_owned(),
        ..LearnConfig::default()
    }
}

#[test]
fn a_player_learns_actions_and_is_asked_for_them() {
    let library = library();
    let mut learner = Learner::new(&library, &config(), Device::Cpu).unwrap();
    let first = learner.learn(5).unwrap();
    let last = learner.learn(100).unwrap();
    let prediction = TERM_NAMES.iter().position(|term| *term == "prediction").unwrap();
    assert!(last.loss < 0.8 * first.loss, "{} became {}", first.loss, last.loss);
    assert!(last.terms[prediction] < 0.9 * first.terms[prediction], "{first:?} {last:?}");
    let controller = learner.character(NeuralConfig::default()).unwrap();
    let inputs = controller.network().shape().inputs;
    assert_eq!(inputs, controller.representation().channels() + ALL_GOALS);
    let controller = Arc::new(controller);
    let mut character = Character::new(&controller, Start::Rest(GroundTransform::IDENTITY));
    for tick in 0..90 {
        let secs = (60_usize.saturating_sub(tick)) as f32 / 30.0;
        let mut goal = Goal::FREE;
        goal.action = Some(Action::new("pass").in_secs(secs).toward(Toward::Heading(0.3)));
        character.advance(&goal, 1.0 / 30.0);
        let [ball] = character.objects() else { panic!("one ball") };
        assert!(ball.is_finite() && ball.position.length() < 60.0, "{ball:?}");
        assert!(!character.unserved().has(Ability::Action));
    }
    let mut goal = Goal::FREE;
    goal.action = Some(Action::new("somersault"));
    assert!(controller.lacks(&goal).has(Ability::Action));
}

#[test]
fn what_is_no_game_is_refused() {
    let library = library();
    let with = |change: fn(&mut LearnConfig)| {
        let mut config = config();
        change(&mut config);
        Learner::new(&library, &config, Device::Cpu).err()
    };
    let error = with(|config| config.actions = "start S\nS = jump".to_owned()).unwrap();
    assert!(error.to_string().contains("actions:2: 'jump'"), "{error}");
    let error = with(|config| config.actions = "tennis".to_owned()).unwrap();
    assert!(error.to_string().contains("no motion is labelled 'stroke'"), "{error}");
    assert!(matches!(with(|config| config.bank_hours = 0.0), Some(LearnError::NoEpisodes)));
}
