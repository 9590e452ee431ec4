//! Building controllers, with news for those who wait.

use sidestep::BuiltController;
use sidestep_clip_player::ClipPlayerConfig;
use sidestep_matching::MatchingConfig;
use sidestep_mobility_map::{GraphStage, MobilityConfig, MobilityMap};
use sidestep_motion::MotionLibrary;
use sidestep_motion_field::{FieldConfig, Stage as FieldStage};
use std::sync::Arc;

/// The methods that can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The clip player.
    Clips,
    /// Motion matching.
    Matching,
    /// The motion field, with its best measured settings or those of the paper.
    Field {
        /// Whether as published.
        as_published: bool,
    },
    /// The mobility map, of which crowds are made as well.
    Mobility,
}

/// Takes what is being done, and how much of it is done, from 0 to 1.
pub(crate) type Observe<'a> = &'a mut dyn FnMut(&str, f32);

impl Method {
    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Clips => "Clip player",
            Self::Matching => "Motion matching",
            Self::Field { as_published: false } => "Motion field",
            Self::Field { as_published: true } => "Motion field (paper)",
            Self::Mobility => "Mobility map",
        }
    }

    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Clips => "clips",
            Self::Matching => "matching",
            Self::Field { as_published: false } => "field",
            Self::Field { as_published: true } => "field_paper",
            Self::Mobility => "mobility",
        }
    }

    /// Whether building takes longer than reading what was built.
    pub(crate) fn takes_long(self) -> bool {
        matches!(self, Self::Field { .. } | Self::Mobility)
    }
}

/// Builds a controller.
pub(crate) fn construct(
    library: &Arc<MotionLibrary>,
    method: Method,
    observe: Observe<'_>,
) -> Result<BuiltController, String> {
    match method {
        Method::Clips => {
            let player = sidestep_clip_player::build(library, &ClipPlayerConfig::default());
            Ok(BuiltController::ClipPlayer(Arc::new(player.map_err(text)?)))
        }
        Method::Matching => {
            let matcher = sidestep_matching::build(library, &MatchingConfig::default());
            Ok(BuiltController::MotionMatcher(Arc::new(matcher.map_err(text)?)))
        }
        Method::Field { as_published } => field(library, as_published, observe),
        Method::Mobility => mobility_map(library, observe),
    }
}

fn field(
    library: &Arc<MotionLibrary>,
    as_published: bool,
    observe: Observe<'_>,
) -> Result<BuiltController, String> {
    let config = if as_published { FieldConfig::paper() } else { FieldConfig::agile() };
    let mut watch = |stage: FieldStage| match stage {
        FieldStage::States => observe("Motion field: states", 0.02),
        FieldStage::Transitions => observe("Motion field: transitions", 0.05),
        #[expect(clippy::cast_precision_loss, reason = "a few value functions")]
        FieldStage::Values { number, of } => {
            let share = number as f32 / of.max(1) as f32;
            observe("Motion field: values", 0.15 + 0.8 * share);
        }
        FieldStage::Line => observe("Motion field: the line", 0.95),
        _ => {}
    };
    let field = sidestep_motion_field::build_observed(library, &config, &mut watch);
    Ok(BuiltController::MotionField(Arc::new(field.map_err(text)?)))
}

fn mobility_map(
    library: &Arc<MotionLibrary>,
    observe: Observe<'_>,
) -> Result<BuiltController, String> {
    let config = MobilityConfig::default();
    let mut watch = |stage: GraphStage| match stage {
        GraphStage::Poses => observe("Mobility map: poses", 0.02),
        GraphStage::Transitions => observe("Mobility map: transitions", 0.05),
        GraphStage::Components => observe("Mobility map: components", 0.4),
        GraphStage::StateActions => observe("Mobility map: states and actions", 0.45),
    };
    let graph = sidestep_mobility_map::build_graph_observed(library, &config, &mut watch);
    let (graph, _) = graph.map_err(text)?;
    observe("Mobility map: where ways lead", 0.5);
    let table = sidestep_mobility_map::build_map(library, &graph, &config.map);
    observe("Mobility map: putting together", 0.95);
    let map = MobilityMap::from_parts(library, graph, table, &config).map_err(text)?;
    Ok(BuiltController::MobilityMap(Arc::new(map)))
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
