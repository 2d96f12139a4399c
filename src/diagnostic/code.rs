//! The table of all diagnostic codes. Each has a number that never changes its meaning, a name
//! that lint levels use, and a page (`docs/errors/NUMBER.md`) that `puzzle explain` prints.

use super::Severity;

/// What a lint does when it finds something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LintLevel {
    /// Nothing.
    Allow,
    /// A remark.
    Hint,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

impl LintLevel {
    /// The severity of a finding, `None` when it is not shown.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Self::Allow => None,
            Self::Hint => Some(Severity::Hint),
            Self::Warn => Some(Severity::Warning),
            Self::Deny => Some(Severity::Error),
        }
    }
}

/// A diagnostic code: an entry of the table.
#[derive(Clone, Copy)]
pub struct Code(&'static Entry);

struct Entry {
    number: &'static str,
    name: &'static str,
    level: LintLevel,
    is_lint: bool,
    page: &'static str,
}

impl Code {
    /// The stable number, such as `E0202`; lints start with `L`.
    pub const fn number(self) -> &'static str {
        self.0.number
    }

    /// The name in words, such as `missing-parentheses`.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Whether its level may be set with `allow`, `warn` and `deny`.
    pub const fn is_lint(self) -> bool {
        self.0.is_lint
    }

    /// The level it has when nobody sets one.
    pub const fn level(self) -> LintLevel {
        self.0.level
    }

    /// The severity it has when nobody sets a level.
    pub const fn severity(self) -> Severity {
        match self.0.level {
            LintLevel::Allow | LintLevel::Hint => Severity::Hint,
            LintLevel::Warn => Severity::Warning,
            LintLevel::Deny => Severity::Error,
        }
    }

    /// The page `puzzle explain` prints: Markdown with a wrong and a right example.
    pub const fn page(self) -> &'static str {
        self.0.page
    }

    /// The first line of the page without its mark: what the code says, in words.
    pub fn title(self) -> &'static str {
        let line = self.page().lines().next().unwrap_or_default();
        line.split_once(": ").map_or(line, |(_, title)| title)
    }

    /// The first paragraph of the page: what it finds.
    pub fn summary(self) -> &'static str {
        self.page().split("\n\n").nth(1).unwrap_or_default()
    }

    /// Finds a code by number or name, in any case.
    pub fn find(text: &str) -> Option<Self> {
        let same = |candidate: &str| candidate.eq_ignore_ascii_case(text);
        Self::ALL.iter().copied().find(|code| same(code.number()) || same(code.name()))
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.number() == other.number()
    }
}

impl Eq for Code {}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.number(), self.name())
    }
}

macro_rules! codes {
    ($($constant:ident $number:ident $name:literal $level:ident;)*) => {
        $(
            #[doc = concat!("`", stringify!($number), "` ", $name, ".")]
            pub const $constant: Code = Code(&Entry {
                number: stringify!($number),
                name: $name,
                level: LintLevel::$level,
                is_lint: stringify!($number).as_bytes()[0] == b'L',
                page: include_str!(concat!("../../docs/errors/", stringify!($number), ".md")),
            });
        )*

        impl Code {
            /// Every code, in the order of the index.
            pub const ALL: &[Self] = &[$($constant),*];
        }
    };
}

codes! {
    // Text and lines.
    INVALID_UTF8            E0001 "invalid-utf8"            Deny;
    UNKNOWN_CHARACTER       E0002 "unknown-character"       Deny;
    UNTERMINATED_TEXT       E0003 "unterminated-text"       Deny;
    UNEXPECTED              E0004 "unexpected"              Deny;
    UNCLOSED_BLOCK          E0005 "unclosed-block"          Deny;
    UNMATCHED_BRACE         E0006 "unmatched-brace"         Deny;
    UNKNOWN_KEYWORD         E0007 "unknown-keyword"         Deny;
    // Names, files and settings.
    UNKNOWN_NAME            E0101 "unknown-name"            Deny;
    DUPLICATE_NAME          E0102 "duplicate-name"          Deny;
    RESERVED_NAME           E0103 "reserved-name"           Deny;
    IMPORT_CYCLE            E0104 "import-cycle"            Deny;
    UNREADABLE_FILE         E0105 "unreadable-file"         Deny;
    UNKNOWN_KIND            E0106 "unknown-kind"            Deny;
    UNKNOWN_SETTING         E0107 "unknown-setting"         Deny;
    DUPLICATE_SETTING       E0108 "duplicate-setting"       Deny;
    MISSING_SETTING         E0109 "missing-setting"         Deny;
    UNKNOWN_LINT            E0110 "unknown-lint"            Deny;
    WRONG_KIND              E0111 "wrong-kind"              Deny;
    CYCLIC_DEFINITION       E0112 "cyclic-definition"       Deny;
    UNKNOWN_FORMAT          E0113 "unknown-format"          Deny;
    // Formulas.
    UPPER_CASE_VARIABLE     E0201 "upper-case-variable"     Deny;
    MISSING_PARENTHESES     E0202 "missing-parentheses"     Deny;
    EXTRANEOUS_PARENTHESES  E0203 "extraneous-parentheses"  Deny;
    MISMATCHED_PARENTHESES  E0204 "mismatched-parentheses"  Deny;
    MISSING_OPERAND         E0205 "missing-operand"         Deny;
    MISSING_CONNECTIVE      E0206 "missing-connective"      Deny;
    MIXED_CONNECTIVES       E0207 "mixed-connectives"       Deny;
    EMPTY_PARENTHESES       E0208 "empty-parentheses"       Deny;
    FOREIGN_CONNECTIVE      E0209 "foreign-connective"      Deny;
    CONSTANT_IN_FORMULA     E0210 "constant-in-formula"     Deny;
    FORMULA_TOO_LARGE       E0211 "formula-too-large"       Deny;
    N_ARY_CONNECTIVE        L0201 "n-ary-connective"        Allow;
    UNUSED_FORMULA          L0202 "unused-formula"          Hint;
    // The formula game.
    NOT_A_PLAYER            E0301 "not-a-player"            Deny;
    TURNS_LENGTH            E0302 "turns-length"            Deny;
    MISSING_VARIABLE        E0303 "missing-variable"        Deny;
    UNKNOWN_VARIABLE        E0304 "unknown-variable"        Deny;
    REPEATED_VARIABLE       E0305 "repeated-variable"       Deny;
    NOT_A_VALUE             E0306 "not-a-value"             Deny;
    TOO_MANY_VALUES         E0307 "too-many-values"         Deny;
    GAME_OVER               E0308 "game-over"               Deny;
    // Clauses.
    NOT_A_LITERAL           E0401 "not-a-literal"           Deny;
    LITERAL_OUT_OF_RANGE    E0402 "literal-out-of-range"    Deny;
    MISSING_TERMINATOR      E0403 "missing-terminator"      Deny;
    DIMACS_HEADER           E0404 "dimacs-header"           Deny;
    QCIR                    E0405 "qcir"                    Deny;
    TPTP                    E0406 "tptp"                    Deny;
    MALFORMED_PROOF         E0407 "malformed-proof"         Deny;
    WRONG_PROOF             E0408 "wrong-proof"             Deny;
    DUPLICATE_LITERAL       L0401 "duplicate-literal"       Warn;
    TAUTOLOGICAL_CLAUSE     L0402 "tautological-clause"     Warn;
    DIMACS_COUNT            L0403 "dimacs-count"            Warn;
    IGNORED_FORMULA         L0404 "ignored-formula"         Warn;
    // Mazes.
    UNKNOWN_NODE            E0501 "unknown-node"            Deny;
    DUPLICATE_NODE          E0502 "duplicate-node"          Deny;
    UNDECLARED_TREASURE     E0503 "undeclared-treasure"     Deny;
    TREASURE_TWO_HOMES      E0504 "treasure-with-two-homes" Deny;
    MISSING_NODE_LINE       E0505 "missing-node-line"       Deny;
    UNLISTED_NODE           E0506 "unlisted-node"           Deny;
    STEPS_NOT_A_NUMBER      E0507 "steps-not-a-number"      Deny;
    MISSING_END             E0508 "missing-start-or-goal"   Deny;
    BURDENED_END            E0509 "burdened-start-or-goal"  Deny;
    MALFORMED_MAZE_LINE     E0510 "malformed-maze-line"     Deny;
    DUPLICATE_TREASURE      E0511 "duplicate-treasure"      Deny;
    TOLL_WITHOUT_SUPPLY     L0501 "toll-without-supply"     Warn;
    TREASURE_WITHOUT_HOME   L0502 "treasure-without-home"   Warn;
    SELF_TOLL               L0503 "self-toll"               Warn;
    NODE_AS_TREASURE        L0504 "node-as-treasure"        Warn;
    MISSPELT_PART           L0505 "misspelt-part"           Warn;
    // Questions and expectations.
    EXPECTATION_FAILED      E0601 "expectation-failed"      Deny;
    NOT_AN_ANSWER           E0602 "not-an-answer"           Deny;
    MISSING_BINDING         E0603 "missing-binding"         Deny;
    UNKNOWN_BINDING         E0604 "unknown-binding"         Deny;
    LIMIT_REACHED           E0605 "limit-reached"           Warn;
    WITHOUT_ANSWER          E0606 "without-answer"          Warn;
    MISSING_EXPECTATION     L0601 "missing-expectation"     Allow;
    // Games.
    BAD_SETTING             E0701 "bad-setting"             Deny;
    ILLEGAL_MOVE            E0702 "illegal-move"            Deny;
    IMPOSSIBLE_POSITION     E0703 "impossible-position"     Deny;
    MALFORMED_BOARD         E0704 "malformed-board"         Deny;
    EXTRA_NUMBERS           L0701 "extra-numbers"           Warn;
    // Theories.
    ILL_SORTED              E0801 "ill-sorted"              Deny;
    WRONG_ARITY             E0802 "wrong-arity"             Deny;
    UNBOUND_VARIABLE        E0803 "unbound-variable"        Deny;
    WRONG_ROLE              E0804 "wrong-role"              Deny;
    UNKNOWN_SORT            E0805 "unknown-sort"            Deny;
    NOT_A_COUNT             E0806 "not-a-count"             Deny;
    OPEN_SORT               E0807 "open-sort"               Deny;
    EMPTY_SORT              E0808 "empty-sort"              Deny;
    UNUSED_VARIABLE         L0801 "unused-variable"         Warn;
    SHADOWED_VARIABLE       L0802 "shadowed-variable"       Warn;
    IMPLICATION_UNDER_SOME  L0803 "implication-under-some"  Warn;
    CONJUNCTION_UNDER_ALL   L0804 "conjunction-under-all"   Warn;
    UNCLEAR_PRECEDENCE      L0805 "unclear-precedence"      Warn;
    CONTRADICTORY_SENTENCES L0806 "contradictory-sentences" Allow;
    REDUNDANT_SENTENCE      L0807 "redundant-sentence"      Allow;
    SIMILAR_NAMES           L0808 "similar-names"           Warn;
    // Puzzles by rules of their own.
    OUT_OF_RANGE            E1001 "out-of-range"            Deny;
    MALFORMED_GRID          E1002 "malformed-grid"          Deny;
    MALFORMED_DRAWING       E1003 "malformed-drawing"       Deny;
    UNKNOWN_SIGN            E1004 "unknown-sign"            Deny;
    MISSING_GIVEN           E1005 "missing-given"           Deny;
    TOLD_TWICE              E1006 "told-twice"              Deny;
    WRONG_VALUES            E1007 "wrong-number-of-values"  Deny;
    DENIED_RECURSION        E1008 "denied-recursion"        Deny;
    NUMBER_TOO_LARGE        E1009 "number-too-large"        Deny;
    NOT_A_CHANGE            E1010 "not-a-change"            Deny;
    METER_READ              E1011 "meter-read"              Deny;
    NO_ACTION               E1012 "no-action"               Deny;
    WRONG_PLAYERS           E1013 "wrong-players"           Deny;
    BEYOND_THE_LANGUAGE     E1014 "beyond-the-language"     Deny;
    CHAIN_TOO_LONG          E1015 "chain-too-long"          Deny;
    BEYOND_THE_BOARD        L1001 "beyond-the-board"        Warn;
    // Faults of our own.
    UNVERIFIED              E0901 "unverified-answer"       Deny;
}
