//! What snapshots are written with and read by: little endian, bit for bit.
//!
//! A struct names its fields once ([`saved_fields`](crate::saved_fields) and
//! [`saved_value`](crate::saved_value)), for both ways; one that is forgotten does not compile. What is
//! read is loaded into a character that exists, so lists have the length they must have before a
//! single byte is looked at. Numbers that are not finite are refused here, once for all; whether an
//! index is within its table is for the controller to say.

use crate::snapshot::SnapshotError;
use glam::{Quat, Vec2, Vec3};
use sidestep_motion::{
    Contacts, Displacement, GroundTransform, Held, JointId, Object, Pose, inertialize::Inertializer,
};

/// Writes values one after another. Allocates only where its buffer has no room left.
#[derive(Debug)]
pub struct Writer<'a> {
    bytes: &'a mut Vec<u8>,
}

/// Reads values one after another, and fails where there is none.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    left: &'a [u8],
}

/// Something that a snapshot holds. It is loaded in place, so that no room is lost.
pub trait Saved {
    /// Writes all of it.
    fn save(&self, to: &mut Writer<'_>);

    /// Takes over what was written. Where that fails, some of it may have been taken over.
    fn load(&mut self, from: &mut Reader<'_>) -> Result<(), SnapshotError>;
}

/// A small value that a snapshot holds.
pub trait SavedValue: Copy {
    /// Writes it.
    fn put(self, to: &mut Writer<'_>);

    /// Reads one.
    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError>;
}

/// Makes a struct [`Saved`](crate::saved::Saved) by the list of its fields. Those after `without`
/// are left out: room that says nothing, or what somebody else saves.
///
/// ```
/// use sidestep_control::saved_fields;
/// struct Memory { frame: u32, turns: [f32; 3], room: Vec<f32> }
/// saved_fields!(Memory { frame, turns } without { room });
/// ```
#[macro_export]
macro_rules! saved_fields {
    (
        impl<$($generic:ident)?> $type:ty { $($field:ident),* $(,)? }
        $(without { $($out:ident),* })?
    ) => {
        impl<$($generic)?> $crate::saved::Saved for $type {
            fn save(&self, to: &mut $crate::saved::Writer<'_>) {
                let Self { $($field,)* $($($out: _,)*)? } = self;
                $($crate::saved::Saved::save($field, to);)*
            }

            fn load(
                &mut self,
                from: &mut $crate::saved::Reader<'_>,
            ) -> Result<(), $crate::snapshot::SnapshotError> {
                let Self { $($field,)* $($($out: _,)*)? } = self;
                $($crate::saved::Saved::load($field, from)?;)*
                Ok(())
            }
        }
    };
    ($type:ty { $($fields:tt)* } $($without:tt)*) => {
        $crate::saved_fields!(impl<> $type { $($fields)* } $($without)*);
    };
}

/// Makes a struct a [`SavedValue`](crate::saved::SavedValue) by the list of its fields.
#[macro_export]
macro_rules! saved_value {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl $crate::saved::SavedValue for $type {
            fn put(self, to: &mut $crate::saved::Writer<'_>) {
                let Self { $($field),* } = self;
                $($crate::saved::SavedValue::put($field, to);)*
            }

            fn get(
                from: &mut $crate::saved::Reader<'_>,
            ) -> Result<Self, $crate::snapshot::SnapshotError> {
                Ok(Self { $($field: $crate::saved::SavedValue::get(from)?),* })
            }
        }
    };
}

/// Writes a list whose length changes.
pub fn save_list<T: SavedValue>(list: &[T], to: &mut Writer<'_>) {
    count(list.len()).put(to);
    list.iter().for_each(|value| value.put(to));
}

/// Reads a list of at most so many values in place of what `list` holds.
pub fn load_list<T: SavedValue>(
    list: &mut Vec<T>,
    most: usize,
    from: &mut Reader<'_>,
) -> Result<(), SnapshotError> {
    let length = u32::get(from)? as usize;
    if length > most {
        return Err(SnapshotError::Inconsistent { what: "a list is longer than it can be" });
    }
    list.clear();
    for _ in 0..length {
        list.push(T::get(from)?);
    }
    Ok(())
}

impl<'a> Writer<'a> {
    /// Writes behind what `bytes` holds already.
    pub fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self { bytes }
    }

    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
}

impl<'a> Reader<'a> {
    /// Reads from the first of `bytes` on.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes }
    }

    /// The next `N` bytes.
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], SnapshotError> {
        let (taken, left) = self
            .left
            .split_first_chunk()
            .ok_or(SnapshotError::Inconsistent { what: "it ends too early" })?;
        self.left = left;
        Ok(*taken)
    }

    /// Fails where something is left.
    pub fn finish(self) -> Result<(), SnapshotError> {
        if self.left.is_empty() {
            return Ok(());
        }
        Err(SnapshotError::Inconsistent { what: "it does not end where it should" })
    }
}

impl<T: SavedValue> Saved for T {
    fn save(&self, to: &mut Writer<'_>) {
        self.put(to);
    }

    fn load(&mut self, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        *self = T::get(from)?;
        Ok(())
    }
}

/// A list that keeps its length.
impl<T: SavedValue> Saved for Vec<T> {
    fn save(&self, to: &mut Writer<'_>) {
        save_list(self, to);
    }

    fn load(&mut self, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        if u32::get(from)? != count(self.len()) {
            return Err(SnapshotError::Inconsistent { what: "a list has another length" });
        }
        self.iter_mut().try_for_each(|value| value.load(from))
    }
}

impl<T: SavedValue> SavedValue for Option<T> {
    fn put(self, to: &mut Writer<'_>) {
        self.is_some().put(to);
        if let Some(value) = self {
            value.put(to);
        }
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        Ok(if bool::get(from)? { Some(T::get(from)?) } else { None })
    }
}

impl<T: SavedValue, const N: usize> SavedValue for [T; N] {
    fn put(self, to: &mut Writer<'_>) {
        self.into_iter().for_each(|value| value.put(to));
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let mut values = [T::get(from)?; N];
        for value in &mut values[1..] {
            *value = T::get(from)?;
        }
        Ok(values)
    }
}

impl<A: SavedValue, B: SavedValue> SavedValue for (A, B) {
    fn put(self, to: &mut Writer<'_>) {
        self.0.put(to);
        self.1.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        Ok((A::get(from)?, B::get(from)?))
    }
}

impl SavedValue for u8 {
    fn put(self, to: &mut Writer<'_>) {
        to.bytes(&[self]);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        from.take().map(|[byte]| byte)
    }
}

impl SavedValue for i32 {
    fn put(self, to: &mut Writer<'_>) {
        to.bytes(&self.to_le_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        from.take().map(Self::from_le_bytes)
    }
}

impl SavedValue for u16 {
    fn put(self, to: &mut Writer<'_>) {
        to.bytes(&self.to_le_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        from.take().map(Self::from_le_bytes)
    }
}

impl SavedValue for u32 {
    fn put(self, to: &mut Writer<'_>) {
        to.bytes(&self.to_le_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        from.take().map(Self::from_le_bytes)
    }
}

impl SavedValue for u64 {
    fn put(self, to: &mut Writer<'_>) {
        to.bytes(&self.to_le_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        from.take().map(Self::from_le_bytes)
    }
}

/// The same eight bytes wherever it is written.
impl SavedValue for usize {
    fn put(self, to: &mut Writer<'_>) {
        to.bytes(&(self as u64).to_le_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let value = u64::from_le_bytes(from.take()?);
        Self::try_from(value)
            .map_err(|_| SnapshotError::Inconsistent { what: "a count is too large" })
    }
}

impl SavedValue for f32 {
    fn put(self, to: &mut Writer<'_>) {
        to.bytes(&self.to_le_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let value = Self::from_le_bytes(from.take()?);
        // The largest number of all stands for ever, such as for what has never happened.
        let is_believable = value.abs() < LARGEST || value == Self::MAX;
        let wrong = if value.is_finite() { TOO_LARGE } else { NOT_FINITE };
        is_believable.then_some(value).ok_or(wrong)
    }
}

impl SavedValue for f64 {
    fn put(self, to: &mut Writer<'_>) {
        to.bytes(&self.to_le_bytes());
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let value = Self::from_le_bytes(from.take()?);
        value.is_finite().then_some(value).ok_or(NOT_FINITE)
    }
}

impl SavedValue for bool {
    fn put(self, to: &mut Writer<'_>) {
        u8::from(self).put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        match u8::get(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(NO_SUCH_KIND),
        }
    }
}

impl SavedValue for Vec2 {
    fn put(self, to: &mut Writer<'_>) {
        self.to_array().put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        <[f32; 2]>::get(from).map(Self::from_array)
    }
}

impl SavedValue for Vec3 {
    fn put(self, to: &mut Writer<'_>) {
        self.to_array().put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        <[f32; 3]>::get(from).map(Self::from_array)
    }
}

impl SavedValue for Quat {
    fn put(self, to: &mut Writer<'_>) {
        self.to_array().put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let rotation = <[f32; 4]>::get(from).map(Self::from_array)?;
        let is_one = (0.5..2.0).contains(&rotation.length_squared());
        is_one.then_some(rotation).ok_or(NO_ROTATION)
    }
}

impl SavedValue for Contacts {
    fn put(self, to: &mut Writer<'_>) {
        const { assert!(size_of::<Self>() == 1, "more bytes need an order") };
        to.bytes(bytemuck::bytes_of(&self));
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        u8::get(from).map(|byte| bytemuck::pod_read_unaligned(&[byte]))
    }
}

impl SavedValue for JointId {
    fn put(self, to: &mut Writer<'_>) {
        self.0.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        u16::get(from).map(Self)
    }
}

impl SavedValue for Held {
    fn put(self, to: &mut Writer<'_>) {
        let mut joints = self.joints();
        (joints.next(), joints.next()).put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let (first, second) = SavedValue::get(from)?;
        Ok(Self::by(first, second))
    }
}

saved_value!(Object { position, rotation, held_by });
saved_value!(GroundTransform { x, z, heading });
saved_fields!(Pose { root_position, rotations });
saved_fields!(Displacement { root, rotations });

/// A join that is over says nothing and takes one byte.
impl Saved for Inertializer {
    fn save(&self, to: &mut Writer<'_>) {
        self.is_active().put(to);
        if self.is_active() {
            self.for_each_number(|number| number.put(to));
        }
    }

    fn load(&mut self, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        if bool::get(from)? {
            return self.set_numbers(|| f32::get(from));
        }
        self.clear();
        Ok(())
    }
}

/// Fails unless what was read makes sense, which `what` says where it does not.
pub fn sound(is_sound: bool, what: &'static str) -> Result<(), SnapshotError> {
    if is_sound { Ok(()) } else { Err(SnapshotError::Inconsistent { what }) }
}

/// A kind that does not exist.
pub const NO_SUCH_KIND: SnapshotError =
    SnapshotError::Inconsistent { what: "it names a kind that does not exist" };

/// Larger numbers are no character's: what is computed of them might not be finite.
const LARGEST: f32 = 1e12;

const TOO_LARGE: SnapshotError = SnapshotError::Inconsistent { what: "a number is too large" };

const NO_ROTATION: SnapshotError = SnapshotError::Inconsistent { what: "a rotation is none" };

const NOT_FINITE: SnapshotError = SnapshotError::Inconsistent { what: "a number is not finite" };

/// No list of a memory comes near the limit.
pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
