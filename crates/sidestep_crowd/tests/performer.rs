//! A crowd of the synthetic performer: poses against the library, bits, allocations, joins.

#![expect(clippy::unwrap_used, reason = "tests stop where something fails")]

use glam::{Quat, Vec2, Vec3};
use sidestep_allocations::{Counting, count};
use sidestep_control::FootLockConfig;
use sidestep_crowd::{
    Census, Crowd, CrowdConfig, Detail, Guest, Placement, Repertoire, Scene, SceneKind, Spot,
};
use sidestep_mobility_map::{MapConfig, MobilityConfig, NormalForm, build};
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Pose, PoseRef, Role, Side,
    contact_detection::ContactConfig, kinematics::JointTransforms, math::angle_between, resample,
};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::{Arc, OnceLock};
use xxhash_rust::xxh3::xxh3_64;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Walking, turning, starting and stopping: enough for a small crowd, and quick to build.
fn repertoire() -> Arc<Repertoire> {
    static REPERTOIRE: OnceLock<Arc<Repertoire>> = OnceLock::new();
    let make = || {
        let clips = perform(&PerformerConfig { play: 0.2, ..PerformerConfig::default() });
        let wanted =
            ["idle", "walk_speeds", "walk_starts", "walk_turns", "walk_pivots", "spot", "tag_walk"];
        let clips: Vec<_> = clips
            .iter()
            .filter(|clip| wanted.iter().any(|name| clip.name.starts_with(name)))
            .map(|clip| resample::resample(clip, 30.0))
            .collect();
        let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
        let map = MapConfig { least_options: 6, ..MapConfig::default() };
        let config = MobilityConfig { map, ..MobilityConfig::default() };
        let map = build(&Arc::new(library), &config).unwrap();
        Arc::new(Repertoire::new(map.library(), map.graph(), map.table()).unwrap())
    };
    Arc::clone(REPERTOIRE.get_or_init(make))
}

fn crowd(kind: SceneKind, characters: usize, config: CrowdConfig) -> Crowd {
    Crowd::new(&repertoire(), Scene::new(kind, characters, 1).unwrap(), config)
}

fn ground(placement: &Placement) -> GroundTransform {
    GroundTransform::new(placement.x, placement.z, placement.heading)
}

#[test]
fn a_pose_is_its_library_frame_put_down_on_the_ground() {
    let config = CrowdConfig { detail: Detail::Far, ..CrowdConfig::default() };
    let mut crowd = crowd(SceneKind::Field, 20, config);
    let repertoire = repertoire();
    let library = repertoire.library();
    let form = NormalForm::of(library);
    let joints = library.skeleton().len();
    let mut pose = Pose::identity(joints);
    for _ in 0..90 {
        crowd.advance();
        crowd.write_poses();
        for (i, placement) in crowd.placements().iter().enumerate() {
            form.place(library, FrameId(placement.frame), ground(placement), &mut pose);
            assert!(crowd.root_positions()[i].abs_diff_eq(pose.root_position, 1e-4));
            let shown = &crowd.rotations()[i * joints..(i + 1) * joints];
            for (shown, expect) in shown.iter().zip(&pose.rotations) {
                assert!(shown.dot(*expect).abs() > 1.0 - 1e-5, "{shown} {expect}");
            }
        }
    }
}

/// Runs a crowd on so many threads and returns all it shows at the end.
fn bits(threads: usize, kind: SceneKind, avoid: bool) -> (Vec<Placement>, Vec<Quat>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut crowd = crowd(kind, 300, CrowdConfig { avoid, ..CrowdConfig::default() });
        for _ in 0..150 {
            crowd.advance();
            crowd.write_poses();
        }
        (crowd.placements().to_vec(), crowd.rotations().to_vec())
    })
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for (kind, avoid) in [(SceneKind::Crossing, true), (SceneKind::Field, false)] {
        assert_eq!(bits(1, kind, avoid), bits(3, kind, avoid), "{kind:?}");
    }
}

#[test]
fn a_frame_does_not_allocate() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let allocations = pool.install(|| {
        let mut crowd =
            crowd(SceneKind::CircleSwap, 60, CrowdConfig { avoid: true, ..CrowdConfig::default() });
        let frames = |crowd: &mut Crowd, frames: u32| {
            for _ in 0..frames {
                crowd.advance();
                crowd.write_poses();
            }
        };
        // Buffers grow until the crowd has been at its densest.
        frames(&mut crowd, 500);
        let before = count();
        frames(&mut crowd, 100);
        count() - before
    });
    assert_eq!(allocations, 0);
}

/// The greatest change of a joint's turn from one frame to the next, in radians a frame: what is seen
/// of a join. How fast joints turn says little, as the performer itself turns some faster than most
/// joins do.
fn worst_jolt(detail: Detail) -> f32 {
    let mut crowd = crowd(SceneKind::Field, 40, CrowdConfig { detail, ..CrowdConfig::default() });
    crowd.write_poses();
    let mut before = crowd.rotations().to_vec();
    let mut turns: Vec<Option<Quat>> = vec![None; before.len()];
    let mut worst = 0.0_f32;
    for _ in 0..300 {
        crowd.advance();
        crowd.write_poses();
        for ((a, b), turn) in before.iter().zip(crowd.rotations()).zip(&mut turns) {
            let now = *b * a.conjugate();
            let then = turn.replace(now).unwrap_or(now);
            worst = worst.max(angle_between(then, now));
        }
        before.copy_from_slice(crowd.rotations());
    }
    worst
}

#[test]
fn joins_of_near_characters_are_smoothed() {
    let (near, far) = (worst_jolt(Detail::Near), worst_jolt(Detail::Far));
    assert!(near < 0.8 * far, "{near} against {far}");
}

#[test]
fn streams_of_performers_cross() {
    let mut crowd =
        crowd(SceneKind::Crossing, 60, CrowdConfig { avoid: true, ..CrowdConfig::default() });
    let mut census = Census::new();
    for _ in 0..60 * 30 {
        crowd.advance();
        census.observe(&crowd);
    }
    let figures = census.figures();
    assert!(figures.overlap_fraction < 0.001 && figures.near_pairs > 1000, "{figures:?}");
    assert_eq!((figures.arrived_fraction, figures.stuck_fraction), (1.0, 0.0), "{figures:?}");
}

/// What twenty seconds of a crossing hash to: the place of everybody and all rotations, every second.
const PINNED_CROSSING: u64 = 0x0275609946b2bdfa;

#[test]
fn a_crossing_goes_as_pinned() {
    let mut crowd = crowd(SceneKind::Crossing, 40, CrowdConfig::default());
    let mut bytes = Vec::new();
    for _second in 0..20 {
        for _ in 0..30 {
            crowd.advance();
        }
        crowd.write_poses();
        let roots = crowd.root_positions().iter().flat_map(|root| root.to_array());
        let rotations = crowd.rotations().iter().flat_map(|rotation| rotation.to_array());
        bytes.extend(roots.chain(rotations).flat_map(|x| x.to_bits().to_le_bytes()));
    }
    let found = xxh3_64(&bytes);
    assert!(
        found == PINNED_CROSSING,
        "a crowd moves otherwise. If that was meant, look at it and pin 0x{found:016x}"
    );
}

fn walking() -> Spot {
    let start = GroundTransform::new(2.0, 3.0, 0.5);
    Spot { start, target: Vec2::new(8.0, 12.0), route: None }
}

#[test]
fn characters_come_and_go() {
    let config = CrowdConfig { avoid: true, ..CrowdConfig::default() };
    let mut crowd = crowd(SceneKind::Crossing, 130, config);
    let frames = |crowd: &mut Crowd, frames: u32| {
        for _ in 0..frames {
            crowd.advance();
            crowd.write_poses();
        }
    };
    frames(&mut crowd, 30);
    let joints = crowd.rotations().len() / crowd.len();
    crowd.set_guests(&[Guest { position: Vec2::ZERO, velocity: Vec2::ZERO }]);
    frames(&mut crowd, 2);
    assert_eq!(crowd.spawn(walking()), 130);
    assert_eq!(crowd.target(130), Vec2::new(8.0, 12.0));
    let [new, last] = [130, 129].map(|number: usize| crowd.placements()[number]);
    assert_eq!((new.x, new.z, new.heading), (2.0, 3.0, 0.5));
    // The one who came last, and was never shown, gets the number of the one who goes.
    crowd.despawn(7);
    assert_eq!((crowd.len(), crowd.placements()[7], crowd.placements()[129]), (130, new, last));
    frames(&mut crowd, 60);
    assert_eq!((crowd.placements().len(), crowd.rotations().len()), (130, 130 * joints));
    let way = Vec2::new(crowd.placements()[7].x - 2.0, crowd.placements()[7].z - 3.0).length();
    assert!(way > 0.5, "who came has gone {way} m in two seconds");
    let target = crowd.target(129);
    let shown: Vec<Quat> = crowd.rotations()[129 * joints..].to_vec();
    crowd.despawn(0);
    assert_eq!((crowd.len(), crowd.target(0)), (129, target));
    assert_eq!(crowd.rotations()[..joints], shown);
    while !crowd.is_empty() {
        crowd.despawn(crowd.len() / 2);
        frames(&mut crowd, 1);
    }
    crowd.spawn(walking());
    frames(&mut crowd, 30);
    assert!(crowd.rotations().iter().all(|rotation| rotation.is_finite()));
}

#[test]
fn time_passes_in_seconds() {
    let mut by_secs = crowd(SceneKind::Field, 10, CrowdConfig::default());
    let mut by_frames = by_secs.clone();
    let mut played = 0;
    for _ in 0..90 {
        played += by_secs.advance_secs(1.0 / 60.0);
    }
    assert!((44..=45).contains(&played), "{played}");
    (0..played).for_each(|_| by_frames.advance());
    assert_eq!(by_secs.placements(), by_frames.placements());
    assert_eq!(by_secs.advance_secs(f32::NAN), 0);
    assert_eq!(by_secs.advance_secs(-1.0), 0);
    assert!(by_secs.advance_secs(1e9) <= 31);
}

/// How fast planted toes slide on average in a crowd whose members mind each other, in metres a second.
fn skate(foot_lock: Option<FootLockConfig>, detail: Detail) -> f32 {
    let config = CrowdConfig { avoid: true, foot_lock, detail, ..CrowdConfig::default() };
    let mut crowd = crowd(SceneKind::CircleSwap, 24, config);
    let repertoire = repertoire();
    let library = repertoire.library();
    let joints = library.skeleton().len();
    let toes = Side::BOTH.map(|side| library.skeleton().roles().get(Role::Toe(side)).unwrap());
    let mut transforms = JointTransforms::new(joints);
    let mut before: Vec<Option<Vec3>> = vec![None; 2 * crowd.len()];
    let (mut way, mut frames) = (0.0, 0);
    for _ in 0..240 {
        crowd.advance();
        crowd.write_poses();
        for (index, placement) in crowd.placements().iter().enumerate() {
            let rotations = &crowd.rotations()[index * joints..(index + 1) * joints];
            let root_position = crowd.root_positions()[index];
            transforms.compute(library.skeleton(), PoseRef { root_position, rotations });
            for (side, toe) in Side::BOTH.into_iter().zip(toes) {
                let is_down = library.contacts(FrameId(placement.frame)).get(side);
                let now = is_down.then(|| transforms.position(toe));
                let then = std::mem::replace(&mut before[2 * index + side.index()], now);
                if let (Some(then), Some(now)) = (then, now) {
                    way += (now - then).with_y(0.0).length();
                    frames += 1;
                }
            }
        }
    }
    way / (frames as f32 * library.frame_secs())
}

#[test]
fn feet_of_near_characters_stay_where_they_are_locked() {
    let lock = Some(FootLockConfig::default());
    let [locked, free] = [lock, None].map(|lock| skate(lock, Detail::Near));
    assert!(locked < 0.5 * free, "{locked} m/s against {free}");
    let [far, free] = [lock, None].map(|lock| skate(lock, Detail::Far));
    assert_eq!(far, free, "nobody sees the feet of those who are far");
}
