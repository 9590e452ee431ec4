//! Motion matching: the frame of the library that best continues and leads where the goal wants, many times a second.
