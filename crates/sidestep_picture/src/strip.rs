//! Bodies side by side in rows, like the pictures of a film.

use crate::{
    body::Body,
    camera::{Camera, View},
    figure::{Screen, draw_body},
    ground::{draw_contact_marks, draw_disc, draw_side_ground},
    mesh::draw_mesh,
    number::{count, index, number},
    palette::Colour,
    subject::Subject,
    svg::{Paint, Rect, Svg, Type},
};
use glam::{Vec2, Vec3};
use sidestep_motion::{GroundTransform, math::atan2};

/// Most bodies of a row.
const ROW: usize = 12;
/// Room left of a row, for the ruler of heights.
const RULER: f32 = 30.0;
/// Most pixels of a metre for a person of 1.75 m.
const LARGEST_SCALE: f32 = 105.0;

/// The cameras of a strip.
pub(crate) struct Cameras {
    pub(crate) fixed: Camera,
    view: View,
    follows: bool,
}

impl Cameras {
    pub(crate) fn new(subject: &Subject, view: View, follows: bool) -> Self {
        Self { fixed: Camera::new(view, main_heading(&subject.grounds)), view, follows }
    }

    fn at(&self, ground: GroundTransform) -> Camera {
        if self.follows { Camera::new(self.view, ground.heading) } else { self.fixed }
    }
}

/// The direction of travel where the body goes somewhere, else that in which it mostly faces.
fn main_heading(grounds: &[GroundTransform]) -> f32 {
    let (Some(first), Some(last)) = (grounds.first(), grounds.last()) else { return 0.0 };
    let travel = last.position() - first.position();
    let facing = grounds.iter().map(|ground| ground.forward()).sum::<Vec3>() / count(grounds.len());
    // Sideways and backward travel is shown by the camera of the facing.
    let direction = if facing.length() > 0.5 || travel.length() < 1.0 { facing } else { travel };
    if direction.length() < 1e-3 { first.heading } else { atan2(direction.x, direction.z) }
}

/// One body, seen by its camera.
struct Figure {
    frame: usize,
    camera: Camera,
    /// Centres of the balls, from the foot of the root.
    centres: Vec<Vec3>,
    /// Objects, in the same way, with their radii.
    things: Vec<(Vec3, f32)>,
}

/// Draws bodies at `frames`; the lower edge.
pub(crate) fn draw_strip(
    svg: &mut Svg,
    subject: &Subject,
    body: &Body,
    cameras: &Cameras,
    frames: &[usize],
    sheet: Rect,
) -> f32 {
    let figures: Vec<Figure> = frames
        .iter()
        .map(|frame| Figure {
            frame: *frame,
            camera: cameras.at(subject.grounds[*frame]),
            centres: local_centres(subject, body, *frame),
            things: things_from(subject, *frame, subject.foot_of_root(*frame)),
        })
        .collect();
    let rows = figures.len().div_ceil(ROW);
    let columns = figures.len().div_ceil(rows.max(1)).max(6);
    let cell_width = (sheet.width - RULER) / count(columns);
    let extent = extent(&figures, body);
    let widest = 2.0 * extent.side.max(0.3 * body.size);
    let scale = (1.12 * cell_width / widest).min(LARGEST_SCALE / body.size);
    let row_height = (extent.above + extent.below) * scale + 30.0;
    for (number_of_figure, figure) in figures.iter().enumerate() {
        let (row, column) = (number_of_figure / columns, number_of_figure % columns);
        let x = sheet.x + RULER + (count(column) + 0.5) * cell_width;
        let y = sheet.y + count(row) * row_height + extent.above * scale;
        let screen = Screen { origin: Vec2::new(x, y), pixels_per_metre: scale };
        if column == 0 {
            draw_ruler(svg, figure, &screen, sheet.x + RULER - 6.0, extent.tallest);
        }
        let cell = Rect::new(x - 0.5 * cell_width, y, cell_width, extent.below * scale);
        draw_figure(svg, subject, body, figure, (&screen, cell));
    }
    sheet.y + count(rows) * row_height
}

fn draw_figure(
    svg: &mut Svg,
    subject: &Subject,
    body: &Body,
    figure: &Figure,
    at: (&Screen, Rect),
) {
    let (screen, cell) = at;
    svg.group("figure", |svg| {
        let foot = subject.foot_of_root(figure.frame);
        if figure.camera.foreshortening.y < 0.01 {
            draw_side_ground(svg, &figure.camera, screen, foot, cell);
        } else {
            draw_disc(svg, &figure.camera, screen, foot, 0.5 * body.size);
        }
        draw_contact_marks(svg, (subject, figure.frame), body, &figure.camera, screen, foot);
        let parts = (&figure.centres[..], &figure.things[..]);
        match &body.mesh {
            Some(mesh) => {
                let pose = (mesh, &subject.joints(figure.frame), foot);
                draw_mesh(svg, pose, &figure.things, &figure.camera, screen);
            }
            None => draw_body(svg, body, parts, &figure.camera, screen),
        }
        let at = Vec2::new(screen.origin.x, cell.bottom() + 15.0);
        let time = format!("{} s", number(subject.secs(figure.frame), 2));
        svg.text(at, &time, &Type::new(10.5, Colour::GREY).centred());
    });
}

fn local_centres(subject: &Subject, body: &Body, frame: usize) -> Vec<Vec3> {
    let foot = subject.foot_of_root(frame);
    let centres = body.centres(subject.points(frame), subject.grounds[frame].heading);
    centres.into_iter().map(|centre| centre - foot).collect()
}

/// The objects of a frame, measured from a place.
pub(crate) fn things_from(subject: &Subject, frame: usize, start: Vec3) -> Vec<(Vec3, f32)> {
    let things = subject.things(frame).into_iter();
    things.map(|(centre, radius)| (centre - start, radius)).collect()
}

/// How far bodies reach from the foot of their root, in metres.
struct Extent {
    side: f32,
    above: f32,
    below: f32,
    tallest: f32,
}

fn extent(figures: &[Figure], body: &Body) -> Extent {
    let size = body.size;
    let mut extent =
        Extent { side: 0.0, above: 0.2 * size, below: 0.12 * size, tallest: 0.2 * size };
    for figure in figures {
        let depth = 0.5 * size * figure.camera.foreshortening.y;
        extent.below = extent.below.max(depth + 0.02 * size);
        let balls = body.balls().map(|ball| (figure.centres[ball.centre], ball.radius));
        for (centre, radius) in balls.chain(figure.things.iter().copied()) {
            let place = figure.camera.project(centre);
            extent.side = extent.side.max(place.x.abs() + radius);
            extent.above = extent.above.max(radius - place.y);
            extent.below = extent.below.max(radius + place.y);
            extent.tallest = extent.tallest.max(centre.y + radius);
        }
    }
    extent
}

/// Heights above the floor at the left of a row.
fn draw_ruler(svg: &mut Svg, figure: &Figure, screen: &Screen, x: f32, tallest: f32) {
    let metres = crate::axis::step(tallest, 3);
    let paint = Paint::stroke(Colour::GREY, 1.0);
    let at = |height: f32| {
        let y = screen.origin.y - height * figure.camera.foreshortening.x * screen.pixels_per_metre;
        Vec2::new(x, y)
    };
    let ticks = index(tallest / metres);
    svg.line(at(0.0), at(count(ticks) * metres), &paint);
    for tick in 0..=ticks {
        let height = count(tick) * metres;
        svg.line(at(height) - Vec2::X * 4.0, at(height), &paint);
        let unit = if tick == ticks { " m" } else { "" };
        let text = format!("{}{unit}", number(height, 3));
        let style = Type::new(9.5, Colour::GREY).ending();
        svg.text(at(height) + Vec2::new(-6.0, 3.5), &text, &style);
    }
}
