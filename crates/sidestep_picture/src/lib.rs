//! Pictures of motion: film strips and plots as SVG and PNG.
