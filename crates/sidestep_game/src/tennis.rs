//! Two players over a net: each goes to where the ball can be met, strokes it towards the other side and goes back to
//! the middle.

use crate::{draw::Draw, seen::SeenPlayer};
use glam::{Vec2, Vec3};
use sidestep_control::{Action, Goal, GroundPoint, Pace, Toward, Travel};
use sidestep_court::{Court, FreeBall, KeyAction, Net, aim};
use sidestep_motion::{GroundTransform, ball::BallConfig};
use std::f32::consts::PI;

/// From the net to where the next ball is awaited, in metres.
const HOME: f32 = 11.0;

/// Met is nearer than this, in metres, within so many seconds.
const MET: f32 = 0.15;
const IN_TIME_SECS: f32 = 0.1;

/// How far over the net balls go, in metres.
const OVER_NET: f32 = 0.45;

/// Where balls come down: so far to either side of the middle, and from the net, in metres.
const WIDE: f32 = 2.2;
const DEEP: (f32, f32) = (6.5, 9.0);

/// How fast balls go over the ground, in m/s, and how much slower each try that would hit the net is.
const SPEED: f32 = 17.0;
const SLOWER: f32 = 0.88;

/// Balls are met between these heights, in metres.
const HEIGHTS: (f32, f32) = (0.55, 1.35);

/// Where a player likes to meet a ball, seen from his home: to the side of the racket, in front of him and so high.
const LIKES: Vec3 = Vec3::new(-0.8, 0.95, 0.5);

/// Players go no faster than this, in m/s.
const FASTEST: f32 = 3.5;

/// Between two rallies, and from then until the ball is brought in, in seconds.
const PAUSE_SECS: f32 = 1.2;
const SERVE_SECS: f32 = 1.0;

/// A stroke goes on so long after it met the ball, in seconds.
const FOLLOWS_SECS: f32 = 0.3;

/// Longest rally that is told from longer ones.
const LONGEST: usize = 128;

/// Steps in which balls are followed, in seconds.
const STEP_SECS: f32 = 1.0 / 60.0;

/// A court by the rules for singles: the net over the origin, the court along Z.
pub fn tennis_court() -> Court {
    let ball = BallConfig { radius: 0.033, restitution: 0.75, ..BallConfig::default() };
    let net = Net { middle: Vec2::ZERO, heading: 0.0, half_width: 5.0, height: 0.95 };
    Court { ball, net: Some(net), grip: 0.75, ..Court::default() }
}

/// Somebody who is to stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stroke {
    player: usize,
    at: Vec3,
    in_secs: f32,
    /// Nearest that the racket came to the place in time.
    least: f32,
    /// Whether the ball is brought in with it.
    is_serve: bool,
}

/// Two players over a net.
#[derive(Clone, Debug)]
pub struct Tennis {
    court: Court,
    ball: Option<FreeBall>,
    stroke: Option<Stroke>,
    seen: [SeenPlayer; 2],
    goals: [Goal; 2],
    /// Seconds for which each still follows through.
    follows: [f32; 2],
    actions: [Action; 2],
    pause_secs: f32,
    serves: usize,
    rally: u32,
    /// How many rallies had each length.
    lengths: Vec<u32>,
    strokes: u32,
    met: u32,
    draw: Draw,
}

impl Tennis {
    /// Two players at their places.
    pub fn new(seed: u64) -> Self {
        let seen = [0, 1].map(|index| SeenPlayer::at(Self::start(index)));
        Self {
            court: tennis_court(),
            ball: None,
            stroke: None,
            seen,
            goals: [Goal::STAND, Goal::STAND],
            follows: [0.0; 2],
            actions: [KeyAction::Stroke, KeyAction::Return].map(|key| Action::new(key.name())),
            pause_secs: PAUSE_SECS,
            serves: 0,
            rally: 0,
            lengths: vec![0; LONGEST],
            strokes: 0,
            met: 0,
            draw: Draw::new(seed),
        }
    }

    /// Where a player awaits the ball: the first before the net, the second behind it, looking at each other.
    pub fn start(index: usize) -> GroundTransform {
        match index % 2 {
            0 => GroundTransform::new(0.0, -HOME, 0.0),
            _ => GroundTransform::new(0.0, HOME, PI),
        }
    }

    /// Takes note of a player as it is shown.
    pub fn see(&mut self, player: usize, seen: SeenPlayer) {
        if let Some(known) = self.seen.get_mut(player).filter(|_| seen.ground.is_finite()) {
            *known = seen;
        }
    }

    /// The ball, while there is one.
    pub fn ball(&self) -> Option<Vec3> {
        self.ball.map(|ball| ball.position)
    }

    /// The court.
    pub fn court(&self) -> &Court {
        &self.court
    }

    /// The middle of a player's racket.
    pub fn racket(&self, player: usize) -> Vec3 {
        self.seen[player % 2].racket
    }

    /// What a player is asked for.
    pub fn goal(&self, player: usize) -> &Goal {
        &self.goals[player % 2]
    }

    /// Who strokes next.
    pub fn striker(&self) -> Option<usize> {
        self.stroke.map(|stroke| stroke.player)
    }

    /// Balls met in a row by now.
    pub fn rally(&self) -> u32 {
        self.rally
    }

    /// Balls that came to somebody, and those of them that were met.
    pub fn strokes(&self) -> (u32, u32) {
        (self.strokes, self.met)
    }

    /// The median length of the rallies that are over; `None` while there is none.
    pub fn median_rally(&self) -> Option<f32> {
        let count: u32 = self.lengths.iter().sum();
        let mut below = 0;
        self.lengths.iter().enumerate().find_map(|(length, rallies)| {
            below += rallies;
            (count > 0 && 2 * below >= count).then_some(length as f32)
        })
    }

    /// How many rallies are over.
    pub fn rallies(&self) -> u32 {
        self.lengths.iter().sum()
    }

    /// A tick on.
    pub fn tick(&mut self, secs: f32) {
        if let Some(ball) = &mut self.ball {
            self.court.step(ball, secs);
        }
        for left in &mut self.follows {
            *left = (*left - secs).max(0.0);
        }
        match self.stroke {
            Some(stroke) => self.meet(stroke, secs),
            None => self.wait(secs),
        }
        self.ask();
    }

    fn meet(&mut self, stroke: Stroke, secs: f32) {
        let in_secs = stroke.in_secs - secs;
        let mut stroke = Stroke { in_secs, ..stroke };
        if in_secs.abs() <= IN_TIME_SECS + 0.5 * secs {
            stroke.least = stroke.least.min(self.seen[stroke.player].racket.distance(stroke.at));
        }
        self.stroke = Some(stroke);
        if stroke.is_serve && in_secs <= 0.0 {
            let position = self.seen[stroke.player].racket;
            self.ball = Some(FreeBall { position, velocity: Vec3::ZERO });
            self.returned(stroke);
        } else if !stroke.is_serve && in_secs <= 0.0 && stroke.least < MET {
            self.strokes += 1;
            self.met += 1;
            self.rally += 1;
            self.returned(stroke);
        } else if in_secs < -IN_TIME_SECS {
            self.strokes += 1;
            self.is_over();
        }
    }

    /// The rally is over: the ball goes on, and after a while another one is brought in.
    fn is_over(&mut self) {
        self.stroke = None;
        self.lengths[(self.rally as usize).min(LONGEST - 1)] += 1;
        self.rally = 0;
        self.pause_secs = PAUSE_SECS;
        self.serves = 1 - self.serves;
    }

    fn wait(&mut self, secs: f32) {
        self.pause_secs -= secs;
        if self.pause_secs > 0.0 {
            return;
        }
        self.ball = None;
        let player = self.serves;
        let at = Self::start(player).transform_point(LIKES);
        let stroke =
            Stroke { player, at, in_secs: SERVE_SECS, least: f32::INFINITY, is_serve: true };
        self.stroke = Some(stroke);
    }

    /// The ball leaves a racket for the other side.
    fn returned(&mut self, stroke: Stroke) {
        let Some(ball) = self.ball else { return };
        let (from, to) = (ball.position, 1 - stroke.player);
        self.follows[stroke.player] = FOLLOWS_SECS;
        let side = if to == 1 { 1.0 } else { -1.0 };
        let x = self.draw.between(-WIDE, WIDE);
        let z = side * self.draw.between(DEEP.0, DEEP.1);
        let lands = Vec3::new(x, self.court.ball.radius, z);
        let throw = self.over_net(from, lands);
        let thrown = FreeBall { position: from, velocity: throw };
        self.ball = Some(thrown);
        match self.met_at(thrown, to) {
            Some(meeting) => {
                let (at, in_secs) = (meeting.place, meeting.secs);
                let least = f32::INFINITY;
                self.stroke = Some(Stroke { player: to, at, in_secs, least, is_serve: false });
            }
            None => self.is_over(),
        }
    }

    /// The fastest of a few throws that clears the net.
    fn over_net(&self, from: Vec3, to: Vec3) -> Vec3 {
        let way = Vec2::new(to.x - from.x, to.z - from.z);
        let height = self.court.net.map_or(0.0, |net| net.height) + OVER_NET;
        let mut speed = SPEED;
        let mut velocity = Vec3::Y;
        for _ in 0..12 {
            let secs = way.length() / speed;
            velocity = aim::throw(from, to, secs, &self.court).velocity;
            let until = -from.z / velocity.z;
            let then = from.y + velocity.y * until - 0.5 * self.court.ball.gravity * until * until;
            if !(until > 0.0 && until < secs) || then > height {
                break;
            }
            speed *= SLOWER;
        }
        velocity
    }

    /// Where a player meets a ball that bounces once on his side: as near as can be to where he likes to.
    fn met_at(&self, ball: FreeBall, player: usize) -> Option<aim::Meeting> {
        let home = Self::start(player);
        let likes = home.transform_point(LIKES);
        let here = self.seen[player].place();
        let mut ball = ball;
        let (mut secs, mut bounces) = (0.0, 0);
        let mut best: Option<(f32, aim::Meeting)> = None;
        while secs < 3.5 && bounces < 2 {
            let happened = self.court.step(&mut ball, STEP_SECS);
            secs += STEP_SECS;
            bounces += u32::from(happened.bounced);
            let place = ball.position;
            let is_high = (HEIGHTS.0..=HEIGHTS.1).contains(&place.y);
            let far = Vec2::new(place.x, place.z).distance(here);
            let can = bounces == 1 && is_high && far < FASTEST * secs + LIKES.length();
            let off = place.distance(likes);
            if can && best.is_none_or(|(least, _)| off < least) {
                best = Some((off, aim::Meeting { secs, place }));
            }
        }
        best.map(|(_, meeting)| meeting)
    }

    fn ask(&mut self) {
        let [stroke_action, return_action] = &self.actions;
        for player in 0..2 {
            let goal = &mut self.goals[player];
            let home = Self::start(player);
            let mine = self.stroke.filter(|stroke| stroke.player == player);
            if let Some(stroke) = mine {
                // The body stands beside the ball, as far from it as a racket reaches.
                let beside = home.transform_vector(Vec3::new(LIKES.x, 0.0, LIKES.z));
                let stand = stroke.at - beside;
                let target = GroundPoint::new(stand.x, stand.z);
                goal.travel = Travel::Reach { target, facing: Some(home.heading), pace: Pace::ANY };
                goal.arrive_in_secs = Some(stroke.in_secs.max(0.0));
                goal.action = Some(Action {
                    in_secs: Some(stroke.in_secs.max(0.0)),
                    toward: Some(Toward::Point(stroke.at)),
                    ..stroke_action.clone()
                });
            } else if self.follows[player] <= 0.0 {
                let target = GroundPoint::new(home.x, home.z);
                goal.travel = Travel::Reach { target, facing: Some(home.heading), pace: Pace::ANY };
                goal.arrive_in_secs = None;
                goal.action = Some(return_action.clone());
            } else {
                goal.travel = Travel::Free;
                goal.arrive_in_secs = None;
                goal.action = None;
            }
        }
    }
}
