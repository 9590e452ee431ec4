//! A network as named tables, for a file to hold.
//!
//! Tables of real numbers are called as the parts of [`Weights`] are: `encoder`, `encoder_bias`,
//! `layer_0_input`, `layer_0_recurrent`, `layer_0_bias`, ..., `decoder`, `decoder_bias`, and the four
//! tables of the normalisation. Where weights are bytes, the table of a matrix holds bytes and one of
//! the same name with `_scales` holds what one step of each row is worth. `sizes` are inputs, outputs,
//! units and layers.

use crate::{
    dense::{Dense, Precision},
    memory::lines,
    network::{Layer, LstmLayer, Network},
    weights::{
        LayerWeights, NetworkError, Normalisation, Shape, Tensor, TensorNumbers, Weights, check,
        layer_name,
    },
};
use sidestep_features::lanes::WIDTH;
use std::borrow::Cow;

impl Network {
    /// All tables of the network, in a fixed order.
    pub fn tensors(&self) -> Vec<Tensor<'_>> {
        let (shape, h) = (self.shape, self.shape.hidden);
        let sizes = [shape.inputs, shape.outputs, h, shape.layers].map(|size| size as f32);
        let mut tensors = vec![real("sizes".into(), 1, sizes.to_vec())];
        let weights = self.weights();
        let gate = |row: usize| row / h * lines(h) * WIDTH + row % h;
        let same = |row: usize| row;
        let Layer { matrix, .. } = &self.encoder;
        put(&mut tensors, "encoder".into(), (matrix, &same), (h, shape.inputs), weights.encoder);
        tensors.push(real("encoder_bias".into(), 1, weights.encoder_bias));
        for (i, (layer, numbers)) in self.layers.iter().zip(weights.layers).enumerate() {
            let LstmLayer { input, recurrent, .. } = layer;
            let name = |part| layer_name(i, part);
            put(&mut tensors, name("input"), (input, &gate), (4 * h, h), numbers.input);
            put(&mut tensors, name("recurrent"), (recurrent, &gate), (4 * h, h), numbers.recurrent);
            tensors.push(real(name("bias"), 1, numbers.bias));
        }
        let Layer { matrix, .. } = &self.decoder;
        put(&mut tensors, "decoder".into(), (matrix, &same), (shape.outputs, h), weights.decoder);
        tensors.push(real("decoder_bias".into(), 1, weights.decoder_bias));
        let Normalisation { input_means, input_deviations, output_means, output_deviations } =
            &self.normalisation;
        let lists: [(&'static str, &[f32]); 4] = [
            ("input_means", input_means),
            ("input_deviations", input_deviations),
            ("output_means", output_means),
            ("output_deviations", output_deviations),
        ];
        for (name, list) in lists {
            let numbers = TensorNumbers::F32(Cow::Borrowed(list));
            tensors.push(Tensor { name: name.into(), width: 1, numbers });
        }
        tensors
    }

    /// The network of such tables, in any order. Nothing in them is trusted.
    pub fn from_tensors(tensors: &[Tensor<'_>]) -> Result<Self, NetworkError> {
        let file = File(tensors);
        let sizes = file.real("sizes", 4)?;
        let size = |i: usize| sizes.get(i).map_or(0, |size| *size as usize);
        let shape = Shape { inputs: size(0), outputs: size(1), hidden: size(2), layers: size(3) };
        shape.check()?;
        let h = shape.hidden;
        let layer = |i: usize| {
            Ok(LayerWeights {
                input: file.matrix(&layer_name(i, "input"), 4 * h, h)?,
                recurrent: file.matrix(&layer_name(i, "recurrent"), 4 * h, h)?,
                bias: file.real(&layer_name(i, "bias"), 4 * h)?.to_vec(),
            })
        };
        let weights = Weights {
            shape,
            encoder: file.matrix("encoder", h, shape.inputs)?,
            encoder_bias: file.real("encoder_bias", h)?.to_vec(),
            layers: (0..shape.layers).map(layer).collect::<Result<_, NetworkError>>()?,
            decoder: file.matrix("decoder", shape.outputs, h)?,
            decoder_bias: file.real("decoder_bias", shape.outputs)?.to_vec(),
        };
        let list = |name, wanted| Ok(file.real(name, wanted)?.to_vec());
        let normalisation = Normalisation {
            input_means: list("input_means", shape.inputs)?,
            input_deviations: list("input_deviations", shape.inputs)?,
            output_means: list("output_means", shape.outputs)?,
            output_deviations: list("output_deviations", shape.outputs)?,
        };
        let bytes = matches!(file.find("encoder")?, TensorNumbers::I8(_));
        let precision = if bytes { Precision::Int8 } else { Precision::F32 };
        // Rows of bytes keep their scale when they are quantised again: the largest byte of a row that
        // is not all zero is 127.
        Self::with_precision(weights, normalisation, precision)
    }
}

fn real(name: String, width: usize, numbers: Vec<f32>) -> Tensor<'static> {
    Tensor { name: name.into(), width, numbers: TensorNumbers::F32(numbers.into()) }
}

/// A matrix: its numbers, or its bytes and scales in the order of rows that `place` gives.
fn put(
    tensors: &mut Vec<Tensor<'_>>,
    name: String,
    (dense, place): (&Dense, &dyn Fn(usize) -> usize),
    (rows, columns): (usize, usize),
    numbers: Vec<f32>,
) {
    let Dense::I8(matrix) = dense else {
        tensors.push(real(name, columns, numbers));
        return;
    };
    let row = |row: usize| (0..columns).map(move |column| matrix.get(place(row), column));
    let bytes: Vec<i8> = (0..rows).flat_map(row).collect();
    let scales = (0..rows).map(|row| matrix.scales()[place(row)]).collect();
    let scales = real(format!("{name}_scales"), 1, scales);
    let numbers = TensorNumbers::I8(bytes.into());
    tensors.push(Tensor { name: name.into(), width: columns, numbers });
    tensors.push(scales);
}

struct File<'a>(&'a [Tensor<'a>]);

impl File<'_> {
    fn find(&self, name: &str) -> Result<&TensorNumbers<'_>, NetworkError> {
        let found = self.0.iter().find(|tensor| tensor.name == name);
        found.map(|tensor| &tensor.numbers).ok_or_else(|| NetworkError::Missing { name: name.into() })
    }

    fn real(&self, name: &str, wanted: usize) -> Result<&[f32], NetworkError> {
        match self.find(name)? {
            TensorNumbers::F32(numbers) => {
                check(name, numbers, wanted)?;
                Ok(numbers)
            }
            TensorNumbers::I8(_) => Err(NetworkError::Number { name: name.into() }),
        }
    }

    fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Vec<f32>, NetworkError> {
        let TensorNumbers::I8(bytes) = self.find(name)? else {
            return Ok(self.real(name, rows * columns)?.to_vec());
        };
        let (found, wanted) = (bytes.len(), rows * columns);
        if found != wanted {
            return Err(NetworkError::Length { name: name.into(), found, wanted });
        }
        let scales = self.real(&format!("{name}_scales"), rows)?;
        let rows = bytes.chunks_exact(columns).zip(scales);
        Ok(rows.flat_map(|(row, scale)| row.iter().map(move |b| f32::from(*b) * scale)).collect())
    }
}
