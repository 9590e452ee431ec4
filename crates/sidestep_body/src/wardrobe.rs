//! What a body wears: a shirt with short sleeves, trousers, and skin where it ends.
//!
//! Every piece is closed and reaches into its neighbours, so that seams are where surfaces meet and
//! not where colours change.

use crate::{
    Cloth,
    anatomy::Anatomy,
    binding::Limb,
    detail::Cells,
    part::{End, Part},
};

/// Where the trousers end, as a share of the trunk: the shirt is tucked in.
const WAIST: f32 = 0.2;
/// Where sleeves and legs end, in bones of the limb.
const SLEEVE: f32 = 0.62;
const ANKLE: f32 = 1.9;

/// Shirt, trousers and bare arms.
pub(crate) fn clothes<'a>(anatomy: &'a Anatomy<'a>, cells: &Cells) -> Vec<Part<'a>> {
    let mut parts = vec![shirt(anatomy, cells), trousers(anatomy, cells)];
    parts.extend(bare_arms(anatomy, cells));
    parts
}

fn shirt<'a>(anatomy: &'a Anatomy<'a>, cells: &Cells) -> Part<'a> {
    let s = anatomy.scale;
    let trunk = anatomy.trunk.tube.clone().between(0.13, 0.98).inflated(0.006 * s);
    let yokes = anatomy.yokes.iter().map(|yoke| yoke.tube.clone().inflated(0.005 * s));
    // Sleeves go on beyond their ends, where they are cut.
    let sleeve = |arm: &Limb| arm.tube.clone().between(0.0, SLEEVE + 0.2).inflated(0.007 * s);
    let sleeves = anatomy.arms.iter().map(sleeve);
    Part {
        cloth: Cloth::Shirt,
        tubes: [trunk].into_iter().chain(yokes).chain(sleeves).collect(),
        flow: 0.042 * s,
        cell: cells.cloth * s,
        cut: None,
        ends: anatomy.arms.iter().map(|arm| End::at(arm, SLEEVE)).collect(),
        limbs: anatomy.limbs(),
        softness: 0.035 * s,
    }
}

fn trousers<'a>(anatomy: &'a Anatomy<'a>, cells: &Cells) -> Part<'a> {
    let s = anatomy.scale;
    let trunk = anatomy.trunk.tube.clone().between(-0.09, WAIST + 0.15).inflated(0.010 * s);
    let leg = |leg: &Limb| leg.tube.clone().between(0.0, 2.0).inflated(0.009 * s);
    let waist = End::at(&anatomy.trunk, WAIST);
    Part {
        cloth: Cloth::Trousers,
        tubes: [trunk].into_iter().chain(anatomy.legs.iter().map(leg)).collect(),
        flow: 0.06 * s,
        cell: cells.cloth * s,
        cut: None,
        ends: [waist]
            .into_iter()
            .chain(anatomy.legs.iter().map(|leg| End::at(leg, ANKLE)))
            .collect(),
        limbs: anatomy.limbs(),
        softness: 0.035 * s,
    }
}

fn bare_arms<'a>(anatomy: &'a Anatomy<'a>, cells: &Cells) -> Vec<Part<'a>> {
    let s = anatomy.scale;
    let part = |arm: &'a Limb| Part {
        cloth: Cloth::Skin,
        tubes: vec![arm.tube.clone().between(SLEEVE - 0.06, 2.05)],
        flow: 0.0,
        cell: cells.arm * s,
        cut: None,
        ends: Vec::new(),
        limbs: vec![arm],
        softness: 0.03 * s,
    };
    anatomy.arms.iter().map(part).collect()
}
