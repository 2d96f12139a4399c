//! A problem in TPTP by some of the procedures: `alone models FILE`, or `alone without-models FILE`. What
//! `benches/tptp/run.py --alone` runs.

use std::path::Path;
use std::process::ExitCode;

use puzzle_engine::Failure;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::solve::theory::decide::{TheoryProcedure, TheorySearch, TheoryVerdict};
use puzzle_lang::disk::Disk;
use puzzle_lang::service::import::Files;
use puzzle_lang::service::import::tptp::load;

fn name(procedure: TheoryProcedure) -> &'static str {
    match procedure {
        TheoryProcedure::Instances => "instances",
        TheoryProcedure::Herbrand => "herbrand",
        TheoryProcedure::Models => "models",
        TheoryProcedure::Resolution(strategy) => strategy.name,
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, which, path] = &arguments[..] else { return ExitCode::from(2) };
    let is_wanted = |it: TheoryProcedure| match which.strip_prefix("without-") {
        Some(other) => name(it) != other,
        None => name(it) == which || which == "all",
    };
    let procedures: Vec<_> =
        TheoryProcedure::ALL.into_iter().filter(|it| is_wanted(it.0)).collect();
    let library = Disk.library();
    let (path, mut budget) = (Path::new(path), Budget::unlimited());
    let Ok(source) = Disk.read(path) else { return ExitCode::from(2) };
    let loaded = load(source, path, &Disk, library.as_deref(), &mut budget);
    let Ok(mut loaded) = loaded else { return ExitCode::from(2) };
    if loaded.has_errors() {
        return ExitCode::from(2);
    }
    let goal = loaded.problem.goal().map(|it| (it, false));
    let demands: Vec<_> = goal.into_iter().collect();
    let search = TheorySearch::new(&loaded.problem.theory, &demands, &procedures, &mut budget);
    match search.map_err(Failure::from).and_then(|it| it.run(&mut budget)) {
        Ok(TheoryVerdict::Contradictory(_)) => println!("% SZS status Unsatisfiable"),
        Ok(TheoryVerdict::Model(_) | TheoryVerdict::Saturated(_)) => {
            println!("% SZS status Satisfiable");
        }
        Err(Failure::Stopped(Stop::Open(_) | Stop::Size(_))) => println!("% SZS status GaveUp"),
        Err(failure) => {
            eprintln!("{failure:?}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
