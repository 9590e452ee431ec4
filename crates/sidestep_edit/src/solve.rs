//! The least change of shape that meets constraints.
//!
//! First the shape: complex numbers s with the least sum of |s(i) - s(i - 1)|² such that the steps
//! s(i) e(i) lead from pin to pin. That keeps angles and lets lengths go where they must, so they are
//! brought back: every step gets its own length again, and what is then missing between two pins is
//! shared by the steps in proportion to their lengths (Kim et al. 2009 scale likewise after the shape
//! is known).
//!
//! With heights out of the picture, a vector (x, z) is the complex number z + i x: headings are its
//! arguments.

use glam::Vec2;
use sidestep_motion::math::atan2;

/// How much being turned or stretched costs against changing along the way.
const STIFFNESS: f64 = 1e-6;

/// A way between two pins cannot be made longer than this many times what it was.
const MOST_STRETCH: f32 = 3.0;

/// A complex number.
type Complex = (f64, f64);

/// For each step its new length as a share of the old one, and by how much it is turned to the left.
///
/// `places` are points before steps, the first of them before the first step; `turns` are turns of
/// steps. Fails with the index of the place that cannot be met.
pub(crate) fn bent(
    steps: &[Vec2],
    places: &[(usize, Vec2)],
    turns: &[(usize, f32)],
) -> Result<Vec<(f32, f32)>, usize> {
    let mut constraints = Vec::new();
    for (index, pair) in places.windows(2).enumerate() {
        let ((from, start), (to, end)) = (pair[0], pair[1]);
        let way: f32 = steps[from..to].iter().map(|step| step.length()).sum();
        if start.distance(end) > MOST_STRETCH * way {
            return Err(index + 1);
        }
        let row = (from..to).map(|i| (i, complex(steps[i]))).collect();
        constraints.push(Constraint { row, value: complex(end - start) });
    }
    for (step, angle) in turns {
        let value = (libm_cos(*angle), libm_sin(*angle));
        constraints.push(Constraint { row: vec![(*step, (1.0, 0.0))], value });
    }
    let shape = least(steps.len(), &constraints);
    Ok(with_lengths(steps, &shape, places))
}

/// A sum of multiples of unknowns that shall have a value.
struct Constraint {
    row: Vec<(usize, Complex)>,
    value: Complex,
}

/// The unknowns of least change that meet all constraints: s = 1 + A⁻¹ C* λ with C s = d.
fn least(count: usize, constraints: &[Constraint]) -> Vec<Complex> {
    let columns: Vec<Vec<Complex>> = constraints
        .iter()
        .map(|constraint| {
            let mut right = vec![(0.0, 0.0); count];
            for (i, (re, im)) in &constraint.row {
                right[*i] = (right[*i].0 + re, right[*i].1 - im);
            }
            tridiagonal(right)
        })
        .collect();
    let missing = constraints.iter().map(|constraint| {
        let now = constraint.row.iter().fold((0.0, 0.0), |sum, (_, c)| add(sum, *c));
        (constraint.value.0 - now.0, constraint.value.1 - now.1)
    });
    let matrix: Vec<Vec<Complex>> = constraints
        .iter()
        .map(|constraint| {
            let of = |column: &Vec<Complex>| {
                constraint
                    .row
                    .iter()
                    .fold((0.0, 0.0), |sum, (i, c)| add(sum, times(*c, column[*i])))
            };
            columns.iter().map(of).collect()
        })
        .collect();
    let factors = eliminate(matrix, missing.collect());
    let mut unknowns = vec![(1.0, 0.0); count];
    for (column, factor) in columns.iter().zip(factors) {
        for (unknown, number) in unknowns.iter_mut().zip(column) {
            *unknown = add(*unknown, times(*number, factor));
        }
    }
    unknowns
}

/// Solves A x = `right`, where A is the second difference with a little stiffness (Thomas).
fn tridiagonal(mut right: Vec<Complex>) -> Vec<Complex> {
    let count = right.len();
    let mut upper = vec![0.0; count];
    let mut diagonal = 0.0;
    for i in 0..count {
        let neighbours = f64::from(u8::from(i > 0)) + f64::from(u8::from(i + 1 < count));
        let below = if i > 0 { -1.0 } else { 0.0 };
        let before = if i > 0 { right[i - 1] } else { (0.0, 0.0) };
        let last = if i > 0 { upper[i - 1] } else { 0.0 };
        diagonal = neighbours + STIFFNESS - below * last;
        right[i] = scaled(add(right[i], scaled(before, -below)), 1.0 / diagonal);
        upper[i] = -1.0 / diagonal;
    }
    let _ = diagonal;
    for i in (0..count.saturating_sub(1)).rev() {
        right[i] = add(right[i], scaled(right[i + 1], -upper[i]));
    }
    right
}

/// Solves a small system by elimination with pivots; what has none is left alone.
fn eliminate(mut matrix: Vec<Vec<Complex>>, mut right: Vec<Complex>) -> Vec<Complex> {
    let count = right.len();
    for column in 0..count {
        let size = |row: &usize| square(matrix[*row][column]);
        let Some(pivot) = (column..count).max_by(|a, b| size(a).total_cmp(&size(b))) else { break };
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let by = inverse(matrix[column][column]);
        for row in 0..count {
            if row == column {
                continue;
            }
            let factor = scaled(times(matrix[row][column], by), -1.0);
            let pivot = matrix[column].clone();
            for (number, pivot) in matrix[row][column..].iter_mut().zip(&pivot[column..]) {
                *number = add(*number, times(factor, *pivot));
            }
            right[row] = add(right[row], times(factor, right[column]));
        }
    }
    (0..count).map(|i| times(right[i], inverse(matrix[i][i]))).collect()
}

/// Gives steps their lengths back, and shares what is missing between pins.
fn with_lengths(steps: &[Vec2], shape: &[Complex], places: &[(usize, Vec2)]) -> Vec<(f32, f32)> {
    let mut rigid: Vec<Complex> = steps
        .iter()
        .zip(shape)
        .map(|(step, s)| scaled(times(complex(*step), *s), 1.0 / square(*s).sqrt().max(1e-9)))
        .collect();
    for pair in places.windows(2) {
        let ((from, start), (to, end)) = (pair[0], pair[1]);
        let gone = rigid[from..to].iter().fold((0.0, 0.0), |sum, step| add(sum, *step));
        let wanted = complex(end - start);
        let missing = (wanted.0 - gone.0, wanted.1 - gone.1);
        let way: f64 = steps[from..to].iter().map(|step| f64::from(step.length())).sum();
        for i in from..to {
            rigid[i] = add(rigid[i], scaled(missing, f64::from(steps[i].length()) / way));
        }
    }
    let by = |((step, rigid), s): ((&Vec2, &Complex), &Complex)| {
        let factor = times(*rigid, inverse(complex(*step)));
        // A step of no length is turned as its neighbours are.
        let turned = if step.length() > 1e-6 { factor } else { *s };
        let (length, angle) =
            (square(factor).sqrt() as f32, atan2(turned.1 as f32, turned.0 as f32));
        (if step.length() > 1e-6 { length } else { 1.0 }, angle)
    };
    unwrapped(steps.iter().zip(&rigid).zip(shape).map(by).collect())
}

/// Angles without jumps of a whole turn.
fn unwrapped(mut by: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    for i in 1..by.len() {
        let turns = ((by[i].1 - by[i - 1].1) / std::f32::consts::TAU).round();
        by[i].1 -= turns * std::f32::consts::TAU;
    }
    by
}

fn complex(v: Vec2) -> Complex {
    (f64::from(v.y), f64::from(v.x))
}

fn add(a: Complex, b: Complex) -> Complex {
    (a.0 + b.0, a.1 + b.1)
}

fn times(a: Complex, b: Complex) -> Complex {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

fn scaled(a: Complex, by: f64) -> Complex {
    (a.0 * by, a.1 * by)
}

fn square(a: Complex) -> f64 {
    a.0 * a.0 + a.1 * a.1
}

fn inverse(a: Complex) -> Complex {
    let size = square(a);
    if size > 1e-30 { (a.0 / size, -a.1 / size) } else { (0.0, 0.0) }
}

fn libm_cos(angle: f32) -> f64 {
    f64::from(sidestep_motion::math::cos(angle))
}

fn libm_sin(angle: f32) -> f64 {
    f64::from(sidestep_motion::math::sin(angle))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(steps: &[Vec2], by: &[(f32, f32)]) -> Vec2 {
        let step = |(step, (length, angle)): (&Vec2, &(f32, f32))| {
            *length * crate::path::turned(*step, *angle)
        };
        steps.iter().zip(by).map(step).sum()
    }

    #[test]
    fn a_straight_way_led_aside_is_an_arc() {
        // Ten steps of 0.1 m along +z; their end is brought a quarter turn to the left.
        let steps = vec![Vec2::new(0.0, 0.1); 10];
        let target = Vec2::new(0.6, 0.6);
        let by = bent(&steps, &[(0, Vec2::ZERO), (10, target)], &[(0, 0.0)]).unwrap();
        assert!(end(&steps, &by).distance(target) < 1e-4, "{by:?}");
        // Turns grow evenly from none, as far as lengths allow.
        assert!(
            by[0].1.abs() < 0.1 && by.windows(2).all(|pair| pair[1].1 >= pair[0].1 - 1e-4),
            "{by:?}"
        );
        assert!(by.iter().all(|(length, _)| (0.6..1.4).contains(length)), "{by:?}");
    }

    #[test]
    fn what_is_only_turned_keeps_its_lengths() {
        let steps = vec![Vec2::new(0.05, 0.1), Vec2::new(0.0, 0.2), Vec2::new(-0.1, 0.1)];
        let whole: Vec2 = steps.iter().sum();
        let target = crate::path::turned(whole, 0.7);
        let by = bent(&steps, &[(0, Vec2::ZERO), (3, target)], &[]).unwrap();
        for (length, angle) in by {
            assert!((length - 1.0).abs() < 1e-3 && (angle - 0.7).abs() < 1e-3, "{length} {angle}");
        }
    }

    #[test]
    fn who_stands_cannot_be_bent() {
        let steps = vec![Vec2::ZERO; 5];
        assert_eq!(bent(&steps, &[(0, Vec2::ZERO), (5, Vec2::ONE)], &[]), Err(1));
    }
}
