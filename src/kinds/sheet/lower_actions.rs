//! Lowers the actions of a puzzle, its start and its goal to numbers.

use super::changes::{Becomes, Single, meters, singles};
use super::lineage::BlockPlace;
use super::lower::{BoundValues, BuiltPart, Lowering};
use super::players::PlayerName;
use super::resolve::{NodeRole, Resolved};
use super::symbols::NameOrigin;
use super::told::Says;
use puzzle_engine::logic::sheet::actions::{Actions, SheetAction, SheetChange, To};
use puzzle_engine::logic::sheet::{
    Operation, SentenceId, SheetSentence, SheetVariable, SymbolId, Term, TermId,
};

/// Meters, each with its place in its table, and a term that reads none.
pub(super) type MeteredWorth = (Vec<(SymbolId, usize)>, Option<TermId>);

/// What says a change of the start.
#[derive(Clone, Copy, Debug)]
pub(super) enum StartOrigin {
    /// A statement behind `start`.
    Statement(BlockPlace),
    /// A place of a drawing, by index.
    Drawn(usize),
    /// That the first player begins is said nowhere.
    FirstPlayer,
}

impl Lowering<'_, '_> {
    /// The actions of the puzzle, and its goal, if it has one.
    pub(super) fn doing(&mut self) -> Option<(Actions, Option<SentenceId>)> {
        let understood = self.understood;
        let doing = &understood.doing;
        let mut actions = Actions::default();
        for (symbol, id) in &self.symbols {
            if understood.symbols.symbols[*symbol as usize].origin == NameOrigin::Meter {
                actions.meters.push(*id);
            }
        }
        actions.meters.sort_unstable();
        for (sentence, singles) in &doing.starts {
            let mut bound = BoundValues::default();
            for single in singles {
                let change = self.change(sentence, single, &mut bound, &|_| None)?;
                actions.start.push(change);
                self.start_origins.push(StartOrigin::Statement(statement(sentence, single)));
            }
        }
        if let Some(players) = understood.symbols.players
            && let Some(turn) = self.symbols.get(&players.turn).copied()
            && actions.start.iter().all(|it| it.symbol != turn)
        {
            let to = To::Value(self.sheet.term(Term::Number(0)));
            let nothing = (Vec::new(), Vec::new(), Vec::new());
            let (variables, conditions, arguments) = nothing;
            actions.start.push(SheetChange { variables, conditions, symbol: turn, arguments, to });
            self.start_origins.push(StartOrigin::FirstPlayer);
        }
        for (at, (says, _)) in doing.drawn_starts.iter().enumerate() {
            self.drawn_start(says, &mut actions.start)?;
            self.start_origins.resize(actions.start.len(), StartOrigin::Drawn(at));
        }
        for action in &doing.actions {
            let mut bound = BoundValues::default();
            let parameters: Vec<SheetVariable> =
                action.parameters.iter().map(|it| self.variable(*it, &mut bound)).collect();
            let mut lowered = SheetAction { parameters, ..SheetAction::default() };
            for condition in &action.conditions {
                // Each part may bar the way by itself.
                for node in super::atoms::conjuncts(condition) {
                    lowered.conditions.push(self.part(condition, node, &mut bound)?);
                }
            }
            for (sentence, singles) in &action.changes {
                for single in singles {
                    let change = self.change(sentence, single, &mut bound, &|_| None)?;
                    lowered.changes.push(change);
                }
            }
            self.pass_turn(&mut lowered);
            actions.actions.push(lowered);
        }
        let goal = if doing.has_goal() { Some(self.goal()?) } else { None };
        Some((actions, goal))
    }

    fn goal(&mut self) -> Option<SentenceId> {
        let doing = &self.understood.doing;
        let mut goals = Vec::new();
        for goal in &doing.goals {
            goals.push(self.sentence(goal)?);
        }
        for (says, _) in &doing.drawn_goals {
            goals.push(self.says(says)?);
        }
        Some(self.sheet.sentence(SheetSentence::And(goals.into())))
    }

    /// As [`Lowering::doing`], for somebody who asks what may come to be: in a game nothing is done any
    /// more once somebody has won.
    pub(super) fn doing_to_the_end(&mut self) -> Option<(Actions, Option<SentenceId>)> {
        let (mut actions, goal) = self.doing()?;
        if let Some(stuck) = self.stuck {
            for won in self.players(stuck)?.wins {
                let goes_on = self.sheet.sentence(SheetSentence::Not(won));
                actions.actions.iter_mut().for_each(|it| it.conditions.push(goes_on));
            }
        }
        Some((actions, goal))
    }

    /// After an action of a game it is the other player's turn, unless it says otherwise.
    fn pass_turn(&mut self, action: &mut SheetAction) {
        let Some(players) = self.understood.symbols.players else { return };
        let Some(turn) = self.symbols.get(&players.turn).copied() else { return };
        let mut conditions = Vec::new();
        for change in action.changes.iter().filter(|it| it.symbol == turn) {
            let said = self.sheet.sentence(SheetSentence::And(change.conditions.clone().into()));
            let variables = change.variables.clone().into();
            let said = self.sheet.sentence(SheetSentence::Some(variables, said));
            conditions.push(self.sheet.sentence(SheetSentence::Not(said)));
        }
        let to = To::Value(self.other(turn));
        let (variables, arguments) = (Vec::new(), Vec::new());
        action.changes.push(SheetChange { variables, conditions, symbol: turn, arguments, to });
    }

    fn part(
        &mut self,
        sentence: &Resolved<'_>,
        node: usize,
        bound: &mut BoundValues,
    ) -> Option<SentenceId> {
        match self.build(sentence, node, bound, &|_| None)? {
            BuiltPart::Sentence(part) => Some(part),
            _ => None,
        }
    }

    /// What a sign or a value of a drawing of the start changes.
    fn drawn_start(&mut self, says: &Says, start: &mut Vec<SheetChange>) -> Option<()> {
        match says {
            Says::Told(atom) | Says::Found(atom) => {
                let symbol = *self.symbols.get(&atom.symbol)?;
                let mut number = |it: i64| self.sheet.term(Term::Number(it));
                let arguments = atom.arguments.iter().map(|it| number(*it)).collect();
                let to = match (atom.value, self.sheet.symbol(symbol).values.is_some()) {
                    (None, _) => To::Nothing,
                    (Some(value), true) => To::Value(self.sheet.term(Term::Number(value))),
                    (Some(value), false) => {
                        To::Truth(self.sheet.sentence(SheetSentence::Truth(value == 1)))
                    }
                };
                let (variables, conditions) = (Vec::new(), Vec::new());
                start.push(SheetChange { variables, conditions, symbol, arguments, to });
            }
            Says::Sign { sign, parts, here, numbers } => {
                let known = &self.understood.signs[*sign];
                let values = |variable: u32| {
                    let letter = known.letters.iter().position(|it| *it == variable);
                    match letter {
                        Some(at) => numbers.get(at).copied(),
                        None => (variable == known.here).then_some(*here),
                    }
                };
                for part in parts {
                    let all = singles(&known.sentence, *part, &self.understood.symbols, true);
                    for single in all.ok()? {
                        let mut bound = BoundValues::default();
                        let change = self.change(&known.sentence, &single, &mut bound, &values)?;
                        start.push(change);
                    }
                }
            }
        }
        Some(())
    }

    fn change(
        &mut self,
        sentence: &Resolved<'_>,
        single: &Single,
        bound: &mut BoundValues,
        values: &dyn Fn(u32) -> Option<i64>,
    ) -> Option<SheetChange> {
        let NodeRole::Symbol(symbol) = sentence.roles[single.target] else { return None };
        let known = &self.understood.symbols;
        let is_again =
            known.symbols[symbol as usize].origin == NameOrigin::Players(PlayerName::Again);
        let symbol = if is_again { known.players?.turn } else { symbol };
        let symbol = *self.symbols.get(&symbol)?;
        let mut variables = Vec::new();
        for (first, count) in &single.variables {
            variables.extend(self.variables(*first, *count, bound));
        }
        let mut conditions = Vec::new();
        for node in &single.conditions {
            match self.build(sentence, *node, bound, values)? {
                BuiltPart::Sentence(condition) => conditions.push(condition),
                _ => return None,
            }
        }
        let mut arguments = Vec::new();
        for node in sentence.operands(single.target) {
            match self.build(sentence, node, bound, values)? {
                BuiltPart::Term(term) => arguments.push(term),
                _ => return None,
            }
        }
        let to = match single.to {
            Becomes::Truth(_) if is_again => {
                To::Value(self.sheet.term(Term::Apply(symbol, [].into())))
            }
            Becomes::Truth(truth) => To::Truth(self.sheet.sentence(SheetSentence::Truth(truth))),
            Becomes::Node(node) => match self.build(sentence, node, bound, values)? {
                BuiltPart::Sentence(sentence) => To::Truth(sentence),
                BuiltPart::Term(term) => To::Value(term),
                BuiltPart::Nothing => To::Nothing,
            },
            Becomes::By(node, is_less) => {
                let BuiltPart::Term(term) = self.build(sentence, node, bound, values)? else {
                    return None;
                };
                To::By(match is_less {
                    false => term,
                    true => {
                        let zero = self.sheet.term(Term::Number(0));
                        self.sheet.term(Term::Binary(Operation::Minus, zero, term))
                    }
                })
            }
        };
        Some(SheetChange { variables, conditions, symbol, arguments, to })
    }

    /// What a question wants small or large: meters of given things, and the rest of the sum.
    pub(super) fn worth(&mut self, term: &Resolved<'_>) -> Option<MeteredWorth> {
        self.worth_for(term, &|_| None)
    }

    /// As [`Lowering::worth`], with values of variables.
    pub(super) fn worth_for(
        &mut self,
        term: &Resolved<'_>,
        values: &dyn Fn(u32) -> Option<i64>,
    ) -> Option<MeteredWorth> {
        let symbols = &self.understood.symbols;
        let (found, rest) = meters(term, symbols).ok()?;
        let mut meters = Vec::new();
        for node in found {
            let NodeRole::Symbol(symbol) = term.roles[node] else { return None };
            let mut arguments = Vec::new();
            for operand in term.operands(node) {
                arguments.push(super::atoms::evaluate(term, operand, symbols, values)??);
            }
            let id = *self.symbols.get(&symbol)?;
            meters.push((id, self.sheet.index(id, &arguments)?));
        }
        let mut sum: Option<TermId> = None;
        for node in rest {
            let BuiltPart::Term(part) =
                self.build(term, node, &mut BoundValues::default(), values)?
            else {
                return None;
            };
            sum = Some(match sum {
                None => part,
                Some(sum) => self.sheet.term(Term::Binary(Operation::Plus, sum, part)),
            });
        }
        Some((meters, sum))
    }
}

/// Where the statement stands that a change of the start is a part of.
fn statement(sentence: &Resolved<'_>, single: &Single) -> BlockPlace {
    let mut statements = super::atoms::conjuncts(sentence).into_iter();
    let whole = statements.find(|it| *it >= single.target).unwrap_or(single.target);
    BlockPlace { block: sentence.block, span: sentence.nodes[whole].span }
}
