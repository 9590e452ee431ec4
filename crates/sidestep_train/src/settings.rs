//! The size of a network and how it is trained.

/// Settings of a training. [`Settings::default`] has the authors' values (section 7) where they give
/// any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Units of each LSTM layer and of the encoder.
    pub hidden: usize,
    /// LSTM layers.
    pub layers: usize,
    /// Sequences side by side.
    pub batch: usize,
    /// Steps of an update: how far gradients run back.
    pub steps: usize,
    /// Largest learning rate.
    pub learning_rate: f32,
    /// The rate at the end, as a share of the largest; between them runs half a cosine.
    pub final_rate: f32,
    /// Updates over which the rate grows from 0 to the largest.
    pub warm_up: u64,
    /// Updates of the whole training.
    pub updates: u64,
    /// Adam's memory of the gradient.
    pub beta1: f32,
    /// Adam's memory of the squared gradient.
    pub beta2: f32,
    /// Norm that a gradient is cut down to.
    pub clip: f32,
    /// Share of the numbers between layers that are dropped.
    pub dropout: f32,
    /// Memory of the running average of the weights.
    pub average: f32,
    /// First bias of the forget gates.
    pub forget_bias: f32,
    /// Same seed, same weights.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hidden: 512,
            layers: 4,
            batch: 64,
            steps: 48,
            learning_rate: 5e-4,
            final_rate: 0.02,
            warm_up: 100,
            updates: 100_000,
            beta1: 0.9,
            beta2: 0.99,
            clip: 1.0,
            dropout: 0.0,
            average: 0.999,
            forget_bias: 0.8,
            seed: 1,
        }
    }
}

/// The numbers of one update that do not depend on the data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Learning rate.
    pub rate: f32,
    /// What Adam divides its mean gradient by, so that the first updates are not too small.
    pub correction1: f32,
    /// What Adam divides its mean squared gradient by.
    pub correction2: f32,
    /// Share of the new weights in their running average.
    pub fresh: f32,
}

impl Settings {
    /// The pace of an update, counted from 0.
    pub fn pace(&self, update: u64) -> Pace {
        let n = update as f64 + 1.0;
        let warm = (n / self.warm_up.max(1) as f64).min(1.0);
        let along = (update as f64 / self.updates.max(1) as f64).min(1.0);
        let cosine = 0.5 + 0.5 * libm::cos(std::f64::consts::PI * along);
        let floor = f64::from(self.final_rate);
        let rate = f64::from(self.learning_rate) * warm * (floor + (1.0 - floor) * cosine);
        let correction = |beta: f32| (1.0 - libm::pow(f64::from(beta), n)) as f32;
        // The average follows quickly at first, so that it never holds the random beginning.
        let memory = f64::from(self.average).min((n - 1.0) / (n + 9.0));
        Pace {
            rate: rate as f32,
            correction1: correction(self.beta1),
            correction2: correction(self.beta2),
            fresh: (1.0 - memory) as f32,
        }
    }

    /// Whether the numbers make sense; the sentence says which does not.
    pub fn check(&self) -> Result<(), SettingsError> {
        let counts = [
            ("hidden", self.hidden),
            ("layers", self.layers),
            ("batch", self.batch),
            ("steps", self.steps),
        ];
        for (name, count) in counts {
            if count == 0 || count > 65_536 {
                return Err(SettingsError { name, wanted: "from 1 to 65,536" });
            }
        }
        let shares = [
            ("beta1", self.beta1),
            ("beta2", self.beta2),
            ("dropout", self.dropout),
            ("average", self.average),
        ];
        for (name, share) in shares {
            if !(0.0..1.0).contains(&share) {
                return Err(SettingsError { name, wanted: "at least 0 and below 1" });
            }
        }
        let numbers = [
            ("learning_rate", self.learning_rate),
            ("final_rate", self.final_rate),
            ("clip", self.clip),
            ("forget_bias", self.forget_bias),
        ];
        for (name, number) in numbers {
            if !number.is_finite() || number < 0.0 {
                return Err(SettingsError { name, wanted: "finite and not below 0" });
            }
        }
        Ok(())
    }
}

/// A setting that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the setting '{name}' must be {wanted}")]
pub struct SettingsError {
    name: &'static str,
    wanted: &'static str,
}

/// The same number between 0 and 2^32 for the same seed, update and place: which numbers are dropped
/// is known to the way forward and back, and to every machine, without being stored.
pub(crate) fn noise(seed: u64, update: u64, place: u32) -> u32 {
    mix(place.wrapping_add(noise_key(seed, update)))
}

/// What seed and update contribute to [`noise`].
pub(crate) fn noise_key(seed: u64, update: u64) -> u32 {
    mix((update as u32).wrapping_add(mix(seed as u32 ^ (seed >> 32) as u32)))
}

/// Chris Wellons' lowbias32.
fn mix(mut x: u32) -> u32 {
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb_352d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let settings =
            Settings { learning_rate: 1.0, warm_up: 10, updates: 1000, ..Settings::default() };
        assert!((settings.pace(0).rate - 0.1).abs() < 1e-3);
        assert!((settings.pace(10).rate - 1.0).abs() < 1e-3);
        assert!((settings.pace(500).rate - 0.51).abs() < 1e-3);
        assert!((settings.pace(1000).rate - 0.02).abs() < 1e-4);
        assert_eq!(settings.pace(0).fresh, 1.0);
        assert!((settings.pace(0).correction1 - 0.1).abs() < 1e-6);
    }

    #[test]
    fn dropping_takes_its_share() {
        let below = (0..100_000).filter(|i| noise(7, 3, *i) < u32::MAX / 10).count();
        assert!((9_700..10_300).contains(&below), "{below}");
        assert_ne!(noise(7, 3, 5), noise(7, 4, 5));
    }
}
