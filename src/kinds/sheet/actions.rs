//! What is done in a puzzle: its actions with their conditions and changes, what is so at the
//! start, and what shall be so at last.

use super::changes::{Becomes, Single, meters, singles};
use super::errors;
use super::lineage::{BlockPlace, Findings, SheetBlock};
use super::players::{EndOfPlay, Who};
use super::resolve::{ExpectedPart, NodeRole, Resolved, Resolver};
use super::symbols::{NameOrigin, Symbols};
use super::told::Says;
use super::understood::{Missing, Understood};
use crate::syntax::ast::{BoundName, SentenceOp, Stated, TheoryLine, WrittenSentence, WrittenType};
use crate::text::Span;

/// Something that may be done.
#[derive(Clone, Debug)]
pub struct Action<'a> {
    pub name: &'a str,
    /// Where it is declared.
    pub place: BlockPlace,
    /// What it is done to.
    pub parameters: Vec<u32>,
    /// What stands behind `when`.
    pub conditions: Vec<Resolved<'a>>,
    /// What stands behind `then`, each with the single changes that it comes to.
    pub changes: Vec<(Resolved<'a>, Vec<Single>)>,
}

/// What is done in a puzzle.
#[derive(Clone, Debug, Default)]
pub struct Doing<'a> {
    /// Its actions. Without any nothing is done.
    pub actions: Vec<Action<'a>>,
    /// What `start` says, with the single changes that it comes to.
    pub starts: Vec<(Resolved<'a>, Vec<Single>)>,
    pub drawn_starts: Vec<(Says, BlockPlace)>,
    /// What `goal` says.
    pub goals: Vec<Resolved<'a>>,
    pub drawn_goals: Vec<(Says, BlockPlace)>,
    /// Who wins and who loses when.
    pub ends: Vec<EndOfPlay<'a>>,
    /// What players have at the end.
    pub scores: Vec<(Who, Resolved<'a>)>,
}

impl<'a> Doing<'a> {
    /// Whether something is done at all.
    pub fn is_any(&self) -> bool {
        !self.actions.is_empty()
    }

    /// Whether anything says what shall be so at last.
    pub fn has_goal(&self) -> bool {
        !self.goals.is_empty() || !self.drawn_goals.is_empty()
    }

    /// All sentences.
    pub fn sentences(&self) -> impl Iterator<Item = &Resolved<'a>> {
        let ends = self.ends.iter().map(|it| &it.sentence);
        self.sentences_before_end().chain(ends).chain(self.scores.iter().map(|it| &it.1))
    }

    /// All sentences but those about who has won.
    pub fn sentences_before_end(&self) -> impl Iterator<Item = &Resolved<'a>> {
        let of_actions = self
            .actions
            .iter()
            .flat_map(|it| it.conditions.iter().chain(it.changes.iter().map(|it| &it.0)));
        let starts = self.starts.iter().map(|it| &it.0);
        of_actions.chain(starts).chain(&self.goals)
    }

    /// The changes of an action, by their index, each with its sentence.
    pub fn single(&self, action: usize, change: usize) -> Option<(&Resolved<'a>, &Single)> {
        let all = self.actions.get(action)?.changes.iter();
        all.flat_map(|(sentence, singles)| singles.iter().map(move |it| (sentence, it))).nth(change)
    }
}

/// The type of a meter.
const METER: &str = "number";

impl<'a> Symbols<'a> {
    /// Whether a function yields numbers without end: `number`, unless a sort is called so.
    pub(super) fn is_meter(
        &self,
        result: Option<WrittenType>,
        block: usize,
        findings: &Findings<'_, 'a>,
    ) -> bool {
        let name = result.and_then(|it| it.sort());
        let word = name.map(|it| findings.lineage.blocks[block].slice(it));
        word == Some(METER) && self.sort_called(METER).is_none()
    }
}

impl<'a> Understood<'a> {
    /// The parameters of actions are variables like those of definitions; reads the lines about
    /// what is done.
    pub(super) fn do_actions(&mut self, findings: &mut Findings<'_, 'a>) {
        let lines: Vec<_> = self.lines().collect();
        let mut resolver = Resolver::new(&mut self.symbols, &mut self.variables, findings);
        let mut above: Option<usize> = None;
        let mut free: Vec<(&'a str, u32)> = Vec::new();
        for (index, block, line) in lines {
            resolver.findings.block = index;
            let source = (block.text(), block.tree);
            let read = |resolver: &mut Resolver<'_, '_, 'a>,
                        sentence: &WrittenSentence,
                        whole,
                        free: &[_]| {
                resolver.resolve(source, block.tree.sentence(sentence), whole, free)
            };
            match line {
                TheoryLine::Action { name, parameters, .. } => {
                    let place = BlockPlace { block: index, span: *name };
                    let action = begin(&mut resolver, &self.doing, block, place, parameters);
                    let names = parameters.iter().map(|it| block.slice(it.name));
                    free = names.zip(action.parameters.iter().copied()).collect();
                    above = Some(self.doing.actions.len());
                    self.doing.actions.push(action);
                }
                TheoryLine::Part { .. } => {}
                TheoryLine::Start(Stated::Sentence(sentence)) => {
                    let sentence = read(&mut resolver, sentence, ExpectedPart::Statement, &[]);
                    self.doing.starts.push((sentence, Vec::new()));
                    above = None;
                }
                TheoryLine::Goal(Stated::Sentence(sentence)) => {
                    let sentence = read(&mut resolver, sentence, ExpectedPart::Statement, &[]);
                    self.doing.goals.push(sentence);
                    above = None;
                }
                _ => above = None,
            }
            let (TheoryLine::Action { condition, change, .. }
            | TheoryLine::Part { condition, change }) = line
            else {
                continue;
            };
            let Some(action) = above else {
                if !block.body.is_broken {
                    let sentence = condition.as_ref().or(change.as_ref());
                    let span = sentence.map_or_else(Default::default, |it| it.span);
                    resolver.findings.push(errors::no_action_above(span));
                }
                continue;
            };
            let action = &mut self.doing.actions[action];
            if let Some(condition) = condition {
                let condition = read(&mut resolver, condition, ExpectedPart::Statement, &free);
                action.conditions.push(condition);
            }
            if let Some(change) = change {
                let change = read(&mut resolver, change, ExpectedPart::Change, &free);
                action.changes.push((change, Vec::new()));
            }
        }
        resolver.finish();
        self.check_done(findings);
    }

    /// Says of a start or a goal that nothing can be done.
    fn check_done(&self, findings: &mut Findings<'_, 'a>) {
        let place = |(index, block, line): (usize, SheetBlock<'a>, &'a TheoryLine)| {
            stated(line, block.text()).map(|span| (index, span))
        };
        if self.doing.actions.is_empty()
            && self.lineage.blocks.iter().all(|it| !it.body.is_broken)
            && let Some((block, span)) = self.lines().find_map(place)
        {
            findings.push_at(block, errors::nothing_done(span));
        }
    }

    /// Finds the single changes, once all words are understood, and what reads a meter.
    pub(super) fn check_changes(&mut self, findings: &mut Findings<'_, 'a>) {
        let symbols = &self.symbols;
        let is_sound = findings.are_harmless();
        for action in &mut self.doing.actions {
            for (sentence, found) in &mut action.changes {
                take(sentence, found, symbols, false, is_sound, findings);
            }
        }
        for (sentence, found) in &mut self.doing.starts {
            take(sentence, found, symbols, true, is_sound, findings);
            let reads = found.iter().find_map(|it| reads_state(sentence, it, symbols));
            if let Some(node) = reads {
                let name = sentence.word(node).to_owned();
                let fault = errors::start_reads(&name, sentence.nodes[node].span);
                findings.push_at(sentence.block, fault);
            }
        }
        for (_, term) in &self.doing.scores {
            if let Err(node) = meters(term, symbols) {
                let fault = errors::meter_read(term.word(node), term.nodes[node].span);
                findings.push_at(term.block, fault);
            }
        }
        let ends = self.doing.ends.iter().map(|it| &it.sentence);
        let others = self.sentences.iter().chain(&self.doing.goals).chain(ends);
        let definitions = self.definitions.iter().map(|it| &it.body);
        let signs = self.signs.iter().map(|it| &it.sentence);
        let conditions = self.doing.actions.iter().flat_map(|it| &it.conditions);
        for sentence in others.chain(definitions).chain(signs).chain(conditions) {
            let all = 0..sentence.nodes.len();
            meter_read(sentence, all, symbols, findings);
        }
        for (sentence, singles) in self.doing.actions.iter().flat_map(|it| &it.changes) {
            for single in singles {
                for node in parts(sentence, single) {
                    meter_read(sentence, sentence.starts[node]..node + 1, symbols, findings);
                }
            }
        }
        if !self.doing.is_any() {
            let meters = symbols.symbols.iter().filter(|it| it.origin == NameOrigin::Meter);
            for it in meters {
                findings.push_at(it.place.block, errors::meter_alone(it.name, it.place.span));
            }
        }
    }

    /// Functions of which nothing says what they are at the start.
    pub(super) fn find_missing_start(&mut self) {
        if !self.doing.is_any() {
            return;
        }
        let mut told = vec![false; self.symbols.symbols.len()];
        // The first player moves first where nothing else is said.
        if let Some(players) = self.symbols.players {
            told[players.turn as usize] = true;
        }
        for (sentence, singles) in &self.doing.starts {
            for it in singles {
                if let NodeRole::Symbol(symbol) = sentence.roles[it.target] {
                    told[symbol as usize] = true;
                }
            }
        }
        for (says, _) in &self.doing.drawn_starts {
            match says {
                Says::Told(atom) | Says::Found(atom) => told[atom.symbol as usize] = true,
                Says::Sign { sign, .. } => {
                    for role in &self.signs[*sign].sentence.roles {
                        if let NodeRole::Symbol(symbol) = role {
                            told[*symbol as usize] = true;
                        }
                    }
                }
            }
        }
        for (symbol, told) in self.symbols.symbols.iter().zip(told) {
            let needs = symbol.result.is_some_and(|it| !it.or_none);
            if symbol.origin == NameOrigin::Found && needs && !told {
                self.missing.push(Missing::Start(symbol.name.to_owned(), symbol.place));
            }
        }
    }
}

/// The first word of a line that begins with `start` or `goal`.
fn line_word(line: &TheoryLine, text: &str) -> crate::text::Span {
    let first = line.sentences().first().map_or(0, |it| it.span.start);
    let before = text[..first as usize].trim_end();
    let length = before.chars().rev().take_while(|it| it.is_alphabetic()).count();
    crate::text::Span::new((before.len() - length) as u32, before.len() as u32)
}

fn take<'a>(
    sentence: &Resolved<'a>,
    found: &mut Vec<Single>,
    symbols: &Symbols<'a>,
    is_start: bool,
    is_sound: bool,
    findings: &mut Findings<'_, 'a>,
) {
    let Some(root) = sentence.nodes.len().checked_sub(1) else { return };
    match singles(sentence, root, symbols, is_start) {
        Ok(singles) => *found = singles,
        // What is not understood is said elsewhere.
        Err(fault) if is_sound => findings.push_at(sentence.block, *fault),
        Err(_) => {}
    }
}

/// The nodes of a change that are read.
fn parts(sentence: &Resolved<'_>, single: &Single) -> Vec<usize> {
    let value = match single.to {
        Becomes::Truth(_) => None,
        Becomes::Node(node) | Becomes::By(node, _) => Some(node),
    };
    let arguments = sentence.operands(single.target);
    single.conditions.iter().copied().chain(arguments).chain(value).collect()
}

/// A node of a change of the start that reads what there is not yet.
fn reads_state(sentence: &Resolved<'_>, single: &Single, symbols: &Symbols<'_>) -> Option<usize> {
    let is_state = |node: &usize| {
        matches!(sentence.roles[*node], NodeRole::Symbol(symbol)
            if matches!(symbols.symbols[symbol as usize].origin, NameOrigin::Found | NameOrigin::Meter))
            && matches!(sentence.nodes[*node].op, SentenceOp::Apply { .. })
    };
    let mut nodes = parts(sentence, single).into_iter().flat_map(|it| sentence.starts[it]..=it);
    nodes.find(is_state)
}

fn meter_read<'a>(
    sentence: &Resolved<'a>,
    nodes: std::ops::Range<usize>,
    symbols: &Symbols<'a>,
    findings: &mut Findings<'_, 'a>,
) {
    for node in nodes {
        let NodeRole::Symbol(symbol) = sentence.roles[node] else { continue };
        let known = &symbols.symbols[symbol as usize];
        if known.origin == NameOrigin::Meter {
            let fault = errors::meter_read(known.name, sentence.nodes[node].span);
            let fault = findings.related_from(
                sentence.block,
                fault,
                known.place,
                "as it stands here, it has no largest value",
            );
            findings.push_at(sentence.block, fault);
        }
    }
}

/// Where a line states a start or a goal, which puzzles without actions do not have.
fn stated(line: &TheoryLine, text: &str) -> Option<Span> {
    match line {
        TheoryLine::Start(Stated::Sentence(_)) | TheoryLine::Goal(Stated::Sentence(_)) => {
            Some(line_word(line, text))
        }
        TheoryLine::Start(Stated::Drawn(text)) | TheoryLine::Goal(Stated::Drawn(text)) => {
            Some(*text)
        }
        _ => None,
    }
}

/// An action whose head is read; what it asks for and changes is not.
fn begin<'a>(
    resolver: &mut Resolver<'_, '_, 'a>,
    doing: &Doing<'a>,
    block: SheetBlock<'a>,
    place: BlockPlace,
    parameters: &[BoundName],
) -> Action<'a> {
    let name = block.slice(place.span);
    if let Some(first) = doing.actions.iter().find(|it| it.name == name) {
        let fault = errors::action_twice(name, place.span);
        let fault = resolver.findings.related(fault, first.place, "the first one");
        resolver.findings.push(fault);
    }
    let parameters = resolver.variables_of(block.text(), parameters);
    Action { name, place, parameters, conditions: Vec::new(), changes: Vec::new() }
}
