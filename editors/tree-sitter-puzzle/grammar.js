/**
 * The grammar of Puzzle for editors. It follows `docs/language.md`; `grammar/puzzle.lalrpop` at the
 * root of the repository is the definition.
 *
 * A line is one fact: the end of a line is a token, and `src/scanner.c` tells it from a line break
 * within parentheses. So a broken line ends in an ERROR of its own and spares its neighbours.
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

/** Words of sentences and of what follows them that are names where they cannot be anything else. */
const ELSEWHERE = ["at", "by"];

/** A block in braces; its last line may end with the brace. */
const block = ($, line) =>
  seq("{", repeat(seq(optional(line), $._newline)), optional(line), "}");

/** Operands with one connective throughout; lines may break beside every token. */
const parentheses = ($, connective) =>
  seq(
    "(",
    repeat($._break),
    $._operand,
    repeat1(seq(repeat($._break), connective, repeat($._break), $._operand)),
    repeat($._break),
    ")",
  );

/** One or more, with commas between. */
const commas = part => seq(part, repeat(seq(",", part)));

/** A name as what it is here; some are numbers. */
const named = ($, what) => choice(alias($.name, what), $.number);

module.exports = grammar({
  name: "puzzle",

  word: $ => $.name,

  externals: $ => [
    $._newline, // the end of a line
    $._break, // a line break within parentheses
    $.text_block,
    $._error_sentinel, // in no rule: valid only while the parser recovers from an error
  ],

  extras: $ => [/[ \t\r\u{feff}\u{a0}\u{2000}-\u{200b}\u{202f}\u{3000}]+/u, $.comment, $.doc_comment],

  // Behind a sentence `by` may begin the engine, or be a name.
  conflicts: $ => [[$.sentence]],

  rules: {
    // A block ends with its brace; anything else with its line.
    source_file: $ =>
      seq(
        repeat(choice($._newline, $._block_item, seq($._line_item, $._newline))),
        optional($._line_item),
      ),

    _block_item: $ => choice($.game, $.clauses, $.maze, $.theory),
    _line_item: $ => choice($.formula_declaration, $.foreign_file, $.import, $.lint_level, $.query),

    // Declarations.

    formula_declaration: $ =>
      seq("formula", field("name", $.name), "=", field("body", $._formula)),

    game: $ =>
      seq("game", field("name", $.name), ":", field("kind", alias($._hyphenated, $.kind)), block($, $.setting)),
    clauses: $ => seq("clauses", field("name", $.name), block($, $.clause)),
    maze: $ => seq("maze", field("name", $.name), block($, choice($.steps, $.maze_node))),
    theory: $ => seq("theory", field("name", $.name), block($, $._theory_line)),

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
        seq(field("name", $._word), repeat($._maze_part)),
        // A node that is called `steps` is told by what follows.
        seq(field("name", alias("steps", $.name)), repeat1($._maze_part)),
      ),
    _maze_part: $ => choice($.treasures, $.tolls, $.corridors),
    treasures: $ => seq("treasures", repeat($._word)),
    tolls: $ => seq("tolls", repeat($._word)),
    corridors: $ => seq(ARROW, repeat($._word)),

    _theory_line: $ =>
      choice($.sort, $.predicates, $.function, $.constants, $.distinct, $.rule, $.sentence),
    sort: $ => seq("sort", field("name", $._word), optional(seq("=", commas(named($, $.thing))))),
    predicates: $ => seq("predicate", commas($.head)),
    function: $ => seq("function", $.head, ":", field("result", named($, $.sort_name))),
    constants: $ => seq("constant", commas(named($, $.thing)), ":", field("sort", named($, $.sort_name))),
    distinct: $ => seq("distinct", commas(named($, $.thing))),
    rule: $ => seq("rule", field("label", $._word), ":", $.sentence),
    head: $ =>
      seq(field("name", $._word), optional(seq("(", commas(named($, $.sort_name)), ")"))),

    // Sentences. How their connectives bind is nothing that an editor needs to know.

    sentence: $ => repeat1($._part),
    _part: $ =>
      choice(
        $.quantifier,
        $.application,
        $._term,
        $.asked,
        $.truth,
        $.connective,
        $.group,
        "=",
        "!=",
        "≠",
      ),
    quantifier: $ =>
      seq(
        choice(
          "all",
          "∀",
          "some",
          "∃",
          "no",
          seq("at", choice("least", "most"), $._count),
          seq("exactly", $._count),
        ),
        commas($.bound),
        ".",
      ),
    _count: $ => choice($.number, "one"),
    bound: $ =>
      seq(choice($.variable, $.name), optional(seq(":", field("sort", alias($.name, $.sort_name))))),
    application: $ =>
      seq(
        field("name", choice($.name, alias(choice($.variable, ...ELSEWHERE), $.name))),
        "(",
        repeat(choice($._part, ",", $._break)),
        ")",
      ),
    _term: $ => prec(-1, choice($.variable, named($, $.thing), alias(choice(...ELSEWHERE), $.thing))),
    asked: $ => seq("?", choice($.variable, $.name)),
    truth: _ => choice("true", "false"),
    connective: _ => choice("and", "or", "not", "->", "<->", "∧", "∨", "¬", "→", "↔"),
    group: $ => seq("(", repeat(choice($._part, $._break)), ")"),

    // Queries.

    query: $ =>
      seq(
        choice(
          seq(
            field("verb", alias(choice("solve", "shortest", "draw", "simplify", "count", "valid", "compare"), $.verb)),
            field("target", $._formula),
            optional($._by),
          ),
          seq(
            field("verb", alias(choice("play2win", "line"), $.verb)),
            field("target", $._formula),
            optional($._by),
            optional($.after),
          ),
          seq(field("verb", alias("eval", $.verb)), field("target", $._formula), repeat($.binding)),
          seq(
            field("verb", alias("equivalent", $.verb)),
            field("target", $._formula),
            field("other", $._formula),
            optional($._by),
          ),
          seq(
            field("verb", alias(choice("prove", "ask"), $.verb)),
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
        optional($.expectation),
      ),
    _by: $ => seq("by", field("engine", alias($._hyphenated, $.engine))),
    after: $ => seq("after", repeat1($._word)),
    binding: $ => seq(field("variable", choice($.variable, $.name)), "=", field("value", $._word)),
    expectation: $ => seq("=>", repeat1($._token)),

    // Formulas.

    _formula: $ => choice($.variable, $.name, $.not, $.and, $.or),
    not: $ => seq(MINUS, $._formula),
    and: $ => parentheses($, STAR),
    or: $ => parentheses($, PLUS),
    // Within parentheses a line may break behind `-` as well.
    _operand: $ => choice($.variable, $.name, alias($._not_within, $.not), $.and, $.or),
    _not_within: $ => seq(MINUS, repeat($._break), $._operand),

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
        seq("(", repeat(choice($._token, $._break)), ")"),
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
    sign: _ => /<->|<=>|==>|-->|[&|^~!\\⊕↔⇔≡⇒⟶⟹]/,

    doc_comment: _ => token(prec(1, /\/\/\/[^\r\n]*/)),
    comment: _ => /\/\/[^\r\n]*/,
  },
});
