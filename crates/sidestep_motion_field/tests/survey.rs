//! Stories of fields that are surveyed, pruned and repaired.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use glam::Quat;
use sidestep_control::{Character, Controller, Goal, Pace, Start, Travel};
use sidestep_motion::{
    Clip, GroundTransform, MotionLibrary, contact_detection::ContactConfig, resample::resample,
};
use sidestep_motion_field::{
    ClipEnds, FieldConfig, Flowing, Follower, FollowerConfig, MotionField, TaskConfig,
    survey::{ShortageKind, Survey, SurveyConfig, survey},
};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

const FEW: SurveyConfig = SurveyConfig { starts: 8, secs: 4.0 };

fn clips() -> Vec<Clip> {
    let config = PerformerConfig { play: 0.05, ..PerformerConfig::default() };
    perform(&config).iter().take(5).map(|clip| resample(clip, 30.0)).collect()
}

fn library(clips: &[Clip]) -> Arc<MotionLibrary> {
    Arc::new(MotionLibrary::from_clips(clips, &ContactConfig::default()).unwrap())
}

/// The last second of the last clip bends every joint farther and farther, as no other frame does.
fn with_a_strange_end() -> Vec<Clip> {
    let mut clips = clips();
    let clip = clips.last_mut().unwrap();
    let joints = clip.skeleton.len();
    let from = clip.len() - 30;
    for frame in from..clip.len() {
        let bent = Quat::from_rotation_x(0.03 * (frame - from) as f32);
        clip.rotations[frame * joints + 1..(frame + 1) * joints]
            .iter_mut()
            .for_each(|q| *q = bent * *q);
    }
    clips
}

fn small() -> FollowerConfig {
    let agile = FollowerConfig::agile();
    FollowerConfig { task: TaskConfig { speeds: 3, facings: 1, ..agile.task }, ..agile }
}

fn field(clips: &[Clip], config: &FieldConfig) -> MotionField {
    MotionField::build(&library(clips), config).unwrap()
}

fn follower(clips: &[Clip], config: &FollowerConfig) -> Follower {
    Follower::build(&library(clips), config).unwrap()
}

fn run<C: Controller>(controller: C) -> Vec<GroundTransform> {
    let mut character =
        Character::new(&Arc::new(controller), Start::Rest(GroundTransform::IDENTITY));
    let goal = Goal::from(Travel::Move { heading: 1.0, pace: Pace::ANY, facing: None });
    let step = |_| {
        character.advance(&goal, 1.0 / 30.0);
        assert!(character.pose().is_finite());
        character.ground()
    };
    (0..90).map(step).collect()
}

#[test]
fn a_survey_adds_up_and_does_not_depend_on_threads() {
    fn check<C: Flowing>(controller: &C) {
        let [one, four] = [1, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| survey(controller, &FEW))
        });
        assert_eq!(one, four);
        check_sums(&one);
    }
    check(&field(&clips(), &FieldConfig::paper()));
    check(&follower(&clips(), &small()));
}

fn check_sums(found: &Survey) {
    let in_cells: usize = found.coverage.cells.iter().map(|cell| cell.states).sum();
    assert_eq!(in_cells, found.states);
    for cell in &found.coverage.cells {
        let stances = cell.stances;
        assert_eq!(stances.left + stances.right + stances.both + stances.none, cell.states);
    }
    // What the policy takes is some of what can be taken.
    assert!(found.by_policy.edges <= found.by_any_action.edges);
    assert!(found.by_policy.core_states <= found.by_any_action.core_states);
    // Left alone, every state leads to one.
    assert_eq!(found.left_alone.edges, found.states);
    assert!(found.by_any_action.core_fraction > 0.5, "{:?}", found.by_any_action);
    assert_eq!(found.visits.frames, 8 * 4 * 30);
    assert!(found.visits.visited_states > 50 && found.visits.visited_fraction <= 1.0);
    let radii: Vec<f32> = found.redundancy.iter().map(|kept| kept.radius).collect();
    assert!(radii.is_sorted() && radii[0] > 0.0, "{radii:?}");
    let slow = found.coverage.answers.iter().map(|answer| answer.turn_rate_deg_per_s);
    assert!(slow.clone().all(|rate| rate > 0.0) && slow.count() > 6);
}

#[test]
fn a_trap_at_the_end_of_a_clip_is_found_removed_and_repaired() {
    let clips = with_a_strange_end();
    let name = clips.last().unwrap().name.clone();
    let trapped = survey(&field(&clips, &FieldConfig::paper()), &FEW);
    let trap = trapped.by_any_action.absorbing.iter().find(|set| set.clip == name);
    assert!(trap.is_some_and(|trap| trap.is_clip_end), "{:?}", trapped.by_any_action);
    assert!(trapped.by_any_action.stuck_states >= 15);
    assert_eq!(trapped.ends[0].clip, name, "it ends the farthest from anything else");
    let isolated = trapped.shortages.iter().find(|one| one.kind == ShortageKind::Isolated);
    assert!(isolated.is_some_and(|one| one.finding.contains(&name)), "{:?}", trapped.shortages);

    let removed = FieldConfig { ends: ClipEnds::Removed, ..FieldConfig::paper() };
    let removed = field(&clips, &removed);
    let left_out = removed.flow().tables().left_out.len();
    assert_eq!(survey(&removed, &FEW).by_any_action.stuck_states, 0);
    assert!(left_out >= trapped.by_any_action.stuck_states, "{left_out}");
    assert!(removed.flow().states() > trapped.states / 2, "{left_out} of {}", trapped.states);

    let linked = FieldConfig { ends: ClipEnds::LINKED, ..FieldConfig::paper() };
    let linked = field(&clips, &linked);
    let repaired = survey(&linked, &FEW);
    let sets = repaired.by_any_action.absorbing.iter().chain(&repaired.left_alone.absorbing);
    assert!(sets.clone().all(|set| !set.is_clip_end), "{:?}", sets.collect::<Vec<_>>());
    assert!(repaired.states > trapped.states);
    // The ends now lie amid data: the states around them are as near as any.
    assert!(repaired.ends[0].distance_over_median < 0.2 * trapped.ends[0].distance_over_median);
    assert_eq!(
        linked.flow().library().len(),
        library(&clips).len(),
        "the library is as it was given"
    );
}

#[test]
fn a_pruned_field_is_smaller_and_still_goes_where_it_is_told() {
    let clips = clips();
    let all = field(&clips, &FieldConfig::paper());
    let half = field(&clips, &FieldConfig { keep_fraction: 0.5, ..FieldConfig::paper() });
    assert_eq!(half.flow().states(), all.flow().states().div_ceil(2));
    assert_eq!(half.flow().states() + half.flow().tables().left_out.len(), all.flow().states());
    assert!(half.flow().value_function_bytes() * 2 <= all.flow().value_function_bytes() + 100);
    // The last state of every clip, two frames before its end, is kept.
    let library = library(&clips);
    let left_out = half.flow().tables().left_out;
    assert!(library.clips().iter().all(|clip| !left_out.contains(&(clip.frames.end - 3))));

    // What is followed stays a state, and only joins to it are fewer.
    let pruned = follower(&clips, &FollowerConfig { keep_fraction: 0.5, ..small() });
    assert_eq!(pruned.flow().states(), all.flow().states());
    assert_eq!(survey(&pruned, &FEW).states, all.flow().states().div_ceil(2));
    let heading = |run: Vec<GroundTransform>| run.last().unwrap().heading;
    let (half, pruned) = (heading(run(half)), heading(run(pruned)));
    assert!((pruned - 1.0).abs() < 0.1, "{pruned}");
    assert!(half > 0.3, "it turns towards 1 rad: {half}");
}

#[test]
fn what_was_edited_is_restored_to_the_bit() {
    let clips = with_a_strange_end();
    for (ends, keep_fraction) in [(ClipEnds::Removed, 0.7), (ClipEnds::LINKED, 1.0)] {
        let built = field(&clips, &FieldConfig { ends, keep_fraction, ..FieldConfig::paper() });
        let flow = built.flow();
        let again = MotionField::restore(flow.library(), built.config(), &flow.tables()).unwrap();
        assert_eq!(run(built), run(again));
        let built = follower(&clips, &FollowerConfig { ends, keep_fraction, ..small() });
        let flow = built.flow();
        let again = Follower::restore(flow.library(), built.config(), &flow.tables()).unwrap();
        assert_eq!(run(built), run(again));
    }
}
