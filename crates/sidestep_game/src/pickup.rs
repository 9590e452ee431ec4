//! Basketball on half a court, by chance: everybody goes to open places, whoever has the ball dribbles, passes or
//! shoots, whoever is nearest fetches a ball that nobody has. One player may be under control.

use crate::{
    basketball::{BallGame, Order, half_court, throws::inside},
    seen::SeenPlayer,
};
use glam::Vec2;
use sidestep_control::{Goal, GroundPoint, Pace, Travel};
use sidestep_motion::math::{atan2, cos, sin, wrap_angle};

/// How long somebody has the ball before he throws it, in seconds.
const HAS_SECS: (f32, f32) = (0.9, 2.4);

/// From being asked to throw until the ball leaves, in seconds: as long as players of the data take.
const PASS_SECS: f32 = 1.0;
const SHOOT_SECS: f32 = 1.1;

/// How often somebody without the ball goes elsewhere, in seconds.
const GOES_SECS: (f32, f32) = (1.6, 3.6);

/// How fast players go, in m/s.
const SPEEDS: (f32, f32) = (1.4, 2.8);

/// Share of throws that are shots, from where one shoots.
const SHOOTS: f32 = 0.42;

/// How far from the hoop one shoots, in metres.
const SHOOTS_FROM: (f32, f32) = (1.0, 6.5);

/// How far passes go, in metres.
const PASSES: (f32, f32) = (1.8, 9.0);

/// Places among which somebody looks for an open one.
const LOOKED_AT: usize = 6;

/// How often is decided anew who fetches the ball, in seconds.
const FETCH_SECS: f32 = 0.25;

/// By how much shots are off: about half of them score.
const SCATTER: f32 = 0.01;

/// How long a ball that was asked for is waited for, in seconds.
const ASKED_SECS: f32 = 4.0;

/// What a player under control does with the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Throws it to who is nearest to the way he looks.
    Pass,
    /// Throws it at the hoop.
    Shoot,
    /// Gets it: fetches a ball that nobody has, asks for one that somebody has.
    Catch,
}

/// Basketball on half a court.
#[derive(Clone, Debug)]
pub struct Pickup {
    game: BallGame,
    /// Who is under control.
    led: Option<usize>,
    /// In how many seconds each one decides again.
    decides: Vec<f32>,
    /// Who last had the ball to decide what to do with it.
    had: Option<usize>,
    fetch_secs: f32,
    /// For how long the player under control still wants the ball.
    asked_secs: f32,
}

impl Pickup {
    /// A game of these players, the first of whom has the ball; ticked so often a second.
    pub fn new(starts: &[SeenPlayer], led: Option<usize>, rate_hz: f32, seed: u64) -> Self {
        let mut game = BallGame::new(half_court(), starts, rate_hz, seed);
        game.scatter = SCATTER;
        let decides = vec![0.0; starts.len()];
        Self { game, led, decides, had: None, fetch_secs: 0.0, asked_secs: 0.0 }
    }

    /// Where players of a game begin: spread around the hoop, looking at it.
    pub fn start(index: usize, count: usize) -> sidestep_motion::GroundTransform {
        let share = (index as f32 + 0.5) / count.max(1) as f32 - 0.5;
        let (angle, far) = (share * 2.6, 4.6);
        let place = Vec2::new(far * sin(angle), far * cos(angle));
        let heading = atan2(-place.x, -place.y);
        sidestep_motion::GroundTransform::new(place.x, place.y, heading)
    }

    /// The ball and who has it.
    pub fn game(&self) -> &BallGame {
        &self.game
    }

    /// Takes note of a player as it is shown.
    pub fn see(&mut self, player: usize, seen: SeenPlayer) {
        self.game.see(player, seen);
    }

    /// What a player is asked for.
    pub fn goal(&self, player: usize) -> &Goal {
        self.game.goal(player)
    }

    /// Sends the player under control somewhere.
    pub fn lead(&mut self, travel: &Travel) {
        if let Some(led) = self.led {
            self.game.travel(led, travel.clone(), None);
        }
    }

    /// Tells the player under control what to do with the ball. Returns whether it can be done now.
    pub fn command(&mut self, command: Command) -> bool {
        let Some(led) = self.led else { return false };
        let has_ball = self.game.ball.holder == Some(led);
        match command {
            Command::Pass if has_ball => {
                let Some(to) = self.ahead_of(led) else { return false };
                self.game.pass(to, PASS_SECS, None)
            }
            Command::Shoot if has_ball => self.game.shoot(SHOOT_SECS),
            Command::Catch if !has_ball => {
                self.asked_secs = ASKED_SECS;
                self.fetch_secs = 0.0;
                true
            }
            _ => false,
        }
    }

    /// A tick on.
    pub fn tick(&mut self, secs: f32) {
        self.game.follow(secs);
        self.asked_secs = (self.asked_secs - secs).max(0.0);
        for left in &mut self.decides {
            *left -= secs;
        }
        match self.game.ball.holder {
            Some(holder) => self.with_ball(holder),
            None => self.without_holder(secs),
        }
        for player in 0..self.game.len() {
            if self.led != Some(player) && self.decides[player] <= 0.0 {
                self.go_elsewhere(player);
            }
        }
        self.game.ask();
    }

    fn with_ball(&mut self, holder: usize) {
        if self.had != Some(holder) {
            self.had = Some(holder);
            let secs = self.game.draw.between(HAS_SECS.0, HAS_SECS.1);
            self.go_elsewhere(holder);
            self.decides[holder] = secs;
        }
        let wants = self.led.filter(|led| self.asked_secs > 0.0 && *led != holder);
        let is_asked = wants.is_some() && self.game.ball.secs > 0.4;
        let is_busy = self.game.players[holder].order != Order::Nothing;
        if self.led == Some(holder) || is_busy || !(self.decides[holder] <= 0.0 || is_asked) {
            return;
        }
        let from_hoop = self.distance_to_hoop(self.game.players[holder].seen.place());
        let near = (SHOOTS_FROM.0..SHOOTS_FROM.1).contains(&from_hoop);
        if wants.is_none() && near && self.game.draw.unit() < SHOOTS {
            self.stand(holder);
            self.game.shoot(SHOOT_SECS);
            return;
        }
        let to = wants.or_else(|| self.most_open(holder));
        let passes = to.is_some_and(|to| self.game.pass(to, PASS_SECS, None));
        if !passes {
            self.go_elsewhere(holder);
        }
        self.decides[holder] = if passes { 2.0 * PASS_SECS } else { HAS_SECS.1 };
    }

    /// Who throws stands where he is.
    fn stand(&mut self, player: usize) {
        self.decides[player] = 2.0 * SHOOT_SECS;
        let place = self.game.players[player].seen.place();
        let facing = Some(atan2(-place.x, -place.y));
        let target = GroundPoint::new(place.x, place.y);
        self.game.travel(player, Travel::Reach { target, facing, pace: Pace::ANY }, None);
    }

    /// The ball is on its way, or nobody's.
    fn without_holder(&mut self, secs: f32) {
        self.had = None;
        if !self.game.ball.is_loose() {
            return;
        }
        if self.game.is_out() {
            let nearest = self.nearest(self.game.ball.place());
            self.game.throw_in(nearest);
            return;
        }
        self.fetch_secs -= secs;
        // A shot is watched until it has come down to where somebody can have it.
        if self.fetch_secs > 0.0 {
            return;
        }
        self.fetch_secs = FETCH_SECS;
        let fetches = self.led.filter(|_| self.asked_secs > 0.0).or_else(|| self.first_there());
        for player in 0..self.game.len() {
            if Some(player) != fetches {
                self.game.players[player].order = Order::Nothing;
            }
        }
        if let Some(player) = fetches {
            self.game.fetch(player);
        }
    }

    /// Who can have the ball first; the player under control only where there is nobody else.
    fn first_there(&self) -> Option<usize> {
        let is_alone = self.game.len() == 1;
        let free = (0..self.game.len()).filter(|player| is_alone || self.led != Some(*player));
        let times = free.filter_map(|player| Some((player, self.game.meeting(player)?.secs)));
        // Who is on his way already is not called back for a moment's gain.
        let on_way = |player: usize| {
            matches!(self.game.players[player].order, Order::Take { .. }) && !is_alone
        };
        let cost = |(player, secs): &(usize, f32)| secs - if on_way(*player) { 0.6 } else { 0.0 };
        times.min_by(|a, b| cost(a).total_cmp(&cost(b))).map(|(player, _)| player)
    }

    fn nearest(&self, place: Vec2) -> usize {
        let distance = |player: &usize| self.game.players[*player].seen.place().distance(place);
        let all = 0..self.game.len();
        all.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }

    /// Goes to the most open of a few places, or dribbles to one nearer to the hoop.
    fn go_elsewhere(&mut self, player: usize) {
        self.decides[player] = self.game.draw.between(GOES_SECS.0, GOES_SECS.1);
        let here = self.game.players[player].seen.place();
        let mut best = (here, f32::NEG_INFINITY);
        for _ in 0..LOOKED_AT {
            let angle = self.game.draw.between(-1.45, 1.45);
            let far = self.game.draw.between(2.0, 7.5);
            let place = inside(Vec2::new(far * sin(angle), far * cos(angle)));
            let way = place.distance(here);
            let score = self.openness(player, place).min(4.0) - 0.25 * (way - 2.5).abs();
            if score > best.1 {
                best = (place, score);
            }
        }
        let speed = self.game.draw.between(SPEEDS.0, SPEEDS.1);
        let target = GroundPoint::new(best.0.x, best.0.y);
        let facing = Some(atan2(-best.0.x, -best.0.y));
        self.game.travel(player, Travel::Reach { target, facing, pace: Pace::speed(speed) }, None);
    }

    /// How far a place is from everybody else and from where they go.
    fn openness(&self, player: usize, place: Vec2) -> f32 {
        let others = self.game.players.iter().enumerate().filter(|(index, _)| *index != player);
        let distance = |other: &crate::basketball::Player| {
            let goes_to = match other.travel {
                Travel::Reach { target, .. } => Vec2::new(target.x, target.z),
                _ => other.seen.place(),
            };
            place.distance(other.seen.place()).min(place.distance(goes_to))
        };
        others.map(|(_, other)| distance(other)).fold(f32::INFINITY, f32::min)
    }

    /// Whom to pass to: who is open, and a few metres away.
    fn most_open(&mut self, from: usize) -> Option<usize> {
        let here = self.game.players[from].seen.place();
        let mut best = (None, f32::NEG_INFINITY);
        for to in (0..self.game.len()).filter(|to| *to != from) {
            let place = self.game.players[to].seen.place();
            let far = place.distance(here);
            let chance = self.game.draw.unit();
            let fits = if (PASSES.0..PASSES.1).contains(&far) { 2.0 } else { 0.0 };
            let score = fits + 2.0 * chance + 0.3 * self.openness(to, place).min(4.0);
            if score > best.1 {
                best = (Some(to), score);
            }
        }
        best.0
    }

    /// Who stands nearest to the way a player looks.
    fn ahead_of(&self, from: usize) -> Option<usize> {
        let ground = self.game.players[from].seen.ground;
        let off = |to: &usize| {
            let way = self.game.players[*to].seen.place() - Vec2::new(ground.x, ground.z);
            wrap_angle(atan2(way.x, way.y) - ground.heading).abs()
        };
        let others = (0..self.game.len()).filter(|to| *to != from);
        others.min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    fn distance_to_hoop(&self, place: Vec2) -> f32 {
        let hoop =
            self.game.court.hoop.map_or(Vec2::ZERO, |hoop| Vec2::new(hoop.centre.x, hoop.centre.z));
        place.distance(hoop)
    }
}
