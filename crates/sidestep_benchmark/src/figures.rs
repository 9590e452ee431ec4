//! The figures of a row: their names, as `sidestep_measure` has them, and how tables show them.

/// One figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Its name in JSON and CSV, as in `docs/measures.md`.
    pub name: &'static str,
    /// Its name in tables.
    pub title: &'static str,
    /// Digits after the point in tables.
    pub decimals: usize,
    /// Which way is better.
    pub better: Better,
}

/// Which way a figure is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Less is better.
    Less,
    /// More is better.
    More,
    /// It says something, but neither way is better.
    Neither,
}

/// All of them, in the order of the columns.
pub const FIGURES: [Figure; 30] = [
    less("censored_avg_secs", "settles (s)", 2),
    less("first_avg_secs", "first met (s)", 2),
    less("never_fraction", "never", 3),
    less("facing_error_deg", "facing off (°)", 1),
    less("travel_error_deg", "way off (°)", 1),
    less("speed_error_m_per_s", "speed off (m/s)", 2),
    less("line_error_m", "line off (m)", 2),
    more("reached_fraction", "reached", 2),
    more("clear_fraction", "clear", 2),
    more("gait_reached_fraction", "gait reached", 2),
    less("gait_change_avg_secs", "gait change (s)", 2),
    more("push_recovered_fraction", "recovered", 2),
    less("push_recovery_avg_secs", "recovery (s)", 2),
    more("avoid_arrived_fraction", "led: arrived", 2),
    more("avoid_clear_fraction", "led: clear", 2),
    less("skate_cm_per_s", "skate (cm/s)", 2),
    less("jerk_ratio", "jerk / source", 2),
    less("root_jerk_ratio", "root jerk / source", 2),
    less("pop_ratio", "pops / source", 2),
    less("planted_yaw_deg_per_s", "planted foot turns (°/s)", 1),
    less("swivel_p95_deg", "swivel p95 (°)", 1),
    less("creep_p95_mm", "creep p95 (mm)", 1),
    less("flat_slide_p95_cm_per_s", "flat slide p95 (cm/s)", 1),
    neither("low_fast_fraction", "low and fast", 3),
    neither("hip_twist_p99_deg", "hip twist p99 (°)", 1),
    neither("contact_fraction", "contact", 2),
    neither("liveliness", "liveliness", 2),
    less("nearest_distance", "distance to data", 2),
    neither("added_yaw_deg_per_s", "added yaw (°/s)", 1),
    neither("steps_per_sec", "steps a second", 2),
];

/// The figure of that name.
pub fn figure(name: &str) -> Option<&'static Figure> {
    FIGURES.iter().find(|figure| figure.name == name)
}

const fn less(name: &'static str, title: &'static str, decimals: usize) -> Figure {
    Figure { name, title, decimals, better: Better::Less }
}

const fn more(name: &'static str, title: &'static str, decimals: usize) -> Figure {
    Figure { name, title, decimals, better: Better::More }
}

const fn neither(name: &'static str, title: &'static str, decimals: usize) -> Figure {
    Figure { name, title, decimals, better: Better::Neither }
}
