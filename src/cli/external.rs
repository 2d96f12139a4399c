//! Another program as the solver: any that reads DIMACS and answers as in the SAT competitions or as
//! MiniSat does. It is stopped at our limits with all that it started, and what it claims is checked.

mod said;

use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use self::said::{Said, SaidStatus};
use super::program::{self, NoRun, ProgramRun};
use crate::console::exit::Exit;
use crate::console::failure::CommandFailure;
use crate::disk::reason;
use crate::disk::temporary::TemporaryFolder;
use crate::interchange::dimacs;
use crate::interchange::numbered::NumberedClauses;
use crate::interchange::proof::ClauseProofFormat;
use crate::service::clauses::is_model;
use crate::service::proof::{ProofVerdict, verify};
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::cnf::Cnf;

/// What the program found, as far as it could be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExternalClaim {
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
    pub fn failure(self, name: &str) -> CommandFailure {
        match self {
            Self::Unknown(why) => CommandFailure::unknown(name, &why),
            Self::Unusable(message) => CommandFailure::unusable(name, message),
            Self::Wrong(message) => {
                CommandFailure { name: name.to_owned(), message, exit: Exit::Errors }
            }
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
pub fn ask(command: &str, cnf: &Cnf, budget: &mut Budget) -> Result<ExternalClaim, NoClaim> {
    let unusable = |error: io::Error| {
        NoClaim::Unusable(format!("cannot hand over the clauses: {}", reason(&error)))
    };
    let folder = TemporaryFolder::new("puzzle-solver-").map_err(unusable)?;
    let path = |name| folder.path().join(name).to_string_lossy().into_owned();
    let (clauses, result, proof) = (path("clauses.cnf"), path("result"), path("proof"));
    let written = std::fs::File::create(&clauses).and_then(|file| {
        let mut out = io::BufWriter::new(file);
        dimacs::write(&mut out, cnf, |_| None)?;
        out.flush()
    });
    written.map_err(unusable)?;
    let mut words = completed(words(command));
    let names = |mark: &str| words.iter().any(|word| word.contains(mark));
    let (writes_proof, writes_result) = (names(PROOF), names(RESULT));
    for word in &mut words {
        for (mark, path) in [(PROOF, &proof), (RESULT, &result), (CLAUSES, &clauses)] {
            *word = word.replace(mark, path);
        }
    }
    let mut said = run(&words, budget)?;
    if writes_result {
        // A solver that was refused wrote none, and says why.
        said.result = crate::disk::read_file(Path::new(&result)).unwrap_or_default();
    }
    match said.status() {
        Some(SaidStatus::Satisfiable) => model(cnf, &said, command),
        Some(SaidStatus::Unsatisfiable) if writes_proof => {
            let bytes = crate::disk::read_file(Path::new(&proof)).map_err(|error| {
                NoClaim::Wrong(format!("the solver wrote no proof: {}", reason(&error)))
            })?;
            let numbers = (1..=u64::from(cnf.atoms())).collect();
            let numbered = NumberedClauses { cnf: cnf.clone(), numbers, spans: Vec::new() };
            match verify(&numbered, &bytes, ClauseProofFormat::of(&bytes), budget)? {
                ProofVerdict::Verified => Ok(ExternalClaim::Unsatisfiable { is_verified: true }),
                _ => Err(NoClaim::Wrong("the solver's proof is wrong".to_owned())),
            }
        }
        Some(SaidStatus::Unsatisfiable) => Ok(ExternalClaim::Unsatisfiable { is_verified: false }),
        Some(SaidStatus::Unknown) => Err(NoClaim::Unknown("the solver does not know".to_owned())),
        None => Err(NoClaim::Wrong(said.complaint())),
    }
}

/// What stands for the paths of files in a command.
const CLAUSES: &str = "{}";
const RESULT: &str = "{result}";
const PROOF: &str = "{proof}";

/// A command with the files that people leave out. MiniSat writes its model into a file only.
fn completed(mut words: Vec<String>) -> Vec<String> {
    let names = |words: &[String], mark: &str| words.iter().any(|word| word.contains(mark));
    let program = words.first().and_then(|word| Path::new(word).file_stem());
    let is_minisat = program.is_some_and(|it| it.to_string_lossy().starts_with("minisat"));
    if !words.is_empty() && !names(&words, CLAUSES) {
        words.push(CLAUSES.to_owned());
    }
    let is_option = |word: &String| word.starts_with('-') || word == CLAUSES;
    if is_minisat && words.iter().skip(1).all(is_option) {
        words.push(RESULT.to_owned());
    }
    words
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

/// Runs a program to its end, or until a limit is reached.
fn run(words: &[String], budget: &mut Budget) -> Result<Said, NoClaim> {
    let [program, arguments @ ..] = words else {
        return Err(NoClaim::Unusable("the command is empty".to_owned()));
    };
    let ran = program::run(Command::new(program).args(arguments), budget);
    let ran = ran.map_err(|it| match it {
        NoRun::Stopped(stop) => stop.into(),
        NoRun::Failed(error) => {
            NoClaim::Unusable(format!("cannot run `{program}`: {}", reason(&error)))
        }
    })?;
    let ProgramRun { output, errors, ended } = ran;
    Ok(Said { output, errors, result: Vec::new(), ended })
}

/// The model that was named, if it is one. Atoms that are not named are false.
fn model(cnf: &Cnf, said: &Said, command: &str) -> Result<ExternalClaim, NoClaim> {
    let mut model = vec![false; cnf.atoms() as usize];
    for number in said.values() {
        let atom = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        if let Some(value) = atom.and_then(|atom| model.get_mut(atom)) {
            *value = true;
        }
    }
    if is_model(cnf, &model) {
        Ok(ExternalClaim::Satisfiable(model))
    } else if said.values().next().is_some() {
        Err(NoClaim::Wrong("the solver's model is wrong".to_owned()))
    } else {
        let files = [CLAUSES, RESULT].into_iter().filter(|mark| !command.contains(mark));
        let files: String = files.map(|mark| format!(" {mark}")).collect();
        Err(NoClaim::Wrong(format!(
            "the solver says that there is a model, and shows none on lines `v`; if it writes the model \
             into a file, name that: `--solver '{command}{files}'`"
        )))
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

    #[test]
    fn files_that_people_leave_out_are_named() {
        for (command, expected) in [
            ("cadical -q", "cadical -q {}"),
            ("cadical {} {proof}", "cadical {} {proof}"),
            ("minisat", "minisat {} {result}"),
            ("/usr/bin/minisat_static -verb=0", "/usr/bin/minisat_static -verb=0 {} {result}"),
            ("minisat {} -no-elim", "minisat {} -no-elim {result}"),
            ("minisat {} out", "minisat {} out"),
            ("mpirun -np 2 minisat", "mpirun -np 2 minisat {}"),
            ("solver {result} {}", "solver {result} {}"),
            ("", ""),
        ] {
            assert_eq!(completed(words(command)).join(" "), expected);
        }
    }
}
