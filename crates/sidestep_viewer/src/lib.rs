//! The playground: steer, push, compare and crowd characters in a browser.
