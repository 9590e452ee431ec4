//! Writers of motion: BVH, GLB with a simple body, CSV.
