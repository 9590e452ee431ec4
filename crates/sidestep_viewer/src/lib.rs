//! The playground: steer, push, compare and crowd characters in a browser.
//!
//! Two layers: [`stage`] simulates, without network or clock; [`server`] lets browsers look at it
//! and reach into it. [`catalogue`] is what there is to play. The page itself lies in `page/`, its
//! built form in `page/dist`, which is embedded. What server and page say to each other is written
//! in `docs/protocol.md`.
//!
//! Neither may hold animation logic.

pub mod catalogue;
pub mod rehearsal;
pub mod server;
pub mod stage;
