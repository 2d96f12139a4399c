//! Which bytes of a file are a text.

use std::path::Path;

use crate::service::import::FileFormat;

/// Why bytes without a text are refused as a whole.
pub const BINARY: &str = "it is binary, not a text: it holds a zero byte";

/// Why bytes are refused as a whole: each character of a text in UTF-16 would be a fault.
pub fn utf16(bytes: &[u8]) -> Option<&'static str> {
    let has_mark = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    has_mark.then_some("it is UTF-16; save it as UTF-8")
}

/// Why a file is refused as a whole: it is no text. In formats of clauses comments and what follows may
/// be any bytes.
pub fn not_text(path: &Path, bytes: &[u8]) -> Option<&'static str> {
    let format = FileFormat::of(&path.to_string_lossy());
    let is_text = !matches!(format, Some(FileFormat::Dimacs | FileFormat::DavisPutnam));
    let is_binary = is_text && bytes.contains(&0);
    utf16(bytes).or(is_binary.then_some(BINARY))
}
