//! The network in the list of methods.

use crate::{
    config::NeuralConfig,
    goals::Serves,
    model::{NeuralController, Parts},
};
use sidestep_control::{
    Method,
    method::{Column, Effort, MethodError, News, Numbers, Preset, Saved, SavedError},
};
use sidestep_motion::MotionLibrary;
use sidestep_network::{Network, Tensor, TensorNumbers};
use std::{borrow::Cow, sync::Arc};

/// The method `neural`.
#[derive(Clone, Copy, Debug)]
pub struct Neural;

/// Begins the names of the network's tables.
const PREFIX: &str = "network_";

impl Method for Neural {
    type Config = NeuralConfig;
    type Controller = NeuralController;

    const NAME: &'static str = "neural";
    const TITLE: &'static str = "Neural control";
    const SENTENCE: &'static str = "A recurrent network learnt where, when and how from raw motion; no library is needed to play.";
    const VERSION: u32 = 2;
    const EFFORT: Effort = Effort::Hours;

    fn presets() -> Vec<Preset<NeuralConfig>> {
        vec![Preset {
            name: "default",
            sentence: "Weights as they were trained.",
            formerly: &[],
            config: NeuralConfig::default(),
        }]
    }

    fn build(
        _: &Arc<MotionLibrary>,
        _: &NeuralConfig,
        _: &mut dyn FnMut(News<'_>),
    ) -> Result<NeuralController, MethodError> {
        Err("a network is trained, not built: sidestep train LIBRARY -o WEIGHTS, \
             then sidestep build neural --weights WEIGHTS -o CONTROLLER"
            .into())
    }

    fn config(controller: &NeuralController) -> &NeuralConfig {
        &controller.config
    }

    fn library(_: &NeuralController) -> Option<&Arc<MotionLibrary>> {
        None
    }

    fn columns(controller: &NeuralController) -> Vec<Column<'_>> {
        let Parts { rest, heights, usual_speed, serves, phase, ball, .. } = &controller.parts;
        let flags = [*phase, serves.travel, serves.qualities, serves.phase, serves.pace];
        let flags = flags.map(|flag| if flag { 1.0 } else { 0.0 });
        // Said only where there is one, so that networks without a ball or actions are what they were.
        let ball: &[f32] = match (*ball, serves.actions) {
            (true, true) => &[1.0, 1.0],
            (false, true) => &[0.0, 1.0],
            (true, false) => &[1.0],
            (false, false) => &[],
        };
        let scalars = [[*usual_speed].as_slice(), &flags, ball].concat();
        let own = [("rest", rest.clone()), ("heights", heights.to_vec()), ("scalars", scalars)];
        let own = own.into_iter().map(|(name, numbers)| Column::new(name, numbers));
        own.chain(controller.network.tensors().into_iter().map(column)).collect()
    }

    fn restore(saved: &Saved<'_, NeuralConfig>) -> Result<NeuralController, MethodError> {
        let scalars = saved.tables.f32s("scalars")?;
        let [usual_speed, ref flags @ ..] = *scalars else { return Err("no speed".into()) };
        let [phase, travel, qualities, tells_phase, pace, ref ball @ ..] = *flags else {
            return Err("five flags are needed".into());
        };
        let serves = Serves {
            travel: travel != 0.0,
            qualities: qualities != 0.0,
            phase: tells_phase != 0.0,
            pace: pace != 0.0,
            actions: ball.get(1).is_some_and(|actions| *actions != 0.0),
        };
        let heights = <[f32; 4]>::try_from(&*saved.tables.f32s("heights")?)
            .map_err(|_| "four heights are needed")?;
        let parts = Parts {
            skeleton: Arc::clone(saved.skeleton),
            rate_hz: saved.rate_hz,
            rest: saved.tables.f32s("rest")?.to_vec(),
            heights,
            usual_speed,
            serves,
            phase: phase != 0.0,
            ball: ball.first().is_some_and(|ball| *ball != 0.0),
        };
        Ok(NeuralController::new(network(saved)?, parts, *saved.config)?)
    }
}

fn column(tensor: Tensor<'_>) -> Column<'_> {
    let numbers = match tensor.numbers {
        TensorNumbers::F32(numbers) => Numbers::F32(numbers),
        TensorNumbers::I8(bytes) => {
            Numbers::U8(Cow::Owned(bytemuck::cast_slice::<i8, u8>(&bytes).to_vec()))
        }
    };
    Column { name: format!("{PREFIX}{}", tensor.name).into(), width: tensor.width, numbers }
}

/// The network of a file. How many layers it has is in its sizes.
fn network(saved: &Saved<'_, NeuralConfig>) -> Result<Network, MethodError> {
    let sizes = saved.tables.f32s(&format!("{PREFIX}sizes"))?;
    let layers = sizes.get(3).map_or(0, |layers| layers.clamp(0.0, 1024.0) as usize);
    let mut tensors = Vec::new();
    for name in Network::tensor_names(layers) {
        let table = format!("{PREFIX}{name}");
        if !saved.tables.has(&table) {
            continue;
        }
        let numbers = match saved.tables.f32s(&table) {
            Ok(numbers) => TensorNumbers::F32(Cow::Owned(numbers.to_vec())),
            Err(SavedError::Kind { .. }) => {
                let bytes = saved.tables.u8s(&table)?;
                TensorNumbers::I8(Cow::Owned(bytemuck::cast_slice::<u8, i8>(&bytes).to_vec()))
            }
            Err(other) => return Err(other.into()),
        };
        tensors.push(Tensor { name: name.into(), width: 1, numbers });
    }
    Ok(Network::from_tensors(&tensors)?)
}
