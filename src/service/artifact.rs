//! Files that are to be written, their bytes put together in memory within the limits.

use std::io::{self, Write};

use puzzle_engine::budget::{Budget, Stop};

/// A file to be written.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// Its name: that of the declaration and an ending that tells the format.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What is written to memory within the limits.
pub(super) fn written(
    budget: &mut Budget,
    write: impl FnOnce(&mut Limited<'_>) -> io::Result<()>,
) -> Result<Vec<u8>, Stop> {
    let mut out = Limited { bytes: Vec::new(), budget, stop: None };
    // Nothing but a limit keeps bytes out of memory.
    let _ = write(&mut out);
    out.stop.map_or(Ok(out.bytes), Err)
}

/// Bytes, each piece of which counts as a step.
pub(super) struct Limited<'b> {
    bytes: Vec<u8>,
    budget: &'b mut Budget,
    stop: Option<Stop>,
}

impl Write for Limited<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if let Err(stop) = self.budget.check() {
            self.stop = Some(stop);
            return Err(io::Error::other(stop.to_string()));
        }
        self.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
