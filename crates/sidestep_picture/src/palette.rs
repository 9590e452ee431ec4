//! The colours of all pictures: the palette of Okabe and Ito, which colour-blind people can tell
//! apart, on a light ground of its own, so that a picture also stands in a dark page.

use sidestep_motion::Side;
use std::fmt;

/// A colour without transparency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(
    /// Red.
    pub u8,
    /// Green.
    pub u8,
    /// Blue.
    pub u8,
);

impl Colour {
    /// The ground of every picture.
    pub const PAPER: Self = Self(0xfb, 0xfb, 0xf9);
    /// The ground of a plot on the paper.
    pub const PANEL: Self = Self(0xff, 0xff, 0xff);
    /// Text.
    pub const INK: Self = Self(0x22, 0x26, 0x2b);
    /// Text of lesser weight.
    pub const GREY: Self = Self(0x5f, 0x66, 0x6e);
    /// Lines of a grid.
    pub const GRID: Self = Self(0xe2, 0xe4, 0xe6);
    /// The body between its limbs.
    pub const TRUNK: Self = Self(0x75, 0x80, 0x8c);
    /// The character's left.
    pub const LEFT: Self = Self(0x00, 0x72, 0xb2);
    /// The character's right.
    pub const RIGHT: Self = Self(0xe0, 0x7b, 0x00);
    /// Balls and the like.
    pub const OBJECT: Self = Self(0xa8, 0x32, 0x2d);
    /// Series of charts, in the order in which they are used.
    pub const SERIES: [Self; 6] = [
        Self(0x00, 0x72, 0xb2),
        Self(0xd5, 0x5e, 0x00),
        Self(0x00, 0x9e, 0x73),
        Self(0xcc, 0x79, 0xa7),
        Self(0x8a, 0x6d, 0x00),
        Self(0x56, 0xb4, 0xe9),
    ];

    /// The colour of a side of the body, or of its middle.
    pub fn of_side(side: Option<Side>) -> Self {
        match side {
            Some(Side::Left) => Self::LEFT,
            Some(Side::Right) => Self::RIGHT,
            None => Self::TRUNK,
        }
    }

    /// The colour `t` of the way from this one to `other`; `t` is kept in 0..1.
    pub fn mix(self, other: Self, t: f32) -> Self {
        let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 };
        let channel = |a: u8, b: u8| {
            let value = f32::from(a) + (f32::from(b) - f32::from(a)) * t;
            (value + 0.5) as u8
        };
        Self(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }

    /// From pale to dark for a share in 0..1: perceptually even enough to read amounts from.
    pub fn ramp(share: f32) -> Self {
        const STOPS: [Colour; 5] = [
            Colour(0xee, 0xf4, 0xf8),
            Colour(0xb4, 0xd4, 0xe7),
            Colour(0x5b, 0xa3, 0xcf),
            Colour(0x1b, 0x6a, 0xa5),
            Colour(0x08, 0x30, 0x5c),
        ];
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let place = share * 4.0;
        let below = crate::number::index(place).min(3);
        STOPS[below].mix(STOPS[below + 1], place - crate::number::count(below))
    }

    /// Ink or paper, whichever is read better on this colour.
    pub fn text_on(self) -> Self {
        let light = 0.299 * f32::from(self.0) + 0.587 * f32::from(self.1);
        if light + 0.114 * f32::from(self.2) > 140.0 { Self::INK } else { Self::PANEL }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_ends_where_it_should() {
        assert_eq!(Colour::LEFT.mix(Colour::RIGHT, 0.0), Colour::LEFT);
        assert_eq!(Colour::LEFT.mix(Colour::RIGHT, 2.0), Colour::RIGHT);
        assert_eq!(Colour(0, 0, 0).mix(Colour(200, 100, 50), 0.5), Colour(100, 50, 25));
        assert_eq!(Colour::ramp(f32::NAN), Colour::ramp(0.0));
        assert_eq!(Colour::ramp(9.0), Colour(0x08, 0x30, 0x5c));
    }
}
