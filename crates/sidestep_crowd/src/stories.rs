//! Stories of whole crowds on the toy map.

use crate::{
    Census, Correction, Crowd, CrowdConfig, Detail, Figures, Guest, Placement, Scene, SceneKind,
    Spot, toy,
};
use glam::Vec2;

fn run(scene: Scene, secs: u32, config: CrowdConfig) -> (Crowd, Figures) {
    let mut crowd = Crowd::new(&toy::repertoire(), scene, config);
    let mut census = Census::new();
    for _ in 0..secs * 30 {
        crowd.advance();
        census.observe(&crowd);
    }
    (crowd, census.figures())
}

fn avoiding() -> CrowdConfig {
    CrowdConfig { avoid: true, ..CrowdConfig::default() }
}

fn scene(spots: &[(Vec2, Vec2)]) -> Scene {
    let spots = spots.iter().map(|(from, to)| Spot::straight(*from, *to)).collect();
    Scene { spots, maze: None, wander: None }
}

#[test]
fn a_lone_walker_goes_straight_at_the_speed_of_its_data() {
    let far = scene(&[(Vec2::new(2.0, 1.0), Vec2::new(2.0, 99.0))]);
    let (crowd, _) = run(far, 10, CrowdConfig::default());
    let Placement { x, z, heading, .. } = crowd.placements()[0];
    // 1.4 m/s for 10 s; a first step that turns may cost a little.
    assert!((x - 2.0).abs() < 0.3 && heading.abs() < 0.1, "{x} {heading}");
    assert!(z > 1.0 + 13.5 && z < 1.0 + 14.1, "{z}");
}

#[test]
fn everybody_who_wanders_gets_somewhere_at_every_detail() {
    for detail in [Detail::Far, Detail::Middle, Detail::Near] {
        let scene = Scene::new(SceneKind::Field, 50, 1).unwrap();
        let (_, figures) = run(scene, 60, CrowdConfig { detail, ..CrowdConfig::default() });
        assert!(figures.arrived_fraction > 0.9, "{detail:?}: {figures:?}");
    }
}

#[test]
fn a_camera_gives_detail_to_those_near_it() {
    let spots: Vec<_> = (0_u8..4)
        .map(|i| Vec2::new(30.0 * f32::from(i), 0.0))
        .map(|place| (place, place + Vec2::new(0.0, 50.0)))
        .collect();
    let config = CrowdConfig { camera: Some(Vec2::ZERO), ..CrowdConfig::default() };
    let (crowd, _) = run(scene(&spots), 2, config);
    let details: Vec<Detail> = (0..4).map(|i| crowd.detail(i)).collect();
    assert_eq!(details, [Detail::Near, Detail::Middle, Detail::Far, Detail::Far]);
}

#[test]
fn two_who_meet_pass_each_other_without_any_correction() {
    let (a, b) = (Vec2::new(0.0, -6.0), Vec2::new(0.0, 6.0));
    let config = CrowdConfig { correction: Correction::NONE, ..avoiding() };
    let (_, figures) = run(scene(&[(a, b), (b, a)]), 20, config);
    assert_eq!((figures.overlap_fraction, figures.arrived_fraction), (0.0, 1.0), "{figures:?}");
    assert_eq!((figures.slide_mean, figures.turn_mean, figures.rate_mean), (0.0, 0.0, 1.0));
    // The same two without minding each other walk through each other.
    let (_, heedless) = run(scene(&[(a, b), (b, a)]), 20, CrowdConfig::default());
    assert!(heedless.nearest_metres < 0.3, "{heedless:?}");
}

#[test]
fn streams_cross_and_a_circle_swaps() {
    for (kind, characters) in [(SceneKind::Crossing, 80), (SceneKind::CircleSwap, 30)] {
        let scene = Scene::new(kind, characters, 1).unwrap();
        let (_, figures) = run(scene, 60, avoiding());
        assert!(figures.near_pairs > 500, "{kind:?}: nobody met anybody, {figures:?}");
        assert!(figures.overlap_fraction < 0.002, "{kind:?}: {figures:?}");
        assert_eq!(figures.arrived_fraction, 1.0, "{kind:?}: {figures:?}");
        assert!(figures.slide_mean < 0.01, "{kind:?}: {figures:?}");
    }
}

/// Lets streams cross for a minute where a guest is, seen or not; gives the least distance to it and
/// the crowd.
fn cross(mut guest: Guest, is_seen: bool) -> (f32, Crowd) {
    let scene = Scene::new(SceneKind::Crossing, 80, 1).unwrap();
    let mut crowd = Crowd::new(&toy::repertoire(), scene, avoiding());
    let mut nearest = f32::INFINITY;
    for _ in 0..60 * 30 {
        if is_seen {
            crowd.set_guests(&[guest]);
        }
        crowd.advance();
        guest.position += guest.velocity / 30.0;
        for placement in crowd.placements() {
            nearest = nearest.min(Vec2::new(placement.x, placement.z).distance(guest.position));
        }
    }
    (nearest, crowd)
}

#[test]
fn guests_are_walked_around() {
    let walking = Guest { position: Vec2::new(9.0, 9.0), velocity: Vec2::new(-0.5, -0.9) };
    for guest in [Guest::default(), walking] {
        let (nearest, crowd) = cross(guest, true);
        assert!(nearest > 0.5, "somebody came to {nearest} m from {guest:?}");
        let arrived = (0..crowd.len()).filter(|i| crowd.reached(*i) > 0).count();
        assert_eq!(arrived, crowd.len(), "{guest:?}");
    }
    // Unseen, it is walked through: the streams do meet it.
    let (nearest, _) = cross(Guest::default(), false);
    assert!(nearest < 0.3, "{nearest}");
}

#[test]
fn walls_are_walked_around() {
    let scene = Scene::new(SceneKind::Station, 40, 1).unwrap();
    let mut crowd = Crowd::new(&toy::repertoire(), scene, avoiding());
    let mut room = f32::INFINITY;
    for _ in 0..60 * 30 {
        crowd.advance();
        for placement in crowd.placements() {
            let place = Vec2::new(placement.x, placement.z);
            room = room.min(crowd.scene().maze.as_ref().unwrap().room(place));
        }
    }
    assert!(room > 0.05, "a body came to {room} m from a wall");
    let arrived = (0..crowd.len()).filter(|i| crowd.reached(*i) > 0).count();
    assert_eq!(arrived, crowd.len());
}

#[test]
fn corrections_keep_their_bounds() {
    let scene = Scene::new(SceneKind::CircleSwap, 40, 2).unwrap();
    let mut crowd = Crowd::new(&toy::repertoire(), scene, avoiding());
    let bounds = Correction::default();
    for _ in 0..20 * 30 {
        crowd.advance();
        for i in 0..crowd.len() {
            let (rate, slide, turn) = crowd.correction(i);
            assert!(rate >= bounds.rate.0 && rate <= bounds.rate.1, "{rate}");
            assert!(slide <= bounds.slide * 1.0001 && turn <= bounds.turn, "{slide} {turn}");
        }
    }
}

#[test]
fn a_census_knows_who_is_stuck() {
    // Two that stand side by side, one of them at its target: nobody moves, the other is stuck.
    let here = Vec2::new(1.0, 1.0);
    let config = CrowdConfig { speed: Some(0.0), ..avoiding() };
    let spots = scene(&[(here, here), (here + Vec2::new(0.9, 0.0), here + Vec2::new(9.0, 0.0))]);
    let (_, figures) = run(spots, 15, config);
    assert_eq!(figures.stuck_fraction, 0.5, "{figures:?}");
    assert_eq!(figures.arrived_fraction, 0.5, "{figures:?}");
    assert!(figures.near_pairs > 0 && figures.nearest_metres < 1.0, "{figures:?}");
}
