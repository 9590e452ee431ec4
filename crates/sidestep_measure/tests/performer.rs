//! The clip player on the synthetic performer: the whole benchmark in small.

use sidestep_clip_player::{ClipPlayerConfig, build};
use sidestep_control::{Animate, Character, Start};
use sidestep_measure::{Settings, Source, Subject};
use sidestep_motion::{Clip, MotionLibrary, contact_detection::ContactConfig, resample::resample};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

#[test]
fn the_clip_player_on_the_performer() {
    let clips = perform(&PerformerConfig::default());
    let clips: Vec<Clip> = clips.iter().map(|clip| resample(clip, 30.0)).collect();
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
    let library = Arc::new(library);
    let player = Arc::new(build(&library, &ClipPlayerConfig::default()).unwrap());
    let spawn = |start: Start<'_>| -> Box<dyn Animate> { Box::new(Character::new(&player, start)) };
    let source = Source::of(&library);
    let subject = Subject { library: &library, spawn: &spawn };
    let settings = Settings {
        n: 24,
        steered_starts: 2,
        passive_starts: 2,
        passive_secs: 20,
        ..Settings::default()
    };
    let response = sidestep_measure::response(&subject, &source, &settings);
    println!("{} frames {response:#?}", library.len());
    assert_eq!((response.n, response.finite_fraction), (24, 1.0));
    assert!(response.censored_avg_secs < 2.0 && response.never_fraction < 0.2);
    assert!(response.settle_min_secs <= response.settle_avg_secs);
    assert!(response.turn_rate_ratio < 1.1, "no turning beyond what the actor did");
    assert!(response.skate_cm_per_s < 6.0);
    assert!(
        Some(response.skate_cm_per_s) < response.skate_before_ik_cm_per_s.map(|speed| 0.7 * speed)
    );
    assert_eq!(response, sidestep_measure::response(&subject, &source, &settings));
    let chaos = sidestep_measure::chaos(&subject, &source, &settings);
    assert_eq!(chaos.finite_fraction, 1.0);
    assert!(chaos.recovered_fraction > 0.9, "{chaos:?}");
    let speed = sidestep_measure::speed_task(&subject, &source, &settings);
    assert!(speed.from_standing_fraction > 0.8, "{speed:?}");
    let passive = sidestep_measure::passive(&subject, &source, &settings);
    println!("{chaos:?} {speed:?} {passive:?}");
    assert_eq!(passive.finite_fraction, 1.0);
}
