//! A theory that lists all its sorts, read as a puzzle by rules: what follows in it is found out as in these.

use super::puzzle::TheoryPuzzle;
use crate::kinds::Refusal;
use crate::kinds::sheet::{self, InferredName, SheetPuzzle};

/// Where a theory is no puzzle by rules, though it lists all its sorts.
const OTHER_NAMES: &str = "it has names that a puzzle by rules reads otherwise";

impl<'a> TheoryPuzzle<'a> {
    /// The same as a puzzle by rules.
    ///
    /// # Errors
    /// Why it is none.
    pub(super) fn by_rules(&self) -> Result<&SheetPuzzle<'a>, Refusal> {
        self.rules.get_or_init(|| self.read_by_rules()).as_ref().map_err(Refusal::clone)
    }

    fn read_by_rules(&self) -> Result<SheetPuzzle<'a>, Refusal> {
        if !self.is_listed() {
            let why = "it does not list all its sorts, so that nobody can try all cases";
            return Err(why.to_owned());
        }
        let (definition, scope) = self.declared;
        let names = self.names().ok_or(OTHER_NAMES)?;
        let puzzle = sheet::understood(definition, scope, names, &mut Vec::new());
        puzzle.ok_or_else(|| OTHER_NAMES.to_owned())
    }

    /// What each name means.
    fn names(&self) -> Option<Vec<InferredName<'a>>> {
        let symbols = &self.understood.symbols;
        let sort = |it| Some(symbols.sorts[symbols.sort_of(it)?.0 as usize].name);
        let name = |it: &super::symbols::DeclaredSymbol<'a>| {
            let arguments = it.arguments.iter().map(|it| sort(*it)).collect::<Option<_>>()?;
            let result = match it.result {
                Some(result) => Some(sort(result)?),
                None => None,
            };
            Some(InferredName { place: it.place, arguments, result })
        };
        symbols.symbols.iter().map(name).collect()
    }
}
