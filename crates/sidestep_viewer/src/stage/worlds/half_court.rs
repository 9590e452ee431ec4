//! How a game on half a court is shown: its lines and board, its ball, its score.

use crate::stage::{
    shape::Shape,
    thing::Thing,
    worlds::lines::{half_court_shapes, set_score},
};
use sidestep_control::Explanation;
use sidestep_game::BallGame;

/// What is seen of a game beside its players.
#[derive(Clone)]
pub(super) struct HalfCourt {
    pub(super) shapes: Vec<Shape>,
    pub(super) things: [Thing; 1],
    points: u32,
}

impl HalfCourt {
    /// A court on which nobody has scored.
    pub(super) fn of(game: &BallGame) -> Self {
        let things = [Thing::ball(game.court().ball.radius, game.ball().position())];
        let mut shapes = half_court_shapes();
        set_score(&mut shapes, 0);
        Self { shapes, things, points: 0 }
    }

    /// Shows the game as it is now; returns whether a shape has changed.
    pub(super) fn show(&mut self, game: &BallGame) -> bool {
        self.things[0].put(game.ball().position());
        let points = game.counts().points;
        let has_scored = points != self.points;
        if has_scored {
            self.points = points;
            set_score(&mut self.shapes, points);
        }
        has_scored
    }
}

/// Who has the ball, and what comes next.
pub(super) fn explain(game: &BallGame, index: usize, explanation: &mut Explanation) {
    let holder = game.ball().holder;
    let whose = match holder {
        Some(holder) if holder == index => "has the ball".to_owned(),
        Some(holder) => format!("{} has the ball", holder + 1),
        None => "nobody has the ball".to_owned(),
    };
    let next = game.action(index).name();
    explanation.doing = format!("{whose}; next: {next}; {}", explanation.doing);
    explanation.add_number("has the ball", f32::from(u8::from(holder == Some(index))), "");
}
