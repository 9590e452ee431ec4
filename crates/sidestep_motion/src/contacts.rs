//! Which feet touch the ground, and which hands touch an object.

use crate::side::Side;

/// The feet and hands in contact in one frame: bits 0 and 1 are the left and the right foot, bits 2
/// and 3 the left and the right hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Contacts(u8);

/// The bits of the feet.
const FEET: u8 = 0b11;

impl Contacts {
    /// Nothing touches: flight, with empty hands.
    pub const NONE: Self = Self(0);

    /// Contacts of the left and the right foot, with empty hands.
    pub fn new(left: bool, right: bool) -> Self {
        Self(u8::from(left) | u8::from(right) << 1)
    }

    /// Whether that foot touches the ground.
    pub fn get(self, side: Side) -> bool {
        self.0 & foot(side) != 0
    }

    /// The same contacts with one foot set.
    pub fn with(self, side: Side, touching: bool) -> Self {
        self.with_bit(foot(side), touching)
    }

    /// Whether that hand touches an object.
    pub fn hand(self, side: Side) -> bool {
        self.0 & hand(side) != 0
    }

    /// The same contacts with one hand set.
    pub fn with_hand(self, side: Side, touching: bool) -> Self {
        self.with_bit(hand(side), touching)
    }

    /// The contacts of the feet alone.
    pub fn feet(self) -> Self {
        Self(self.0 & FEET)
    }

    /// Left and right exchanged.
    pub fn mirrored(self) -> Self {
        Self::new(self.get(Side::Right), self.get(Side::Left))
            .with_hand(Side::Left, self.hand(Side::Right))
            .with_hand(Side::Right, self.hand(Side::Left))
    }

    fn with_bit(self, bit: u8, touching: bool) -> Self {
        Self(if touching { self.0 | bit } else { self.0 & !bit })
    }
}

fn foot(side: Side) -> u8 {
    1 << side.index()
}

fn hand(side: Side) -> u8 {
    0b100 << side.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feet_keep_their_bits_and_hands_have_the_next_two() {
        assert_eq!(bytemuck::bytes_of(&Contacts::new(true, false)), [0b01]);
        assert_eq!(bytemuck::bytes_of(&Contacts::new(false, true)), [0b10]);
        let left = Contacts::NONE.with_hand(Side::Left, true);
        assert_eq!(bytemuck::bytes_of(&left), [0b100]);
        assert_eq!(bytemuck::bytes_of(&left.with_hand(Side::Right, true)), [0b1100]);
        assert!(left.hand(Side::Left) && !left.hand(Side::Right) && !left.get(Side::Left));
        assert_eq!(left.with(Side::Right, true).feet(), Contacts::new(false, true));
    }

    #[test]
    fn mirroring_exchanges_feet_and_hands() {
        let contacts = Contacts::new(true, false).with_hand(Side::Right, true);
        let mirrored = Contacts::new(false, true).with_hand(Side::Left, true);
        assert_eq!(contacts.mirrored(), mirrored);
        assert_eq!(mirrored.mirrored(), contacts);
        assert_eq!(contacts.with_hand(Side::Right, false), Contacts::new(true, false));
    }
}
