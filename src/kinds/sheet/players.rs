//! The two who play: their sort, the names that come with them, and the lines that say who has won.

use super::atoms::mentioned;
use super::classes::Type;
use super::errors;
use super::lineage::{BlockPlace, Findings, QUESTION};
use super::lower::{BuiltPart, Lowering};
use super::resolve::{ExpectedPart, NodeRole, Resolved, Resolver};
use super::symbols::{
    NameMeaning, NameOrigin, Parameter, Sort, SortMembers, Symbol, Symbols, Yields,
};
use super::understood::Understood;
use crate::syntax::ast::TheoryLine;
use crate::text::Span;
use puzzle_engine::logic::sheet::rules::{Points, SheetPlayers as Numbers};
use puzzle_engine::logic::sheet::{
    Comparison, Operation, SheetSentence, SheetSymbol as Lowered, SymbolId, SymbolOrigin as From,
    Term,
};

/// A name that players bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerName {
    /// The player who does not move.
    Other,
    /// The change that lets whoever moves move once more.
    Again,
    /// Whether a player has to move and cannot.
    Stuck,
}

/// The two who play.
#[derive(Clone, Copy, Debug)]
pub struct Players {
    /// Their sort.
    pub sort: u32,
    /// The function that says who moves.
    pub turn: u32,
    /// Where they are named.
    pub place: BlockPlace,
}

/// Of whom a line about the end speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A player, by number.
    Player(i64),
    /// Both, by a variable.
    Both(u32),
}

/// `wins PLAYER: SENTENCE`, or `loses`.
#[derive(Clone, Debug)]
pub struct EndOfPlay<'a> {
    /// Who it is about.
    pub who: Who,
    /// When.
    pub sentence: Resolved<'a>,
    /// Whether they have won, and not lost.
    pub wins: bool,
}

/// The sort of players.
const PLAYER: &str = "Player";

impl<'a> Symbols<'a> {
    /// Reads who plays; their names are things of their sort.
    pub(super) fn players_line(
        &mut self,
        names: &[Span],
        block: usize,
        findings: &mut Findings<'_, 'a>,
    ) {
        let whole = names[0].to(names[names.len() - 1]);
        let place = BlockPlace { block, span: whole };
        self.says_players = true;
        if let Some(first) = self.players {
            let fault = errors::players_twice(whole);
            return findings.push(findings.related(fault, first.place, "the first line"));
        }
        if names.len() != 2 {
            return findings.push(errors::not_two(whole, names.len()));
        }
        let words = names.iter().map(|it| findings.lineage.blocks[block].slice(*it)).collect();
        let (name, elements) = (PLAYER.to_owned(), SortMembers::Listed(words));
        let sort = Sort { name, place: Some(place), elements };
        let Some(sort) = self.add_sort(sort, findings) else { return };
        for (value, name) in (0..).zip(names) {
            self.declare(*name, block, NameMeaning::Thing(sort, value), findings);
        }
        self.players = Some(Players { sort, turn: u32::MAX, place });
    }

    /// Adds what players bring along.
    pub(super) fn of_players(&mut self) {
        let Some(Players { sort, place, .. }) = self.players else { return };
        let mut yields = || {
            let class = self.class_of(Some(sort));
            Some(Yields { class, sort: Some(sort), range: None, or_none: false })
        };
        let (turn, other) = (yields(), yields());
        let player =
            Parameter { class: self.class_of(Some(sort)), sort: Some(sort), variable: None };
        let brought = [
            ("turn", Vec::new(), turn, NameOrigin::Found),
            ("other", Vec::new(), other, NameOrigin::Players(PlayerName::Other)),
            ("again", Vec::new(), None, NameOrigin::Players(PlayerName::Again)),
            ("stuck", vec![player], None, NameOrigin::Players(PlayerName::Stuck)),
        ];
        for (name, parameters, result, origin) in brought {
            let index = self.symbols.len() as u32;
            if origin == NameOrigin::Found
                && let Some(players) = &mut self.players
            {
                players.turn = index;
            }
            self.by_name.entry(name).or_insert(NameMeaning::Symbol(index));
            self.symbols.push(Symbol { name, place, parameters, result, origin });
        }
    }
}

impl<'a> Understood<'a> {
    /// Reads who wins, who loses, and what players have at the end.
    pub(super) fn ends(&mut self, findings: &mut Findings<'_, 'a>) {
        let lines: Vec<_> = self.lines().collect();
        let mut resolver = Resolver::new(&mut self.symbols, &mut self.variables, findings);
        for (index, block, line) in lines {
            let (player, sentence, wins) = match line {
                TheoryLine::Ends { player, sentence, wins } => (*player, sentence, Some(*wins)),
                TheoryLine::Score { player, term } => (*player, term, None),
                _ => continue,
            };
            resolver.findings.block = index;
            let Some(players) = resolver.symbols.players else {
                let is_said = resolver.symbols.says_players || resolver.symbols.lacks_names;
                if !block.body.is_broken && !is_said {
                    resolver.findings.push(errors::ends_without_players(player));
                }
                continue;
            };
            let word = block.slice(player);
            let nodes = block.tree.sentence(sentence);
            let is_spoken_of = nodes.iter().any(|it| block.slice(it.span) == word);
            let is_variable = word.starts_with(char::is_lowercase) && is_spoken_of;
            let (who, free) = match resolver.symbols.find(word) {
                Some(NameMeaning::Thing(sort, value)) if sort == players.sort => {
                    (Who::Player(value), Vec::new())
                }
                None if is_variable => {
                    let variable = resolver.add(word, player, Some(players.sort));
                    (Who::Both(variable), vec![(word, variable)])
                }
                _ => {
                    let SortMembers::Listed(known) =
                        &resolver.symbols.sorts[players.sort as usize].elements
                    else {
                        continue;
                    };
                    let fault = errors::no_player(word, player, &known.clone());
                    resolver.findings.push(fault);
                    continue;
                }
            };
            let whole = match wins {
                Some(_) => ExpectedPart::Statement,
                None => ExpectedPart::Term(resolver.symbols.classes.add(Some(Type::Number)), false),
            };
            let source = (block.text(), block.tree);
            let resolved = resolver.resolve(source, nodes, whole, &free);
            match wins {
                Some(wins) => {
                    self.doing.ends.push(EndOfPlay { who, sentence: resolved, wins });
                }
                None => self.doing.scores.push((who, resolved)),
            }
        }
        resolver.finish();
    }

    /// Whether its word and its lines say that it is a game.
    pub(super) fn check_players(&self, is_game: bool, findings: &mut Findings<'_, 'a>) {
        let own = self.lineage.blocks.len() - 1;
        let name = self.lineage.own().name;
        let is_whole = self.lineage.blocks.iter().all(|it| !it.body.is_broken);
        let doing = &self.doing;
        match (is_game, self.symbols.players) {
            (true, None) if is_whole && !self.symbols.lacks_names && !self.symbols.says_players => {
                findings.push_at(own, errors::nobody_plays(self.lineage.own().slice(name), name));
            }
            (false, Some(players)) => {
                let fault = errors::players_of_puzzle(name);
                let fault = findings.related_from(own, fault, players.place, "they are named here");
                findings.push_at(own, fault);
            }
            (true, Some(players)) if is_whole => {
                if let Some(goal) = doing.goals.first().filter(|it| !it.nodes.is_empty()) {
                    let span = goal.nodes[goal.nodes.len() - 1].span;
                    findings.push_at(goal.block, errors::goal_of_game(span));
                } else if let Some((_, place)) = doing.drawn_goals.first() {
                    findings.push_at(place.block, errors::goal_of_game(place.span));
                }
                if !doing.is_any() {
                    findings
                        .push_at(players.place.block, errors::nothing_played(players.place.span));
                } else if !self
                    .lines()
                    .any(|it| matches!(it.2, TheoryLine::Ends { .. } | TheoryLine::Score { .. }))
                {
                    findings.push_at(players.place.block, errors::nobody_wins(players.place.span));
                }
                if let (Some(_), Some((_, score))) = (doing.ends.first(), doing.scores.first())
                    && let Some(last) = score.nodes.last()
                {
                    findings.push_at(score.block, errors::score_and_wins(last.span));
                }
            }
            _ => {}
        }
        for sentence in self.sentences.iter().chain(doing.sentences_before_end()) {
            self.check_stuck(sentence, findings);
        }
        for definition in &self.definitions {
            self.check_again(&definition.body, findings);
        }
        for sentence in self.sentences.iter().chain(doing.ends.iter().map(|it| &it.sentence)) {
            self.check_again(sentence, findings);
        }
        for condition in doing.actions.iter().flat_map(|it| &it.conditions) {
            self.check_again(condition, findings);
        }
    }

    /// Says of a question what cannot be asked of every position.
    pub(super) fn check_while_playing(
        &self,
        question: &Resolved<'_>,
        findings: &mut Findings<'_, 'a>,
    ) {
        let span = question.nodes.last().map_or_else(Span::default, |it| it.span);
        for symbol in mentioned(&[question], &self.definitions, &self.symbols) {
            match self.symbols.symbols[symbol as usize].origin {
                NameOrigin::Players(PlayerName::Stuck) => {
                    findings.push_at(QUESTION, errors::stuck_too_soon(span));
                }
                NameOrigin::Players(PlayerName::Again) => {
                    findings.push_at(QUESTION, errors::again_elsewhere(span));
                }
                _ => {}
            }
        }
    }

    fn brought_at(&self, sentence: &Resolved<'a>, brought: PlayerName) -> Option<Span> {
        let is_it = |role: &NodeRole| {
            matches!(role, NodeRole::Symbol(it)
                if self.symbols.symbols[*it as usize].origin == NameOrigin::Players(brought))
        };
        let at = sentence.roles.iter().position(is_it)?;
        Some(sentence.nodes[at].span)
    }

    /// Only lines about the end know whether somebody cannot move.
    fn check_stuck(&self, sentence: &Resolved<'a>, findings: &mut Findings<'_, 'a>) {
        if let Some(span) = self.brought_at(sentence, PlayerName::Stuck) {
            findings.push_at(sentence.block, errors::stuck_too_soon(span));
        }
    }

    fn check_again(&self, sentence: &Resolved<'a>, findings: &mut Findings<'_, 'a>) {
        if let Some(span) = self.brought_at(sentence, PlayerName::Again) {
            findings.push_at(sentence.block, errors::again_elsewhere(span));
        }
    }
}

impl Lowering<'_, '_> {
    /// Gives what players bring its meaning, once all symbols are declared; the predicate that says that
    /// nobody can move.
    pub(super) fn declare_players(&mut self) -> Option<SymbolId> {
        let players = self.understood.symbols.players?;
        let turn = *self.symbols.get(&players.turn)?;
        let is_stuck = SymbolId(self.sheet.symbols.len() as u32);
        self.sheet.symbols.push(Lowered {
            arguments: Vec::new(),
            values: None,
            origin: From::Found,
        });
        let own = &self.understood.symbols.symbols;
        let find = |brought| {
            let is_it = |it: &Symbol<'_>| it.origin == NameOrigin::Players(brought);
            let index = own.iter().position(is_it)? as u32;
            self.symbols.get(&index).copied()
        };
        let (other, stuck) = (find(PlayerName::Other), find(PlayerName::Stuck));
        if let Some(other) = other {
            let body = self.other(turn);
            self.sheet.symbols[other.0 as usize].origin = From::Term(Vec::new(), body);
        }
        if let Some(stuck) = stuck {
            let sort = self.sheet.symbol(stuck).arguments[0];
            let variable = self.sheet.variable(sort);
            let player = self.sheet.term(Term::Variable(variable));
            let mover = self.sheet.term(Term::Apply(turn, [].into()));
            let moves = SheetSentence::Compare(Comparison::Equal, player, mover);
            let moves = self.sheet.sentence(moves);
            let holds = self.sheet.sentence(SheetSentence::Holds(is_stuck, [].into()));
            let body = self.sheet.sentence(SheetSentence::And([holds, moves].into()));
            self.sheet.symbols[stuck.0 as usize].origin = From::Sentence(vec![variable], body);
        }
        Some(is_stuck)
    }

    /// The player who does not move.
    pub(super) fn other(&mut self, turn: SymbolId) -> puzzle_engine::logic::sheet::TermId {
        let one = self.sheet.term(Term::Number(1));
        let mover = self.sheet.term(Term::Apply(turn, [].into()));
        self.sheet.term(Term::Binary(Operation::Minus, one, mover))
    }

    /// Who has won when, in numbers.
    pub(super) fn players(&mut self, stuck: SymbolId) -> Option<Numbers> {
        let understood = self.understood;
        let turn = *self.symbols.get(&understood.symbols.players?.turn)?;
        let mut won: [Vec<_>; 2] = Default::default();
        for end in &understood.doing.ends {
            for player in 0..2 {
                let values = match end.who {
                    Who::Player(only) if only != player => continue,
                    Who::Player(_) => None,
                    Who::Both(variable) => Some((variable, player)),
                };
                let value = |it: u32| values.filter(|both| both.0 == it).map(|both| both.1);
                let root = end.sentence.nodes.len().checked_sub(1)?;
                let built = self.build(&end.sentence, root, &mut Default::default(), &value)?;
                let BuiltPart::Sentence(sentence) = built else { return None };
                let winner = if end.wins { player } else { 1 - player };
                won[winner as usize].push(sentence);
            }
        }
        let wins = won.map(|it| self.sheet.sentence(SheetSentence::Or(it.into())));
        let mut points: [Points; 2] = Default::default();
        for (who, term) in &understood.doing.scores {
            for player in 0..2 {
                let values = match who {
                    Who::Player(only) if *only != player => continue,
                    Who::Player(_) => None,
                    Who::Both(variable) => Some((*variable, player)),
                };
                let value = |it: u32| values.filter(|both| both.0 == it).map(|both| both.1);
                let (meters, rest) = self.worth_for(term, &value)?;
                let own = &mut points[player as usize];
                own.meters.extend(meters);
                own.rest = match (own.rest, rest) {
                    (Some(one), Some(other)) => {
                        Some(self.sheet.term(Term::Binary(Operation::Plus, one, other)))
                    }
                    (one, other) => one.or(other),
                };
            }
        }
        let has_points = !understood.doing.scores.is_empty();
        Some(Numbers { turn, stuck, wins, points: has_points.then_some(points) })
    }
}
