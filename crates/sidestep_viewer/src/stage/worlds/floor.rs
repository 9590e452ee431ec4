//! The open floor: nothing in the way.

use crate::stage::{shape::Shape, world::World, worlds::Listing};

pub(crate) const LISTING: Listing = Listing {
    id: "floor",
    title: "Open floor",
    says: "Steer, click a place to go to, or draw a way; nothing is in the way.",
    wishes: &["move", "stand", "reach", "line", "path", "free"],
    needs: &[],
    wants: &[],
    make: |_, _| Ok(Box::new(Floor)),
};

struct Floor;

impl World for Floor {
    fn shapes(&self) -> &[Shape] {
        &[]
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(Self)
    }
}
