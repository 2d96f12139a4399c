//! The formula game: players A and E choose the values of a formula's variables in turn; E wants
//! it true, A wants it false.

use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::engine::{Problem, Solution};
use crate::interchange::qdimacs::{self, Quantifier};
use crate::kinds::formula::{self, FormulaInfo, check_size, expand, not_a_value, resolve_inline};
use crate::kinds::scope::{Definition, Scope};
use crate::kinds::settings::{Settings, characters};
use crate::kinds::{
    Answer, Claim, Facts, Kind, Lowered, NotAnAnswer, Position, Puzzle, Question, Refusal,
    SettingFacts, Turn,
};
use crate::logic::cnf::{Atom, Literal};
use crate::logic::formula::{Formula, Variable};
use crate::logic::quantified::{Game, Player};
use crate::logic::tseitin::Encoding;
use crate::picture::{Body, Label, Picture, Role};
use crate::syntax::ast::{self, ItemKind, Value, Verb};
use crate::syntax::terminal::variable;
use crate::text::Span;

/// The kind `game …: formula`.
pub const KIND: FormulaGameKind = FormulaGameKind;

/// The kind `game …: formula`.
#[derive(Debug)]
pub struct FormulaGameKind;

const FACTS: Facts = Facts {
    name: "formula",
    summary: "a game: A and E choose the values of a formula's variables in turn; E wants it true",
    verbs: &[Verb::Solve, Verb::Play2Win, Verb::Draw],
    answers: &[(Verb::Solve, &["A wins", "E wins"]), (Verb::Play2Win, &["0", "1"])],
    engines: &["table"],
    shows_solution: true,
    settings: &[
        SettingFacts {
            name: "formula",
            summary: "the formula, or its name",
            is_required: true,
            choices: &[],
        },
        SettingFacts {
            name: "turns",
            summary: "who chooses: a letter `A` or `E` a turn",
            is_required: true,
            choices: &["A", "E"],
        },
        SettingFacts {
            name: "variables",
            summary: "the variables in the order in which they get values",
            is_required: true,
            choices: &[],
        },
        SettingFacts {
            name: "values",
            summary: "the values chosen so far: `0` or `1` each",
            is_required: false,
            choices: &["0", "1"],
        },
    ],
};

impl Kind for FormulaGameKind {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn check<'a>(
        &self,
        definition: Definition,
        scope: Scope<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Box<dyn Puzzle + 'a>> {
        let ItemKind::Game(game) = &scope.item(definition).kind else { return None };
        let text = scope.text(definition.document);
        let before = diagnostics.len();
        let settings = Settings::read(text, game, &FACTS, diagnostics);
        let formula = self::formula(&settings, &scope, definition.document, diagnostics);
        let turns = settings.value("turns").map(|span| turns(text, span, diagnostics));
        let order = settings.value("variables").map(|span| order(text, span, diagnostics));
        let values =
            settings.value("values").map_or(Vec::new(), |span| values(text, span, diagnostics));
        if let (Some(order), Some((_, info))) = (&order, &formula) {
            check_variables(text, order, info.variables, &settings, diagnostics);
        }
        if let (Some(turns), Some(order)) = (&turns, &order) {
            check_lengths(&settings, turns.len(), order.len(), values.len(), diagnostics);
        }
        let ((body, info), turns, order) = (formula?, turns?, order?);
        if diagnostics.len() > before || game.is_broken || info.is_broken {
            return None;
        }
        let order = order.into_iter().map(|(variable, _)| variable).collect();
        let name = game.name.map_or("", |span| &text[span.range()]);
        Some(Box::new(FormulaGame {
            scope,
            document: definition.document,
            body,
            name,
            turns,
            order,
            values,
        }))
    }

    fn choices(&self, game: Definition, setting: &str, scope: Scope<'_>) -> Vec<String> {
        if self.lists_variables(setting) {
            return unlisted(game, &scope);
        }
        self.facts().choices(setting).iter().map(|it| (*it).to_owned()).collect()
    }

    fn lists_variables(&self, setting: &str) -> bool {
        setting == "variables"
    }
}

/// The variables of the game's formula that `variables` does not list yet.
fn unlisted(game: Definition, scope: &Scope<'_>) -> Vec<String> {
    let ItemKind::Game(declared) = &scope.item(game).kind else { return Vec::new() };
    let text = scope.text(game.document);
    let settings = Settings::read(text, declared, &FACTS, &mut Vec::new());
    let Some(Value::Formula(body)) = settings.find("formula").map(|it| &it.value) else {
        return Vec::new();
    };
    let info = resolve_inline(scope, game.document, body, &mut Vec::new());
    let listed = settings.value("variables").map_or("", |span| &text[span.range()]);
    let variables = (b'a'..=b'z').filter(|letter| info.variables & 1 << (letter - b'a') != 0);
    variables.map(char::from).filter(|it| !listed.contains(*it)).map(String::from).collect()
}

/// The formula of the game, `None` when it is missing or has errors.
fn formula<'a>(
    settings: &Settings<'a>,
    scope: &Scope<'_>,
    document: u32,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(&'a ast::Formula, FormulaInfo)> {
    let Value::Formula(body) = &settings.find("formula")?.value else { return None };
    let before = diagnostics.len();
    let mut info = resolve_inline(scope, document, body, diagnostics);
    // What is wrong with the formula is said once; the game lacks nothing else because of it.
    diagnostics.extend(check_size(info, body.span));
    info.is_broken |= diagnostics.len() > before;
    (!info.is_broken).then_some((body, info))
}

fn turns(text: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Vec<Player> {
    let mut players = Vec::new();
    for (character, place) in characters(text, span) {
        match character {
            'A' => players.push(Player::A),
            'E' => players.push(Player::E),
            _ => {
                let diagnostic = Diagnostic::new(
                    NOT_A_PLAYER,
                    place,
                    format!("`{character}` is no player"),
                    "the players are `A` and `E`",
                )
                .help("a turn is `A`, who wants the formula false, or `E`, who wants it true");
                let upper = character.to_ascii_uppercase();
                diagnostics.push(match upper {
                    'A' | 'E' => diagnostic.fix(Fix::certain(
                        format!("write `{upper}`"),
                        vec![Edit::replace(place, upper)],
                    )),
                    _ => diagnostic,
                });
                players.push(Player::A);
            }
        }
    }
    players
}

fn order(text: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Vec<(Variable, Span)> {
    let mut order: Vec<(Variable, Span)> = Vec::new();
    for (character, place) in characters(text, span) {
        let Some(letter) = variable(character.encode_utf8(&mut [0; 4])) else {
            let diagnostic = Diagnostic::new(
                UNKNOWN_VARIABLE,
                place,
                format!("`{character}` is not a variable"),
                "a variable is a lower-case letter",
            )
            .help(
                "list the formula's variables in the order in which they get values, as in `xyz`",
            );
            let lower = character.to_ascii_lowercase();
            diagnostics.push(if character.is_ascii_uppercase() {
                let edits = vec![Edit::replace(place, lower)];
                diagnostic.fix(Fix::maybe(format!("write `{lower}`"), edits))
            } else {
                diagnostic
            });
            continue;
        };
        let chosen = Variable(u32::from(letter - b'a'));
        match order.iter().find(|(it, _)| *it == chosen) {
            Some(&(_, first)) => diagnostics.push(
                Diagnostic::new(
                    REPEATED_VARIABLE,
                    place,
                    format!("`{character}` gets a value twice"),
                    "the second time",
                )
                .related(first, "the first time")
                .help("every variable of the formula stands here once"),
            ),
            None => order.push((chosen, place)),
        }
    }
    order
}

fn values(text: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Vec<bool> {
    let mut values = Vec::new();
    for (character, place) in characters(text, span) {
        match character {
            '0' => values.push(false),
            '1' => values.push(true),
            _ => {
                let word = character.encode_utf8(&mut [0; 4]).to_owned();
                diagnostics.push(
                    not_a_value(&word, place).help("write the values chosen so far, as in `01`"),
                );
            }
        }
    }
    values
}

fn check_variables(
    text: &str,
    order: &[(Variable, Span)],
    of_formula: u32,
    settings: &Settings<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let listed = order.iter().fold(0, |listed, (it, _)| listed | 1 << it.0);
    let missing: String = (0..26)
        .filter(|bit| of_formula & !listed & 1 << bit != 0)
        .map(|bit| char::from(b'a' + bit))
        .collect();
    let unknown: Vec<_> = order.iter().filter(|(it, _)| of_formula & 1 << it.0 == 0).collect();
    for &&(chosen, place) in &unknown {
        let diagnostic = Diagnostic::new(
            UNKNOWN_VARIABLE,
            place,
            format!("the formula has no variable `{chosen}`"),
            "not in the formula",
        )
        .help("list the variables of the formula and no others");
        let is_one_slip = unknown.len() == 1 && missing.len() == 1;
        diagnostics.push(if is_one_slip {
            let title = format!("write `{missing}`");
            diagnostic.fix(Fix::maybe(title, vec![Edit::replace(place, missing.as_str())]))
        } else {
            diagnostic
        });
    }
    // A letter that is listed but unknown is probably the missing one; that was said above.
    if missing.is_empty() || listed & !of_formula != 0 {
        return;
    }
    let Some(span) = settings.value("variables") else { return };
    let faulty = characters(text, span).any(|(it, _)| !it.is_ascii_lowercase());
    if faulty {
        return;
    }
    let shown: Vec<_> = missing.chars().map(|it| format!("`{it}`")).collect();
    diagnostics.push(
        Diagnostic::new(
            MISSING_VARIABLE,
            span,
            format!("no turn chooses {}", shown.join(", ")),
            format!("{} missing", if shown.len() == 1 { "a variable is" } else { "variables are" }),
        )
        .help("every variable of the formula stands here once")
        .fix(Fix::maybe(format!("append `{missing}`"), vec![Edit::insert(span.end, missing)])),
    );
}

fn check_lengths(
    settings: &Settings<'_>,
    turns: usize,
    variables: usize,
    values: usize,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let spans = (settings.value("turns"), settings.value("variables"));
    let (Some(turns_span), Some(variables_span)) = spans else { return };
    let has_fault_in = |span: Span, diagnostics: &[Diagnostic]| {
        diagnostics.iter().any(|it| span.contains(it.span))
    };
    let is_consequence =
        has_fault_in(turns_span, diagnostics) || has_fault_in(variables_span, diagnostics);
    if turns != variables && !is_consequence {
        diagnostics.push(
            Diagnostic::new(
                TURNS_LENGTH,
                turns_span,
                format!("{} for {}", count(turns, "turn"), count(variables, "variable")),
                count(turns, "turn"),
            )
            .related(variables_span, count(variables, "variable"))
            .help("each turn chooses the value of the variable in the same place"),
        );
    }
    if let Some(span) = settings.value("values")
        && values > variables
        && !is_consequence
    {
        diagnostics.push(
            Diagnostic::new(
                TOO_MANY_VALUES,
                span,
                format!("{} for {}", count(values, "value"), count(variables, "variable")),
                count(values, "value"),
            )
            .related(variables_span, count(variables, "variable"))
            .help("write the values chosen so far, at most one a variable"),
        );
    }
}

/// As in "1 turn" and "2 turns".
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A sound formula game.
#[derive(Debug)]
struct FormulaGame<'a> {
    scope: Scope<'a>,
    document: u32,
    body: &'a ast::Formula,
    name: &'a str,
    turns: Vec<Player>,
    order: Vec<Variable>,
    values: Vec<bool>,
}

/// `x=1`
fn binding(variable: Variable, value: bool) -> String {
    format!("{variable}={}", u8::from(value))
}

impl FormulaGame<'_> {
    fn expanded(&self) -> Result<Formula, Refusal> {
        expand(&self.scope, self.document, self.body).ok_or_else(formula::too_large)
    }

    /// The values chosen so far and those that moves add, which checking has read.
    fn values(&self, moves: &[String]) -> Vec<bool> {
        let added = moves.iter().flat_map(|word| word.chars()).map(|it| it == '1');
        self.values.iter().copied().chain(added).collect()
    }
}

impl FormulaGame<'_> {
    /// The game as a quantified formula: a choice of A is universal, one of E existential, and so
    /// are the definitions that the clauses need, innermost.
    fn qdimacs(&self, formula: &Formula) -> String {
        let mut encoding = Encoding::of(formula, true);
        let mut prefix = Vec::new();
        for (index, (player, variable)) in self.turns.iter().zip(&self.order).enumerate() {
            let Some(atom) = encoding.atom(*variable) else { continue };
            match self.values.get(index) {
                Some(&value) => {
                    encoding.cnf.add([Literal::new(atom, value)]);
                    prefix.push((Quantifier::Exists, atom));
                }
                None if *player == Player::A => prefix.push((Quantifier::ForAll, atom)),
                None => prefix.push((Quantifier::Exists, atom)),
            }
        }
        let definitions = encoding.variables.len() as u32..encoding.cnf.atoms();
        prefix.extend(definitions.map(|atom| (Quantifier::Exists, Atom(atom))));
        let mut text = Vec::new();
        qdimacs::write(&mut text, &prefix, &encoding.cnf).expect("writing to memory succeeds");
        String::from_utf8(text).expect("QDIMACS is ASCII")
    }
}

impl FormulaGame<'_> {
    /// The tree of the formula with the values chosen so far, and the best next one.
    fn picture_of(&self, values: &[bool], solution: Option<&Solution>) -> Result<Picture, Refusal> {
        let turns: Vec<_> = self
            .turns
            .iter()
            .zip(&self.order)
            .map(|(player, variable)| format!("{player}:{variable}"))
            .collect();
        let title = format!("formula game {}, turns {}", self.name, turns.join(" "));
        let leaf = |variable: Variable| {
            let turn = self.order.iter().position(|it| *it == variable);
            let chosen = turn.and_then(|turn| values.get(turn));
            match (chosen, solution) {
                (Some(&value), _) => Label::new(binding(variable, value), Role::Emphasis),
                (None, Some(&Solution::Move(value))) if turn == Some(values.len()) => {
                    Label::new(binding(variable, value), Role::Highlight)
                }
                _ => variable.to_string().into(),
            }
        };
        Ok(Picture { title, body: Body::Tree(formula::tree(&self.expanded()?, leaf)) })
    }
}

impl Puzzle for FormulaGame<'_> {
    fn lower(&self, question: &Question) -> Result<Lowered, Refusal> {
        let formula = self.expanded()?;
        let values = self.values(&question.after);
        if question.verb == Verb::Draw {
            return Ok(Lowered::Answer(Answer::witness("drawn", formula::drawing(&formula)?)));
        }
        let game = Game::new(formula, self.turns.clone(), self.order.clone())
            .ok_or("turns and variables do not fit the formula")?;
        Ok(Lowered::Problem(match question.verb {
            Verb::Play2Win => Problem::BestMove(game, values),
            _ => Problem::Winner(game, values),
        }))
    }

    fn refuse(&self, question: &Question, text: &str, place: Span) -> Option<Diagnostic> {
        if !question.after.is_empty() {
            let mut moves = characters(text, place);
            if let Some((wrong, at)) = moves.find(|(it, _)| !matches!(it, '0' | '1')) {
                let word = wrong.encode_utf8(&mut [0; 4]).to_owned();
                let help = "`after` lists the values chosen so far, as in `after 01`";
                return Some(not_a_value(&word, at).help(help));
            }
        }
        let (made, all) = (self.values(&question.after).len(), self.order.len());
        (made >= all).then(|| {
            let message =
                format!("the game is over: {} for {}", count(made, "move"), count(all, "turn"));
            Diagnostic::new(GAME_OVER, place, message, "no turn is left")
                .help("the moves in `values` and behind `after` must be fewer than the turns")
        })
    }

    fn turn(&self, moves: &[String]) -> Result<Turn, Refusal> {
        if let Some(wrong) = moves.iter().find(|it| !matches!(it.as_str(), "0" | "1")) {
            return Err(format!("`{wrong}` is no value"));
        }
        let values = self.values(moves);
        let chosen: Vec<_> = self.order.iter().zip(&values).collect();
        Ok(match self.order.get(values.len()) {
            Some(variable) => Turn::Move {
                player: self.turns[values.len()].to_string(),
                choice: format!("the value of {variable}"),
                moves: vec!["0".to_owned(), "1".to_owned()],
            },
            None => {
                let value = |variable| chosen.contains(&(&variable, &true));
                Turn::Over(format!("{} wins", Player::who_wants(self.expanded()?.evaluate(value))))
            }
        })
    }

    fn position(&self, moves: &[String]) -> Result<Position, Refusal> {
        let picture = self.picture_of(&self.values(moves), None)?;
        Ok(Position { picture, players: ["E", "A"], gained: 0 })
    }

    fn lift(&self, question: &Question, solution: &Solution) -> Answer {
        match *solution {
            Solution::Move(value) => {
                let turn =
                    self.values.len() + question.after.iter().map(String::len).sum::<usize>();
                let (player, chosen) = (self.turns[turn], self.order[turn]);
                Answer::plain(u8::from(value).to_string()).note(format!("{player} sets {chosen}"))
            }
            Solution::Winner(player) => Answer::plain(format!("{player} wins")),
            _ => Answer::plain("unknown"),
        }
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        match question.verb {
            Verb::Draw => Claim::block(words),
            verb => Claim::one_of(words, FACTS.answers(verb)),
        }
    }

    fn targets(&self) -> Vec<(&'static str, String)> {
        let Ok(formula) = self.expanded() else { return Vec::new() };
        let turns: String = self.turns.iter().map(Player::to_string).collect();
        let variables: String = self.order.iter().map(Variable::to_string).collect();
        let values: String =
            self.values.iter().map(|value| if *value { '1' } else { '0' }).collect();
        let configuration = format!(
            "formula: {formula}\nturns: {turns}\nvariables: {variables}\nvalues: {values}\n"
        );
        vec![("game", configuration), ("qdimacs", self.qdimacs(&formula))]
    }

    fn picture(&self, solution: Option<&Solution>) -> Result<Picture, Refusal> {
        self.picture_of(&self.values, solution)
    }
}
