//! Gradients against finite differences, in f64.

use super::Cpu;
use crate::{Settings, problem};

fn loss_at(cpu: &mut Cpu<f64>, batches: &[crate::Batch], start: &crate::State) -> f64 {
    let weights = cpu.weights.clone();
    cpu.restore(start);
    cpu.weights = weights;
    let reports: Vec<_> = batches.iter().map(|batch| cpu.gradient(batch)).collect();
    reports.last().unwrap().loss
}

/// Every kind of weight, every term of the loss: central differences in f64 agree with the
/// gradient to 1e-8 of its norm.
#[test]
fn gradients_are_those_of_finite_differences() {
    let settings = Settings {
        hidden: 8,
        layers: 2,
        batch: 34,
        steps: 12,
        dropout: 0.2,
        ..Settings::default()
    };
    let (layout, loss) = problem::body(5, 6, true);
    let bank = problem::bank(&layout, 300, 1);
    let mut batches = problem::Batches::new(&layout, &settings, 300, 9);
    let mut batches = [batches.next(), batches.next()];
    // No gradient runs through a goal as seen from the own root, so differences would tell another:
    // who has one is asked for nothing.
    for batch in &mut batches {
        let goals = layout.goals.len();
        for (row, select) in batch.select.chunks_exact_mut(goals).enumerate() {
            if batch.own_root[row % settings.batch] != 0.0 {
                select.fill(0.0);
            }
        }
    }
    let mut cpu = Cpu::<f64>::new(layout, loss, settings);
    cpu.set_bank(&bank);
    // The first update only brings the sequences into the middle of something.
    cpu.gradient(&batches[0]);
    let start = cpu.state();
    cpu.restore(&start);
    let report = cpu.gradient(&batches[1]);
    assert!(report.terms.iter().all(|term| *term > 0.0), "every term must be at work: {report:?}");
    let gradient = cpu.gradient.clone();
    let base = cpu.weights.clone();
    let second = &batches[1..];
    let (mut checked, mut worst) = (0, 0.0_f64);
    for i in (0..base.len()).step_by(13) {
        let mut difference = |step: f64| {
            cpu.weights[i] = base[i] + step;
            let above = loss_at(&mut cpu, second, &start);
            cpu.weights[i] = base[i] - step;
            let below = loss_at(&mut cpu, second, &start);
            cpu.weights[i] = base[i];
            (above - below) / (2.0 * step)
        };
        // Two steps, so that what grows with their square falls out (Richardson).
        let by_difference = (4.0 * difference(2e-6) - difference(4e-6)) / 3.0;
        worst = worst.max((by_difference - gradient[i]).abs());
        checked += 1;
    }
    assert!(checked > 100);
    assert!(worst < 1e-8 * report.norm, "off by {worst:.2e}, norm {:.2e}", report.norm);
}
