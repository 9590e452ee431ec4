//! Scenes: where characters begin, where they are going, and what stands in between.

use crate::error::CrowdError;
use glam::Vec2;
use sidestep_control::{GroundPoint, Path};
use sidestep_motion::{GroundTransform, chance::Chance, math};
use sidestep_navigate::{Area, Maze, MazeConfig, Obstacle};
use std::f32::consts::TAU;

/// The scenes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneKind {
    /// Everybody wanders from one far target to the next on an open field.
    Field,
    /// Two streams at right angles through a square of 30 m.
    Crossing,
    /// A room whose only door is two and a half metres wide.
    Bottleneck,
    /// A circle in which everybody goes to the opposite place.
    CircleSwap,
    /// A hall with pillars and benches, crossed in all directions.
    Station,
}

/// Where one character begins and what it goes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Place and heading at the beginning.
    pub start: GroundTransform,
    /// Where it is going.
    pub target: Vec2,
    /// The way there, where it is not straight.
    pub route: Option<Path>,
}

/// A laid-out scene.
#[derive(Clone, Debug)]
pub struct Scene {
    /// One for each character.
    pub spots: Vec<Spot>,
    /// Walls and pillars, where there are any.
    pub maze: Option<Maze>,
    /// Who arrives gets a new target in this area; without it everybody stays.
    pub wander: Option<Area>,
}

/// Metres kept from walls by routes.
const CLEARANCE: f32 = 0.5;

/// Side of the square of the crossing, in metres.
const SQUARE: f32 = 30.0;

impl SceneKind {
    /// Every scene.
    pub const ALL: [Self; 5] =
        [Self::Field, Self::Crossing, Self::Bottleneck, Self::CircleSwap, Self::Station];

    /// The name used on the command line, such as `circle-swap`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Crossing => "crossing",
            Self::Bottleneck => "bottleneck",
            Self::CircleSwap => "circle-swap",
            Self::Station => "station",
        }
    }

    /// The scene of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Scene {
    /// Lays out a scene for so many characters; the same seed gives the same scene.
    pub fn new(kind: SceneKind, characters: usize, seed: u64) -> Result<Self, CrowdError> {
        let chance = Chance::new(seed, u64::MAX);
        match kind {
            SceneKind::Field => Ok(field(characters, chance)),
            SceneKind::Crossing => Ok(crossing(characters, chance)),
            SceneKind::Bottleneck => bottleneck(characters, chance),
            SceneKind::CircleSwap => Ok(circle_swap(characters, chance)),
            SceneKind::Station => station(characters, chance),
        }
    }

    /// Everything that stands in the way.
    pub fn obstacles(&self) -> &[Obstacle] {
        self.maze.as_ref().map_or(&[], Maze::obstacles)
    }

    fn open(spots: Vec<Spot>) -> Self {
        Self { spots, maze: None, wander: None }
    }

    /// Gives every spot its way through the maze.
    fn with_routes(mut spots: Vec<Spot>, maze: Maze) -> Result<Self, CrowdError> {
        for spot in &mut spots {
            let target = GroundPoint::new(spot.target.x, spot.target.y);
            let path = maze.path(GroundPoint::of(spot.start), target)?;
            let ahead = path.at(1.0);
            spot.start.heading = math::atan2(ahead.x - spot.start.x, ahead.z - spot.start.z);
            spot.route = Some(path);
        }
        Ok(Self { spots, maze: Some(maze), wander: None })
    }
}

impl Spot {
    /// Straight from one place to another.
    pub fn straight(from: Vec2, to: Vec2) -> Self {
        let way = to - from;
        let heading = math::atan2(way.x, way.y);
        Self { start: GroundTransform::new(from.x, from.y, heading), target: to, route: None }
    }
}

/// Places of a rectangular formation, front row first: `columns` side by side, `spacing` apart, each
/// up to a sixth of that off its place. Local: x across, y to the back.
fn formation(count: usize, columns: usize, spacing: f32, chance: &mut Chance) -> Vec<Vec2> {
    let off = spacing / 6.0;
    let place = |index: usize| {
        let (row, column) = (index / columns, index % columns);
        Vec2::new(column as f32 - 0.5 * (columns - 1) as f32, row as f32) * spacing
    };
    (0..count)
        .map(|index| place(index) + Vec2::new(chance.between(-off, off), chance.between(-off, off)))
        .collect()
}

/// Room of 4 square metres for everybody, and targets anywhere in it.
fn field(characters: usize, mut chance: Chance) -> Scene {
    let area = Area::square((4.0 * characters as f32).sqrt().max(40.0));
    let mut place = || {
        Vec2::new(chance.between(area.low.x, area.high.x), chance.between(area.low.y, area.high.y))
    };
    let spots = (0..characters).map(|_| Spot::straight(place(), place())).collect();
    Scene { wander: Some(area), ..Scene::open(spots) }
}

/// The streams form up outside the square and end up outside its opposite sides, in the same order but
/// in wider rows, so that who was carried aside can still get in between.
fn crossing(characters: usize, mut chance: Chance) -> Scene {
    const COLUMNS: usize = 20;
    const SPACING: f32 = 1.4;
    const ROWS_APART: f32 = 2.2;
    let half = characters.div_ceil(2);
    let depth = half.div_ceil(COLUMNS) as f32 * SPACING;
    let mut spots = Vec::with_capacity(characters);
    for (stream, count) in [(0, half), (1, characters - half)] {
        for place in formation(count, COLUMNS, SPACING, &mut chance) {
            let (across, from) = (place.x, -0.5 * SQUARE - 0.5 - place.y);
            let to = 0.5 * SQUARE + 0.5 + (depth - place.y) * ROWS_APART / SPACING;
            spots.push(if stream == 0 {
                Spot::straight(Vec2::new(across, from), Vec2::new(across, to))
            } else {
                Spot::straight(Vec2::new(from, across), Vec2::new(to, across))
            });
        }
    }
    Scene::open(spots)
}

fn bottleneck(characters: usize, mut chance: Chance) -> Result<Scene, CrowdError> {
    const DOOR: f32 = 2.5;
    const COLUMNS: usize = 10;
    const SPACING: f32 = 1.2;
    let wide = 14.0;
    let depth = (characters.div_ceil(COLUMNS) as f32 * SPACING + 4.0).max(8.0);
    let v = Vec2::new;
    let wall = |from, to| Obstacle::wall(from, to, 0.3);
    let walls = vec![
        wall(v(-0.5 * wide, 0.0), v(-0.5 * DOOR, 0.0)),
        wall(v(0.5 * DOOR, 0.0), v(0.5 * wide, 0.0)),
        wall(v(-0.5 * wide, 0.0), v(-0.5 * wide, -depth)),
        wall(v(0.5 * wide, 0.0), v(0.5 * wide, -depth)),
        wall(v(-0.5 * wide, -depth), v(0.5 * wide, -depth)),
    ];
    let edge = depth + 6.0;
    let area = Area { low: v(-edge, -edge), high: v(edge, 2.0 * edge) };
    let config = MazeConfig { clearance: CLEARANCE, ..MazeConfig::default() };
    let maze = Maze::new(area, walls, config)?;
    let places = formation(characters, COLUMNS, SPACING, &mut chance);
    // Who is nearest to the door goes farthest beyond it.
    let spots = places.iter().map(|place| {
        Spot::straight(v(place.x, -2.5 - place.y), v(1.3 * place.x, depth + 4.0 - place.y))
    });
    Scene::with_routes(spots.collect(), maze)
}

/// Rings of places, 1.6 m from each other; everybody to the opposite place of the same ring.
fn circle_swap(characters: usize, mut chance: Chance) -> Scene {
    const SPACING: f32 = 1.6;
    let mut spots = Vec::with_capacity(characters);
    let mut radius = 7.0;
    while spots.len() < characters {
        let room = (TAU * radius / SPACING) as usize;
        let count = room.min(characters - spots.len());
        for index in 0..count {
            let angle = TAU * index as f32 / count as f32;
            let (s, c) = math::sin_cos(angle + chance.between(-0.1, 0.1) / radius);
            let from = Vec2::new(s, c) * radius;
            spots.push(Spot::straight(from, -from));
        }
        radius += SPACING;
    }
    Scene::open(spots)
}

/// A hall of at least 40 x 24 m with two rows of pillars and benches between them; everybody goes from
/// the place of one to the place of another.
fn station(characters: usize, mut chance: Chance) -> Result<Scene, CrowdError> {
    const SPACING: f32 = 1.3;
    let v = Vec2::new;
    let scale = (characters as f32 / 160.0).sqrt().max(1.0);
    let (wide, deep) = ((40.0 * scale).round(), (24.0 * scale).round());
    let half = 0.5 * v(wide, deep);
    let mut obstacles = Obstacle::block(-half, half).to_vec();
    let pillars = (wide / 8.0) as u16;
    for i in 0..pillars {
        let x = -half.x + wide * (f32::from(i) + 0.5) / f32::from(pillars);
        for z in [-0.25 * deep, 0.25 * deep] {
            obstacles.push(Obstacle::pillar(v(x, z), 0.4));
        }
        if i % 2 == 1 {
            obstacles.push(Obstacle::wall(v(x - 1.0, 0.0), v(x + 1.0, 0.0), 0.5));
        }
    }
    let config = MazeConfig { clearance: CLEARANCE, ..MazeConfig::default() };
    let maze = Maze::new(Area { low: -half, high: half }, obstacles, config)?;
    let columns = ((wide - 2.0) / SPACING) as usize;
    let all = formation(columns * columns, columns, SPACING, &mut chance);
    let inside = all.into_iter().map(|p| v(p.x, half.y - 1.0 - p.y));
    let mut places: Vec<Vec2> =
        inside.filter(|p| p.y > 1.0 - half.y && maze.room(*p) > CLEARANCE + 0.05).collect();
    // Drawing without replacement (Fisher and Yates).
    for i in (1..places.len()).rev() {
        places.swap(i, chance.below(i + 1));
    }
    let count = characters.min(places.len() / 2);
    let spots = (0..count).map(|i| Spot::straight(places[i], places[places.len() - 1 - i]));
    Scene::with_routes(spots.collect(), maze)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn nobody_begins_or_ends_on_somebody_else() {
        for kind in SceneKind::ALL.into_iter().filter(|kind| *kind != SceneKind::Field) {
            let scene = Scene::new(kind, 100, 3).unwrap();
            assert_eq!(scene.spots.len(), 100, "{kind:?}");
            for (i, a) in scene.spots.iter().enumerate() {
                assert!(a.start.position().is_finite() && a.target.is_finite());
                for b in &scene.spots[i + 1..] {
                    let starts = a.start.position().distance(b.start.position());
                    let targets = a.target.distance(b.target);
                    assert!(starts > 0.75 && targets > 0.75, "{kind:?}: {starts} {targets}");
                }
            }
        }
    }

    #[test]
    fn a_seed_gives_one_scene_and_streams_face_their_way() {
        let spots = |seed| Scene::new(SceneKind::Crossing, 40, seed).unwrap().spots;
        assert_eq!(spots(5), spots(5));
        assert_ne!(spots(5), spots(6));
        assert!(spots(5)[0].start.heading.abs() < 1e-3);
        assert!((spots(5)[39].start.heading - FRAC_PI_2).abs() < 1e-3);
    }

    #[test]
    fn routes_lead_through_the_door() {
        let scene = Scene::new(SceneKind::Bottleneck, 30, 1).unwrap();
        for spot in &scene.spots {
            let path = spot.route.as_ref().unwrap();
            let through = path.points().windows(2).find(|pair| pair[0].z <= 0.0 && pair[1].z > 0.0);
            let pair = through.unwrap();
            let at = pair[0].x + (pair[1].x - pair[0].x) * -pair[0].z / (pair[1].z - pair[0].z);
            assert!(at.abs() < 1.25 - 0.15 - 0.49, "passes the door at {at}");
        }
    }
}
