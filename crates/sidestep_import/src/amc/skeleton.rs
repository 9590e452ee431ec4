//! The ASF file: bones, the axes they turn about, and how they hang together.

use crate::{
    error::ImportError,
    number,
    raw::{MAX_COORDINATE, MAX_JOINTS},
    scan::{Scanner, lines, shorten, text, words},
};

/// One number that an AMC gives for a joint in each frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dof {
    /// Place along an axis (0 = X, 1 = Y, 2 = Z).
    Translation(usize),
    /// Rotation about an axis (0 = X, 1 = Y, 2 = Z).
    Rotation(usize),
    /// Length of the bone.
    Length,
}

/// One bone with the joint at its start. The first of a skeleton is the root, whose bone has no
/// length.
#[derive(Clone, Debug, PartialEq)]
pub struct AsfJoint {
    /// Name of the bone.
    pub name: String,
    /// Index of the bone it hangs from; only the root has none.
    pub parent: Option<usize>,
    /// From the start of the bone to its end, in file units and world axes at the base pose.
    pub bone: [f64; 3],
    /// Rotation C of the axes it turns about: axes and degrees, the first applied first.
    pub axis: [(usize, f64); 3],
    /// What the AMC gives for it, in order.
    pub dofs: Vec<Dof>,
}

/// A skeleton as its file has it, parents first.
#[derive(Clone, Debug, PartialEq)]
pub struct Asf {
    /// The root and the bones that hang from it.
    pub joints: Vec<AsfJoint>,
    /// The `length` of the units, by which lengths in inches were multiplied.
    pub length: Option<f64>,
    /// Whether angles are radians.
    pub radians: bool,
    /// Bones that hang from nothing and were left out.
    pub loose: Vec<String>,
}

const REMEDY: &str = "check the ASF file";

/// Reads an ASF file.
pub fn parse_skeleton(file_name: &str, bytes: &[u8]) -> Result<Asf, ImportError> {
    let scanner = Scanner::new(file_name, bytes);
    let mut builder = Builder::new(&scanner);
    for (start, line) in lines(&bytes[scanner.at..]) {
        let line: Vec<&[u8]> = words(line).collect();
        match line.first() {
            None => {}
            Some(first) if first.starts_with(b"#") => {}
            Some(_) => builder.line(scanner.at + start, &line)?,
        }
    }
    builder.finish()
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Other,
    Units,
    Root,
    Bones,
    Hierarchy,
}

struct Builder<'a> {
    scanner: &'a Scanner<'a>,
    section: Section,
    bones: Vec<AsfJoint>,
    direction: [f64; 3],
    length: f64,
    unit_length: Option<f64>,
    radians: bool,
    at: usize,
}

impl<'a> Builder<'a> {
    fn new(scanner: &'a Scanner<'a>) -> Self {
        let root = joint("root".to_owned());
        Self {
            scanner,
            section: Section::Other,
            bones: vec![root],
            direction: [0.0; 3],
            length: 0.0,
            unit_length: None,
            radians: false,
            at: 0,
        }
    }

    fn line(&mut self, at: usize, line: &[&[u8]]) -> Result<(), ImportError> {
        self.at = at;
        let key = line[0].to_ascii_lowercase();
        if let Some(section) = key.strip_prefix(b":") {
            self.section = match section {
                b"units" => Section::Units,
                b"root" => Section::Root,
                b"bonedata" => Section::Bones,
                b"hierarchy" => Section::Hierarchy,
                _ => Section::Other,
            };
            return Ok(());
        }
        match self.section {
            Section::Other => Ok(()),
            Section::Units => self.units(&key, line),
            Section::Root => self.root(&key, line),
            Section::Bones => self.bone(&key, line),
            Section::Hierarchy => self.hierarchy(&key, line),
        }
    }

    fn units(&mut self, key: &[u8], line: &[&[u8]]) -> Result<(), ImportError> {
        match key {
            b"length" => self.unit_length = Some(self.numbers::<1>(line)?[0]),
            b"angle" => {
                self.radians = line.get(1).is_some_and(|word| word.eq_ignore_ascii_case(b"rad"))
            }
            _ => {}
        }
        Ok(())
    }

    fn root(&mut self, key: &[u8], line: &[&[u8]]) -> Result<(), ImportError> {
        match key {
            b"order" => self.bones[0].dofs = self.dofs(line)?,
            b"axis" => {
                let order = self.order(line.get(1))?;
                for (axis, wanted) in self.bones[0].axis.iter_mut().zip(order) {
                    axis.0 = wanted;
                }
            }
            b"orientation" => {
                let angles = self.numbers::<3>(line)?;
                for (axis, angle) in self.bones[0].axis.iter_mut().zip(angles) {
                    axis.1 = angle;
                }
            }
            // `position` only says where the skeleton is drawn without motion.
            _ => {}
        }
        Ok(())
    }

    fn bone(&mut self, key: &[u8], line: &[&[u8]]) -> Result<(), ImportError> {
        match key {
            b"begin" => return self.begin(),
            b"end" => return self.end(),
            _ => {}
        }
        if self.bones.len() < 2 {
            return Err(self.expected("begin", line[0]));
        }
        match key {
            b"name" => {
                let name = text(line.get(1).copied().unwrap_or_default());
                self.last().name = name;
            }
            b"direction" => self.direction = self.numbers(line)?,
            b"length" => self.length = self.numbers::<1>(line)?[0],
            b"axis" => {
                let angles = self.numbers::<3>(line)?;
                let order = self.order(line.get(4))?;
                self.last().axis = std::array::from_fn(|i| (order[i], angles[i]));
            }
            b"dof" => {
                let dofs = self.dofs(line)?;
                self.last().dofs = dofs;
            }
            // id, bodymass, cofmass, limits and what else there may be.
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), ImportError> {
        if self.bones.len() == MAX_JOINTS {
            return Err(ImportError::Absurd {
                place: self.scanner.place(self.at),
                what: format!("more than {MAX_JOINTS} bones"),
                remedy: "give the skeleton of one body only".to_owned(),
            });
        }
        self.bones.push(joint(String::new()));
        (self.direction, self.length) = ([0.0; 3], 0.0);
        Ok(())
    }

    fn end(&mut self) -> Result<(), ImportError> {
        let bone = self.direction.map(|part| part * self.length);
        let place = self.scanner.place(self.at);
        let known = self.bones[..self.bones.len() - 1]
            .iter()
            .any(|other| other.name == self.bones[self.bones.len() - 1].name);
        let last = self.last();
        let name = last.name.clone();
        if name.is_empty() || known {
            let found = if known { format!("a second '{name}'") } else { "none".to_owned() };
            return Err(ImportError::Syntax {
                place,
                expected: "a name of its own for each bone".to_owned(),
                found,
                remedy: REMEDY.to_owned(),
            });
        }
        if !bone.iter().all(|part| part.abs() <= MAX_COORDINATE) {
            return Err(ImportError::Absurd {
                place: place.at_joint(&name),
                what: "the bone is longer than any body".to_owned(),
                remedy: "check its direction and length".to_owned(),
            });
        }
        last.bone = bone;
        Ok(())
    }

    fn hierarchy(&mut self, key: &[u8], line: &[&[u8]]) -> Result<(), ImportError> {
        if key == b"begin" || key == b"end" {
            return Ok(());
        }
        let parent = self.find(line[0])?;
        for child in &line[1..] {
            let index = self.find(child)?;
            if index == 0 || self.bones[index].parent.is_some() {
                return Err(self.expected("each bone below one other", child));
            }
            self.bones[index].parent = Some(parent);
        }
        Ok(())
    }

    fn finish(self) -> Result<Asf, ImportError> {
        if self.bones.len() < 2 || self.bones[0].dofs.is_empty() {
            return Err(self.expected(":root with its order, and :bonedata", b""));
        }
        // Depth first from the root; what is not met hangs from nothing or in a ring.
        let mut order: Vec<usize> = Vec::with_capacity(self.bones.len());
        let mut place = vec![None; self.bones.len()];
        let mut open = vec![0];
        while let Some(bone) = open.pop() {
            place[bone] = Some(order.len());
            order.push(bone);
            let children =
                (0..self.bones.len()).filter(|child| self.bones[*child].parent == Some(bone));
            let start = open.len();
            open.extend(children);
            open[start..].reverse();
        }
        let mut bones: Vec<Option<AsfJoint>> = self.bones.into_iter().map(Some).collect();
        let joints = order.iter().filter_map(|index| bones[*index].take()).map(|bone| {
            let parent = bone.parent.and_then(|parent| place[parent]);
            let axis = bone.axis.map(|(axis, angle)| (axis, degrees(angle, self.radians)));
            AsfJoint { parent, axis, ..bone }
        });
        let joints: Vec<AsfJoint> = joints.collect();
        let loose = bones.into_iter().flatten().map(|bone| bone.name).collect();
        Ok(Asf { joints, length: self.unit_length, radians: self.radians, loose })
    }

    fn last(&mut self) -> &mut AsfJoint {
        let last = self.bones.len() - 1;
        &mut self.bones[last]
    }

    fn find(&self, name: &[u8]) -> Result<usize, ImportError> {
        let name_text = text(name);
        let found = self.bones.iter().position(|bone| bone.name == name_text);
        found.ok_or_else(|| self.expected("a bone of :bonedata", name))
    }

    fn numbers<const N: usize>(&self, line: &[&[u8]]) -> Result<[f64; N], ImportError> {
        let mut values = [0.0; N];
        for (index, value) in values.iter_mut().enumerate() {
            let word = line.get(index + 1).copied().unwrap_or_default();
            *value = match number::read(word, 0) {
                Some((value, end)) if end == word.len() => value,
                _ => return Err(self.scanner.not_a_number(self.at, word, &shorten(line[0]))),
            };
        }
        Ok(values)
    }

    fn order(&self, word: Option<&&[u8]>) -> Result<[usize; 3], ImportError> {
        let word = word.copied().unwrap_or_default();
        let axis =
            |letter: &u8| b"XYZ".iter().position(|known| *known == letter.to_ascii_uppercase());
        let axes: Option<Vec<usize>> = word.iter().map(axis).collect();
        match axes.as_deref() {
            Some(&[first, second, third]) => Ok([first, second, third]),
            _ => Err(self.expected("an order such as XYZ", word)),
        }
    }

    fn dofs(&self, line: &[&[u8]]) -> Result<Vec<Dof>, ImportError> {
        let dof = |word: &&[u8]| {
            Ok(match word.to_ascii_lowercase().as_slice() {
                b"tx" => Dof::Translation(0),
                b"ty" => Dof::Translation(1),
                b"tz" => Dof::Translation(2),
                b"rx" => Dof::Rotation(0),
                b"ry" => Dof::Rotation(1),
                b"rz" => Dof::Rotation(2),
                b"l" => Dof::Length,
                _ => return Err(self.expected("tx, ty, tz, rx, ry, rz or l", word)),
            })
        };
        if line.len() > 8 {
            return Err(self.expected("at most seven degrees of freedom", line[8]));
        }
        line[1..].iter().map(dof).collect()
    }

    fn expected(&self, expected: &str, found: &[u8]) -> ImportError {
        let found =
            if found.is_empty() { "nothing".into() } else { format!("'{}'", shorten(found)) };
        ImportError::Syntax {
            place: self.scanner.place(self.at),
            expected: expected.to_owned(),
            found,
            remedy: REMEDY.to_owned(),
        }
    }
}

/// An angle of a file in degrees.
pub(super) fn degrees(angle: f64, radians: bool) -> f64 {
    if radians { angle.to_degrees() } else { angle }
}

fn joint(name: String) -> AsfJoint {
    AsfJoint {
        name,
        parent: None,
        bone: [0.0; 3],
        axis: [(0, 0.0), (1, 0.0), (2, 0.0)],
        dofs: Vec::new(),
    }
}
