//! Which feet touch the ground.

use crate::side::Side;

/// The feet in contact in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Contacts(u8);

impl Contacts {
    /// Neither foot: flight.
    pub const NONE: Self = Self(0);

    /// Contacts of the left and the right foot.
    pub fn new(left: bool, right: bool) -> Self {
        Self(u8::from(left) | u8::from(right) << 1)
    }

    /// Whether that foot touches the ground.
    pub fn get(self, side: Side) -> bool {
        self.0 & (1 << side.index()) != 0
    }

    /// The same contacts with one foot set.
    pub fn with(self, side: Side, touching: bool) -> Self {
        let bit = 1 << side.index();
        Self(if touching { self.0 | bit } else { self.0 & !bit })
    }

    /// Left and right exchanged.
    pub fn mirrored(self) -> Self {
        Self::new(self.get(Side::Right), self.get(Side::Left))
    }
}
