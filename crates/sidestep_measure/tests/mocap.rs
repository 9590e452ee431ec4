//! Controllers on captured motion, where there is some.

use sidestep_clip_player::{ClipPlayerConfig, build};
use sidestep_control::{Animate, Character, Start};
use sidestep_import::{manifest, read};
use sidestep_measure::{CostHooks, Settings, Source, Subject};
use sidestep_motion::{Clip, MotionLibrary, contact_detection::ContactConfig, resample::resample};
use sidestep_motion_field::{Follower, FollowerConfig};
use std::{path::Path, sync::Arc, time::Instant};

fn library(folder: &Path, name: &str) -> Arc<MotionLibrary> {
    let text = std::fs::read_to_string(folder.join(name)).expect("a manifest");
    let takes = manifest::parse(name, &text).expect("a sound manifest");
    let clip = |take: &sidestep_import::Take| -> Clip {
        let bytes = std::fs::read(folder.join(&take.file)).expect("a listed file");
        let imported = read(&take.file, &bytes, &take.options, &|_| None).expect("a sound file");
        resample(&imported.clips[0], 30.0)
    };
    let mut clips: Vec<Clip> = takes.iter().map(clip).collect();
    let skeleton = Arc::clone(&clips[0].skeleton);
    clips.retain(|clip| clip.skeleton.same_shape(&skeleton, 1e-3));
    clips.iter_mut().for_each(|clip| clip.skeleton = Arc::clone(&skeleton));
    Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default()).expect("sound clips"))
}

#[test]
fn the_clip_player_on_corpus_b() {
    let Ok(folder) = std::env::var("SIDESTEP_MOCAP") else {
        println!("skipped: SIDESTEP_MOCAP is not set");
        return;
    };
    let library = library(&Path::new(&folder).join("cmu"), "corpus-b.txt");
    let player = Arc::new(build(&library, &ClipPlayerConfig::default()).unwrap());
    let spawn = |start: Start<'_>| -> Box<dyn Animate> { Box::new(Character::new(&player, start)) };
    let begun = Instant::now();
    let source = Source::of(&library);
    println!("{} frames, source in {:?}", library.len(), begun.elapsed());
    let subject = Subject { library: &library, spawn: &spawn };
    let settings = Settings { n: 90, steered_starts: 4, ..Settings::default() };
    let response = sidestep_measure::response(&subject, &source, &settings);
    println!("{}", serde_json::to_string_pretty(&response).unwrap());
    assert_eq!(response.finite_fraction, 1.0);
    assert!(response.censored_avg_secs < 2.5 && response.turn_rate_ratio < 1.1);
    let chaos = sidestep_measure::chaos(&subject, &source, &settings);
    println!("{chaos:?}");
    assert_eq!(chaos.finite_fraction, 1.0);
    let speed = sidestep_measure::speed_task(&subject, &source, &settings);
    println!("{speed:?} {:?}", sidestep_measure::transitions(&subject, &source, &settings));
    let short = Settings { passive_starts: 4, passive_secs: 30, ..settings };
    println!("{:?}", sidestep_measure::passive(&subject, &source, &short));
    let cpu_secs = || begun.elapsed().as_secs_f64();
    let hooks = CostHooks { cpu_secs: &cpu_secs, allocations: &|| None };
    println!("{:?}", sidestep_measure::cost(&subject, &source, &settings, hooks));
}

/// Hardly anybody stands in this data: a follower that cannot rejoin a moment of rest walks on for ever.
#[test]
fn the_follower_on_corpus_b_stands_when_it_is_told_to() {
    let Ok(folder) = std::env::var("SIDESTEP_MOCAP") else {
        println!("skipped: SIDESTEP_MOCAP is not set");
        return;
    };
    let library = library(&Path::new(&folder).join("cmu"), "corpus-b.txt");
    let follower = Arc::new(Follower::build(&library, &FollowerConfig::agile()).unwrap());
    let spawn =
        |start: Start<'_>| -> Box<dyn Animate> { Box::new(Character::new(&follower, start)) };
    let subject = Subject { library: &library, spawn: &spawn };
    let settings = Settings { n: 24, ..Settings::default() };
    let found = sidestep_measure::start_stop(&subject, &Source::of(&library), &settings);
    assert!(found.restless_fraction <= 0.1, "{} go on", found.restless_fraction);
    assert!(found.drift_m_per_10s < 0.5, "{} m in ten seconds", found.drift_m_per_10s);
}
