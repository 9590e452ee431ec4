//! Episodes: numbered, so that each can be made by itself.

use crate::{config::AugmentConfig, in_play::ball_graph, perturb::perturb, resequence::resequence};
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
    connected: Pruned,
    mirror: MirrorMap,
    config: AugmentConfig,
}

/// Why there are no episodes.
#[derive(Debug, thiserror::Error)]
pub enum AugmentError {
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The library has no graph to walk.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// Episodes that make no library.
    #[error(transparent)]
    Library(#[from] LibraryError),
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
        Ok(Self { library, connected, mirror, config: config.clone() })
    }

    /// The settings.
    pub fn config(&self) -> &AugmentConfig {
        &self.config
    }

    /// Share of the library's frames that walks come through.
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    pub fn share_walked(&self) -> f32 {
        self.connected.kept_frames as f32 / self.library.len().max(1) as f32
    }

    /// How many episodes make so many hours.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some thousands")]
    pub fn count_for(&self, hours: f32) -> usize {
        ((hours * 3600.0 / self.config.episode_secs).ceil() as usize).max(1)
    }

    /// The episode of that number.
    pub fn episode(&self, seed: u64, number: u64) -> Clip {
        let mut chance = Chance::new(seed, number.wrapping_add(1));
        let clip = self.walk(&mut chance);
        let mirrored = self.config.mirror && number % 2 == 1;
        let clip = if mirrored { self.mirror.mirror_clip(&clip) } else { clip };
        let is_perturbed = chance.unit() < self.config.perturbed;
        let mut clip = if is_perturbed { perturb(&clip, &self.config, &mut chance) } else { clip };
        let frames = self.frames().min(clip.len());
        clip.root_positions.truncate(frames);
        clip.rotations.truncate(frames * clip.skeleton.len());
        if let Some(contacts) = &mut clip.contacts {
            contacts.truncate(frames);
        }
        clip.name = format!("episode_{seed}_{number}");
        if self.config.ball {
            clip.objects = synthesise(&clip, &BallConfig::default());
        }
        clip
    }

    /// Episodes as a library, made on all threads.
    pub fn library(
        &self,
        seed: u64,
        numbers: std::ops::Range<u64>,
    ) -> Result<MotionLibrary, AugmentError> {
        let numbers: Vec<u64> = numbers.collect();
        let clips: Vec<Clip> =
            numbers.into_par_iter().map(|number| self.episode(seed, number)).collect();
        Ok(MotionLibrary::from_clips(&clips, &ContactConfig::default())?)
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
    fn frames(&self) -> usize {
        ((self.config.episode_secs * self.library.rate_hz()).round() as usize).max(2)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a number of frames"
    )]
    fn walk(&self, chance: &mut Chance) -> Clip {
        let config = &self.config;
        let least = (config.least_secs * self.library.rate_hz()).round() as u32;
        let walk = WalkConfig { softness: config.walk_softness, least_frames: least };
        let frames = (self.frames() as f32 * config.speed.1.max(1.0) * SPARE).ceil() as usize;
        resequence(self.library, &self.connected, (&walk, config.join_secs), frames, chance)
    }
}
