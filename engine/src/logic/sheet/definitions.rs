//! Which definitions mention themselves, directly or through others, and whether they may: only
//! predicates do, and only where they are not denied. Then they hold of what follows in finitely
//! many steps, and there is one way to read them.

use super::{SentenceId, Sheet, SheetSentence, SymbolId, SymbolOrigin, Term, TermId};

/// What is wrong with a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefinitionFault {
    /// A function depends on itself.
    Function(SymbolId),
    /// A predicate mentions itself where it is denied, or where its truth is counted or compared.
    Denied(SymbolId),
}

/// The definitions of a sheet that are understood together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definitions {
    /// By symbol the group of predicates that mention each other; `None` where it does not
    /// mention itself.
    groups: Vec<Option<u32>>,
    /// By symbol whether it is given, or follows from what is given.
    known: Vec<bool>,
}

/// A symbol that a definition mentions, and whether that is a predicate that is not denied.
type Mention = (SymbolId, bool);

impl Definitions {
    /// Those of a sheet.
    ///
    /// # Errors
    /// The first definition that has no meaning.
    pub fn of(sheet: &Sheet) -> Result<Self, DefinitionFault> {
        let mentions: Vec<_> = (0..sheet.symbols.len()).map(|it| mentions(sheet, it)).collect();
        let components = components(&mentions);
        let mut groups = vec![None; mentions.len()];
        for (at, mentioned) in mentions.iter().enumerate() {
            for &(other, is_affirmed) in mentioned {
                if components[at] != components[other.0 as usize] {
                    continue;
                }
                let symbol = SymbolId(at as u32);
                if sheet.symbol(symbol).values.is_some() {
                    return Err(DefinitionFault::Function(symbol));
                }
                if !is_affirmed {
                    return Err(DefinitionFault::Denied(symbol));
                }
                groups[at] = Some(components[at]);
            }
        }
        Ok(Self { groups, known: known(sheet, &mentions) })
    }

    /// Whether a symbol is given or follows from what is given.
    pub fn is_known(&self, symbol: SymbolId) -> bool {
        self.known[symbol.0 as usize]
    }

    /// Whether a sentence speaks of nothing that is to be found.
    pub fn know(&self, sheet: &Sheet, sentence: SentenceId) -> bool {
        let mut open = vec![Part::Sentence(sentence, None)];
        while let Some(part) = open.pop() {
            match part {
                Part::Sentence(id, _) => {
                    if matches!(sheet.get(id), SheetSentence::Holds(it, _) if !self.is_known(*it)) {
                        return false;
                    }
                    sentence_parts(sheet.get(id), None, &mut open);
                }
                Part::Term(id) => {
                    if matches!(sheet.get_term(id), Term::Apply(it, _) if !self.is_known(*it)) {
                        return false;
                    }
                    term_parts(sheet.get_term(id), &mut open);
                }
            }
        }
        true
    }

    /// The group of predicates that mention each other to which a symbol belongs, if it mentions
    /// itself.
    pub fn group(&self, symbol: SymbolId) -> Option<u32> {
        self.groups[symbol.0 as usize]
    }
}

/// Which symbols do not depend on what is to be found.
fn known(sheet: &Sheet, mentions: &[Vec<Mention>]) -> Vec<bool> {
    let mut readers = vec![Vec::new(); mentions.len()];
    for (at, mentioned) in mentions.iter().enumerate() {
        mentioned.iter().for_each(|(other, _)| readers[other.0 as usize].push(at));
    }
    let mut known = vec![true; mentions.len()];
    let is_found = |at: &usize| sheet.symbols[*at].origin == SymbolOrigin::Found;
    let mut open: Vec<_> = (0..mentions.len()).filter(is_found).collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut known[at], false) {
            open.extend(&readers[at]);
        }
    }
    known
}

/// A sentence and whether it is affirmed, or a term.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Sentence(SentenceId, Option<bool>),
    Term(TermId),
}

/// What the definition of a symbol mentions.
fn mentions(sheet: &Sheet, symbol: usize) -> Vec<Mention> {
    let mut open = match &sheet.symbols[symbol].origin {
        SymbolOrigin::Sentence(_, body) => vec![Part::Sentence(*body, Some(true))],
        SymbolOrigin::Term(_, body) => vec![Part::Term(*body)],
        _ => Vec::new(),
    };
    let mut found: Vec<Mention> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(part) = open.pop() {
        let key = match part {
            Part::Sentence(id, sign) => (true, id.0, sign),
            Part::Term(id) => (false, id.0, None),
        };
        if !seen.insert(key) {
            continue;
        }
        match part {
            Part::Sentence(id, sign) => {
                if let SheetSentence::Holds(other, _) = sheet.get(id) {
                    found.push((*other, sign == Some(true)));
                }
                sentence_parts(sheet.get(id), sign, &mut open);
            }
            Part::Term(id) => {
                if let Term::Apply(other, _) = sheet.get_term(id) {
                    found.push((*other, false));
                }
                term_parts(sheet.get_term(id), &mut open);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn sentence_parts(sentence: &SheetSentence, sign: Option<bool>, open: &mut Vec<Part>) {
    match sentence {
        SheetSentence::Truth(_) => {}
        SheetSentence::Holds(_, terms) => open.extend(terms.iter().map(|it| Part::Term(*it))),
        SheetSentence::Compare(_, one, other) => {
            open.extend([Part::Term(*one), Part::Term(*other)]);
        }
        SheetSentence::Missing(term) => open.push(Part::Term(*term)),
        SheetSentence::Not(part) => open.push(Part::Sentence(*part, sign.map(|it| !it))),
        SheetSentence::And(parts) | SheetSentence::Or(parts) => {
            open.extend(parts.iter().map(|it| Part::Sentence(*it, sign)));
        }
        SheetSentence::Iff(one, other) => {
            open.extend([one, other].map(|it| Part::Sentence(*it, None)));
        }
        SheetSentence::All(_, part) | SheetSentence::Some(_, part) => {
            open.push(Part::Sentence(*part, sign));
        }
        SheetSentence::Distinct(_, part, term) => {
            open.extend([Part::Sentence(*part, None), Part::Term(*term)]);
        }
    }
}

fn term_parts(term: &Term, open: &mut Vec<Part>) {
    match term {
        Term::Number(_) | Term::Variable(_) => {}
        Term::Apply(_, terms) => open.extend(terms.iter().map(|it| Part::Term(*it))),
        Term::Binary(_, one, other) => open.extend([Part::Term(*one), Part::Term(*other)]),
        Term::Absolute(part) => open.push(Part::Term(*part)),
        Term::Count(_, part) => open.push(Part::Sentence(*part, None)),
        Term::Fold(_, _, part, term) => {
            open.extend([Part::Sentence(*part, None), Part::Term(*term)]);
        }
    }
}

/// The strongly connected component of each symbol (Tarjan, "Depth-first search and linear graph
/// algorithms", 1972).
fn components(mentions: &[Vec<Mention>]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let (mut order, mut lowest) = (vec![NONE; mentions.len()], vec![0; mentions.len()]);
    let (mut components, mut path) = (vec![NONE; mentions.len()], Vec::new());
    let mut next = 0;
    for root in 0..mentions.len() {
        let mut calls = vec![(root, 0)];
        while let Some((at, done)) = calls.pop() {
            if done == 0 {
                if order[at] != NONE {
                    continue;
                }
                (order[at], lowest[at]) = (next, next);
                next += 1;
                path.push(at);
            } else {
                let before = mentions[at][done - 1].0.0 as usize;
                if components[before] == NONE {
                    lowest[at] = lowest[at].min(lowest[before]);
                }
            }
            if let Some((other, _)) = mentions[at].get(done) {
                calls.push((at, done + 1));
                calls.push((other.0 as usize, 0));
            } else if lowest[at] == order[at] {
                while let Some(member) = path.pop() {
                    components[member] = order[at];
                    if member == at {
                        break;
                    }
                }
            }
        }
    }
    components
}
