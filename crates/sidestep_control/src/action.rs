//! Something to do beside going somewhere: a shot, a pass, a stroke.

use glam::Vec3;
use std::sync::Arc;

/// Something to do. Cloning it copies nothing.
///
/// The label is open: what a controller can do is what its data was labelled with. A controller that
/// does not know it says so once and goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// What to do, such as `shoot`.
    pub label: Arc<str>,
    /// In how many seconds from now its moment shall be, such as the ball leaving the hand; as soon
    /// as it can be done where it is `None`.
    pub in_secs: Option<f32>,
    /// Whereto.
    pub toward: Option<Toward>,
}

/// Where an action is aimed at.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Toward {
    /// A place in the world, such as a hoop.
    Point(Vec3),
    /// A heading in the world, in radians: 0 is +Z, left is more.
    Heading(f32),
}

impl Action {
    /// An action as soon as it can be done, aimed nowhere in particular.
    pub fn new(label: &str) -> Self {
        Self { label: label.into(), in_secs: None, toward: None }
    }

    /// The same with its moment so many seconds from now.
    #[must_use]
    pub fn in_secs(self, secs: f32) -> Self {
        Self { in_secs: Some(secs), ..self }
    }

    /// The same, aimed.
    #[must_use]
    pub fn toward(self, toward: Toward) -> Self {
        Self { toward: Some(toward), ..self }
    }
}
