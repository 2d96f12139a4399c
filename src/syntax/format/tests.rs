//! What is written, side by side with what comes out.

use super::format;

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = format(text);
    assert_eq!(found, expected, "\n{found}");
    assert_eq!(format(&found), found, "formatting twice equals once");
}

#[test]
fn formulas_have_no_blanks() {
    check("formula  ab=( x + - -y )", "formula ab = (x+--y)\n");
    check("formula ab = (x∧¬(y ∨ cd))", "formula ab = (x*-(y+cd))\n");
    check("solve(x+y)", "solve (x+y)\n");
    check("solve - x", "solve -x\n");
    check("equivalent ( x+y )-y", "equivalent (x+y) -y\n");
    check("formula  ab (p ,q)=cd( -p,(q+x ))", "formula ab(p, q) = cd(-p, (q+x))\n");
    check("equivalent ab( x,y )  (x+y)", "equivalent ab(x, y) (x+y)\n");
}

#[test]
fn line_breaks_and_comments_in_formulas_stay() {
    check(
        "formula ab = ( // first\n (x+y)*\n\n\n  // second\n/// third\ny\n )// last",
        "formula ab = ( // first\n    (x+y)*\n\n    // second\n    /// third\n    y\n    ) // last\n",
    );
    check(
        "game gg: formula {\nformula (x+\ny)\nturns E\n}",
        "game gg: formula {\n    formula (x+\n        y)\n    turns   E\n}\n",
    );
}

#[test]
fn words_stand_one_blank_apart() {
    check(
        "game  gg :subtract - square{\nvalue   20\n}",
        "game gg: subtract-square {\n    value 20\n}\n",
    );
    check("maze old=file\t\"a  b\"", "maze old = file \"a  b\"\n");
    check("allow n-ary - connective", "allow n-ary-connective\n");
    check("eval ab x = 1 y=0=>1", "eval ab x=1 y=0 => 1\n");
    check("eval  ab   10=>1", "eval ab 10 => 1\n");
    check("solve ab by alpha - beta=>- 1 2  -3", "solve ab by alpha-beta => -1 2 -3\n");
    check("solve ab => x = 1 , y:2", "solve ab => x=1, y: 2\n");
    check("play2win gg after 1 0=>1", "play2win gg after 1 0 => 1\n");
    check("clauses cc {\n1-2 rain-wet\n}", "clauses cc {\n    1 -2 rain -wet\n}\n");
}

#[test]
fn the_words_of_a_kind_are_not_torn_apart() {
    check(
        "game gg: kk {\nlevel very-hard\nlist 1 -2\nedges(1   2)\n}",
        "game gg: kk {\n    level very-hard\n    list  1 -2\n    edges (1 2)\n}\n",
    );
}

#[test]
fn blocks() {
    check("clauses cc {\n    solve -  x\n}", "clauses cc {\n    solve -x\n}\n");
    check("game gg: kk{size 3}", "game gg: kk { size 3 }\n");
    check("game gg: kk { size 3 } // c", "game gg: kk { size 3 } // c\n");
    check("game gg: kk {\n\n}", "game gg: kk {}\n");
    check("game gg: kk { size 3\n}", "game gg: kk {\n    size 3\n}\n");
    check("game gg: kk { // c\n}", "game gg: kk { // c\n}\n");
    check("clauses cc { 1 } solve cc", "clauses cc { 1 }\nsolve cc\n");
    check(
        "clauses cc {\n\n// a\n\n\n1\n// b\n\n} // c",
        "clauses cc {\n    // a\n\n    1\n    // b\n} // c\n",
    );
}

#[test]
fn documentation_stands_above_what_it_documents() {
    check("formula ab = x /// no\n/// yes\nsolve ab", "formula ab = x /// no\n/// yes\nsolve ab\n");
    check("clauses cc {\n1\n} /// yes\nsolve cc", "clauses cc {\n    1\n}\n/// yes\nsolve cc\n");
}

#[test]
fn a_drawing_of_blanks_is_empty() {
    check(
        "puzzle pp {\nboard \"\"\"\n    \n\"\"\"\n}",
        "puzzle pp {\n    board \"\"\"\n        \"\"\"\n}\n",
    );
}

#[test]
fn columns_are_aligned() {
    check(
        "maze mm {\nsteps 5\nSTART->B\nB tolls G treasures T->A // c\nÉÉ\nA treasures T\n}",
        "maze mm {
    steps 5
    START                     -> B
    B     tolls G treasures T -> A // c
    ÉÉ
    A     treasures T
}
",
    );
    check("maze mm {\nAA -> B\nB -> AA\n}", "maze mm {\n    AA -> B\n    B  -> AA\n}\n");
}

#[test]
fn adjacent_queries_are_aligned() {
    check(
        "solve ab => 1\ncount ab\nshortest ab => 2\n\nsolve ab => 1\n// c\ncount ab => 1",
        "solve ab    => 1
count ab
shortest ab => 2

solve ab => 1
// c
count ab => 1
",
    );
}

#[test]
fn a_long_line_does_not_push_the_others() {
    check(
        "solve ab => 1\ncount ab2 => 1\nsolve (aaaaaaaaaaaaaaaaaaaaaaaa+bbbbbbbbbbbbbbbbbbbb) => 1",
        "solve ab  => 1
count ab2 => 1
solve (aaaaaaaaaaaaaaaaaaaaaaaa+bbbbbbbbbbbbbbbbbbbb) => 1
",
    );
}

#[test]
fn text_blocks_move_as_a_whole() {
    check(
        "draw ab => \"\"\"\n  a  \n\n    b\n x\n  \"\"\"",
        "draw ab => \"\"\"\n    a  \n\n      b\n    x\n    \"\"\"\n",
    );
    check(
        "game gg: dots {\nedges\"\"\"\n.\n\"\"\" }",
        "game gg: dots {\n    edges \"\"\"\n        .\n        \"\"\"\n}\n",
    );
    check("draw ab => \"\"\"\n\"\"\"", "draw ab => \"\"\"\n    \"\"\"\n");
}

#[test]
fn files() {
    check("", "");
    check(" \n\n", "");
    check("\n\n// a\n\n\n\n// b\n\n", "// a\n\n// b\n");
    check("\u{feff}solve  ab", "solve ab\n");
    check("// a \r\nsolve  ab\nsolve ab\r\n", "// a\r\nsolve ab\r\nsolve ab\r\n");
    check("draw ab => \"\"\"\r\n a\r\n \"\"\"", "draw ab => \"\"\"\r\n    a\r\n    \"\"\"\r\n");
}

#[test]
fn broken_lines_stay_and_cost_nothing_else() {
    check(
        "  formula  ab = x * y  // c\nformula  cd=x",
        "  formula  ab = x * y // c\nformula cd = x\n",
    );
    check("formula  ab = (x*  \n\n   y z)\nsolve  ab", "formula  ab = (x*\n\n   y z)\nsolve ab\n");
    check(
        "game gg: formula {\n  turns  EEA §\nvariables  xyz\n}\n}",
        "game gg: formula {\n  turns  EEA §\n    variables xyz\n}\n}\n",
    );
    check("fromula  ab {\nsize   3\n}", "fromula  ab {\nsize   3\n}\n");
    check("maze mm {\nA->B\nsolve  ab", "maze mm {\n    A -> B\nsolve ab\n");
    check("  solve  ab}", "solve ab }\n");
    check("\"\"\"\nclauses cc { 1 }\"\"\"", "\"\"\"\nclauses cc { 1 } \"\"\"\n");
    check("clauses cc { 1  + 2 }", "clauses cc { 1  + 2 }\n");
}

#[test]
fn lines_of_a_text_that_is_none_stay() {
    let without_end = "puzzle pp {\n    digit \"\"\"\n        1 .\n          . \"\"\" 2\n    all  x. p(x)\n}\nsolve pp\n";
    check(without_end, without_end);
    let without_start =
        "puzzle pp {\n    digit\n        1 .\n          . 2\n        \"\"\"\n    all x. p(x)\n}\n";
    check(without_start, without_start);
    let apart = "puzzle pp {\n    digit\n      \"\"\"\n      1 .\n      . 2\n      \"\"\"\n}\n";
    check(apart, apart);
    check("theory tt {\n  }\n  p( x )\n   q\n}\n", "theory tt {}\n  p( x )\n   q\n}\n");
}

#[test]
fn values_and_names_that_are_no_formulas_keep_their_signs() {
    let text = "game gg: subtract {\n    square -formula (x∧y)\n}\n";
    check(text, text);
    let text = "game gg: subtract¬square {\n    ab\n    formula - x\n}\n";
    check(text, text);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a text")]
fn tour() {
    check(
        r#"
// Formulas.
formula either=(x+y)
formula clash=( either*( ( y + z )*(-y+-z) ) )    // a longer name refers to a formula

solve clash => satisfiable
eval clash x=1 y=0 z=1 => 1
draw clash => """
  * * + - z
    ...
  """


// A game.
game duel:formula {
formula clash
turns EEA
variables xyz
}
play2win duel => 1
play2win duel after 1 => 0
solve duel => E wins

// Clauses.
clauses tiny{
1 2 3
-2 3
-3
}
solve tiny => 1 -2 -3

// Mazes.
maze cave {
  steps 5
  START -> A C D
  A -> START B D
  B treasures GOLD tolls WAND -> A E
  C tolls GOLD -> START D GOAL
  GOAL -> C F
}
solve cave => START D E G F GOAL
shortest cave => 5

game board: dots {
    edges """
.   .---.
    |
.   .---.
"""
}
game opening: tippy { size 3 }
game heap: subtract-square { value 20 }

maze old = file "cave.maze"
import "library.puzzle""#,
        r#"// Formulas.
formula either = (x+y)
formula clash = (either*((y+z)*(-y+-z))) // a longer name refers to a formula

solve clash            => satisfiable
eval clash x=1 y=0 z=1 => 1
draw clash             => """
    * * + - z
      ...
    """

// A game.
game duel: formula {
    formula   clash
    turns     EEA
    variables xyz
}
play2win duel         => 1
play2win duel after 1 => 0
solve duel            => E wins

// Clauses.
clauses tiny {
    1 2 3
    -2 3
    -3
}
solve tiny => 1 -2 -3

// Mazes.
maze cave {
    steps 5
    START                           -> A C D
    A                               -> START B D
    B     treasures GOLD tolls WAND -> A E
    C     tolls GOLD                -> START D GOAL
    GOAL                            -> C F
}
solve cave    => START D E G F GOAL
shortest cave => 5

game board: dots {
    edges """
        .   .---.
            |
        .   .---.
        """
}
game opening: tippy { size 3 }
game heap: subtract-square { value 20 }

maze old = file "cave.maze"
import "library.puzzle"
"#,
    );
}
