//! The animated page: clips played on a canvas in one HTML file that asks nobody for anything.

use crate::{
    body::Body,
    label_rows::label_rows,
    number::{count, index, number},
    page_data::{base64, json_string, quantised},
    subject::Subject,
    svg::escape,
};
use glam::Vec3;
use sidestep_motion::{Clip, ObjectTrack, Side, math::wrap_angle};
use std::{f32::consts::PI, fmt::Write};

/// Frames a second on the page, which draws what lies between by itself.
const PAGE_RATE_HZ: f32 = 30.0;

/// One self-contained HTML page that plays the clips; empty clips are left out.
///
/// Drag to look around, space to pause; positions are kept to a fraction of a millimetre.
pub fn animated_page(clips: &[Clip], title: &str) -> String {
    let subjects: Vec<Subject> = clips.iter().map(Subject::of_clip).collect();
    animated_page_of(&subjects, title)
}

/// [`animated_page`] of motion that is no clip, such as a controller's run.
pub fn animated_page_of(subjects: &[Subject], title: &str) -> String {
    let mut page = String::new();
    let mut rest = include_str!("page/page.html");
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        match name {
            "title" => page.push_str(&escape(title)),
            "css" => page.push_str(include_str!("page/page.css")),
            "js" => page.push_str(include_str!("page/page.js")),
            _ => page.push_str(&data(subjects)),
        }
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Bodies, each once, and the clips that use them, as JSON.
fn data(subjects: &[Subject]) -> String {
    let mut bodies: Vec<(&Subject, Body)> = Vec::new();
    let mut clips: Vec<String> = Vec::new();
    for subject in subjects.iter().filter(|subject| !subject.is_empty()) {
        let known = bodies.iter().position(|(other, _)| other.skeleton == subject.skeleton);
        let body = known.unwrap_or_else(|| {
            bodies.push((subject, Body::of(subject)));
            bodies.len() - 1
        });
        clips.push(clip_data(subject, body, &bodies[body].1));
    }
    let bodies: Vec<String> = bodies.iter().map(|(_, body)| body_data(body)).collect();
    format!("{{\"bodies\":[{}],\n\"clips\":[{}]}}", bodies.join(","), clips.join(",\n"))
}

fn body_data(body: &Body) -> String {
    let shapes: Vec<String> = body
        .shapes
        .iter()
        .map(|shape| {
            let ball =
                |ball: &crate::body::Ball| format!("[{},{}]", ball.centre, number(ball.radius, 5));
            let balls: Vec<String> = shape.balls.iter().map(ball).collect();
            let side = match shape.side {
                None => "-1",
                Some(Side::Left) => "0",
                Some(Side::Right) => "1",
            };
            format!("{{\"side\":{side},\"balls\":[{}]}}", balls.join(","))
        })
        .collect();
    let (size, centres) = (number(body.size, 5), body.places());
    format!("{{\"size\":{size},\"centres\":{centres},\"shapes\":[{}]}}", shapes.join(","))
}

fn clip_data(subject: &Subject, number_of_body: usize, body: &Body) -> String {
    let frames = Frames::of(subject, body);
    let (root_step, places) = quantised(&frames.roots);
    // Places come in pairs, each followed by its heading in parts of a half turn.
    let mut roots = Vec::with_capacity(3 * frames.headings.len());
    for (place, heading) in places.chunks(2).zip(&frames.headings) {
        let angle = wrap_angle(*heading) / PI * f32::from(i16::MAX);
        roots.extend_from_slice(place);
        roots.push(angle as i16);
    }
    let (local_step, locals) = quantised(&frames.locals);
    let bytes = |words: &[i16]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        base64(&bytes)
    };
    let mut text = format!(
        "{{\"name\":{},\"body\":{number_of_body},\"rate\":{},\"frames\":{},",
        json_string(&subject.name),
        number(frames.rate_hz, 4),
        frames.headings.len(),
    );
    let _ = write!(
        text,
        "\"rootStep\":{root_step:e},\"localStep\":{local_step:e},\"labels\":[{}],\"prints\":[{}],\
         \"objects\":[{}],\"contacts\":\"{}\",\"root\":\"{}\",\"local\":\"{}\"}}",
        labels(subject, frames.rate_hz),
        footprints(subject, body, frames.origin),
        objects(subject, &frames),
        base64(&frames.contacts),
        bytes(&roots),
        bytes(&locals),
    );
    text
}

/// A clip at the rate of the page: places from `origin`, centres from the foot of the root.
struct Frames {
    rate_hz: f32,
    origin: Vec3,
    roots: Vec<f32>,
    headings: Vec<f32>,
    locals: Vec<f32>,
    contacts: Vec<u8>,
}

impl Frames {
    fn of(subject: &Subject, body: &Body) -> Self {
        let rate_hz = subject.rate_hz.min(PAGE_RATE_HZ);
        let middle = subject.grounds.len() / 2;
        let origin = subject.grounds[middle].position();
        let mut frames = Self {
            rate_hz,
            origin,
            roots: Vec::new(),
            headings: Vec::new(),
            locals: Vec::new(),
            contacts: Vec::new(),
        };
        let wanted = index(subject.duration_secs() * rate_hz + 1e-3) + 1;
        let last = subject.len() - 1;
        for frame in 0..wanted {
            let place = (count(frame) * subject.rate_hz / rate_hz).min(count(last));
            let before = index(place).min(last);
            frames.push(subject, body, (before, (before + 1).min(last), place - count(before)));
        }
        frames
    }

    /// The frame `t` of the way from one frame to the next.
    fn push(&mut self, subject: &Subject, body: &Body, at: (usize, usize, f32)) {
        let (a, b, t) = at;
        let ground = subject.grounds[a].lerp(subject.grounds[b], t);
        let foot = ground.position() + Vec3::Y * subject.floor;
        self.roots.extend([ground.x - self.origin.x, ground.z - self.origin.z]);
        self.headings.push(ground.heading);
        let centres =
            |frame: usize| body.centres(subject.points(frame), subject.grounds[frame].heading);
        for (from, to) in centres(a).into_iter().zip(centres(b)) {
            self.locals.extend((from.lerp(to, t) - foot).to_array());
        }
        let contacts = subject.contacts[if t < 0.5 { a } else { b }];
        let bit = |side: Side| u8::from(contacts.get(side)) << side.index();
        self.contacts.push(bit(Side::Left) | bit(Side::Right));
    }
}

fn labels(subject: &Subject, rate_hz: f32) -> String {
    let frame = |source: u32| {
        let source = (source as usize).min(subject.len());
        number(subject.secs(source) * rate_hz, 2)
    };
    let mut labels: Vec<String> = Vec::new();
    for (number, row) in label_rows(&subject.labels).iter().enumerate() {
        labels.extend(row.iter().map(|label| {
            let (from, to) = (frame(label.frames.start), frame(label.frames.end));
            let name = json_string(&label.name);
            let moment = label.moment.map(|moment| format!(",\"moment\":{}", frame(moment)));
            let moment = moment.unwrap_or_default();
            format!("{{\"name\":{name},\"row\":{number},\"from\":{from},\"to\":{to}{moment}}}")
        }));
    }
    labels.join(",")
}

/// Radius and places of every object, `null` in the frames of the page in which there is none.
fn objects(subject: &Subject, frames: &Frames) -> String {
    let rate = subject.rate_hz / frames.rate_hz;
    let low = frames.origin + Vec3::Y * subject.floor;
    let place = |track: &ObjectTrack, frame: usize| {
        let at = count(frame) * rate;
        let before = index(at + 1e-3);
        let share = (at - count(before)).max(0.0);
        let from = track.at(before).filter(|object| object.is_finite())?;
        let to = track.at(before + 1).filter(|object| object.is_finite()).unwrap_or(from);
        let place = from.position.lerp(to.position, share) - low;
        Some(place.to_array().map(|metres| number(metres, 3)).join(","))
    };
    let one = |track: &ObjectTrack| {
        let places: Vec<String> = (0..frames.headings.len())
            .map(|frame| place(track, frame).map_or("null".to_owned(), |p| format!("[{p}]")))
            .collect();
        let radius = number(track.kind.radius, 4);
        format!("{{\"radius\":{radius},\"places\":[{}]}}", places.join(","))
    };
    subject.objects.iter().map(one).collect::<Vec<_>>().join(",")
}

/// Where a foot stood, from when to when: the places of heel and toe on the floor.
fn footprints(subject: &Subject, body: &Body, origin: Vec3) -> String {
    let mut prints: Vec<String> = Vec::new();
    for side in Side::BOTH {
        for (first, last) in subject.stances(side) {
            let Some((ankle, ball)) = body.foot(side, subject.points((first + last) / 2)) else {
                continue;
            };
            let along = (ball - ankle).with_y(0.0).normalize_or_zero() * body.size;
            let place = |point: Vec3| {
                let local = point - origin;
                format!("[{},{}]", number(local.x, 4), number(local.z, 4))
            };
            prints.push(format!(
                "{{\"side\":{},\"from\":{},\"to\":{},\"heel\":{},\"toe\":{}}}",
                side.index(),
                number(subject.secs(first), 3),
                number(subject.secs(last), 3),
                place(ankle - along * 0.03),
                place(ball + along * 0.03),
            ));
        }
    }
    prints.join(",")
}
