//! Ways through the world: obstacles, mazes, paths, and keeping clear of others.
//!
//! Everything happens on the ground plane and knows bodies as discs: which motion carries a body
//! along is the affair of controllers. A [`Maze`] gives a [`Path`](sidestep_control::Path) for goals
//! and says where to aim so that no corner is cut. [`SteerToAvoid`] is the plain behaviour of section
//! 6.2 of *Interactive Human Locomotion Using Motion Graphs and Mobility Maps* (Srinivasan 2005);
//! [`Avoidance`] is ORCA (van den Berg et al. 2011), for crowds that mind each other, with
//! [`Neighbours`] to find who is near.
//!
//! It must never know a controller or a motion.
//!
//! Points and velocities are [`glam::Vec2`] of world x and z, in metres and metres a second.

mod cell;
mod drawing;
mod linear_programme;
mod maze;
mod neighbours;
mod obstacle;
mod orca;
mod pull;
mod segment;
mod steer_to_avoid;
mod text_maze;

pub use drawing::maze_drawing;
pub use linear_programme::HalfPlane;
pub use maze::{Area, Maze, MazeConfig, MazeError};
pub use neighbours::Neighbours;
pub use obstacle::Obstacle;
pub use orca::{Avoidance, AvoidanceConfig, Disc};
pub use steer_to_avoid::{Cylinder, SteerConfig, SteerToAvoid};
