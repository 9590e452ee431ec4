//! How a character plays a game: whether it throws and takes the ball when it is asked to, and by the rules.
//!
//! A player is asked for one thing after the other, each a while ahead: to throw while it has the ball, to take one
//! while it has none. Throws and takes are read from the ball that is shown, whatever the controller says of them.
//! Every figure stands beside what a player would score who ignores the wish: the same run, judged by wishes
//! drawn after the fact.

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ},
    settings::Settings,
    statistics::{fraction, percentile},
    subject::{Subject, draw},
};
use glam::{Vec2, Vec3};
use serde::Serialize;
use sidestep_control::{Action, Animate, Goal, Toward, Travel};
use sidestep_court::{KeyAction, Referee, Seen};
use sidestep_motion::{
    FrameId, Side,
    ball::BallConfig,
    chance::Chance,
    math::{atan2, wrap_angle},
};

/// How long each character plays.
const PLAY_FRAMES: usize = 60 * FRAMES_PER_SEC;

/// How far ahead something is asked for, in frames.
const AHEAD: (f32, f32) = (21.0, 75.0);

/// A wish is judged so many frames after it was due, and another one begins.
const JUDGED_AFTER: usize = 24;

/// A ball out of hand for so many frames was thrown, not dribbled; one that comes after as many is taken.
const GONE: usize = 24;

/// Within this many seconds and radians of the wish is on time: 0.15 s and 12°.
const ON_TIME: (f32, f32) = (0.15, 0.209_44);

/// How far to either side throws are asked for, in radians.
const AROUND: f32 = 1.2;

/// The way a hand moves the ball is taken over so many frames before it lets go.
const HAND_FRAMES: usize = 3;

/// Wishes drawn after the fact for each that was asked.
const DRAWN_AFTER: usize = 8;

/// What `measure actions` reports of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Game {
    /// Throws that were asked for.
    pub throws_asked: usize,
    /// Share of them that left the hand within 0.15 s and 12° of the wish.
    pub on_time_fraction: f32,
    /// The same for wishes drawn after the fact.
    pub on_time_by_chance: f32,
    /// Share that left within 0.15 s, whatever the way.
    pub in_time_fraction: f32,
    /// The same for wishes drawn after the fact.
    pub in_time_by_chance: f32,
    /// Median distance in time of those that were thrown at all.
    pub release_time_error_secs: f32,
    /// Median angle between the way asked for and the way the hands moved the ball when they let go.
    pub release_direction_error_deg: f32,
    /// Share of the throws that came at all.
    pub thrown_fraction: f32,
    /// Takes that were asked for.
    pub takes_asked: usize,
    /// Share of them that were in hand within 0.15 s of the wish.
    pub caught_fraction: f32,
    /// The same for wishes drawn after the fact.
    pub caught_by_chance: f32,
    /// Throws of each kind in a minute.
    pub passes_per_min: f32,
    /// Shots in a minute.
    pub shots_per_min: f32,
    /// Rules that were broken, in all minutes.
    pub rule_breaks: usize,
    /// Minutes played.
    pub minutes: usize,
}

/// Something that was asked for.
#[derive(Clone, Copy)]
struct Wished {
    action: KeyAction,
    issued: usize,
    due: usize,
    heading: f32,
}

/// A minute of play.
struct Played {
    wishes: Vec<Wished>,
    held: Vec<bool>,
    balls: Vec<Vec3>,
    headings: Vec<f32>,
    breaks: usize,
}

/// What came of a wish, or of one drawn after the fact.
#[derive(Clone, Copy)]
struct Judged {
    secs: f32,
    angle: f32,
}

/// Lets characters play for a minute each; `None` where they have no ball.
pub fn game(subject: &Subject<'_>, settings: &Settings) -> Option<Game> {
    let mut count = Counts::default();
    for index in 0..settings.n {
        let mut chance = Chance::new(settings.seed ^ 0x9a3e, index as u64);
        let played = play(subject, &mut chance)?;
        count.add(&played, &mut chance);
    }
    Some(count.figures(settings.n))
}

fn play(subject: &Subject<'_>, chance: &mut Chance) -> Option<Played> {
    let library = subject.library;
    let holds =
        |frame: &FrameId| Side::BOTH.into_iter().any(|side| library.contacts(*frame).hand(side));
    let frames: Vec<FrameId> = subject.frames().filter(holds).collect();
    let mut character = subject.spawn_at(draw(&frames, chance));
    let mut played = Played {
        wishes: Vec::new(),
        held: Vec::with_capacity(PLAY_FRAMES),
        balls: Vec::with_capacity(PLAY_FRAMES),
        headings: Vec::with_capacity(PLAY_FRAMES),
        breaks: 0,
    };
    let mut referee = Referee::new(RATE_HZ);
    for frame in 0..PLAY_FRAMES {
        let is_over = |wish: &Wished| frame > wish.due + JUDGED_AFTER;
        if played.wishes.last().is_none_or(is_over) {
            let wish = next_wish(&played, &*character, frame, chance);
            played.wishes.push(wish);
        }
        let goal = played.wishes.last().map_or(Goal::FREE, |wish| asked(wish, frame));
        character.advance(&goal, 1.0 / RATE_HZ);
        let ball = *character.objects().first()?;
        played.held.push(!ball.held_by.is_free());
        played.balls.push(ball.position);
        played.headings.push(character.ground().heading);
        played.breaks += usize::from(watched(&mut referee, &*character, &played));
    }
    Some(played)
}

/// Whether the referee sees a rule broken in the frame that was just played.
fn watched(referee: &mut Referee, character: &dyn Animate, played: &Played) -> bool {
    let (contacts, ground) = (character.contacts(), character.ground());
    let ball = played.balls.last().copied().unwrap_or_default();
    let is_held = played.held.last().is_some_and(|held| *held);
    let has_ball = played.held.iter().rev().take(GONE).any(|held| *held);
    let bounced = !is_held && ball.y < BallConfig::default().radius + 0.03;
    let seen = Seen {
        hands: Side::BOTH.map(|side| is_held && contacts.hand(side)),
        feet: Side::BOTH.map(|side| contacts.get(side)),
        place: Vec2::new(ground.x, ground.z),
        has_ball,
        bounced: bounced && has_ball,
    };
    referee.watch(seen).is_some()
}

/// What is asked for next: to throw what one has, to take what one has not.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some frames")]
fn next_wish(
    played: &Played,
    character: &dyn Animate,
    frame: usize,
    chance: &mut Chance,
) -> Wished {
    let has_ball = frame == 0 || played.held.iter().rev().take(GONE).any(|held| *held);
    let first = chance.unit() < 0.65;
    let action = match (has_ball, first) {
        (true, true) => KeyAction::Pass,
        (true, false) => KeyAction::Shoot,
        (false, true) => KeyAction::Receive,
        (false, false) => KeyAction::Catch,
    };
    let due = frame + chance.between(AHEAD.0, AHEAD.1) as usize;
    let heading = character.ground().heading + chance.between(-AROUND, AROUND);
    Wished { action, issued: frame, due, heading }
}

#[expect(clippy::cast_precision_loss, reason = "some frames")]
fn asked(wish: &Wished, frame: usize) -> Goal {
    let secs = wish.due.saturating_sub(frame) as f32 / RATE_HZ;
    let mut goal = Goal::from(Travel::Free);
    let action = Action::new(wish.action.name()).in_secs(secs);
    // Once it is over it is not asked for again.
    if frame <= wish.due {
        let aimed = action.clone().toward(Toward::Heading(wish.heading));
        goal.action = Some(if wish.action.gives() { aimed } else { action });
    }
    goal
}

impl Played {
    /// Frames in which the ball left the hand for good, or came to it.
    fn events(&self, gives: bool) -> Vec<usize> {
        let is_event = |frame: &usize| {
            let (from, to) = match gives {
                true => (frame + 1, frame + 1 + GONE),
                false => (frame.saturating_sub(GONE), *frame),
            };
            self.held[*frame] && to <= self.held.len() && self.held[from..to].iter().all(|h| !h)
        };
        (GONE..self.held.len()).filter(is_event).collect()
    }

    /// How far the nearest event of a wish is from it, if there was one.
    #[expect(clippy::cast_precision_loss, reason = "some frames")]
    fn judge(&self, events: &[usize], wish: &Wished, due: usize, heading: f32) -> Option<Judged> {
        let within = |event: &&usize| **event >= wish.issued && **event <= wish.due + JUDGED_AFTER;
        let nearest = events.iter().filter(within).min_by_key(|event| event.abs_diff(due))?;
        let before = nearest.saturating_sub(HAND_FRAMES);
        let way = self.balls[*nearest] - self.balls[before];
        let moved = Vec2::new(way.x, way.z).length() > 0.03;
        let thrown = if moved { atan2(way.x, way.z) } else { self.headings[*nearest] };
        Some(Judged {
            secs: nearest.abs_diff(due) as f32 / RATE_HZ,
            angle: wrap_angle(thrown - heading).abs(),
        })
    }
}

#[derive(Default)]
struct Counts {
    asked: [usize; 2],
    on_time: usize,
    in_time: [usize; 2],
    chance_on_time: usize,
    chance_in_time: [usize; 2],
    times: Vec<f32>,
    angles: Vec<f32>,
    passes: usize,
    shots: usize,
    breaks: usize,
}

impl Counts {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some frames")]
    fn add(&mut self, played: &Played, chance: &mut Chance) {
        self.breaks += played.breaks;
        let events = [true, false].map(|gives| played.events(gives));
        let whole = |wish: &&Wished| wish.due + JUDGED_AFTER + GONE < played.held.len();
        for wish in played.wishes.iter().filter(whole) {
            let kind = usize::from(!wish.action.gives());
            self.asked[kind] += 1;
            let judged = played.judge(&events[kind], wish, wish.due, wish.heading);
            if let Some(judged) = judged {
                self.in_time[kind] += usize::from(judged.secs <= ON_TIME.0);
                if kind == 0 {
                    self.on_time += usize::from(judged.is_on_time());
                    self.times.push(judged.secs);
                    self.angles.push(judged.angle);
                    let is_pass = wish.action == KeyAction::Pass;
                    self.passes += usize::from(is_pass);
                    self.shots += usize::from(!is_pass);
                }
            }
            for _ in 0..DRAWN_AFTER {
                let due = wish.issued + chance.between(AHEAD.0, AHEAD.1) as usize;
                let heading = played.headings[wish.issued] + chance.between(-AROUND, AROUND);
                let judged = played.judge(&events[kind], wish, due, heading);
                let is_in = judged.is_some_and(|judged| judged.secs <= ON_TIME.0);
                self.chance_in_time[kind] += usize::from(is_in);
                let is_on = kind == 0 && judged.is_some_and(|judged| judged.is_on_time());
                self.chance_on_time += usize::from(is_on);
            }
        }
    }

    fn figures(&self, minutes: usize) -> Game {
        let [throws, takes] = self.asked;
        Game {
            throws_asked: throws,
            on_time_fraction: fraction(self.on_time, throws),
            on_time_by_chance: fraction(self.chance_on_time, throws * DRAWN_AFTER),
            in_time_fraction: fraction(self.in_time[0], throws),
            in_time_by_chance: fraction(self.chance_in_time[0], throws * DRAWN_AFTER),
            release_time_error_secs: percentile(self.times.clone(), 0.5),
            release_direction_error_deg: percentile(self.angles.clone(), 0.5).to_degrees(),
            thrown_fraction: fraction(self.times.len(), throws),
            takes_asked: takes,
            caught_fraction: fraction(self.in_time[1], takes),
            caught_by_chance: fraction(self.chance_in_time[1], takes * DRAWN_AFTER),
            passes_per_min: fraction(self.passes, minutes),
            shots_per_min: fraction(self.shots, minutes),
            rule_breaks: self.breaks,
            minutes,
        }
    }
}

impl Judged {
    fn is_on_time(self) -> bool {
        self.secs <= ON_TIME.0 && self.angle <= ON_TIME.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Held until 100, thrown along +X, taken again at 160; a dribble of ten frames in between does not count.
    fn story() -> Played {
        let held: Vec<bool> = (0..400)
            .map(|f| f <= 60 || (70..=100).contains(&f) || (160..300).contains(&f))
            .collect();
        let balls = (0..400).map(|f| Vec3::X * 0.05 * f as f32).collect();
        Played { wishes: Vec::new(), held, balls, headings: vec![0.0; 400], breaks: 0 }
    }

    #[test]
    fn throws_and_takes_are_read_from_the_ball() {
        let played = story();
        assert_eq!((played.events(true), played.events(false)), (vec![100, 299], vec![160]));
    }

    #[test]
    fn a_wish_is_judged_by_time_and_way() {
        let mut played = story();
        let wish =
            |due: usize, heading: f32| Wished { action: KeyAction::Pass, issued: 50, due, heading };
        let right_angle = std::f32::consts::FRAC_PI_2;
        // Along +X is a heading of 90°; three frames late is 0.1 s.
        played.wishes = vec![wish(97, right_angle), wish(97, 0.0), wish(90, right_angle)];
        let mut counts = Counts::default();
        counts.add(&played, &mut Chance::new(1, 0));
        let figures = counts.figures(1);
        assert_eq!((figures.throws_asked, counts.on_time, counts.in_time), (3, 1, [2, 0]));
        assert!((figures.release_time_error_secs - 0.1).abs() < 1e-5);
        // Whoever draws from 0.7 to 2.5 s hits a window of 0.3 s of 1.8 s in a sixth.
        played.wishes = vec![wish(97, right_angle); 300];
        let mut counts = Counts::default();
        counts.add(&played, &mut Chance::new(1, 0));
        let figures = counts.figures(1);
        assert!((0.14..0.2).contains(&figures.in_time_by_chance), "{figures:?}");
    }
}
