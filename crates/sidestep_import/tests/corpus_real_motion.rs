//! Facing, floors, contacts, resampling and retargeting on real recordings, with their figures.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed; figures are for whoever reads the run"
)]

use sidestep_import::{ImportOptions, Take, manifest, read};
use sidestep_motion::{
    Clip, Contacts, JointMotion, Role, Side, Skeleton,
    contact_detection::{ContactConfig, detect, estimate_floor},
    facing::{raw_heading, smoothed_headings},
    math::wrap_angle,
    resample::{resample, trim},
    retarget::retarget,
    shared_reference,
    skate::skate,
};
use std::{collections::BTreeMap, fs, path::PathBuf, sync::Arc, time::Instant};

fn mocap() -> Option<PathBuf> {
    let root = std::env::var_os("SIDESTEP_MOCAP").map(PathBuf::from);
    if root.is_none() {
        println!("skipped: SIDESTEP_MOCAP is not set");
    }
    root
}

/// One row of a manifest, cut and at the rate wanted by the functions under test.
struct Recording {
    file: String,
    clip: Clip,
}

/// The takes of a manifest at `rate_hz`, or at their own rates.
fn recordings(name: &str, rate_hz: Option<f32>) -> Option<Vec<Recording>> {
    let path = mocap()?.join(name);
    let takes = manifest::parse(name, &fs::read_to_string(&path).unwrap()).unwrap();
    let folder = path.parent().unwrap().to_owned();
    let recording = |take: Take| {
        let bytes = fs::read(folder.join(&take.file)).unwrap();
        let (start, end) = take.options.range_secs.unwrap();
        let whole =
            ImportOptions { range_secs: None, target_rate_hz: None, ..take.options.clone() };
        let clip = read(&take.file, &bytes, &whole, &|_| None).unwrap().clips.remove(0);
        let clip = trim(&clip, f64::from(start), f64::from(end));
        let clip = rate_hz.map_or_else(|| clip.clone(), |rate_hz| resample(&clip, rate_hz));
        let file = take.file.rsplit('/').next().unwrap().to_owned();
        Recording { file, clip }
    };
    Some(takes.into_iter().map(recording).collect())
}

/// Everything that is measured of feet, summed over clips.
#[derive(Default)]
struct Feet {
    frames: usize,
    contact_frames: usize,
    skate: f64,
    toe_speeds: Vec<f32>,
}

impl Feet {
    fn add(&mut self, clip: &Clip) {
        let motion = JointMotion::of(clip);
        let floor = clip.floor.unwrap_or_else(|| estimate_floor(&motion));
        let contacts = detect(&motion, floor, &ContactConfig::default());
        let skate = skate(&motion, &contacts);
        self.frames += clip.len();
        self.contact_frames += skate.contact_frames;
        self.skate += f64::from(skate.mean_speed) * skate.contact_frames as f64;
        self.toe_speeds.extend(toe_speeds(&motion, &contacts));
    }

    fn skate_cm_per_s(&self) -> f64 {
        100.0 * self.skate / self.contact_frames as f64
    }

    fn contact_fraction(&self) -> f64 {
        self.contact_frames as f64 / (2 * self.frames) as f64
    }

    fn median_toe_cm_per_s(&self) -> f32 {
        100.0 * median(self.toe_speeds.clone())
    }
}

fn toe_speeds(motion: &JointMotion, contacts: &[Contacts]) -> Vec<f32> {
    let mut speeds = Vec::new();
    for side in Side::BOTH {
        let toe = motion.skeleton.roles().get(Role::Toe(side)).unwrap().index();
        let inner = 1..motion.len().saturating_sub(1);
        for frame in inner.filter(|frame| contacts[*frame].get(side)) {
            let way = motion.frame(frame + 1)[toe] - motion.frame(frame - 1)[toe];
            speeds.push(0.5 * motion.rate_hz * way.with_y(0.0).length());
        }
    }
    speeds
}

fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[test]
fn locomotion_large_has_its_frames_at_30_hz() {
    let Some(recordings) = recordings("cmu/locomotion-large.txt", Some(30.0)) else { return };
    let frames: usize = recordings.iter().map(|recording| recording.clip.len()).sum();
    println!("{frames} frames at 30 Hz");
    assert!((34_028..=34_714).contains(&frames), "{frames}");
    assert!(recordings.iter().all(|recording| recording.clip.check().is_ok()));
}

/// `measurements.csv` holds, file by file, where the toe joints rest and which way the hips face.
#[test]
fn floors_and_headings_agree_with_the_survey_of_cmu() {
    let Some(recordings) = recordings("cmu/locomotion-large.txt", None) else { return };
    let survey = fs::read_to_string(mocap().unwrap().join("cmu/measurements.csv")).unwrap();
    let column =
        |name: &str| survey.lines().next().unwrap().split(',').position(|c| c == name).unwrap();
    let columns =
        ["toebase_floor_left_m", "toebase_floor_right_m", "facing_at_start_deg"].map(column);
    let (mut floors, mut headings) = (Vec::new(), Vec::new());
    for Recording { file, clip, .. } in &recordings {
        let row = survey.lines().find(|line| line.starts_with(file)).unwrap();
        let field = |column: usize| row.split(',').nth(column).unwrap().parse::<f32>().unwrap();
        let [left, right, facing] = columns.map(field);
        let motion = JointMotion::of(clip);
        floors.push((estimate_floor(&motion) - left.min(right)).abs());
        let heading = raw_heading(clip.skeleton.roles(), motion.frame(0)).unwrap();
        headings.push(wrap_angle(heading - facing.to_radians()).abs().to_degrees());
    }
    let most = |values: &[f32]| values.iter().copied().fold(0.0, f32::max);
    println!("floors: median {:.4} m, most {:.4} m off", median(floors.clone()), most(&floors));
    println!(
        "headings: median {:.1}, most {:.1} degrees off",
        median(headings.clone()),
        most(&headings)
    );
    assert!(median(floors.clone()) < 0.006 && most(&floors) < 0.04);
    assert!(median(headings.clone()) < 1.0 && most(&headings) < 8.0);
}

#[test]
fn smoothed_headings_swing_less_than_the_pelvis() {
    let Some(recordings) = recordings("cmu/locomotion-large.txt", Some(30.0)) else { return };
    let (mut raw_turn, mut smooth_turn) = (0.0, 0.0);
    // Subject 35 walks and runs straight ahead: all that turns is the gait.
    for Recording { clip, .. } in recordings.iter().filter(|r| r.file.starts_with("35_")) {
        let motion = JointMotion::of(clip);
        let hips = |frame: usize| {
            let roles = motion.skeleton.roles();
            let [left, right] = Side::BOTH
                .map(|side| motion.frame(frame)[roles.get(Role::Thigh(side)).unwrap().index()]);
            let line = left - right;
            sidestep_motion::math::atan2(-line.z, line.x)
        };
        let smooth = smoothed_headings(&motion);
        for frame in 1..motion.len() {
            raw_turn += wrap_angle(hips(frame) - hips(frame - 1)).abs();
            smooth_turn += (smooth[frame] - smooth[frame - 1]).abs();
        }
    }
    let share = smooth_turn / raw_turn;
    println!("the smoothed heading turns {share:.2} times as much as the pelvis");
    assert!(share < 0.5, "{share}");
}

#[test]
fn walking_feet_touch_for_two_thirds_of_the_time() {
    for rate_hz in [Some(30.0), Some(60.0), None] {
        let Some(recordings) = recordings("cmu/corpus-b.txt", rate_hz) else { return };
        let mut feet = Feet::default();
        recordings.iter().for_each(|recording| feet.add(&recording.clip));
        let (share, skate) = (feet.contact_fraction(), feet.skate_cm_per_s());
        println!("S69 at {rate_hz:?} Hz: contact {share:.3}, skate {skate:.2} cm/s");
        assert!((0.57..0.70).contains(&share), "{share}");
        assert!((5.0..8.0).contains(&skate), "{skate}");
    }
}

#[test]
fn quick_footwork_skates_as_its_survey_says() {
    let Some(recordings) = recordings("snu/agile-small.txt", Some(30.0)) else { return };
    let mut feet = Feet::default();
    recordings.iter().for_each(|recording| feet.add(&recording.clip));
    let (share, skate) = (feet.contact_fraction(), feet.skate_cm_per_s());
    println!("agile-small: contact {share:.3}, skate {skate:.2} cm/s");
    assert!((6.0..16.0).contains(&skate), "{skate}");
    assert!((0.3..0.6).contains(&share), "{share}");
    for Recording { file, clip, .. } in &recordings {
        let floor = estimate_floor(&JointMotion::of(clip));
        assert!(floor.abs() < 0.015, "{file}: {floor}");
    }
}

fn skeleton_of(recordings: &[Recording], actor: &str) -> Arc<Skeleton> {
    let of_actor = |recording: &&Recording| recording.file.starts_with(actor);
    Arc::clone(&recordings.iter().find(of_actor).unwrap().clip.skeleton)
}

/// Feet of the source and of the retargeted clips, by actor.
fn check_retargeting(recordings: &[Recording], target: &Arc<Skeleton>) {
    let mut feet: BTreeMap<&str, (Feet, Feet)> = BTreeMap::new();
    let (mut frames, mut secs) = (0, 0.0);
    // Stretches of takes lack the T-pose that others of the same skeleton have: they share one, as in
    // an import.
    let mut clips: Vec<Clip> = recordings.iter().map(|recording| recording.clip.clone()).collect();
    let mut target = Arc::clone(target);
    shared_reference::settle(&mut clips, &mut target);
    for (Recording { file, .. }, clip) in recordings.iter().zip(&clips) {
        let start = Instant::now();
        let result = retarget(clip, &target).unwrap();
        secs += start.elapsed().as_secs_f64();
        frames += clip.len();
        result.check().unwrap();
        let actor = file.split('_').next().unwrap();
        let (before, after) = feet.entry(actor).or_default();
        before.add(clip);
        after.add(&result);
    }
    println!("{frames} frames retargeted in {secs:.3} s");
    for (actor, (before, after)) in &feet {
        let (source, result) = (before.median_toe_cm_per_s(), after.median_toe_cm_per_s());
        println!(
            "{actor}: median toe speed {source:.2} -> {result:.2} cm/s, skate {:.2} -> {:.2} cm/s, \
             contact {:.3} -> {:.3}",
            before.skate_cm_per_s(),
            after.skate_cm_per_s(),
            before.contact_fraction(),
            after.contact_fraction(),
        );
        assert!(result <= source + 1.5, "{actor}: {source} -> {result}");
        let share = after.contact_fraction() / before.contact_fraction();
        assert!((0.85..1.15).contains(&share), "{actor}: contacts change by {share}");
    }
}

#[test]
fn retargeted_feet_of_cmu_slide_no_more_than_their_sources() {
    let Some(recordings) = recordings("cmu/locomotion-large.txt", Some(30.0)) else { return };
    check_retargeting(&recordings, &skeleton_of(&recordings, "69_"));
}

#[test]
fn footwork_goes_onto_the_cmu_body_and_back() {
    let Some(footwork) = recordings("snu/agile-small.txt", Some(30.0)) else { return };
    let Some(walks) = recordings("cmu/corpus-b.txt", Some(30.0)) else { return };
    check_retargeting(&footwork, &walks[0].clip.skeleton);
    check_retargeting(&walks, &footwork[0].clip.skeleton);
}

/// Directions of upper arms, forearms, thighs and shanks in the world are those of the source.
#[test]
fn limbs_of_another_skeleton_point_where_the_source_points() {
    let Some(footwork) = recordings("snu/agile-small.txt", Some(30.0)) else { return };
    let Some(walks) = recordings("cmu/corpus-b.txt", Some(30.0)) else { return };
    let limbs = |side| {
        [
            (Role::UpperArm(side), Role::Forearm(side), 2.0),
            (Role::Forearm(side), Role::Hand(side), 2.0),
            // Inverse kinematics may turn the legs a little.
            (Role::Thigh(side), Role::Shank(side), 12.0),
            (Role::Shank(side), Role::Foot(side), 12.0),
        ]
    };
    for (clip, target) in [(&footwork[0].clip, &walks[0].clip), (&walks[5].clip, &footwork[0].clip)]
    {
        let result = JointMotion::of(&retarget(clip, &target.skeleton).unwrap());
        let source = JointMotion::of(clip);
        for (from, to, tolerance) in Side::BOTH.into_iter().flat_map(limbs) {
            let direction = |motion: &JointMotion, frame: usize| {
                let place =
                    |role| motion.frame(frame)[motion.skeleton.roles().get(role).unwrap().index()];
                (place(to) - place(from)).normalize_or_zero()
            };
            let apart = |frame| {
                let cosine = direction(&source, frame).dot(direction(&result, frame));
                sidestep_motion::math::acos(cosine).to_degrees()
            };
            let apart = median((0..source.len()).map(apart).collect());
            assert!(apart < tolerance, "{}: {apart} degrees", from.name());
        }
    }
}

/// The T-pose at the start of a take becomes the T-pose of the target: no joint is twisted.
#[test]
fn a_t_pose_stays_a_t_pose() {
    let Some(root) = mocap() else { return };
    let Some(walks) = recordings("cmu/corpus-b.txt", Some(30.0)) else { return };
    let target = &walks[0].clip.skeleton;
    let name = "snu/basketball/motion/s_006_1_2.bvh";
    let bytes = fs::read(root.join(name)).unwrap();
    let clip = read(name, &bytes, &ImportOptions::default(), &|_| None).unwrap().clips.remove(0);
    let result = retarget(&trim(&clip, 0.0, 0.5), target).unwrap();
    for side in Side::BOTH {
        let parts = [Role::Clavicle(side), Role::UpperArm(side), Role::Forearm(side)];
        for role in parts.into_iter().chain([Role::Hand(side), Role::Shank(side), Role::Spine]) {
            let joint = target.roles().get(role).unwrap();
            let (now, rest) = (result.pose(5).rotations[joint.index()], target.joint(joint).rest);
            let off = sidestep_motion::math::angle_between(now, rest).to_degrees();
            println!("{}: {off:.1} degrees", role.name());
            assert!(off < 25.0, "{}: {off} degrees", role.name());
        }
    }
}
