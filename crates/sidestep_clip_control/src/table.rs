//! Value tables: for each cycle of a gait the coefficients of a basis (eq. 11).

use crate::{
    basis::Basis,
    task::{Aim, State, Task},
};

/// A value function for one task, one gait and one aim.
///
/// The clip is tabulated (section 6), the continuous variables are expanded in a basis. An aim that is
/// not its own mirror image has a second row for each clip, for the mirrored aim: steps alternate, so
/// both are learnt together.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueTable {
    /// What it is for.
    pub task: Task,
    /// Its gait.
    pub gait: usize,
    /// What was wanted.
    pub aim: Aim,
    /// The basis.
    pub basis: Basis,
    /// The cycles, in order.
    pub members: Vec<u32>,
    /// Coefficients, a row for each cycle, then where the aim is not even one for each in the mirror.
    pub coefficients: Vec<f64>,
}

impl ValueTable {
    /// Rows of coefficients.
    pub fn rows(members: usize, aim: &Aim) -> usize {
        if aim.is_even() { members } else { 2 * members }
    }

    /// The row of a cycle by its place among the members.
    pub fn row(&self, place: usize, mirrored: bool) -> usize {
        if mirrored && !self.aim.is_even() { self.members.len() + place } else { place }
    }

    /// The value of a state, V of eq. 11; `mirrored` says that the aim is seen in a mirror.
    #[inline]
    pub fn value(&self, place: usize, mirrored: bool, state: &State, room: &mut [f64]) -> f64 {
        self.basis.value(self.coefficients(place, mirrored), &state.point(), room)
    }

    /// The same, by the functions of its basis at a state.
    pub(crate) fn sum(&self, place: usize, mirrored: bool, functions: &[f64]) -> f64 {
        let coefficients = self.coefficients(place, mirrored);
        coefficients.iter().zip(functions).map(|(r, function)| r * function).sum()
    }

    fn coefficients(&self, place: usize, mirrored: bool) -> &[f64] {
        let width = self.basis.len();
        let from = self.row(place, mirrored) * width;
        &self.coefficients[from..from + width]
    }

    /// Bytes of its coefficients.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.coefficients)
    }
}
