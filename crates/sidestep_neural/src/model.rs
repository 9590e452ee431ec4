//! A trained network made playable: all that can be wrong is found here.

use crate::{
    config::NeuralConfig,
    goals::Serves,
    representation::{Body, ROOT, Representation, TOUCHES},
};
use sidestep_control::{
    Controller, FootLock, Goal, Output, SettingError, Start, Travel, foot_lock::FootHeights,
    median_moving_speed, usual_speed::ground_speed,
};
use sidestep_lanes::InstructionSet;
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, ObjectKind, Side, Skeleton, ball::BallConfig,
    kinematics::JointTransforms,
};
use sidestep_network::{Network, NetworkError, Normalisation, Shape, Weights};
use std::sync::Arc;

/// How long a body takes to come to rest, in seconds.
const SETTLE_SECS: f32 = 3.0;

/// A network that moves characters. Immutable and shared.
#[derive(Clone, Debug)]
pub struct NeuralController {
    pub(crate) config: NeuralConfig,
    pub(crate) parts: Parts,
    pub(crate) representation: Representation,
    pub(crate) network: Network,
    pub(crate) instructions: InstructionSet,
    pub(crate) feet: FootLock,
    pub(crate) objects: Vec<ObjectKind>,
}

/// What a training leaves beside the network.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The skeleton of the bodies.
    pub skeleton: Arc<Skeleton>,
    /// Ticks a second.
    pub rate_hz: f32,
    /// A frame that stands, to begin with.
    pub rest: Vec<f32>,
    /// How high feet stand: ankle and toe of both sides.
    pub heights: [f32; TOUCHES],
    /// Speed where none is asked for, in metres a second.
    pub usual_speed: f32,
    /// What it was taught to serve.
    pub serves: Serves,
    /// Whether the network was told the phase of the gait, and goes by it.
    pub phase: bool,
    /// Whether it has a ball.
    pub ball: bool,
}

/// Why a network cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Weights that make no network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A network for other bodies.
    #[error(
        "the network has {found} {what}, this skeleton of {joints} joints needs {wanted}; \
         train it anew for this skeleton"
    )]
    Size {
        /// Inputs, outputs or numbers of a frame.
        what: &'static str,
        /// How many it has.
        found: usize,
        /// How many it should have.
        wanted: usize,
        /// Joints of the skeleton.
        joints: usize,
    },
    /// A number that is not finite.
    #[error("{what} is not finite; take an earlier checkpoint")]
    NotFinite {
        /// Which.
        what: &'static str,
    },
}

impl Parts {
    /// What a library tells: how its actor stands and how fast it goes.
    pub fn of(library: &MotionLibrary, serves: Serves, (phase, ball): (bool, bool)) -> Self {
        let representation = Representation::of_player(library.skeleton(), ball, serves.actions);
        let frames = (0..u32::try_from(library.len()).unwrap_or(u32::MAX)).map(FrameId);
        let both = |frame: &FrameId| {
            let contacts = library.contacts(*frame);
            let holds = Side::BOTH.into_iter().any(|side| contacts.hand(side));
            Side::BOTH.into_iter().all(|side| contacts.get(side)) && (holds || !ball)
        };
        let speed = |frame: &FrameId| ground_speed(library, *frame);
        let stillest = frames.filter(both).min_by(|a, b| speed(a).total_cmp(&speed(b)));
        let frame = stillest.unwrap_or(FrameId(0));
        let mut rest = vec![0.0; representation.channels()];
        let body = Body {
            pose: library.pose(frame),
            ground: library.ground(frame),
            step: GroundTransform::IDENTITY,
            touches: [1.0; TOUCHES],
        };
        representation.encode(&body, &mut JointTransforms::new(rest.len()), &mut rest);
        if let Some(channels) = representation.ball() {
            let ball = library.objects(frame).next().map(|(_, ball)| ball);
            channels.encode(ball, library.contacts(frame), library.ground(frame), &mut rest);
        }
        let lock = FootLock::of(library, sidestep_control::FootLockConfig::default());
        let [left, right] = lock.habits().map(|habits| habits.heights);
        Self {
            skeleton: Arc::clone(library.skeleton()),
            rate_hz: library.rate_hz(),
            rest,
            heights: [left.ankle, left.toe, right.ankle, right.toe],
            usual_speed: median_moving_speed(library),
            serves,
            phase,
            ball,
        }
    }
}

impl NeuralController {
    /// Of a network and what its training left beside it.
    pub fn new(network: Network, parts: Parts, config: NeuralConfig) -> Result<Self, ModelError> {
        config.check()?;
        let representation =
            Representation::of_player(&parts.skeleton, parts.ball, parts.serves.actions);
        let (joints, shape) = (parts.skeleton.len(), network.shape());
        let (channels, goals) = (representation.channels(), parts.serves.channels().len());
        let sizes = [
            ("inputs", shape.inputs, channels + goals),
            ("outputs", shape.outputs, channels + goals),
            ("numbers in its first frame", parts.rest.len(), channels),
        ];
        for (what, found, wanted) in sizes {
            if found != wanted {
                return Err(ModelError::Size { what, found, wanted, joints });
            }
        }
        let scalars = [parts.rate_hz, parts.usual_speed];
        let all = parts.rest.iter().chain(&parts.heights).chain(&scalars);
        if all.into_iter().any(|number| !number.is_finite()) || parts.rate_hz <= 0.0 {
            return Err(ModelError::NotFinite { what: "a number beside the network" });
        }
        let [a, b, c, d] = parts.heights;
        let heights = [FootHeights { ankle: a, toe: b }, FootHeights { ankle: c, toe: d }];
        let network = if network.precision() == config.precision() {
            network
        } else {
            network.to_precision(config.precision())?
        };
        Ok(Self {
            feet: FootLock::new(&parts.skeleton, heights, config.foot_lock),
            config,
            representation,
            network,
            instructions: InstructionSet::best(),
            objects: if parts.ball { vec![ball_kind()] } else { Vec::new() },
            parts,
        })
    }

    /// A small network that nobody trained: it gives the mean of all frames. For those who want to know
    /// what every controller promises, whatever it has learnt.
    pub fn untrained(library: &MotionLibrary, config: NeuralConfig) -> Result<Self, ModelError> {
        let serves =
            Serves { travel: true, qualities: true, phase: true, pace: true, actions: false };
        let parts = Parts::of(library, serves, (false, false));
        let channels = parts.rest.len() + serves.channels().len();
        let shape = Shape { inputs: channels, outputs: channels, hidden: 16, layers: 2 };
        let mut normalisation = Normalisation::identity(shape);
        normalisation.output_means[..parts.rest.len()].copy_from_slice(&parts.rest);
        normalisation.input_means.clone_from(&normalisation.output_means);
        let mut weights = Weights::zeros(shape);
        // Not quite still, so that what is remembered matters.
        for (i, weight) in weights.encoder.iter_mut().enumerate() {
            *weight = if i % 7 == 0 { 0.05 } else { -0.01 };
        }
        for layer in &mut weights.layers {
            layer.input.iter_mut().step_by(5).for_each(|weight| *weight = 0.2);
            layer.recurrent.iter_mut().step_by(3).for_each(|weight| *weight = 0.1);
        }
        weights.decoder.iter_mut().step_by(11).for_each(|weight| *weight = 0.01);
        Self::new(Network::new(weights, normalisation)?, parts, config)
    }

    /// The same controller, whose characters begin as the network itself stands: no frame of the motion that
    /// it learnt from is left in it.
    pub fn at_own_rest(mut self) -> Self {
        let mut out = Output::new(self.parts.skeleton.len());
        let mut memory = self.begin(Start::Rest(GroundTransform::IDENTITY), &mut out);
        let goal = Goal::from(Travel::Stand { facing: None });
        let ticks = (SETTLE_SECS * self.parts.rate_hz).ceil() as usize;
        for _ in 0..ticks {
            self.step(&mut memory, &goal, &mut out);
        }
        let frame = self.parts.rest.len();
        self.parts.rest.copy_from_slice(&memory.row[..frame]);
        self.parts.rest[..ROOT].fill(0.0);
        self
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What its training left beside it.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// How bodies are seen.
    pub fn representation(&self) -> &Representation {
        &self.representation
    }
}

/// What the ball is called, and its size.
fn ball_kind() -> ObjectKind {
    ObjectKind { name: "ball".to_owned(), radius: BallConfig::default().radius }
}
