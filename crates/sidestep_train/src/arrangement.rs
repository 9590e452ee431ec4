//! Where each weight lies among all of them.
//!
//! The trainer keeps all weights in one row of numbers: encoder, layers from the first to the last,
//! decoder; of each the matrix, then the biases. The four gates of a unit (input, forget, cell,
//! output) are neighbours, so that whoever has a unit's gates has its cell. Channels are padded to a
//! multiple of 32; the padding is 0 and stays so.

use crate::settings::Settings;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sidestep_network::{Network, NetworkError, Normalisation, Shape, Weights};
use std::ops::Range;

/// Channels are padded to a multiple of this: one block of a tensor core's operand.
const BLOCK: usize = 32;

/// Sizes of a network in training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrangement {
    pub(crate) channels: usize,
    pub(crate) padded: usize,
    pub(crate) hidden: usize,
    pub(crate) layers: usize,
}

impl Arrangement {
    pub(crate) fn new(channels: usize, settings: &Settings) -> Self {
        let padded = channels.next_multiple_of(BLOCK);
        Self { channels, padded, hidden: settings.hidden, layers: settings.layers }
    }

    /// The matrix of the encoder, `hidden` x `padded`, and its biases.
    pub(crate) fn encoder(&self) -> (Range<usize>, Range<usize>) {
        self.place(0, self.hidden * self.padded, self.hidden)
    }

    /// The matrix of a layer, 4 `hidden` x 2 `hidden`, and its biases. The first half of the columns
    /// is for what comes from below, the second for the layer's own output of the step before.
    pub(crate) fn layer(&self, layer: usize) -> (Range<usize>, Range<usize>) {
        let (first, size) = (self.encoder().1.end, 8 * self.hidden * self.hidden);
        self.place(first + layer * (size + 4 * self.hidden), size, 4 * self.hidden)
    }

    /// The matrix of the decoder, `padded` x `hidden`, and its biases.
    pub(crate) fn decoder(&self) -> (Range<usize>, Range<usize>) {
        let first = self.layer(self.layers).0.start;
        self.place(first, self.padded * self.hidden, self.padded)
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.decoder().1.end
    }

    fn place(&self, first: usize, matrix: usize, biases: usize) -> (Range<usize>, Range<usize>) {
        (first..first + matrix, first + matrix..first + matrix + biases)
    }

    /// Weights to begin with: uniform with the deviation that keeps signals alive, forget gates open.
    pub(crate) fn first_weights(&self, settings: &Settings) -> Vec<f32> {
        let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
        let mut weights = vec![0.0; self.len()];
        let mut fill =
            |range: Range<usize>, columns: usize, stride: usize, rows: usize, bound: f32| {
                for row in weights[range].chunks_exact_mut(stride).take(rows) {
                    row[..columns].fill_with(|| rng.random_range(-bound..bound));
                }
            };
        let bound = |inputs: usize| 1.0 / (inputs as f32).sqrt();
        let (h, d) = (self.hidden, self.channels);
        fill(self.encoder().0, d, self.padded, h, bound(d));
        for layer in 0..self.layers {
            fill(self.layer(layer).0, 2 * h, 2 * h, 4 * h, bound(h));
        }
        fill(self.decoder().0, h, h, d, 0.5 * bound(h));
        for layer in 0..self.layers {
            for biases in weights[self.layer(layer).1].chunks_exact_mut(4) {
                biases[1] = settings.forget_bias;
            }
        }
        weights
    }

    /// The network for the run time: gates in four blocks, without padding.
    pub(crate) fn network(
        &self,
        weights: &[f32],
        normalisation: Normalisation,
    ) -> Result<Network, NetworkError> {
        let (h, d) = (self.hidden, self.channels);
        let shape = Shape { inputs: d, outputs: d, hidden: h, layers: self.layers };
        let mut tensors = Weights::zeros(shape);
        let (matrix, biases) = self.encoder();
        for (to, from) in
            tensors.encoder.chunks_exact_mut(d).zip(weights[matrix].chunks_exact(self.padded))
        {
            to.copy_from_slice(&from[..d]);
        }
        tensors.encoder_bias.copy_from_slice(&weights[biases]);
        for (layer, to) in tensors.layers.iter_mut().enumerate() {
            let (matrix, biases) = self.layer(layer);
            let (matrix, biases) = (&weights[matrix], &weights[biases]);
            for row in 0..4 * h {
                let (gate, unit) = (row / h, row % h);
                let from = &matrix[(4 * unit + gate) * 2 * h..][..2 * h];
                to.input[row * h..][..h].copy_from_slice(&from[..h]);
                to.recurrent[row * h..][..h].copy_from_slice(&from[h..]);
                to.bias[row] = biases[4 * unit + gate];
            }
        }
        let (matrix, biases) = self.decoder();
        tensors.decoder.copy_from_slice(&weights[matrix][..d * h]);
        tensors.decoder_bias.copy_from_slice(&weights[biases][..d]);
        Network::new(tensors, normalisation)
    }
}
