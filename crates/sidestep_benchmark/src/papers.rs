//! What the papers print, beside what is measured here.

use serde::Serialize;

/// Tables 1 and 2 of the motion-field paper: minimum, average and maximum response times in seconds,
/// and kilobytes of the value function of the direction task (section 6.1.3).
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FieldTable {
    /// New directions.
    pub direction_secs: [f32; 3],
    /// New lines.
    pub line_secs: [f32; 3],
    /// Its value function.
    pub direction_kb: f32,
}

/// The rows of those tables, by N of eq. 14.
pub const FIELD_TABLES: [(usize, FieldTable); 4] = [
    (1, of([0.21, 0.40, 1.01], [0.30, 0.57, 1.26], 320.0)),
    (10, of([0.21, 0.49, 1.23], [0.30, 0.68, 1.42], 35.0)),
    (20, of([0.25, 0.66, 1.19], [0.42, 0.91, 2.51], 19.0)),
    (30, of([0.38, 0.78, 1.93], [0.55, 1.45, 3.56], 13.0)),
];

const fn of(direction_secs: [f32; 3], line_secs: [f32; 3], direction_kb: f32) -> FieldTable {
    FieldTable { direction_secs, line_secs, direction_kb }
}

/// One figure of a paper and the figure here that is nearest to it.
pub(crate) struct Printed {
    /// Where it is printed.
    pub(crate) paper: &'static str,
    /// What it says.
    pub(crate) says: &'static str,
    /// The method, preset, input and figure that answer to it; `None` where no row does.
    pub(crate) ours: Option<Ours>,
    /// Why they may differ.
    pub(crate) remark: &'static str,
}

/// A figure of ours.
#[derive(Clone, Copy)]
pub(crate) struct Ours {
    pub(crate) method: &'static str,
    pub(crate) settings: &'static str,
    pub(crate) input: &'static str,
    pub(crate) figure: &'static str,
}

const fn ours(
    method: &'static str,
    settings: &'static str,
    input: &'static str,
    figure: &'static str,
) -> Option<Ours> {
    Some(Ours { method, settings, input, figure })
}

/// What is printed where.
pub(crate) const PRINTED: [Printed; 6] = [
    Printed {
        paper: "Lee, Wampler, Bernstein, Popović, Popović 2010, Table 1 (N = 1)",
        says: "a new direction is met to 5° in 0.40 s on average (0.21 to 1.01 s)",
        ours: ours("field", "paper", "direction steps", "censored_avg_secs"),
        remark: "Ours must stay within 5° for a second while it travels at 0.6 of the usual speed, and \
                 what never does counts as 5 s; the paper says only that the direction is met. Another \
                 actor, who may turn faster. `sidestep measure tables` prints all rows of both tables.",
    },
    Printed {
        paper: "the same, Table 2 (N = 1)",
        says: "direction and line (0.1 m) are met in 0.57 s on average (0.30 to 1.26 s)",
        ours: ours("field", "paper", "line", "censored_avg_secs"),
        remark: "The preset is built without the line task unless it is asked for; then the cell says so. \
                 Lines here are moved by up to 1 m, and a second on the line is asked for.",
    },
    Printed {
        paper: "Srinivasan 2005",
        says: "150 characters track their targets in real time; no share of targets reached is printed",
        ours: ours("mobility", "", "targets", "reached_fraction"),
        remark: "Here a target counts as reached within 0.3 m before the next one is given.",
    },
    Printed {
        paper: "Treuille, Lee, Popović 2007, section 6",
        says: "a choice takes 0.101 ms, a blended pose 0.04 ms, on a machine of 2007",
        ours: None,
        remark: "The step of the tables above holds both, the lock of feet included; other machines.",
    },
    Printed {
        paper: "the same",
        says: "steps are planned around fixed and moving obstacles; shown, not counted",
        ours: ours("clip-control", "", "obstacles", "clear_fraction"),
        remark: "The default learns no task of obstacles (`--task fixed` does), and its cells say so; \
                 `sidestep measure avoid` measures it.",
    },
    Printed {
        paper: "Lee, Lee, Lee 2018, section 7",
        says: "a frame of one character takes 5 ms",
        ours: ours("neural", "", "targets", "reached_fraction"),
        remark: "A network must be trained first and none is shipped; a benchmark that builds its methods \
                 from libraries alone has no row for it. `sidestep measure reach` measures a trained one.",
    },
];
