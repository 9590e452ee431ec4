//! Networks against a plain reference, on every instruction set, in every precision.

use sidestep_allocations::{Counting, count};
use sidestep_lanes::{InstructionSet, fused_once};
use sidestep_network::{
    Network, NetworkError, Normalisation, Precision, Shape, Tensor, TensorNumbers, Weights,
    sigmoid, tanh,
};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
    }
    fn many(&mut self, count: usize, bound: f32) -> Vec<f32> {
        (0..count).map(|_| bound * self.next()).collect()
    }
}

fn random(shape: Shape, seed: u32) -> (Weights, Normalisation) {
    let mut numbers = Numbers(seed);
    let mut weights = Weights::zeros(shape);
    let bound = 1.5 / (shape.hidden as f32).sqrt();
    let mut fill = |list: &mut Vec<f32>| *list = numbers.many(list.len(), bound);
    fill(&mut weights.encoder);
    fill(&mut weights.encoder_bias);
    for layer in &mut weights.layers {
        fill(&mut layer.input);
        fill(&mut layer.recurrent);
        fill(&mut layer.bias);
    }
    fill(&mut weights.decoder);
    fill(&mut weights.decoder_bias);
    let mut positive = |count| numbers.many(count, 0.4).iter().map(|x| 1.0 + x).collect::<Vec<_>>();
    let normalisation = Normalisation {
        input_means: positive(shape.inputs),
        input_deviations: positive(shape.inputs),
        output_means: positive(shape.outputs),
        output_deviations: positive(shape.outputs),
    };
    (weights, normalisation)
}

/// The textbook, one number after the other.
struct Reference {
    weights: Weights,
    normalisation: Normalisation,
    hidden: Vec<Vec<f32>>,
    cells: Vec<Vec<f32>>,
}

impl Reference {
    fn new((weights, normalisation): (Weights, Normalisation)) -> Self {
        let zeros = vec![vec![0.0; weights.shape.hidden]; weights.shape.layers];
        Self { weights, normalisation, hidden: zeros.clone(), cells: zeros }
    }

    fn step(&mut self, inputs: &[f32]) -> Vec<f32> {
        let product = |matrix: &[f32], vector: &[f32], sums: &[f32]| -> Vec<f32> {
            let rows = matrix.chunks_exact(vector.len()).zip(sums);
            rows.map(|(row, sum)| {
                row.iter().zip(vector).fold(*sum, |s, (m, x)| fused_once(*m, *x, s))
            })
            .collect()
        };
        let (w, n) = (&self.weights, &self.normalisation);
        let scales = n.input_means.iter().zip(&n.input_deviations);
        let x: Vec<f32> = inputs
            .iter()
            .zip(scales)
            .map(|(x, (mean, deviation))| (x - mean) * (1.0 / deviation))
            .collect();
        let mut x: Vec<f32> =
            product(&w.encoder, &x, &w.encoder_bias).into_iter().map(tanh).collect();
        let h = w.shape.hidden;
        for (i, layer) in w.layers.iter().enumerate() {
            let gates = product(&layer.input, &x, &layer.bias);
            let gates = product(&layer.recurrent, &self.hidden[i], &gates);
            for unit in 0..h {
                let (input, forget) = (sigmoid(gates[unit]), sigmoid(gates[h + unit]));
                let (fresh, open) = (tanh(gates[2 * h + unit]), sigmoid(gates[3 * h + unit]));
                let cell = forget * self.cells[i][unit] + input * fresh;
                self.cells[i][unit] = cell;
                self.hidden[i][unit] = open * tanh(cell);
            }
            x = self.hidden[i].clone();
        }
        let scales = n.output_means.iter().zip(&n.output_deviations);
        let out = product(&w.decoder, &x, &w.decoder_bias);
        out.iter().zip(scales).map(|(x, (mean, deviation))| x * deviation + mean).collect()
    }
}

const SHAPES: [Shape; 4] = [
    Shape { inputs: 5, outputs: 3, hidden: 7, layers: 1 },
    Shape { inputs: 17, outputs: 33, hidden: 16, layers: 3 },
    Shape { inputs: 20, outputs: 20, hidden: 72, layers: 2 },
    Shape { inputs: 1, outputs: 1, hidden: 1, layers: 1 },
];

#[test]
fn every_instruction_set_has_the_bits_of_the_textbook() {
    for shape in SHAPES {
        let (weights, normalisation) = random(shape, 1);
        let network = Network::new(weights.clone(), normalisation.clone()).unwrap();
        for set in InstructionSet::available() {
            let mut reference = Reference::new((weights.clone(), normalisation.clone()));
            let mut memory = network.memory(1);
            let mut numbers = Numbers(3);
            for _ in 0..5 {
                let inputs = numbers.many(shape.inputs, 2.0);
                let mut outputs = vec![0.0; shape.outputs];
                network.step(set, &mut memory, &inputs, &mut outputs);
                assert_eq!(outputs, reference.step(&inputs), "{shape:?} {}", set.name());
            }
        }
    }
}

#[test]
fn a_character_moves_alike_alone_and_among_others() {
    for precision in [Precision::F32, Precision::Int8] {
        let shape = SHAPES[2];
        let (weights, normalisation) = random(shape, 4);
        let network = Network::with_precision(weights, normalisation, precision).unwrap();
        let (count, mut numbers) = (7, Numbers(9));
        let mut together = network.memory(count);
        let mut alone: Vec<_> = (0..count).map(|_| network.memory(1)).collect();
        for set in InstructionSet::available() {
            for _ in 0..3 {
                let inputs = numbers.many(count * shape.inputs, 2.0);
                let mut outputs = vec![0.0; count * shape.outputs];
                network.step(set, &mut together, &inputs, &mut outputs);
                for (i, memory) in alone.iter_mut().enumerate() {
                    let mut own = vec![0.0; shape.outputs];
                    let inputs = &inputs[i * shape.inputs..][..shape.inputs];
                    network.step(InstructionSet::best(), memory, inputs, &mut own);
                    assert_eq!(own, outputs[i * shape.outputs..][..shape.outputs], "{precision:?}");
                }
            }
        }
    }
}

/// Bytes change outputs by a few per cent of their spread, also after many steps.
#[test]
fn bytes_are_close_to_real_numbers() {
    let shape = Shape { inputs: 40, outputs: 40, hidden: 128, layers: 2 };
    let (weights, _) = random(shape, 2);
    let network = Network::new(weights, Normalisation::identity(shape)).unwrap();
    let small = network.to_precision(Precision::Int8).unwrap();
    let (mut a, mut b) = (network.memory(1), small.memory(1));
    let (mut numbers, set) = (Numbers(5), InstructionSet::best());
    let (mut error, mut size) = (0.0, 0.0);
    for _ in 0..50 {
        let inputs = numbers.many(shape.inputs, 1.5);
        let (mut x, mut y) = (vec![0.0; shape.outputs], vec![0.0; shape.outputs]);
        network.step(set, &mut a, &inputs, &mut x);
        small.step(set, &mut b, &inputs, &mut y);
        error += x.iter().zip(&y).map(|(x, y)| (x - y) * (x - y)).sum::<f32>();
        size += x.iter().map(|x| x * x).sum::<f32>();
    }
    assert!(error > 0.0 && (error / size).sqrt() < 0.03, "{}", (error / size).sqrt());
}

#[test]
fn a_step_allocates_nothing() {
    for precision in [Precision::F32, Precision::Int8] {
        let shape = SHAPES[2];
        let (weights, normalisation) = random(shape, 4);
        let network = Network::with_precision(weights, normalisation, precision).unwrap();
        let mut memory = network.memory(3);
        let (inputs, mut outputs) = (vec![0.1; 3 * shape.inputs], vec![0.0; 3 * shape.outputs]);
        let set = InstructionSet::best();
        network.step(set, &mut memory, &inputs, &mut outputs);
        let before = count();
        network.step(set, &mut memory, &inputs, &mut outputs);
        assert_eq!(count() - before, 0, "{precision:?}");
    }
}

#[test]
fn a_memory_is_saved_and_loaded() {
    let shape = SHAPES[1];
    let (weights, normalisation) = random(shape, 6);
    let network = Network::new(weights, normalisation).unwrap();
    let (set, inputs) = (InstructionSet::best(), vec![0.3; 3 * shape.inputs]);
    let mut memory = network.memory(3);
    let mut outputs = vec![0.0; 3 * shape.outputs];
    network.step(set, &mut memory, &inputs, &mut outputs);
    let saved: Vec<f32> = memory.remembered(2).collect();
    assert_eq!(saved.len(), memory.numbers());
    network.step(set, &mut memory, &inputs, &mut outputs);
    let mut other = network.memory(1);
    other.load(0, &saved);
    let mut own = vec![0.0; shape.outputs];
    network.step(set, &mut other, &inputs[..shape.inputs], &mut own);
    assert_eq!(own, outputs[2 * shape.outputs..]);
    memory.clear(2);
    assert!(memory.remembered(2).all(|x| x == 0.0));
    assert_eq!(memory.remembered(7).count(), 0);
    memory.load(7, &saved);
}

#[test]
fn tables_give_the_same_network_back() {
    for precision in [Precision::F32, Precision::Int8] {
        for shape in SHAPES {
            let (weights, normalisation) = random(shape, 8);
            let network = Network::with_precision(weights, normalisation, precision).unwrap();
            let mut tensors = network.tensors();
            tensors.reverse();
            let again = Network::from_tensors(&tensors).unwrap();
            let (mut a, mut b) = (network.memory(1), again.memory(1));
            let (mut x, mut y) = (vec![0.0; shape.outputs], vec![0.0; shape.outputs]);
            let (set, inputs) = (InstructionSet::best(), vec![0.3; shape.inputs]);
            network.step(set, &mut a, &inputs, &mut x);
            again.step(set, &mut b, &inputs, &mut y);
            assert_eq!(x, y, "{precision:?} {shape:?}");
            assert_eq!(again, network);
        }
    }
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    let (weights, normalisation) = random(SHAPES[0], 8);
    let network = Network::new(weights.clone(), normalisation.clone()).unwrap();
    for missing in 0..network.tensors().len() {
        let mut tensors = network.tensors();
        let name = tensors.remove(missing).name.into_owned();
        assert_eq!(Network::from_tensors(&tensors).unwrap_err(), NetworkError::Missing { name });
    }
    for short in 0..network.tensors().len() {
        let mut tensors = network.tensors();
        if let TensorNumbers::F32(numbers) = &mut tensors[short].numbers {
            numbers.to_mut().pop();
        }
        assert!(matches!(Network::from_tensors(&tensors), Err(NetworkError::Length { .. })));
    }
    let huge = TensorNumbers::F32(vec![1e9, f32::MAX, 5.0, 0.0].into());
    let mut tensors = network.tensors();
    tensors[0] = Tensor { name: "sizes".into(), width: 1, numbers: huge };
    assert!(matches!(Network::from_tensors(&tensors), Err(NetworkError::Size { .. })));
    let mut astray = weights;
    astray.layers[0].bias[2] = f32::NAN;
    assert!(matches!(Network::new(astray, normalisation), Err(NetworkError::Number { .. })));
}

#[test]
fn rows_of_the_wrong_length_do_no_harm() {
    let shape = SHAPES[1];
    let (weights, normalisation) = random(shape, 6);
    for precision in [Precision::F32, Precision::Int8] {
        let network =
            Network::with_precision(weights.clone(), normalisation.clone(), precision).unwrap();
        let set = InstructionSet::best();
        network.step(set, &mut network.memory(0), &[], &mut []);
        network.step(set, &mut network.memory(2), &[1.0; 3], &mut [0.0; 5]);
        network.step(set, &mut network.memory(1), &[1.0; 300], &mut [0.0; 500]);
    }
}
