//! A puzzle whose lines are understood: its names, what it defines, what is told, and its rules.

use rustc_hash::FxHashMap;

use super::actions::Doing;
use super::classes::Type;
use super::definitions::{UnderstoodDefinition, order};
use super::lineage::{BlockPlace, Findings, InferredName, Lineage, SheetBlock};
use super::resolve::{ExpectedPart, Resolved, Resolver};
use super::settle::Settling;
use super::signs::CellSign;
use super::symbols::{NameMeaning, NameOrigin, SortMembers, Symbols};
use super::tables::GivenTables;
use super::told::{
    DrawingPurpose, Says, Subject, TextWords, ToldDrawing, UnderstoodSign, board_functions, drawn,
};
use super::variables::Variable;
use super::{errors, lints};
use crate::diagnostic::{Diagnostic, Severity};
use crate::kinds::{Definition as Declared, Scope};
use crate::syntax::ast::{SentenceNode, Stated, SyntaxTree, TheoryLine, WrittenBody, WrittenTold};
use crate::text::Span;

/// What makes a rule.
#[derive(Clone, Debug)]
pub enum RuleKind {
    /// A sentence, by its index.
    Sentence(usize),
    /// Constants that differ from each other.
    Constants(Vec<u32>),
    /// The values of a function differ.
    Function(u32),
    /// They differ where another function has this value.
    Within(u32, u32, i64),
    /// They differ where another function that is to be found has the same value.
    Wherever(u32, u32),
    /// What a drawing says.
    Drawn(Says),
}

/// Something that a solution has to meet.
#[derive(Clone, Debug)]
pub struct UnderstoodRule {
    /// What it is.
    pub kind: RuleKind,
    /// Where it stands.
    pub place: BlockPlace,
    /// What it is called, if it has a name.
    pub label: Option<String>,
}

/// Something that a puzzle does not tell, so that nothing can be asked about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The size of its grid.
    Size(BlockPlace),
    /// What there is of a sort.
    Things(String, BlockPlace),
    Given(String, BlockPlace),
    /// What a function is at the start.
    Start(String, BlockPlace),
}

impl Missing {
    /// What is missing, where it belongs, and how it is told.
    pub fn told(&self) -> (String, BlockPlace, String) {
        match self {
            Self::Size(place) => {
                ("how large its grid is".to_owned(), *place, "board \"\"\"…\"\"\"".to_owned())
            }
            Self::Things(name, place) => {
                (format!("what there is of `{name}`"), *place, format!("sort {name} = …"))
            }
            Self::Given(name, place) => {
                (format!("`{name}`, which is given"), *place, format!("{name} …"))
            }
            Self::Start(name, place) => {
                (format!("what `{name}` is at the start"), *place, format!("start {name} = …"))
            }
        }
    }
}

/// A puzzle whose lines are understood.
#[derive(Clone, Debug)]
pub struct Understood<'a> {
    /// Its blocks.
    pub lineage: Lineage<'a>,
    /// Its names.
    pub symbols: Symbols<'a>,
    /// The variables of its sentences.
    pub variables: Vec<Variable>,
    /// What it defines.
    pub definitions: Vec<UnderstoodDefinition<'a>>,
    /// The definitions, each behind those that it mentions.
    pub order: Vec<usize>,
    /// Parameters that have their values from what definitions are applied to.
    pub called: Vec<u32>,
    pub signs: Vec<UnderstoodSign<'a>>,
    pub sentences: Vec<Resolved<'a>>,
    pub rules: Vec<UnderstoodRule>,
    /// What is given.
    pub tables: GivenTables,
    /// What is done.
    pub doing: Doing<'a>,
    pub drawings: Vec<ToldDrawing>,
    /// What it does not tell.
    pub missing: Vec<Missing>,
}

impl<'a> Understood<'a> {
    /// Whether there is something to draw: what is done, or what is to be found.
    pub(super) fn is_drawn(&self) -> bool {
        let mut symbols = self.symbols.symbols.iter();
        self.doing.is_any() || symbols.any(|it| it.origin == NameOrigin::Found)
    }

    /// Understands a declaration; `None` when faults leave it without a meaning.
    pub fn of(
        declared: Declared,
        scope: Scope<'a>,
        inferred: Vec<InferredName<'a>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let lineage = Lineage { inferred, ..Lineage::of(declared, scope, diagnostics)? };
        let own = lineage.blocks.len() - 1;
        let mut findings = Findings::new(&lineage, own);
        let understood = Self::read(&lineage, &mut findings);
        findings.mark_consequences();
        let is_sound = findings.are_harmless();
        let tells_others = findings.blames_others() && {
            let parent = lineage.blocks[own - 1].definition;
            Lineage::of(parent, scope, &mut Vec::new()).is_some_and(|it| Self::is_sound(&it))
        };
        let told = findings.told(tells_others);
        let is_told = told.iter().any(|it| it.severity == Severity::Error);
        diagnostics.extend(told);
        (is_sound && !is_told && lineage.is_whole()).then_some(understood)
    }

    /// The names of a declaration with faults, and whether these are all.
    pub fn named(declared: Declared, scope: Scope<'a>) -> Option<(Self, bool)> {
        let lineage = Lineage::of(declared, scope, &mut Vec::new())?;
        let mut findings = Findings::new(&lineage, lineage.blocks.len() - 1);
        let understood = Self::read(&lineage, &mut findings);
        let mut bodies = lineage.blocks.iter().map(|it| it.body);
        let lacks_names = bodies.any(|it| it.lacks_names || it.is_misdeclared);
        Some((understood, !lacks_names && findings.is_well_declared()))
    }

    /// Whether nothing is wrong with these blocks.
    fn is_sound(lineage: &Lineage<'a>) -> bool {
        let mut findings = Findings::new(lineage, lineage.blocks.len() - 1);
        lineage.is_whole() && {
            Self::read(lineage, &mut findings);
            findings.are_harmless()
        }
    }

    fn read(lineage: &Lineage<'a>, findings: &mut Findings<'_, 'a>) -> Self {
        let mut symbols = Symbols::declared(findings);
        symbols.infer(findings);
        let mut it = Self {
            lineage: lineage.clone(),
            symbols,
            variables: Vec::new(),
            definitions: Vec::new(),
            order: Vec::new(),
            called: Vec::new(),
            signs: Vec::new(),
            sentences: Vec::new(),
            rules: Vec::new(),
            tables: GivenTables::default(),
            doing: Doing::default(),
            drawings: Vec::new(),
            missing: Vec::new(),
        };
        findings.end_declarations();
        it.parameters(findings);
        let signs = it.sign_texts(findings);
        it.shapes(&signs, findings);
        it.symbols.of_board();
        it.resolve(signs, findings);
        it.do_actions(findings);
        it.ends(findings);
        it.settle(findings);
        it.check_changes(findings);
        it.check_players(lineage.is_game, findings);
        for sentence in &it.sentences {
            lints::beyond_the_board(sentence, &it.symbols, findings);
        }
        it.tables = GivenTables::new(&it.symbols, findings);
        let told = it.tell(findings);
        it.find_missing(&told);
        it.find_missing_start();
        let lacks_givens_only = it.missing.iter().all(|it| matches!(it, Missing::Given(..)));
        if lacks_givens_only && findings.are_harmless() {
            it.distinct(findings);
        } else {
            it.check_distinct(findings);
        }
        it
    }

    /// Each line with its block.
    pub(super) fn lines(
        &self,
    ) -> impl Iterator<Item = (usize, SheetBlock<'a>, &'a TheoryLine)> + use<'a> {
        let blocks = self.lineage.blocks.clone();
        blocks.into_iter().enumerate().flat_map(|(index, block)| {
            block.body.lines.iter().map(move |line| (index, block, line))
        })
    }

    /// The parameters of definitions.
    fn parameters(&mut self, findings: &mut Findings<'_, 'a>) {
        for (index, block, line) in self.lines() {
            let TheoryLine::Define { name, parameters, .. } = line else { continue };
            findings.block = index;
            let Some(NameMeaning::Symbol(symbol)) = self.symbols.find(block.slice(*name)) else {
                continue;
            };
            let mut resolver = Resolver::new(&mut self.symbols, &mut self.variables, findings);
            let variables = resolver.variables_of(block.text(), parameters);
            let of = |it: &u32| {
                let variable = &self.variables[*it as usize];
                super::symbols::Parameter {
                    class: variable.class,
                    sort: variable.sort,
                    variable: Some(*it),
                }
            };
            self.symbols.symbols[symbol as usize].parameters = variables.iter().map(of).collect();
        }
    }

    fn sign_texts(&mut self, findings: &mut Findings<'_, 'a>) -> Vec<CellSign<'a>> {
        let mut signs: Vec<CellSign<'a>> = Vec::new();
        let mut seen: FxHashMap<&str, BlockPlace> = FxHashMap::default();
        for (index, block, line) in self.lines() {
            let TheoryLine::Sign { text, sentence } = line else { continue };
            findings.block = index;
            let place = BlockPlace { block: index, span: *text };
            let word = block.slice(*text).trim_matches('"');
            if word.is_empty() || word.contains(char::is_whitespace) {
                findings.push(errors::not_a_sign(*text));
            }
            if let Some(first) = seen.insert(word, place) {
                let fault = errors::sign_twice(word, *text);
                findings.push(findings.related(fault, first, "the first one"));
            }
            let nodes = block.tree.sentence(sentence);
            // What a puzzle names is nothing to the rules that it takes.
            let is_name =
                |it: &str| self.symbols.places.get(it).is_some_and(|it| it.block <= index);
            signs.push(CellSign::new(word, (block.text(), block.tree), nodes, is_name));
        }
        signs
    }

    /// The variables from a first one on that are asked for, in the order of the text.
    pub(super) fn asked_from(&self, first: usize) -> Vec<usize> {
        let all = first..self.variables.len();
        let mut asked: Vec<_> = all.filter(|it| self.variables[*it].is_asked).collect();
        asked.sort_by_key(|it| self.variables[*it].place.span.start);
        asked
    }

    /// The shapes of drawings, which may tell the size of the grid and what there is of a sort.
    fn shapes(&mut self, signs: &[CellSign<'a>], findings: &mut Findings<'_, 'a>) {
        let mut texts: Vec<(Subject, BlockPlace, DrawingPurpose)> = Vec::new();
        for (index, block, line) in self.lines() {
            findings.block = index;
            match line {
                TheoryLine::Drawing { name, text } => {
                    let word = block.slice(*name);
                    let subject = match self.symbols.find(word) {
                        Some(NameMeaning::Symbol(symbol)) => Some(Subject::Symbol(symbol)),
                        _ if word == "board" => Some(Subject::Board),
                        _ => None,
                    };
                    let place = BlockPlace { block: index, span: *text };
                    match subject {
                        Some(Subject::Board) if self.symbols.grid.is_none() => {
                            // What signs lack, boards need not say again.
                            if signs.is_empty() {
                                findings.push(errors::no_grid(*name));
                            }
                        }
                        Some(subject) => texts.push((subject, place, DrawingPurpose::Told)),
                        None if self.symbols.lacks_names => {}
                        None => {
                            let known = self.symbols.similar_names(|_| true);
                            let known: Vec<_> = known.chain(["board"]).collect();
                            findings.push(errors::draws_nothing(word, *name, known));
                        }
                    }
                }
                TheoryLine::Given { heads, told: Some(told), .. } => {
                    let [head] = &heads[..] else {
                        findings.push(errors::values_of_several(heads[1].name));
                        continue;
                    };
                    let symbol = self.symbols.find(block.slice(head.name));
                    let Some(NameMeaning::Symbol(symbol)) = symbol else { continue };
                    match told {
                        WrittenTold::Drawn(text) => {
                            let place = BlockPlace { block: index, span: *text };
                            texts.push((Subject::Symbol(symbol), place, DrawingPurpose::Told));
                        }
                        WrittenTold::Values(values) => self.things_of(symbol, values, index),
                    }
                }
                TheoryLine::Start(Stated::Drawn(text)) | TheoryLine::Goal(Stated::Drawn(text)) => {
                    let purpose = match line {
                        TheoryLine::Start(_) => DrawingPurpose::Start,
                        _ => DrawingPurpose::Goal,
                    };
                    if self.symbols.grid.is_none() {
                        findings.push(errors::no_grid(*text));
                    } else {
                        let place = BlockPlace { block: index, span: *text };
                        texts.push((Subject::Board, place, purpose));
                    }
                }
                _ => {}
            }
        }
        self.draw(texts, signs, findings);
    }

    /// Looks at drawings, each with what it draws and what for.
    fn draw(
        &mut self,
        texts: Vec<(Subject, BlockPlace, DrawingPurpose)>,
        signs: &[CellSign<'a>],
        findings: &mut Findings<'_, 'a>,
    ) {
        for (subject, place, purpose) in texts {
            findings.block = place.block;
            let words =
                TextWords { text: self.lineage.blocks[place.block].text(), block: place.block };
            let drawn = drawn(&self.symbols, signs, subject, words, place.span);
            let drawing = ToldDrawing { subject, place, drawn, purpose };
            self.drawn_things(&drawing, signs);
            self.drawn_size(&drawing);
            self.drawings.push(drawing);
        }
        if let Some(grid) = &self.symbols.grid {
            grid.check(findings);
        }
    }

    /// The open sort of the values of a symbol.
    fn open_sort(&self, symbol: u32) -> Option<u32> {
        let sort = self.symbols.symbols[symbol as usize].result?.sort?;
        let is_open = matches!(self.symbols.sorts[sort as usize].elements, SortMembers::Open(_));
        is_open.then_some(sort)
    }

    fn things_of(&mut self, symbol: u32, values: &[Span], block: usize) {
        let Some(sort) = self.open_sort(symbol) else { return };
        for span in values {
            let word = self.lineage.blocks[block].slice(*span);
            if word != "none" {
                self.symbols.add_thing(sort, word, BlockPlace { block, span: *span });
            }
        }
    }

    fn drawn_things(&mut self, drawing: &ToldDrawing, signs: &[CellSign<'a>]) {
        let symbol = match drawing.subject {
            Subject::Symbol(symbol) => Some(symbol),
            Subject::Board => {
                let mut open = board_functions(&self.symbols).into_iter().map(|it| it.0);
                open.find(|it| self.open_sort(*it).is_some())
            }
        };
        let Some(sort) = symbol.and_then(|it| self.open_sort(it)) else { return };
        let block = drawing.place.block;
        for span in drawing.drawn.rows.iter().flat_map(|it| &it.places) {
            let word = self.lineage.blocks[block].slice(*span);
            let is_sign =
                drawing.subject == Subject::Board && signs.iter().any(|it| it.read(word).is_some());
            if !word.is_empty() && word != super::drawing::NOTHING && !is_sign {
                self.symbols.add_thing(sort, word, BlockPlace { block, span: *span });
            }
        }
    }

    fn drawn_size(&mut self, drawing: &ToldDrawing) {
        let Some(grid) = &mut self.symbols.grid else { return };
        let is_grid = match drawing.subject {
            Subject::Board => true,
            Subject::Symbol(symbol) => {
                let parameters = &self.symbols.symbols[symbol as usize].parameters;
                matches!(parameters[..], [one] if one.sort == Some(grid.cells))
            }
        };
        if is_grid {
            let drawn = &drawing.drawn;
            grid.draw((drawn.rows.len(), drawn.width()), drawing.place);
        }
    }

    /// Finds out what the words of all sentences are.
    fn resolve(&mut self, signs: Vec<CellSign<'a>>, findings: &mut Findings<'_, 'a>) {
        let mut signs = signs.into_iter();
        let lines: Vec<_> = self.lines().collect();
        let cells = self.symbols.grid.as_ref().map(|it| it.cells);
        let mut resolver = Resolver::new(&mut self.symbols, &mut self.variables, findings);
        for (index, block, line) in lines {
            resolver.findings.block = index;
            let source = (block.text(), block.tree);
            match line {
                TheoryLine::Define { name, parameters, body } => {
                    let Some(NameMeaning::Symbol(symbol)) =
                        resolver.symbols.find(block.slice(*name))
                    else {
                        continue;
                    };
                    let known = &resolver.symbols.symbols[symbol as usize];
                    if known.place != (BlockPlace { block: index, span: *name }) {
                        continue;
                    }
                    let variables: Vec<u32> =
                        known.parameters.iter().filter_map(|it| it.variable).collect();
                    let whole = match known.result {
                        Some(result) => ExpectedPart::Term(result.class, false),
                        None => ExpectedPart::Statement,
                    };
                    let names = parameters.iter().map(|it| block.slice(it.name));
                    let free: Vec<_> = names.zip(variables.iter().copied()).collect();
                    let nodes = block.tree.sentence(body.nodes());
                    let at = self.definitions.len() as u32;
                    resolver.symbols.symbols[symbol as usize].origin = NameOrigin::Defined(at);
                    let is_term = matches!(body, WrittenBody::Term(_));
                    let body = resolver.resolve(source, nodes, whole, &free);
                    let definition =
                        UnderstoodDefinition { symbol, parameters: variables, body, is_term };
                    self.definitions.push(definition);
                }
                TheoryLine::Sign { sentence, text } => {
                    let Some(sign) = signs.next() else { continue };
                    if cells.is_none() {
                        resolver.findings.push(errors::no_grid(*text));
                    }
                    let nodes = block.tree.sentence(sentence);
                    self.signs.push(known_sign(&mut resolver, sign, cells, *text, (source, nodes)));
                }
                TheoryLine::Rule { sentence, label } => {
                    let nodes = block.tree.sentence(sentence);
                    let resolved = resolver.resolve(source, nodes, ExpectedPart::Statement, &[]);
                    let kind = RuleKind::Sentence(self.sentences.len());
                    let place = BlockPlace { block: index, span: sentence.span };
                    let label = label.map(|it| block.slice(it).to_owned());
                    self.rules.push(UnderstoodRule { kind, place, label });
                    self.sentences.push(resolved);
                }
                _ => {}
            }
        }
        resolver.finish();
    }

    /// Finds out which values variables have, and which definitions mention which.
    fn settle(&mut self, findings: &mut Findings<'_, 'a>) {
        let (order, circles) = order(&self.definitions, &self.symbols);
        for (at, node) in circles {
            let definition = &self.definitions[at];
            let name = self.symbols.symbols[definition.symbol as usize].name;
            let span = definition.body.nodes[node].span;
            let fault = errors::mentions_itself(name, span, definition.is_term);
            findings.push_at(definition.body.block, fault);
        }
        self.order = order;
        let own: Vec<bool> = self.variables.iter().map(|it| it.sort.is_some()).collect();
        let mut settling = Settling::new(&mut self.symbols, &mut self.variables);
        let all = said(&self.order, &self.definitions, &self.signs, &self.sentences, &self.doing);
        settling.settle(0, &all);
        settling.without_values(0, &all, findings);
        for (_, sentence) in &all {
            settling.report(sentence, findings);
        }
        let parameters = self.definitions.iter().flat_map(|it| it.parameters.iter().copied());
        self.called = parameters
            .filter(|it| {
                let variable = &self.variables[*it as usize];
                !own[*it as usize]
                    && self.symbols.classes.type_of(variable.class) == Some(Type::Number)
            })
            .collect();
    }
}

/// All that is said, each with the symbol that it defines, definitions in the order in which they need each other.
pub(super) fn said<'s, 'a>(
    order: &[usize],
    definitions: &'s [UnderstoodDefinition<'a>],
    signs: &'s [UnderstoodSign<'a>],
    sentences: &'s [Resolved<'a>],
    doing: &'s Doing<'a>,
) -> Vec<(Option<u32>, &'s Resolved<'a>)> {
    let definitions = order.iter().map(|it| &definitions[*it]);
    let mut all: Vec<_> = definitions.map(|it| (Some(it.symbol), &it.body)).collect();
    all.extend(signs.iter().map(|it| (None, &it.sentence)));
    all.extend(sentences.iter().map(|it| (None, it)));
    all.extend(doing.sentences().map(|it| (None, it)));
    all
}

/// A sign with its sentence, in which `here` and its letters are variables.
fn known_sign<'a>(
    resolver: &mut Resolver<'_, '_, 'a>,
    sign: CellSign<'a>,
    cells: Option<u32>,
    text: Span,
    (source, nodes): ((&'a str, &'a SyntaxTree), &'a [SentenceNode]),
) -> UnderstoodSign<'a> {
    let sort = cells.unwrap_or_else(|| resolver.symbols.unknown_sort());
    let here = resolver.add("here", text, Some(sort));
    let letters: Vec<u32> = sign.letters.iter().map(|it| resolver.add(it, text, None)).collect();
    let mut free: Vec<(&'a str, u32)> = vec![("here", here)];
    for (letter, variable) in sign.letters.iter().zip(&letters) {
        let at = sign.text.find(letter.as_str()).unwrap_or_default();
        free.push((&sign.text[at..at + 1], *variable));
    }
    let sentence = resolver.resolve(source, nodes, ExpectedPart::Statement, &free);
    UnderstoodSign { sign, sentence, here, letters }
}
