//! Episodes: numbered, so that each can be made by itself.

use crate::{
    config::AugmentConfig,
    figures::Figures,
    flights::with_ball,
    game::{Game, GameError},
    in_play::ball_graph,
    perturb::perturb,
    resequence::{played, resequence},
};
use sidestep_court::{KeyAction, label};
use sidestep_grammar::{Grammar, GrammarError};
use sidestep_motion::{
    Clip, LibraryError, MotionLibrary,
    ball::{BallConfig, synthesise},
    chance::Chance,
    contact_detection::ContactConfig,
    mirror::MirrorMap,
    setting::SettingError,
};
use sidestep_parallel::prelude::*;
use sidestep_pose_graph::{GraphError, Pruned, WalkConfig, build_pose_graph};

/// Speeds change at most by this share, so that a walk must be so much longer than an episode.
const SPARE: f32 = 1.05;

/// All episodes of a library.
pub struct Episodes<'a> {
    library: &'a MotionLibrary,
    way: Way,
    mirror: MirrorMap,
    config: AugmentConfig,
}

/// What says which frames follow which.
enum Way {
    /// The graph of poses, section 6.1.
    Graph(Pruned),
    /// A grammar of actions, section 6.2.
    Grammar(Box<Game>),
}

/// Joins of an episode, and what they cost together.
type Joins = (usize, f32);

/// Why there are no episodes.
#[derive(Debug, thiserror::Error)]
pub enum AugmentError {
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The library has no graph to walk.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A grammar that has words for which there is no motion.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    /// Episodes that make no library.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl From<GameError> for AugmentError {
    fn from(error: GameError) -> Self {
        match error {
            GameError::Grammar(error) => Self::Grammar(error),
            GameError::Graph(error) => Self::Graph(error),
        }
    }
}

impl<'a> Episodes<'a> {
    /// Builds the graph that is walked.
    pub fn new(library: &'a MotionLibrary, config: &AugmentConfig) -> Result<Self, AugmentError> {
        config.check()?;
        let connected = if config.ball {
            ball_graph(library, &config.graph)?
        } else {
            build_pose_graph(library, &config.graph)?
        };
        let mirror = MirrorMap::new(library.skeleton());
        Ok(Self { library, way: Way::Graph(connected), mirror, config: config.clone() })
    }

    /// Finds the motion of every word of a grammar, which episodes then follow. A racket stays in its hand: who
    /// strokes is not mirrored.
    pub fn by_grammar(
        library: &'a MotionLibrary,
        config: &AugmentConfig,
        grammar: &Grammar,
    ) -> Result<Self, AugmentError> {
        config.check()?;
        let is_stroke =
            |name: &str| label(name).is_some_and(|l| l.action == Some(KeyAction::Stroke));
        let has_racket = grammar.actions().iter().any(|action| is_stroke(&action.name));
        let config = AugmentConfig { mirror: config.mirror && !has_racket, ..config.clone() };
        let way = Way::Grammar(Box::new(Game::new(library, grammar, &config.graph)?));
        let mirror = MirrorMap::new(library.skeleton());
        Ok(Self { library, way, mirror, config })
    }

    /// The settings.
    pub fn config(&self) -> &AugmentConfig {
        &self.config
    }

    /// Share of the library's frames that walks come through.
    pub fn share_walked(&self) -> f32 {
        let walked = match &self.way {
            Way::Graph(connected) => connected.kept_frames,
            Way::Grammar(game) => game.frames(),
        };
        walked as f32 / self.library.len().max(1) as f32
    }

    /// How many episodes make so many hours.
    pub fn count_for(&self, hours: f32) -> usize {
        ((hours * 3600.0 / self.config.episode_secs).ceil() as usize).max(1)
    }

    /// The episode of that number.
    pub fn episode(&self, seed: u64, number: u64) -> Clip {
        self.made(seed, number).0
    }

    fn made(&self, seed: u64, number: u64) -> (Clip, Joins) {
        let mut chance = Chance::new(seed, number.wrapping_add(1));
        let (clip, joins) = self.walk(&mut chance);
        let mirrored = self.config.mirror && number % 2 == 1;
        let clip = if mirrored { self.mirror.mirror_clip(&clip) } else { clip };
        let is_perturbed = chance.unit() < self.config.perturbed;
        let mut clip = if is_perturbed { perturb(&clip, &self.config, &mut chance) } else { clip };
        cut(&mut clip, self.frames());
        clip.name = format!("episode_{seed}_{number}");
        match &self.way {
            Way::Grammar(game) if game.has_ball() => with_ball(&mut clip, &mut chance),
            Way::Graph(_) if self.config.ball => {
                clip.objects = synthesise(&clip, &BallConfig::default());
            }
            _ => {}
        }
        (clip, joins)
    }

    /// Episodes as a library, made on all threads.
    pub fn library(
        &self,
        seed: u64,
        numbers: std::ops::Range<u64>,
    ) -> Result<MotionLibrary, AugmentError> {
        Ok(self.library_with_figures(seed, numbers)?.0)
    }

    /// The same, and what was done in them.
    pub fn library_with_figures(
        &self,
        seed: u64,
        numbers: std::ops::Range<u64>,
    ) -> Result<(MotionLibrary, Figures), AugmentError> {
        let numbers: Vec<u64> = numbers.collect();
        let made: Vec<(Clip, Joins)> =
            numbers.into_par_iter().map(|number| self.made(seed, number)).collect();
        let mut figures = Figures::default();
        made.iter().for_each(|(clip, joins)| figures.add(clip, *joins));
        let clips: Vec<Clip> = made.into_iter().map(|(clip, _)| clip).collect();
        Ok((MotionLibrary::from_clips(&clips, &ContactConfig::default())?, figures))
    }

    fn frames(&self) -> usize {
        ((self.config.episode_secs * self.library.rate_hz()).round() as usize).max(2)
    }

    fn walk(&self, chance: &mut Chance) -> (Clip, Joins) {
        let config = &self.config;
        let least = (config.least_secs * self.library.rate_hz()).round() as u32;
        let walk = WalkConfig { softness: config.walk_softness, least_frames: least };
        let frames = (self.frames() as f32 * config.speed.1.max(1.0) * SPARE).ceil() as usize;
        match &self.way {
            Way::Graph(connected) => {
                let manner = (&walk, config.join_secs);
                (resequence(self.library, connected, manner, frames, chance), (0, 0.0))
            }
            Way::Grammar(game) => {
                let plan = game.plan(self.library, frames, chance);
                let mut clip = played(self.library, config.join_secs, plan.steps);
                clip.labels = plan.labels;
                (clip, plan.joins)
            }
        }
    }
}

/// Leaves so many frames of a clip; labels that are not whole then are cut, moments that are gone with them.
fn cut(clip: &mut Clip, frames: usize) {
    let frames = frames.min(clip.len());
    clip.root_positions.truncate(frames);
    clip.rotations.truncate(frames * clip.skeleton.len());
    if let Some(contacts) = &mut clip.contacts {
        contacts.truncate(frames);
    }
    let end = u32::try_from(frames).unwrap_or(u32::MAX);
    clip.labels.retain(|label| label.frames.start < end);
    for label in &mut clip.labels {
        label.frames.end = label.frames.end.min(end);
        label.moment = label.moment.filter(|moment| *moment < end);
    }
}
