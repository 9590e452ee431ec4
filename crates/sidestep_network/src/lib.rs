//! Recurrent networks at run time: an encoder, LSTM layers, a decoder.
//!
//! A [`Network`] is built from [`Weights`] once and shared; what its characters remember is a
//! [`Memory`] of the caller's. A step allocates nothing, and gives the same bits on every machine,
//! with whatever instructions, for one character alone or among many. Weights are real numbers or
//! bytes ([`Precision`]).
//!
//! ```
//! use sidestep_lanes::InstructionSet;
//! use sidestep_network::{Network, Normalisation, Shape, Weights};
//!
//! let shape = Shape { inputs: 3, outputs: 2, hidden: 8, layers: 1 };
//! let network = Network::new(Weights::zeros(shape), Normalisation::identity(shape))?;
//! let mut memory = network.memory(1);
//! let mut outputs = [1.0; 2];
//! network.step(InstructionSet::best(), &mut memory, &[0.1, 0.2, 0.3], &mut outputs);
//! assert_eq!(outputs, [0.0; 2]);
//! # Ok::<(), sidestep_network::NetworkError>(())
//! ```

mod activation;
mod curves;
mod dense;
mod memory;
mod network;
mod tensors;
mod weights;

pub use activation::{sigmoid, tanh};
pub use dense::Precision;
pub use memory::Memory;
pub use network::Network;
pub use weights::{
    LARGEST, LayerWeights, NetworkError, Normalisation, Shape, Tensor, TensorNumbers, Weights,
};
