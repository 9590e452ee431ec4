//! Recurrent networks at run time.

mod activation;
mod network;
mod weights;

pub use activation::{sigmoid, tanh};
pub use network::Network;
pub use weights::{
    LARGEST, LayerWeights, NetworkError, Normalisation, Shape, Tensor, TensorNumbers, Weights,
};
