//! Two sheets in one, where what is to be found in both is found once: so one can be asked what the other says of its
//! states.

use super::{
    Comparison, FunctionValues, SentenceId, Sheet, SheetSentence, SheetSymbol, SheetVariable,
    SortId, SymbolId, SymbolOrigin, Term, TermId,
};

/// Where the parts of a sheet lie that is written behind another one.
struct Moved {
    sorts: u32,
    variables: u32,
    terms: u32,
    sentences: u32,
    /// Which symbol each of its symbols is.
    symbols: Vec<SymbolId>,
}

impl Sheet {
    /// Writes another sheet behind this one. `same` are symbols of this one, each with the one of the other that it is;
    /// they are to be found, and have the same arguments. Where their values differ, those of both are possible, and
    /// which are is said by sentences. Returns what the other sheet demands.
    pub fn join(&mut self, other: &Self, same: &[(SymbolId, SymbolId)]) -> Vec<SentenceId> {
        let mut demands = Vec::new();
        for (own, its) in same {
            let values = (self.symbol(*own).values.clone(), other.symbol(*its).values.clone());
            let (Some(ours), Some(theirs)) = values else { continue };
            if ours != theirs {
                let least = *ours.range.start().min(theirs.range.start());
                let most = *ours.range.end().max(theirs.range.end());
                let or_none = ours.or_none || theirs.or_none;
                let both = FunctionValues { range: least..=most, or_none };
                self.symbols[own.0 as usize].values = Some(both);
                let rule = self.yields(*own, &ours);
                self.rules.push(rule);
                demands.push(self.yields(*own, &theirs));
            }
        }
        let moved = self.moved(other, same);
        self.sorts.extend(other.sorts.iter().cloned());
        self.variables.extend(other.variables.iter().map(|it| moved.sort(*it)));
        self.terms.extend(other.terms.iter().map(|it| moved.term(it)));
        self.sentences.extend(other.sentences.iter().map(|it| moved.sentence(it)));
        for (id, symbol) in (0..).map(SymbolId).zip(&other.symbols) {
            if same.iter().all(|it| it.1 != id) {
                self.symbols.push(moved.symbol(symbol));
            }
        }
        demands.extend(other.rules.iter().map(|it| moved.part(*it)));
        demands
    }

    fn moved(&self, other: &Self, same: &[(SymbolId, SymbolId)]) -> Moved {
        let mut next = self.symbols.len() as u32;
        let mut symbol = |its: SymbolId| match same.iter().find(|it| it.1 == its) {
            Some((own, _)) => *own,
            None => {
                next += 1;
                SymbolId(next - 1)
            }
        };
        Moved {
            sorts: self.sorts.len() as u32,
            variables: self.variables.len() as u32,
            terms: self.terms.len() as u32,
            sentences: self.sentences.len() as u32,
            symbols: (0..other.symbols.len() as u32).map(|it| symbol(SymbolId(it))).collect(),
        }
    }

    /// That a function yields such values everywhere.
    fn yields(&mut self, function: SymbolId, values: &FunctionValues) -> SentenceId {
        let sorts = self.symbol(function).arguments.clone();
        let variables: Vec<SheetVariable> = sorts.iter().map(|it| self.variable(*it)).collect();
        let arguments = variables.iter().map(|it| self.term(Term::Variable(*it))).collect();
        let value = self.term(Term::Apply(function, arguments));
        let [least, most] =
            [*values.range.start(), *values.range.end()].map(|it| self.term(Term::Number(it)));
        let bounds = [(least, value), (value, most)].map(|(one, other)| {
            self.sentence(SheetSentence::Compare(Comparison::AtMost, one, other))
        });
        let mut possible = self.sentence(SheetSentence::And(bounds.into()));
        if values.or_none {
            let missing = self.sentence(SheetSentence::Missing(value));
            possible = self.sentence(SheetSentence::Or([possible, missing].into()));
        }
        self.sentence(SheetSentence::All(variables.into(), possible))
    }
}

impl Moved {
    fn sort(&self, sort: SortId) -> SortId {
        SortId(sort.0 + self.sorts)
    }

    fn variable(&self, variable: SheetVariable) -> SheetVariable {
        SheetVariable(variable.0 + self.variables)
    }

    fn operand(&self, term: TermId) -> TermId {
        TermId(term.0 + self.terms)
    }

    fn part(&self, sentence: SentenceId) -> SentenceId {
        SentenceId(sentence.0 + self.sentences)
    }

    fn name(&self, symbol: SymbolId) -> SymbolId {
        self.symbols[symbol.0 as usize]
    }

    fn symbol(&self, symbol: &SheetSymbol) -> SheetSymbol {
        let parameters = |all: &[SheetVariable]| all.iter().map(|it| self.variable(*it)).collect();
        SheetSymbol {
            arguments: symbol.arguments.iter().map(|it| self.sort(*it)).collect(),
            values: symbol.values.clone(),
            origin: match &symbol.origin {
                SymbolOrigin::Sentence(all, sentence) => {
                    SymbolOrigin::Sentence(parameters(all), self.part(*sentence))
                }
                SymbolOrigin::Term(all, term) => {
                    SymbolOrigin::Term(parameters(all), self.operand(*term))
                }
                told => told.clone(),
            },
        }
    }

    fn term(&self, term: &Term) -> Term {
        let bound = |all: &[SheetVariable]| all.iter().map(|it| self.variable(*it)).collect();
        match term {
            Term::Number(number) => Term::Number(*number),
            Term::Variable(variable) => Term::Variable(self.variable(*variable)),
            Term::Apply(symbol, all) => Term::Apply(self.name(*symbol), self.operands(all)),
            Term::Binary(operation, one, other) => {
                Term::Binary(*operation, self.operand(*one), self.operand(*other))
            }
            Term::Absolute(term) => Term::Absolute(self.operand(*term)),
            Term::Count(all, sentence) => Term::Count(bound(all), self.part(*sentence)),
            Term::Fold(fold, all, sentence, term) => {
                Term::Fold(*fold, bound(all), self.part(*sentence), self.operand(*term))
            }
        }
    }

    fn operands(&self, all: &[TermId]) -> Box<[TermId]> {
        all.iter().map(|it| self.operand(*it)).collect()
    }

    fn sentence(&self, sentence: &SheetSentence) -> SheetSentence {
        use SheetSentence::{
            All, And, Compare, Distinct, Holds, Iff, Missing, Not, Or, Some, Truth,
        };
        let bound = |all: &[SheetVariable]| all.iter().map(|it| self.variable(*it)).collect();
        let parts = |all: &[SentenceId]| all.iter().map(|it| self.part(*it)).collect();
        match sentence {
            Truth(value) => Truth(*value),
            Holds(symbol, all) => Holds(self.name(*symbol), self.operands(all)),
            Compare(how, one, other) => Compare(*how, self.operand(*one), self.operand(*other)),
            Missing(term) => Missing(self.operand(*term)),
            Not(part) => Not(self.part(*part)),
            And(all) => And(parts(all)),
            Or(all) => Or(parts(all)),
            Iff(one, other) => Iff(self.part(*one), self.part(*other)),
            All(all, part) => All(bound(all), self.part(*part)),
            Some(all, part) => Some(bound(all), self.part(*part)),
            Distinct(all, part, term) => {
                Distinct(bound(all), self.part(*part), self.operand(*term))
            }
        }
    }
}
