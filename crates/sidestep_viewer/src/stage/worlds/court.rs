//! Half a basketball court: one player under control, the others play by chance.

use crate::{
    catalogue::Catalogue,
    stage::{
        MOST_ACTORS, Setting, StageError, TICKS_PER_SEC,
        event::BallAction,
        shape::Shape,
        thing::Thing,
        wish::Wish,
        world::{Me, World},
        worlds::{
            Listing,
            lines::{half_court_shapes, set_score},
        },
    },
};
use sidestep_control::{Animate, Explanation, Goal};
use sidestep_game::{BallGame, Command, Pickup, SeenPlayer};
use sidestep_motion::{GroundTransform, kinematics::JointTransforms};

pub(crate) const LISTING: Listing = Listing {
    id: "court",
    title: "Half court",
    says: "You are number 1: steer, R gets the ball, G passes it, T throws it at the hoop. The others play by themselves.",
    wishes: &["move", "stand", "reach", "path"],
    needs: &[],
    wants: &["action"],
    make,
};

/// How many play at least.
const PLAYERS: usize = 4;

/// Who is under control.
const LED: usize = 0;

#[derive(Clone)]
struct HalfCourt {
    game: Pickup,
    shapes: Vec<Shape>,
    things: [Thing; 1],
    points: u32,
}

fn make(setting: &Setting, _: &Catalogue) -> Result<Box<dyn World>, StageError> {
    let count = setting.controllers.len().clamp(PLAYERS, MOST_ACTORS);
    let starts: Vec<SeenPlayer> =
        (0..count).map(|index| SeenPlayer::at(Pickup::start(index, count))).collect();
    #[expect(clippy::cast_precision_loss, reason = "sixty")]
    let game = Pickup::new(&starts, Some(LED), TICKS_PER_SEC as f32, setting.seed);
    let ball = game.game().court().ball.radius;
    let things = [Thing::ball(ball, game.game().ball().position())];
    let mut shapes = half_court_shapes();
    set_score(&mut shapes, 0);
    Ok(Box::new(HalfCourt { game, shapes, things, points: 0 }))
}

impl World for HalfCourt {
    fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    fn cast(&self, given: usize) -> usize {
        given.max(PLAYERS)
    }

    fn start(&self, index: usize, count: usize) -> GroundTransform {
        Pickup::start(index, count)
    }

    fn plan(&self, wish: &Wish, me: &Me) -> Goal {
        if me.index == LED { wish.to_goal((0.0, 0.0)) } else { Goal::STAND }
    }

    fn watch(&mut self, index: usize, character: &dyn Animate, joints: &JointTransforms) {
        self.game.see(index, SeenPlayer::of(character, joints));
    }

    fn tick(&mut self, secs: f32) -> bool {
        self.game.tick(secs);
        self.things[0].put(self.game.game().ball().position());
        let points = self.game.game().counts().points;
        let has_scored = points != self.points;
        if has_scored {
            self.points = points;
            set_score(&mut self.shapes, points);
        }
        has_scored
    }

    fn steer(&mut self, plan: &Goal, me: &Me) -> Goal {
        if me.index == LED {
            self.game.lead(&plan.travel);
        }
        self.game.goal(me.index).clone()
    }

    fn act(&mut self, action: BallAction) -> bool {
        self.game.command(match action {
            BallAction::Pass => Command::Pass,
            BallAction::Shoot => Command::Shoot,
            BallAction::Catch => Command::Catch,
        })
    }

    fn things(&self) -> &[Thing] {
        &self.things
    }

    fn explain(&self, index: usize, explanation: &mut Explanation) {
        explain(self.game.game(), index, explanation);
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
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
