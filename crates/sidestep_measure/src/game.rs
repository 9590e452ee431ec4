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
use sidestep_court::{Break, KeyAction, Referee, Seen, aim, label};
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Side,
    ball::{BallConfig, between_hands},
    chance::Chance,
    kinematics::JointTransforms,
    math::wrap_angle,
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

/// A ball is taken where the hands are no farther from it than this when they close, in metres.
const IN_REACH: f32 = 0.25;

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
    /// Share of them that were in hand within 0.15 s of the wish, with the hands within 25 cm of where the ball came.
    pub caught_fraction: f32,
    /// The same for wishes drawn after the fact.
    pub caught_by_chance: f32,
    /// Median distance of the hands that took a ball from where it came.
    pub take_error_cm: f32,
    /// Throws of each kind in a minute.
    pub passes_per_min: f32,
    /// Shots in a minute.
    pub shots_per_min: f32,
    /// Rules that were broken, in all minutes.
    pub rule_breaks: usize,
    /// Those of them that are travelling; the others are double dribbles.
    pub travels: usize,
    /// Minutes played.
    pub minutes: usize,
}

/// Something that was asked for: to throw that way, or to take a ball that comes there.
#[derive(Clone, Copy)]
struct Wished {
    action: KeyAction,
    issued: usize,
    due: usize,
    heading: f32,
    place: Vec3,
}

/// A ball of the library that somebody took: where it came, seen from him so many frames before.
#[derive(Clone, Copy)]
struct Taken {
    seen: Vec3,
    action: KeyAction,
    ahead: usize,
}

/// A minute of play.
struct Played {
    wishes: Vec<Wished>,
    held: Vec<bool>,
    balls: Vec<Vec3>,
    /// Where both hands would have a ball.
    hands: Vec<Vec3>,
    grounds: Vec<GroundTransform>,
    seen: Vec<Seen>,
}

/// What came of a wish, or of one drawn after the fact: how far off in time, and in angle or place.
#[derive(Clone, Copy)]
struct Judged {
    secs: f32,
    angle: f32,
    metres: f32,
}

/// Lets characters play for a minute each; `None` where they have no ball.
pub fn game(subject: &Subject<'_>, settings: &Settings) -> Option<Game> {
    let mut count = Counts::default();
    let taken = taken(subject.library);
    if taken.is_empty() {
        return None;
    }
    for index in 0..settings.n {
        let mut chance = Chance::new(settings.seed ^ 0x9a3e, index as u64);
        let played = play(subject, &taken, &mut chance)?;
        count.add(&played, &taken, &mut chance);
    }
    Some(count.figures(settings.n))
}

/// The balls that were taken in a library.
fn taken(library: &MotionLibrary) -> Vec<Taken> {
    let mut found = Vec::new();
    for clip in library.clips() {
        for labelled in &clip.labels {
            let action = label(&labelled.name).and_then(|row| row.action);
            let (Some(action), Some(moment)) = (action.filter(|a| a.takes()), labelled.moment)
            else {
                continue;
            };
            let at = clip.frames.start + moment;
            let Some((_, ball)) = library.objects(FrameId(at)).next() else { continue };
            for ahead in (AHEAD.0 as u32..AHEAD.1 as u32).step_by(6) {
                let Some(then) = moment.checked_sub(ahead) else { break };
                let ground = library.ground(FrameId(clip.frames.start + then));
                let seen = ground.inverse().transform_point(ball.position);
                found.push(Taken { seen, action, ahead: ahead as usize });
            }
        }
    }
    found
}

fn play(subject: &Subject<'_>, taken: &[Taken], chance: &mut Chance) -> Option<Played> {
    let library = subject.library;
    let holds =
        |frame: &FrameId| Side::BOTH.into_iter().any(|side| library.contacts(*frame).hand(side));
    let frames: Vec<FrameId> = subject.frames().filter(holds).collect();
    let mut character = subject.spawn_at(draw(&frames, chance));
    let mut played = Played {
        wishes: Vec::new(),
        held: Vec::with_capacity(PLAY_FRAMES),
        balls: Vec::with_capacity(PLAY_FRAMES),
        hands: Vec::with_capacity(PLAY_FRAMES),
        grounds: Vec::with_capacity(PLAY_FRAMES),
        seen: Vec::with_capacity(PLAY_FRAMES),
    };
    let mut joints = JointTransforms::new(character.skeleton().len());
    for frame in 0..PLAY_FRAMES {
        let is_over = |wish: &Wished| frame > wish.due + JUDGED_AFTER;
        if played.wishes.last().is_none_or(is_over) {
            let wish = next_wish((&played, taken), &*character, frame, chance);
            played.wishes.push(wish);
        }
        let goal = played.wishes.last().map_or(Goal::FREE, |wish| asked(wish, frame));
        character.advance(&goal, 1.0 / RATE_HZ);
        let ball = *character.objects().first()?;
        played.held.push(!ball.held_by.is_free());
        played.balls.push(ball.position);
        joints.compute(character.skeleton(), character.pose().as_ref());
        played.hands.push(between_hands(&joints, character.skeleton(), &BallConfig::default())?);
        played.grounds.push(character.ground());
        played.seen.push(seen(&*character, ball.position));
    }
    Some(played)
}

/// What a referee sees of a frame, but for whose the ball is.
fn seen(character: &dyn Animate, ball: Vec3) -> Seen {
    let (contacts, ground) = (character.contacts(), character.ground());
    Seen {
        hands: Side::BOTH.map(|side| contacts.hand(side)),
        feet: Side::BOTH.map(|side| contacts.get(side)),
        place: Vec2::new(ground.x, ground.z),
        has_ball: false,
        bounced: ball.y < BallConfig::default().radius + 0.03,
    }
}

/// What is asked for next: to throw what one has, to take what one has not.
fn next_wish(
    (played, taken): (&Played, &[Taken]),
    character: &dyn Animate,
    frame: usize,
    chance: &mut Chance,
) -> Wished {
    let has_ball = frame == 0 || played.held.iter().rev().take(GONE).any(|held| *held);
    let ground = character.ground();
    if !has_ball {
        let Taken { seen, action, ahead } = taken[chance.below(taken.len())];
        let place = ground.transform_point(seen);
        return Wished { action, issued: frame, due: frame + ahead, heading: 0.0, place };
    }
    let action = if chance.unit() < 0.65 { KeyAction::Pass } else { KeyAction::Shoot };
    let due = frame + chance.between(AHEAD.0, AHEAD.1) as usize;
    let heading = ground.heading + chance.between(-AROUND, AROUND);
    Wished { action, issued: frame, due, heading, place: Vec3::ZERO }
}

fn asked(wish: &Wished, frame: usize) -> Goal {
    let secs = wish.due.saturating_sub(frame) as f32 / RATE_HZ;
    let mut goal = Goal::from(Travel::Free);
    let action = Action::new(wish.action.name()).in_secs(secs);
    // Once it is over it is not asked for again.
    if frame <= wish.due {
        let toward = match wish.action.gives() {
            true => Toward::Heading(wish.heading),
            false => Toward::Point(wish.place),
        };
        goal.action = Some(action.toward(toward));
    }
    goal
}

impl Played {
    /// The rules that were broken. Whose a ball in the air is shows when it comes back: who watches waits for that.
    fn breaks(&self) -> Vec<Break> {
        let mut referee = Referee::new(RATE_HZ);
        let mut last_held = None;
        let mut found = Vec::new();
        for (frame, seen) in self.seen.iter().enumerate() {
            let is_held = self.held[frame];
            last_held = if is_held { Some(frame) } else { last_held };
            let next = self.held[frame..].iter().position(|held| *held).map(|ahead| frame + ahead);
            let has_ball = last_held.zip(next).is_some_and(|(last, next)| next - last <= GONE);
            let hands = seen.hands.map(|hand| hand && is_held);
            let bounced = seen.bounced && has_ball && !is_held;
            found.extend(referee.watch(Seen { hands, has_ball, bounced, ..*seen }));
        }
        found
    }

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
    fn judge(&self, events: &[usize], wish: &Wished) -> Option<Judged> {
        let due = wish.due;
        let within = |event: &&usize| **event >= wish.issued && **event <= due + JUDGED_AFTER;
        let nearest = events.iter().filter(within).min_by_key(|event| event.abs_diff(due))?;
        let before = nearest.saturating_sub(aim::PUSH_FRAMES);
        let pushed = self.hands[*nearest] - self.hands[before];
        let thrown = aim::release_heading(pushed, self.grounds[*nearest].heading);
        Some(Judged {
            secs: nearest.abs_diff(due) as f32 / RATE_HZ,
            angle: wrap_angle(thrown - wish.heading).abs(),
            metres: self.balls[*nearest].distance(wish.place),
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
    take_errors: Vec<f32>,
    passes: usize,
    shots: usize,
    breaks: usize,
    travels: usize,
}

impl Counts {
    fn add(&mut self, played: &Played, taken: &[Taken], chance: &mut Chance) {
        let breaks = played.breaks();
        self.travels += breaks.iter().filter(|found| **found == Break::Travelling).count();
        self.breaks += breaks.len();
        let events = [true, false].map(|gives| played.events(gives));
        let whole = |wish: &&Wished| wish.due + JUDGED_AFTER + GONE < played.held.len();
        for wish in played.wishes.iter().filter(whole) {
            let kind = usize::from(!wish.action.gives());
            self.asked[kind] += 1;
            if let Some(judged) = played.judge(&events[kind], wish) {
                self.in_time[kind] += usize::from(judged.is_in_time(kind));
                if kind == 1 {
                    self.take_errors.push(judged.metres);
                } else {
                    self.on_time += usize::from(judged.is_on_time());
                    self.times.push(judged.secs);
                    self.angles.push(judged.angle);
                    let is_pass = wish.action == KeyAction::Pass;
                    self.passes += usize::from(is_pass);
                    self.shots += usize::from(!is_pass);
                }
            }
            for _ in 0..DRAWN_AFTER {
                let ground = played.grounds[wish.issued];
                let due = wish.issued + chance.between(AHEAD.0, AHEAD.1) as usize;
                let heading = ground.heading + chance.between(-AROUND, AROUND);
                let ball = taken[chance.below(taken.len())];
                let due = if kind == 1 { wish.issued + ball.ahead } else { due };
                let place = ground.transform_point(ball.seen);
                let judged = played.judge(&events[kind], &Wished { due, heading, place, ..*wish });
                let is_in = judged.is_some_and(|judged| judged.is_in_time(kind));
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
            take_error_cm: 100.0 * percentile(self.take_errors.clone(), 0.5),
            passes_per_min: fraction(self.passes, minutes),
            shots_per_min: fraction(self.shots, minutes),
            rule_breaks: self.breaks,
            travels: self.travels,
            minutes,
        }
    }
}

impl Judged {
    fn is_on_time(self) -> bool {
        self.secs <= ON_TIME.0 && self.angle <= ON_TIME.1
    }

    /// Of a throw (0) in time, of a take (1) there too.
    fn is_in_time(self, kind: usize) -> bool {
        self.secs <= ON_TIME.0 && (kind == 0 || self.metres <= IN_REACH)
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
        let balls: Vec<Vec3> = (0..400).map(|f| Vec3::X * 0.05 * f as f32).collect();
        let ahead = GroundTransform::new(0.0, 0.0, std::f32::consts::FRAC_PI_2);
        let (hands, grounds) = (balls.clone(), vec![ahead; 400]);
        Played { wishes: Vec::new(), held, balls, hands, grounds, seen: Vec::new() }
    }

    #[test]
    fn throws_and_takes_are_read_from_the_ball() {
        let played = story();
        assert_eq!((played.events(true), played.events(false)), (vec![100, 299], vec![160]));
    }

    #[test]
    fn a_wish_is_judged_by_time_and_way() {
        let mut played = story();
        let place = Vec3::ZERO;
        let wish = |due: usize, heading: f32| {
            let action = KeyAction::Pass;
            Wished { action, issued: 50, due, heading, place }
        };
        let taken = [Taken { seen: Vec3::ZERO, action: KeyAction::Catch, ahead: 30 }];
        let right_angle = std::f32::consts::FRAC_PI_2;
        // Along +X is a heading of 90°; three frames late is 0.1 s.
        played.wishes = vec![wish(97, right_angle), wish(97, 0.0), wish(90, right_angle)];
        let mut counts = Counts::default();
        counts.add(&played, &taken, &mut Chance::new(1, 0));
        let figures = counts.figures(1);
        assert_eq!((figures.throws_asked, counts.on_time, counts.in_time), (3, 1, [2, 0]));
        assert!((figures.release_time_error_secs - 0.1).abs() < 1e-5);
        // A ball came where the hands took it at 160, and one a metre beside.
        let take = |place: Vec3| Wished {
            action: KeyAction::Catch,
            issued: 120,
            due: 158,
            heading: 0.0,
            place,
        };
        played.wishes = vec![take(Vec3::X * 8.0), take(Vec3::X * 8.0 + Vec3::Z)];
        let mut counts = Counts::default();
        counts.add(&played, &taken, &mut Chance::new(1, 0));
        assert_eq!((counts.asked, counts.in_time), ([0, 2], [0, 1]));
        // Whoever draws from 0.7 to 2.5 s hits a window of 0.3 s of 1.8 s in a sixth.
        played.wishes = vec![wish(97, right_angle); 300];
        let mut counts = Counts::default();
        counts.add(&played, &taken, &mut Chance::new(1, 0));
        let figures = counts.figures(1);
        assert!((0.14..0.2).contains(&figures.in_time_by_chance), "{figures:?}");
    }
}
