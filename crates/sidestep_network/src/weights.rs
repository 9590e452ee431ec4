//! The numbers of a network, by name and in the order that others use.
//!
//! The gates of a layer lie in four blocks: input, forget, cell, output, as in PyTorch.

use std::borrow::Cow;

/// Sizes of a network: an encoder, LSTM layers of equal width, a decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Numbers that go in.
    pub inputs: usize,
    /// Numbers that come out.
    pub outputs: usize,
    /// Units of the encoder and of each layer.
    pub hidden: usize,
    /// LSTM layers.
    pub layers: usize,
}

/// All weights; matrices row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The sizes.
    pub shape: Shape,
    /// `hidden` x `inputs`.
    pub encoder: Vec<f32>,
    /// `hidden`.
    pub encoder_bias: Vec<f32>,
    /// From the first to the last.
    pub layers: Vec<LayerWeights>,
    /// `outputs` x `hidden`.
    pub decoder: Vec<f32>,
    /// `outputs`.
    pub decoder_bias: Vec<f32>,
}

/// Weights of one LSTM layer: four blocks of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerWeights {
    /// 4 `hidden` x `hidden`: for what comes from below.
    pub input: Vec<f32>,
    /// 4 `hidden` x `hidden`: for the layer's own output of the step before.
    pub recurrent: Vec<f32>,
    /// 4 `hidden`.
    pub bias: Vec<f32>,
}

/// What turns numbers of the world into those of the network, and back.
#[derive(Clone, Debug, PartialEq)]
pub struct Normalisation {
    /// Mean of each input.
    pub input_means: Vec<f32>,
    /// Deviation of each input, above 0.
    pub input_deviations: Vec<f32>,
    /// Mean of each output.
    pub output_means: Vec<f32>,
    /// Deviation of each output, above 0.
    pub output_deviations: Vec<f32>,
}

/// Numbers under a name, as a file holds them.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor<'a> {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Numbers in each row.
    pub width: usize,
    /// The numbers, row by row.
    pub numbers: TensorNumbers<'a>,
}

/// The numbers of a [`Tensor`].
#[derive(Clone, Debug, PartialEq)]
pub enum TensorNumbers<'a> {
    /// Real numbers.
    F32(Cow<'a, [f32]>),
    /// Small whole numbers.
    I8(Cow<'a, [i8]>),
}

/// Why numbers make no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// A table that is not there.
    #[error("'{name}' is missing")]
    Missing {
        /// Its name.
        name: String,
    },
    /// A table of another length.
    #[error("'{name}' has {found} numbers, {wanted} are needed")]
    Length {
        /// Its name.
        name: String,
        /// Its length.
        found: usize,
        /// The length it should have.
        wanted: usize,
    },
    /// A number that is not finite, or a deviation that is not above 0.
    #[error("'{name}' holds a number that is not finite, or a deviation that is not above 0")]
    Number {
        /// The table.
        name: String,
    },
    /// Sizes that no network has.
    #[error("a network needs 1 to {most} inputs, outputs, units and layers")]
    Size {
        /// The largest size.
        most: usize,
    },
}

/// A matrix or a list of biases of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Encoder,
    EncoderBias,
    Input(usize),
    Recurrent(usize),
    Bias(usize),
    Decoder,
    DecoderBias,
}

/// The numbers of a part, as they are at hand.
pub(crate) enum Values<'a> {
    Real(&'a [f32]),
    Bytes(&'a [i8], &'a [f32]),
}

/// Where the parts of a network come from; whoever answers has checked their lengths.
pub(crate) trait Source {
    fn part(&self, part: Part, shape: Shape) -> Result<Values<'_>, NetworkError>;
}

impl Part {
    pub(crate) fn name(self) -> String {
        match self {
            Self::Encoder => "encoder".into(),
            Self::EncoderBias => "encoder_bias".into(),
            Self::Input(layer) => format!("layer_{layer}_input"),
            Self::Recurrent(layer) => format!("layer_{layer}_recurrent"),
            Self::Bias(layer) => format!("layer_{layer}_bias"),
            Self::Decoder => "decoder".into(),
            Self::DecoderBias => "decoder_bias".into(),
        }
    }

    /// Rows and columns; biases are one column.
    pub(crate) fn size(self, shape: Shape) -> (usize, usize) {
        let Shape { inputs, outputs, hidden: h, .. } = shape;
        match self {
            Self::Encoder => (h, inputs),
            Self::EncoderBias => (h, 1),
            Self::Input(_) | Self::Recurrent(_) => (4 * h, h),
            Self::Bias(_) => (4 * h, 1),
            Self::Decoder => (outputs, h),
            Self::DecoderBias => (outputs, 1),
        }
    }

    /// All parts of a network, in the order of files.
    pub(crate) fn all(shape: Shape) -> impl Iterator<Item = Self> {
        let layer = |i| [Self::Input(i), Self::Recurrent(i), Self::Bias(i)];
        let layers = (0..shape.layers).flat_map(layer);
        let first = [Self::Encoder, Self::EncoderBias];
        first.into_iter().chain(layers).chain([Self::Decoder, Self::DecoderBias])
    }
}

impl Source for Weights {
    fn part(&self, part: Part, _shape: Shape) -> Result<Values<'_>, NetworkError> {
        let layer = |i: usize| {
            self.layers.get(i).ok_or_else(|| NetworkError::Missing { name: part.name() })
        };
        Ok(Values::Real(match part {
            Part::Encoder => &self.encoder,
            Part::EncoderBias => &self.encoder_bias,
            Part::Input(i) => &layer(i)?.input,
            Part::Recurrent(i) => &layer(i)?.recurrent,
            Part::Bias(i) => &layer(i)?.bias,
            Part::Decoder => &self.decoder,
            Part::DecoderBias => &self.decoder_bias,
        }))
    }
}

/// The largest of each size.
pub const LARGEST: usize = 16_384;

impl Shape {
    /// Whether a network can have these sizes.
    pub fn check(&self) -> Result<(), NetworkError> {
        let sizes = [self.inputs, self.outputs, self.hidden, self.layers];
        let fits = sizes.iter().all(|size| (1..=LARGEST).contains(size));
        if fits { Ok(()) } else { Err(NetworkError::Size { most: LARGEST }) }
    }

    /// How many numbers the weights of such a network are.
    pub fn parameters(&self) -> usize {
        let h = self.hidden;
        h * (self.inputs + 1) + self.layers * (8 * h * h + 4 * h) + self.outputs * (h + 1)
    }
}

impl Weights {
    /// All zeros.
    pub fn zeros(shape: Shape) -> Self {
        let h = shape.hidden;
        let layer = LayerWeights {
            input: vec![0.0; 4 * h * h],
            recurrent: vec![0.0; 4 * h * h],
            bias: vec![0.0; 4 * h],
        };
        Self {
            encoder: vec![0.0; h * shape.inputs],
            encoder_bias: vec![0.0; h],
            layers: vec![layer; shape.layers],
            decoder: vec![0.0; shape.outputs * h],
            decoder_bias: vec![0.0; shape.outputs],
            shape,
        }
    }

    /// Whether all lengths fit and all numbers are finite.
    pub fn check(&self) -> Result<(), NetworkError> {
        self.shape.check()?;
        if self.layers.len() != self.shape.layers {
            let (name, found) = ("layers".into(), self.layers.len());
            return Err(NetworkError::Length { name, found, wanted: self.shape.layers });
        }
        for part in Part::all(self.shape) {
            let (rows, columns) = part.size(self.shape);
            if let Values::Real(numbers) = self.part(part, self.shape)? {
                check(&part.name(), numbers, rows * columns)?;
            }
        }
        Ok(())
    }
}

impl Normalisation {
    /// Means of 0 and deviations of 1.
    pub fn identity(shape: Shape) -> Self {
        Self {
            input_means: vec![0.0; shape.inputs],
            input_deviations: vec![1.0; shape.inputs],
            output_means: vec![0.0; shape.outputs],
            output_deviations: vec![1.0; shape.outputs],
        }
    }

    /// Whether all lengths fit and all numbers make sense.
    pub fn check(&self, shape: Shape) -> Result<(), NetworkError> {
        check("input_means", &self.input_means, shape.inputs)?;
        check("input_deviations", &self.input_deviations, shape.inputs)?;
        check("output_means", &self.output_means, shape.outputs)?;
        check("output_deviations", &self.output_deviations, shape.outputs)?;
        for (name, list) in [
            ("input_deviations", &self.input_deviations),
            ("output_deviations", &self.output_deviations),
        ] {
            if list.iter().any(|deviation| *deviation <= 0.0) {
                return Err(NetworkError::Number { name: name.into() });
            }
        }
        Ok(())
    }
}

pub(crate) fn check(name: &str, numbers: &[f32], wanted: usize) -> Result<(), NetworkError> {
    if numbers.len() != wanted {
        let (name, found) = (name.into(), numbers.len());
        return Err(NetworkError::Length { name, found, wanted });
    }
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(NetworkError::Number { name: name.into() });
    }
    Ok(())
}
