//! Pictures as values, and their renderers.
