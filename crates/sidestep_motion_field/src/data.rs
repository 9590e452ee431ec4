//! Which motion a field is made of: the library, its ends as configured, without redundant states.

use crate::{
    config::ClipEnds,
    core::{Core, CoreError},
    ends,
    error::BuildError,
    prune,
    settings::Settings,
};
use sidestep_motion::{FrameId, MotionLibrary};
use std::sync::Arc;

/// The states of a field, and what was left out of them.
pub(crate) struct Data {
    pub(crate) core: Core,
    /// Frames of the core's library, in order.
    pub(crate) left_out: Vec<FrameId>,
}

impl Data {
    /// Finds out what to leave out.
    pub(crate) fn of(library: &Arc<MotionLibrary>, config: &Settings) -> Result<Self, BuildError> {
        let library = edited(library, config)?;
        let without = |left_out: &[FrameId]| core(&library, config, left_out);
        let mut data = Self { core: without(&[])?, left_out: Vec::new() };
        if config.ends == ClipEnds::Removed {
            data.left_out = ends::all_stuck(&data.core, without)?;
            data.core = without(&data.left_out)?;
        }
        if config.keep_fraction < 1.0 {
            data.left_out.extend(prune::redundant(&data.core, config.keep_fraction));
            data.left_out.sort_unstable();
            data.core = without(&data.left_out)?;
        }
        Ok(data)
    }

    /// Leaves out what was found out before.
    pub(crate) fn without(
        library: &Arc<MotionLibrary>,
        config: &Settings,
        left_out: &[u32],
    ) -> Result<Self, BuildError> {
        let library = edited(library, config)?;
        let mut left_out: Vec<FrameId> = left_out.iter().copied().map(FrameId).collect();
        left_out.sort_unstable();
        Ok(Self { core: core(&library, config, &left_out)?, left_out })
    }
}

/// The library with its ends as configured.
fn edited(
    library: &Arc<MotionLibrary>,
    config: &Settings,
) -> Result<Arc<MotionLibrary>, BuildError> {
    match config.ends {
        ClipEnds::Kept | ClipEnds::Removed => Ok(Arc::clone(library)),
        ClipEnds::Linked { join_secs } => {
            Ok(ends::linked(&core(library, config, &[])?, join_secs)?)
        }
    }
}

fn core(
    library: &Arc<MotionLibrary>,
    config: &Settings,
    left_out: &[FrameId],
) -> Result<Core, BuildError> {
    Core::new(library, config, left_out).map_err(|error| match error {
        CoreError::Space(error) => BuildError::Space(error),
        CoreError::Index(error) => BuildError::Index(error),
        CoreError::Empty => BuildError::NoState,
    })
}
