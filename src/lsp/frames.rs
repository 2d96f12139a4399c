//! Messages as they travel: a header with the length, then the body. A broken header costs one
//! message: reading goes on at the next header that can be found.

use std::io::{self, Read};

/// What stands on the wire.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum MessageFrame {
    /// The body of a message.
    Body(Vec<u8>),
    /// Bytes that are no message.
    Garbage,
}

/// Reads frames.
#[derive(Debug)]
pub(super) struct Frames<R> {
    input: R,
    /// What was read and belongs to no frame yet.
    pending: Vec<u8>,
}

/// The header field that counts, in lower case.
const LENGTH: &[u8] = b"content-length";

/// No header is longer.
const MAX_HEADER: usize = 4096;

/// No message is longer: texts end at 4 GiB, and in JSON some characters take more room.
const MAX_LENGTH: u64 = 1 << 33;

impl<R: Read> Frames<R> {
    /// The frames of an input.
    pub(super) const fn new(input: R) -> Self {
        Self { input, pending: Vec::new() }
    }

    /// The next frame; `None` at the end of the input, which may come in the middle of one.
    ///
    /// # Errors
    /// Those of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<MessageFrame>> {
        loop {
            // Empty lines between messages do no harm.
            let blank = self.pending.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.pending.drain(..blank);
            let Some(end) = header_end(&self.pending) else {
                if self.pending.len() > MAX_HEADER {
                    return self.skip();
                }
                if !self.fill()? {
                    return Ok(None);
                }
                continue;
            };
            let Some(length) = length(&self.pending[..end]) else { return self.skip() };
            self.pending.drain(..end);
            return self.body(length);
        }
    }

    /// Reads some more; says whether there was any.
    fn fill(&mut self) -> io::Result<bool> {
        let before = self.pending.len();
        self.pending.resize(before + (1 << 14), 0);
        let count = self.input.read(&mut self.pending[before..]);
        self.pending.truncate(before + *count.as_ref().unwrap_or(&0));
        Ok(count? > 0)
    }

    fn body(&mut self, length: usize) -> io::Result<Option<MessageFrame>> {
        let behind = self.pending.split_off(length.min(self.pending.len()));
        let mut body = std::mem::replace(&mut self.pending, behind);
        // The announced length is not reserved: it may be a lie.
        let missing = length - body.len();
        self.input.by_ref().take(missing as u64).read_to_end(&mut body)?;
        Ok((body.len() == length).then_some(MessageFrame::Body(body)))
    }

    /// Leaves out bytes up to the next header, which may start in the middle of a line.
    fn skip(&mut self) -> io::Result<Option<MessageFrame>> {
        let mut start = 1;
        loop {
            let rest = self.pending.get(start..).unwrap_or_default();
            let found =
                rest.windows(LENGTH.len()).position(|name| name.eq_ignore_ascii_case(LENGTH));
            if let Some(at) = found {
                self.pending.drain(..start + at);
                return Ok(Some(MessageFrame::Garbage));
            }
            // The end may be the start of a name.
            let kept = rest.len().min(LENGTH.len() - 1);
            self.pending.drain(..self.pending.len() - kept);
            start = 0;
            if !self.fill()? {
                self.pending.clear();
                return Ok(Some(MessageFrame::Garbage));
            }
        }
    }
}

/// The offset behind the empty line that ends a header.
fn header_end(bytes: &[u8]) -> Option<usize> {
    let bytes = &bytes[..bytes.len().min(MAX_HEADER)];
    let newlines = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    let mut starts = newlines.map(|(at, _)| at + 1);
    starts.find_map(|start| {
        let rest = &bytes[start..];
        let line = rest.strip_prefix(b"\r").unwrap_or(rest);
        line.starts_with(b"\n").then(|| bytes.len() - line.len() + 1)
    })
}

/// The length that a header announces; `None` when it is no header or announces none.
fn length(header: &[u8]) -> Option<usize> {
    let mut length = None;
    for line in str::from_utf8(header).ok()?.lines().filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':')?;
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return None;
        }
        if name.as_bytes().eq_ignore_ascii_case(LENGTH) {
            length = Some(
                value.trim().parse().ok().filter(|&length: &usize| length as u64 <= MAX_LENGTH)?,
            );
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time, as a slow pipe may.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    fn all(mut frames: Frames<impl Read>) -> Vec<String> {
        let mut shown = Vec::new();
        while let Some(frame) = frames.next().unwrap() {
            shown.push(match frame {
                MessageFrame::Body(body) => String::from_utf8(body).unwrap(),
                MessageFrame::Garbage => "?".to_owned(),
            });
        }
        shown
    }

    fn read(text: &str) -> Vec<String> {
        let read = all(Frames::new(text.as_bytes()));
        assert_eq!(all(Frames::new(Slow(text.as_bytes()))), read, "{text:?}");
        read
    }

    #[test]
    fn bodies_are_as_long_as_announced() {
        let text = "Content-Length: 3\r\n\r\nabccontent-length:2\nContent-Type: x/y; a=b\n\n\r\n";
        assert_eq!(read(text), ["abc", "\r\n"]);
        assert_eq!(read("Content-Length: 0\r\n\r\n\r\n\nContent-Length: 1\r\n\r\nx"), ["", "x"]);
    }

    #[test]
    fn a_broken_header_costs_one_message() {
        for broken in [
            "Content-Length: x\r\n\r\n{}",
            "Content-Length: -1\r\n\r\n{}",
            "Content-Length: 99999999999999999999\r\n\r\n{}",
            "Content-Type: x\r\n\r\n{}",
            "nonsense",
            "nonsense\r\n\r\n",
            "{\"a\": 1}\r\n",
            "Content-Len",
        ] {
            let text = format!("{broken}Content-Length: 2\r\n\r\nok");
            assert_eq!(read(&text), ["?", "ok"], "{broken}");
        }
        let long = "x".repeat(3 * MAX_HEADER);
        assert_eq!(read(&format!("{long}Content-Length: 2\r\n\r\nok")), ["?", "ok"]);
    }

    #[test]
    fn the_end_may_come_anywhere() {
        let text = "Content-Length: 3\r\n\r\nabc";
        for end in 0..text.len() {
            assert_eq!(read(&text[..end]), [""; 0]);
        }
    }
}
