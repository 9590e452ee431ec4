//! A rotation in one number, so that a joint's place and turn fit into four.
//!
//! The three smallest parts of a quaternion, each as one of 645 steps, and which part is missing:
//! 30 bits. They are laid into the bits of a float so that it is never zero, tiny, infinite or no
//! number, which some graphics cards would not hand through. A turn is off by a quarter degree at most.

use glam::Quat;
use sidestep_motion::math::unit;

/// Steps of each part.
const STEPS: u32 = 645;
/// No part but the largest is larger than this.
const MOST: f32 = std::f32::consts::FRAC_1_SQRT_2;
/// Bits below the one that keeps the exponent away from its ends.
const LOW: u32 = (1 << 29) - 1;

/// The rotation as one float.
pub fn packed(rotation: Quat) -> f32 {
    let parts = unit(rotation).to_array();
    let mut largest = 0;
    for (part, value) in parts.iter().enumerate() {
        if value.abs() > parts[largest].abs() {
            largest = part;
        }
    }
    let sign = if parts[largest] < 0.0 { -1.0 } else { 1.0 };
    let mut word = u32::try_from(largest).unwrap_or(0);
    for (part, value) in parts.iter().enumerate() {
        if part != largest {
            word = word * STEPS + step(value * sign);
        }
    }
    f32::from_bits(((word >> 29) << 31) | (LOW + 1) | (word & LOW))
}

fn step(value: f32) -> u32 {
    let share = (0.5 + 0.5 * value / MOST).clamp(0.0, 1.0);
    (share * 644.0 + 0.5) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use sidestep_motion::math::{angle_between, from_rotation_vector};

    /// What the page does.
    fn unpacked(float: f32) -> Quat {
        let bits = float.to_bits();
        let mut word = ((bits >> 31) << 29) | (bits & LOW);
        let mut small = [0.0_f32; 3];
        for value in small.iter_mut().rev() {
            *value = ((word % STEPS) as f32 / 644.0 * 2.0 - 1.0) * MOST;
            word /= STEPS;
        }
        let large = (1.0 - small.iter().map(|value| value * value).sum::<f32>()).max(0.0).sqrt();
        let mut parts = small.to_vec();
        parts.insert(word as usize, large);
        Quat::from_xyzw(parts[0], parts[1], parts[2], parts[3])
    }

    #[test]
    fn turns_come_back_to_a_quarter_degree() {
        for i in 0..500_u16 {
            let i = f32::from(i);
            let vector =
                Vec3::new((i * 0.37) % 6.0 - 3.0, (i * 0.73) % 5.0 - 2.5, (i * 1.13) % 4.0 - 2.0);
            let turn = from_rotation_vector(vector);
            let float = packed(turn);
            assert!(float.is_normal(), "{float} may be lost on the way");
            let off = angle_between(turn, unit(unpacked(float))).to_degrees();
            assert!(off < 0.3, "{vector} is off by {off} degrees");
        }
        assert!(angle_between(unpacked(packed(Quat::IDENTITY)), Quat::IDENTITY) < 0.005);
        assert!(packed(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 0.0)).is_normal());
    }
}
