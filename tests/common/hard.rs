//! Puzzles that nobody solves soon, or that are large, as files by their names.

use std::fmt::Write;

/// The rows of the table: each a name, whose ending tells the format, and a text.
pub(crate) fn rows() -> Vec<(&'static str, String)> {
    vec![
        ("small-board.puzzle", "game board: tippy {\n    size 7\n}\n".to_owned()),
        ("boxes.puzzle", boxes(5, 5)),
        ("strip.puzzle", boxes(1, 40)),
        ("seats.puzzle", seats()),
        ("relation.puzzle", relation()),
        ("perches.puzzle", perches()),
        ("open.puzzle", open()),
        ("deep.puzzle", deep(7_000)),
        ("pigeons.cnf", dimacs(&pigeons(12))),
        ("free.cnf", dimacs(&free(20_000))),
        ("parity.qdimacs", quantified()),
        ("chain.qcir", circuit(2000)),
        ("relation.p", problem()),
        ("tour.maze", maze_file(&grid(20, 12))),
        ("parity.puzzle", parities()),
        ("wide.puzzle", wide(17)),
        ("wide-duel.puzzle", wide_duel(17)),
        ("pigeons.puzzle", format!("clauses pigeons {{\n{}}}\n", clauses(&pigeons(12)))),
        ("free.puzzle", format!("clauses free {{\n{}}}\n", clauses(&free(10_000)))),
        ("tour.puzzle", maze("tour", &grid(7, 30))),
        ("plays.puzzle", maze("plays", &grid(60, 0))),
        ("duel.puzzle", duel()),
        ("heap.puzzle", "game heap: subtract-square {\n    value 4000000\n}\n".to_owned()),
        ("sticks.puzzle", "game sticks: chopsticks {\n    moves 10000\n}\n".to_owned()),
        ("ever.puzzle", "game ever: chopsticks {\n    rules wrap swaps\n}\n".to_owned()),
        ("board.puzzle", "game board: tippy {\n    size 255\n}\n".to_owned()),
        ("four.puzzle", four()),
    ]
}

/// Four in a row on a board of the usual size, where marks fall, as a game by rules of its own.
fn four() -> String {
    "game four {
    players X, O
    grid Cell = 6 by 7
    function mark(Cell): Player or none
    action drop(c)
        when mark(c) = none and (row(c) = 6 or mark(c + down) != none)
        then mark(c) becomes turn
    define two(d: Direction, p, c): mark(c) = p and mark(c + d) = p
    wins p: some d: Direction, c. two(d, p, c) and two(d, p, c + d + d)
}
"
    .to_owned()
}

type Clauses = Vec<Vec<i64>>;

/// More pigeons than holes.
fn pigeons(holes: i64) -> Clauses {
    let atom = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| atom(pigeon, hole)).collect());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| vec![-atom(pigeon, hole), -atom(other, hole)]));
        }
    }
    clauses
}

/// Many clauses that are easily satisfied.
fn free(count: i64) -> Clauses {
    (1..=count).map(|it| vec![it, -(it % 1000 + 1), it / 2 + 1]).collect()
}

fn clauses(clauses: &Clauses) -> String {
    let words =
        |clause: &Vec<i64>| clause.iter().map(i64::to_string).collect::<Vec<_>>().join(" ") + "\n";
    clauses.iter().map(words).collect()
}

fn dimacs(clauses: &Clauses) -> String {
    let atoms = clauses.iter().flatten().map(|it| it.abs()).max().unwrap();
    let lines = self::clauses(clauses).replace('\n', " 0\n");
    format!("p cnf {atoms} {}\n{lines}", clauses.len())
}

/// That an odd number of these are true.
fn parity(variables: &[char]) -> String {
    match variables {
        [only] => only.to_string(),
        _ => {
            let (left, right) = variables.split_at(variables.len() / 2);
            let (left, right) = (parity(left), parity(right));
            format!("(({left}+{right})*-({left}*{right}))")
        }
    }
}

/// The letters in an order that has little to do with theirs.
fn shuffled() -> Vec<char> {
    (0..26_u8).map(|it| char::from(b'a' + it * 7 % 26)).collect()
}

/// Parities of all letters, summed up in two orders.
fn parities() -> String {
    let (one, other) = (parity(&('a'..='z').collect::<Vec<_>>()), parity(&shuffled()));
    format!(
        "formula odd = {one}\nformula too = {other}\nformula never = (odd*-too)\n\
         formula always = (odd+-too)\nsolve never\nvalid always\nequivalent odd too\ncount odd\n\
         eval never a=0 b=0 c=0 d=0 e=0 f=0 g=0 h=0 i=0 j=0 k=0 l=0 m=0 n=0 o=0 p=0 q=0 r=0 s=0 \
         t=0 u=0 v=0 w=0 x=0 y=0 z=0\n"
    )
}

/// The name of a puzzle, and its text of a size.
pub(crate) type Growing = (&'static str, fn(usize) -> String);

/// Puzzles of a size that can be chosen, by their names. Of four times the size is four times the work.
pub(crate) fn growing() -> Vec<Growing> {
    vec![
        ("formula", |size| wide(size.ilog2() as usize)),
        ("maze", |size| maze("plays", &grid(size.isqrt(), 0))),
        ("heap", |size| format!("game heap: subtract-square {{\n    value {}\n}}\n", 10 * size)),
        ("sticks", |size| format!("game sticks: chopsticks {{\n    moves {}\n}}\n", size / 4)),
        ("clauses", |size| format!("clauses free {{\n{}}}\n", clauses(&free(size as i64)))),
    ]
}

/// A formula whose names stand for many connectives: twice as many at each level.
fn wide(levels: usize) -> String {
    let mut text = "formula f00 = (a+-b+c)\n".to_owned();
    for level in 1..=levels {
        let _ = writeln!(text, "formula f{level:02} = (f{0:02}*(f{0:02}+-d))", level - 1);
    }
    text
}

/// A game about such a formula, and expectations that are compared with it.
fn wide_duel(levels: usize) -> String {
    let name = format!("f{levels:02}");
    wide(levels)
        + &format!(
            "solve {name} => unique\nsolve {name} => a=1 b=1 c=1 d=0\nvalid {name} => a=0 b=1 c=0 d=0\n\
             game duel: formula {{\n    formula   {name}\n    turns     AEAE\n    variables abcd\n}}\n\
             solve duel => A wins\nplay2win duel after 1 => 1\nline duel => 1 1 1 1\n"
        )
}

/// A grid of so many rows and columns, some of whose cells have treasures that the last one asks for.
struct Grid {
    nodes: Vec<String>,
}

fn grid(size: usize, treasures: usize) -> Grid {
    let cells = size * size;
    let home = |treasure: usize| (treasure * 37 + 11) % cells;
    let node = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        let mut next = Vec::new();
        let mut to = |row: usize, column: usize| next.push(format!("C{}", row * size + column));
        if row > 0 {
            to(row - 1, column);
        }
        if column > 0 {
            to(row, column - 1);
        }
        if row + 1 < size {
            to(row + 1, column);
        }
        if column + 1 < size {
            to(row, column + 1);
        }
        if cell + 1 == cells {
            next.push("GATE".to_owned());
        }
        let has = (0..treasures).filter(|it| home(*it) == cell).map(|it| format!("T{it} "));
        format!("C{cell} TREASURES {}TOLLS NEXT {}", has.collect::<String>(), next.join(" "))
    };
    let mut nodes = vec!["START TREASURES TOLLS NEXT C0".to_owned()];
    nodes.extend((0..cells).map(node));
    let tolls: String = (0..treasures).map(|it| format!("T{it} ")).collect();
    nodes.push(format!("GATE TREASURES TOLLS {tolls}NEXT GOAL"));
    nodes.push("GOAL TREASURES TOLLS NEXT".to_owned());
    Grid { nodes }
}

impl Grid {
    fn steps(&self) -> usize {
        self.nodes.len() * 2
    }
}

fn maze(name: &str, grid: &Grid) -> String {
    let mut text = format!("maze {name} {{\n    steps {}\n", grid.steps());
    for node in &grid.nodes {
        let line = node.replace("TREASURES TOLLS", "TOLLS").replace("TOLLS NEXT", "NEXT");
        let line = line.replace("TREASURES", "treasures").replace("TOLLS", "tolls");
        let line = line.replace("NEXT", "->");
        let _ = writeln!(text, "    {}", line.trim_end_matches("->").trim_end());
    }
    text + "}\n"
}

fn maze_file(grid: &Grid) -> String {
    let words = |mark: char| {
        let words = grid.nodes.iter().flat_map(|it| it.split(' '));
        let mut words: Vec<_> = words.filter(|it| it.starts_with(mark)).collect();
        words.retain(|it| it[1..].bytes().all(|byte| byte.is_ascii_digit()));
        words.sort_unstable();
        words.dedup();
        words.join(" ")
    };
    format!(
        "START {} GATE GOAL\n{}\n{}\n{}\n",
        words('C'),
        words('T'),
        grid.steps(),
        grid.nodes.join("\n")
    )
}

/// A formula game whose players take turns at all letters.
fn duel() -> String {
    let (one, other) = (parity(&('a'..='z').collect::<Vec<_>>()), parity(&shuffled()));
    let variables: String = ('a'..='z').collect();
    let turns = "AE".repeat(13);
    format!(
        "game duel: formula {{\n    formula   ({one}*({other}+(a*m*z)))\n    turns     {turns}\n    \
         variables {variables}\n}}\n"
    )
}

/// An empty board of Dots and Boxes.
fn boxes(rows: usize, columns: usize) -> String {
    let dots = format!("    .{}\n", "   .".repeat(columns));
    let board = vec![dots; rows + 1].join("\n");
    format!("game boxes: dots {{\n    edges \"\"\"\n{board}        \"\"\"\n}}\n")
}

/// How guests may be seated, more of them than seats.
fn seats() -> String {
    let things = |name: char, count: usize| {
        (0..count).map(|it| format!("{name}{it}")).collect::<Vec<_>>().join(", ")
    };
    format!(
        "theory seats {{\n    sort Guest = {}\n    sort Seat = {}\n    \
         function seat(Guest): Seat\n    rule own: all x, y. seat(x) = seat(y) -> x = y\n}}\n\
         solve seats\ncount seats\nprove seats: some x. seat(x) = S3\nask seats: seat(?x) = ?y\n\
         equivalent seats: some x. seat(x) = S1, some x. seat(x) = S2\n",
        things('G', 12),
        things('S', 11)
    )
}

/// A puzzle by rules of its own in which there is a place too few, on a board that may be drawn.
fn perches() -> String {
    "puzzle perches {\n    grid Perch = 1 by 11\n    sort Bird = 1..12\n    \
     function perch(Bird): Perch\n    predicate used(Perch)\n    distinct perch\n    \
     rule used: all p. used(p) <-> some b. perch(b) = p\n}\n\
     solve perches\ncount perches\nprove perches: used(a1)\nask perches: perch(?b) = a1\n\
     smallest perches: sum(column(perch(b)) for b)\nlargest perches: count(p where used(p))\n"
        .to_owned()
}

/// A predicate of many places over a few things, of which there is a great number of instances.
fn relation() -> String {
    "theory relation {\n    sort Thing = A, B, C, D, E, F, G, H, I\n    \
     predicate p(Thing, Thing, Thing, Thing, Thing, Thing)\n    \
     rule one: all u, v, w, x, y, z. p(u, v, w, x, y, z) or p(v, w, x, y, z, u)\n    \
     rule two: all u, v, w, x, y, z. not p(u, v, w, x, y, z) or not p(z, y, x, w, v, u)\n}\n\
     solve relation\nask relation: p(?x, ?x, ?x, ?x, ?x, ?y)\n"
        .to_owned()
}

/// A theory about groups in which what is asked takes long.
fn open() -> String {
    "theory group {\n    sort Thing\n    constant One: Thing\n    function inverse(Thing): Thing\n    \
     function times(Thing, Thing): Thing\n    \
     rule joined: all x, y, z. times(times(x, y), z) = times(x, times(y, z))\n    \
     rule one: all x. times(One, x) = x\n    rule inverses: all x. times(inverse(x), x) = One\n    \
     rule three: all x. times(x, times(x, x)) = One\n    rule many: at least 28 x. times(x, One) = x\n}\n\
     solve group\nprove group: all x, y. times(x, y) = times(y, x)\nask group: times(?x, ?y) = One\n\
     equivalent group: all x. times(x, x) = One, all x, y. times(x, y) = times(y, x)\n"
        .to_owned()
}

/// A sentence in which `and` and `or` are nested, about things of an open sort.
fn deep(levels: usize) -> String {
    let part = |level: usize| {
        [["(p(x) and ", "(q(y) or "], ["(p(y) or ", "(q(x) and "]][level % 2][level / 2 % 2]
    };
    let parts: String = (0..levels).map(part).collect();
    format!(
        "theory deep {{\n    sort Thing\n    predicate p(Thing), q(Thing)\n    \
         rule deep: all x. some y. {parts}p(x){}\n}}\n\
         solve deep\nprove deep: some x. p(x) and q(x)\nask deep: p(?x)\n",
        ")".repeat(levels)
    )
}

/// Clauses of which E and A choose the atoms in turn.
fn quantified() -> String {
    let clauses = pigeons(7);
    let atoms = clauses.iter().flatten().map(|it| it.abs()).max().unwrap();
    let mut text = format!("p cnf {atoms} {}\n", clauses.len());
    for atom in 1..=atoms {
        let _ = writeln!(text, "{} {atom} 0", if atom % 2 == 0 { 'a' } else { 'e' });
    }
    text + &self::clauses(&clauses).replace('\n', " 0\n")
}

/// A chain of gates.
fn circuit(gates: usize) -> String {
    let mut text = "#QCIR-G14\nexists(x1, x2, x3)\nforall(y1, y2)\n".to_owned();
    let _ = writeln!(text, "output(g{gates})\ng0 = xor(x1, y1)");
    for gate in 1..=gates {
        let sign = ["x1", "-x2", "y2", "x3", "-y1"][gate % 5];
        let kind = ["or", "and"][gate % 2];
        let _ = writeln!(text, "g{gate} = {kind}(-g{}, {sign})", gate - 1);
    }
    text
}

/// A relation of eight places in TPTP.
fn problem() -> String {
    let variables = "A,B,C,D,E,F,G,H";
    let mut text = format!(
        "fof(one, axiom, ! [{variables}] : (p({variables}) | q(B,C,D,E,F,G,H,A))).\n\
         fof(two, axiom, ! [{variables}] : ~ (p(B,C,D,E,F,G,H,A) & q({variables}))).\n"
    );
    for one in 0..9 {
        for other in 0..one {
            let _ = writeln!(text, "fof(other, axiom, c{one} != c{other}).");
        }
    }
    text + "fof(goal, conjecture, ? [X] : p(X,X,X,X,c1,c2,c3,c4)).\n"
}
