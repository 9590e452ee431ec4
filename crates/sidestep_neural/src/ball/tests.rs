//! A ball that a made-up network plays with.

use super::*;
use crate::representation::Representation;
use sidestep_motion::Pose;
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

const SECS: f32 = 1.0 / 30.0;

struct Player {
    skeleton: Arc<Skeleton>,
    channels: BallChannels,
    joints: JointTransforms,
    row: Vec<f32>,
}

impl Player {
    /// A body that stands with its arms out.
    fn new() -> Self {
        let clips = perform(&PerformerConfig { play: 0.02, ..PerformerConfig::default() });
        let skeleton = Arc::clone(&clips[0].skeleton);
        let representation = Representation::with_ball(&skeleton);
        let mut joints = JointTransforms::new(skeleton.len());
        let mut pose = Pose::identity(skeleton.len());
        pose.root_position = Vec3::Y * 0.9;
        joints.compute(&skeleton, pose.as_ref());
        let channels = *representation.ball().unwrap();
        Self { channels, joints, row: vec![0.0; representation.channels()], skeleton }
    }

    /// Says where the ball is expected, and whether the right hand holds it.
    fn tell(&mut self, place: Vec3, holds: bool) -> Told<'_> {
        let ball = Object { position: place, ..Object::ORIGIN };
        let contacts = Contacts::NONE.with_hand(Side::Right, holds);
        self.channels.encode(Some(ball), contacts, GroundTransform::IDENTITY, &mut self.row);
        Told {
            channels: &self.channels,
            row: &self.row,
            ground: GroundTransform::IDENTITY,
            skeleton: &self.skeleton,
            joints: &self.joints,
            secs: SECS,
            dribbles: false,
        }
    }

    fn hand(&self) -> Vec3 {
        let hand = self.channels.hands()[1];
        ball_in_hand(&self.joints, &self.skeleton, hand, &BallConfig::default())
    }
}

/// The heights of a ball that is let go, flies for `air` ticks and is caught again. The network knows its
/// flight but for `off` metres, by which it turns too high.
fn dribble(air: usize, off: f32, kind: BallKind) -> Vec<f32> {
    let mut player = Player::new();
    let hand = player.hand();
    let bounce = air / 2;
    let mut ball = Ball::begin(&player.tell(hand, true), kind);
    let mut heights = Vec::new();
    for tick in 0..air + 14 {
        let from_floor = (tick as f32 - bounce as f32).abs() / (bounce as f32 + 1.0);
        let height = 0.13 + off + (hand.y - 0.13 - off) * from_floor.min(1.0);
        let holds = tick >= air;
        let place = if holds { hand } else { hand.with_y(height) };
        ball.step(&player.tell(place, holds), kind);
        assert!(ball.position.is_finite());
        heights.push(ball.position.y);
    }
    heights
}

#[test]
fn a_bounce_lies_on_the_floor_though_the_network_turns_above_it() {
    for (air, off) in [(9, 0.0), (9, 0.08), (8, 0.15), (12, 0.1), (7, -0.1)] {
        let heights = dribble(air, off, BallKind::Snapped);
        let lowest = heights.iter().copied().fold(f32::INFINITY, f32::min);
        assert!((lowest - 0.13).abs() < 1e-5, "{lowest}: {heights:?}");
        // Down to the floor, then up: it turns once.
        let at = heights.iter().position(|height| *height == lowest).unwrap();
        assert!(heights[..=at].windows(2).all(|pair| pair[1] < pair[0]), "{heights:?}");
        assert!(heights[at..air].windows(2).all(|pair| pair[1] > pair[0]), "{heights:?}");
    }
    let plain = dribble(9, 0.08, BallKind::Network);
    let lowest = plain.iter().copied().fold(f32::INFINITY, f32::min);
    assert!((lowest - 0.21).abs() < 1e-5, "{lowest}");
}

#[test]
fn a_ball_that_is_caught_comes_into_the_hand() {
    let hand = Player::new().hand().y;
    let heights = dribble(9, 0.05, BallKind::Snapped);
    let last = heights.last().unwrap();
    assert!((last - hand).abs() < 0.01, "{last} for {hand}");
}

#[test]
fn a_ball_goes_with_the_world() {
    let moved = GroundTransform::new(3.0, -2.0, 1.0);
    let (mut player, mut other) = (Player::new(), Player::new());
    let hand = player.hand();
    let mut ball = Ball::begin(&player.tell(hand, true), BallKind::Snapped);
    ball.step(&player.tell(hand - Vec3::Y * 0.2, false), BallKind::Snapped);
    let mut carried = ball;
    carried.carry(moved);
    ball.step(&player.tell(hand - Vec3::Y * 0.4, false), BallKind::Snapped);
    let told = Told { ground: moved, ..other.tell(hand - Vec3::Y * 0.4, false) };
    carried.step(&told, BallKind::Snapped);
    assert!(carried.position.distance(moved.transform_point(ball.position)) < 1e-5);
}

#[test]
fn a_flag_that_trembles_does_not_let_go() {
    let mut player = Player::new();
    let hand = player.hand();
    let mut ball = Ball::begin(&player.tell(hand, true), BallKind::Snapped);
    let grip = player.channels.touches().start + 1;
    for value in [0.52, 0.47, 0.53, 0.46] {
        player.tell(hand, true);
        player.row[grip] = value;
        let told = Told {
            channels: &player.channels,
            row: &player.row,
            ground: GroundTransform::IDENTITY,
            skeleton: &player.skeleton,
            joints: &player.joints,
            secs: SECS,
            dribbles: false,
        };
        ball.step(&told, BallKind::Snapped);
        assert!(ball.is_held());
    }
}

/// A hand that holds the ball half-heartedly for ever: who is to dribble lets it go, and takes it again only after
/// it has met the floor; who is not keeps it.
#[test]
fn who_is_to_dribble_does_not_hold_the_ball_for_ever() {
    let lowest = |dribbles: bool| {
        let mut player = Player::new();
        let hand = player.hand();
        let mut ball = Ball::begin(&player.tell(hand, true), BallKind::Snapped);
        let grip = player.channels.touches().start + 1;
        let mut lowest = f32::INFINITY;
        for _ in 0..60 {
            player.tell(hand, true);
            player.row[grip] = 0.7;
            let told = Told {
                channels: &player.channels,
                row: &player.row,
                ground: GroundTransform::IDENTITY,
                skeleton: &player.skeleton,
                joints: &player.joints,
                secs: SECS,
                dribbles,
            };
            ball.step(&told, BallKind::Snapped);
            lowest = lowest.min(ball.position.y);
        }
        lowest
    };
    assert!((lowest(true) - 0.13).abs() < 1e-5, "{}", lowest(true));
    assert!(lowest(false) > 0.5, "{}", lowest(false));
}
