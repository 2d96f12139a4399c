//! The words to which the language gives a meaning, with what help, messages and completion say of
//! them.

use super::symbol::Terminal;

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// The word.
    pub word: &'static str,
    /// What the grammar calls it.
    pub terminal: Terminal,
    /// How what it belongs to is written; what stands for something else is in upper case.
    pub usage: &'static str,
    /// What it says, in one line.
    pub summary: &'static str,
}

const fn word(
    word: &'static str,
    terminal: Terminal,
    usage: &'static str,
    summary: &'static str,
) -> Keyword {
    Keyword { word, terminal, usage, summary }
}

/// The games whose lines are settings; any other name behind `game NAME:` is a game by rules of its own,
/// if its first line is one of these.
pub const GAMES: [&str; 5] = ["formula", "subtract-square", "chopsticks", "tippy", "dots"];

/// The game that a setting belongs to with which no line of a game by rules begins.
pub(super) fn game_with(setting: &str) -> Option<&'static str> {
    Some(match setting {
        "formula" | "turns" | "variables" | "values" => "formula",
        "value" => "subtract-square",
        "hands" | "moves" => "chopsticks",
        "size" => "tippy",
        "edges" | "scores" => "dots",
        _ => return None,
    })
}

/// The words that start an item.
pub const KEYWORDS: [Keyword; 28] = [
    word(
        "formula",
        Terminal::Formula,
        "formula NAME = FORMULA",
        "declares a formula: variables `a`–`z`, `*` and, `+` or, `-` not",
    ),
    word(
        "variables",
        Terminal::Variables,
        "variables NAMES",
        "makes variables of words, as in `variables rain sun2`; single letters need no declaration",
    ),
    word(
        "game",
        Terminal::Game,
        "game NAME: KIND { SETTINGS }",
        "declares a game, a setting a line; without a kind a game by rules of its own",
    ),
    word(
        "clauses",
        Terminal::Clauses,
        "clauses NAME { LITERALS }",
        "declares a clause set, a clause a line: one of its literals at least must be true",
    ),
    word(
        "maze",
        Terminal::Maze,
        "maze NAME { LINES }",
        "declares a maze from START to GOAL, a node a line",
    ),
    word(
        "theory",
        Terminal::Theory,
        "theory NAME { LINES }",
        "declares a theory: sorts, predicates, functions, and sentences that are true",
    ),
    word(
        "puzzle",
        Terminal::Puzzle,
        "puzzle NAME { LINES }",
        "declares a puzzle by rules of its own; behind a colon the puzzle whose rules hold as well",
    ),
    word("import", Terminal::Import, "import \"FILE\"", "makes the names of another file known"),
    word("allow", Terminal::Allow, "allow LINT", "says nothing of what a lint finds in this file"),
    word("warn", Terminal::Warn, "warn LINT", "warns of what a lint finds in this file"),
    word("deny", Terminal::Deny, "deny LINT", "makes what a lint finds in this file an error"),
    word(
        "solve",
        Terminal::Solve,
        "solve NAME => ANSWER",
        "asks for a solution: values, a model, a path, or who wins",
    ),
    word(
        "shortest",
        Terminal::Shortest,
        "shortest NAME => ANSWER",
        "asks for the fewest steps from START to GOAL",
    ),
    word(
        "play2win",
        Terminal::Play2Win,
        "play2win NAME after MOVES => ANSWER",
        "asks for the best next move of a game",
    ),
    word(
        "line",
        Terminal::Line,
        "line NAME after MOVES => ANSWER",
        "asks how a game goes on when both play perfectly",
    ),
    word(
        "compare",
        Terminal::Compare,
        "compare NAME => ANSWER",
        "asks how many nodes minimax, alpha-beta and the default engine look at",
    ),
    word(
        "eval",
        Terminal::Eval,
        "eval NAME x=1 y=0 => ANSWER",
        "asks for the value of a formula where its variables have these values; `10` says the same",
    ),
    word("draw", Terminal::Draw, "draw NAME => ANSWER", "asks for a drawing in characters"),
    word(
        "simplify",
        Terminal::Simplify,
        "simplify NAME => ANSWER",
        "asks for the formula without `*` below `*` or `+` below `+`",
    ),
    word("count", Terminal::Count, "count NAME => ANSWER", "asks how many solutions there are"),
    word(
        "valid",
        Terminal::Valid,
        "valid NAME => ANSWER",
        "asks whether a formula is true for all values",
    ),
    word(
        "equivalent",
        Terminal::Equivalent,
        "equivalent NAME NAME => ANSWER",
        "asks whether two formulas have the same value everywhere",
    ),
    word(
        "prove",
        Terminal::Prove,
        "prove NAME: SENTENCE => ANSWER",
        "asks whether a sentence follows from a theory",
    ),
    word(
        "ask",
        Terminal::Ask,
        "ask NAME: SENTENCE => ANSWER",
        "asks for what `?x` may stand, so that the sentence follows from a theory",
    ),
    word(
        "smallest",
        Terminal::Smallest,
        "smallest NAME: TERM => NUMBER",
        "asks for a solution of a puzzle in which a term is as small as can be",
    ),
    word(
        "largest",
        Terminal::Largest,
        "largest NAME: TERM => NUMBER",
        "asks for a solution of a puzzle in which a term is as large as can be",
    ),
    word(
        "moves",
        Terminal::Moves,
        "moves NAME => ANSWER",
        "asks what each move of a game leads to when both play perfectly",
    ),
    word(
        "why",
        Terminal::Why,
        "why QUERY => ANSWER",
        "asks for the reasons of an answer as well; `why NAME: SENTENCE` asks why it is so",
    ),
];

/// The words that declare something in a theory.
pub const DECLARATIONS: [&str; 6] =
    ["sort", "predicate", "function", "constant", "distinct", "rule"];

/// The words that declare something in a puzzle by rules of its own.
pub const SHEET_DECLARATIONS: [&str; 19] = [
    "sort",
    "grid",
    "predicate",
    "function",
    "constant",
    "given",
    "distinct",
    "define",
    "sign",
    "start",
    "goal",
    "action",
    "when",
    "then",
    "players",
    "wins",
    "loses",
    "score",
    "rule",
];

/// The words and signs that have a meaning further on in a line.
pub const PARTS: [Keyword; 9] = [
    word("file", Terminal::File, "file \"FILE\"", "takes the declaration from a file"),
    word("all", Terminal::All, "all COUNT", "asks for every solution, or so many at most"),
    word("by", Terminal::By, "by ENGINE", "chooses the engine that answers"),
    word("after", Terminal::After, "after MOVES", "asks about the game after further moves"),
    word("=>", Terminal::Expect, "=> ANSWER", "the answer that is expected, compared by meaning"),
    word("steps", Terminal::Steps, "steps COUNT", "how many steps are allowed"),
    word("treasures", Terminal::Treasures, "treasures NAMES", "what lies at the node"),
    word(
        "tolls",
        Terminal::Tolls,
        "tolls NAMES",
        "the treasures that entering the node costs; they have to be held before the step",
    ),
    word("->", Terminal::Arrow, "-> NODES", "where corridors lead, one way"),
];

/// Numbers from zero as words, which no sentence counts by.
pub const NUMBER_WORDS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The words that have a meaning in a theory and in what is asked of one.
pub const SENTENCE_WORDS: [Keyword; 18] = [
    word(
        "sort",
        Terminal::Sort,
        "sort NAME = NAMES",
        "what there is of a sort; all of it, if listed",
    ),
    word(
        "predicate",
        Terminal::Predicate,
        "predicate NAME(SORTS)",
        "what may be said of such things",
    ),
    word(
        "function",
        Terminal::Function,
        "function NAME(SORTS): SORT",
        "what belongs to such things",
    ),
    word("constant", Terminal::Constant, "constant NAMES: SORT", "things that have a name"),
    word("distinct", Terminal::Distinct, "distinct NAMES", "things that are all different"),
    word(
        "rule",
        Terminal::Rule,
        "rule LABEL: SENTENCE",
        "a sentence that proofs call by its label",
    ),
    word("all", Terminal::All, "all x, y: SORT. SENTENCE", "for every thing"),
    word("some", Terminal::Some, "some x: SORT. SENTENCE", "for one thing at least"),
    word("no", Terminal::No, "no x: SORT. SENTENCE", "for nothing"),
    word(
        "at",
        Terminal::At,
        "at least 2 x: SORT. SENTENCE",
        "for that many things or more; `at most`: or fewer",
    ),
    word("exactly", Terminal::Exactly, "exactly one x: SORT. SENTENCE", "for just so many things"),
    word("not", Terminal::Not, "not SENTENCE", "the sentence is false"),
    word("and", Terminal::And, "SENTENCE and SENTENCE", "both are true; binds tighter than `or`"),
    word("or", Terminal::Or, "SENTENCE or SENTENCE", "one of both at least is true"),
    word("->", Terminal::Arrow, "SENTENCE -> SENTENCE", "the second is true where the first is"),
    word("<->", Terminal::DoubleArrow, "SENTENCE <-> SENTENCE", "both are true or both are false"),
    word("true", Terminal::True, "true", "what always holds"),
    word("false", Terminal::False, "false", "what never holds"),
];

/// The words that have a meaning in a puzzle by rules of its own beside those of sentences, or another
/// one.
pub const SHEET_WORDS: [Keyword; 31] = [
    word(
        "sort",
        Terminal::Sort,
        "sort NAME = RANGE",
        "numbers, as in `1..9`, or things that are listed",
    ),
    word(
        "grid",
        Terminal::Grid,
        "grid NAME = 9 by 9 in boxes 3 by 3",
        "a board and the sort of its cells; its size may be left to a drawing",
    ),
    word("function", Terminal::Function, "function NAMES(SORTS): RANGE", "values to be found"),
    word("predicate", Terminal::Predicate, "predicate NAMES(SORTS)", "what may hold of things"),
    word("constant", Terminal::Constant, "constant NAMES: RANGE", "single values to be found"),
    word(
        "given",
        Terminal::Given,
        "given NAMES(SORTS): RANGE = VALUES",
        "what is told and not found; what is not told has no value, or is false",
    ),
    word(
        "distinct",
        Terminal::Distinct,
        "distinct NAMES in NAMES",
        "values that all differ; behind `in`, wherever those are the same",
    ),
    word(
        "define",
        Terminal::Define,
        "define NAME(VARIABLES): SENTENCE",
        "a name for a sentence; with `=` in place of `:` for a number",
    ),
    word(
        "sign",
        Terminal::Sign,
        "sign \"*\": SENTENCE",
        "what a sign of a drawing says of its place, which is `here`",
    ),
    word("start", Terminal::Start, "start SENTENCE", "what is so at first; or a drawing of it"),
    word("goal", Terminal::Goal, "goal SENTENCE", "what shall be so at last; or a drawing of it"),
    word(
        "action",
        Terminal::Action,
        "action NAME(VARIABLES)",
        "what may be done, if what stands behind `when` holds, and then what `then` says is so",
    ),
    word(
        "when",
        Terminal::When,
        "when SENTENCE",
        "the action above may be done only if this holds",
    ),
    word("then", Terminal::Then, "then CHANGE", "what the action above changes; all else stays"),
    word(
        "becomes",
        Terminal::Becomes,
        "FUNCTION becomes TERM",
        "the value that an action gives it; of a predicate whether it holds",
    ),
    word(
        "players",
        Terminal::Players,
        "players NAME, NAME",
        "the two who act in turn, the first one first; what an action says is done by `turn`",
    ),
    word(
        "wins",
        Terminal::Wins,
        "wins PLAYER: SENTENCE",
        "who has won, and the play is over; a variable stands for both players",
    ),
    word(
        "loses",
        Terminal::Loses,
        "loses PLAYER: SENTENCE",
        "who has lost, and the play is over; a variable stands for both players",
    ),
    word(
        "score",
        Terminal::Score,
        "score PLAYER: TERM",
        "the points of a player at the end, when nobody can move",
    ),
    word("turn", Terminal::Word, "turn", "the player who moves"),
    word("other", Terminal::Word, "other", "the player who does not move"),
    word("again", Terminal::Word, "then again", "whoever moved moves once more"),
    word("stuck", Terminal::Word, "stuck(PLAYER)", "the player has to move and cannot"),
    word("none", Terminal::None, "or none", "it may have no value"),
    word("sum", Terminal::Sum, "sum(TERM for VARIABLES where SENTENCE)", "all these together"),
    word("min", Terminal::Min, "min(TERM for VARIABLES where SENTENCE)", "the smallest of these"),
    word("max", Terminal::Max, "max(TERM for VARIABLES where SENTENCE)", "the greatest of these"),
    word("count", Terminal::CountOf, "count(VARIABLES where SENTENCE)", "how many there are"),
    word("for", Terminal::For, "TERM for VARIABLES", "for all their values"),
    word("where", Terminal::Where, "VARIABLES where SENTENCE", "only if this is so"),
    word("mod", Terminal::Mod, "TERM mod TERM", "what a division leaves over"),
];

impl Keyword {
    /// The keyword that starts an item with this word.
    pub fn find(word: &str) -> Option<&'static Self> {
        KEYWORDS.iter().find(|it| it.word == word)
    }

    /// The word or sign of a theory and of what is asked of one.
    pub fn find_in_sentence(word: &str) -> Option<&'static Self> {
        SENTENCE_WORDS.iter().find(|it| it.word == word)
    }

    /// The word of a puzzle by rules of its own and of what is asked of one.
    pub fn find_in_sheet(word: &str) -> Option<&'static Self> {
        SHEET_WORDS.iter().find(|it| it.word == word).or_else(|| Self::find_in_sentence(word))
    }

    /// The word or sign that has a meaning further on in a line.
    pub fn find_part(word: &str) -> Option<&'static Self> {
        PARTS.iter().find(|it| it.word == word)
    }
}
