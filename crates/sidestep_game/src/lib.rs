//! Players together: one ball between characters of any controller.
//!
//! A game owns no character. In every tick it is shown its players ([`SeenPlayer`]), moves the ball, decides, and
//! has a [`sidestep_control::Goal`] for each; whoever owns the characters advances them under it:
//!
//! ```text
//! game.see(player, SeenPlayer::of(character, joints));   // each
//! game.tick(secs);
//! character.advance(game.goal(player), secs);            // each
//! ```
//!
//! - [`BallGame`]: who has the ball, what a throw makes of it, who takes it; the rules are watched on what is shown.
//! - [`Pickup`]: basketball on half a court. One player may be under control, the others play by chance (section 7
//!   of Lee, Lee and Lee 2018).
//! - [`Tennis`]: two players over a net.
//! - [`Board`]: a plan of paths, passes and shots ([`Plan`], docs/tactics.md), acted out.
//! - [`Players`]: the characters themselves, for those who have no stage of their own.
//!
//! Nothing here allocates in a tick, fails or reads a clock; the same seed gives the same bits.

mod ball;
mod basketball;
mod board;
mod draw;
mod pickup;
mod plan;
mod plan_text;
mod players;
mod seen;
mod tennis;

pub use ball::GameBall;
pub use basketball::{BallGame, Counts, HALF_COURT, Happening, half_court};
pub use board::{Arrival, Board};
pub use pickup::{Command, Pickup};
pub use plan::{Pass, Plan, PlanPlayer, Shot};
pub use plan_text::PlanError;
pub use players::Players;
pub use seen::SeenPlayer;
/// The plan that comes along: four players, twenty seconds.
pub const EXAMPLE_PLAN: &str = include_str!("../plans/give-and-go.toml");

pub use tennis::{Tennis, tennis_court};
