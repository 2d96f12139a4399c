//! The words of the formula game.

use std::sync::Arc;

use crate::kinds::game::Wording;
use crate::kinds::{Posed, formula};
use crate::picture::{Label, PartRole, PictureBody};
use puzzle_engine::logic::choosing::Choosing;
use puzzle_engine::logic::formula::FormulaVariable;
use puzzle_engine::logic::game::{Game, Side};
use puzzle_engine::logic::quantified::{self, Player};
use puzzle_engine::problem::game::AnyGame;
use puzzle_engine::problem::{FindReplies, Replies, ReplyRule};
use rustc_hash::FxHashMap;

/// A formula game whose variables have names.
#[derive(Debug)]
pub(super) struct NamedChoosing {
    choosing: Arc<Choosing>,
    /// What each variable is called, in the order of the turns.
    names: Vec<String>,
}

impl NamedChoosing {
    /// The game, and what each variable is called, in the order of the turns.
    pub(super) fn new(choosing: Choosing, names: Vec<String>) -> Self {
        Self { choosing: Arc::new(choosing), names }
    }

    fn rules(&self) -> &quantified::QuantifiedGame {
        &self.choosing.rules
    }
}

/// The rules do not depend on the names.
impl Game for NamedChoosing {
    type State = Vec<bool>;
    type Move = bool;

    fn start(&self) -> Vec<bool> {
        self.choosing.start()
    }

    fn to_move(&self, state: &Vec<bool>) -> Side {
        self.choosing.to_move(state)
    }

    fn moves(&self, state: &Vec<bool>, moves: &mut Vec<bool>) {
        self.choosing.moves(state, moves);
    }

    fn apply(&self, state: &Vec<bool>, chosen: bool) -> Vec<bool> {
        self.choosing.apply(state, chosen)
    }

    fn score(&self, state: &Vec<bool>) -> i32 {
        self.choosing.score(state)
    }
}

impl Wording for NamedChoosing {
    fn posed(self: Arc<Self>) -> Arc<dyn AnyGame> {
        Arc::clone(&self.choosing).compiled()
    }

    fn player(&self, side: Side) -> &'static str {
        match side {
            Side::First => "E",
            Side::Second => "A",
        }
    }

    fn write(&self, _: &Vec<bool>, chosen: bool) -> String {
        u8::from(chosen).to_string()
    }

    fn told(&self, state: &Vec<bool>, chosen: bool) -> String {
        format!("{} := {}", self.names[state.len()], u8::from(chosen))
    }

    fn replies(&self, state: &Vec<bool>) -> Posed<'static, Option<String>> {
        let game = self.rules().clone();
        let names: FxHashMap<_, _> =
            game.order().iter().copied().zip(self.names.iter().cloned()).collect();
        let told = Posed::new(FindReplies(game, state.clone()), move |_, found| {
            let name = |it: FormulaVariable| names[&it].clone();
            let rule = |(variable, rule): &(FormulaVariable, ReplyRule)| match rule {
                ReplyRule::Always(value) => format!("{} := {}", name(*variable), u8::from(*value)),
                ReplyRule::As(by) => format!("{} := {}", name(*variable), by.text(name)),
            };
            let Replies { winner, rules } = found;
            let is_reply = rules.iter().any(|it| matches!(it.1, ReplyRule::As(_)));
            let verb = if is_reply { "answers" } else { "chooses" };
            let rules: Vec<_> = rules.iter().map(rule).collect();
            Some(format!("{winner} {verb} {}", rules.join(", ")))
        });
        told.unless_stopped(None)
    }

    /// A value as people write it: `1`, `T` or `true`, with the variable as in `x=1`, or the variable
    /// alone, perhaps negated.
    fn read(&self, state: &Vec<bool>, moves: &[bool], word: &str) -> Option<usize> {
        let name = self.names.get(state.len())?.as_str();
        let value = |word: &str| match word {
            "1" | "T" | "true" | "True" | "TRUE" => Some(true),
            "0" | "F" | "false" | "False" | "FALSE" => Some(false),
            _ => None,
        };
        let negated = ["-", "¬", "!", "~", "not"].iter().find_map(|it| word.strip_prefix(it));
        let chosen = match word.split_once(['=', ':']) {
            Some((variable, word)) => {
                value(word.trim_start_matches('=')).filter(|_| variable == name)
            }
            None if word == name => Some(true),
            None if negated == Some(name) => Some(false),
            None => value(word),
        }?;
        moves.iter().position(|it| *it == chosen)
    }

    fn as_good(&self, _: &[String]) -> String {
        "the other value is worth as much; the rule names this one".to_owned()
    }

    fn choice(&self, state: &Vec<bool>) -> String {
        let name = &self.names[state.len()];
        format!("the value of {name}, as in `1` or `{name}=1`")
    }

    /// The formula's tree with the values chosen so far.
    fn body(&self, state: &Vec<bool>, best: Option<bool>) -> PictureBody {
        let label = |variable: FormulaVariable| {
            let turn = self.rules().turn(variable);
            let name = &self.names[turn];
            let bound = |value: bool| format!("{name}={}", u8::from(value));
            match (state.get(turn), best) {
                (Some(&value), _) => Label::new(bound(value), PartRole::Emphasis),
                (None, Some(value)) if turn == state.len() => {
                    Label::new(bound(value), PartRole::Highlight)
                }
                _ => name.clone().into(),
            }
        };
        PictureBody::Tree(formula::tree(self.rules().formula(), label))
    }

    /// Who has chosen what, and who chooses what then.
    fn standing(&self, made: &[bool]) -> Option<String> {
        let state = made.iter().fold(self.start(), |state, it| self.apply(&state, *it));
        let turns = self.rules().turns().iter().zip(&self.names).enumerate();
        let turns = turns.map(|(turn, (player, name))| match state.get(turn) {
            Some(value) => format!("{player} {name}={}", u8::from(*value)),
            None => format!("{player} {name}"),
        });
        Some(turns.collect::<Vec<_>>().join(", "))
    }

    fn settings(&self, state: &Vec<bool>) -> String {
        let turns: String = self.rules().turns().iter().map(Player::to_string).collect();
        let variables = self.names.join(" ");
        let name = |variable| self.names[self.rules().turn(variable)].clone();
        let formula = self.rules().formula().text(name);
        let mut settings = format!("formula {formula}\nturns {turns}\nvariables {variables}\n");
        if !state.is_empty() {
            let values: String = state.iter().map(|it| if *it { '1' } else { '0' }).collect();
            settings += &format!("values {values}\n");
        }
        settings
    }
}
