//! A network as named tables, for a file to hold.
//!
//! Tables of real numbers are called as the parts of [`Weights`](crate::Weights) are: `encoder`, `encoder_bias`,
//! `layer_0_input`, `layer_0_recurrent`, `layer_0_bias`, ..., `decoder`, `decoder_bias`, and the four
//! tables of the normalisation. Where weights are bytes, the table of a matrix holds bytes and one of
//! the same name with `_scales` holds what one step of each row is worth. `sizes` are inputs, outputs,
//! units and layers.

use crate::{
    dense::{Dense, Precision},
    network::{Network, place_of_gate},
    weights::{
        NetworkError, Normalisation, Part, Shape, Source, Tensor, TensorNumbers, Values, check,
    },
};
use std::borrow::Cow;

impl Network {
    /// The names that tensors of a network with so many layers can have.
    pub fn tensor_names(layers: usize) -> Vec<String> {
        let shape = Shape { inputs: 1, outputs: 1, hidden: 1, layers };
        let lists =
            ["sizes", "input_means", "input_deviations", "output_means", "output_deviations"];
        let parts = Part::all(shape).map(Part::name);
        let parts = parts.flat_map(|name| [scales_name(&name), name]);
        lists.into_iter().map(str::to_owned).chain(parts).collect()
    }

    /// All tables of the network, in a fixed order.
    pub fn tensors(&self) -> Vec<Tensor<'_>> {
        let shape = self.shape;
        let sizes = [shape.inputs, shape.outputs, shape.hidden, shape.layers];
        let mut tensors = vec![real("sizes".into(), 1, sizes.map(|size| size as f32).to_vec())];
        let weights = self.weights();
        for part in Part::all(shape) {
            let columns = part.size(shape).1;
            if let Some(Dense::I8(_)) = self.dense(part) {
                tensors.extend(self.bytes(part));
            } else if let Ok(Values::Real(numbers)) = weights.part(part, shape) {
                tensors.push(real(part.name(), columns, numbers.to_vec()));
            }
        }
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
        let list = |name, wanted| Ok(file.real(name, wanted)?.to_vec());
        let normalisation = Normalisation {
            input_means: list("input_means", shape.inputs)?,
            input_deviations: list("input_deviations", shape.inputs)?,
            output_means: list("output_means", shape.outputs)?,
            output_deviations: list("output_deviations", shape.outputs)?,
        };
        let bytes = matches!(file.find("encoder")?, TensorNumbers::I8(_));
        let precision = if bytes { Precision::Int8 } else { Precision::F32 };
        Self::build(shape, &file, normalisation, precision)
    }

    fn dense(&self, part: Part) -> Option<&Dense> {
        match part {
            Part::Encoder => Some(&self.encoder.matrix),
            Part::Input(layer) => Some(&self.layers[layer].input),
            Part::Recurrent(layer) => Some(&self.layers[layer].recurrent),
            Part::Decoder => Some(&self.decoder.matrix),
            _ => None,
        }
    }

    /// The bytes of a matrix and the scales of its rows.
    fn bytes(&self, part: Part) -> Vec<Tensor<'static>> {
        let Some(Dense::I8(matrix)) = self.dense(part) else { return Vec::new() };
        let ((rows, columns), h) = (part.size(self.shape), self.shape.hidden);
        let gates = matches!(part, Part::Input(_) | Part::Recurrent(_));
        let place = |row: usize| if gates { place_of_gate(row, h) } else { row };
        let row = |row: usize| (0..columns).map(move |column| matrix.get(place(row), column));
        let bytes: Vec<i8> = (0..rows).flat_map(row).collect();
        let scales = (0..rows).map(|row| matrix.scales()[place(row)]).collect();
        let numbers = TensorNumbers::I8(bytes.into());
        let bytes = Tensor { name: part.name().into(), width: columns, numbers };
        vec![bytes, real(scales_name(&part.name()), 1, scales)]
    }
}

fn real(name: String, width: usize, numbers: Vec<f32>) -> Tensor<'static> {
    Tensor { name: name.into(), width, numbers: TensorNumbers::F32(numbers.into()) }
}

fn scales_name(name: &str) -> String {
    format!("{name}_scales")
}

struct File<'a>(&'a [Tensor<'a>]);

impl Source for File<'_> {
    fn part(&self, part: Part, shape: Shape) -> Result<Values<'_>, NetworkError> {
        let ((rows, columns), name) = (part.size(shape), part.name());
        let TensorNumbers::I8(bytes) = self.find(&name)? else {
            return Ok(Values::Real(self.real(&name, rows * columns)?));
        };
        let (found, wanted) = (bytes.len(), rows * columns);
        if found != wanted {
            return Err(NetworkError::Length { name, found, wanted });
        }
        Ok(Values::Bytes(bytes, self.real(&scales_name(&name), rows)?))
    }
}

impl File<'_> {
    fn find(&self, name: &str) -> Result<&TensorNumbers<'_>, NetworkError> {
        let found = self.0.iter().find(|tensor| tensor.name == name);
        found
            .map(|tensor| &tensor.numbers)
            .ok_or_else(|| NetworkError::Missing { name: name.into() })
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
}
