//! The linter of motion libraries: what is in them and what is wrong with them.
