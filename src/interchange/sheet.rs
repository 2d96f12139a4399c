//! Rule sheets as programs of other solvers, for people who go on there: answer sets and MiniZinc.
//! What both writers need to know of a sheet is here: which variables its parts speak of, how large
//! numbers can become, and what is known of a part without solving.

pub mod clingo;
pub mod minizinc;

use rustc_hash::FxHashSet;

use puzzle_engine::logic::sheet::definitions::Definitions;
use puzzle_engine::logic::sheet::{
    Fold, Operation, SentenceId, Sheet, SheetSentence, SheetVariable, SymbolId, SymbolOrigin, Term,
    TermId,
};

/// What a sheet is called in the words of its puzzle.
#[derive(Clone, Debug, Default)]
pub struct SheetNames {
    /// The puzzle.
    pub title: String,
    /// Each symbol.
    pub symbols: Vec<String>,
    /// Of sorts whose values are things: the sort, and its things in order.
    pub things: Vec<(String, Vec<String>)>,
}

/// What is wanted of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportGoal {
    /// A solution.
    Solution,
    /// A solution in which a sentence is false.
    Counterexample(SentenceId),
    /// A solution in which a term is as small as can be.
    Smallest(TermId),
    /// A solution in which a term is as large as can be.
    Largest(TermId),
}

/// Why a sheet is not written.
pub type Unwritten = String;

type Written<T> = Result<T, Unwritten>;

/// Numbers between two, or none at all.
pub type NumberInterval = (i128, i128);

/// The largest number that these programs can calculate with, without its sign.
const LARGEST: i128 = (1 << 31) - 2;

/// How deep sentences may be: these programs read by recursion.
const DEPTH: usize = 400;

/// A part of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum SheetPart {
    Sentence(SentenceId),
    Term(TermId),
}

/// What is known of the parts of a sheet.
struct SheetFacts<'s> {
    sheet: &'s Sheet,
    definitions: Definitions,
    /// By part the variables that it speaks of, ascending.
    free: [Vec<Vec<SheetVariable>>; 2],
    /// By part whether it says nothing of what is to be found.
    known: [Vec<bool>; 2],
    /// By term the numbers that it may be.
    ranges: Vec<NumberInterval>,
    /// By term whether it may be missing.
    may_miss: Vec<bool>,
    /// By symbol the same of its values.
    values: Vec<NumberInterval>,
    value_may_miss: Vec<bool>,
    /// By symbol whether something speaks of it.
    used: Vec<bool>,
}

impl<'s> SheetFacts<'s> {
    /// Those of a sheet and all that its rules and a goal speak of.
    fn of(sheet: &'s Sheet, goal: ExportGoal) -> Result<Self, Unwritten> {
        let cyclic = |_| "a definition has no meaning".to_owned();
        let definitions = Definitions::of(sheet).map_err(cyclic)?;
        let (sentences, terms) = (sheet.sentences().len(), sheet.terms().len());
        let mut facts = Self {
            sheet,
            definitions,
            free: [vec![Vec::new(); sentences], vec![Vec::new(); terms]],
            known: [vec![true; sentences], vec![true; terms]],
            ranges: vec![(0, 0); terms],
            may_miss: vec![false; terms],
            values: vec![(0, 0); sheet.symbols.len()],
            value_may_miss: vec![false; sheet.symbols.len()],
            used: sheet.symbols.iter().map(|it| it.origin == SymbolOrigin::Found).collect(),
        };
        let mut roots: Vec<SheetPart> =
            sheet.rules.iter().map(|it| SheetPart::Sentence(*it)).collect();
        match goal {
            ExportGoal::Solution => {}
            ExportGoal::Counterexample(it) => roots.push(SheetPart::Sentence(it)),
            ExportGoal::Smallest(it) | ExportGoal::Largest(it) => roots.push(SheetPart::Term(it)),
        }
        facts.look_at(roots)?;
        Ok(facts)
    }

    /// Looks at parts, at what they are made of first.
    fn look_at(&mut self, roots: Vec<SheetPart>) -> Result<(), Unwritten> {
        let mut seen: FxHashSet<SheetPart> = FxHashSet::default();
        let mut open: Vec<(SheetPart, bool)> = roots.into_iter().map(|it| (it, false)).collect();
        for id in (0..self.sheet.symbols.len()).map(|it| SymbolId(it as u32)) {
            if !matches!(
                self.sheet.symbol(id).origin,
                SymbolOrigin::Sentence(..) | SymbolOrigin::Term(..)
            ) {
                self.told(id);
            }
        }
        while let Some((part, is_over)) = open.pop() {
            if is_over {
                self.note(part)?;
                continue;
            }
            if !seen.insert(part) {
                continue;
            }
            open.push((part, true));
            let mut parts = parts(self.sheet, part);
            if let Some(symbol) = applied(self.sheet, part)
                && !std::mem::replace(&mut self.used[symbol.0 as usize], true)
            {
                match &self.sheet.symbol(symbol).origin {
                    SymbolOrigin::Sentence(_, body) => parts.push(SheetPart::Sentence(*body)),
                    SymbolOrigin::Term(_, body) => parts.push(SheetPart::Term(*body)),
                    _ => {}
                }
            }
            open.extend(parts.into_iter().map(|it| (it, false)));
        }
        Ok(())
    }

    /// The values of what is given or to be found.
    fn told(&mut self, id: SymbolId) {
        let symbol = self.sheet.symbol(id);
        let at = id.0 as usize;
        let Some(values) = &symbol.values else {
            self.values[at] = (0, 1);
            return;
        };
        let declared = (i128::from(*values.range.start()), i128::from(*values.range.end()));
        (self.values[at], self.value_may_miss[at]) = match &symbol.origin {
            SymbolOrigin::Values(table) => {
                let told = table.iter().flatten().map(|it| i128::from(*it));
                let range = told.clone().min().zip(told.max());
                (range.unwrap_or(declared), table.contains(&None))
            }
            _ => (declared, values.or_none),
        };
    }

    fn note(&mut self, part: SheetPart) -> Result<(), Unwritten> {
        let sheet = self.sheet;
        let mut free: Vec<SheetVariable> = Vec::new();
        let mut known = true;
        for it in parts(sheet, part) {
            free.extend(self.free(it));
            known &= self.is_known(it);
        }
        if let Some(symbol) = applied(sheet, part) {
            let origin = &sheet.symbol(symbol).origin;
            known &= matches!(origin, SymbolOrigin::Values(_) | SymbolOrigin::Truths(_));
        }
        let bound: &[SheetVariable] = match part {
            SheetPart::Sentence(id) => match sheet.get(id) {
                SheetSentence::All(it, _)
                | SheetSentence::Some(it, _)
                | SheetSentence::Distinct(it, ..) => it,
                _ => &[],
            },
            SheetPart::Term(id) => match sheet.get_term(id) {
                Term::Variable(it) => {
                    free.push(*it);
                    &[]
                }
                Term::Count(it, _) | Term::Fold(_, it, ..) => it,
                _ => &[],
            },
        };
        free.retain(|it| !bound.contains(it));
        free.sort_unstable();
        free.dedup();
        let (store, at) = place(part);
        self.free[store][at] = free;
        self.known[store][at] = known;
        if let SheetPart::Term(id) = part {
            let (range, may_miss) = self.value_of(sheet.get_term(id));
            if range.0 < -LARGEST || range.1 > LARGEST {
                return Err("its numbers are larger than other programs calculate with".to_owned());
            }
            self.ranges[at] = range;
            self.may_miss[at] = may_miss;
        }
        Ok(())
    }

    /// What a term may be, and whether it may be missing.
    fn value_of(&mut self, term: &Term) -> (NumberInterval, bool) {
        let of = |it: &TermId| self.ranges[it.0 as usize];
        let misses = |it: &TermId| self.may_miss[it.0 as usize];
        match term {
            Term::Number(number) => ((i128::from(*number), i128::from(*number)), false),
            Term::Variable(it) => (self.sort(*it), false),
            Term::Apply(symbol, terms) => {
                let at = symbol.0 as usize;
                if let SymbolOrigin::Term(_, body) = &self.sheet.symbol(*symbol).origin {
                    self.values[at] = self.ranges[body.0 as usize];
                    self.value_may_miss[at] = self.may_miss[body.0 as usize];
                }
                let may_miss = self.value_may_miss[at] || self.may_be_outside(*symbol, terms);
                (self.values[at], may_miss)
            }
            Term::Binary(operation, one, other) => {
                let may_be_zero = of(other).0 <= 0 && of(other).1 >= 0;
                let divides = matches!(operation, Operation::Quotient | Operation::Remainder);
                let may_miss = misses(one) || misses(other) || divides && may_be_zero;
                (calculated(*operation, of(one), of(other)), may_miss)
            }
            Term::Absolute(part) => {
                let (least, most) = of(part);
                let largest = least.abs().max(most.abs());
                let smallest =
                    if least <= 0 && most >= 0 { 0 } else { least.abs().min(most.abs()) };
                ((smallest, largest), misses(part))
            }
            Term::Count(variables, _) => ((0, self.size(variables)), false),
            Term::Fold(fold, variables, _, part) => {
                let (least, most) = of(part);
                match fold {
                    Fold::Sum => {
                        let size = self.size(variables);
                        let (least, most) = (least.min(0), most.max(0));
                        let range = (least.saturating_mul(size), most.saturating_mul(size));
                        (range, misses(part))
                    }
                    Fold::Least | Fold::Greatest => ((least, most), true),
                }
            }
        }
    }

    /// Whether an argument may be missing or not in its sort.
    fn may_be_outside(&self, symbol: SymbolId, terms: &[TermId]) -> bool {
        let sorts = &self.sheet.symbol(symbol).arguments;
        terms.iter().zip(sorts).any(|(term, sort)| {
            let sort = &self.sheet.sorts[sort.0 as usize];
            let (least, most) = self.range(*term);
            self.may_miss(*term)
                || least < i128::from(*sort.start())
                || most > i128::from(*sort.end())
        })
    }

    /// How many lists of values variables have.
    fn size(&self, variables: &[SheetVariable]) -> i128 {
        variables.iter().fold(1_i128, |size, it| {
            let (least, most) = self.sort(*it);
            size.saturating_mul(most - least + 1)
        })
    }

    fn sort(&self, variable: SheetVariable) -> NumberInterval {
        let (least, most) = self.sheet.values(variable).into_inner();
        (i128::from(least), i128::from(most))
    }

    fn free(&self, part: SheetPart) -> &[SheetVariable] {
        let (store, at) = place(part);
        &self.free[store][at]
    }

    fn is_known(&self, part: SheetPart) -> bool {
        let (store, at) = place(part);
        self.known[store][at]
    }

    fn range(&self, term: TermId) -> NumberInterval {
        self.ranges[term.0 as usize]
    }

    fn may_miss(&self, term: TermId) -> bool {
        self.may_miss[term.0 as usize]
    }

    /// Whether what a function stands for may be written in the place of the function: it only
    /// calculates with its parameters, and these have values.
    fn is_inlined(&self, symbol: SymbolId, terms: &[TermId]) -> bool {
        let SymbolOrigin::Term(parameters, body) = &self.sheet.symbol(symbol).origin else {
            return false;
        };
        let mut open = vec![*body];
        while let Some(term) = open.pop() {
            match self.sheet.get_term(term) {
                Term::Number(_) => {}
                Term::Variable(it) if parameters.contains(it) => {}
                Term::Binary(Operation::Plus | Operation::Minus | Operation::Times, one, other) => {
                    open.extend([*one, *other]);
                }
                _ => return false,
            }
        }
        !self.may_be_outside(symbol, terms)
    }
}

fn place(part: SheetPart) -> (usize, usize) {
    match part {
        SheetPart::Sentence(id) => (0, id.0 as usize),
        SheetPart::Term(id) => (1, id.0 as usize),
    }
}

/// The symbol that a part applies.
fn applied(sheet: &Sheet, part: SheetPart) -> Option<SymbolId> {
    match part {
        SheetPart::Sentence(id) => match sheet.get(id) {
            SheetSentence::Holds(symbol, _) => Some(*symbol),
            _ => None,
        },
        SheetPart::Term(id) => match sheet.get_term(id) {
            Term::Apply(symbol, _) => Some(*symbol),
            _ => None,
        },
    }
}

/// What a part is made of.
fn parts(sheet: &Sheet, part: SheetPart) -> Vec<SheetPart> {
    let terms = |terms: &[TermId]| terms.iter().map(|it| SheetPart::Term(*it)).collect();
    let sentences =
        |parts: &[SentenceId]| parts.iter().map(|it| SheetPart::Sentence(*it)).collect();
    match part {
        SheetPart::Sentence(id) => match sheet.get(id) {
            SheetSentence::Truth(_) => Vec::new(),
            SheetSentence::Holds(_, of) => terms(of),
            SheetSentence::Compare(_, one, other) => terms(&[*one, *other]),
            SheetSentence::Missing(term) => terms(&[*term]),
            SheetSentence::Not(of) | SheetSentence::All(_, of) | SheetSentence::Some(_, of) => {
                sentences(&[*of])
            }
            SheetSentence::And(of) | SheetSentence::Or(of) => sentences(of),
            SheetSentence::Iff(one, other) => sentences(&[*one, *other]),
            SheetSentence::Distinct(_, of, term) => {
                vec![SheetPart::Sentence(*of), SheetPart::Term(*term)]
            }
        },
        SheetPart::Term(id) => match sheet.get_term(id) {
            Term::Number(_) | Term::Variable(_) => Vec::new(),
            Term::Apply(_, of) => terms(of),
            Term::Binary(_, one, other) => terms(&[*one, *other]),
            Term::Absolute(of) => terms(&[*of]),
            Term::Count(_, of) => sentences(&[*of]),
            Term::Fold(_, _, of, term) => vec![SheetPart::Sentence(*of), SheetPart::Term(*term)],
        },
    }
}

/// What an operation may make of numbers.
fn calculated(operation: Operation, one: NumberInterval, other: NumberInterval) -> NumberInterval {
    let corners = |of: &dyn Fn(i128, i128) -> i128| {
        let all = [of(one.0, other.0), of(one.0, other.1), of(one.1, other.0), of(one.1, other.1)];
        all.iter().fold((all[0], all[0]), |(least, most), it| (least.min(*it), most.max(*it)))
    };
    match operation {
        Operation::Plus => (one.0.saturating_add(other.0), one.1.saturating_add(other.1)),
        Operation::Minus => (one.0.saturating_sub(other.1), one.1.saturating_sub(other.0)),
        Operation::Times => corners(&i128::saturating_mul),
        Operation::Least => (one.0.min(other.0), one.1.min(other.1)),
        Operation::Greatest => (one.0.max(other.0), one.1.max(other.1)),
        Operation::Quotient => {
            let largest = one.0.abs().max(one.1.abs());
            (if one.0 < 0 || other.0 < 0 { -largest - 1 } else { 0 }, largest)
        }
        Operation::Remainder => ((other.0 + 1).min(0), (other.1 - 1).max(0)),
    }
}

/// Names that another program takes for names, none of them twice.
fn distinct_names(
    names: &[String],
    is_reserved: impl Fn(&str) -> bool,
    begins_well: impl Fn(char) -> bool,
) -> Vec<String> {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut made = Vec::with_capacity(names.len());
    for name in names {
        let mut plain: String =
            name.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect();
        if !plain.starts_with(&begins_well) || is_reserved(&plain) {
            plain = format!("the_{plain}");
        }
        let mut unique = plain.clone();
        let mut number = 2;
        while !taken.insert(unique.clone()) {
            unique = format!("{plain}_{number}");
            number += 1;
        }
        made.push(unique);
    }
    made
}

/// Things with their numbers, a line a sort, as comments.
fn legend(names: &SheetNames) -> String {
    let line = |(sort, things): &(String, Vec<String>)| {
        let things: Vec<_> =
            things.iter().enumerate().map(|(at, thing)| format!("{at} {thing}")).collect();
        format!("% {sort}: {}\n", things.join(", "))
    };
    names.things.iter().map(line).collect()
}
