//! Throws: when they are ordered, and what they make of the ball.

use super::{Aim, BallGame, HALF_COURT, Order, Player};
use glam::{Vec2, Vec3};
use sidestep_court::{FreeBall, KeyAction, aim};
use sidestep_motion::math::atan2;
use std::f32::consts::FRAC_PI_3;

/// A ball is taken so far in front of the body and so high, in metres.
const CHEST: (f32, f32) = (0.35, 1.3);

/// No pass is slower or faster over the ground, in m/s.
const PASS_SPEEDS: (f32, f32) = (4.0, 12.0);

/// No pass takes longer, in seconds.
const LONGEST_PASS_SECS: f32 = 1.8;

/// Who goes to meet a pass goes no faster than this, in m/s.
const MEETS_AT: f32 = 3.0;

/// From farther than this a shot is worth three, in metres.
const THREE_POINTS: f32 = 6.75;

/// Who is to have a pass goes on as he goes, but for no longer than this, in seconds.
const GOES_ON_SECS: f32 = 0.8;

/// Who fetches a ball has at least so long to get ready, sets out after so long, and looks no farther ahead, in
/// seconds.
const READY_SECS: f32 = 0.8;
const START_SECS: f32 = 0.3;
const MOST_FETCH_SECS: f32 = 5.0;

/// How far his arms reach, and the highest that he takes a ball, in metres.
const ARMS: f32 = 0.45;
const HIGHEST: f32 = 1.9;

/// Balls this far above or below the chest are as easy, in metres; each further metre is worth so many seconds.
const EASY_HEIGHT: f32 = 0.35;
const LOW_SECS: f32 = 1.2;

/// Who is on his way to a ball goes on with it unless it will be this far off, in metres, until so long after it was
/// due, in seconds.
const OFF_WAY: f32 = 0.3;
const LATE_FETCH_SECS: f32 = 0.4;

/// A ball this far outside of the lines is out, in metres, and so is one that nobody has had for so long, in seconds.
const OUT: f32 = 3.0;
const FORGOTTEN_SECS: f32 = 9.0;

/// Steps in which a free ball is followed, in seconds.
const STEP_SECS: f32 = 1.0 / 60.0;

impl BallGame {
    /// Has the player with the ball throw it to somebody in so many seconds, who is told where and when; that he
    /// takes it at a place is up to the caller. Returns whether there is a ball to throw.
    pub(crate) fn pass(&mut self, to: usize, in_secs: f32, place: Option<Vec2>) -> bool {
        let Some(from) = self.ball.holder else { return false };
        if from == to || to >= self.players.len() {
            return false;
        }
        let receiver = &self.players[to];
        let here = receiver.seen.place();
        let stand = place.unwrap_or_else(|| {
            let on = receiver.velocity * (in_secs + 0.5).min(GOES_ON_SECS);
            inside(here + on)
        });
        let way = self.players[from].seen.place().distance(stand);
        let flight = (way / aim::PASS_SPEED).clamp(aim::SHORTEST_PASS_SECS, LONGEST_PASS_SECS);
        let at = chest(stand, self.ball.place());
        self.players[from].order = Order::Throw { aim: Aim::Player(to), in_secs };
        let from = self.players[from].seen.place();
        self.players[to].order = receipt((at, stand, in_secs + flight), from);
        true
    }

    /// Has the player with the ball throw it at the hoop in so many seconds.
    pub(crate) fn shoot(&mut self, in_secs: f32) -> bool {
        let Some(by) = self.ball.holder.filter(|_| self.court.hoop.is_some()) else { return false };
        self.players[by].order = Order::Throw { aim: Aim::Hoop, in_secs };
        true
    }

    /// Sends somebody for a ball that nobody has; returns whether he can have it.
    pub(crate) fn fetch(&mut self, player: usize) -> bool {
        if self.is_fetching(player) {
            return true;
        }
        let Some(meeting) = self.meeting(player) else { return false };
        let place = Vec2::new(meeting.place.x, meeting.place.z);
        let here = self.players[player].seen.place();
        let stand = place - (place - here).clamp_length_max(CHEST.0);
        let (at, in_secs) = (meeting.place, meeting.secs.max(0.1));
        let facing = toward(here, place);
        let action = KeyAction::Catch;
        self.players[player].order = Order::Take { at, stand, facing, in_secs, action };
        true
    }

    /// When and where somebody had best take the ball at large: soon, but with time to get ready, and high enough.
    pub(crate) fn meeting(&self, player: usize) -> Option<aim::Meeting> {
        let here = self.players.get(player)?.seen.place();
        let mut ball = self.ball.free;
        let mut best: Option<(f32, aim::Meeting)> = None;
        let mut secs = 0.0;
        while secs < MOST_FETCH_SECS {
            self.court.step(&mut ball, STEP_SECS);
            secs += STEP_SECS;
            let place = ball.position;
            let far = Vec2::new(place.x, place.z).distance(here);
            let can = secs >= READY_SECS && far <= ARMS + MEETS_AT * (secs - START_SECS);
            let off = ((place.y - CHEST.1).abs() - EASY_HEIGHT).max(0.0);
            let cost = secs + LOW_SECS * off;
            if can && place.y < HIGHEST && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, aim::Meeting { secs, place }));
            }
        }
        best.map(|(_, meeting)| meeting)
    }

    /// Whether somebody is on his way to where the ball will be when it is due.
    fn is_fetching(&self, player: usize) -> bool {
        let Some(Order::Take { at, in_secs, .. }) = self.players.get(player).map(|p| p.order)
        else {
            return false;
        };
        let mut ball = self.ball.free;
        self.court.step(&mut ball, in_secs.max(0.0));
        in_secs > -LATE_FETCH_SECS && ball.position.distance(at) < OFF_WAY
    }

    /// The ball leaves the hands.
    pub(crate) fn throw(&mut self, by: usize, aim: Aim) {
        let from = self.ball.position();
        self.players[by].order = Order::Nothing;
        match aim {
            Aim::Hoop => {
                let velocity = self.at_hoop(from);
                self.ball.thrown(Some(by), velocity);
                self.ball.is_shot = true;
                self.happened.shot = Some(by);
                self.counts.shots += 1;
            }
            Aim::Player(to) => {
                let (at, stand, secs) = self.meets(to, from);
                let velocity = aim::throw(from, at, secs, &self.court).velocity;
                self.ball.thrown(Some(by), velocity);
                self.ball.receiver = Some(to);
                self.players[to].order = receipt((at, stand, secs), Vec2::new(from.x, from.z));
                self.happened.passed = Some(by);
                self.counts.passes += 1;
            }
        }
    }

    /// Aims the pass that was just thrown at a place instead, to be there at the same time.
    pub(crate) fn lead(&mut self, at: Vec3) {
        let Some(player) = self.ball.receiver.and_then(|to| self.players.get_mut(to)) else {
            return;
        };
        let Order::Take { at: aimed_at, in_secs, .. } = &mut player.order else { return };
        *aimed_at = at;
        let throw = aim::throw(self.ball.free.position, at, *in_secs, &self.court);
        self.ball.free.velocity = throw.velocity;
    }

    /// Where somebody can have a pass from there, where he stands then, and in how many seconds.
    fn meets(&self, to: usize, from: Vec3) -> (Vec3, Vec2, f32) {
        let Player { seen, order, velocity, .. } = &self.players[to];
        let here = seen.place();
        let (stand, due) = match order {
            Order::Take { stand, in_secs, .. } => (*stand, *in_secs),
            _ => (inside(here + *velocity * GOES_ON_SECS), 0.0),
        };
        let flat = Vec2::new(from.x, from.z);
        let way = flat.distance(stand);
        let least = (way / PASS_SPEEDS.1).max(aim::SHORTEST_PASS_SECS);
        let secs = due.clamp(least, (way / PASS_SPEEDS.0).clamp(least, LONGEST_PASS_SECS));
        // Who cannot be there by then is met on his way.
        let stand = here + (stand - here).clamp_length_max(MEETS_AT * secs + 0.3);
        (chest(stand, flat), stand, secs)
    }

    /// The velocity of a shot, as far off as the scatter says.
    fn at_hoop(&mut self, from: Vec3) -> Vec3 {
        let Some(hoop) = self.court.hoop else { return Vec3::Y };
        let steep = aim::at_angle(from, hoop.centre, FRAC_PI_3, &self.court);
        let soft = aim::throw(from, hoop.centre, 1.0, &self.court);
        let throw = aim::shot(from, &hoop, &self.court).or(steep).unwrap_or(soft);
        // Three draws make a bell of deviation 0.5.
        let mut off = || (0..3).map(|_| self.draw.unit() - 0.5).sum::<f32>() * 2.0 * self.scatter;
        let (longer, wider) = (off(), off());
        let side = Vec3::new(throw.velocity.z, 0.0, -throw.velocity.x);
        throw.velocity * (1.0 + longer) + side * wider
    }

    /// What a shot from where it was thrown is worth.
    pub(crate) fn worth(&self) -> u32 {
        let Some(hoop) = self.court.hoop else { return 0 };
        let by = self.ball.thrower.and_then(|by| self.players.get(by));
        let from = by.map_or(self.ball.place(), |player| player.seen.place());
        let is_far = from.distance(Vec2::new(hoop.centre.x, hoop.centre.z)) > THREE_POINTS;
        if is_far { 3 } else { 2 }
    }

    /// Whether nobody will get the ball any more: it is far outside of the lines, or was forgotten.
    pub(crate) fn is_out(&self) -> bool {
        let [left, right, near, far] = HALF_COURT;
        let place = self.ball.place();
        let within = place.clamp(Vec2::new(left, near), Vec2::new(right, far));
        self.ball.is_loose() && (place.distance(within) > OUT || self.ball.secs > FORGOTTEN_SECS)
    }

    /// Somebody outside throws the ball to a player.
    pub(crate) fn throw_in(&mut self, to: usize) {
        let [left, right, _, far] = HALF_COURT;
        let place = self.ball.place().clamp(Vec2::new(left, far), Vec2::new(right, far));
        self.ball.free =
            FreeBall { position: Vec3::new(place.x, 1.4, place.y), velocity: Vec3::ZERO };
        let Some(player) = self.players.get_mut(to) else { return };
        player.order = Order::Nothing;
        let (at, stand, secs) = self.meets(to, self.ball.free.position);
        let velocity = aim::throw(self.ball.free.position, at, secs, &self.court).velocity;
        self.ball.thrown(None, velocity);
        self.ball.receiver = Some(to);
        self.players[to].order = receipt((at, stand, secs), place);
        self.counts.thrown_in += 1;
    }
}

/// The order to take a ball there and then that comes from somewhere.
fn receipt((at, stand, in_secs): (Vec3, Vec2, f32), from: Vec2) -> Order {
    Order::Take { at, stand, facing: toward(stand, from), in_secs, action: KeyAction::Receive }
}

/// The heading from one place to another.
fn toward(from: Vec2, to: Vec2) -> f32 {
    atan2(to.x - from.x, to.y - from.y)
}

/// Where hands have a ball that comes from there.
fn chest(stand: Vec2, from: Vec2) -> Vec3 {
    let toward = (from - stand).normalize_or_zero() * CHEST.0;
    Vec3::new(stand.x + toward.x, CHEST.1, stand.y + toward.y)
}

/// The nearest place inside of the lines.
pub(crate) fn inside(place: Vec2) -> Vec2 {
    let [left, right, near, far] = HALF_COURT;
    place.clamp(Vec2::new(left + 0.5, near + 1.5), Vec2::new(right - 0.5, far - 0.5))
}
