//! One ball between several players: who has it, what a throw makes of it, who takes it.

pub(crate) mod throws;

use crate::{ball::GameBall, draw::Draw, seen::SeenPlayer};
use glam::{Vec2, Vec3};
use sidestep_control::{Action, Goal, GroundPoint, Pace, Toward, Travel};
use sidestep_court::{Court, FreeBall, Hoop, KeyAction, Referee, Seen};

/// A hand that lets go later than this is not waited for any longer, in seconds; twice this where the ball is out
/// of hand just then.
const LATE_SECS: f32 = 0.25;

/// A ball that its receiver does not have so long after it was there was missed, in seconds.
const MISSED_SECS: f32 = 0.4;

/// Hands have a ball that is this near, in metres.
const IN_REACH: f32 = 1.2;

/// Who does not act by itself takes a ball that is this near when it is due, in metres, and before that.
const IN_HAND: f32 = 0.6;
const AT_HAND: f32 = 0.2;

/// A ball this far from who has it is lost, in metres.
const LOST: f32 = 2.5;

/// Who takes a ball is told so so long before, in seconds; until then he goes there.
const TOLD_SECS: f32 = 2.0;

/// What was thrown is not taken back by the thrower for so long, in seconds.
const GONE_SECS: f32 = 0.35;

/// How wide and high a body is that a ball bounces off, in metres, and the speed that it keeps.
const BODY: (f32, f32) = (0.25, 1.8);
const OFF_BODY: f32 = 0.3;

/// Nothing that is held moves faster, in m/s.
const FASTEST: f32 = 15.0;

/// Time over which velocities are smoothed, in seconds.
const SMOOTH_SECS: f32 = 0.2;

/// The half court in which is played: x from and to, z from and to, in metres. The ring hangs over the origin.
pub const HALF_COURT: [f32; 4] = [-7.5, 7.5, -1.575, 12.425];

/// A court by the rules of FIBA: the ring over the origin, the court along +Z.
pub fn half_court() -> Court {
    Court { hoop: Some(Hoop::over(0.0, 0.0, 0.0)), ..Court::default() }
}

/// What nobody is asked for.
static STAND: Goal = Goal::STAND;

/// Whereto a ball is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    Player(usize),
    Hoop,
}

/// What a player is told to do beside going somewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Order {
    #[default]
    Nothing,
    /// Throws the ball in so many seconds.
    Throw { aim: Aim, in_secs: f32 },
    /// Has it in so many seconds: the ball is `at`, the body stands and looks where it comes from.
    Take { at: Vec3, stand: Vec2, facing: f32, in_secs: f32, action: KeyAction },
}

#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) seen: SeenPlayer,
    pub(crate) velocity: Vec2,
    /// Where it was a tick ago.
    was: Vec2,
    pub(crate) travel: Travel,
    pub(crate) arrive_in_secs: Option<f32>,
    pub(crate) order: Order,
    goal: Goal,
    referee: Referee,
}

/// What happened in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Happening {
    /// Who threw a pass.
    pub passed: Option<usize>,
    /// Who threw at the hoop.
    pub shot: Option<usize>,
    /// Who lost the ball.
    pub dropped: Option<usize>,
    /// Who has it from now on.
    pub taken: Option<usize>,
    /// Whether the pass that was thrown was taken by whom it was meant for.
    pub is_received: bool,
    /// How far the ball was from the hands that took it, in metres.
    pub taken_from: f32,
    /// Points that were made.
    pub points: u32,
    /// Rules that were broken.
    pub breaks: u32,
}

/// What happened since the beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Passes that were thrown.
    pub passes: u32,
    /// Those of them that came to whom they were meant for.
    pub received: u32,
    /// Throws at the hoop.
    pub shots: u32,
    /// Those of them that fell through it.
    pub scored: u32,
    /// Points.
    pub points: u32,
    /// Balls that were lost.
    pub dropped: u32,
    /// Loose balls that were taken.
    pub picked_up: u32,
    /// Throws whose hand did not let go, so that the ball was taken out of it.
    pub forced: u32,
    /// Times that the ball had to be thrown in from outside.
    pub thrown_in: u32,
    /// Rules that were broken.
    pub breaks: u32,
}

/// One ball between several players.
#[derive(Clone, Debug)]
pub struct BallGame {
    pub(crate) court: Court,
    pub(crate) ball: GameBall,
    pub(crate) players: Vec<Player>,
    pub(crate) happened: Happening,
    pub(crate) counts: Counts,
    pub(crate) draw: Draw,
    /// How far off shots are thrown, as a share of their speed; 0 for those that always score.
    pub(crate) scatter: f32,
    labels: [Action; KeyAction::COUNT],
}

impl BallGame {
    /// Players at these places, of whom the first has the ball; ticked so often a second.
    pub fn new(court: Court, starts: &[SeenPlayer], rate_hz: f32, seed: u64) -> Self {
        let player = |seen: &SeenPlayer| Player {
            seen: *seen,
            velocity: Vec2::ZERO,
            was: seen.place(),
            travel: Travel::STAND,
            arrive_in_secs: None,
            order: Order::Nothing,
            goal: Goal::STAND,
            referee: Referee::new(rate_hz),
        };
        let mut game = Self {
            court,
            ball: GameBall::of(0),
            players: starts.iter().map(player).collect(),
            happened: Happening::default(),
            counts: Counts::default(),
            draw: Draw::new(seed),
            scatter: 0.0,
            labels: sidestep_court::SELECTIONS.map(|(action, _)| Action::new(action.name())),
        };
        game.ball.free.position = game.players.first().map_or(Vec3::Y, |first| first.seen.hands);
        game
    }

    /// Takes note of a player as it is shown; the others are left as they were.
    pub fn see(&mut self, player: usize, seen: SeenPlayer) {
        if let Some(player) = self.players.get_mut(player).filter(|_| seen.ground.is_finite()) {
            player.seen = seen;
        }
    }

    /// The ball.
    pub fn ball(&self) -> &GameBall {
        &self.ball
    }

    /// What is on the court beside the players.
    pub fn court(&self) -> &Court {
        &self.court
    }

    /// How many play.
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Whether nobody plays.
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// What happened in the last tick.
    pub fn happened(&self) -> &Happening {
        &self.happened
    }

    /// What happened since the beginning.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What a player is asked for.
    pub fn goal(&self, player: usize) -> &Goal {
        self.players.get(player).map_or(&STAND, |player| &player.goal)
    }

    /// What a player is about to do, in a word: `dribble`, `pass`, `receive`, ...
    pub fn action(&self, player: usize) -> KeyAction {
        let has_ball = self.ball.holder == Some(player);
        match self.players.get(player).map(|player| player.order) {
            Some(Order::Throw { aim: Aim::Hoop, .. }) => KeyAction::Shoot,
            Some(Order::Throw { .. }) => KeyAction::Pass,
            Some(Order::Take { action, .. }) => action,
            _ if has_ball => KeyAction::Dribble,
            _ => KeyAction::Walk,
        }
    }

    /// Sends a player somewhere.
    pub(crate) fn travel(&mut self, player: usize, travel: Travel, arrive_in_secs: Option<f32>) {
        if let Some(player) = self.players.get_mut(player) {
            (player.travel, player.arrive_in_secs) = (travel, arrive_in_secs);
        }
    }

    /// A tick of what happens by itself: the ball and who has it.
    pub(crate) fn follow(&mut self, secs: f32) {
        self.happened = Happening::default();
        self.ball.secs += secs;
        for player in &mut self.players {
            player.pass_time(secs);
        }
        match self.ball.holder {
            Some(holder) => self.carried(holder, secs),
            None => self.flies(secs),
        }
        self.watch();
    }

    /// The ball goes with who has it, until it is let go.
    fn carried(&mut self, holder: usize, secs: f32) {
        let Some(player) = self.players.get(holder) else { return };
        let (seen, order) = (player.seen, player.order);
        let place = seen.ball.map_or(seen.hands, |(position, _)| position);
        let is_lost = place.distance(seen.ground.position()) > LOST + place.y;
        // Into hands that took it from afar it goes without a leap.
        let velocity = (place - self.ball.free.position) / secs.max(1e-3);
        let velocity = velocity.clamp_length_max(FASTEST);
        let position = self.ball.free.position + velocity * secs;
        self.ball.free = FreeBall { position, velocity };
        let lets_go = seen.acts && seen.moment && self.ball.secs > 0.1;
        match order {
            Order::Throw { aim, in_secs } => {
                let is_in_hand = seen.ball.is_none() || seen.holds();
                // Who does not act by himself throws when it is due, or when he has it in hand again.
                let late = match (seen.acts, is_in_hand) {
                    (true, true) => LATE_SECS,
                    (true, false) => 2.0 * LATE_SECS,
                    (false, true) => 0.0,
                    (false, false) => 0.5 * LATE_SECS,
                };
                if lets_go || in_secs <= -late {
                    self.counts.forced += u32::from(!lets_go && seen.acts);
                    self.throw(holder, aim);
                }
            }
            _ if lets_go || is_lost => {
                let velocity = if is_lost { Vec3::ZERO } else { self.ball.free.velocity };
                self.ball.thrown(Some(holder), velocity);
                self.happened.dropped = Some(holder);
                self.counts.dropped += 1;
            }
            _ => {}
        }
    }

    /// The ball flies by itself, until somebody has it.
    fn flies(&mut self, secs: f32) {
        // Who has closed his hands on it was told of it as it is now.
        if let Some(taker) = self.taker() {
            self.take(taker);
            return;
        }
        let happened = self.court.step(&mut self.ball.free, secs);
        if happened.scored && self.ball.is_shot {
            self.happened.points = self.worth();
            self.counts.scored += 1;
            self.counts.points += self.happened.points;
        }
        self.ball.is_shot &= !happened.bounced && !happened.scored;
        let is_missed = |player: &Player| match player.order {
            Order::Take { in_secs, .. } => in_secs < -MISSED_SECS,
            _ => true,
        };
        if let Some(to) =
            self.ball.receiver.filter(|to| self.players.get(*to).is_none_or(is_missed))
        {
            self.ball.receiver = None;
            if let Some(player) = self.players.get_mut(to) {
                player.order = Order::Nothing;
            }
        }
        self.meet_bodies();
    }

    /// A ball that nobody takes bounces off whom it hits.
    fn meet_bodies(&mut self) {
        let GameBall { free, thrower, secs, .. } = &mut self.ball;
        for (index, player) in self.players.iter().enumerate() {
            let is_own = *thrower == Some(index) && *secs < GONE_SECS;
            let away = Vec2::new(free.position.x, free.position.z) - player.seen.place();
            let out = away.normalize_or_zero();
            let into = Vec2::new(free.velocity.x, free.velocity.z).dot(out);
            if !is_own && away.length() < BODY.0 && free.position.y < BODY.1 && into < 0.0 {
                let turned = Vec3::new(out.x, 0.0, out.y) * (-2.0 * into);
                free.velocity = (free.velocity + turned) * OFF_BODY;
            }
        }
    }

    /// Who has hands on the ball: first of all whom it was thrown to, then who is nearest.
    fn taker(&self) -> Option<usize> {
        let ball = self.ball.position();
        let distance = |index: &usize| self.players[*index].seen.hands.distance(ball);
        let has = |index: &usize| {
            let player = &self.players[*index];
            let is_back = self.ball.thrower == Some(*index) && self.ball.secs < GONE_SECS;
            let has = match player.seen.acts {
                // Hands are shown a tick after they closed; that they did is told at once.
                true => (player.seen.holds() || player.seen.moment) && distance(index) < IN_REACH,
                false => match player.order {
                    Order::Take { in_secs, .. } => {
                        distance(index) < if in_secs <= 0.0 { IN_HAND } else { AT_HAND }
                    }
                    _ => false,
                },
            };
            has && !is_back
        };
        self.ball.receiver.filter(has).or_else(|| {
            let all = (0..self.players.len()).filter(has);
            all.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        })
    }

    fn take(&mut self, by: usize) {
        let is_received = self.ball.receiver == Some(by);
        self.happened.taken = Some(by);
        self.happened.is_received = is_received;
        self.happened.taken_from = self.players[by].seen.hands.distance(self.ball.position());
        self.counts.received += u32::from(is_received);
        self.counts.picked_up += u32::from(!is_received);
        self.ball.taken(by);
        for player in &mut self.players {
            player.order = Order::Nothing;
        }
    }

    /// The referee looks at everybody.
    fn watch(&mut self) {
        let (holder, height) = (self.ball.holder, self.ball.position().y);
        let low = height < self.court.ball.radius + 0.03;
        for (index, player) in self.players.iter_mut().enumerate() {
            let has_ball = holder == Some(index);
            let holds = player.seen.ball.map_or([has_ball; 2], |(_, holds)| holds);
            let seen = Seen {
                hands: holds.map(|holds| holds && has_ball),
                feet: player.seen.feet,
                place: player.seen.place(),
                has_ball,
                bounced: has_ball && low && holds == [false; 2],
            };
            let breaks = player.referee.watch(seen).is_some();
            self.happened.breaks += u32::from(breaks);
            self.counts.breaks += u32::from(breaks);
        }
    }

    /// Writes the goal of each player. Called last in a tick.
    pub(crate) fn ask(&mut self) {
        let Self { players, ball, court, labels, .. } = self;
        let hoop = court.hoop.map_or(Vec3::Y * 3.0, |hoop| hoop.centre);
        let places = |players: &[Player], index: usize| {
            players.get(index).map_or(hoop, |player| match player.order {
                Order::Take { at, .. } => at,
                _ => player.seen.hands,
            })
        };
        for index in 0..players.len() {
            let order = players[index].order;
            let target = match order {
                Order::Throw { aim: Aim::Player(to), .. } => places(players, to),
                _ => hoop,
            };
            let player = &mut players[index];
            let goal = &mut player.goal;
            goal.travel = player.travel.clone();
            goal.arrive_in_secs = player.arrive_in_secs;
            let acts = player.seen.acts;
            let (action, secs, toward) = match order {
                Order::Nothing => (None, 0.0, target),
                Order::Throw { aim, in_secs } => {
                    // Where he throws it from is left to who acts by himself, unless he is to be somewhere then.
                    if acts && player.arrive_in_secs.is_none() {
                        goal.travel = Travel::Free;
                    }
                    let is_shot = aim == Aim::Hoop;
                    (
                        Some(if is_shot { KeyAction::Shoot } else { KeyAction::Pass }),
                        in_secs,
                        target,
                    )
                }
                Order::Take { at, stand, facing, in_secs, action } => {
                    let is_due = in_secs < TOLD_SECS;
                    let (x, z, facing) = (stand.x, stand.y, Some(facing));
                    let target = GroundPoint::new(x, z);
                    goal.travel = match acts && is_due {
                        // Where the ball will be says where to stand and to look.
                        true => Travel::Free,
                        false => Travel::Reach { target, facing, pace: Pace::ANY },
                    };
                    goal.arrive_in_secs = (!(acts && is_due)).then_some(in_secs.max(0.0));
                    (is_due.then_some(action), in_secs, at)
                }
            };
            goal.action = action.map(|action| Action {
                in_secs: Some(secs.max(0.0)),
                toward: Some(Toward::Point(toward)),
                ..labels[action.index()].clone()
            });
            goal.ball = (ball.holder != Some(index)).then(|| ball.told());
        }
    }
}

impl Player {
    /// Counts orders down and notes how fast it goes.
    fn pass_time(&mut self, secs: f32) {
        match &mut self.order {
            Order::Nothing => {}
            Order::Throw { in_secs, .. } | Order::Take { in_secs, .. } => *in_secs -= secs,
        }
        self.arrive_in_secs = self.arrive_in_secs.map(|left| (left - secs).max(0.0));
        let place = self.seen.place();
        let velocity = ((place - self.was) / secs.max(1e-3)).clamp_length_max(8.0);
        self.velocity += (velocity - self.velocity) * (secs / (SMOOTH_SECS + secs));
        self.was = place;
    }
}
