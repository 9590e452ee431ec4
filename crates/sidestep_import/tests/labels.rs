//! Labels in frames of a file, their moments, the hands, and the ball that follows from them.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and talk")]

mod common;

use common::{Frame, PLAIN, bvh};
use sidestep_import::{
    FrameLabel, ImportOptions, LabelSpan,
    lab::{self, LabRecord},
    read,
};
use sidestep_motion::{
    Clip, Held, JointMotion, Label, Role, Side,
    ball::{self, BallConfig, Flight},
    contact_detection::estimate_floor,
    mirror::MirrorMap,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// 100 frames at 100 Hz.
fn import(options: &ImportOptions) -> Clip {
    let frames = [Frame { hips: [0.0, 0.88, 0.0], arm_degrees: 40.0 }; 100];
    read("a_1.bvh", bvh(PLAIN, &frames).as_bytes(), options, &|_| None).unwrap().clips.remove(0)
}

fn frame_label(name: &str, frames: std::ops::Range<usize>, moment: Option<usize>) -> FrameLabel {
    FrameLabel { name: name.to_owned(), frames, moment }
}

#[test]
fn frames_of_a_file_are_shifted_by_drops_trims_and_steps() {
    let options = ImportOptions {
        drop_first_frames: Some(5),
        range_secs: Some((0.1, 0.8)),
        target_rate_hz: Some(50.0),
        labels: vec![LabelSpan::whole("pass"), LabelSpan::whole("game")],
        frame_labels: vec![
            frame_label("pass", 21..31, Some(24)),
            frame_label("early", 0..15, None),
            frame_label("cut", 0..20, Some(9)),
            frame_label("late", 80..200, Some(90)),
        ],
        ..ImportOptions::default()
    };
    // Frames 15, 17, …, 83 of the file are the clip.
    let clip = import(&options);
    assert_eq!((clip.len(), clip.rate_hz), (35, 50.0));
    let label = |name: &str, frames, moment| Label { moment, ..Label::new(name, frames) };
    let expected = [
        Label::new("game", 0..35),
        // 21 is the fourth frame, 31 the first one after; 24 lies between 23 and 25.
        label("pass", 3..8, Some(5)),
        label("cut", 0..3, None),
        label("late", 33..35, None),
    ];
    assert_eq!(clip.labels, expected);
    assert!(clip.objects.is_empty() && clip.provenance.source == "a_1.bvh");
}

#[test]
fn times_of_a_manifest_give_a_moment() {
    let pass = LabelSpan {
        name: "pass".to_owned(),
        range_secs: Some((0.3, 0.5)),
        moment_secs: Some(0.42),
    };
    let outside = LabelSpan { moment_secs: Some(0.95), ..pass.clone() };
    let options = ImportOptions {
        range_secs: Some((0.2, 0.9)),
        labels: vec![pass, outside],
        ..ImportOptions::default()
    };
    let clip = import(&options);
    assert_eq!(clip.labels[0], Label { moment: Some(22), ..Label::new("pass", 10..30) });
    assert_eq!(clip.labels[1].moment, None);
}

#[test]
fn labelled_hands_get_a_ball_and_say_so() {
    let holds = Label::hand_holds(Side::Left);
    let options = ImportOptions {
        frame_labels: vec![frame_label(holds, 10..20, None), frame_label(holds, 40..50, None)],
        ..ImportOptions::default()
    };
    let clip = import(&options);
    let [track] = clip.objects.as_slice() else { panic!("{:?}", clip.objects) };
    assert_eq!((track.start, track.end()), (10, 50));
    let hand = clip.skeleton.roles().get(Role::Hand(Side::Left)).unwrap();
    assert_eq!(track.at(12).unwrap().held_by, Held::By(hand));
    assert_eq!(track.at(30).unwrap().held_by, Held::Free);
    assert_eq!(clip.provenance.source, format!("a_1.bvh; {}", ball::SYNTHESISED));
    assert_eq!(clip.contacts, None, "feet are still to be detected");
    clip.check().unwrap();
}

fn snu() -> Option<PathBuf> {
    let root =
        std::env::var_os("SIDESTEP_MOCAP").map(|root| PathBuf::from(root).join("snu/basketball"));
    if root.is_none() {
        println!("skipped: SIDESTEP_MOCAP is not set");
    }
    root
}

fn records(folder: &Path) -> (usize, Vec<LabRecord>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let all = paths.iter().flat_map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        lab::parse(name, &fs::read(path).unwrap()).unwrap()
    });
    (paths.len(), all.collect())
}

/// Files, records, and records of recordings that are not there, as the notes on the data have them.
#[test]
fn snu_has_its_625_actions_617_contacts_and_530_stretches() {
    let Some(root) = snu() else { return };
    for (folder, files, count, absent) in
        [("annotation", 34, 625, 0), ("ball", 33, 617, 47), ("transition", 37, 530, 147)]
    {
        let (found, records) = records(&root.join(folder));
        assert_eq!((found, records.len()), (files, count), "{folder}");
        let missing = |record: &&LabRecord| !root.join("motion").join(&record.file).exists();
        assert_eq!(records.iter().filter(missing).count(), absent, "{folder}");
        for record in &records {
            assert!(lab::labels_of(&records, &record.file).1.is_empty(), "{}", record.file);
        }
    }
    let (_, actions) = records(&root.join("annotation"));
    assert_eq!(actions.iter().filter(|record| !record.include).count(), 17);
    let count = |kind: &str| actions.iter().filter(|record| record.kind == kind).count();
    assert_eq!(["dribble", "mark", "pass", "pass'", "kick"].map(count), [146, 121, 33, 37, 1]);
}

/// A throw ends with its moment, a catch begins with it: all 135 moments are such an edge.
#[test]
fn snu_moments_are_edges_of_contacts() {
    let Some(root) = snu() else { return };
    let (_, actions) = records(&root.join("annotation"));
    let (_, contacts) = records(&root.join("ball"));
    let mut edges = 0;
    for action in &actions {
        let throws = ["pass", "pass_long", "shoot", "shoot_near"].contains(&action.kind.as_str());
        let catches = ["pass'", "catch", "pickup"].contains(&action.kind.as_str());
        let Some(moment) = action.moment.filter(|_| throws || catches) else { continue };
        let own = contacts.iter().filter(|contact| contact.file == action.file);
        let is_edge = |contact: &LabRecord| match throws {
            true => contact.frames.end == moment + 1,
            false => contact.frames.start == moment,
        };
        assert!(own.clone().count() == 0 || own.clone().any(is_edge), "{action:?}");
        edges += usize::from(own.clone().any(is_edge));
    }
    assert_eq!(edges, 135);
}

/// Every dribble of one hand has a flight with one bounce, after 0.09 s and at 6.2 m/s (medians).
#[test]
fn snu_dribbles_bounce_as_the_notes_on_the_data_say() {
    let Some(root) = snu() else { return };
    let (_, contacts) = records(&root.join("ball"));
    let mut by_file: BTreeMap<&str, Vec<&LabRecord>> = BTreeMap::new();
    for contact in &contacts {
        by_file.entry(&contact.file).or_default().push(contact);
    }
    let config = BallConfig::default();
    let (mut bounces, mut impacts, mut flights) = (Vec::new(), Vec::new(), 0);
    for file in by_file.keys() {
        let path = root.join("motion").join(file);
        let Ok(bytes) = fs::read(&path) else { continue };
        let options = ImportOptions {
            unit_m: Some(0.01),
            frame_labels: lab::labels_of(&contacts, file).0,
            drop_first_frames: Some(0),
            ..ImportOptions::default()
        };
        let clip = read(file, &bytes, &options, &|_| None).unwrap().clips.remove(0);
        let floor = clip.floor.unwrap_or_else(|| estimate_floor(&JointMotion::of(&clip)));
        for track in &clip.objects {
            for (from, to, length) in free_stretches(&clip, track) {
                flights += 1;
                let secs = length as f32 / clip.rate_hz;
                let lowest = (from.1 + 1..to.1)
                    .map(|frame| track.at(frame).unwrap().position.y)
                    .fold(f32::INFINITY, f32::min);
                let ends = from.0.y.min(to.0.y);
                if lowest < ends - 0.1 {
                    // The bounce lies on a frame: there the ball is on the floor.
                    assert!((lowest - floor - config.radius).abs() < 1e-4, "{file}: {lowest}");
                    let flight = Flight::bouncing(from.0, to.0, secs, 0.0, &config).unwrap();
                    bounces.push(flight.bounce().unwrap().secs);
                    impacts.push(flight.bounce().unwrap().impact);
                }
            }
        }
    }
    bounces.sort_by(f32::total_cmp);
    impacts.sort_by(f32::total_cmp);
    let median = |values: &[f32]| values[values.len() / 2];
    println!(
        "{flights} flights, {} bounces after {:.3} s at {:.2} m/s",
        bounces.len(),
        median(&bounces),
        median(&impacts)
    );
    assert!(bounces.len() >= 147, "{} of {flights}", bounces.len());
    assert!((median(&bounces) - 0.09).abs() < 0.015, "{}", median(&bounces));
    assert!((median(&impacts) - 6.2).abs() < 0.5, "{}", median(&impacts));
}

/// The ball of the mirror image is the mirror image of the ball: palms are mirrored too.
#[test]
fn snu_balls_are_mirrored_with_their_hands() {
    let Some(root) = snu() else { return };
    let (_, contacts) = records(&root.join("ball"));
    let file = "s_003_1_1.bvh";
    let options = ImportOptions {
        unit_m: Some(0.01),
        frame_labels: lab::labels_of(&contacts, file).0,
        drop_first_frames: Some(0),
        ..ImportOptions::default()
    };
    let bytes = fs::read(root.join("motion").join(file)).unwrap();
    let clip = read(file, &bytes, &options, &|_| None).unwrap().clips.remove(0);
    let mirrored = MirrorMap::new(&clip.skeleton).mirror_clip(&clip);
    let anew = ball::synthesise(&mirrored, &BallConfig::default());
    assert_eq!(anew.len(), mirrored.objects.len());
    for (anew, mirrored) in anew.iter().zip(&mirrored.objects) {
        for (anew, mirrored) in anew.frames.iter().zip(&mirrored.frames) {
            let hands = |held: Held| held.joints().collect::<BTreeSet<_>>();
            assert_eq!(hands(anew.held_by), hands(mirrored.held_by));
            let apart = anew.position.distance(mirrored.position);
            // Palms that are a little beside each other can lead to a bounce on another frame.
            let is_free = hands(anew.held_by).is_empty();
            assert!(is_free || apart < 0.03, "{apart}: {anew:?} {mirrored:?}");
        }
    }
}

type End = (glam::Vec3, usize);

/// The last place and frame in a hand, the next ones, and the frames between.
fn free_stretches(clip: &Clip, track: &sidestep_motion::ObjectTrack) -> Vec<(End, End, usize)> {
    let mut stretches = Vec::new();
    let mut last: Option<End> = None;
    for frame in track.start as usize..track.end().min(clip.len()) {
        let object = track.at(frame).unwrap();
        if object.held_by.is_free() {
            continue;
        }
        if let Some(from) = last.filter(|from| frame > from.1 + 1) {
            stretches.push((from, (object.position, frame), frame - from.1));
        }
        last = Some((object.position, frame));
    }
    stretches
}
