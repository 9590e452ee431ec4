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
            half_court::{HalfCourt, explain},
        },
    },
};
use sidestep_control::{Animate, Explanation, Goal};
use sidestep_game::{Command, Pickup, SeenPlayer};
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
struct PickupCourt {
    game: Pickup,
    court: HalfCourt,
}

fn make(setting: &Setting, _: &Catalogue) -> Result<Box<dyn World>, StageError> {
    let count = setting.controllers.len().clamp(PLAYERS, MOST_ACTORS);
    let starts: Vec<SeenPlayer> =
        (0..count).map(|index| SeenPlayer::at(Pickup::start(index, count))).collect();
    let game = Pickup::new(&starts, Some(LED), TICKS_PER_SEC as f32, setting.seed);
    let court = HalfCourt::of(game.game());
    Ok(Box::new(PickupCourt { game, court }))
}

impl World for PickupCourt {
    fn shapes(&self) -> &[Shape] {
        &self.court.shapes
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
        self.court.show(self.game.game())
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
        &self.court.things
    }

    fn explain(&self, index: usize, explanation: &mut Explanation) {
        explain(self.game.game(), index, explanation);
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}
