//! The ball of a game: in hands, dribbled, thrown to somebody who is not there, and coming from nowhere.
//!
//! In hand and between hands it is as [`synthesise`] has it. What nobody recorded is made up as plainly as
//! possible: a pass goes the way the hands threw it, a shot to a hoop on that way, a ball that is received comes
//! from somewhere in front, one that is caught from above, one that is picked up rolls.

use glam::{Quat, Vec3};
use sidestep_court::{Court, FreeBall, Hoop, KeyAction, aim, label};
use sidestep_motion::{
    Clip, GroundTransform, JointMotion, Object, ObjectKind, ObjectTrack, Side,
    ball::{BallConfig, Flight, between_hands, synthesise},
    chance::Chance,
    facing::ground_transforms,
    kinematics::JointTransforms,
    math::{cos, sin},
};

/// How far a warped moment may lie from where the hand lets go, in frames.
const SEARCHED: u32 = 4;

/// How far passes go, in metres, and how fast, in m/s.
const PASS_METRES: (f32, f32) = (2.0, 7.0);
const PASS_SPEEDS: (f32, f32) = (5.0, 12.0);

/// How far hoops are, in metres: of shots, and of what the data calls near ones.
const SHOT_METRES: (f32, f32) = (2.0, 6.5);
const LAYUP_METRES: (f32, f32) = (0.7, 1.4);

/// A ball is seen so long before it is there, in seconds.
const SEEN_SECS: (f32, f32) = (0.35, 0.9);

/// A shot is followed for so long, in seconds.
const SHOT_SECS: f32 = 1.5;

/// Lower than this a ball is picked up, in metres.
const LOW: f32 = 0.5;

/// A moment at which the ball leaves or comes.
struct Event {
    frame: usize,
    action: KeyAction,
    is_near: bool,
}

/// Gives a clip its ball, and puts the moments of its labels onto the frames in which hands let go and take.
pub(crate) fn with_ball(clip: &mut Clip, chance: &mut Chance) {
    let config = BallConfig::default();
    let grounds = ground_transforms(&JointMotion::of(clip));
    let events = events(clip);
    let mut balls: Vec<Option<Object>> = vec![None; clip.len()];
    for track in synthesise(clip, &config) {
        for (i, object) in track.frames.iter().enumerate() {
            balls[track.start as usize + i] = Some(*object);
        }
    }
    for (i, event) in events.iter().enumerate() {
        let next = events.get(i + 1).filter(|next| next.action.takes());
        if event.action.gives() {
            let until = next.map_or(balls.len(), |next| next.frame);
            balls[event.frame + 1..until].fill(None);
        }
    }
    let mut free_from = 0;
    let mut room = JointTransforms::new(clip.skeleton.len());
    let mut hands = |frame: usize| {
        room.compute(&clip.skeleton, clip.pose(frame));
        between_hands(&room, &clip.skeleton, &config).unwrap_or_default()
    };
    for (i, event) in events.iter().enumerate() {
        let ground = grounds[event.frame];
        if event.action.takes() {
            come((free_from, event), ground, &mut balls, (clip.rate_hz, chance));
        } else {
            // Somebody else has it for a while before it comes back.
            let next = events.get(i + 1).map_or(balls.len(), |next| next.frame);
            let room = (next - event.frame) / 2;
            let before = hands(event.frame.saturating_sub(aim::PUSH_FRAMES));
            let heading = aim::release_heading(hands(event.frame) - before, ground.heading);
            free_from = leave(event, (heading, room), &mut balls, (clip.rate_hz, chance));
        }
    }
    clip.objects = tracks(&balls, config.radius);
}

/// The moments of a clip, in order, where hands let go and take.
fn events(clip: &mut Clip) -> Vec<Event> {
    let contacts = clip.contacts.clone().unwrap_or_default();
    let held = |frame: u32| {
        let contacts = contacts.get(frame as usize);
        contacts.is_some_and(|contacts| Side::BOTH.into_iter().any(|side| contacts.hand(side)))
    };
    let mut events: Vec<Event> = Vec::new();
    for labelled in &mut clip.labels {
        let action = label(&labelled.name).and_then(|known| known.action);
        let (Some(action), Some(moment)) = (action, labelled.moment) else { continue };
        if !(action.gives() || action.takes()) {
            continue;
        }
        // The last frame of a contact, or its first.
        let is_edge = |frame: &u32| match action.gives() {
            true => held(*frame) && !held(frame + 1),
            false => held(*frame) && (*frame == 0 || !held(frame - 1)),
        };
        let near = moment.saturating_sub(SEARCHED)..moment + SEARCHED + 1;
        let edge = near.filter(is_edge).min_by_key(|frame| frame.abs_diff(moment));
        labelled.moment = edge;
        if let Some(frame) = edge.filter(|frame| (*frame as usize) < contacts.len()) {
            let is_near = matches!(labelled.name.as_str(), "layup" | "shoot_near");
            events.push(Event { frame: frame as usize, action, is_near });
        }
    }
    events.sort_by_key(|event| event.frame);
    events
}

/// A ball that comes to be taken.
fn come(
    (free_from, event): (usize, &Event),
    ground: GroundTransform,
    balls: &mut [Option<Object>],
    (rate_hz, chance): (f32, &mut Chance),
) {
    let Some(there) = balls[event.frame].map(|ball| ball.position) else { return };
    let secs = chance.between(SEEN_SECS.0, SEEN_SECS.1);
    let angle = ground.heading + chance.between(-0.6, 0.6);
    let ahead = Vec3::new(sin(angle), 0.0, cos(angle));
    let config = BallConfig::default();
    let rolls = there.y < LOW;
    let from = match event.action {
        KeyAction::Receive => {
            let speed = chance.between(PASS_SPEEDS.0, PASS_SPEEDS.1);
            (there + ahead * speed * secs).with_y(chance.between(1.0, 1.8))
        }
        _ if rolls => there + ahead * chance.between(0.2, 1.2) * secs,
        _ => (there + ahead * chance.between(0.3, 1.5)).with_y(3.0),
    };
    let flight = Flight::arc(from, there, secs, &config);
    let frames = (secs * rate_hz) as usize;
    for back in 1..=frames.min(event.frame.saturating_sub(free_from)) {
        let until = secs - back as f32 / rate_hz;
        let position = if rolls { from.lerp(there, until / secs) } else { flight.at(until) };
        let place = &mut balls[event.frame - back];
        if place.is_some() {
            break;
        }
        let position = position.with_y(position.y.max(config.radius));
        *place = Some(free(position));
    }
}

/// A ball that was thrown along `heading`; gives the first frame in which it is gone.
fn leave(
    event: &Event,
    (heading, room): (f32, usize),
    balls: &mut [Option<Object>],
    (rate_hz, chance): (f32, &mut Chance),
) -> usize {
    let Some(from) = balls[event.frame].map(|ball| ball.position) else { return event.frame + 1 };
    let way = Vec3::new(sin(heading), 0.0, cos(heading));
    let mut court = Court::default();
    let (velocity, secs) = if event.action == KeyAction::Pass {
        let distance = chance.between(PASS_METRES.0, PASS_METRES.1);
        let to = way * distance + from.with_y(chance.between(1.1, 1.5));
        let secs = distance / chance.between(PASS_SPEEDS.0, PASS_SPEEDS.1);
        (aim::throw(from, to, secs, &court).velocity, secs)
    } else {
        let (least, most) = if event.is_near { LAYUP_METRES } else { SHOT_METRES };
        let place = from + way * chance.between(least, most);
        let hoop = Hoop::over(place.x, place.z, heading + std::f32::consts::PI);
        court.hoop = Some(hoop);
        let throw = aim::shot(from, &hoop, &court);
        let velocity = throw.map_or(way.with_y(5.0), |throw| throw.velocity);
        (velocity, SHOT_SECS)
    };
    let mut ball = FreeBall { position: from, velocity };
    let frames = ((secs * rate_hz) as usize).min(room);
    let end = (event.frame + 1 + frames).min(balls.len());
    for place in &mut balls[event.frame + 1..end] {
        court.step(&mut ball, 1.0 / rate_hz);
        *place = Some(free(ball.position));
    }
    end + 1
}

fn free(position: Vec3) -> Object {
    Object { position, rotation: Quat::IDENTITY, ..Object::ORIGIN }
}

/// Frames with a ball, one track for each stretch.
fn tracks(balls: &[Option<Object>], radius: f32) -> Vec<ObjectTrack> {
    let mut tracks: Vec<ObjectTrack> = Vec::new();
    let mut goes_on = false;
    for (start, ball) in (0_u32..).zip(balls) {
        match (ball, tracks.last_mut().filter(|_| goes_on)) {
            (None, _) => {}
            (Some(ball), Some(track)) => track.frames.push(*ball),
            (Some(ball), None) => tracks.push(ObjectTrack {
                kind: ObjectKind { name: "ball".to_owned(), radius },
                start,
                frames: vec![*ball],
            }),
        }
        goes_on = ball.is_some();
    }
    tracks
}
