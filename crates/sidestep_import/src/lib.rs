//! Readers of motion capture: BVH, ASF/AMC, glTF and manifests, from bytes to clips.
