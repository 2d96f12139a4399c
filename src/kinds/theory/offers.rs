//! What editors offer in the lines of a theory, or of a puzzle by rules of its own, and in what is asked of one: by the
//! place of the word that is typed, and by sort.

use rustc_hash::{FxHashMap, FxHashSet};

use super::place::{WantedWord, behind, variables};
use super::vocabulary::{
    NUMBER, TheoryPart, argument_sort, blocks, number_sorts, parts, sorts_of, theory,
};
use crate::kinds::editor::{AddOffer, BlockLine, BlockOffer, WordRole};
use crate::kinds::{Definition, Scope};
use crate::syntax::ast::{ItemKind, TheoryLine};
use crate::syntax::keyword::{Keyword, SENTENCE_WORDS, SHEET_WORDS};
use crate::syntax::symbol::Terminal;
use crate::text::Span;

/// Offers what belongs behind some words of a line of a block.
pub(super) fn in_block(
    scope: &Scope<'_>,
    block: Definition,
    line: BlockLine<'_>,
    add: AddOffer<'_>,
) {
    use Terminal::{
        Action, Constant, Define, Distinct, Function, Given, Grid, Predicate, Rule, Sort,
    };
    let offers = TheoryOffers::new(scope, block, line.typed);
    let before = line.before;
    let Some((first, rest)) = before.split_first() else {
        offers.keywords(add, |it| starts_line(it.terminal));
        return offers.place(&[], Vec::new(), add);
    };
    let terminal = Keyword::find_in_sheet(first).map(|it| it.terminal);
    let is_label = matches!(before, [_, ":"] | ["rule", _, ":"]);
    let bound = offers.of_action(first);
    match (terminal, rest) {
        (
            Some(Sort | Predicate | Function | Constant | Rule | Grid | Given | Define | Action),
            [],
        ) => {}
        (_, [.., ":"]) if !is_label => offers.sorts(add),
        (Some(Predicate | Function | Given), [.., "(" | ","]) => offers.sorts(add),
        (Some(Sort), [.., "(" | ","]) if is_inside(rest) => offers.sorts(add),
        (Some(Predicate | Function | Given | Constant | Sort | Grid), _) => {}
        (Some(Distinct), _) => offers.terms(None, &[], add),
        (Some(Define | Action), [_, "(", words @ ..]) => {
            let mut bound = Vec::new();
            if let Some(rest) = variables(words, &mut bound) {
                let rest = rest.split_first().map_or(rest, |(_, rest)| rest);
                offers.place(rest, bound, add);
            }
        }
        _ => {
            let colon = match terminal {
                Some(
                    Rule | Terminal::Wins | Terminal::Loses | Terminal::Score | Terminal::Sign,
                ) => 2,
                _ => 1,
            };
            let is_labelled = before.get(colon) == Some(&":");
            let is_word = terminal.is_some_and(starts_line);
            let start = if is_labelled { colon + 1 } else { usize::from(is_word) };
            offers.place(&before[start..], bound, add);
        }
    }
}

/// Whether the last parenthesis is one that opens.
fn is_inside(words: &[&str]) -> bool {
    words.iter().rev().find(|it| matches!(**it, "(" | ")")) == Some(&"(")
}

/// Offers what belongs behind some words of a question, as in `prove NAME: …`.
pub(super) fn in_question(
    scope: &Scope<'_>,
    block: Definition,
    before: &[&str],
    add: AddOffer<'_>,
) {
    let offers = TheoryOffers::new(scope, block, None);
    match before {
        [_, _, _, .., ":"] if before.len() > 3 => offers.sorts(add),
        _ => offers.place(before.get(3..).unwrap_or_default(), Vec::new(), add),
    }
}

struct TheoryOffers<'s, 'a> {
    scope: &'s Scope<'a>,
    block: Definition,
    /// The word that is typed, which declares nothing.
    typed: Option<Span>,
    /// The sorts of its constants and of what its functions yield.
    sorts: FxHashMap<&'a str, &'a str>,
    /// The sorts whose things are numbers: these fit all such places.
    numbers: FxHashSet<&'a str>,
}

impl<'s, 'a> TheoryOffers<'s, 'a> {
    fn new(scope: &'s Scope<'a>, block: Definition, typed: Option<Span>) -> Self {
        let (sorts, numbers) = (sorts_of(scope, block), number_sorts(scope, block));
        Self { scope, block, typed, sorts, numbers }
    }

    /// Offers what belongs at a place of a sentence.
    fn place(&self, words: &[&'a str], bound: Vec<(&'a str, Option<&'a str>)>, add: AddOffer<'_>) {
        let place = behind(words, bound, &|name, argument| match argument {
            Some(index) => argument_sort(self.scope, self.block, name, index),
            None => self.sorts.get(name).copied(),
        });
        match place.wanted {
            WantedWord::Nothing => {}
            WantedWord::Connective => self.keywords(add, |it| joins(it.terminal)),
            WantedWord::Term(sort) => {
                self.terms(sort, &place.bound, add);
                let is_compared = matches!(words.last(), Some(&("=" | "!=" | "≠" | "becomes")));
                let may_be_none = is_compared && place.compared.is_none_or(|it| self.may_lack(it));
                let are_numbers = self.is_of(Some(NUMBER), sort);
                self.keywords(add, |it| match it.terminal {
                    Terminal::None => may_be_none,
                    terminal => are_numbers && begins_term(terminal),
                });
            }
            WantedWord::Sentence => {
                self.parts(add, |role, _| role == WordRole::Predicate);
                self.terms(None, &place.bound, add);
                self.keywords(add, |it| begins_sentence(it.terminal) || begins_term(it.terminal));
            }
        }
    }

    /// Whether something may have no value, as far as its declaration tells.
    fn may_lack(&self, name: &str) -> bool {
        blocks(self.scope, self.block).into_iter().all(|block| {
            let Some((theory, text)) = theory(self.scope, block) else { return true };
            let is_its = |it: Span| &text[it.range()] == name;
            theory.lines.iter().all(|line| match line {
                TheoryLine::Functions { heads, or_none: false, .. } => {
                    !heads.iter().any(|it| is_its(it.name))
                }
                TheoryLine::Constants { names, or_none: false, .. } => {
                    !names.iter().any(|it| is_its(*it))
                }
                TheoryLine::Sort { elements: Some(elements), .. } => {
                    !elements.names().iter().any(|it| is_its(*it))
                }
                _ => true,
            })
        })
    }

    /// Terms of a sort, or of any; what is known to have another one is left out.
    fn terms(&self, sort: Option<&str>, bound: &[(&'a str, Option<&'a str>)], add: AddOffer<'_>) {
        let fits = |own: Option<&str>| self.is_of(own, sort);
        let mut seen = FxHashSet::default();
        for (name, _) in bound.iter().rev().filter(|it| fits(it.1) && seen.insert(it.0)) {
            let role = WordRole::Constant;
            add(BlockOffer::Name { name, role, detail: "a variable", rest: None });
        }
        for role in [WordRole::Constant, WordRole::Function, WordRole::Symbol] {
            self.parts(add, |own, sort| own == role && fits(sort));
        }
    }

    /// Whether a term of a sort may stand where one of another is wanted, as far as both are known.
    fn is_of(&self, own: Option<&str>, wanted: Option<&str>) -> bool {
        let are_numbers =
            || [own, wanted].into_iter().flatten().all(|it| self.numbers.contains(it));
        own.is_none() || wanted.is_none() || own == wanted || are_numbers()
    }

    fn sorts(&self, add: AddOffer<'_>) {
        self.parts(add, |role, _| role == WordRole::Sort);
    }

    fn parts(&self, add: AddOffer<'_>, is_wanted: impl Fn(WordRole, Option<&'a str>) -> bool) {
        for block in blocks(self.scope, self.block) {
            let text = self.scope.text(block.document);
            for TheoryPart { name, role } in parts(self.scope, block) {
                let sort = self.sorts.get(&text[name.range()]).copied();
                if Some(name) != self.typed && is_wanted(role, sort) {
                    add(BlockOffer::name(&text[name.range()], role));
                }
            }
        }
    }

    /// Words of the language, of a puzzle more than of a theory.
    fn keywords(&self, add: AddOffer<'_>, is_wanted: impl Fn(&Keyword) -> bool) {
        let is_sheet = matches!(self.scope.item(self.block).kind, ItemKind::Puzzle { .. });
        let own = SHEET_WORDS.iter().filter(|_| is_sheet);
        let is_other =
            |it: &&Keyword| !is_sheet || SHEET_WORDS.iter().all(|own| own.word != it.word);
        let all = own.chain(SENTENCE_WORDS.iter().filter(is_other));
        all.filter(|it| is_wanted(it)).for_each(|it| _ = add(BlockOffer::Keyword(it)));
    }

    /// The variables of the action that a line belongs to.
    fn of_action(&self, first: &str) -> Vec<(&'a str, Option<&'a str>)> {
        let (Some((theory, text)), Some(typed)) = (theory(self.scope, self.block), self.typed)
        else {
            return Vec::new();
        };
        let above = theory.lines.iter().rev().filter_map(|line| match line {
            TheoryLine::Action { name, parameters, .. } if name.start < typed.start => {
                Some(parameters)
            }
            _ => None,
        });
        let parameters = above.take(usize::from(matches!(first, "when" | "then"))).flatten();
        let sort = |it: &Span| &text[it.range()];
        let bound = parameters
            .map(|it| (sort(&it.name), it.sort.and_then(|it| it.sort()).map(|it| sort(&it))));
        bound.collect()
    }
}

fn starts_line(terminal: Terminal) -> bool {
    use Terminal::{
        Action, Constant, Define, Distinct, Drawing, Function, Given, Goal, Grid, Loses, Players,
        Predicate, Rule, Score, Sign, Sort, Start, Then, When, Wins,
    };
    matches!(
        terminal,
        Action
            | Constant
            | Define
            | Distinct
            | Drawing
            | Function
            | Given
            | Goal
            | Grid
            | Loses
            | Players
            | Predicate
            | Rule
            | Score
            | Sign
            | Sort
            | Start
            | Then
            | When
            | Wins
    )
}

fn joins(terminal: Terminal) -> bool {
    use Terminal::{And, Arrow, Becomes, DoubleArrow, For, Mod, Or, Where};
    matches!(terminal, And | Or | Arrow | DoubleArrow | Becomes | For | Where | Mod)
}

fn begins_term(terminal: Terminal) -> bool {
    use Terminal::{CountOf, Max, Min, None, Sum};
    matches!(terminal, None | Sum | Min | Max | CountOf)
}

fn begins_sentence(terminal: Terminal) -> bool {
    use Terminal::{All, At, Exactly, False, No, Not, Some, True};
    matches!(terminal, All | Some | No | At | Exactly | Not | True | False)
}
