/**
 * The grammar of Puzzle for editors. It follows `docs/language.md`; `grammar/puzzle.lalrpop` at the
 * root of the repository is the definition.
 *
 * A line is one fact: the end of a line is a token, and `src/scanner.c`, which counts the open
 * parentheses, tells it from a line break within them. So a broken line ends in an ERROR of its own
 * and spares its neighbours.
 *
 * There are no reserved words. A keyword is one where the rules below ask for it, and a name
 * elsewhere: that is what `word` does.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const MINUS = choice("-", "¬");
const STAR = choice("*", "∧");
const PLUS = choice("+", "∨");
const ARROW = choice("->", "→");

/** Words with a meaning where an operand may begin, which are names where they cannot be anything else. */
const DRAWN = [
  ...["at", "one", "sort", "predicate", "function", "constant", "distinct", "rule"],
  ...["count", "sum", "min", "max", "grid", "given", "define"],
];
const WORDS = [...DRAWN, "sign"];
/** Words that bind variables, and name things where none follow. */
const BINDING = ["all", "some", "no", "exactly"];

/** A block in braces; its last line may end with the brace. */
const block = ($, line) =>
  seq("{", repeat(seq(optional(line), $._newline)), optional(line), "}");

/** Formulas with one connective throughout. */
const parentheses = ($, connective) => seq("(", $._formula, repeat1(seq(connective, $._formula)), ")");

/** One or more, with something between. */
const separated = (sign, part) => seq(part, repeat(seq(sign, part)));
const commas = part => separated(",", part);

/** A name as what it is here; some are numbers. */
const named = ($, what) => choice(alias($.name, what), $.number);

/** How these bind is nothing that an editor needs to know. */
const CONNECTIVES = ["and", "or", "->", "<->", "∧", "∨", "→", "↔", "becomes"];

module.exports = grammar({
  name: "puzzle",

  word: $ => $.name,

  externals: $ => [
    $._newline, // the end of a line
    $._break, // a line break within parentheses
    $.text_block,
    "(",
    ")",
    $._apply, // a parenthesis directly behind a name
    $._picture_begin,
    $._picture_end,
    $._picture_number,
    $.mark, // letters and signs of a picture
    $.empty, // `.` in a picture
    $.separator, // bars, dashes and crosses in a picture
    $._never, // which the scanner never finds
    $._error_sentinel, // in no rule: valid only while the parser recovers from an error
  ],

  extras: $ => [$._break, /[ \t\r\u{feff}\u{a0}\u{2000}-\u{200b}\u{202f}\u{3000}]+/u, $.comment, $.doc_comment],


  // Whether `count(x` counts things or is said of x, what follows tells.
  conflicts: $ => [[$.bound, $._operand]],

  rules: {
    // A block ends with its brace; anything else with its line.
    source_file: $ =>
      seq(
        repeat(choice($._newline, $._block_item, seq($._line_item, $._newline))),
        optional($._line_item),
      ),

    _block_item: $ => choice($.game, $.clauses, $.maze, $.theory, $.puzzle),
    _line_item: $ =>
      choice($.formula_declaration, $.variable_declaration, $.foreign_file, $.import, $.lint_level, $.query),

    // Declarations.

    formula_declaration: $ =>
      seq(
        "formula",
        field("name", $.name),
        optional(seq(choice("(", alias($._apply, "(")), commas(alias(choice($.variable, $.name), $.parameter)), ")")),
        "=",
        field("body", $._formula),
      ),

    variable_declaration: $ => seq("variables", repeat1(field("name", choice($.variable, $.name)))),

    game: $ =>
      choice(
        seq("game", field("name", $.name), ":", field("kind", alias($._hyphenated, $.kind)), block($, $.setting)),
        // Which lines a game behind a colon has, its kind tells the compiler; here one without has rules.
        seq("game", field("name", $.name), block($, $._puzzle_line)),
      ),
    clauses: $ => seq("clauses", field("name", $.name), block($, $.clause)),
    maze: $ => seq("maze", field("name", $.name), block($, choice($.steps, $.maze_node))),
    theory: $ => seq("theory", field("name", $.name), block($, $._theory_line)),
    puzzle: $ =>
      seq(
        "puzzle",
        field("name", $.name),
        optional(seq(":", field("rules", alias($._hyphenated, $.name)))),
        block($, $._puzzle_line),
      ),

    foreign_file: $ =>
      seq(choice("clauses", "maze", "game", "theory"), field("name", $.name), "=", "file", field("path", $._text)),
    import: $ => seq("import", field("path", $._text)),
    lint_level: $ =>
      seq(field("level", choice("allow", "warn", "deny")), field("lint", alias($._hyphenated, $.lint))),

    // The lines of blocks.

    setting: $ =>
      choice(
        seq(field("name", alias("formula", $.name)), field("value", $._formula)),
        seq(field("name", $.name), repeat($._token)),
      ),

    clause: $ => repeat1($.literal),
    literal: $ => seq(optional(MINUS), $._word),

    steps: $ => seq("steps", $._word),
    maze_node: $ =>
      choice(
        seq(field("name", $._word), repeat($._maze_part), optional($._behind)),
        // A node that is called `steps` is told by what follows.
        seq(field("name", alias("steps", $.name)), choice(seq(repeat1($._maze_part), optional($._behind)), $._behind)),
      ),
    _behind: $ => seq($.corridors, repeat($._maze_part)),
    _maze_part: $ => choice($.treasures, $.tolls),
    treasures: $ => seq("treasures", repeat($._word)),
    tolls: $ => seq("tolls", repeat($._word)),
    corridors: $ => seq(ARROW, repeat($._word)),

    // What theories and puzzles by rules of their own have in common.
    _theory_line: $ =>
      choice(
        $.sort,
        $.grid,
        $.predicates,
        $.function,
        $.constants,
        $.given,
        $.distinct,
        $.definition,
        $.sign_declaration,
        $.drawing,
        $.rule,
        $.sentence,
      ),
    predicates: $ => seq("predicate", commas($.head)),
    head: $ => seq(field("name", $._word), optional(seq("(", commas($._sort_name), ")"))),
    _things: $ => commas(named($, $.thing)),
    _sort_name: $ => named($, $.sort_name),

    // In a puzzle things may be done as well.
    _puzzle_line: $ =>
      choice($._theory_line, $.start, $.goal, $.action, $.part, $.players, $.end, $.score),
    sort: $ => seq("sort", field("name", $._word), optional(seq("=", choice($._things, $.range, $._constructors)))),
    // One that is only a word is a list of one thing.
    _constructors: $ =>
      choice(
        alias($.made, $.head),
        seq($.head, repeat1(seq("|", $.head))),
      ),
    made: $ => seq(field("name", $._word), "(", commas($._sort_name), ")"),
    grid: $ =>
      seq("grid", field("name", $._word), optional(seq("=", $._size)), optional(seq("in", "boxes", $._size))),
    _size: $ => seq($.number, "by", $.number),
    function: $ => seq("function", commas($.head), ":", field("result", $._type), optional($.or_none)),
    constants: $ => seq("constant", $._things, ":", field("sort", $._type), optional($.or_none)),
    or_none: _ => seq("or", "none"),
    given: $ =>
      seq(
        "given",
        commas($.head),
        optional(seq(":", field("result", $._type))),
        optional(seq("=", choice(commas($._told), $._drawn))),
      ),
    _told: $ => choice(named($, $.thing), seq("-", $.number)),
    distinct: $ =>
      seq(
        "distinct",
        $._things,
        optional(seq(":", field("sort", $._type))),
        optional(seq("in", commas($._word))),
      ),
    definition: $ =>
      seq(
        "define",
        field("name", $._word),
        optional(seq("(", commas($.bound), ")")),
        choice(":", "="),
        $.sentence,
      ),
    sign_declaration: $ => seq("sign", field("sign", $._text), ":", $.sentence),
    drawing: $ => seq(field("name", choice($.name, alias(choice(...DRAWN), $.name))), $._drawn),
    _drawn: $ => choice($.text, $.picture),
    picture: $ =>
      seq(
        alias($._picture_begin, '"""'),
        repeat(choice(alias($._picture_number, $.number), $.mark, $.empty, $.separator)),
        alias($._picture_end, '"""'),
      ),
    // Whether a line that begins with one of these words is about a thing that is called so, a blank behind it
    // tells the compiler; here it never is.
    start: $ => prec(1, seq("start", choice($.sentence, $._drawn))),
    goal: $ => prec(1, seq("goal", choice($.sentence, $._drawn))),
    action: $ =>
      prec(
        1,
        seq(
          "action",
          field("name", $._word),
          optional(seq("(", commas($.bound), ")")),
          optional($._when),
          optional($._then),
        ),
      ),
    // It belongs to the action above.
    part: $ => prec(1, choice(seq($._when, optional($._then)), $._then)),
    players: $ => prec(1, seq("players", $._things)),
    end: $ => prec(1, seq(choice("wins", "loses"), field("player", named($, $.thing)), ":", $.sentence)),
    score: $ => prec(1, seq("score", field("player", named($, $.thing)), ":", $.sentence)),
    _when: $ => seq("when", $.sentence),
    _then: $ => seq("then", $.sentence),
    // The label may be any word.
    rule: $ => {
      const label = choice($._word, alias(choice("and", "or", "mod"), $.name));
      return prec(1, seq("rule", field("label", label), ":", $.sentence));
    },
    _type: $ => choice($._sort_name, $.range),
    range: $ => seq(optional("-"), $.number, "..", optional("-"), $.number),

    // Sentences and terms; what is which the compiler finds out.

    sentence: $ => $._sentence,
    _sentence: $ =>
      separated(
        alias(choice(...CONNECTIVES), $.connective),
        seq(repeat(choice(alias(choice("not", "¬"), $.connective), $.quantifier)), choice($._atomic, $.truth)),
      ),
    quantifier: $ =>
      seq(
        choice(
          seq(choice("all", "∀", "some", "∃", "no"), commas($.bound)),
          seq(
            seq(choice(seq("at", choice("least", "most")), "exactly"), choice("one", $._term)),
            commas($.bound),
          ),
        ),
        ".",
      ),
    bound: $ => seq(choice($.variable, $.name), optional(seq(":", field("sort", $._type)))),
    _atomic: $ => separated(choice("=", "!=", "≠", "<", "<=", "≤", ">", ">=", "≥"), $._term),
    _term: $ => separated(choice("+", "-", "*", "/", "mod"), seq(repeat("-"), $._factor)),
    _factor: $ => choice($._operand, $.asked, $.aggregate),
    // A thing, what is said of others, or something in parentheses.
    _operand: $ =>
      choice(
        $.variable,
        named($, $.thing),
        prec(-1, alias(choice(...WORDS, ...BINDING), $.thing)),
        $.application,
        $.group,
        $._reserved,
      ),
    application: $ =>
      seq(
        field("name", choice($.name, $.number, alias(choice($.variable, ...WORDS), $.name))),
        "(",
        commas($._term),
        ")",
      ),
    group: $ => seq("(", $._sentence, ")"),
    aggregate: $ =>
      choice(
        seq(choice("sum", "min", "max"), "(", $._term, "for", $._bounds, ")"),
        prec.dynamic(-1, seq("count", "(", $._bounds, ")")),
      ),
    _bounds: $ => seq(commas($.bound), optional(seq("where", $._sentence))),

    // No name where an operand has to begin: a line with one of these words there is broken.
    _reserved: $ =>
      seq(choice("and", "or", "not", "true", "false"), $._never),
    asked: $ => seq("?", choice($.variable, $.name)),
    truth: _ => choice("true", "false"),

    // Queries.

    query: $ =>
      seq(
        choice(
          seq(optional(alias("why", $.verb)), $._asked),
          seq(field("verb", alias("why", $.verb)), field("target", $._formula), optional($._by)),
          seq(
            field("verb", alias("why", $.verb)),
            field("target", $._formula),
            ":",
            $.sentence,
            optional($._by),
          ),
        ),
        optional($.expectation),
      ),
    _asked: $ =>
      choice(
        seq(
          field("verb", alias("solve", $.verb)),
          field("target", $._formula),
          optional($.all),
          optional($._by),
        ),
        seq(
          field("verb", alias(choice("shortest", "draw", "simplify", "count", "valid", "compare"), $.verb)),
          field("target", $._formula),
          optional($._by),
        ),
        seq(
          field("verb", alias(choice("play2win", "line", "moves"), $.verb)),
          field("target", $._formula),
          optional($._by),
          optional($.after),
        ),
        seq(
          field("verb", alias("eval", $.verb)),
          field("target", $._formula),
          choice(repeat($.binding), field("values", $.number)),
        ),
        seq(
          field("verb", alias("equivalent", $.verb)),
          field("target", $._formula),
          field("other", $._formula),
          optional($._by),
        ),
        seq(
          field("verb", alias(choice("prove", "ask", "smallest", "largest"), $.verb)),
          field("target", $._formula),
          ":",
          $.sentence,
          optional($._by),
        ),
        seq(
          field("verb", alias("equivalent", $.verb)),
          field("target", $._formula),
          ":",
          $.sentence,
          ",",
          $.sentence,
          optional($._by),
        ),
      ),
    all: $ => seq("all", optional($.number)),
    _by: $ => seq("by", field("engine", alias($._hyphenated, $.engine))),
    after: $ => seq("after", repeat1($._move)),
    // A step of a sheet has its things in parentheses.
    _move: $ => seq($._word, optional(seq("(", commas($._word), ")"))),
    binding: $ => seq(field("variable", choice($.variable, $.name)), "=", field("value", $._word)),
    expectation: $ => seq("=>", repeat1($._token)),

    // Formulas.

    _formula: $ => choice($.variable, $.name, $.call, $.not, $.and, $.or),
    // With a blank before the parenthesis they are two formulas.
    call: $ =>
      seq(
        field("name", $.name),
        alias($._apply, "("),
        commas($._formula),
        ")",
      ),
    not: $ => seq(MINUS, $._formula),
    and: $ => parentheses($, STAR),
    or: $ => parentheses($, PLUS),

    // Tokens.

    _token: $ =>
      choice(
        $.variable,
        $._word,
        $._text,
        MINUS,
        STAR,
        PLUS,
        ARROW,
        "=",
        ":",
        ",",
        $.sign,
        seq("(", repeat($._token), ")"),
      ),
    _text: $ => choice($.text, $.text_block),
    _word: $ => choice($.name, $.number),

    // A single letter is a variable in formulas only; elsewhere the lexer is not asked for one.
    variable: _ => /[a-z]/,
    name: _ => /[\p{L}_][\p{L}\p{Nd}_]*/u,
    _hyphenated: _ => /[\p{L}_][\p{L}\p{Nd}_]*([ \t]*[-¬][ \t]*[\p{L}_][\p{L}\p{Nd}_]*)*/u,
    number: _ => /[0-9]+/,
    text: _ => /"[^"\n]*"/,
    // A sign of another notation, in an answer.
    sign: _ => /<->|<=>|==>|-->|[&|^~!\\⊕↔⇔≡⇒⟶⟹.?≠∀∃]/,

    doc_comment: _ => token(prec(1, /\/\/\/[^\r\n]*/)),
    comment: _ => /\/\/[^\r\n]*/,
  },
});
