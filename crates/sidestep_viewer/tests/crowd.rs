//! Stories of the crowd with somebody in it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use sidestep_viewer::stage::{
    Setting,
    event::Event,
    frame::{self, FrameHead},
    play::Play,
    wish::Wish,
};
use support::{no_clock, setting, walkers};

/// Two streams of 30 each that cross in the middle, and somebody at the corner.
fn crossing() -> Play {
    let setting = Setting {
        count: Some(60),
        scene: Some("crossing".to_owned()),
        ..setting("crowd", &["w_matching"])
    };
    Play::new(&setting, &walkers()).unwrap()
}

fn reach(x: f32, z: f32) -> Event {
    let wish = Wish::Reach { x, z, facing: None, speed: Some(1.3), gait: None };
    Event::Wish { wish, actor: None, clock: None }
}

/// The distance from the actor to the nearest of the crowd.
fn nearest(play: &Play) -> f32 {
    let me = play.stage().actors()[0].character.ground();
    let crowd = play.stage().crowd().unwrap();
    let distance = |(x, z): (f32, f32)| ((x - me.x).powi(2) + (z - me.z).powi(2)).sqrt();
    crowd.placements.iter().map(|one| distance((one.x, one.z))).fold(f32::INFINITY, f32::min)
}

fn bits(play: &Play) -> Vec<u8> {
    let mut bytes = Vec::new();
    frame::write(play.stage(), &FrameHead::default(), &[], &mut bytes);
    bytes
}

#[test]
fn who_stands_where_streams_cross_is_walked_around() {
    let mut play = crossing();
    // Into the middle along a diagonal, before the streams are there, and to stay.
    play.happen(&reach(0.0, 0.0)).unwrap();
    let (mut least, mut met) = (f32::INFINITY, 0);
    for _ in 0..60 * 60 {
        play.advance(&no_clock);
        let distance = nearest(&play);
        least = least.min(distance);
        met += u32::from(distance < 1.0);
    }
    let me = play.stage().actors()[0].character.ground();
    assert!(me.x.hypot(me.z) < 1.5, "it is at {me:?}");
    assert!(met > 60, "the streams hardly met it: {met} ticks within a metre");
    assert!(least > 0.5, "somebody came to {least} m");
    // Both streams have come through: everybody is beyond the middle.
    let crowd = play.stage().crowd().unwrap().placements;
    let through = crowd.iter().filter(|one| one.z.max(one.x) > 9.0).count();
    assert_eq!(through, crowd.len());
}

#[test]
fn seeking_knows_how_the_crowd_gave_way() {
    let mut play = crossing();
    let mut seen = vec![bits(&play)];
    for tick in 0..600 {
        match tick {
            30 => play.happen(&reach(0.0, 0.0)).unwrap(),
            400 => play.happen(&reach(5.0, 9.0)).unwrap(),
            _ => {}
        }
        play.advance(&no_clock);
        seen.push(bits(&play));
    }
    for tick in [599, 61, 450, 449, 0, 600] {
        play.seek(tick, &no_clock);
        let (now, then) = (bits(&play), &seen[tick as usize]);
        let differs = now.iter().zip(then).position(|(a, b)| a != b);
        assert_eq!((now.len(), differs), (then.len(), None), "tick {tick}");
    }
}
