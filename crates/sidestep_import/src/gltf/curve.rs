//! One animated property over time, and its value at any moment.

use super::{accessor::floats, document::Document};
use crate::ImportError;
use glam::{Quat, Vec3, Vec4};
use gltf_json::{
    animation::{Interpolation, Sampler},
    validation::Checked,
};
use sidestep_motion::math::{slerp, unit};

/// Keyframes of one property; vectors of three are kept with a fourth number of zero.
pub(super) struct Curve {
    pub(super) times: Vec<f32>,
    keys: Vec<Key>,
    interpolation: Interpolation,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Key {
    arriving: Vec4,
    value: Vec4,
    leaving: Vec4,
}

/// Two keys and how far between them a moment lies.
struct Between {
    from: Key,
    to: Key,
    span_secs: f32,
    t: f32,
}

impl Curve {
    /// Reads a sampler whose values are `width` numbers each; `at` names it in errors.
    pub(super) fn read(
        document: &Document<'_>,
        sampler: &Sampler,
        width: usize,
        at: &str,
    ) -> Result<Self, ImportError> {
        let fail = |what: &str| document.problem(at, what, "export the animation again");
        let Checked::Valid(interpolation) = sampler.interpolation else {
            return Err(fail("its interpolation is none of LINEAR, STEP and CUBICSPLINE"));
        };
        let times = floats(document, sampler.input)?;
        let values = floats(document, sampler.output)?;
        if times.width != 1 || values.width != width {
            return Err(fail("its keyframes have the wrong type"));
        }
        let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        if times.len() == 0 || values.len() != times.len() * per_key {
            let what = format!("it has {} times for {} values", times.len(), values.len());
            return Err(fail(&what));
        }
        if !times.values.is_sorted() {
            return Err(fail("its times do not grow"));
        }
        let vectors: Vec<Vec4> = values.values.chunks_exact(width).map(vector).collect();
        let keys = vectors.chunks_exact(per_key).map(key).collect();
        Ok(Self { times: times.values, keys, interpolation })
    }

    /// The value as a rotation. Moments closer than `slack_secs` to a keyframe mean the keyframe.
    pub(super) fn rotation(&self, secs: f64, slack_secs: f64) -> Quat {
        let between = self.between(secs, slack_secs);
        match self.interpolation {
            Interpolation::Linear => {
                let [from, to] = [between.from.value, between.to.value].map(rotation);
                slerp(from, to, between.t)
            }
            _ => rotation(self.vector(&between)),
        }
    }

    /// The value as a translation or scale.
    pub(super) fn translation(&self, secs: f64, slack_secs: f64) -> Vec3 {
        self.vector(&self.between(secs, slack_secs)).truncate()
    }

    fn vector(&self, between: &Between) -> Vec4 {
        let Between { from, to, span_secs, t } = *between;
        match self.interpolation {
            Interpolation::Step => {
                if t < 1.0 {
                    from.value
                } else {
                    to.value
                }
            }
            Interpolation::Linear => from.value.lerp(to.value, t),
            // glTF 2.0, appendix C.5: tangents are scaled by the time between the keys.
            Interpolation::CubicSpline => {
                let (t2, t3) = (t * t, t * t * t);
                from.value * (2.0 * t3 - 3.0 * t2 + 1.0)
                    + from.leaving * (span_secs * (t3 - 2.0 * t2 + t))
                    + to.value * (-2.0 * t3 + 3.0 * t2)
                    + to.arriving * (span_secs * (t3 - t2))
            }
        }
    }

    fn between(&self, secs: f64, slack_secs: f64) -> Between {
        let passed = self.times.partition_point(|time| f64::from(*time) <= secs + slack_secs);
        let last = self.keys.len() - 1;
        let i = passed.saturating_sub(1).min(last);
        let j = (i + 1).min(last);
        let (start, end) = (f64::from(self.times[i]), f64::from(self.times[j]));
        let is_inside = passed > 0 && i < j && secs - start > slack_secs && end > start;
        let t = if is_inside { ((secs - start) / (end - start)).clamp(0.0, 1.0) } else { 0.0 };
        let (span_secs, t) = ((end - start) as f32, t as f32);
        Between { from: self.keys[i], to: self.keys[j], span_secs, t }
    }
}

fn key(vectors: &[Vec4]) -> Key {
    match vectors {
        [arriving, value, leaving] => Key { arriving: *arriving, value: *value, leaving: *leaving },
        [value, ..] => Key { value: *value, ..Key::default() },
        [] => Key::default(),
    }
}

fn vector(numbers: &[f32]) -> Vec4 {
    let number = |i: usize| numbers.get(i).copied().unwrap_or_default();
    Vec4::new(number(0), number(1), number(2), number(3))
}

fn rotation(numbers: Vec4) -> Quat {
    unit(Quat::from_vec4(numbers))
}
