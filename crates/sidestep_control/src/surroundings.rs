//! What is about: things to keep clear of, and other characters that play a part.

use crate::{ground_point::GroundPoint, shared::Shared, travel::MAX_SPEED};
use sidestep_motion::GroundTransform;

/// The largest obstacle, in metres.
const MAX_RADIUS: f32 = 1_000.0;

/// A disc on the ground, standing or moving.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Disc {
    /// Its centre.
    pub centre: GroundPoint,
    /// In metres.
    pub radius: f32,
    /// How its centre moves, in metres a second.
    pub velocity: GroundPoint,
}

/// Another character.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Other {
    /// Who it is, to tell it from the rest from frame to frame.
    pub who: u32,
    /// Place and heading.
    pub ground: GroundTransform,
    /// How it moves, in metres a second.
    pub velocity: GroundPoint,
}

/// Things to keep clear of, checked when they are made so that the frame loop need not. Cloning it
/// copies nothing: make it once for all characters that share it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obstacles {
    discs: Shared<Disc>,
}

/// Other characters, checked when they are made. Cloning it copies nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Others {
    others: Shared<Other>,
}

/// A number that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {index} holds a number that is not finite, or a radius below 0")]
pub struct SurroundingsError {
    /// What it is, such as `obstacle`.
    pub what: &'static str,
    /// Which one, counted from 0.
    pub index: usize,
}

impl Disc {
    /// A disc that does not move.
    pub fn still(centre: GroundPoint, radius: f32) -> Self {
        Self { centre, radius, velocity: GroundPoint::default() }
    }

    fn is_fine(&self) -> bool {
        let radius_is_fine = self.radius.is_finite() && self.radius >= 0.0;
        self.centre.is_finite() && radius_is_fine && self.velocity.is_finite()
    }
}

impl Obstacles {
    /// Nothing is in the way.
    pub const NONE: Self = Self { discs: Shared::EMPTY };

    /// Checks the discs; those too far, large or fast are brought within reach.
    pub fn new(discs: &[Disc]) -> Result<Self, SurroundingsError> {
        if let Some(index) = discs.iter().position(|disc| !disc.is_fine()) {
            return Err(SurroundingsError { what: "obstacle", index });
        }
        let within_reach = |disc: &Disc| Disc {
            centre: disc.centre.clamped(),
            radius: disc.radius.min(MAX_RADIUS),
            velocity: slow(disc.velocity),
        };
        Ok(Self { discs: Shared::new(discs.iter().map(within_reach)) })
    }

    /// The discs.
    pub fn discs(&self) -> &[Disc] {
        self.discs.as_slice()
    }

    /// Whether nothing is in the way.
    pub fn is_empty(&self) -> bool {
        self.discs().is_empty()
    }
}

impl Others {
    /// Alone.
    pub const NONE: Self = Self { others: Shared::EMPTY };

    /// Checks the numbers; what is too fast is brought within reach.
    pub fn new(others: &[Other]) -> Result<Self, SurroundingsError> {
        let is_fine = |other: &Other| other.ground.is_finite() && other.velocity.is_finite();
        if let Some(index) = others.iter().position(|other| !is_fine(other)) {
            return Err(SurroundingsError { what: "other character", index });
        }
        let within_reach = |other: &Other| Other { velocity: slow(other.velocity), ..*other };
        Ok(Self { others: Shared::new(others.iter().map(within_reach)) })
    }

    /// The characters.
    pub fn as_slice(&self) -> &[Other] {
        self.others.as_slice()
    }

    /// Whether nobody else is there.
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }
}

/// A velocity no faster than a goal may be, ten times over: balls and carts are obstacles too.
fn slow(velocity: GroundPoint) -> GroundPoint {
    let limit = |value: f32| value.clamp(-10.0 * MAX_SPEED, 10.0 * MAX_SPEED);
    GroundPoint::new(limit(velocity.x), limit(velocity.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_obstacle_is_named() {
        let fine = Disc::still(GroundPoint::new(1.0, 2.0), 0.4);
        let broken = Disc { radius: -1.0, ..fine };
        let error = Obstacles::new(&[fine, broken]).unwrap_err();
        assert_eq!(error, SurroundingsError { what: "obstacle", index: 1 });
        let lost = Other { velocity: GroundPoint::new(f32::NAN, 0.0), ..Other::default() };
        assert_eq!(Others::new(&[lost]).unwrap_err().index, 0);
    }

    #[test]
    fn huge_things_are_brought_within_reach() {
        let disc = Disc {
            centre: GroundPoint::new(1e30, 0.0),
            radius: 1e30,
            velocity: GroundPoint::new(0.0, -1e30),
        };
        let obstacles = Obstacles::new(&[disc]).unwrap();
        let [disc] = obstacles.discs() else { panic!("one disc") };
        assert_eq!((disc.radius, disc.velocity.z), (MAX_RADIUS, -10.0 * MAX_SPEED));
        assert_eq!(disc.centre, GroundPoint::new(1e30, 0.0).clamped());
    }
}
