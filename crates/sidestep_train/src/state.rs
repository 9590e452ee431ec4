//! All that a training remembers between two updates, on whatever machine.

/// What a training remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Updates done so far.
    pub update: u64,
    /// Weights.
    pub weights: Vec<f32>,
    /// Adam's mean gradient.
    pub moment1: Vec<f32>,
    /// Adam's mean squared gradient.
    pub moment2: Vec<f32>,
    /// Running average of the weights: what is played.
    pub average: Vec<f32>,
    /// The last output of every sequence.
    pub rows: Vec<f32>,
    /// Where every sequence stands: x, z, heading.
    pub roots: Vec<f32>,
    /// The last output of every layer, layer by layer, sequence by sequence.
    pub hidden: Vec<f32>,
    /// The cells of every layer, likewise.
    pub cells: Vec<f32>,
    /// The lowest height of every sequence's ball since it was pushed off.
    pub lowest: Vec<f32>,
}

/// What an update tells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Mean of the whole loss over steps and sequences.
    pub loss: f64,
    /// Its terms, see [`TERM_NAMES`](crate::TERM_NAMES).
    pub terms: [f64; crate::loss::TERMS],
    /// Norm of the gradient before it was cut.
    pub norm: f64,
}

impl Report {
    pub(crate) fn of(sums: [f64; crate::loss::TERMS], count: usize, norm: f64) -> Self {
        let terms = sums.map(|sum| sum / count as f64);
        Self { loss: terms.iter().sum(), terms, norm }
    }
}
