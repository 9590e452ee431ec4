//! Packs numbers into the one buffer of a GLB file and describes them as glTF wants it.

use crate::ExportError;
use gltf_json::{
    Accessor, Buffer, Index, Root, Value,
    accessor::{ComponentType, GenericComponentType, Type},
    buffer::{Target, View},
    validation::{Checked, USize64},
};

const MAGIC: u32 = u32::from_le_bytes(*b"glTF");
const VERSION: u32 = 2;
const JSON_CHUNK: u32 = u32::from_le_bytes(*b"JSON");
const BINARY_CHUNK: u32 = u32::from_le_bytes(*b"BIN\0");

/// The description and the bytes, growing together.
#[derive(Debug, Default)]
pub(super) struct Packer {
    pub(super) root: Root,
    bytes: Vec<u8>,
}

/// Components of numbers that are laid out one after the other.
pub(super) enum Numbers<'a> {
    Floats(&'a [f32]),
    Words(&'a [u32]),
    Shorts(&'a [u16]),
    Bytes(&'a [u8]),
}

impl Numbers<'_> {
    fn component(&self) -> ComponentType {
        match self {
            Self::Floats(_) => ComponentType::F32,
            Self::Words(_) => ComponentType::U32,
            Self::Shorts(_) => ComponentType::U16,
            Self::Bytes(_) => ComponentType::U8,
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Floats(n) => n.len(),
            Self::Words(n) => n.len(),
            Self::Shorts(n) => n.len(),
            Self::Bytes(n) => n.len(),
        }
    }

    fn append_to(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Floats(n) => n.iter().for_each(|x| bytes.extend(x.to_le_bytes())),
            Self::Words(n) => n.iter().for_each(|x| bytes.extend(x.to_le_bytes())),
            Self::Shorts(n) => n.iter().for_each(|x| bytes.extend(x.to_le_bytes())),
            Self::Bytes(n) => bytes.extend_from_slice(n),
        }
    }
}

impl Packer {
    /// Opens a new view; what is packed until the next one belongs to it.
    pub(super) fn open_view(&mut self, target: Option<Target>) {
        self.root.push(View {
            buffer: Index::new(0),
            byte_length: USize64(0),
            byte_offset: Some(self.bytes.len().into()),
            byte_stride: None,
            name: None,
            target: target.map(Checked::Valid),
            extensions: None,
            extras: None,
        });
    }

    /// Appends numbers to the open view and returns their accessor.
    pub(super) fn pack(&mut self, numbers: &Numbers<'_>, type_: Type) -> Index<Accessor> {
        let last_view = self.root.buffer_views.len().saturating_sub(1);
        let view = &mut self.root.buffer_views[last_view];
        let view_start = view.byte_offset.map_or(0, |offset| offset.0);
        let start = self.bytes.len() as u64;
        numbers.append_to(&mut self.bytes);
        view.byte_length = USize64(self.bytes.len() as u64 - view_start);
        // Every accessor starts on a multiple of four, which suits all component types.
        pad(&mut self.bytes, 0);
        self.root.push(Accessor {
            buffer_view: Some(index(last_view)),
            byte_offset: Some(USize64(start - view_start)),
            count: (numbers.len() / type_.multiplicity()).into(),
            component_type: Checked::Valid(GenericComponentType(numbers.component())),
            type_: Checked::Valid(type_),
            min: None,
            max: None,
            name: None,
            normalized: false,
            sparse: None,
            extensions: None,
            extras: None,
        })
    }

    /// Packs floats and states their least and greatest components.
    pub(super) fn pack_bounded(&mut self, floats: &[f32], type_: Type) -> Index<Accessor> {
        let accessor = self.pack(&Numbers::Floats(floats), type_);
        let width = type_.multiplicity();
        let bound = |start: f32, pick: fn(f32, f32) -> f32| -> Value {
            let column = |i: usize| floats.iter().skip(i).step_by(width).copied().fold(start, pick);
            (0..width).map(column).collect::<Vec<f32>>().into()
        };
        let described = &mut self.root.accessors[accessor.value()];
        described.min = Some(bound(f32::INFINITY, f32::min));
        described.max = Some(bound(f32::NEG_INFINITY, f32::max));
        accessor
    }

    /// The whole file: header, description, bytes.
    pub(super) fn into_glb(mut self) -> Result<Vec<u8>, ExportError> {
        self.root.push(Buffer {
            byte_length: self.bytes.len().into(),
            name: None,
            uri: None,
            extensions: None,
            extras: None,
        });
        let mut json = self.root.to_vec().expect("only plain numbers and strings were described");
        pad(&mut json, b' ');
        let total = 12 + 8 + json.len() + 8 + self.bytes.len();
        let too_large = |_| ExportError::TooLarge { bytes: total };
        let mut file = Vec::with_capacity(total);
        for word in [MAGIC, VERSION, u32::try_from(total).map_err(too_large)?] {
            file.extend(word.to_le_bytes());
        }
        for (kind, chunk) in [(JSON_CHUNK, json), (BINARY_CHUNK, self.bytes)] {
            file.extend(u32::try_from(chunk.len()).map_err(too_large)?.to_le_bytes());
            file.extend(kind.to_le_bytes());
            file.extend(chunk);
        }
        Ok(file)
    }
}

/// The index of an object that was pushed.
pub(super) fn index<T>(i: usize) -> Index<T> {
    Index::new(i as u32)
}

fn pad(bytes: &mut Vec<u8>, filler: u8) {
    bytes.resize(bytes.len().next_multiple_of(4), filler);
}
