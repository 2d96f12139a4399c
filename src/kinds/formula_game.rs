//! The formula game: players A and E choose the values of a formula's variables in turn; E wants
//! it true, A wants it false.

mod variables;
mod words;

use std::cell::OnceCell;

use self::variables::TurnNames;
use self::words::NamedChoosing;
use crate::diagnostic::code::*;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::interchange::{qcir, qdimacs};
use crate::kinds::formula::{self, check_size, expand_named, not_a_value, resolve_named};
use crate::kinds::game::{ENGINES, GamePuzzle, VERBS};
use crate::kinds::scope::FormulaInfo;
use crate::kinds::scope::{Definition, Scope};
use crate::kinds::settings::{Settings, characters};
use crate::kinds::{
    Answer, AnswerVerdict, Claim, Comparable, Facts, Kind, Lowered, MoveWorth, NotAnAnswer, Note,
    PlayPosition, Posed, Puzzle, Question, Refusal, SettingFacts, Target, Turn, Unlowered,
};
use crate::picture::{self, Label, Picture};
use crate::syntax::ast::{self, ItemKind, Op, SettingValue, Verb};
use crate::text::Span;
use puzzle_engine::budget::{Budget, Stop};
use puzzle_engine::logic::choosing::Choosing;
use puzzle_engine::logic::formula::{Formula, FormulaVariable};
use puzzle_engine::logic::qbf::encode;
use puzzle_engine::logic::quantified::{Player, QuantifiedGame};

/// The kind `game …: formula`.
pub const KIND: FormulaGameKind = FormulaGameKind;

/// The kind `game …: formula`.
#[derive(Debug)]
pub struct FormulaGameKind;

const FACTS: Facts = Facts {
    name: "formula",
    summary: "a game: A and E choose the values of a formula's variables in turn; E wants it true",
    verbs: VERBS,
    answers: &[(Verb::Solve, &["A wins", "E wins"]), (Verb::Play2Win, &["0", "1"])],
    engines: ENGINES,
    shows_solution: true,
    settings: &[
        SettingFacts {
            name: "formula",
            summary: "the formula, or its name",
            is_required: true,
            sample: Some("(x+y)"),
            choices: &[],
        },
        SettingFacts {
            name: "turns",
            summary: "who chooses: a letter `A` or `E` a turn",
            is_required: true,
            sample: Some("AE"),
            choices: &["A", "E"],
        },
        SettingFacts {
            name: "variables",
            summary: "the variables in the order in which they get values: letters, or names with blanks between",
            is_required: true,
            sample: Some("xy"),
            choices: &[],
        },
        SettingFacts {
            name: "values",
            summary: "the values chosen so far: `0` or `1` each",
            is_required: false,
            sample: None,
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
        // Apart from those of other declarations, since what is told of a name may be taken back.
        let mut told = Vec::new();
        let settings = Settings::read(text, game, &FACTS, &mut told);
        let names = TurnNames::read(&settings, &scope, definition.document);
        let formula = self::formula(&settings, &scope, definition.document, &names, &mut told);
        let turns = settings.value("turns").map(|span| turns(text, span, &mut told));
        let order =
            settings.value("variables").map(|span| names.order(&settings, text, span, &mut told));
        let values =
            settings.value("values").map_or(Vec::new(), |span| values(text, span, &mut told));
        if let (Some(order), Some((_, info))) = (&order, &formula) {
            let mut faults = names.check(text, order, info.variables, &settings, &mut told);
            // A letter cannot be a name, which is said where it is declared.
            let is_letter = is_declared_letter(&settings, &scope, definition.document);
            faults.iter_mut().for_each(|it| it.is_consequence |= is_letter);
            told.append(&mut faults);
        }
        if let (Some(turns), Some(order)) = (&turns, &order) {
            check_lengths(&settings, turns.len(), order.len(), values.len(), &mut told);
        }
        let is_sound = told.is_empty();
        diagnostics.append(&mut told);
        let ((body, info), turns, order) = (formula?, turns?, order?);
        if !is_sound || game.is_broken || info.is_broken {
            return None;
        }
        let order: Vec<_> = order.into_iter().map(|(variable, _)| variable).collect();
        let name = game.name.map_or("", |span| &text[span.range()]);
        Some(Box::new(FormulaGame {
            scope,
            document: definition.document,
            body,
            name,
            turns,
            order,
            names,
            values,
            written: OnceCell::new(),
        }))
    }

    fn choices(&self, game: Definition, setting: &str, scope: Scope<'_>) -> Vec<String> {
        if self.lists_variables(setting) {
            return variables::unlisted(game, &scope);
        }
        self.facts().choices(setting).iter().map(|it| (*it).to_owned()).collect()
    }

    fn lists_variables(&self, setting: &str) -> bool {
        setting == "variables"
    }
}

/// The formula of the game, `None` when it is missing or has errors.
fn formula<'a>(
    settings: &Settings<'a>,
    scope: &Scope<'_>,
    document: u32,
    names: &TurnNames<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(&'a ast::WrittenFormula, FormulaInfo)> {
    let SettingValue::Formula(body) = &settings.find("formula")?.value else { return None };
    let before = diagnostics.len();
    let is_variable = |word: &str| names.variable(word).is_some();
    let mut info = resolve_named(scope, document, body, &is_variable, diagnostics);
    if settings.find("variables").is_none() {
        // Words may be variables of the list that is missing.
        let unknown = diagnostics[before..].iter_mut().filter(|it| it.code == UNKNOWN_NAME);
        unknown.for_each(|it| it.is_consequence = true);
    }
    // What is wrong with the formula is said once; the game lacks nothing else because of it.
    diagnostics.extend(check_size(&info, body.span));
    info.is_broken |= diagnostics.len() > before;
    (!info.is_broken).then_some((body, info))
}

/// Whether the formula is a letter that a declaration of the document has for its name.
fn is_declared_letter(settings: &Settings<'_>, scope: &Scope<'_>, document: u32) -> bool {
    let (tree, text) = (scope.tree(document), scope.text(document));
    let Some(SettingValue::Formula(body)) = settings.find("formula").map(|it| &it.value) else {
        return false;
    };
    let [node] = tree.formula(body) else { return false };
    let mut declared = tree.items.iter().filter_map(|it| it.kind.declared());
    declared.any(|it| text[it.range()] == text[node.span.range()])
        && matches!(node.op, Op::Variable(_))
}

fn turns(text: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Vec<Player> {
    let player = |it| if it == 'E' { Player::E } else { Player::A };
    let others = characters(text, span).filter(|it| !matches!(it.0, 'A' | 'E'));
    diagnostics.extend(no_players(text, &others.collect::<Vec<_>>()));
    characters(text, span).map(|it| player(it.0)).collect()
}

/// What is said of characters that stand for no player, if there are any.
fn no_players(text: &str, others: &[(char, Span)]) -> Option<Diagnostic> {
    let (first, last) = (others.first()?.1, others.last()?.1);
    let (place, is) =
        (first.to(last), if others.len() == 1 { "is no player" } else { "are no players" });
    let message = format!("`{}` {is}", &text[place.range()]);
    let fault = Diagnostic::new(NOT_A_PLAYER, place, message, "the players are `A` and `E`")
        .help("a turn is `A`, who wants the formula false, or `E`, who wants it true");
    let meant = |it: &(char, Span)| Edit::replace(it.1, it.0.to_ascii_uppercase());
    let edits: Vec<_> = others.iter().map(meant).collect();
    let are_players = others.iter().all(|it| matches!(it.0, 'a' | 'e'));
    let title = match others {
        [only] => format!("write `{}`", only.0.to_ascii_uppercase()),
        _ => "write them in upper case".to_owned(),
    };
    Some(if are_players { fault.fix(Fix::certain(title, edits)) } else { fault })
}

fn values(text: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Vec<bool> {
    let is_value = |it: &(char, Span)| matches!(it.0, '0' | '1');
    let (values, others): (Vec<_>, Vec<_>) = characters(text, span).partition(is_value);
    if let [(_, first), .., (_, last)] | [(_, first @ last)] = others[..] {
        let place = first.to(last);
        let fault = not_a_value(&text[place.range()], place);
        diagnostics.push(fault.help("write the values chosen so far, as in `01`"));
    }
    values.into_iter().map(|it| it.0 == '1').collect()
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
    body: &'a ast::WrittenFormula,
    name: &'a str,
    turns: Vec<Player>,
    order: Vec<FormulaVariable>,
    names: TurnNames<'a>,
    values: Vec<bool>,
    /// The formula written out, once that was done within some limits.
    written: OnceCell<Formula>,
}

impl FormulaGame<'_> {
    fn expanded(&self, budget: &mut Budget) -> Result<Formula, Unlowered> {
        if let Some(written) = self.written.get() {
            return Ok(written.clone());
        }
        let named = |word: &str| self.names.variable(word);
        let formula = expand_named(&self.scope, self.document, self.body, &named, budget)?;
        let formula = formula.ok_or_else(formula::too_large)?;
        Ok(self.written.get_or_init(|| formula).clone())
    }

    /// What each variable is called, in the order of the turns.
    fn words(&self) -> Vec<String> {
        self.order.iter().map(|it| self.names.word(*it)).collect()
    }

    /// The values chosen so far and those that moves add, which checking has read.
    fn values(&self, moves: &[String]) -> Vec<bool> {
        let added = moves.iter().flat_map(|word| word.chars()).map(|it| it == '1');
        self.values.iter().copied().chain(added).collect()
    }

    /// The game with its formula written out, which may be long: not done before it is needed.
    fn game(&self) -> Result<GamePuzzle<NamedChoosing>, Refusal> {
        let formula = self.expanded(&mut Budget::unlimited());
        self.game_of(formula.map_err(|_| formula::too_large())?)
    }

    fn game_of(&self, formula: Formula) -> Result<GamePuzzle<NamedChoosing>, Refusal> {
        let rules = QuantifiedGame::new(formula, self.turns.clone(), self.order.clone())
            .ok_or("turns and variables do not fit the formula")?;
        let names = self.words();
        let turns = self.turns.iter().zip(&names);
        let turns: Vec<_> = turns.map(|(player, name)| format!("{player}:{name}")).collect();
        let title = format!("formula game {}, turns {}", self.name, turns.join(" "));
        Ok(GamePuzzle::new(
            NamedChoosing::new(Choosing { rules, values: self.values.clone() }, names),
            title,
        ))
    }

    /// The question with a move a word: people write `after 01`.
    fn spelt(&self, question: &Question) -> Question {
        Question { after: spelt(&question.after), ..question.clone() }
    }

    /// The game as a quantified circuit.
    fn qcir(&self, game: &QuantifiedGame) -> String {
        let mut text = Vec::new();
        qcir::write(&mut text, game, &self.values, &self.words())
            .expect("writing to memory succeeds");
        String::from_utf8(text).expect("names are text")
    }

    /// The game as a quantified formula: a choice of A is universal, one of E existential, and so
    /// are the definitions that the clauses need, innermost.
    fn qdimacs(&self, game: &QuantifiedGame) -> String {
        let (prefix, matrix) = encode(game, &self.values);
        let mut text = Vec::new();
        qdimacs::write(&mut text, &prefix, &matrix).expect("writing to memory succeeds");
        String::from_utf8(text).expect("QDIMACS is ASCII")
    }
}

/// Moves a word each.
fn spelt(moves: &[String]) -> Vec<String> {
    moves.iter().flat_map(|word| word.chars()).map(String::from).collect()
}

impl Puzzle for FormulaGame<'_> {
    fn lower<'p>(
        &'p self,
        question: &'p Question,
        budget: &mut Budget,
    ) -> Result<Lowered<'p>, Unlowered> {
        if question.verb == Verb::Draw {
            let name = |variable| Label::from(self.names.word(variable));
            let tree = formula::tree(&self.expanded(budget)?, name);
            let drawing = picture::text::tree(&tree).map_err(|it| it.to_string())?;
            return Ok(Lowered::known(Answer::witness(AnswerVerdict::Drawn, drawing)));
        }
        let lowered = self.game_of(self.expanded(budget)?)?.lowered(&self.spelt(question))?;
        Ok(match lowered {
            Lowered::Problem(problem) if question.verb == Verb::Play2Win => {
                let turn = self.values(&question.after).len();
                Lowered::Problem(problem.map(move |solved| {
                    let mut solved = solved?;
                    let name = self.names.word(self.order[turn]);
                    let chosen = format!("{} sets {name}", self.turns[turn]);
                    solved.answer.notes.insert(0, Note::Summary(chosen));
                    Ok(solved)
                }))
            }
            lowered => lowered,
        })
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
        self.game()?.turn(moves)
    }

    fn meant(&self, moves: &[String], word: &str) -> Option<String> {
        self.game().ok()?.meant(moves, word)
    }

    fn move_worths(&self, moves: &[String]) -> Result<Posed<'_, Vec<MoveWorth>>, Refusal> {
        self.game()?.valued(moves)
    }

    fn position(&self, moves: &[String]) -> Result<PlayPosition, Refusal> {
        self.game()?.position(moves)
    }

    fn claim(&self, question: &Question, words: &[&str]) -> Result<Claim, NotAnAnswer> {
        match question.verb {
            // The rule says which of two choices that are as good is the answer.
            Verb::Solve | Verb::Play2Win => Claim::one_of(words, FACTS.answers(question.verb)),
            _ => self.game()?.claim(&self.spelt(question), words),
        }
    }

    fn targets(&self, budget: &mut Budget) -> Result<Vec<Target>, Stop> {
        let formula = match self.expanded(budget) {
            Ok(formula) => formula,
            Err(Unlowered::Refused(_)) => return Ok(Vec::new()),
            Err(Unlowered::Stopped(stop)) => return Err(stop),
        };
        let game = QuantifiedGame::new(formula.clone(), self.turns.clone(), self.order.clone());
        let game = game.expect("checking has compared them");
        budget.look()?;
        let qcir = ("qcir", Ok(self.qcir(&game)));
        budget.look()?;
        let qdimacs = ("qdimacs", Ok(self.qdimacs(&game)));
        // The configurations of the assignment know letters only.
        if !self.names.is_empty() {
            return Ok(vec![qcir, qdimacs]);
        }
        let turns: String = self.turns.iter().map(Player::to_string).collect();
        let variables: String = self.order.iter().map(FormulaVariable::to_string).collect();
        let values: String =
            self.values.iter().map(|value| if *value { '1' } else { '0' }).collect();
        let configuration = format!(
            "formula: {formula}\nturns: {turns}\nvariables: {variables}\nvalues: {values}\n"
        );
        Ok(vec![("game", Ok(configuration)), qcir, qdimacs])
    }

    fn comparable(&self) -> Result<Comparable<'_>, Refusal> {
        Ok(Comparable::Game(self.game()?.walk()))
    }

    fn picture(&self) -> Result<Picture, Refusal> {
        self.game()?.picture()
    }
}
