//! Lets browsers look at stages and reach into them: one process, one origin, loopback only.
//!
//! A client can neither stop nor grow the server: messages, queues, sessions, connections and rates
//! are bounded, and who does not listen is sent away. `docs/protocol.md` says what is said.

mod answer;
mod body;
mod building;
mod complaints;
mod data_room;
mod guard;
mod hub;
mod importing;
mod inside;
mod jobs;
mod listen;
mod order;
mod page;
mod player;
mod queue;
mod routes;
mod run;
mod say;
mod session;
mod tactics;
mod upload;

pub use building::Recipe;
pub use hub::{Chooser, Hub, NoChooser, NoStore, Progress, Store};
pub use listen::Server;
pub use run::run;
