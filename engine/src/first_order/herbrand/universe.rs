//! Whether the variables of clauses have finitely many terms to stand for: no function leads from a sort back to it.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::evidence::refutation::{ATOM, SortNumber};
use crate::resolution::{Bank, Input, SharedTerm, TermHead, TermSymbol};

/// Terms of a sort at most.
const MOST_TERMS: u64 = 2_000;

/// The functions of each sort, by the sorts of their arguments.
type SortFunctions<'i> = FxHashMap<SortNumber, Vec<&'i [SortNumber]>>;

/// Whether each sort of a variable has few terms of what the clauses name.
pub(super) fn is_finite(input: &Input) -> bool {
    let mut named: FxHashSet<TermSymbol> = FxHashSet::default();
    for term in input.clauses.iter().flat_map(|it| &it.literals).flat_map(|it| it.terms()) {
        name(&input.bank, term, &mut named);
    }
    for (_, constants) in input.distinct.sets() {
        named.extend(constants);
    }
    let mut functions = SortFunctions::default();
    for (arguments, result) in named.iter().map(|it| &input.symbols[it.0 as usize]) {
        if let Some(sort) = result {
            functions.entry(*sort).or_default().push(arguments);
        }
    }
    let mut counts = FxHashMap::default();
    let mut variables = input.clauses.iter().flat_map(|it| &it.variables);
    variables.all(|it| {
        count(input.bank.sort(*it), &functions, &mut counts).is_some_and(|it| it <= MOST_TERMS)
    })
}

fn name(bank: &Bank, term: SharedTerm, named: &mut FxHashSet<TermSymbol>) {
    if let TermHead::Symbol(symbol) = bank.head(term)
        && bank.sort(term) != ATOM
    {
        named.insert(symbol);
    }
    bank.arguments(term).iter().for_each(|it| name(bank, *it, named));
}

/// How many terms a sort has, at least one; `None` for ever more. Sorts that are being counted are known as `None`.
fn count(
    sort: SortNumber,
    functions: &SortFunctions<'_>,
    counts: &mut FxHashMap<SortNumber, Option<u64>>,
) -> Option<u64> {
    if let Some(known) = counts.get(&sort) {
        return *known;
    }
    counts.insert(sort, None);
    let mut sum = 0_u64;
    for arguments in functions.get(&sort).into_iter().flatten() {
        let mut product = 1_u64;
        for argument in *arguments {
            product = product.saturating_mul(count(*argument, functions, counts)?);
        }
        sum = sum.saturating_add(product);
    }
    let counted = Some(sum.max(1));
    counts.insert(sort, counted);
    counted
}
