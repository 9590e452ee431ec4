//! A plan acted out: players on their paths, the ball between them when the plan says.

use crate::{
    basketball::{BallGame, Order, half_court},
    plan::Plan,
    players::Players,
    seen::SeenPlayer,
};
use sidestep_control::{Goal, GroundPoint, Pace, Travel};
use sidestep_motion::{Clip, Object, ObjectKind, math::atan2};
use std::sync::Arc;

/// Where somebody shall be is told so long ahead, in seconds.
const AHEAD_SECS: f32 = 1.0;

/// Slower than this somebody stands and looks at the ball, in m/s.
const STANDS: f32 = 0.3;

/// A throw is asked for so long before, in seconds; who takes it is told then as well.
const ASKED_SECS: f32 = 1.2;

/// A throw that cannot be made so long after its time is left out, in seconds.
const GIVEN_UP_SECS: f32 = 1.5;

/// How often is decided anew how a loose ball is fetched, in seconds.
const FETCH_SECS: f32 = 0.25;

/// A throw of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Throw {
    at_secs: f32,
    by: usize,
    /// Whom it is for, and when it is there: a shot where there is nobody.
    to: Option<(usize, f32)>,
    rebound: Option<usize>,
    /// Which pass of the plan it is.
    pass: usize,
}

/// How a pass came to its receiver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival {
    /// Which pass of the plan.
    pub pass: usize,
    /// When the plan has it arrive.
    pub planned_secs: f32,
    /// When it did: when hands took it, or when it was nearest to them.
    pub secs: f32,
    /// How far the ball was from the receiver's hands then, in metres.
    pub off: f32,
    /// Whether hands took it.
    pub is_received: bool,
    /// Whether that was settled.
    is_over: bool,
}

/// A plan acted out.
#[derive(Clone, Debug)]
pub struct Board {
    plan: Arc<Plan>,
    game: BallGame,
    throws: Arc<[Throw]>,
    /// The throw that comes next, and whether it was asked for.
    next: usize,
    is_asked: bool,
    now_secs: f32,
    arrivals: Vec<Arrival>,
    fetches: Option<usize>,
    fetch_secs: f32,
}

impl Board {
    /// A plan at its beginning; ticked so often a second.
    pub fn new(plan: &Arc<Plan>, rate_hz: f32) -> Self {
        let starts: Vec<SeenPlayer> =
            (0..plan.players.len()).map(|player| SeenPlayer::at(plan.start(player))).collect();
        let mut game = BallGame::new(half_court(), &starts, rate_hz, 0);
        game.ball.taken(plan.ball);
        let throws = throws(plan);
        Self {
            plan: Arc::clone(plan),
            game,
            arrivals: Vec::with_capacity(plan.passes.len()),
            throws: throws.into(),
            next: 0,
            is_asked: false,
            now_secs: 0.0,
            fetches: None,
            fetch_secs: 0.0,
        }
    }

    /// The plan.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The ball and who has it.
    pub fn game(&self) -> &BallGame {
        &self.game
    }

    /// Seconds since the beginning.
    pub fn now_secs(&self) -> f32 {
        self.now_secs
    }

    /// How the passes thrown by now came to their receivers.
    pub fn arrivals(&self) -> &[Arrival] {
        &self.arrivals
    }

    /// Takes note of a player as it is shown.
    pub fn see(&mut self, player: usize, seen: SeenPlayer) {
        self.game.see(player, seen);
    }

    /// What a player is asked for.
    pub fn goal(&self, player: usize) -> &Goal {
        self.game.goal(player)
    }

    /// A tick on.
    pub fn tick(&mut self, secs: f32) {
        self.now_secs += secs;
        self.game.follow(secs);
        self.note_arrival();
        for player in 0..self.game.len() {
            self.send(player);
        }
        self.order();
        self.fetch(secs);
        self.game.ask();
    }

    /// Acts a plan out with these characters, one for each player; what each does, and the ball with the first.
    pub fn act(plan: &Arc<Plan>, players: &mut Players, rate_hz: f32) -> (Vec<Clip>, Self) {
        let mut board = Self::new(plan, rate_hz);
        let secs = 1.0 / rate_hz;
        let frames = (plan.secs * rate_hz).round() as usize;
        let count = players.len().min(plan.players.len());
        let name = |player: usize| plan.players[player].name.as_str();
        let mut clips: Vec<Clip> =
            (0..count).map(|player| players.clip(player, name(player), rate_hz)).collect();
        let ball = [ObjectKind { name: "ball".to_owned(), radius: board.game.court.ball.radius }];
        let mut contacts = vec![Vec::with_capacity(frames); count];
        for _ in 0..frames {
            for player in 0..count {
                let seen = players.seen(player);
                board.see(player, seen);
            }
            board.tick(secs);
            board.rehearse(players, secs);
            for (player, clip) in clips.iter_mut().enumerate() {
                let character = players.character(player);
                clip.push(character.pose().as_ref());
                contacts[player].push(character.contacts());
                if player == 0 {
                    let position = board.game.ball.position();
                    clip.push_objects(&ball, &[Object { position, ..Object::ORIGIN }]);
                }
            }
            for player in 0..count {
                players.advance(player, board.goal(player), secs);
            }
        }
        for (clip, contacts) in clips.iter_mut().zip(contacts) {
            clip.contacts = Some(contacts);
        }
        (clips, board)
    }

    /// Where a pass was just thrown, its receiver is asked where his hands will be, and it is aimed there.
    fn rehearse(&mut self, players: &mut Players, secs: f32) {
        let thrown = self.game.happened.passed.and(self.game.ball.receiver);
        let Some(to) = thrown else { return };
        let Order::Take { in_secs, .. } = self.game.players[to].order else { return };
        let ticks = (in_secs / secs).round().clamp(1.0, 120.0) as usize;
        let seen = players.rehearse(to, self.game.goal(to), ticks, secs);
        if seen.hands.is_finite() {
            self.game.lead(seen.hands);
            self.game.ask();
        }
    }

    /// Sends a player along his path.
    fn send(&mut self, player: usize) {
        let (now, plan) = (self.now_secs, &self.plan);
        // Who throws is where the plan has him then.
        let ahead = match self.game.players[player].order {
            Order::Throw { in_secs, .. } => in_secs.max(0.0),
            _ => AHEAD_SECS,
        };
        let place = plan.place(player, now + ahead);
        let stands = plan.speed(player, now + 0.5 * AHEAD_SECS) < STANDS;
        let way = self.game.ball.place() - place;
        let facing = (stands && way.length() > 0.5).then(|| atan2(way.x, way.y));
        let target = GroundPoint::new(place.x, place.y);
        let travel = Travel::Reach { target, facing, pace: Pace::ANY };
        self.game.travel(player, travel, Some(ahead));
    }

    /// Asks for the throw that comes next.
    fn order(&mut self) {
        let happened = self.game.happened;
        if self.is_asked && (happened.passed.is_some() || happened.shot.is_some()) {
            self.thrown();
        }
        let Some(throw) = self.throws.get(self.next).copied() else { return };
        let left = throw.at_secs - self.now_secs;
        if left < -GIVEN_UP_SECS {
            (self.next, self.is_asked) = (self.next + 1, false);
            return;
        }
        let has_ball = self.game.ball.holder == Some(throw.by);
        if self.is_asked || !has_ball || left > ASKED_SECS {
            return;
        }
        self.is_asked = match throw.to {
            Some((to, arrives)) => self.ask_pass(to, left, arrives),
            None => self.game.shoot(left.max(0.0)),
        };
    }

    fn ask_pass(&mut self, to: usize, left: f32, arrives: f32) -> bool {
        let place = self.plan.place(to, arrives);
        let asked = self.game.pass(to, left.max(0.0), Some(place));
        if let Order::Take { in_secs, .. } = &mut self.game.players[to].order {
            *in_secs = (arrives - self.now_secs).max(0.2);
        }
        asked
    }

    /// The throw that was asked for has left the hand.
    fn thrown(&mut self) {
        let Some(throw) = self.throws.get(self.next) else { return };
        self.fetches = throw.rebound;
        if let Some((to, planned_secs)) = throw.to {
            self.fetches = Some(to);
            self.arrivals.push(Arrival {
                pass: throw.pass,
                planned_secs,
                secs: self.now_secs,
                off: f32::INFINITY,
                is_received: false,
                is_over: false,
            });
        }
        (self.next, self.is_asked) = (self.next + 1, false);
    }

    /// How near the pass that flies has come to its receiver.
    fn note_arrival(&mut self) {
        let now = self.now_secs;
        let Some(arrival) = self.arrivals.last_mut().filter(|arrival| !arrival.is_over) else {
            return;
        };
        let to = self.plan.passes[arrival.pass].to;
        let off = self.game.players[to].seen.hands.distance(self.game.ball.position());
        if self.game.happened.taken == Some(to) {
            let off = self.game.happened.taken_from;
            *arrival = Arrival { secs: now, off, is_received: true, is_over: true, ..*arrival };
        } else if self.game.ball.holder.is_some() || now > arrival.planned_secs + 1.0 {
            arrival.is_over = true;
        } else if off < arrival.off {
            (arrival.secs, arrival.off) = (now, off);
        }
    }

    /// A ball that nobody has is fetched by whom it was meant for.
    fn fetch(&mut self, secs: f32) {
        let Some(player) = self.fetches.filter(|_| self.game.ball.is_loose()) else { return };
        if self.game.is_out() {
            self.game.throw_in(player);
            return;
        }
        self.fetch_secs -= secs;
        // A shot is not run after before it has come down.
        if self.fetch_secs <= 0.0 && !self.game.ball.is_shot {
            self.fetch_secs = FETCH_SECS;
            self.game.fetch(player);
        }
    }
}

fn throws(plan: &Plan) -> Vec<Throw> {
    let passes = plan.passes.iter().enumerate().map(|(number, pass)| Throw {
        at_secs: pass.at_secs,
        by: pass.from,
        to: Some((pass.to, pass.arrives_secs)),
        rebound: None,
        pass: number,
    });
    let shots = plan.shots.iter().map(|shot| Throw {
        at_secs: shot.at_secs,
        by: shot.by,
        to: None,
        rebound: shot.rebound,
        pass: 0,
    });
    let mut throws: Vec<Throw> = passes.chain(shots).collect();
    throws.sort_by(|a, b| a.at_secs.total_cmp(&b.at_secs));
    throws
}
