//! Another program as the solver: any that reads DIMACS and answers as in the SAT competitions. It
//! is stopped at our limits with all that it started, and what it claims is checked.

use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::exit::Exit;
use super::input::Failure;
use crate::budget::{Budget, Stop};
use crate::disk::reason;
use crate::interchange::dimacs;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::proof::Format;
use crate::logic::cnf::Cnf;
use crate::service::clauses::is_model;
use crate::service::proof::{Verdict, verify};

/// What the program found, as far as it could be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// A model, which is right.
    Satisfiable(Vec<bool>),
    /// No model.
    Unsatisfiable {
        /// It wrote a proof, which is right.
        is_verified: bool,
    },
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoClaim {
    /// A limit was reached, or the program says that it does not know.
    Unknown(String),
    /// The program cannot be started.
    Unusable(String),
    /// What the program said is wrong, or no answer.
    Wrong(String),
}

impl NoClaim {
    /// The failure of a command.
    pub fn failure(self, name: &str) -> Failure {
        match self {
            Self::Unknown(why) => Failure::unknown(name, &why),
            Self::Unusable(message) => Failure::unusable(name, message),
            Self::Wrong(message) => Failure { name: name.to_owned(), message, exit: Exit::Errors },
        }
    }
}

impl From<Stop> for NoClaim {
    fn from(stop: Stop) -> Self {
        Self::Unknown(stop.to_string())
    }
}

/// Asks a command, given as one text: words between blanks, or in quotes.
///
/// # Errors
/// See [`NoClaim`].
pub fn ask(command: &str, cnf: &Cnf, budget: &mut Budget) -> Result<Claim, NoClaim> {
    let unusable = |error: io::Error| {
        NoClaim::Unusable(format!("cannot hand over the clauses: {}", reason(&error)))
    };
    let folder = tempfile::tempdir().map_err(unusable)?;
    let (clauses, proof) = (folder.path().join("clauses.cnf"), folder.path().join("proof"));
    let written = std::fs::File::create(&clauses).and_then(|file| {
        let mut out = io::BufWriter::new(file);
        dimacs::write(&mut out, cnf, |_| None)?;
        out.flush()
    });
    written.map_err(unusable)?;
    let mut words = words(command);
    if !words.iter().any(|word| word.contains("{}")) {
        words.push("{}".to_owned());
    }
    let writes_proof = words.iter().any(|word| word.contains("{proof}"));
    let paths = [("{proof}", proof.to_string_lossy()), ("{}", clauses.to_string_lossy())];
    for word in &mut words {
        for (mark, path) in &paths {
            *word = word.replace(mark, path);
        }
    }
    let said = run(&words, budget)?;
    match said.status() {
        Some(b"s SATISFIABLE") => model(cnf, &said),
        Some(b"s UNSATISFIABLE") if writes_proof => {
            let bytes = crate::disk::read_file(&proof).map_err(|error| {
                NoClaim::Wrong(format!("the solver wrote no proof: {}", reason(&error)))
            })?;
            let numbers = (1..=u64::from(cnf.atoms())).collect();
            let numbered = NumberedClauses { cnf: cnf.clone(), numbers, spans: Vec::new() };
            match verify(&numbered, &bytes, Format::of(&bytes), budget)? {
                Verdict::Verified => Ok(Claim::Unsatisfiable { is_verified: true }),
                _ => Err(NoClaim::Wrong("the solver's proof is wrong".to_owned())),
            }
        }
        Some(b"s UNSATISFIABLE") => Ok(Claim::Unsatisfiable { is_verified: false }),
        Some(b"s UNKNOWN") => Err(NoClaim::Unknown("the solver does not know".to_owned())),
        _ => Err(NoClaim::Wrong(said.complaint())),
    }
}

/// The words of a command: between blanks, or in quotes of either kind.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for sign in command.chars() {
        match quote {
            Some(end) if sign == end => quote = None,
            None if sign == '"' || sign == '\'' => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

/// What a program wrote, and how it ended.
struct Said {
    output: Vec<u8>,
    errors: Vec<u8>,
    ended: String,
}

impl Said {
    fn lines(&self) -> impl Iterator<Item = &[u8]> {
        self.output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii)
    }

    fn status(&self) -> Option<&[u8]> {
        self.lines().find(|line| line.starts_with(b"s "))
    }

    /// Why there is no answer: the last words on either stream.
    fn complaint(&self) -> String {
        let last = |text: &[u8]| {
            let text = String::from_utf8_lossy(text);
            let lines = text.lines().rev().filter(|line| !line.trim().is_empty());
            let lines: Vec<_> = lines.take(5).map(str::to_owned).collect();
            lines.into_iter().rev().collect::<Vec<_>>().join("\n")
        };
        let errors = last(&self.errors);
        let words = if errors.is_empty() { last(&self.output) } else { errors };
        format!("the solver gave no answer ({}): {words}", self.ended)
    }
}

/// Runs a program to its end, or until a limit is reached.
fn run(words: &[String], budget: &mut Budget) -> Result<Said, NoClaim> {
    let [program, arguments @ ..] = words else {
        return Err(NoClaim::Unusable("the command is empty".to_owned()));
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let cannot =
        |error: &io::Error| NoClaim::Unusable(format!("cannot run `{program}`: {}", reason(error)));
    let mut child = command.spawn().map_err(|error| cannot(&error))?;
    let output = collect(child.stdout.take());
    let errors = collect(child.stderr.take());
    let status = loop {
        // What it started may go on, and has the streams too.
        let is_silent = output.is_finished() && errors.is_finished();
        match child.try_wait().map_err(|error| cannot(&error))? {
            Some(status) if is_silent => break status,
            _ => {}
        }
        if let Err(stop) = budget.look() {
            end(&mut child);
            return Err(stop.into());
        }
        thread::sleep(PAUSE);
    };
    let joined = |thread: thread::JoinHandle<Vec<u8>>| thread.join().unwrap_or_default();
    Ok(Said { output: joined(output), errors: joined(errors), ended: status.to_string() })
}

/// Time between two looks at a program that runs.
const PAUSE: Duration = Duration::from_millis(5);

/// Reads a stream on a thread of its own, so that the program never waits for us.
fn collect(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What came before an error is what there is.
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// Ends a program and, where the system has groups of processes, all that it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The model on the value lines, if it is one. Atoms that are not named are false.
fn model(cnf: &Cnf, said: &Said) -> Result<Claim, NoClaim> {
    let mut model = vec![false; cnf.atoms() as usize];
    let values = said.lines().filter_map(|line| line.strip_prefix(b"v"));
    for word in values.flat_map(|line| line.split(u8::is_ascii_whitespace)) {
        let number = std::str::from_utf8(word).ok().and_then(|word| word.parse::<i64>().ok());
        let atom = number.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
        if let Some(value) = atom.and_then(|atom| model.get_mut(atom)) {
            *value = true;
        }
    }
    if is_model(cnf, &model) {
        Ok(Claim::Satisfiable(model))
    } else {
        Err(NoClaim::Wrong("the solver's model is wrong".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        assert_eq!(words("a  -b 'c d'\"e\"f ''"), ["a", "-b", "c def", ""]);
        assert_eq!(words(" "), [""; 0]);
    }
}
