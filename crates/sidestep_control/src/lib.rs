//! Goals, controllers and characters: what every method of control has in common.
