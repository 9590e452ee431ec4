//! How a character plays with a ball: whether it is in the hands that hold it, and bounces on the floor.

use crate::{
    liveliness::LimbSpeeds,
    quality::ContactFigures,
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    source::Source,
    statistics::{fraction, percentile},
    subject::{Subject, draw},
};
use glam::Vec2;
use serde::Serialize;
use sidestep_control::{Animate, Goal, GroundPoint, Pace, Travel};
use sidestep_motion::{
    FrameId, Held, MotionLibrary, Object,
    ball::{BallConfig, ball_in_hand},
    chance::Chance,
    kinematics::JointTransforms,
    math::{cos, sin},
};
use std::f32::consts::PI;

/// How long each character plays.
const PLAY_FRAMES: usize = 60 * FRAMES_PER_SEC;

/// Every so often it is sent elsewhere.
const WISH_FRAMES: usize = 3 * FRAMES_PER_SEC;

/// How far away that is, in metres.
const DISTANCES: (f32, f32) = (2.0, 6.0);

/// A ball that came this near to the floor has bounced, in metres.
const BOUNCE: f32 = 0.10;

/// This near to the floor is on it, in metres.
const ON_FLOOR: f32 = 0.02;

/// What `measure actions` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Actions {
    /// Minutes that were played, one for each character.
    pub n: usize,
    /// Distance of the ball in contact from where the hands have it, 95th percentile, as the controller
    /// makes it before any snapping.
    pub hand_error_cm: f32,
    /// Its median.
    pub hand_error_p50_cm: f32,
    /// The same of the ball that is shown, 95th percentile.
    pub shown_hand_error_cm: f32,
    /// Height of the lowest point of a flight above where a ball lies on the floor, without its sign, 95th
    /// percentile over all flights between two contacts.
    pub bounce_error_cm: f32,
    /// The same before any snapping.
    pub made_bounce_error_cm: f32,
    /// Share of the flights whose lowest point is within 2 cm of the floor.
    pub bounce_fraction: f32,
    /// Flights that come to the floor.
    pub bounces_per_min: f32,
    /// The same of the source.
    pub source_bounces_per_min: f32,
    /// Share of the time that a hand holds the ball.
    pub held_fraction: f32,
    /// The same of the source.
    pub source_held_fraction: f32,
    /// Farthest that the shown ball moves in a frame, 99.9th percentile, as a speed.
    pub ball_speed_p999_m_per_s: f32,
    /// The same of the source.
    pub source_ball_speed_p999_m_per_s: f32,
    /// Mean speed of joints against the root, over the source's at the same speeds of travel.
    pub liveliness: f32,
    /// Mean speed of planted feet.
    pub skate_cm_per_s: f32,
    /// Share of the time that a foot is down.
    pub contact_fraction: f32,
    /// The same of the source.
    pub source_contact_fraction: f32,
    /// Share of the minutes in which every number was finite.
    pub finite_fraction: f32,
}

/// What a ball did.
#[derive(Default)]
struct BallFigures {
    hand_errors: Vec<f32>,
    lowest: Vec<f32>,
    steps: Vec<f32>,
    held: usize,
    frames: usize,
    /// The ball a frame ago.
    last: Option<Object>,
    /// Lowest height since it was let go.
    flight: Option<f32>,
}

/// Lets characters play for a minute each, sent to random places. `as_made` is the same controller with
/// its ball as it makes it, before any snapping.
pub fn actions(
    subject: &Subject<'_>,
    as_made: &Subject<'_>,
    source: &Source,
    settings: &Settings,
) -> Option<Actions> {
    let (mut limbs, mut contacts) = (LimbSpeeds::default(), ContactFigures::default());
    let (mut shown, mut made, mut finite) = (BallFigures::default(), BallFigures::default(), 0);
    for index in 0..settings.n {
        let run = play(subject, settings.seed, index, &mut shown)?;
        limbs.add(&run.motion);
        contacts.add(&run.motion, &run.unlocked);
        finite += usize::from(run.is_finite);
        play(as_made, settings.seed, index, &mut made)?;
    }
    let captured = captured(subject.library);
    Some(Actions {
        n: settings.n,
        hand_error_cm: 100.0 * percentile(made.hand_errors.clone(), 0.95),
        hand_error_p50_cm: 100.0 * percentile(made.hand_errors.clone(), 0.5),
        shown_hand_error_cm: 100.0 * percentile(shown.hand_errors.clone(), 0.95),
        bounce_error_cm: shown.bounce_error_cm(),
        made_bounce_error_cm: made.bounce_error_cm(),
        bounce_fraction: shown.share_on_floor(),
        bounces_per_min: shown.bounces_per_min(),
        source_bounces_per_min: captured.bounces_per_min(),
        held_fraction: fraction(shown.held, shown.frames),
        source_held_fraction: fraction(captured.held, captured.frames),
        ball_speed_p999_m_per_s: shown.speed(),
        source_ball_speed_p999_m_per_s: captured.speed(),
        liveliness: limbs.over(&source.limbs),
        skate_cm_per_s: contacts.skate_cm_per_s(),
        contact_fraction: contacts.contact_fraction(),
        source_contact_fraction: source.contacts.contact_fraction(),
        finite_fraction: fraction(finite, settings.n),
    })
}

/// A minute of play; `None` where there is no ball.
fn play(subject: &Subject<'_>, seed: u64, index: usize, ball: &mut BallFigures) -> Option<Run> {
    let mut chance = Chance::new(seed, index as u64);
    let frames: Vec<FrameId> = subject.frames().collect();
    let mut character = subject.spawn_at(draw(&frames, &mut chance));
    let mut run = Run::new(&*character, PLAY_FRAMES);
    let mut joints = JointTransforms::new(character.skeleton().len());
    let mut goal = Goal::from(Travel::Free);
    ball.begin();
    for frame in 0..PLAY_FRAMES {
        if frame.is_multiple_of(WISH_FRAMES) {
            goal = somewhere(&*character, &mut chance);
        }
        run.advance(&mut *character, &goal);
        let object = *character.objects().first()?;
        joints.compute(character.skeleton(), character.pose().as_ref());
        let place = in_hands(object, |hand| {
            ball_in_hand(&joints, character.skeleton(), hand, &BallConfig::default())
        });
        ball.add(object, place, 0.0);
    }
    Some(run)
}

fn somewhere(character: &dyn Animate, chance: &mut Chance) -> Goal {
    let ground = character.ground();
    let angle = PI * chance.between(-1.0, 1.0);
    let way = chance.between(DISTANCES.0, DISTANCES.1) * Vec2::new(sin(angle), cos(angle));
    let target = GroundPoint::new(ground.x + way.x, ground.z + way.y);
    Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY })
}

/// What the ball of a library does.
fn captured(library: &MotionLibrary) -> BallFigures {
    let mut figures = BallFigures::default();
    for clip in library.clips() {
        figures.begin();
        for frame in clip.frames.clone() {
            match library.objects(FrameId(frame)).next() {
                Some((_, object)) => figures.add(object, None, 0.0),
                None => figures.begin(),
            }
        }
    }
    figures
}

/// Where the hands that hold it have a ball; two hands: the mean.
fn in_hands(
    ball: Object,
    place: impl Fn(sidestep_motion::JointId) -> glam::Vec3,
) -> Option<glam::Vec3> {
    let (mut sum, mut count) = (glam::Vec3::ZERO, 0.0);
    for hand in ball.held_by.joints() {
        sum += place(hand);
        count += 1.0;
    }
    (ball.held_by != Held::Free).then(|| sum / count)
}

impl BallFigures {
    /// Another ball, of which nothing is known yet.
    fn begin(&mut self) {
        (self.last, self.flight) = (None, None);
    }

    fn add(&mut self, ball: Object, in_hands: Option<glam::Vec3>, floor: f32) {
        let height = ball.position.y - floor - BallConfig::default().radius;
        self.frames += 1;
        if ball.held_by.is_free() {
            // What flies when it is first seen was not let go by anyone.
            if self.last.is_some_and(|last| !last.held_by.is_free()) {
                self.flight = Some(height);
            }
            self.flight = self.flight.map(|lowest| lowest.min(height));
        } else {
            self.held += 1;
            self.lowest.extend(self.flight.take());
        }
        self.hand_errors.extend(in_hands.map(|place| place.distance(ball.position)));
        self.steps.extend(self.last.map(|last| last.position.distance(ball.position)));
        self.last = Some(ball);
    }

    fn bounce_error_cm(&self) -> f32 {
        100.0 * percentile(self.lowest.iter().map(|height| height.abs()).collect(), 0.95)
    }

    fn share_on_floor(&self) -> f32 {
        let on_floor = self.lowest.iter().filter(|height| height.abs() < ON_FLOOR).count();
        fraction(on_floor, self.lowest.len())
    }

    fn bounces_per_min(&self) -> f32 {
        let bounces = self.lowest.iter().filter(|height| **height < BOUNCE).count();
        fraction(bounces * 60 * FRAMES_PER_SEC, self.frames)
    }

    fn speed(&self) -> f32 {
        let per_frame = percentile(self.steps.clone(), 0.999);
        fraction(FRAMES_PER_SEC, 1) * per_frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use sidestep_motion::JointId;

    fn at(height: f32, held: bool) -> Object {
        let held_by = if held { Held::By(JointId(1)) } else { Held::Free };
        Object { position: Vec3::new(0.0, height, 0.0), held_by, ..Object::ORIGIN }
    }

    /// Two flights between contacts: one to the floor (13 cm), one that turns 50 cm above it. What flies
    /// first and last was not let go, or not caught.
    #[test]
    fn flights_between_contacts_count() {
        let mut figures = BallFigures::default();
        figures.begin();
        for (height, held) in [
            (0.2, false),
            (1.0, true),
            (0.5, false),
            (0.13, false),
            (0.6, false),
            (1.0, true),
            (0.63, false),
            (1.1, true),
            (0.13, false),
        ] {
            figures.add(at(height, held), held.then_some(Vec3::Y), 0.0);
        }
        assert_eq!(figures.lowest.len(), 2);
        assert!((figures.share_on_floor() - 0.5).abs() < 1e-6);
        assert!((figures.bounce_error_cm() - 50.0).abs() < 3.0, "{}", figures.bounce_error_cm());
        // One bounce in nine thirtieths of a second.
        assert!((figures.bounces_per_min() - 200.0).abs() < 0.1);
        assert_eq!((figures.held, figures.frames), (3, 9));
        assert!((figures.hand_errors[2] - 0.1).abs() < 1e-6);
    }
}
