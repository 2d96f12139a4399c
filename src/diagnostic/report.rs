//! Diagnostics drawn for a terminal by miette, which is known nowhere else.
