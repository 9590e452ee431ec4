//! Motion fields: the character flows through the data frame by frame, steered by value functions.
