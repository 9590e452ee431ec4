//! How finely a body is skinned.

/// How finely a body is skinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Detail {
    /// For files and for graphics cards: about ten thousand corners.
    #[default]
    Fine,
    /// For film strips and for pictures drawn without a card: about three thousand.
    Plain,
    /// For the nearest of a crowd: about a thousand, without fingers and face.
    Coarse,
}

/// Sizes of cells, in metres of a person of average size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    pub(crate) cloth: f32,
    pub(crate) arm: f32,
    pub(crate) head: f32,
    pub(crate) hand: f32,
    pub(crate) shoe: f32,
    /// How far the skin may be from where it should be.
    pub(crate) slack: f32,
    /// Whether there are eyes, ears and soles.
    pub(crate) has_features: bool,
}

impl Detail {
    pub(crate) fn cells(self) -> Cells {
        let (cloth, arm, head, hand, shoe, slack) = match self {
            Self::Fine => (0.020, 0.016, 0.0120, 0.0070, 0.0130, 0.0003),
            Self::Plain => (0.031, 0.022, 0.019, 0.0105, 0.020, 0.0015),
            Self::Coarse => (0.040, 0.029, 0.030, 0.020, 0.028, 0.005),
        };
        Cells { cloth, arm, head, hand, shoe, slack, has_features: self != Self::Coarse }
    }
}
