//! A procedural actor: three minutes of human locomotion with exact ground truth.
