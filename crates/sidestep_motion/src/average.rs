//! Weighted averages of rotations, poses and displacements: the sums Σ wᵢ xᵢ and Σ wᵢ vᵢ of
//! section 3.1 of the motion-field paper.
//!
//! Everywhere here weights need not sum to one, and those that are not positive numbers count as
//! zero. Where no weight is left the first item is the average.

use crate::{
    math::unit,
    pose::{Displacement, Pose, PoseRef},
};
use glam::{Quat, Vec3};

/// The average of rotations as the sum of their quaternions, brought back to unit length.
///
/// q and -q are one rotation, so each is taken on the side of the heaviest. For rotations within 30
/// degrees of each other this is [`average_exact`] to about 0.2 degrees. Nothing gives the identity.
///
/// ```
/// use glam::Quat;
/// use sidestep_motion::{average::average, math::angle_between};
/// let (a, b) = (Quat::from_rotation_y(0.2), Quat::from_rotation_y(0.4));
/// assert!(angle_between(average(&[(1.0, a), (1.0, -b)]), Quat::from_rotation_y(0.3)) < 1e-6);
/// ```
pub fn average(weighted: &[(f32, Quat)]) -> Quat {
    let Some(index) = heaviest(weighted.iter().map(|(weight, _)| *weight)) else {
        return Quat::IDENTITY;
    };
    let reference = weighted[index].1;
    let mut sum = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for (weight, q) in weighted {
        sum += aligned(*q, reference) * usable(*weight);
    }
    unit_or(sum, reference)
}

/// The rotation with the least weighted sum of squared distances to all others.
///
/// The eigenvector of the largest eigenvalue of Σ wᵢ qᵢ qᵢᵀ (Markley et al. 2007, "Averaging
/// quaternions", eq. 12). It asks for no choice of sign; about twenty times dearer than [`average`].
pub fn average_exact(weighted: &[(f32, Quat)]) -> Quat {
    let Some(index) = heaviest(weighted.iter().map(|(weight, _)| *weight)) else {
        return Quat::IDENTITY;
    };
    let reference = weighted[index].1;
    let mut matrix = [[0.0_f64; 4]; 4];
    for (weight, q) in weighted {
        let q = unit(*q).to_array().map(f64::from);
        for (row, a) in matrix.iter_mut().zip(q) {
            for (cell, b) in row.iter_mut().zip(q) {
                *cell += f64::from(usable(*weight)) * a * b;
            }
        }
    }
    let q = Quat::from_array(largest_eigenvector(matrix).map(|component| component as f32));
    aligned(unit_or(q, reference), reference)
}

/// Σ wᵢ xᵢ: the weighted average of poses, joint by joint, written into `out`.
///
/// Root positions are averaged where they are: bring the poses to one place and heading first.
/// Without any pose `out` stays as it is. Does not allocate once `out` is large enough.
pub fn average_poses<'a>(
    weighted: impl Iterator<Item = (f32, PoseRef<'a>)> + Clone,
    out: &mut Pose,
) {
    let parts = weighted.map(|(weight, x)| (weight, x.root_position, x.rotations));
    average_parts(parts, &mut out.root_position, &mut out.rotations);
}

/// Σ wᵢ vᵢ: the weighted average of displacements, joint by joint, written into `out`.
///
/// Without any displacement `out` stays as it is.
pub fn average_displacements<'a>(
    weighted: impl Iterator<Item = (f32, &'a Displacement)> + Clone,
    out: &mut Displacement,
) {
    let parts = weighted.map(|(weight, v)| (weight, v.root, v.rotations.as_slice()));
    average_parts(parts, &mut out.root, &mut out.rotations);
}

fn average_parts<'a>(
    parts: impl Iterator<Item = (f32, Vec3, &'a [Quat])> + Clone,
    root: &mut Vec3,
    rotations: &mut Vec<Quat>,
) {
    let Some(index) = heaviest(parts.clone().map(|(weight, ..)| weight)) else { return };
    let Some((_, first_root, reference)) = parts.clone().nth(index) else { return };
    let total = parts.clone().map(|(weight, ..)| usable(weight)).sum::<f32>();
    rotations.clear();
    if !(total > 0.0 && total.is_finite()) {
        *root = first_root;
        rotations.extend_from_slice(reference);
        return;
    }
    rotations.resize(reference.len(), Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    // Summed around the heaviest, so that places far from the origin keep their precision.
    let mut offset = Vec3::ZERO;
    for (weight, place, turns) in parts {
        let weight = usable(weight) / total;
        offset += (place - first_root) * weight;
        for ((sum, q), reference) in rotations.iter_mut().zip(turns).zip(reference) {
            *sum += aligned(*q, *reference) * weight;
        }
    }
    *root = first_root + offset;
    for (sum, reference) in rotations.iter_mut().zip(reference) {
        *sum = unit_or(*sum, *reference);
    }
}

fn usable(weight: f32) -> f32 {
    if weight.is_finite() { weight.max(0.0) } else { 0.0 }
}

/// Index of the largest weight, the first of equals; `None` of nothing.
fn heaviest(weights: impl Iterator<Item = f32>) -> Option<usize> {
    let mut best: Option<(usize, f32)> = None;
    for (index, weight) in weights.map(usable).enumerate() {
        if best.is_none_or(|(_, most)| weight > most) {
            best = Some((index, weight));
        }
    }
    best.map(|(index, _)| index)
}

fn aligned(q: Quat, reference: Quat) -> Quat {
    if q.dot(reference) < 0.0 { -q } else { q }
}

/// `q` at unit length, or the reference where `q` has none.
fn unit_or(q: Quat, reference: Quat) -> Quat {
    let squared = q.length_squared();
    if squared.is_finite() && squared > 1e-12 { unit(q) } else { unit(reference) }
}

/// The eigenvector of the largest eigenvalue of a symmetric matrix, by cyclic Jacobi rotations.
pub(crate) fn largest_eigenvector(mut a: [[f64; 4]; 4]) -> [f64; 4] {
    let mut vectors = [[0.0; 4]; 4];
    for (i, row) in vectors.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    // Convergence is quadratic: a 4 x 4 matrix is diagonal to the last bit after five or six sweeps.
    for _ in 0..12 {
        for p in 0..3 {
            for q in p + 1..4 {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    let mut best = 0;
    for i in 1..4 {
        if a[i][i] > a[best][best] {
            best = i;
        }
    }
    vectors.map(|row| row[best])
}

/// One Jacobi rotation, which makes the element (p, q) zero.
fn rotate(a: &mut [[f64; 4]; 4], vectors: &mut [[f64; 4]; 4], p: usize, q: usize) {
    if a[p][q].abs() < 1e-300 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (t * t + 1.0).sqrt();
    let sine = t * cosine;
    for row in a.iter_mut().chain(vectors.iter_mut()) {
        (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
    }
    let (above, below) = a.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::angle_between;
    use proptest::prelude::*;

    fn quat() -> impl Strategy<Value = Quat> {
        [-1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0, -1.0_f32..1.0]
            .prop_filter("has a direction", |q| q.iter().map(|c| c * c).sum::<f32>() > 0.01)
            .prop_map(|q| unit(Quat::from_array(q)))
    }

    /// Rotations within 15 degrees of one, hence within 30 of each other, with weights.
    fn cluster() -> impl Strategy<Value = Vec<(f32, Quat)>> {
        let turn = [-0.15_f32..0.15, -0.15_f32..0.15, -0.15_f32..0.15]
            .prop_map(|v| crate::math::from_rotation_vector(Vec3::from_array(v)));
        let items = prop::collection::vec((0.01_f32..1.0, turn, any::<bool>()), 1..16);
        (quat(), items).prop_map(|(centre, items)| {
            let place = |(weight, turn, flip): (f32, Quat, bool)| {
                let q = turn * centre;
                (weight, if flip { -q } else { q })
            };
            items.into_iter().map(place).collect()
        })
    }

    #[test]
    fn two_equal_weights_meet_half_way() {
        let (a, b) = (Quat::from_rotation_x(0.0), Quat::from_rotation_x(1.0));
        for mean in [average(&[(2.0, a), (2.0, b)]), average_exact(&[(2.0, a), (2.0, b)])] {
            assert!(angle_between(mean, Quat::from_rotation_x(0.5)) < 1e-6);
        }
    }

    /// Markley's cost of two rotations about one axis is least at tan 2θ = Σ w sin 2θᵢ / Σ w cos 2θᵢ
    /// of the half angles: atan2(0.3 sin 1, 0.7 + 0.3 cos 1) = 0.28486 for 0.7 at 0 and 0.3 at 1 rad.
    #[test]
    fn the_exact_form_agrees_with_two_dimensions() {
        let mean = average_exact(&[(0.7, Quat::IDENTITY), (0.3, Quat::from_rotation_z(1.0))]);
        let angle = angle_between(mean, Quat::IDENTITY);
        assert!((angle - 0.284_86).abs() < 1e-5, "{angle}");
    }

    #[test]
    fn unusable_weights_count_as_none() {
        let (a, b) = (Quat::from_rotation_x(0.3), Quat::from_rotation_y(1.0));
        for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(angle_between(average(&[(bad, b), (0.5, a)]), a) < 1e-6);
            assert!(angle_between(average_exact(&[(bad, b), (0.5, a)]), a) < 1e-6);
            assert!(average(&[(bad, a)]).is_finite());
        }
        assert_eq!(average(&[]), Quat::IDENTITY);
        // Opposite quaternions of 180 degrees apart cancel nowhere.
        assert!(
            average(&[(1.0, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0)), (1.0, Quat::IDENTITY)])
                .is_finite()
        );
    }

    #[test]
    fn poses_average_joint_by_joint() {
        let mut a = Pose::identity(3);
        let mut b = Pose::identity(3);
        (a.root_position, b.root_position) = (Vec3::X, Vec3::new(1.0, 4.0, 0.0));
        b.rotations[1] = -Quat::from_rotation_x(0.4);
        let mut out = Pose::default();
        average_poses([(3.0, a.as_ref()), (1.0, b.as_ref())].into_iter(), &mut out);
        assert!(out.root_position.abs_diff_eq(Vec3::new(1.0, 1.0, 0.0), 1e-6));
        assert!(angle_between(out.rotations[1], Quat::from_rotation_x(0.1)) < 1e-3);
        assert!(angle_between(out.rotations[2], Quat::IDENTITY) < 1e-6);

        let v = b.as_ref().difference(a.as_ref());
        let mut mean = Displacement::default();
        average_displacements([(0.0, &v), (0.0, &v)].into_iter(), &mut mean);
        assert_eq!(mean, v);
        average_displacements(std::iter::empty(), &mut mean);
        assert_eq!(mean, v);
    }

    proptest! {
        #[test]
        fn the_mean_of_one_is_itself(q in quat(), weight in 0.01_f32..100.0) {
            prop_assert!(angle_between(average(&[(weight, q)]), q) < 1e-6);
            prop_assert!(angle_between(average_exact(&[(weight, q)]), q) < 1e-6);
        }

        #[test]
        fn clusters_agree_with_the_oracle(items in cluster()) {
            prop_assert!(angle_between(average(&items), average_exact(&items)) < 5e-3);
        }

        #[test]
        fn order_and_signs_do_not_matter(items in cluster(), flips in prop::collection::vec(any::<bool>(), 16)) {
            let flip = |((weight, q), flip): (&(f32, Quat), &bool)| (*weight, if *flip { -*q } else { *q });
            let mut other: Vec<_> = items.iter().zip(&flips).map(flip).collect();
            other.reverse();
            prop_assert!(angle_between(average(&items), average(&other)) < 1e-5);
            prop_assert!(angle_between(average_exact(&items), average_exact(&other)) < 1e-5);
        }
    }
}
