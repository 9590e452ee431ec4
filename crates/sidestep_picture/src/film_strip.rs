//! The film strip: a clip on one sheet, bodies above, path and curves below.

use crate::{
    body::Body,
    camera::View,
    curves,
    ground_path::draw_path,
    number::{count, index, number},
    palette::Colour,
    scene, strip,
    subject::Subject,
    svg::{Rect, Svg, Type, fitted},
};
use glam::Vec2;
use sidestep_motion::Clip;

/// Room at the edges of the sheet.
const MARGIN: f32 = 28.0;

/// How a film strip is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmStripOptions {
    /// Width of the sheet in pixels.
    pub width: f32,
    /// Number of bodies; `None` chooses by the duration.
    pub figures: Option<usize>,
    /// The side from which the bodies are seen.
    pub view: View,
    /// What the camera does while the body turns.
    pub camera: CameraMotion,
    /// How the bodies are laid out.
    pub layout: Layout,
}

impl Default for FilmStripOptions {
    fn default() -> Self {
        Self {
            width: 1200.0,
            figures: None,
            view: View::default(),
            camera: CameraMotion::default(),
            layout: Layout::default(),
        }
    }
}

/// What the camera does while the body turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraMotion {
    /// It keeps the direction that fits the travel of the whole clip, so that turns are seen.
    #[default]
    Fixed,
    /// It turns with the heading, so that every body is seen from the same side.
    FollowsHeading,
}

/// How bodies are laid out on the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Along the path where the bodies do not cover each other, else evenly.
    #[default]
    Auto,
    /// Evenly, in rows, like the pictures of a film.
    Strip,
    /// Where they are in the world, on one ground.
    Path,
}

/// A clip on one sheet: bodies at even instants, the path from above, speed, turn rate, contacts
/// and labels.
///
/// Nothing about the clip can make it fail: what is not finite is replaced, roles that are missing
/// leave plain bones, an empty clip gives a sheet that says so.
pub fn film_strip(clip: &Clip, options: &FilmStripOptions) -> Svg {
    film_strip_of(&Subject::of_clip(clip), options)
}

/// [`film_strip`] of motion that is no clip, such as a controller's run.
pub fn film_strip_of(subject: &Subject, options: &FilmStripOptions) -> Svg {
    let width = if options.width.is_finite() { options.width.clamp(480.0, 8000.0) } else { 1200.0 };
    let mut svg = Svg::new(width, 80.0, &format!("Film strip of {}", subject.name));
    let speeds = subject.speeds();
    draw_title(&mut svg, subject, &speeds);
    if subject.is_empty() {
        return svg;
    }
    let body = Body::skinned(subject);
    let sheet = Rect::new(MARGIN, 66.0, width - 2.0 * MARGIN, 0.0);
    let (instants, bottom) = draw_bodies(&mut svg, subject, &body, options, sheet);
    let bottom = draw_below(&mut svg, subject, &body, &instants, Rect { y: bottom + 8.0, ..sheet });
    svg.grow(bottom);
    svg
}

/// Bodies in the layout asked for; the frames drawn and the lower edge.
fn draw_bodies(
    svg: &mut Svg,
    subject: &Subject,
    body: &Body,
    options: &FilmStripOptions,
    sheet: Rect,
) -> (Vec<usize>, f32) {
    let wanted = options.figures.unwrap_or_else(|| figures_for(subject.duration_secs()));
    let wanted = wanted.clamp(1, 400);
    let camera =
        strip::Cameras::new(subject, options.view, options.camera == CameraMotion::FollowsHeading);
    let on_path = match options.layout {
        Layout::Strip => None,
        Layout::Path => Some(instants(subject.len(), wanted)),
        Layout::Auto if options.camera == CameraMotion::FollowsHeading => None,
        Layout::Auto => {
            let fewest = if options.figures.is_some() { wanted } else { wanted.min(7) };
            (fewest..=wanted)
                .rev()
                .map(|figures| instants(subject.len(), figures))
                .find(|frames| scene::has_room(subject, body, &camera.fixed, frames, sheet.width))
        }
    };
    let frames = on_path.clone().unwrap_or_else(|| instants(subject.len(), wanted));
    let bottom = match on_path {
        Some(_) => scene::draw_scene(svg, subject, body, &camera.fixed, &frames, sheet),
        None => strip::draw_strip(svg, subject, body, &camera, &frames, sheet),
    };
    (frames, bottom)
}

/// Path on the right, curves on the left; the lower edge.
fn draw_below(svg: &mut Svg, subject: &Subject, body: &Body, frames: &[usize], sheet: Rect) -> f32 {
    let gap = 26.0;
    let mut side = (0.3 * sheet.width).min(380.0);
    let curves_width = sheet.width - side - gap;
    let height = curves::height(subject);
    let path_height = height - curves::CAPTION - 36.0;
    side = side.max(120.0);
    let curves_rect = Rect::new(sheet.x, sheet.y, curves_width, height);
    svg.group("curves", |svg| curves::draw_curves(svg, subject, frames, curves_rect));
    let path_rect = Rect::new(sheet.right() - side, sheet.y + curves::CAPTION, side, path_height);
    svg.group("path", |svg| draw_path(svg, subject, body, frames, path_rect));
    sheet.y + height + 12.0
}

fn draw_title(svg: &mut Svg, subject: &Subject, speeds: &[f32]) {
    let room = svg.width() - 2.0 * MARGIN;
    let name = if subject.name.is_empty() { "(no name)" } else { &subject.name };
    let style = Type::new(19.0, Colour::INK).bold();
    svg.text(Vec2::new(MARGIN, 34.0), &fitted(name, 21.0, room), &style);
    let style = Type::new(12.5, Colour::GREY);
    svg.text(Vec2::new(MARGIN, 55.0), &fitted(&facts(subject, speeds), 12.5, room), &style);
}

/// Seconds, rate, speeds and labels in one line.
fn facts(subject: &Subject, speeds: &[f32]) -> String {
    if subject.is_empty() {
        return "no frame".to_owned();
    }
    let (low, high) = speeds
        .iter()
        .fold((f32::INFINITY, 0.0_f32), |(low, high), speed| (low.min(*speed), high.max(*speed)));
    let (low, high) = (number(low, 2), number(high, 2));
    let speed = if low == high { low } else { format!("{low} to {high}") };
    let mut facts = format!(
        "{} s · {} frames at {} Hz · {speed} m/s",
        number(subject.duration_secs(), 2),
        subject.len(),
        number(subject.rate_hz, 2),
    );
    let mut names: Vec<&str> = Vec::new();
    for label in &subject.labels {
        if !names.contains(&label.name.as_str()) {
            names.push(&label.name);
        }
    }
    if !names.is_empty() {
        facts.push_str(" · ");
        facts.push_str(&names.join(", "));
    }
    facts
}

/// About four bodies a second in full rows of twelve.
fn figures_for(duration_secs: f32) -> usize {
    match duration_secs {
        secs if secs <= 4.0 => 12,
        secs if secs <= 20.0 => 24,
        _ => 36,
    }
}

/// Even instants from the first frame to the last, none twice.
fn instants(frames: usize, figures: usize) -> Vec<usize> {
    let last = frames.saturating_sub(1);
    let place = |figure: usize| {
        let share = count(figure) / count(figures.max(2) - 1);
        index((count(last) * share).round()).min(last)
    };
    let mut frames: Vec<usize> = (0..figures).map(place).collect();
    frames.dedup();
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_even_and_single() {
        assert_eq!(instants(101, 5), [0, 25, 50, 75, 100]);
        assert_eq!(instants(1, 12), [0]);
        assert_eq!(instants(3, 12), [0, 1, 2]);
        assert_eq!(instants(9, 1), [0]);
    }
}
