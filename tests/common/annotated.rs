//! Puzzle files that hold requests to the language server and the answers expected:
//!
//! ```text
//! formula both = (x*y)
//! solve both
//! //@ hover "bo|th"
//! //: what the server answers, line by line
//! ```
//!
//! The server sees the file without these lines. A request names a method of the protocol,
//! without `textDocument/`; behind it may stand
//!
//! - the place: a text in quotes that is looked for in the lines above, the nearest first, `|` being
//!   the cursor, which stands at its start otherwise; for `codeAction` the text is selected unless
//!   there is a cursor,
//! - `+` and a text in quotes that is typed at the cursor before,
//! - an argument, such as the new name of `rename`, the names of a file before and after
//!   `willRenameFiles`, or an object whose members a request of ours (`puzzle/…`) has besides its place.
//!
//! `//@ answers` waits until the questions of the file are answered in the background.
//!
//! `//@ file NAME` starts another file, which lies on the disk only. `//@ settings JSON` sets what a
//! person may set.

use std::ops::Range;

use serde_json::Value;

/// A file with requests.
pub(crate) struct Annotated {
    /// The lines as they are.
    lines: Vec<String>,
    /// The files without requests, the one that is open first: name and text.
    pub files: Vec<(String, String)>,
    /// What a person sets.
    pub settings: Value,
    /// The requests.
    pub requests: Vec<Request>,
}

/// A request and the answer expected.
pub(crate) struct Request {
    /// The method, without `textDocument/`.
    pub method: String,
    /// Where it is asked.
    pub place: Option<Place>,
    /// What is typed there before.
    pub typed: Option<String>,
    /// What stands behind it.
    pub argument: String,
    /// The answer expected.
    pub expected: Vec<String>,
    /// Where the answer stands.
    answer: Range<usize>,
}

/// A place in the open file.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The line, from 0.
    pub line: usize,
    /// The column in bytes.
    pub column: usize,
    /// Where the quoted text starts and ends.
    pub quoted: (usize, usize),
}

impl Annotated {
    /// Reads a file.
    pub(crate) fn read(name: &str, text: &str) -> Self {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut files = vec![(name.to_owned(), String::new())];
        let mut settings = Value::Null;
        let mut requests: Vec<Request> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            if let Some(answer) = line.trim_start().strip_prefix("//:") {
                let request = requests.last_mut().expect("an answer follows a request");
                assert_eq!(request.answer.end, at, "{name}: an answer follows its request");
                request.expected.push(answer.strip_prefix(' ').unwrap_or(answer).to_owned());
                request.answer.end += 1;
            } else if let Some(words) = line.trim_start().strip_prefix("//@") {
                let (word, rest) = words.trim().split_once(' ').unwrap_or((words.trim(), ""));
                match word {
                    "file" => files.push((rest.to_owned(), String::new())),
                    "settings" => settings = serde_json::from_str(rest).expect("JSON"),
                    _ => {
                        let text = &files.last().expect("a file").1;
                        requests.push(request(word, rest.trim(), text, at + 1));
                    }
                }
            } else {
                let text = &mut files.last_mut().expect("a file").1;
                *text += line;
                text.push('\n');
            }
        }
        Self { lines, files, settings, requests }
    }

    /// The file with other answers.
    pub(crate) fn with_answers(&self, answers: &[Vec<String>]) -> String {
        let mut text = String::new();
        let mut next = 0;
        let mut push = |line: &str| {
            text += line.trim_end();
            text.push('\n');
        };
        for (request, answer) in self.requests.iter().zip(answers) {
            self.lines[next..request.answer.start].iter().for_each(|line| push(line));
            answer.iter().for_each(|line| push(&format!("//: {line}")));
            next = request.answer.end;
        }
        self.lines[next..].iter().for_each(|line| push(line));
        text
    }
}

fn request(method: &str, rest: &str, text: &str, line: usize) -> Request {
    let (quoted, rest) = quoted(rest);
    let (typed, rest) = match rest.strip_prefix('+') {
        Some(rest) => self::quoted(rest.trim_start()),
        None => (None, rest),
    };
    Request {
        method: method.to_owned(),
        place: quoted.map(|quoted| find(text, &quoted)),
        typed,
        argument: rest.to_owned(),
        expected: Vec::new(),
        answer: line..line,
    }
}

/// The text in quotes at the start, and what follows it.
fn quoted(text: &str) -> (Option<String>, &str) {
    if !text.starts_with('"') {
        return (None, text);
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let value = values.next().expect("a text").expect("a text in quotes");
    (Some(value), text[values.byte_offset()..].trim_start())
}

fn find(text: &str, quoted: &str) -> Place {
    let cursor = quoted.find('|').unwrap_or_default();
    let wanted = quoted.replacen('|', "", 1);
    let lines: Vec<_> = text.lines().enumerate().collect();
    let found = lines.iter().rev().find_map(|(line, text)| Some((*line, text.find(&wanted)?)));
    let (line, start) = found.unwrap_or_else(|| panic!("no line above holds {wanted:?}"));
    Place { line, column: start + cursor, quoted: (start, start + wanted.len()) }
}
