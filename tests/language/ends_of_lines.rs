//! A line of a file in another format ends in any way: `\n`, `\r\n`, or `\r` as on old machines.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle_engine::budget::Budget;
use puzzle_lang::service::check::{Levels, check};
use puzzle_lang::service::import::{Files, load};
use puzzle_lang::service::test::{ExpectationVerdict, TestPurpose, run};
use puzzle_lang::text::Source;

/// The files of the examples, with other ends of their lines.
struct Ending(&'static str);

impl Files for Ending {
    fn locate(&self, _: &Path, relative: &str) -> PathBuf {
        Path::new("examples").join(relative)
    }

    fn read(&self, path: &Path) -> Result<Arc<Source>, String> {
        let text = fs::read_to_string(path).map_err(|it| it.to_string())?;
        Ok(Arc::new(Source::new(path.to_string_lossy(), text.replace('\n', self.0))))
    }
}

#[test]
fn lines_of_other_formats_end_in_any_way() {
    for example in ["cave", "dots", "household", "pigeons", "three-clauses"] {
        let path = Path::new("examples").join(example).with_extension("puzzle");
        let text = fs::read_to_string(&path).unwrap();
        for end in ["\n", "\r\n", "\r"] {
            let source = Arc::new(Source::new(example, text.as_str()));
            let checked = check(load(source, &path, &Ending(end)), &Levels::default());
            let analysis = checked.analysis();
            let reports = run(&analysis, TestPurpose::Reading, Budget::unlimited);
            let verdicts: Vec<_> = reports.map(|it| it.verdict).collect();
            let holds = |it: &Option<_>| *it == Some(ExpectationVerdict::Holds);
            assert!(
                !verdicts.is_empty() && verdicts.iter().all(holds),
                "{example} {end:?}: {verdicts:?}"
            );
        }
    }
}
