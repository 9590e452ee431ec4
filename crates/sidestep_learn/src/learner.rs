//! The whole chain: episodes, tasks, updates, and a character that comes of it.

#[cfg(test)]
mod tests;

use crate::{
    config::LearnConfig,
    data::{Data, Scale},
    tasks::Tasks,
};
use sidestep_augment::{AugmentConfig, AugmentError, Episodes};
use sidestep_grammar::GrammarError;
use sidestep_motion::{MotionLibrary, Role, Side, ball::BallConfig};
use sidestep_neural::{
    GOALS, GoalChannel as Goal, LEAST_PACE_SECS, MOST_PACE, ModelError, NEAR_METRES, NeuralConfig,
    NeuralController, Parts, ROOT, Representation,
};
use sidestep_train::{
    Ball, Device, GoalChannel, Layout, Link, LossWeights, Report, Settings, Touch, TrainError,
    Trainer,
};

/// Why nothing can be learnt.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// There are no episodes.
    #[error(transparent)]
    Augment(#[from] AugmentError),
    /// Actions that are no game.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    /// Actions are to be learnt from the motion itself.
    #[error("actions are learnt from episodes that follow their grammar; set bank_hours above 0")]
    NoEpisodes,
    /// A ball is to be learnt and there is none.
    #[error(
        "the library has no ball to learn from; import it with the labels of the hands \
         (--lab), from a body that has hands"
    )]
    NoBall,
    /// The training cannot begin or go on.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// What was learnt cannot be played.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// A character that learns.
pub struct Learner<'a> {
    config: LearnConfig,
    episodes: Episodes<'a>,
    representation: Representation,
    parts: Parts,
    scale: Scale,
    data: Data,
    tasks: Tasks,
    trainer: Trainer,
    update: u64,
    /// How often all episodes were replaced.
    renewals: u64,
}

impl<'a> Learner<'a> {
    /// Makes the first episodes and begins a training.
    pub fn new(
        library: &'a MotionLibrary,
        config: &LearnConfig,
        device: Device,
    ) -> Result<Self, LearnError> {
        let plays = config.serves().actions;
        let representation = Representation::of_player(library.skeleton(), config.ball, plays);
        if config.ball && (representation.ball().is_none() || library.parts().objects.is_empty()) {
            return Err(LearnError::NoBall);
        }
        let augment = AugmentConfig { ball: config.ball, ..config.augment.clone() };
        let grammar = config.grammar()?;
        if grammar.is_some() && config.bank_hours <= 0.0 {
            return Err(LearnError::NoEpisodes);
        }
        let episodes = match &grammar {
            Some(grammar) => Episodes::by_grammar(library, &augment, grammar)?,
            None => Episodes::new(library, &augment)?,
        };
        let mut data = match config.bank_hours > 0.0 {
            true => draw(&episodes, &representation, config, 0)?,
            false => Data::of(library, &representation),
        };
        let scale = data.scale(&representation);
        data.normalise(&scale);
        let layout = layout(&representation, &scale, config);
        let weights = loss(&representation, config);
        let room = data.len() + data.len() / 16;
        let mut trainer = Trainer::new(layout, weights, settings(config), room, device)?;
        trainer.set_bank(&data.bank)?;
        Ok(Self {
            tasks: Tasks::new(config, library.rate_hz()),
            parts: Parts::of(
                library,
                config.serves(),
                (config.phase && config.schedule.tells_phase(), config.ball),
            ),
            config: config.clone(),
            episodes,
            representation,
            scale,
            data,
            trainer,
            update: 0,
            renewals: 0,
        })
    }

    /// Updates done so far.
    pub fn update_count(&self) -> u64 {
        self.update
    }

    /// Frames of episodes at hand.
    pub fn frames(&self) -> usize {
        self.data.len()
    }

    /// Name of the machine it learns on.
    pub fn machine(&self) -> String {
        self.trainer.machine()
    }

    /// The settings.
    pub fn config(&self) -> &LearnConfig {
        &self.config
    }

    /// Plans for so many updates in all.
    pub fn plan(&mut self, updates: u64) {
        self.config.updates = updates;
        self.trainer.plan(updates);
    }

    /// Does so many updates, and tells of the last.
    pub fn learn(&mut self, updates: u64) -> Result<Report, LearnError> {
        for _ in 0..updates {
            self.renew()?;
            let part = self.config.schedule.at(self.update, self.config.updates);
            let batch = self.tasks.next(&self.data, part);
            self.trainer.update(&batch)?;
            self.update += 1;
        }
        Ok(self.trainer.report()?)
    }

    /// Replaces all episodes where that is due.
    fn renew(&mut self) -> Result<(), LearnError> {
        let every = self.config.renew_every;
        if every == 0 || self.config.bank_hours == 0.0 || self.update / every == self.renewals {
            return Ok(());
        }
        self.renewals = self.update / every;
        self.data = draw(&self.episodes, &self.representation, &self.config, self.renewals)?;
        self.data.normalise(&self.scale);
        self.tasks.restart();
        Ok(self.trainer.set_bank(&self.data.bank)?)
    }

    /// What was learnt so far, playable.
    pub fn character(&self, config: NeuralConfig) -> Result<NeuralController, LearnError> {
        Ok(NeuralController::new(self.trainer.network()?, self.parts.clone(), config)?)
    }

    /// All that the training remembers.
    pub fn checkpoint(&self) -> Result<Vec<u8>, LearnError> {
        Ok(self.trainer.checkpoint()?)
    }

    /// Goes on from a checkpoint of a training with the same settings.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), LearnError> {
        self.trainer.resume(bytes)?;
        self.update = self.trainer.state()?.update;
        self.tasks.restart();
        Ok(())
    }
}

/// Episodes as a network learns them.
fn draw(
    episodes: &Episodes<'_>,
    representation: &Representation,
    config: &LearnConfig,
    renewal: u64,
) -> Result<Data, LearnError> {
    let count = episodes.count_for(config.bank_hours) as u64;
    let library = episodes.library(config.seed, renewal * count..(renewal + 1) * count)?;
    Ok(Data::of(&library, representation))
}

fn settings(config: &LearnConfig) -> Settings {
    Settings {
        hidden: config.hidden,
        layers: config.layers,
        batch: config.batch,
        steps: config.steps,
        learning_rate: config.learning_rate,
        updates: config.updates,
        dropout: config.dropout,
        average: config.average,
        seed: config.seed,
        ..Settings::default()
    }
}

fn layout(representation: &Representation, scale: &Scale, config: &LearnConfig) -> Layout {
    let serves = config.serves();
    let joints = representation.skeleton().joints();
    let goal = |channel: &Goal| match channel {
        channel if !serves.serves(*channel) => GoalChannel::Given,
        Goal::PlaceLeft => GoalChannel::PlaceLeft,
        Goal::PlaceForward => GoalChannel::PlaceForward,
        Goal::NearLeft => GoalChannel::NearLeft,
        Goal::NearForward => GoalChannel::NearForward,
        Goal::FacingCos => GoalChannel::FacingCos,
        Goal::FacingSin => GoalChannel::FacingSin,
        Goal::DirectionCos => GoalChannel::DirectionCos,
        Goal::DirectionSin => GoalChannel::DirectionSin,
        Goal::PaceLeft => GoalChannel::PaceLeft,
        Goal::PaceForward => GoalChannel::PaceForward,
        _ => GoalChannel::Given,
    };
    let (means, deviations): (Vec<f32>, Vec<f32>) =
        serves.channels().iter().map(|channel| channel.normalisation()).unzip();
    let place = |joint| representation.position_of(joint);
    let touches = representation.touches().zip(representation.feet());
    let links = (0_u16..).zip(joints).filter_map(|(id, joint)| {
        let (parent, length) = (joint.parent?, joint.offset.length());
        let id = sidestep_motion::JointId(id);
        (length > 1e-3).then(|| Link { from: place(parent), to: place(id), length })
    });
    Layout {
        frame: representation.channels(),
        goals: serves.channels().iter().map(goal).collect(),
        means: [scale.means.clone(), means].concat(),
        deviations: [scale.deviations.clone(), deviations].concat(),
        root: 0,
        feet: touches.map(|(contact, joint)| Touch { position: place(joint), contact }).collect(),
        links: links.collect(),
        ball: ball(representation),
        near_bound: NEAR_METRES,
        pace_bound: MOST_PACE,
        pace_secs: LEAST_PACE_SECS,
    }
}

/// The ball of section 5, as the trainer knows it.
fn ball(representation: &Representation) -> Option<Ball> {
    let (channels, config) = (representation.ball()?, BallConfig::default());
    let hands = channels.hands().map(|hand| representation.position_of(hand));
    let touch = |(position, contact)| Touch { position, contact };
    Some(Ball {
        position: channels.place().start,
        possession: channels.possession(),
        radius: config.radius,
        reach: channels.reach(representation.skeleton(), &config),
        hands: hands.into_iter().zip(channels.touches()).map(touch).collect(),
    })
}

fn loss(representation: &Representation, config: &LearnConfig) -> LossWeights {
    let weights = &config.weights;
    let goals = GOALS;
    let (links, feet) = (representation.skeleton().len() as f32, 4.0);
    let mut channels = vec![0.0; representation.channels()];
    let mut share = |range: std::ops::Range<usize>, weight: f32| {
        let each = weight / range.len() as f32;
        channels[range].fill(each);
    };
    share(0..ROOT, weights.root);
    share(representation.positions(), weights.positions);
    share(representation.rotations(), weights.rotations);
    share(representation.touches(), weights.contacts);
    if let Some(ball) = representation.ball() {
        share(ball.all(), weights.grips);
        share(ball.place(), weights.ball);
    }
    if let Some(racket) = representation.racket() {
        share(racket, weights.ball);
    }
    for channel in carrying(representation) {
        channels[channel] *= weights.arms;
    }
    channels.extend(vec![weights.prediction / (goals - 2) as f32; goals - 2]);
    channels.extend([0.5 * weights.phase; 2]);
    let more = config.serves().channels().len() - goals;
    channels.extend(vec![weights.actions / more.max(1) as f32; more]);
    LossWeights {
        channels,
        slide: 1e4 * weights.slide / feet,
        link: 1e4 * weights.link / links,
        place: weights.place,
        place_bound: weights.place_bound,
        heading: weights.heading,
        hand: 1e4 * weights.hand,
        bounce: 1e4 * weights.bounce,
    }
}

/// The rotations of the joints that carry a hand: an error of any of them moves what the hand holds.
fn carrying(representation: &Representation) -> Vec<usize> {
    let skeleton = representation.skeleton();
    let joints = skeleton.joints();
    let mut carries = vec![false; joints.len()];
    for side in Side::BOTH {
        let mut at = skeleton.roles().get(Role::Hand(side));
        while let Some(joint) = at {
            carries[joint.index()] = true;
            at = joints[joint.index()].parent;
        }
    }
    let turns = representation.rotations().zip(carries.iter().flat_map(|carries| [*carries; 6]));
    turns.filter(|(_, carries)| *carries).map(|(channel, _)| channel).collect()
}
