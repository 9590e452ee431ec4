//! Numbers out of buffers, every range checked before it is read.

use super::document::Document;
use crate::ImportError;
use gltf_json::{
    Accessor, Index,
    accessor::{ComponentType, Type},
    validation::Checked,
};

/// Floats of an accessor, `width` of them for each element.
pub(super) struct Floats {
    pub(super) values: Vec<f32>,
    pub(super) width: usize,
}

impl Floats {
    /// Number of elements.
    pub(super) fn len(&self) -> usize {
        self.values.len() / self.width
    }
}

/// Reads an accessor as floats; whole numbers become shares of their range where it says so.
pub(super) fn floats(
    document: &Document<'_>,
    index: Index<Accessor>,
) -> Result<Floats, ImportError> {
    let at = format!("accessor {}", index.value());
    let fail = |what: &str| document.problem(&at, what, "export the file again");
    let accessor = document.root.get(index).ok_or_else(|| fail("it does not exist"))?;
    if accessor.sparse.is_some() {
        let what = "it is sparse, which is not supported for animations";
        return Err(document.problem(&at, what, "export the file without sparse accessors"));
    }
    let (Checked::Valid(component), Checked::Valid(type_)) =
        (accessor.component_type, accessor.type_)
    else {
        return Err(fail("its type is unknown"));
    };
    let (component, width) = (component.0, type_.multiplicity());
    if matches!(type_, Type::Mat2 | Type::Mat3 | Type::Mat4) {
        return Err(fail("it holds matrices, which no animation has"));
    }
    let size = component.size() * width;
    let layout =
        Layout::of(document, accessor, size).ok_or_else(|| fail("it reaches beyond its buffer"))?;
    let mut values = Vec::with_capacity(layout.count * width);
    for element in 0..layout.count {
        let start = layout.start + element * layout.stride;
        for bytes in layout.bytes[start..start + size].chunks_exact(component.size()) {
            values.push(number(bytes, component, accessor.normalized));
        }
    }
    match values.iter().all(|value| value.is_finite()) {
        true => Ok(Floats { values, width }),
        false => Err(fail("it holds a value that is not finite")),
    }
}

/// Where the elements lie. All of them are inside `bytes`.
struct Layout<'a> {
    bytes: &'a [u8],
    start: usize,
    stride: usize,
    count: usize,
}

impl<'a> Layout<'a> {
    fn of(document: &'a Document<'_>, accessor: &Accessor, size: usize) -> Option<Self> {
        let view = document.root.get(accessor.buffer_view?)?;
        let buffer = document.buffers.get(view.buffer.value())?;
        let view_start = usize::try_from(view.byte_offset.unwrap_or_default().0).ok()?;
        let view_length = usize::try_from(view.byte_length.0).ok()?;
        let bytes = buffer.get(view_start..view_start.checked_add(view_length)?)?;
        let start = usize::try_from(accessor.byte_offset.unwrap_or_default().0).ok()?;
        let count = usize::try_from(accessor.count.0).ok()?;
        let stride = view.byte_stride.map_or(size, |stride| stride.0);
        if count == 0 {
            return Some(Self { bytes, start: 0, stride, count });
        }
        let last = start.checked_add(stride.checked_mul(count - 1)?)?;
        let fits = stride >= size && last.checked_add(size)? <= bytes.len();
        fits.then_some(Self { bytes, start, stride, count })
    }
}

/// One component; glTF 2.0, section 3.11 (animations), says how whole numbers are normalized.
fn number(bytes: &[u8], component: ComponentType, normalized: bool) -> f32 {
    let byte = |i: usize| bytes.get(i).copied().unwrap_or_default();
    let (short, long) = ([byte(0), byte(1)], [byte(0), byte(1), byte(2), byte(3)]);
    let (value, range) = match component {
        ComponentType::I8 => (f32::from(i8::from_le_bytes([byte(0)])), 127.0),
        ComponentType::U8 => (f32::from(byte(0)), 255.0),
        ComponentType::I16 => (f32::from(i16::from_le_bytes(short)), 32767.0),
        ComponentType::U16 => (f32::from(u16::from_le_bytes(short)), 65535.0),
        ComponentType::U32 => (u32::from_le_bytes(long) as f32, 1.0),
        ComponentType::F32 => (f32::from_le_bytes(long), 1.0),
    };
    if normalized { (value / range).max(-1.0) } else { value }
}
