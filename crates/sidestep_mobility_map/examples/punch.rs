//! Punches at points in front of the synthetic performer, chosen from a capability map.
//!
//! `cargo run --release -p sidestep_mobility_map --example punch`
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use glam::Vec3;
use sidestep_control::usual_speed::ground_speed;
use sidestep_mobility_map::{
    CapabilityConfig, CapabilityMap, MobilityConfig, Peak, StateActionGraph, StateId, build_graph,
    hand_moments,
};
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Role, Side, contact_detection::ContactConfig,
    kinematics::JointTransforms, math::sin_cos, resample::resample,
};
use sidestep_performer::{PerformerConfig, perform};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let performance = PerformerConfig { reaches: true, ..PerformerConfig::default() };
    let clips: Vec<_> = perform(&performance).iter().map(|clip| resample(clip, 30.0)).collect();
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default())?;
    let (graph, report) = build_graph(&library, &MobilityConfig::default())?;
    println!("{} of {} frames, {} states", report.kept_frames, report.frames, report.states);
    for side in Side::BOTH {
        let moments = hand_moments(&library, side, Peak::Farthest, 0.45);
        let config = CapabilityConfig { most_secs: 3.0, ..CapabilityConfig::default() };
        let map = CapabilityMap::new(&library, &graph, &moments, &config);
        println!("{side:?} hand: {} reaches, a map of {} kB", moments.len(), map.bytes() / 1000);
        let mut errors = Vec::new();
        let standing: Vec<StateId> = standing(&library, &graph).step_by(7).collect();
        for state in standing.iter().copied() {
            for target in targets(side) {
                let Some(punch) = map.reach(state, target, 0.01) else { continue };
                let played = play(&library, &graph, state, &map.sequence(state, punch), side);
                errors.push(played.distance(target));
                if errors.len() % 997 == 1 {
                    println!("  {target:.2} met at {played:.2} after {} frames", punch.frames);
                }
            }
        }
        errors.sort_by(f32::total_cmp);
        let asked = standing.len() * targets(side).count();
        let share = |k: usize| errors.get(errors.len() * k / 100).copied().unwrap_or(f32::NAN);
        println!(
            "  {} of {asked} targets had an answer; error {:.2} m median, {:.2} m at 90 %",
            errors.len(),
            share(50),
            share(90),
        );
    }
    Ok(())
}

/// The states of a character that hardly moves.
fn standing(library: &MotionLibrary, graph: &StateActionGraph) -> impl Iterator<Item = StateId> {
    let frames = graph.state_frames.iter().zip(0_u32..);
    frames
        .filter(|(frame, _)| ground_speed(library, **frame) < 0.2)
        .map(|(_, state)| StateId(state))
}

/// Points at arm's length, seen from the character.
fn targets(side: Side) -> impl Iterator<Item = Vec3> {
    let out = if side == Side::Left { 1.0 } else { -1.0 };
    let angles = [-0.4_f32, 0.0, 0.4, 0.8].into_iter();
    let places = angles.flat_map(|angle| [1.2, 1.4, 1.6].map(|height| (angle, height)));
    places.map(move |(angle, height)| {
        let (sine, cosine) = sin_cos(angle);
        Vec3::new(out * (0.18 + 0.5 * sine), height, 0.5 * cosine)
    })
}

/// Plays the frames one after another and says where the hand ends.
fn play(
    library: &MotionLibrary,
    graph: &StateActionGraph,
    state: StateId,
    runs: &[std::ops::Range<u32>],
    side: Side,
) -> Vec3 {
    let mut ground = GroundTransform::IDENTITY;
    let mut last = graph.state_frames[state.index()];
    for frame in runs.iter().cloned().flatten() {
        let before = library.ground(FrameId(frame.saturating_sub(1)));
        ground = ground * before.delta_to(library.ground(FrameId(frame)));
        last = FrameId(frame);
    }
    let mut transforms = JointTransforms::new(library.skeleton().len());
    transforms.compute(library.skeleton(), library.pose(last));
    let hand =
        library.skeleton().roles().get(Role::Hand(side)).map(|hand| transforms.position(hand));
    let seen = library.ground(last).inverse().transform_point(hand.unwrap_or(Vec3::ZERO));
    ground.transform_point(seen)
}
