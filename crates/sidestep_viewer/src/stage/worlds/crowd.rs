//! A crowd of hundreds or thousands that share one mobility map.

use crate::{
    catalogue::{Catalogue, LibraryEntry},
    stage::{
        MOST_ACTORS, Setting, StageError, TICK_SECS, TICKS_PER_SEC,
        shape::{Shape, ShapeKind},
        wish::Wish,
        world::{CrowdView, Me, World, side_by_side},
        worlds::Listing,
    },
};
use glam::Vec2;
use sidestep_control::{Goal, GroundPoint};
use sidestep_crowd::{Crowd as Walkers, CrowdConfig, Guest, Scene, SceneKind};
use sidestep_motion::{
    GroundTransform,
    math::{atan2, exp},
};
use sidestep_navigate::Obstacle;
use std::sync::Arc;

pub(crate) const LISTING: Listing = Listing {
    id: "crowd",
    title: "Crowd",
    says: "Walk among up to ten thousand who mind each other and you; choose a scene and a number.",
    wishes: &["move", "reach", "stand"],
    needs: &["mobility"],
    wants: &[],
    make,
};

/// The fewest and the most in a crowd.
const COUNTS: (usize, usize) = (10, 10_000);

/// How many there are when nobody says.
const USUAL_COUNT: usize = 300;

/// Where actors begin, x and z.
const CORNER: (f32, f32) = (19.0, -19.0);

/// A beholder who has moved less than this, in metres, sees the same.
const CAMERA_STEP: f32 = 5.0;

/// Time over which the velocity of an actor is smoothed: a pelvis that sways goes nowhere.
const VELOCITY_SECS: f32 = 0.2;

#[derive(Clone)]
struct Crowd {
    library: Arc<LibraryEntry>,
    walkers: Walkers,
    shapes: Arc<[Shape]>,
    camera: Option<Vec2>,
    /// The actors as the crowd sees them, in order.
    guests: [Guest; MOST_ACTORS],
    actors: usize,
    /// Ticks, and frames of the library that they have led to.
    ticks: u32,
    frames: u32,
}

fn make(setting: &Setting, catalogue: &Catalogue) -> Result<Box<dyn World>, StageError> {
    let count = setting.count.unwrap_or(USUAL_COUNT);
    if !(COUNTS.0..=COUNTS.1).contains(&count) {
        return Err(StageError::Wrong("a crowd has 10 to 10,000 characters"));
    }
    let kind = SceneKind::from_name(setting.scene.as_deref().unwrap_or("crossing")).ok_or(
        StageError::Wrong("the scenes are field, crossing, bottleneck, circle-swap and station"),
    )?;
    let first = setting.controllers.first();
    let wanted = first.and_then(|id| catalogue.controller(id)).map(|entry| &entry.library.id);
    // The library of the first actor where it has a map, else any that has one.
    let with_map = || catalogue.controllers.iter().filter(|entry| entry.repertoire.is_some());
    let entry = with_map().find(|entry| Some(&entry.library.id) == wanted);
    let entry = entry.or_else(|| with_map().next());
    let Some((entry, repertoire)) = entry.and_then(|e| Some((e, e.repertoire.as_ref()?))) else {
        return Err(StageError::Wrong(
            "a crowd needs a mobility map: build one in the data room, or wait until it is built",
        ));
    };
    let scene = Scene::new(kind, count, setting.seed)
        .map_err(|_| StageError::Wrong("the scene cannot be laid out for so many"))?;
    let shapes = scene.obstacles().iter().enumerate().map(|(index, wall)| shape(index, wall));
    let shapes: Arc<[Shape]> = shapes.collect();
    let config = CrowdConfig { seed: setting.seed, avoid: true, ..CrowdConfig::default() };
    let walkers = Walkers::new(repertoire, scene, config);
    let library = Arc::clone(&entry.library);
    Ok(Box::new(Crowd {
        library,
        walkers,
        shapes,
        camera: None,
        guests: Default::default(),
        actors: 0,
        ticks: 0,
        frames: 0,
    }))
}

impl World for Crowd {
    fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// At a corner of the square, out of the way.
    fn start(&self, index: usize, count: usize) -> GroundTransform {
        GroundTransform::new(CORNER.0, CORNER.1, 0.0) * side_by_side(index, count)
    }

    /// Places are those of the square, not counted from its corner.
    fn plan(&self, wish: &Wish, me: &Me) -> Goal {
        wish.to_goal((me.offset.0 - CORNER.0, me.offset.1 - CORNER.1))
    }

    fn notice(&mut self, me: &Me) {
        let Some(guest) = self.guests.get_mut(me.index) else { return };
        let place = Vec2::new(me.ground.x, me.ground.z);
        if self.actors <= me.index {
            self.actors = me.index + 1;
            *guest = Guest { position: place, velocity: Vec2::ZERO };
        }
        let velocity = (place - guest.position) / TICK_SECS;
        let keep = exp(-TICK_SECS / VELOCITY_SECS);
        guest.velocity = keep * guest.velocity + (1.0 - keep) * velocity;
        guest.position = place;
    }

    fn tick(&mut self, _: f32) -> bool {
        self.ticks += 1;
        self.walkers.set_guests(&self.guests[..self.actors]);
        let due = (f64::from(self.ticks) * f64::from(self.library.library.rate_hz())
            / f64::from(TICKS_PER_SEC)) as u32;
        while self.frames < due {
            self.walkers.advance();
            self.frames += 1;
        }
        false
    }

    fn look_from(&mut self, place: GroundPoint) -> bool {
        let place = Vec2::new(place.x, place.z);
        if self.camera.is_some_and(|camera| camera.distance(place) < CAMERA_STEP) {
            return false;
        }
        self.camera = Some(place);
        self.walkers.set_camera(self.camera);
        true
    }

    fn crowd(&self) -> Option<CrowdView<'_>> {
        Some(CrowdView { library: &self.library, placements: self.walkers.placements() })
    }

    fn bytes(&self) -> usize {
        // A walker with its place, its body now and before, and its spot in the scene.
        1_024 * self.walkers.len()
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}

fn shape(index: usize, wall: &Obstacle) -> Shape {
    let id = u32::try_from(index).unwrap_or(0) + 1;
    let middle = 0.5 * (wall.from + wall.to);
    let way = wall.to - wall.from;
    let base = Shape { id, at: [middle.x, 0.0, middle.y], colour: "#6b7a8f", ..Shape::default() };
    if way.length() < 1e-3 {
        return Shape { kind: ShapeKind::Cylinder, size: vec![wall.radius, 2.4], ..base };
    }
    let thickness = (2.0 * wall.radius).max(0.1);
    Shape {
        kind: ShapeKind::Box,
        size: vec![thickness, 0.9, way.length() + thickness],
        heading: atan2(way.x, way.y),
        ..base
    }
}
