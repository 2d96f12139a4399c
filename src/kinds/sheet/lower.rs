//! Lowers a puzzle to a sheet in numbers: what is to be found comes first among its symbols, and
//! each of its rules is one sentence.

use rustc_hash::FxHashMap;

use super::atoms::{ToldAtom, mentioned};
use super::classes::Type;
use super::grid::{Grid, GridRelation};
use super::lower_actions::StartOrigin;
use super::ranges::MOST;
use super::resolve::{NodeRole, Resolved};
use super::symbols::NameOrigin;
use super::told::Says;
use super::understood::{RuleKind, Understood};
use crate::kinds::Refusal;
use crate::syntax::ast::{self, Aggregate, Quantifier, SentenceOp};
use puzzle_engine::logic::sheet::{
    Comparison, Fold, FunctionValues, Operation, SentenceId, Sheet, SheetSentence, SheetSymbol,
    SheetVariable, SortId, SymbolId, SymbolOrigin as From, Term, TermId,
};

/// A part that was built.
pub(super) enum BuiltPart {
    Term(TermId),
    Sentence(SentenceId),
    /// `none`
    Nothing,
}

/// What variables stand for.
pub(super) type BoundValues = FxHashMap<u32, SheetVariable>;

/// Builds the sheet of a puzzle.
pub(super) struct Lowering<'u, 'a> {
    pub(super) understood: &'u Understood<'a>,
    pub sheet: Sheet,
    /// The number of each symbol.
    pub symbols: FxHashMap<u32, SymbolId>,
    /// The variable that each number stands for.
    pub named: FxHashMap<SheetVariable, u32>,
    /// In a game, the predicate that says that nobody can move.
    pub stuck: Option<SymbolId>,
    /// What says each change of the start.
    pub start_origins: Vec<StartOrigin>,
}

/// The most cells of a grid whose neighbours are told in a table.
const MOST_CELLS: usize = 1 << 12;

impl<'u, 'a> Lowering<'u, 'a> {
    /// The sheet of a puzzle, with what the sentences of a question speak of.
    ///
    /// # Errors
    /// That it is too large.
    pub(super) fn new(
        understood: &'u Understood<'a>,
        questions: &[&Resolved<'_>],
    ) -> Result<Self, Refusal> {
        let mut lowering = Self {
            understood,
            sheet: Sheet::default(),
            symbols: FxHashMap::default(),
            named: FxHashMap::default(),
            stuck: None,
            start_origins: Vec::new(),
        };
        let symbols = &understood.symbols;
        for sort in 0..symbols.sorts.len() as u32 {
            let (least, most) = symbols.range_of(sort).unwrap_or((0, 0));
            lowering.sheet.sorts.push(least..=most);
        }
        let signs = understood.signs.iter().map(|it| &it.sentence);
        let mut sentences: Vec<&Resolved<'_>> = understood.sentences.iter().chain(signs).collect();
        sentences.extend(questions);
        sentences.extend(understood.doing.sentences());
        let mut used = mentioned(&sentences, &understood.definitions, symbols);
        for rule in &understood.rules {
            match rule.kind {
                RuleKind::Within(_, group, _) | RuleKind::Wherever(_, group) => used.push(group),
                RuleKind::Function(function) => used.push(function),
                _ => {}
            }
        }
        let is = |it: &u32, origin| symbols.symbols[*it as usize].origin == origin;
        let is_found = |it: &u32| is(it, NameOrigin::Found);
        let all = 0..symbols.symbols.len() as u32;
        let meters = all.clone().filter(|it| is(it, NameOrigin::Meter));
        let steps = [GridRelation::Step, GridRelation::Back].map(|it| symbols.relation(it));
        let others = used.into_iter().chain(steps.into_iter().flatten());
        let others: Vec<u32> = others.filter(|it| !is_found(it)).collect();
        for symbol in all.filter(is_found).chain(meters).chain(others) {
            lowering.declare(symbol)?;
        }
        lowering.stuck = lowering.declare_players();
        lowering.define();
        for rule in &understood.rules {
            let sentence = lowering.rule(&rule.kind).ok_or("a rule has no meaning")?;
            lowering.sheet.rules.push(sentence);
        }
        Ok(lowering)
    }

    fn declare(&mut self, symbol: u32) -> Result<(), Refusal> {
        if self.symbols.contains_key(&symbol) {
            return Ok(());
        }
        let symbols = &self.understood.symbols;
        let known = &symbols.symbols[symbol as usize];
        let sort = |it: &super::symbols::Parameter| {
            let own = it.variable.and_then(|it| self.understood.variables[it as usize].sort);
            SortId(it.sort.or(own).unwrap_or_default())
        };
        let arguments: Vec<SortId> = known.parameters.iter().map(sort).collect();
        let values = known.result.map(|it| {
            let of_sort = it.sort.and_then(|it| symbols.range_of(it));
            let range = match known.origin {
                NameOrigin::Meter => (-MOST, MOST),
                _ => of_sort.or(it.range).unwrap_or((0, 0)),
            };
            let (least, most) = range;
            FunctionValues { range: least..=most, or_none: it.or_none }
        });
        let is_function = values.is_some();
        let told = |table: Vec<Option<i64>>| match is_function {
            true => From::Values(table),
            false => From::Truths(table.into_iter().map(|it| it == Some(1)).collect()),
        };
        let origin = match known.origin {
            NameOrigin::Found
            | NameOrigin::Meter
            | NameOrigin::Defined(_)
            | NameOrigin::Players(_) => From::Found,
            NameOrigin::Given => {
                told(self.understood.tables.of.get(&symbol).cloned().unwrap_or_default())
            }
            NameOrigin::Board(relation) => {
                let grid = symbols.grid.as_ref();
                let cells = grid.and_then(Grid::size).map_or(0, |it| it.0 * it.1);
                let is_table = matches!(relation, GridRelation::Beside | GridRelation::Touches);
                if is_table && cells > MOST_CELLS {
                    let name = relation.name();
                    return Err(format!("`{name}` of {cells} cells takes too large a table"));
                }
                told(grid.and_then(|it| it.table(relation)).unwrap_or_default())
            }
        };
        let id = SymbolId(self.sheet.symbols.len() as u32);
        self.sheet.symbols.push(SheetSymbol { arguments, values, origin });
        self.symbols.insert(symbol, id);
        Ok(())
    }

    /// Gives the definitions that are used what they stand for.
    fn define(&mut self) {
        for at in &self.understood.order {
            let definition = &self.understood.definitions[*at];
            let Some(id) = self.symbols.get(&definition.symbol).copied() else { continue };
            let mut bound = BoundValues::default();
            let parameters: Vec<SheetVariable> =
                definition.parameters.iter().map(|it| self.variable(*it, &mut bound)).collect();
            let root = definition.body.nodes.len() - 1;
            let built = self.build(&definition.body, root, &mut bound, &|_| None);
            self.sheet.symbols[id.0 as usize].origin = match built {
                Some(BuiltPart::Term(term)) => From::Term(parameters, term),
                Some(BuiltPart::Sentence(sentence)) => From::Sentence(parameters, sentence),
                _ => continue,
            };
        }
    }

    fn rule(&mut self, kind: &RuleKind) -> Option<SentenceId> {
        match kind {
            RuleKind::Sentence(at) => self.sentence(&self.understood.sentences[*at]),
            RuleKind::Constants(constants) => {
                let terms: Vec<TermId> =
                    constants.iter().map(|it| self.apply(*it, &[])).collect::<Option<_>>()?;
                let mut parts = Vec::new();
                for (at, first) in terms.iter().enumerate() {
                    for second in &terms[at + 1..] {
                        let same = SheetSentence::Compare(Comparison::Equal, *first, *second);
                        let same = self.sheet.sentence(same);
                        parts.push(self.sheet.sentence(SheetSentence::Not(same)));
                    }
                }
                Some(self.sheet.sentence(SheetSentence::And(parts.into())))
            }
            RuleKind::Function(function) => {
                let (variables, term) = self.applied(*function)?;
                let always = self.sheet.sentence(SheetSentence::Truth(true));
                Some(self.sheet.sentence(SheetSentence::Distinct(variables, always, term)))
            }
            RuleKind::Within(function, group, value) => {
                let (variables, term) = self.applied(*function)?;
                let value = self.sheet.term(Term::Number(*value));
                let within = self.grouped(*group, &variables, value)?;
                Some(self.sheet.sentence(SheetSentence::Distinct(variables, within, term)))
            }
            RuleKind::Wherever(function, group) => {
                let (variables, term) = self.applied(*function)?;
                let values = self.sheet.symbol(self.symbols[group]).values.clone()?;
                self.sheet.sorts.push(values.range);
                let value = self.sheet.variable(SortId(self.sheet.sorts.len() as u32 - 1));
                let of = self.sheet.term(Term::Variable(value));
                let within = self.grouped(*group, &variables, of)?;
                let distinct = SheetSentence::Distinct(variables, within, term);
                let distinct = self.sheet.sentence(distinct);
                Some(self.sheet.sentence(SheetSentence::All([value].into(), distinct)))
            }
            RuleKind::Drawn(says) => self.says(says),
        }
    }

    /// What a place of a drawing says.
    pub(super) fn says(&mut self, says: &Says) -> Option<SentenceId> {
        match says {
            Says::Told(atom) | Says::Found(atom) => self.atom(atom),
            Says::Sign { sign, parts, here, numbers } => {
                let known = &self.understood.signs[*sign];
                let values = |variable: u32| {
                    let letter = known.letters.iter().position(|it| *it == variable);
                    match letter {
                        Some(at) => numbers.get(at).copied(),
                        None => (variable == known.here).then_some(*here),
                    }
                };
                let mut built = Vec::new();
                for part in parts {
                    let mut bound = BoundValues::default();
                    match self.build(&known.sentence, *part, &mut bound, &values)? {
                        BuiltPart::Sentence(sentence) => built.push(sentence),
                        _ => return None,
                    }
                }
                Some(self.sheet.sentence(SheetSentence::And(built.into())))
            }
        }
    }

    /// That something is so for these arguments.
    pub(super) fn atom(&mut self, atom: &ToldAtom) -> Option<SentenceId> {
        let arguments: Vec<TermId> =
            atom.arguments.iter().map(|it| self.sheet.term(Term::Number(*it))).collect();
        let id = *self.symbols.get(&atom.symbol)?;
        if self.sheet.symbol(id).values.is_some() {
            let term = self.sheet.term(Term::Apply(id, arguments.into()));
            let Some(value) = atom.value else {
                return Some(self.sheet.sentence(SheetSentence::Missing(term)));
            };
            let value = self.sheet.term(Term::Number(value));
            return Some(self.sheet.sentence(SheetSentence::Compare(
                Comparison::Equal,
                term,
                value,
            )));
        }
        let holds = self.sheet.sentence(SheetSentence::Holds(id, arguments.into()));
        Some(match atom.value {
            Some(1) => holds,
            _ => self.sheet.sentence(SheetSentence::Not(holds)),
        })
    }

    fn apply(&mut self, symbol: u32, arguments: &[TermId]) -> Option<TermId> {
        let id = *self.symbols.get(&symbol)?;
        Some(self.sheet.term(Term::Apply(id, arguments.into())))
    }

    /// A function of variables.
    fn applied(&mut self, function: u32) -> Option<(Box<[SheetVariable]>, TermId)> {
        let id = *self.symbols.get(&function)?;
        let sorts = self.sheet.symbol(id).arguments.clone();
        let variables: Box<[SheetVariable]> =
            sorts.into_iter().map(|it| self.sheet.variable(it)).collect();
        let arguments: Vec<TermId> =
            variables.iter().map(|it| self.sheet.term(Term::Variable(*it))).collect();
        let term = self.apply(function, &arguments)?;
        Some((variables, term))
    }

    /// That a function of variables has a value.
    fn grouped(&mut self, group: u32, of: &[SheetVariable], value: TermId) -> Option<SentenceId> {
        let arguments: Vec<TermId> =
            of.iter().map(|it| self.sheet.term(Term::Variable(*it))).collect();
        let term = self.apply(group, &arguments)?;
        Some(self.sheet.sentence(SheetSentence::Compare(Comparison::Equal, term, value)))
    }

    /// The number of a variable.
    pub(super) fn variable(&mut self, variable: u32, bound: &mut BoundValues) -> SheetVariable {
        *bound.entry(variable).or_insert_with(|| {
            let sort = self.understood.variables[variable as usize].sort;
            let number = self.sheet.variable(SortId(sort.unwrap_or_default()));
            self.named.insert(number, variable);
            number
        })
    }

    /// A sentence without free variables.
    pub(super) fn sentence(&mut self, sentence: &Resolved<'_>) -> Option<SentenceId> {
        self.open_sentence(sentence, &mut BoundValues::default())
    }

    /// A sentence in which these variables are free.
    pub(super) fn open_sentence(
        &mut self,
        sentence: &Resolved<'_>,
        bound: &mut BoundValues,
    ) -> Option<SentenceId> {
        let root = sentence.nodes.len().checked_sub(1)?;
        match self.build(sentence, root, bound, &|_| None)? {
            BuiltPart::Sentence(sentence) => Some(sentence),
            _ => None,
        }
    }

    /// A term without free variables.
    pub(super) fn term(&mut self, term: &Resolved<'_>) -> Option<TermId> {
        let root = term.nodes.len().checked_sub(1)?;
        match self.build(term, root, &mut BoundValues::default(), &|_| None)? {
            BuiltPart::Term(term) => Some(term),
            _ => None,
        }
    }

    pub(super) fn build(
        &mut self,
        resolved: &Resolved<'_>,
        root: usize,
        bound: &mut BoundValues,
        values: &dyn Fn(u32) -> Option<i64>,
    ) -> Option<BuiltPart> {
        let mut stack: Vec<BuiltPart> = Vec::new();
        for node in resolved.starts[root]..=root {
            let count = resolved.nodes[node].op.operands();
            let operands = stack.split_off(stack.len().checked_sub(count)?);
            let mut parts =
                OperandParts { terms: Vec::new(), sentences: Vec::new(), has_none: false };
            for it in operands {
                match it {
                    BuiltPart::Term(term) => parts.terms.push(term),
                    BuiltPart::Sentence(sentence) => parts.sentences.push(sentence),
                    BuiltPart::Nothing => parts.has_none = true,
                }
            }
            let built = match resolved.classes[node] {
                Some(_) => self.built_term(resolved, node, &parts, bound, values)?,
                None => BuiltPart::Sentence(self.built_sentence(resolved, node, &parts, bound)?),
            };
            stack.push(built);
        }
        stack.pop()
    }

    fn built_term(
        &mut self,
        resolved: &Resolved<'_>,
        node: usize,
        parts: &OperandParts,
        bound: &mut BoundValues,
        values: &dyn Fn(u32) -> Option<i64>,
    ) -> Option<BuiltPart> {
        let terms = &parts.terms;
        let term = match (resolved.nodes[node].op, resolved.roles[node]) {
            (_, NodeRole::Nothing) => return Some(BuiltPart::Nothing),
            (_, NodeRole::Number(value) | NodeRole::Thing(value)) => Term::Number(value),
            (_, NodeRole::Variable(variable)) => match values(variable) {
                Some(value) => Term::Number(value),
                None => Term::Variable(self.variable(variable, bound)),
            },
            (_, NodeRole::Symbol(symbol)) => {
                Term::Apply(*self.symbols.get(&symbol)?, terms.clone().into())
            }
            (_, NodeRole::Absolute) => Term::Absolute(*terms.first()?),
            (_, NodeRole::Least) => Term::Binary(Operation::Least, *terms.first()?, *terms.get(1)?),
            (_, NodeRole::Greatest) => {
                Term::Binary(Operation::Greatest, *terms.first()?, *terms.get(1)?)
            }
            (SentenceOp::Negative, _) => {
                let zero = self.sheet.term(Term::Number(0));
                Term::Binary(Operation::Minus, zero, *terms.first()?)
            }
            (SentenceOp::Binary(operation), _) => {
                let (first, second) = (*terms.first()?, *terms.get(1)?);
                self.binary(resolved, node, operation, first, second)?
            }
            (SentenceOp::Aggregate { aggregate, count, .. }, NodeRole::Binds(first)) => {
                let variables = self.variables(first, count, bound);
                let condition = match parts.sentences.first() {
                    Some(condition) => *condition,
                    None => self.sheet.sentence(SheetSentence::Truth(true)),
                };
                let fold = match aggregate {
                    Aggregate::Count => None,
                    Aggregate::Sum => Some(Fold::Sum),
                    Aggregate::Least => Some(Fold::Least),
                    Aggregate::Greatest => Some(Fold::Greatest),
                };
                match fold {
                    None => Term::Count(variables, condition),
                    Some(fold) => Term::Fold(fold, variables, condition, *terms.first()?),
                }
            }
            _ => return None,
        };
        Some(BuiltPart::Term(self.sheet.term(term)))
    }

    pub(super) fn variables(
        &mut self,
        first: u32,
        count: u32,
        bound: &mut BoundValues,
    ) -> Box<[SheetVariable]> {
        (first..first + count).map(|it| self.variable(it, bound)).collect()
    }

    fn binary(
        &mut self,
        resolved: &Resolved<'_>,
        node: usize,
        operation: ast::WrittenOperation,
        first: TermId,
        second: TermId,
    ) -> Option<Term> {
        let of = self.understood.symbols.classes.type_of(resolved.classes[node]?);
        let is_step = matches!(of, Some(Type::Thing(_)));
        let relation = match operation {
            ast::WrittenOperation::Plus => GridRelation::Step,
            _ => GridRelation::Back,
        };
        if is_step {
            let symbol = self.understood.symbols.relation(relation)?;
            return Some(Term::Apply(*self.symbols.get(&symbol)?, [first, second].into()));
        }
        let operation = match operation {
            ast::WrittenOperation::Plus => Operation::Plus,
            ast::WrittenOperation::Minus => Operation::Minus,
            ast::WrittenOperation::Times => Operation::Times,
            ast::WrittenOperation::Quotient => Operation::Quotient,
            ast::WrittenOperation::Remainder => Operation::Remainder,
        };
        Some(Term::Binary(operation, first, second))
    }

    fn compare(&mut self, op: SentenceOp, first: TermId, second: TermId) -> SentenceId {
        use ast::WrittenComparison::{AtLeast, AtMost, Greater, Less};
        let sentence = match op {
            SentenceOp::Compare(Less) => SheetSentence::Compare(Comparison::Less, first, second),
            SentenceOp::Compare(AtMost) => {
                SheetSentence::Compare(Comparison::AtMost, first, second)
            }
            SentenceOp::Compare(Greater) => SheetSentence::Compare(Comparison::Less, second, first),
            SentenceOp::Compare(AtLeast) => {
                SheetSentence::Compare(Comparison::AtMost, second, first)
            }
            _ => SheetSentence::Compare(Comparison::Equal, first, second),
        };
        let compared = self.sheet.sentence(sentence);
        match op {
            SentenceOp::Unequal => self.sheet.sentence(SheetSentence::Not(compared)),
            _ => compared,
        }
    }

    fn built_sentence(
        &mut self,
        resolved: &Resolved<'_>,
        node: usize,
        parts: &OperandParts,
        bound: &mut BoundValues,
    ) -> Option<SentenceId> {
        let (terms, of) = (&parts.terms, &parts.sentences);
        let sentence = match (resolved.nodes[node].op, resolved.roles[node]) {
            (SentenceOp::Apply { .. }, NodeRole::Symbol(symbol)) => {
                SheetSentence::Holds(*self.symbols.get(&symbol)?, terms.clone().into())
            }
            (SentenceOp::Truth(truth), _) => SheetSentence::Truth(truth),
            (op @ (SentenceOp::Equal | SentenceOp::Unequal), _) if parts.has_none => {
                let missing = match terms.first() {
                    Some(term) => SheetSentence::Missing(*term),
                    None => SheetSentence::Truth(true),
                };
                match op {
                    SentenceOp::Equal => missing,
                    _ => SheetSentence::Not(self.sheet.sentence(missing)),
                }
            }
            (op @ (SentenceOp::Equal | SentenceOp::Unequal | SentenceOp::Compare(_)), _) => {
                return Some(self.compare(op, *terms.first()?, *terms.get(1)?));
            }
            (SentenceOp::Chain { first, .. }, _) => {
                let chained = &resolved.tree.chained[first as usize..];
                let pairs = terms.windows(2).zip(chained);
                let parts: Vec<_> = pairs.map(|(it, op)| self.compare(*op, it[0], it[1])).collect();
                SheetSentence::And(parts.into())
            }
            (SentenceOp::Not, _) => SheetSentence::Not(*of.first()?),
            (SentenceOp::And, _) => SheetSentence::And(of.clone().into()),
            (SentenceOp::Or, _) => SheetSentence::Or(of.clone().into()),
            (SentenceOp::Implies, _) => {
                let not = self.sheet.sentence(SheetSentence::Not(*of.first()?));
                SheetSentence::Or([not, *of.get(1)?].into())
            }
            (SentenceOp::Iff, _) => SheetSentence::Iff(*of.first()?, *of.get(1)?),
            (
                SentenceOp::Quantified { quantifier, count, .. }
                | SentenceOp::Counted { quantifier, count, .. },
                NodeRole::Binds(first),
            ) => {
                let variables = self.variables(first, count, bound);
                let body = *of.first()?;
                let term = terms.first().copied();
                return self.quantified(resolved.text, quantifier, variables, body, term);
            }
            _ => return None,
        };
        Some(self.sheet.sentence(sentence))
    }

    fn quantified(
        &mut self,
        text: &str,
        quantifier: Quantifier,
        variables: Box<[SheetVariable]>,
        body: SentenceId,
        term: Option<TermId>,
    ) -> Option<SentenceId> {
        let (comparison, number, is_least) = match quantifier {
            Quantifier::All => {
                return Some(self.sheet.sentence(SheetSentence::All(variables, body)));
            }
            Quantifier::Some => {
                return Some(self.sheet.sentence(SheetSentence::Some(variables, body)));
            }
            Quantifier::No => {
                let some = self.sheet.sentence(SheetSentence::Some(variables, body));
                return Some(self.sheet.sentence(SheetSentence::Not(some)));
            }
            Quantifier::AtLeast(number) => (Comparison::AtMost, number, true),
            Quantifier::AtMost(number) => (Comparison::AtMost, number, false),
            Quantifier::Exactly(number) => (Comparison::Equal, number, false),
        };
        let number = match term {
            Some(term) => term,
            None => {
                let number = match &text[number.range()] {
                    "one" => 1,
                    digits => digits.parse().unwrap_or(MOST),
                };
                self.sheet.term(Term::Number(number))
            }
        };
        let count = self.sheet.term(Term::Count(variables, body));
        let (first, second) = if is_least { (number, count) } else { (count, number) };
        Some(self.sheet.sentence(SheetSentence::Compare(comparison, first, second)))
    }
}

/// The operands of a node.
struct OperandParts {
    terms: Vec<TermId>,
    sentences: Vec<SentenceId>,
    has_none: bool,
}
