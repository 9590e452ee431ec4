//! What controllers say of themselves: it must be true, and saying it must change nothing.

use sidestep_control::{
    Animate, Character, Controller, Explanation, Goal, GroundPoint, Pace, Start, Travel,
    explanation::frame_label,
};
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, contact_detection::ContactConfig, math::cos,
};
use sidestep_motion_field::{
    FieldConfig, Follower, FollowerConfig, LineConfig, MotionField, TaskConfig,
};
use std::sync::{Arc, LazyLock};

/// Ticks under each goal.
const TICKS: usize = 45;

static LIBRARY: LazyLock<Arc<MotionLibrary>> = LazyLock::new(|| {
    let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
    let library = MotionLibrary::from_clips(&clips[..5], &ContactConfig::default());
    Arc::new(library.expect("clips of one actor"))
});

/// A task that is quick to solve.
fn few(task: TaskConfig) -> TaskConfig {
    TaskConfig { speeds: 2, facings: 1, headings: 8, ..task }
}

/// A follower that is quick to build.
fn small_follower() -> FollowerConfig {
    let agile = FollowerConfig::agile();
    FollowerConfig { task: few(agile.task), compression: 10, ..agile }
}

fn goals() -> [Goal; 4] {
    let turn = Goal::from(Travel::Move { heading: 2.0, pace: Pace::speed(1.2), facing: None });
    [Goal::STAND, Goal::walk(0.0, 1.3), turn, Goal::FREE]
}

/// Two characters under the same goals; one of them is asked at every tick.
fn asked<C: Controller>(controller: C, mut each: impl FnMut(&Explanation, &Character<C>)) {
    let controller = Arc::new(controller);
    let start = || Character::new(&controller, Start::Rest(GroundTransform::IDENTITY));
    let (mut plain, mut asked) = (start(), start());
    let mut explanation = Explanation::default();
    for tick in 0..4 * TICKS {
        let goal = &goals()[tick / TICKS];
        asked.explain(goal, &mut explanation);
        assert!(explanation.is_finite(), "{explanation:?}");
        plain.advance(goal, 1.0 / controller.rate_hz());
        asked.advance(goal, 1.0 / controller.rate_hz());
        assert_eq!(plain.pose(), asked.pose(), "tick {tick}");
        each(&explanation, &asked);
    }
}

/// The frame that is said to be gone on with is gone on with.
fn keeps_its_word<C: Controller>(controller: C) {
    let mut promised: Option<FrameId> = None;
    asked(controller, |explanation, _| {
        if let Some(frame) = promised {
            assert_eq!(explanation.choices[0].label, frame_label(&LIBRARY, frame));
        }
        let chosen = || explanation.ghosts.iter().filter(|ghost| ghost.chosen);
        assert_eq!(chosen().count(), 1);
        assert_eq!(explanation.choices.iter().filter(|choice| choice.chosen).count(), 1);
        assert!(!explanation.doing.is_empty() && !explanation.costs.is_empty());
        assert!(explanation.trails.iter().all(|trail| !trail.points.is_empty()));
        let frame = chosen().next().and_then(|ghost| ghost.frame).expect("a frame");
        let last = LIBRARY.clips()[LIBRARY.clip_of(frame).index()].frames.end - 1;
        // The last frames of a clip have no step after them to go on with.
        promised = (frame.0 + 3 < last).then_some(FrameId(frame.0 + 1));
    });
}

#[test]
fn the_clip_player_keeps_its_word() {
    keeps_its_word(sidestep_clip_player::build(&LIBRARY, &Default::default()).expect("clips"));
}

#[test]
fn the_matcher_keeps_its_word_and_shows_two_ways() {
    let build = || sidestep_matching::build(&LIBRARY, &Default::default()).expect("clips");
    keeps_its_word(build());
    asked(build(), |explanation, character| {
        let is_free =
            character.ground() != GroundTransform::IDENTITY && explanation.trails.len() == 1;
        assert!(explanation.trails.len() == 2 || is_free);
        assert_eq!(explanation.trails[0].label, "clip");
    });
}

#[test]
fn the_follower_keeps_its_word_and_shows_its_values() {
    let config = small_follower();
    let build = || Follower::build(&LIBRARY, &config).expect("a follower");
    keeps_its_word(build());
    let mut maps = 0;
    asked(build(), |explanation, _| {
        let weight: f32 = explanation.ghosts.iter().map(|ghost| ghost.weight).sum();
        assert!((weight - 1.0).abs() < 1e-3, "{weight}");
        if let Some(map) = &explanation.values {
            maps += 1;
            assert!(map.x.wraps && map.y.is_none() && map.values.len() == map.x.samples);
            let spread = map.values.iter().fold(0.0_f32, |most, v| most.max(v - map.values[0]));
            assert!(map.x.now.is_some() && spread >= 0.0);
        }
    });
    assert_eq!(maps, 3 * TICKS, "no map where nothing is wanted");
}

#[test]
fn the_field_shows_weights_and_actions() {
    let paper = FieldConfig::paper();
    let config = FieldConfig { task: few(paper.task), compression: 10, ..paper };
    let neighbors = config.neighbors;
    asked(MotionField::build(&LIBRARY, &config).expect("a field"), |explanation, _| {
        assert_eq!(explanation.ghosts.len(), neighbors);
        let chosen = explanation.choices.iter().filter(|choice| choice.chosen).count();
        assert_eq!(chosen, usize::from(!explanation.choices.is_empty()));
    });
}

#[test]
fn a_line_is_shown_as_a_plane() {
    let line = LineConfig { weight: 5.0, offsets: 3, reach: 2.0 };
    let config = FollowerConfig { line: Some(line), ..small_follower() };
    let built = Arc::new(Follower::build(&LIBRARY, &config).expect("a follower"));
    let character = Character::new(&built, Start::Rest(GroundTransform::IDENTITY));
    let through = GroundPoint::new(0.5, 0.0);
    let goal = Goal::from(Travel::Line { through, heading: 0.3, pace: Pace::ANY, facing: None });
    let mut explanation = Explanation::default();
    Animate::explain(&character, &goal, &mut explanation);
    let map = explanation.values.expect("a map");
    let offsets = map.y.expect("a second axis");
    assert_eq!(map.values.len(), map.x.samples * offsets.samples);
    assert!((map.x.now.expect("a heading") - 0.3).abs() < 1e-4);
    // Half a metre to the right of a line that leads almost ahead.
    assert!((offsets.now.expect("a place") + 0.5 * cos(0.3)).abs() < 1e-3);
}
