//! The graph against oracles that look at every pair, and against what the thesis promises of it.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use sidestep_motion::{
    Clip, Contacts, FrameId, GroundTransform, MotionLibrary, Pose, Role, Side,
    components::strongly_connected,
    contact_detection::ContactConfig,
    math::{angle_between, rotation_vector},
    mirror::MirrorMap,
    resample::resample,
};
use sidestep_performer::{PerformerConfig, perform};
use sidestep_pose_graph::{
    GraphConfig, GraphError, GraphReport, NormalForm, PoseTable, StateActionGraph, StateId,
    Transition, Walk, WalkConfig, WalkStep, build_graph, build_pose_graph, transitions,
};
use std::{path::PathBuf, sync::LazyLock};

static LIBRARY: LazyLock<MotionLibrary> = LazyLock::new(|| library(&performance(), 2_000));

fn performance() -> Vec<Clip> {
    let config = PerformerConfig { play: 0.05, ..PerformerConfig::default() };
    perform(&config).iter().map(|clip| resample(clip, 30.0)).collect()
}

/// The first clips that have so many frames together, the last of them cut.
fn library(clips: &[Clip], mut frames: usize) -> MotionLibrary {
    let mut taken = Vec::new();
    for clip in clips {
        let mut clip = clip.clone();
        let length = clip.len().min(frames);
        clip.root_positions.truncate(length);
        clip.rotations.truncate(length * clip.skeleton.len());
        clip.contacts.iter_mut().for_each(|contacts| contacts.truncate(length));
        clip.labels.clear();
        frames -= length;
        if length > 0 {
            taken.push(clip);
        }
    }
    MotionLibrary::from_clips(&taken, &ContactConfig::default()).expect("sound clips")
}

/// Frames in clips of their own: (frame before, frame, clip) for every frame that has one before it.
fn followers(library: &MotionLibrary) -> Vec<(usize, usize)> {
    let clips = library.clips().iter().enumerate();
    clips
        .flat_map(|(number, clip)| {
            (clip.frames.start + 1..clip.frames.end).map(move |f| (f, number))
        })
        .map(|(frame, clip)| (frame as usize, clip))
        .collect()
}

/// Every pair of frames, every neighbour, nothing clever.
fn all_minima(
    library: &MotionLibrary,
    table: &PoseTable,
    config: &GraphConfig,
    most: f32,
) -> Vec<Transition> {
    let n = library.len();
    let mut clip_of = vec![usize::MAX; n];
    for (frame, clip) in followers(library) {
        clip_of[frame] = clip;
    }
    let contacts = |frame: usize| -> Contacts { library.contacts(FrameId(frame as u32)) };
    let mut cost = vec![f32::INFINITY; n * n];
    for a in (0..n).filter(|a| clip_of[*a] != usize::MAX) {
        for b in (0..n).filter(|b| clip_of[*b] != usize::MAX) {
            let agree = contacts(a) == contacts(b) && contacts(a - 1) == contacts(b - 1);
            if agree || !config.contacts_agree {
                cost[a * n + b] = table.transition_cost(a - 1, b);
            }
        }
    }
    let gap = (config.least_jump_secs * library.rate_hz()).round() as usize;
    let r = config.minimum_radius as isize;
    let mut minima = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            let own = cost[a * n + b];
            if own > most || (clip_of[a] == clip_of[b] && b - a < gap) {
                continue;
            }
            let is_lower = |da: isize, db: isize| {
                let (x, y) = (a.wrapping_add_signed(da), b.wrapping_add_signed(db));
                let exists = x < n && y < n && clip_of[x] == clip_of[a] && clip_of[y] == clip_of[b];
                exists && (cost[x * n + y] < own || (cost[x * n + y] == own && (da, db) < (0, 0)))
            };
            if !(-r..=r).any(|da| (-r..=r).any(|db| is_lower(da, db))) {
                minima.push(Transition { first: a as u32, second: b as u32, cost: own });
            }
        }
    }
    minima
}

fn assert_same_minima(library: &MotionLibrary, config: &GraphConfig) {
    let table = PoseTable::new(library, config).expect("a table");
    let expected = all_minima(library, &table, config, config.most_threshold);
    let found = transitions(library, &table, config, config.most_threshold);
    assert!(expected.len() > 100, "too few to tell: {}", expected.len());
    assert_eq!(found, expected);
}

#[test]
fn transitions_are_those_of_brute_force() {
    assert_same_minima(&LIBRARY, &GraphConfig::default());
    let every = GraphConfig {
        minimum_radius: 0,
        contacts_agree: false,
        least_jump_secs: 0.5,
        ..GraphConfig::default()
    };
    assert_same_minima(&LIBRARY, &every);
}

#[test]
fn transitions_of_captured_motion_are_those_of_brute_force() {
    let Some(folder) = std::env::var_os("SIDESTEP_MOCAP").map(PathBuf::from) else {
        eprintln!("skipped: SIDESTEP_MOCAP is not set");
        return;
    };
    let mut clips = Vec::new();
    for name in ["69_12", "69_13"] {
        let path = folder.join("cmu/bvh").join(format!("{name}.bvh"));
        let options = sidestep_import::ImportOptions {
            unit_m: Some(0.056_444_4),
            rate_hz: Some(120.0),
            drop_first_frames: Some(1),
            target_rate_hz: Some(30.0),
            ..Default::default()
        };
        let bytes = std::fs::read(&path).expect("the recording is there");
        let read = sidestep_import::read(&format!("{name}.bvh"), &bytes, &options, &|_| None);
        clips.push(resample(&read.expect("a recording").clips[0], 30.0));
    }
    let config = GraphConfig { most_threshold: 4.0, ..GraphConfig::default() };
    let library = library(&clips, 2_000);
    assert_eq!(library.len(), 2_000);
    assert_same_minima(&library, &config);
}

/// Eqs. 3.7 to 3.13 as they stand in the thesis, in double precision where it is easy.
fn cost_by_the_book(
    library: &MotionLibrary,
    config: &GraphConfig,
    weights: [f32; 3],
    i: u32,
    j: u32,
) -> f32 {
    let w = &config.joint_weights;
    let roles = |side: Side| {
        [
            (Role::Thigh(side), w.hips),
            (Role::Shank(side), w.knees),
            (Role::UpperArm(side), w.shoulders),
            (Role::Forearm(side), w.elbows),
        ]
    };
    let q = |frame: u32, role: Role| -> Quat {
        let joint = library.skeleton().roles().get(role).expect("the performer has it");
        library.pose(FrameId(frame)).rotations[joint.index()]
    };
    let log = |q: Quat| -> Vec3 { 0.5 * rotation_vector(q) };
    let velocity = |frame: u32, role: Role| {
        log(q(frame, role).inverse() * q(frame - 1, role)) * library.rate_hz()
    };
    let root = |frame: u32| -> Vec3 {
        let at = |frame| library.pose(FrameId(frame)).root_position;
        library.ground(FrameId(frame)).rotation().inverse()
            * (at(frame) - at(frame - 1))
            * library.rate_hz()
    };
    let distance = |i: u32, j: u32| -> f32 {
        let mut sum = weights[2] * (root(j) - root(i)).length();
        for (role, weight) in Side::BOTH.into_iter().flat_map(roles) {
            let angle = log(q(j, role).inverse() * q(i, role)).length();
            let speed = (velocity(i, role) - velocity(j, role)).length();
            sum += weight * (weights[0] * angle + weights[1] * speed);
        }
        sum
    };
    0.5 * distance(i + 1, j) + 0.5 * distance(i, j - 1)
}

#[test]
fn costs_are_those_of_the_equations() {
    let config = GraphConfig::default();
    let table = PoseTable::new(&LIBRARY, &config).expect("a table");
    let inner: Vec<u32> =
        LIBRARY.clips().iter().flat_map(|c| c.frames.start + 2..c.frames.end - 2).collect();
    for (i, j) in inner.iter().step_by(17).zip(inner.iter().rev().step_by(13)) {
        let expected = cost_by_the_book(&LIBRARY, &config, table.term_weights(), *i, *j);
        let cost = table.transition_cost(*i as usize, *j as usize);
        assert!((cost - expected).abs() < 1e-4 * (1.0 + expected), "{cost} {expected}");
    }
    // Going on as captured is free.
    assert_eq!(table.transition_cost(10, 11), 0.0);
}

#[test]
fn steps_of_the_source_cost_about_one() {
    let config = GraphConfig::default();
    let table = PoseTable::new(&LIBRARY, &config).expect("a table");
    let mut steps: Vec<f32> =
        followers(&LIBRARY).iter().map(|(frame, _)| table.distance(frame - 1, *frame)).collect();
    steps.sort_unstable_by(f32::total_cmp);
    let median = steps[steps.len() / 2];
    let shares = config.angle_share + config.velocity_share + config.root_share;
    assert!((shares - 1.0).abs() < 1e-6 && (0.7..1.3).contains(&median), "{median}");
}

#[test]
fn playing_the_steps_of_a_clip_gives_the_clip() {
    let form = NormalForm::of(&LIBRARY);
    let clip = LIBRARY.clips()[1].frames.clone();
    let mut ground = LIBRARY.ground(FrameId(clip.start));
    let elsewhere = GroundTransform::new(3.0, -2.0, 2.5);
    let mut moved_ground = elsewhere * ground;
    let mut pose = Pose::identity(LIBRARY.skeleton().len());
    for frame in clip.clone().map(FrameId) {
        if frame.0 > clip.start {
            ground = form.follow(ground, frame);
            moved_ground = form.follow(moved_ground, frame);
        }
        form.place(&LIBRARY, frame, ground, &mut pose);
        let truth = LIBRARY.pose(frame);
        assert!(pose.root_position.abs_diff_eq(truth.root_position, 1e-3));
        for (played, captured) in pose.rotations.iter().zip(truth.rotations) {
            assert!(angle_between(*played, *captured) < 1e-3);
        }
        // Begun elsewhere, it is the same clip elsewhere.
        form.place(&LIBRARY, frame, moved_ground, &mut pose);
        let expected = elsewhere.transform_point(truth.root_position);
        assert!(pose.root_position.abs_diff_eq(expected, 1e-3));
    }
}

#[test]
fn normal_poses_face_ahead_at_the_origin() {
    let form = NormalForm::of(&LIBRARY);
    for frame in (0..LIBRARY.len()).step_by(7) {
        let (place, turn) = (form.root_positions[frame], form.root_rotations[frame]);
        assert!(place.x.hypot(place.z) < 0.5, "{place}");
        let ahead = turn * Vec3::Z;
        assert!(ahead.z > 0.3, "{ahead}");
    }
}

fn graph(library: &MotionLibrary) -> (StateActionGraph, GraphReport) {
    build_graph(library, &GraphConfig::default()).expect("a graph")
}

/// One may go over from a clip into a mirror image and back, half a step later.
#[test]
fn clips_and_their_mirror_images_are_one_graph() {
    let clips = &performance()[..6];
    let images = clips.iter().map(|clip| MirrorMap::new(&clip.skeleton).mirror_clip(clip));
    let both: Vec<Clip> = clips.iter().cloned().chain(images).collect();
    let both = library(&both, usize::MAX);
    let half = both.clips()[6].frames.start;
    let (graph, _) = graph(&both);
    let crosses = |state: u32, from_image: bool| {
        let starts_in_image = graph.state_frames[state as usize].0 >= half;
        let mut actions = graph.actions_of(StateId(state)).iter();
        starts_in_image == from_image
            && actions.any(|action| (action.first >= half) != starts_in_image)
    };
    let states = 0..graph.states() as u32;
    for from_image in [false, true] {
        assert!(states.clone().any(|state| crosses(state, from_image)), "from image: {from_image}");
    }
}

#[test]
fn every_state_leads_to_every_other_along_frames_of_clips() {
    let (graph, report) = graph(&LIBRARY);
    let targets: Vec<u32> = graph.actions.iter().map(|action| action.to.0).collect();
    let components = strongly_connected(&graph.action_starts, &targets);
    assert_eq!(components.sizes, [graph.states() as u32]);
    for state in (0..graph.states() as u32).map(StateId) {
        let frame = graph.state_frames[state.index()];
        assert!(!graph.actions_of(state).is_empty());
        for action in graph.actions_of(state) {
            let last = FrameId(action.first + action.frames - 1);
            assert_eq!(graph.state_frames[action.to.index()], last);
            assert_eq!(LIBRARY.clip_of(FrameId(action.first)), LIBRARY.clip_of(last));
            assert_eq!(action.cost == 0.0, action.first == frame.0 + 1, "{action:?}");
        }
    }
    assert_eq!((report.states, report.actions), (graph.states(), graph.actions.len()));
}

#[test]
fn the_report_counts_every_lost_frame() {
    let (graph, report) = graph(&LIBRARY);
    let lost: usize = report.lost.iter().map(|l| l.dead_ends + l.unreachable + l.apart).sum();
    assert_eq!(report.kept_frames + lost, report.frames);
    assert!(report.kept_frames as f32 >= 0.8 * report.frames as f32, "{report:?}");
    assert!(report.dearest <= GraphConfig::default().most_threshold);
    assert!(graph.actions.iter().all(|action| action.cost <= report.dearest));
    // The very last frame of the library goes nowhere by itself.
    let seconds: f32 = report.lost.iter().map(|l| l.lost_secs).sum();
    assert!((seconds - lost as f32 / 30.0).abs() < 1e-2);
}

#[test]
fn threads_do_not_matter() {
    let pool =
        |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let small = library(&performance(), 700);
    let [one, three] = [1, 3].map(|threads| pool(threads).install(|| graph(&small)));
    assert_eq!(one, three);
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let wrong = |change: fn(&mut GraphConfig)| {
        let mut config = GraphConfig::default();
        change(&mut config);
        build_graph(&library(&performance(), 100), &config).expect_err("refused")
    };
    let negative = wrong(|config| config.angle_share = -1.0);
    assert!(negative.to_string().contains("graph.angle_share is -1"), "{negative}");
    let none = wrong(|config| {
        config.joint_weights = sidestep_pose_graph::JointWeights {
            hips: 0.0,
            knees: 0.0,
            shoulders: 0.0,
            elbows: 0.0,
            root: 0.0,
            others: 0.0,
        };
    });
    assert_eq!(none, GraphError::NoJoint);
    let apart = wrong(|config| (config.threshold, config.most_threshold) = (0.0, 0.0));
    assert!(matches!(apart, GraphError::Unconnected { .. }), "{apart}");
    let one_frame = library(&performance(), 1);
    let short = build_graph(&one_frame, &GraphConfig::default()).expect_err("refused");
    assert_eq!(short, GraphError::TooShort);
}

/// Each step is an edge of the graph between frames that stay, and the seed alone decides.
#[test]
fn a_walk_goes_where_the_graph_leads() {
    let connected = build_pose_graph(&LIBRARY, &GraphConfig::default()).expect("a graph");
    let walk = |seed| Walk::new(&connected, &WalkConfig::default(), seed).take(3_000);
    let steps: Vec<WalkStep> = walk(5).collect();
    for pair in steps.windows(2) {
        let (from, to) = (pair[0].frame.0, pair[1].frame.0);
        assert!(connected.kept[to as usize]);
        let mut jumps = connected.graph.jumps_of(from);
        match pair[1].is_jump {
            true => assert!(jumps.any(|jump| jump == (to, pair[1].cost))),
            false => {
                assert!(to == from + 1 && connected.graph.edges_of(from).any(|e| e == (to, 0.0)))
            }
        }
    }
    let jumps = steps.iter().filter(|step| step.is_jump).count();
    assert!((30..600).contains(&jumps), "{jumps} jumps");
    assert!(walk(5).eq(steps.iter().copied()) && !walk(6).eq(steps));
}

proptest! {
    /// Tarjan's components are those that petgraph finds.
    #[test]
    fn components_are_those_of_petgraph(
        nodes in 1_u32..40,
        edges in prop::collection::vec((0_u32..40, 0_u32..40), 0..120),
    ) {
        let mut rows = vec![Vec::new(); nodes as usize];
        let mut other = petgraph::graph::DiGraph::<(), ()>::new();
        let ids: Vec<_> = (0..nodes).map(|_| other.add_node(())).collect();
        for (from, to) in edges.iter().map(|(from, to)| (from % nodes, to % nodes)) {
            rows[from as usize].push(to);
            other.add_edge(ids[from as usize], ids[to as usize], ());
        }
        let mut starts = vec![0];
        let mut targets = Vec::new();
        for row in &rows {
            targets.extend_from_slice(row);
            starts.push(targets.len() as u32);
        }
        let components = strongly_connected(&starts, &targets);
        let expected = petgraph::algo::tarjan_scc(&other);
        prop_assert_eq!(components.sizes.len(), expected.len());
        for together in expected {
            let number = components.of[together[0].index()];
            prop_assert_eq!(components.sizes[number as usize] as usize, together.len());
            prop_assert!(together.iter().all(|node| components.of[node.index()] == number));
        }
    }
}

/// A chain of a million frames would overflow a recursion.
#[test]
fn long_chains_are_no_trouble() {
    let nodes = 1_000_000_u32;
    let starts: Vec<u32> = (0..=nodes).collect();
    let ring: Vec<u32> = (0..nodes).map(|node| (node + 1) % nodes).collect();
    assert_eq!(strongly_connected(&starts, &ring).sizes, [nodes]);
}
