//! Where text goes: results to standard output, diagnostics to standard error. Both are buffered;
//! each is flushed before the other is written, so that a terminal shows them in order.

use std::io::{self, BufWriter, Write};

use super::exit::Exit;

/// The two streams of a command.
///
/// Errors of either are handed up to the door of the command line, which alone knows what a closed
/// pipe means ([`exit_of`]).
pub struct Output {
    results: BufWriter<Box<dyn Write>>,
    diagnostics: BufWriter<Box<dyn Write>>,
}

impl Output {
    /// Standard output and standard error.
    pub fn standard() -> Self {
        Self::new(io::stdout(), io::stderr())
    }

    /// Any two streams.
    pub fn new(results: impl Write + 'static, diagnostics: impl Write + 'static) -> Self {
        Self {
            results: BufWriter::new(Box::new(results)),
            diagnostics: BufWriter::new(Box::new(diagnostics)),
        }
    }

    /// The stream of results.
    ///
    /// # Errors
    /// When what was written to the other stream before cannot be flushed.
    pub fn results(&mut self) -> io::Result<&mut impl Write> {
        flush_if_filled(&mut self.diagnostics)?;
        Ok(&mut self.results)
    }

    /// The stream of diagnostics.
    ///
    /// # Errors
    /// As [`Output::results`].
    pub fn diagnostics(&mut self) -> io::Result<&mut impl Write> {
        flush_if_filled(&mut self.results)?;
        Ok(&mut self.diagnostics)
    }

    /// Hands everything to the system.
    ///
    /// # Errors
    /// Those of the streams.
    pub fn flush(&mut self) -> io::Result<()> {
        self.results.flush()?;
        self.diagnostics.flush()
    }
}

fn flush_if_filled(stream: &mut BufWriter<Box<dyn Write>>) -> io::Result<()> {
    if stream.buffer().is_empty() { Ok(()) } else { stream.flush() }
}

/// The exit of a command whose output may have failed. A closed pipe is how `puzzle … | head`
/// says that it has seen enough: nothing is wrong and nothing is said.
pub fn exit_of(result: io::Result<Exit>) -> Exit {
    match result {
        Ok(exit) => exit,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(error) => {
            let reason = crate::disk::reason(&error);
            // If standard error is what failed, nobody can be told.
            let _ = writeln!(io::stderr(), "error: cannot write the output: {reason}");
            Exit::Usage
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// A stream that remembers what was written to it.
    #[derive(Clone, Default)]
    pub(crate) struct MemoryStream(Rc<RefCell<Vec<u8>>>);

    impl MemoryStream {
        pub(crate) fn text(&self) -> String {
            String::from_utf8(self.0.borrow().clone()).unwrap()
        }
    }

    impl Write for MemoryStream {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_two_streams_stay_in_order() {
        let both = MemoryStream::default();
        let mut output = Output::new(both.clone(), both.clone());
        output.results().unwrap().write_all(b"1").unwrap();
        output.diagnostics().unwrap().write_all(b"2").unwrap();
        output.results().unwrap().write_all(b"3").unwrap();
        output.flush().unwrap();
        assert_eq!(both.text(), "123");
    }

    #[test]
    fn a_closed_pipe_is_fine_and_a_full_disk_is_not() {
        assert_eq!(exit_of(Err(io::ErrorKind::BrokenPipe.into())), Exit::Fine);
        assert_eq!(exit_of(Err(io::ErrorKind::StorageFull.into())), Exit::Usage);
        assert_eq!(exit_of(Ok(Exit::Unknown)), Exit::Unknown);
    }
}
