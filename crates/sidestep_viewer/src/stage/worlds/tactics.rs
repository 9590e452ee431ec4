//! The tactics board: a plan of paths, passes and shots, acted out.

use crate::{
    catalogue::Catalogue,
    stage::{
        MOST_ACTORS, Setting, StageError, TICKS_PER_SEC,
        shape::{Shape, ShapeKind},
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
use sidestep_game::{Board, EXAMPLE_PLAN, Plan, SeenPlayer};
use sidestep_motion::{GroundTransform, kinematics::JointTransforms};
use std::sync::Arc;

pub(crate) const LISTING: Listing = Listing {
    id: "tactics",
    title: "Tactics board",
    says: "Draw paths, passes and shots on the board, then play them; edit a part and play it again.",
    wishes: &["stand"],
    needs: &[],
    wants: &["action"],
    make,
};

/// Shapes of paths have this number and more.
const PATHS: u32 = 500;

#[derive(Clone)]
struct Tactics {
    board: Board,
    court: HalfCourt,
}

fn make(setting: &Setting, _: &Catalogue) -> Result<Box<dyn World>, StageError> {
    let plan = Plan::parse(setting.scene.as_deref().unwrap_or(EXAMPLE_PLAN))?;
    if plan.players.len() > MOST_ACTORS {
        return Err(StageError::Actors { count: plan.players.len() });
    }
    let plan = Arc::new(plan);
    let board = Board::new(&plan, TICKS_PER_SEC as f32);
    let mut court = HalfCourt::of(board.game());
    court.shapes.extend(plan.players.iter().enumerate().map(|(index, player)| Shape {
        id: PATHS + u32::try_from(index).unwrap_or(0),
        kind: ShapeKind::Path,
        points: player.path.iter().map(|[_, x, z]| [*x, *z]).collect(),
        colour: crate::stage::actor::Actor::colour(index),
        ..Shape::default()
    }));
    Ok(Box::new(Tactics { board, court }))
}

impl World for Tactics {
    fn shapes(&self) -> &[Shape] {
        &self.court.shapes
    }

    fn cast(&self, _: usize) -> usize {
        self.board.plan().players.len()
    }

    fn start(&self, index: usize, _: usize) -> GroundTransform {
        self.board.plan().start(index)
    }

    fn plan(&self, _: &Wish, _: &Me) -> Goal {
        Goal::STAND
    }

    fn watch(&mut self, index: usize, character: &dyn Animate, joints: &JointTransforms) {
        self.board.see(index, SeenPlayer::of(character, joints));
    }

    fn tick(&mut self, secs: f32) -> bool {
        self.board.tick(secs);
        self.court.show(self.board.game())
    }

    fn steer(&mut self, _: &Goal, me: &Me) -> Goal {
        self.board.goal(me.index).clone()
    }

    fn things(&self) -> &[Thing] {
        &self.court.things
    }

    fn tactics(&self) -> Option<&Plan> {
        Some(self.board.plan())
    }

    fn explain(&self, index: usize, explanation: &mut Explanation) {
        explain(self.board.game(), index, explanation);
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}
