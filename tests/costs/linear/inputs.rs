//! Puzzles that grow with a number, and sessions. To add one, add a line: what grows, a number for which everything takes
//! some milliseconds, and the text.

/// What grows, how far, and the text of that size.
pub(super) type Input = (&'static str, usize, fn(usize) -> String);

/// A text with one piece for each number.
pub(super) fn each(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect()
}

/// The same text again and again.
pub(super) fn times(n: usize, piece: &str) -> String {
    piece.repeat(n)
}

/// A theory with two predicates and these lines.
fn theory(lines: &str) -> String {
    format!("theory t {{\nsort S = Ann, Bob\npredicate p(S), q(S, S)\n{lines}\n}}\nsolve t\n")
}

/// A puzzle by rules of its own with a predicate and a function, and these lines.
fn sheet(lines: &str) -> String {
    format!(
        "puzzle s {{\nsort S = Ann, Bob\npredicate p(S)\nfunction f(S): 1..9\n{lines}}}\nsolve s\n"
    )
}

/// A puzzle on a board with this drawing.
fn drawing(rows: usize, columns: usize, lines: &str) -> String {
    format!(
        "puzzle s {{\ngrid Cell = {rows} by {columns}\nfunction f(Cell): 1..9\nboard \"\"\"\n{lines}\n\"\"\"\n}}\n"
    )
}

fn maze(lines: &str) -> String {
    format!("maze m {{\nsteps 5\n{lines}\n}}\n")
}

pub(super) const PUZZLES: &[Input] = &[
    // Constructors.
    ("constructors of a sort", 1000, |n| {
        let constants = each(n, |it| format!("k{it} | "));
        format!("theory t {{\nsort S = {constants}f(S)\n}}\n")
    }),
    ("sorts made of each other", 500, |n| {
        let sorts = each(n, |it| format!("sort S{it} = f{it}(S{})\n", it + 1));
        format!("theory t {{\n{sorts}sort S{n} = a | b\n}}\n")
    }),
    // Anything.
    ("braces on a line", 1000, |n| times(n, "{") + &times(n, "}")),
    ("closing braces", 1000, |n| times(n, "}")),
    ("closing braces apart", 1000, |n| times(n, "}  ")),
    ("closing braces on lines", 1000, |n| times(n, "  }\n")),
    ("opening braces on lines", 300, |n| times(n, "theory t {\n")),
    ("quotes", 8000, |n| times(n, "import \"")),
    ("texts", 2000, |n| times(n, "draw ff => \"\"\"\n a\n \"\"\"\n")),
    ("lines of a text", 8000, |n| format!("draw ff => \"\"\"\n{}", times(n, "  a\n"))),
    ("blocks in a text on a line", 4000, |n| format!("draw ff => \"\"\"\n{}", times(n, "a { "))),
    ("comments", 8000, |n| times(n, "// c\n")),
    ("a comment", 400_000, |n| format!("// {}\n", times(n, "c "))),
    ("doc comments", 8000, |n| times(n, "/// c\n") + "formula ff = x\n"),
    ("empty lines", 30_000, |n| times(n, "\n") + "formula ff = x\n"),
    ("a name", 60_000, |n| format!("formula f{} = x\nsolve f{}b\n", times(n, "a"), times(n, "a"))),
    ("other characters", 1000, |n| times(n, "@#$ \n")),
    ("other characters on a line", 2000, |n| times(n, "@é∧ ")),
    ("keywords on a line", 20_000, |n| times(n, "solve ")),
    ("imports", 300, |n| each(n, |i| format!("import \"none{i}.puzzle\"\n"))),
    ("imports of one file", 300, |n| times(n, "import \"none.puzzle\"\n")),
    ("levels", 2000, |n| times(n, "warn unused-formula\n")),
    ("unknown levels", 100, |n| each(n, |i| format!("warn unused-formul{i}\n"))),
    ("kinds of games", 300, |n| each(n, |i| format!("game g{i}: tipp{i} {{\n}}\n"))),
    // Formulas.
    ("formulas", 2000, |n| each(n, |i| format!("formula f{i} = (x*y)\n"))),
    ("formulas of formulas", 2000, |n| {
        each(n, |i| format!("formula f{i} = (f{}*y)\n", i + 1)) + &format!("formula f{n} = x\n")
    }),
    ("a circle of formulas", 2000, |n| each(n, |i| format!("formula f{i} = f{}\n", (i + 1) % n))),
    ("one formula again", 300, |n| times(n, "formula ff = x\n")),
    ("unknown formulas", 300, |n| each(n, |i| format!("formula name{i} = nam{i}\n"))),
    ("formulas asked for", 300, |n| each(n, |i| format!("formula name{i} = x\nsolve namee{i}\n"))),
    ("nested formulas", 4000, |n| {
        format!("formula ff = {}x{}\nsolve ff\nsimplify ff\n", times(n, "("), times(n, "*y)"))
    }),
    ("open parentheses", 16_000, |n| format!("formula ff = {}x\n", times(n, "("))),
    ("closed parentheses", 16_000, |n| format!("formula ff = x{}\n", times(n, ")"))),
    ("negations", 8000, |n| format!("formula ff = {}x\nsolve ff\n", times(n, "-"))),
    ("a conjunction", 4000, |n| format!("formula ff = (x{})\nsolve ff\n", times(n, "*y"))),
    ("letters without connectives", 16_000, |n| format!("formula ff = {}\n", times(n, "x "))),
    ("questions", 500, |n| format!("formula ff = (x*y)\n{}", times(n, "solve ff => x=1 y=1\n"))),
    ("values", 2000, |n| format!("formula ff = (x*y)\neval ff {}\n", times(n, "x=1 "))),
    ("formulas in questions", 500, |n| times(n, "equivalent (x*y) and (y*x) => equivalent\n")),
    ("formulas with parameters", 500, |n| {
        let next = |i| format!("formula f{}(p) = f{i}((p+x))\n", i + 1);
        format!("formula f0(p) = (p*x)\n{}solve f{n}(y)\n", each(n, next))
    }),
    ("parameters of a formula", 1000, |n| {
        format!("formula ff({}p) = p\n", each(n, |i| format!("p{i}, ")))
    }),
    ("one parameter again", 1000, |n| format!("formula ff({}p) = p\n", times(n, "p, "))),
    ("what stands for parameters", 2000, |n| {
        format!("formula ff(p) = (p*x)\nsolve {}x{}\n", times(n, "ff("), times(n, ")"))
    }),
    ("too much for parameters", 250, |n| {
        format!("formula ff(p) = p\nsolve ff(x{})\n", times(n, ", x"))
    }),
    ("lines of variables", 2000, |n| each(n, |i| format!("variables v{i}\n"))),
    ("one variable again", 2000, |n| format!("variables{}\n", times(n, " vv"))),
    ("misspelt variables", 250, |n| {
        format!(
            "variables{}\n{}",
            each(n, |i| format!(" name{i}")),
            each(n, |i| { format!("formula f{i} = nam{i}\n") })
        )
    }),
    // Theories.
    ("rules", 1000, |n| theory(&each(n, |i| format!("rule r{i}: p(Ann) or p(Bob)\n")))),
    ("facts", 2000, |n| theory(&times(n, "p(Ann)\n"))),
    ("things", 4000, |n| {
        format!("theory t {{\nsort S = {}\n}}\n", each(n, |i| format!("C{i}, ")) + "D")
    }),
    ("sorts", 2000, |n| format!("theory t {{\n{}}}\n", each(n, |i| format!("sort S{i}\n")))),
    ("sorts of one thing", 1000, |n| {
        format!("theory t {{\n{}}}\n", each(n, |i| format!("sort S{i} = A{i}\n")))
    }),
    ("predicates", 2000, |n| theory(&each(n, |i| format!("predicate p{i}(S)\n")))),
    ("arguments", 2000, |n| theory(&format!("predicate r({}S)\n", times(n, "S, ")))),
    ("constants of a sort", 2000, |n| theory(&each(n, |i| format!("constant c{i}: S\n")))),
    ("lists of what differs", 1000, |n| {
        theory(&each(n, |i| format!("constant c{i}: S\ndistinct Ann, c{i}\n")))
    }),
    ("undeclared predicates", 250, |n| theory(&each(n, |i| format!("pp{i}(Ann)\n")))),
    ("undeclared things", 250, |n| theory(&each(n, |i| format!("p(Annn{i})\n")))),
    ("undeclared sorts", 500, |n| theory(&each(n, |i| format!("predicate p{i}(SS{i})\n")))),
    ("inferred predicates", 1000, |n| {
        format!("theory t {{\nsort S = Ann\n{}}}\n", each(n, |i| format!("p{i}(Ann)\n")))
    }),
    ("quantifiers", 2000, |n| theory(&format!("{}p(x)", times(n, "all x. ")))),
    ("quantifiers of variables", 2000, |n| {
        theory(&format!("{}p(x0)", each(n, |i| format!("all x{i}. "))))
    }),
    ("variables of a quantifier", 2000, |n| {
        theory(&format!("all x{}. p(x)", each(n, |i| format!(", x{i}"))))
    }),
    ("`not`s", 4000, |n| theory(&format!("{}p(Ann)", times(n, "not ")))),
    ("nested sentences", 4000, |n| theory(&format!("{}p(Ann){}", times(n, "("), times(n, ")")))),
    ("a disjunction", 2000, |n| theory(&format!("p(Bob){}", times(n, " or p(Ann)")))),
    ("implications", 500, |n| theory(&format!("{}p(Ann)", times(n, "p(Ann) -> ")))),
    ("unbound variables", 400, |n| theory(&times(n, "p(x)\n"))),
    ("questions about a theory", 200, |n| {
        theory("p(Ann)") + &times(n, "prove t: p(Ann) => proved\n")
    }),
    ("questions about rules", 100, |n| {
        theory(&times(n, "p(Ann) or p(Bob)\n")) + &times(n, "prove t: p(Ann)\n")
    }),
    ("variables of another sort", 500, |n| {
        let sentences = times(n, "all x. p(x) and r(x) and r(x)\n");
        theory(&format!("sort T\npredicate r(T)\n{sentences}"))
    }),
    ("`either`s", 500, |n| theory(&times(n, "either p(Ann) or p(Bob)\n"))),
    ("nested `either`s", 1000, |n| {
        theory(&format!("{}p(Ann){}", times(n, "either ("), times(n, " or p(Bob))")))
    }),
    ("consequences", 4000, |n| theory(&times(n, "p(Ann) then "))),
    ("names behind a predicate", 4000, |n| theory(&format!("p {}", times(n, "Ann ")))),
    ("names in a question", 4000, |n| format!("{}prove t: {}\n", theory(""), times(n, "Ann "))),
    ("applications without parentheses", 250, |n| {
        theory(&each(n, |i| format!("p Ann\np(Annn{i})\n")))
    }),
    // Puzzles by rules of their own.
    ("rules of a puzzle", 1000, |n| sheet(&each(n, |i| format!("rule r{i}: p(Ann) or p(Bob)\n")))),
    ("broken rules of a puzzle", 500, |n| sheet(&times(n, "rule p(Ann\n"))),
    ("undeclared names of a puzzle", 250, |n| sheet(&each(n, |i| format!("pp{i}(Annn{i})\n")))),
    ("a sum", 1000, |n| sheet(&format!("f(Ann){} = 3\n", times(n, " + f(Bob)")))),
    ("a variable in sums of another sort", 500, |n| {
        sheet(&format!("all x: S. f(x) = 1{}\n", times(n, " and f(x) = x + 1")))
    }),
    ("definitions of definitions", 500, |n| {
        let defined = each(n, |i| format!("define d{}(x): d{i}(x) or p(x)\n", i + 1));
        sheet(&format!("define d0(x): p(x)\n{defined}"))
    }),
    ("actions", 250, |n| {
        let actions = each(n, |i| format!("action a{i}(x)\nwhen p(x)\nthen f(x) becomes 1\n"));
        sheet(&format!("start p(Ann)\n{actions}goal p(Bob)\n"))
    }),
    ("puzzles with the rules of others", 1000, |n| {
        let next = |i| format!("puzzle s{}: s{i} {{\np(Ann)\n}}\n", i + 1);
        sheet("").replace(" s", " s0") + &each(n, next)
    }),
    ("puzzles with the rules of a broken one", 1000, |n| {
        let next = |i| format!("puzzle s{}: s{i} {{\np(Ann) and q\n}}\n", i + 1);
        "puzzle s0 {\np, q: 1..\n}\n".to_owned() + &each(n, next)
    }),
    ("a circle of puzzles", 1000, |n| {
        each(n, |i| format!("puzzle s{i}: s{} {{\np(Ann)\n}}\n", (i + 1) % n))
    }),
    ("puzzles", 250, |n| each(n, |i| sheet("p(Ann)\n").replace(" s", &format!(" s{i}")))),
    ("lines of a drawing", 500, |n| drawing(n, 3, &times(n, ". 1 .\n"))),
    ("a line of a drawing", 500, |n| drawing(1, n, &times(n, ". "))),
    ("lines that a board lacks", 500, |n| drawing(3, 3, &times(n, ". 1 .\n"))),
    ("places that a board lacks", 500, |n| drawing(1, 3, &times(n, ". "))),
    ("unknown signs of a drawing", 250, |n| drawing(n, 3, &times(n, ". ? .\n"))),
    ("bars of a drawing", 500, |n| drawing(n, 3, &times(n, ". | 1 | .\n------\n"))),
    ("signs", 250, |n| {
        let signs = each(n, |i| format!("sign \"s{i}\": f(here) = 1\n"));
        format!("puzzle s {{\ngrid Cell = 2 by 2\nfunction f(Cell): 1..9\n{signs}}}\n")
    }),
    // Clauses.
    ("clauses", 4000, |n| {
        format!("clauses c {{\n{}}}\nsolve c\n", each(n, |i| format!("{} -{}\n", i + 1, i + 2)))
    }),
    ("clauses with names", 4000, |n| {
        format!("clauses c {{\n{}}}\nsolve c\n", each(n, |i| format!("A{i} -A{}\n", i + 1)))
    }),
    ("a clause", 8000, |n| {
        format!("clauses c {{\n{}\n}}\nsolve c\n", each(n, |i| format!("{} ", i + 1)))
    }),
    ("a literal again", 1000, |n| format!("clauses c {{\n{}\n}}\n", times(n, "1 "))),
    // Mazes.
    ("nodes", 2000, |n| {
        let nodes = each(n, |i| format!("N{i} -> N{}\n", i + 1));
        maze(&format!("START -> N0\n{nodes}N{n} -> GOAL\nGOAL -> START")) + "solve m\n"
    }),
    ("edges of a node", 2000, |n| {
        let (edges, nodes) =
            (each(n, |i| format!("N{i} ")), each(n, |i| format!("N{i} -> GOAL\n")));
        maze(&format!("START -> {edges}\n{nodes}GOAL -> START")) + "solve m\n"
    }),
    ("unknown nodes", 1000, |n| {
        maze(&format!("START -> {}\nGOAL -> START", each(n, |i| format!("N{i} "))))
    }),
    ("misspelt nodes", 200, |n| {
        let nodes = each(n, |i| format!("Node{i} -> Nod{i}\n"));
        maze(&format!("START -> GOAL\n{nodes}GOAL -> START"))
    }),
    ("lines of the text format", 500, |n| {
        let nodes = each(n, |i| format!("N{i} TREASURES TOLLS NEXT N{}\n", i + 1));
        maze(&format!("START NEXT N0\n{nodes}N{n} NEXT GOAL\nGOAL NEXT START"))
    }),
    ("lines of the text format among others", 500, |n| {
        maze(&format!("START -> GOAL\nGOAL -> START\n{}", times(n, "N NEXT GOAL\n")))
    }),
    ("treasures", 1000, |n| {
        maze(&format!("START treasures {}-> GOAL\nGOAL -> START", each(n, |i| format!("T{i} "))))
    }),
    ("tolls", 500, |n| {
        maze(&format!("START tolls {}-> GOAL\nGOAL -> START", each(n, |i| format!("T{i} "))))
    }),
    ("one edge again", 2000, |n| maze(&format!("START -> {}\nGOAL -> START", times(n, "GOAL ")))),
    ("one node again", 1000, |n| maze(&format!("{}GOAL -> START", times(n, "START -> GOAL\n")))),
    // Games.
    ("one game again", 500, |n| times(n, "game g: subtract-square {\nvalue 5\n}\n")),
    ("one setting again", 500, |n| {
        format!("game g: subtract-square {{\n{}}}\n", times(n, "value 5\n"))
    }),
    ("unknown settings", 250, |n| {
        format!("game g: subtract-square {{\n{}}}\n", each(n, |i| format!("valu{i} 5\n")))
    }),
    ("variables of a game", 500, |n| {
        let (turns, names) = (times(n, "EA"), each(2 * n, |i| format!("v{i} ")));
        format!("game g: formula {{\nformula x\nturns {turns}\nvariables {names}\n}}\n")
    }),
    ("misspelt variables of a game", 500, |n| {
        let formula = each(n, |i| format!("(name{i}+"));
        let (end, names) = (times(n, ")"), each(n, |i| format!("nam{i} ")));
        let turns = times(n, "E");
        format!(
            "game g: formula {{\nformula {formula}x{end}\nturns {turns}\nvariables {names}\n}}\n"
        )
    }),
    ("moves", 4000, |n| {
        format!("game g: subtract-square {{\nvalue 50\n}}\nplay2win g after {}\n", times(n, "1 "))
    }),
    ("lines of a board", 1000, |n| {
        format!("game g: tippy {{\nboard \"\"\"\n{}\"\"\"\n}}\n", times(n, ". . .\n"))
    }),
    ("lines of dots", 1000, |n| {
        format!("game g: dots {{\nedges \"\"\"\n{}\"\"\"\n}}\n", times(n, ".   .\n|   |\n"))
    }),
];

/// A theory that says something of its things, of which there are many.
fn things(n: usize, lines: &str, question: &str) -> String {
    let things = each(n, |i| format!("C{i}, "));
    format!("theory t {{\nsort S = {things}D\npredicate p(S), q(S)\n{lines}\n}}\n{question}\n")
}

/// Questions that are answered to the end, whose answers do not grow with the square.
pub(super) const ANSWERED: &[Input] = &[
    ("a world of things", 500, |n| things(n, "all x. p(x)", "solve t")),
    ("the only world of things", 500, |n| things(n, "all x. p(x) and q(x)", "solve t => unique")),
    ("worlds of things", 250, |n| things(n, "all x. p(x)", "count t")),
    ("what follows of a thing", 4000, |n| things(n, "all x. p(x)", "prove t: p(D)")),
    ("things that are asked for", 500, |n| things(n, "all x. p(x)", "ask t: p(?x)")),
    ("things that are expected", 500, |n| {
        let expected = each(n, |i| format!("C{i}, "));
        things(n, "all x. p(x)", &format!("ask t: p(?x) => {expected}D and no others"))
    }),
    ("facts about things", 500, |n| things(n, &each(n, |i| format!("p(C{i})\n")), "ask t: p(?x)")),
    ("things that are asked for in vain", 500, |n| things(n, "", "ask t: p(?x)")),
    ("things one of two of which is so", 500, |n| {
        let pairs = each(n / 2, |i| format!("p(C{}) or p(C{})\n", 2 * i, 2 * i + 1));
        things(n, &pairs, "ask t: p(?x)")
    }),
    ("a path", 1000, |n| {
        let nodes = each(n, |i| format!("N{i} -> N{}\n", i + 1));
        let steps = n + 2;
        format!(
            "maze m {{\nsteps {steps}\nSTART -> N0\n{nodes}N{n} -> GOAL\nGOAL\n}}\nsolve m => unique\n"
        )
    }),
    ("a model", 1000, |n| {
        let clauses = each(n, |i| format!("-{} {}\n", i + 1, i + 2));
        format!("clauses c {{\n1\n{clauses}}}\nsolve c => unique\n")
    }),
    ("values of cells", 500, |n| {
        format!(
            "puzzle s {{\ngrid Cell = 1 by {n}\nfunction f(Cell): 1..3\nall c. f(c) = 1\n}}\nsolve s => unique\n"
        )
    }),
];

/// Formulas of which variables are words, with questions that are answered at once.
pub(super) const WORDS: &[Input] = &[
    ("a formula of words", 2000, |n| words(n, "solve ff")),
    ("values of words", 2000, |n| words(n, &format!("eval ff {}", values(n)))),
    ("digits for words", 2000, |n| words(n, &format!("eval ff {}", times(n, "1")))),
    ("expected values of words", 2000, |n| words(n, &format!("solve ff => {}", values(n)))),
];

fn values(n: usize) -> String {
    each(n, |i| format!("v{i}=1 "))
}

/// A disjunction of words, and a question about it.
fn words(n: usize, question: &str) -> String {
    let variables = each(n, |i| format!(" v{i}"));
    let parts = each(n - 1, |i| format!("+v{})", i + 1));
    format!("variables{variables}\nformula ff = {}v0{parts}\n{question}\n", times(n - 1, "("))
}

/// Clauses whose steps are shown.
pub(super) const TRACED: &[Input] = &[
    ("a chain", 250, |n| {
        format!(
            "clauses cc {{\n1\n{}}}\nsolve cc\n",
            each(n, |i| format!("-{} {}\n", i + 1, i + 2))
        )
    }),
    ("choices", 250, |n| {
        let either = |i| format!("{0} {1}\n-{0} -{1}\n", 2 * i + 1, 2 * i + 2);
        format!("clauses cc {{\n{}}}\nsolve cc\n", each(n, either))
    }),
];

/// What goes before a step and grows with a number, the number, the text before it, and the step itself by its
/// number.
pub(super) type Steps = (&'static str, usize, fn(usize) -> String, fn(usize) -> String);

fn formulas(n: usize) -> String {
    each(n, |i| format!("formula f{i} = (x*y)\n"))
}

/// Formulas each of which refers to the next, and the last one to the first.
fn circle(n: usize) -> String {
    each(n, |i| format!("formula c{i} = c{}\n", (i + 1) % n))
}

fn imports(n: usize) -> String {
    each(n, |i| format!("import \"f{i}.puzzle\"\n"))
}

fn files(n: usize) -> String {
    each(n, |i| format!("clauses c{i} = file \"c{i}.cnf\"\n"))
}

/// Typed line by line, and what is typed then. An unknown name is compared with thousands of known ones, so
/// few are known.
pub(super) const SESSIONS: &[Steps] = &[
    ("a declaration", 100, formulas, |i| format!("formula g{i} = (x*y)")),
    ("a redeclaration", 100, formulas, |i| format!("formula f{i} = x")),
    (
        "a redeclaration of one formula",
        100,
        |n| times(n, "formula ff = (x*y)\n"),
        |_| "formula ff = x".to_owned(),
    ),
    (
        "a redeclaration of a game",
        100,
        |n| times(n, "game g: subtract-square { value 5 }\n"),
        |_| "game g: subtract-square { value 5 }".to_owned(),
    ),
    (
        "a redeclaration of what is used",
        50,
        |n| times(n, "formula ff = x\nformula gg = ff\n"),
        |_| "formula ff = x".to_owned(),
    ),
    ("a question", 100, formulas, |_| "valid f0".to_owned()),
    (
        "a question again",
        100,
        |n| format!("formula ff = (x*y)\n{}", times(n, "solve ff\n")),
        |_| "solve ff".to_owned(),
    ),
    ("a mistake", 100, |n| times(n, "formula ff = (x\n"), |_| "formula ff = (x".to_owned()),
    (
        "an unknown name",
        100,
        |n| format!("formula name = x\n{}", times(n, "solve nam\n")),
        |i| format!("solve nam{i}"),
    ),
    ("an undo", 100, formulas, |_| ":undo".to_owned()),
    (
        "a level",
        100,
        |n| times(n, "warn n-ary-connective\n"),
        |_| "warn n-ary-connective".to_owned(),
    ),
    ("an undo of a level", 100, |n| times(n, "warn n-ary-connective\n"), |_| ":undo".to_owned()),
    (
        "an undo of a redeclaration",
        100,
        |n| times(n, "formula ff = (x*y)\n"),
        |_| ":undo".to_owned(),
    ),
    (
        "an undo behind questions",
        50,
        |n| formulas(n) + &times(n, "valid f0\n"),
        |_| ":undo".to_owned(),
    ),
    ("an import", 50, imports, |i| format!("import \"g{i}.puzzle\"")),
    ("an import of one file", 50, imports, |_| "import \"f0.puzzle\"".to_owned()),
    ("a declaration behind imports", 50, imports, |i| format!("formula g{i} = (x*of_f0)")),
    ("a question behind imports", 50, imports, |_| "valid of_f0".to_owned()),
    ("an undo of an import", 50, imports, |_| ":undo".to_owned()),
    ("an import of no file", 50, imports, |i| format!("import \"none{i}.puzzle\"")),
    (
        "an import of a file with a mistake",
        50,
        |n| each(n, |i| format!("import \"wrong{i}.puzzle\"\n")),
        |i| format!("import \"wrong_{i}.puzzle\""),
    ),
    (
        "an import of no file behind files with mistakes",
        50,
        |n| each(n, |i| format!("import \"wrong{i}.puzzle\"\n")),
        |i| format!("import \"none{i}.puzzle\""),
    ),
    (
        "an import that brings a name again",
        50,
        |n| imports(n) + &each(n, |i| format!("formula of_g{i} = x\n")),
        |i| format!("import \"g{i}.puzzle\""),
    ),
    ("a declaration of what is imported", 50, imports, |i| format!("formula of_f{i} = x")),
    (
        "an undo of an import that brings a name again",
        50,
        |n| each(n, |i| format!("formula of_f{i} = x\n")) + &imports(n),
        |_| ":undo".to_owned(),
    ),
    ("a load", 50, imports, |i| format!(":load g{i}.puzzle")),
    (
        "an undo of a load",
        50,
        |n| each(n, |i| format!(":load f{i}.puzzle\n")),
        |_| ":undo".to_owned(),
    ),
    ("an undo of a file of clauses", 50, files, |_| ":undo".to_owned()),
    ("a file of clauses", 50, files, |i| format!("clauses d{i} = file \"d{i}.cnf\"")),
    ("a declaration behind files of clauses", 50, files, |i| format!("formula g{i} = (x*y)")),
];

/// Typed at once, and what is typed then.
pub(super) const BEHIND_PASTES: &[Steps] = &[
    ("a declaration", 300, formulas, |i| format!("formula g{i} = (x*y)")),
    ("a redeclaration", 300, formulas, |i| format!("formula f{i} = x")),
    (
        "an undo of a redeclaration",
        300,
        |n| formulas(n) + "\n",
        |i| {
            let step = if i % 2 == 0 { "formula f7 = x" } else { ":undo" };
            step.to_owned()
        },
    ),
];

/// In an editor, and what is typed then, in the middle and at the end. Imports concern the whole file, so they have no
/// place here.
pub(super) const TYPED: &[Steps] = &[
    ("a formula", 300, formulas, |i| format!("formula g{i} = (x*y)\n")),
    (
        "a formula again",
        300,
        |n| times(n, "formula ff = (x*y)\n"),
        |_| "formula ff = (x*y)\n".to_owned(),
    ),
    (
        "a formula again that is used",
        40,
        |n| times(n, "formula ff = (x*y)\nformula gg = ff\nsolve ff\n"),
        |_| "formula ff = (x*y)\n".to_owned(),
    ),
    (
        "a question",
        300,
        |n| format!("formula ff = (x*y)\n{}", times(n, "solve ff => x=1 y=1\n")),
        |_| "solve ff => x=1 y=1\n".to_owned(),
    ),
    ("a comment", 1000, |n| times(n, "// c\n"), |_| "// c\n".to_owned()),
    (
        "a level",
        1000,
        |n| times(n, "warn n-ary-connective\n"),
        |_| "warn n-ary-connective\n".to_owned(),
    ),
    ("an empty line", 4000, |n| times(n, "\n"), |_| "\n".to_owned()),
    (
        "a formula behind a circle",
        300,
        |n| circle(n) + &times(3 * n, "// c\n"),
        |i| format!("formula g{i} = (x*y)\n"),
    ),
    (
        "a question about a circle",
        300,
        |n| circle(n) + &times(3 * n, "// c\n"),
        |_| "solve c0\n".to_owned(),
    ),
];

/// Typed at once.
pub(super) const PASTES: &[Input] = &[
    ("declarations", 300, |n| each(n, |i| format!("formula f{i} = (x*y)\n"))),
    ("redeclarations", 150, |n| times(n, "formula ff = (x*y)\n")),
    ("mistakes", 150, |n| each(n, |i| format!("formula f{i} = (x\n"))),
    ("mistakes that others need", 500, |n| {
        format!("formula f0 = (x\n{}", each(n, |i| format!("formula f{} = f{i}\n", i + 1)))
    }),
    ("items on a line", 1000, |n| times(n, "formula ff = x formula gg = (y ")),
];
