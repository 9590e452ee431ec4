//! What a hand can reach, against walking the graph by hand.

use glam::Vec3;
use sidestep_mobility_map::{
    CapabilityConfig, CapabilityMap, MobilityConfig, Moment, Peak, StateActionGraph, StateId,
    build_graph, hand_moments, joint_points, moments_at_peaks,
};
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Role, Side, contact_detection::ContactConfig,
    resample::resample,
};
use sidestep_performer::{PerformerConfig, perform};
use std::{collections::BTreeMap, sync::LazyLock};

/// Standing and reaching alone: quick to build.
static BOXER: LazyLock<(MotionLibrary, StateActionGraph)> = LazyLock::new(|| {
    let config = PerformerConfig { play: 0.05, reaches: true, ..PerformerConfig::default() };
    let clips = perform(&config);
    let chosen = clips.iter().filter(|c| c.name.contains("reach_standing") || c.name == "idle");
    let clips: Vec<_> = chosen.map(|clip| resample(clip, 30.0)).collect();
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("sound");
    let (graph, _) = build_graph(&library, &MobilityConfig::default()).expect("a graph");
    (library, graph)
});

/// Plays runs from a state and says where `point` of the last frame is, seen from the state.
fn play(library: &MotionLibrary, runs: &[std::ops::Range<u32>], point: Vec3) -> Vec3 {
    let ground = |frame| library.ground(FrameId(frame));
    let steps = runs.iter().cloned().flatten();
    let at = steps.fold(GroundTransform::IDENTITY, |at, frame| {
        at * ground(frame - 1).delta_to(ground(frame))
    });
    at.transform_point(point)
}

#[test]
fn playing_the_way_ends_where_the_map_says() {
    let (library, graph) = &*BOXER;
    let moments = hand_moments(library, Side::Left, Peak::Farthest, 0.45);
    assert!(moments.len() >= 20, "{}", moments.len());
    let map = CapabilityMap::new(library, graph, &moments, &CapabilityConfig::default());
    let points: BTreeMap<FrameId, Vec3> = moments.iter().map(|m| (m.frame, m.point)).collect();
    let mut checked = 0;
    for state in (0..graph.states() as u32).step_by(5).map(StateId) {
        for capability in map.capabilities_of(state).iter().step_by(3) {
            let runs = map.sequence(state, capability);
            let frames: usize = runs.iter().map(ExactSizeIterator::len).sum();
            assert_eq!(frames, capability.frames as usize);
            assert_eq!(runs.last().map(|run| run.end - 1), Some(capability.frame.0));
            let end = play(library, &runs, points[&capability.frame]);
            assert!(end.abs_diff_eq(capability.point, 1e-3), "{end} {}", capability.point);
            // Every run but the first frame of the first follows an action of the graph.
            let mut at = state;
            for run in &runs {
                let action = graph.actions_of(at).iter().find(|action| action.first == run.start);
                at = action.expect("an action of the graph").to;
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn a_standing_boxer_hits_what_is_in_front() {
    let (library, graph) = &*BOXER;
    for side in Side::BOTH {
        let moments = hand_moments(library, side, Peak::Farthest, 0.45);
        let config = CapabilityConfig { most_secs: 3.0, ..CapabilityConfig::default() };
        let map = CapabilityMap::new(library, graph, &moments, &config);
        let mut errors: Vec<f32> = Vec::new();
        // Targets the actor did reach, a little moved.
        for moment in &moments {
            let target = moment.point + Vec3::new(0.03, -0.02, 0.03);
            for state in (0..graph.states() as u32).step_by(11).map(StateId) {
                errors.extend(map.reach(state, target, 0.0).map(|c| c.point.distance(target)));
            }
        }
        errors.sort_by(f32::total_cmp);
        let (median, ninth) = (errors[errors.len() / 2], errors[errors.len() * 9 / 10]);
        assert!(median < 0.1 && ninth < 0.3, "{side:?}: {median} {ninth} of {}", errors.len());
    }
}

#[test]
fn a_dear_way_must_be_worth_it() {
    let (library, graph) = &*BOXER;
    let moments = hand_moments(library, Side::Right, Peak::Fastest, 1.0);
    let map = CapabilityMap::new(library, graph, &moments, &CapabilityConfig::default());
    let target = Vec3::new(-0.2, 1.4, 0.6);
    for state in (0..graph.states() as u32).map(StateId) {
        let Some(near) = map.reach(state, target, 0.0) else { continue };
        let cheap = map.reach(state, target, 1000.0).expect("something can be reached");
        assert!(cheap.cost <= near.cost);
        assert!(cheap.point.distance(target) >= near.point.distance(target));
    }
}

#[test]
fn any_value_makes_moments() {
    let (library, _) = &*BOXER;
    let head = library.skeleton().roles().get(Role::Head).expect("a head");
    let points = joint_points(library, head);
    let heights: Vec<f32> = points.iter().map(|point| point.y).collect();
    let highest = moments_at_peaks(library, &heights, 0.0, &points);
    let is_peak = |m: &Moment| {
        let frame = m.frame.index();
        heights[frame] > heights[frame - 1] && heights[frame] >= heights[frame + 1]
    };
    assert!(!highest.is_empty() && highest.iter().all(is_peak));
    let none = moments_at_peaks(library, &heights, 10.0, &points);
    assert!(none.is_empty());
}
