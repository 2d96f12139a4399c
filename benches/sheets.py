#!/usr/bin/env python3
"""Puzzles by rules of their own, side by side with clingo and CP-SAT: see `docs/benchmarks.md`.

    benches/sheets.py PUZZLE [NAME…]         needs the packages `clingo` and `ortools`
    benches/sheets.py --write FOLDER         writes the sheets only
    benches/sheets.py --boards FOLDER PUZZLE [COUNT [SOLVER]]

The last one asks about boards of a collection: a folder with `Slitherlink_dataset.json` and the like, which hold
`{"data": {NAME: {"problem": TEXT}}}`, the size and then the rows. SOLVER is one more program to compare with: it
gets `slitherlink`, `nurikabe` or `hitori`, reads the rows, and prints what it finds.
"""

import json
import random
import re
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

LIMIT = 60  # CPU seconds
ROUNDS = 5  # of which the least counts, for boards of a collection

HARD = {
    "escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "easter_monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "golden_nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "inkala_2012": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "seventeen": ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
}


@dataclass
class Instance:
    """A sheet with its question, and what the others are given in its place."""

    sheet: str
    clingo: str = ""
    models: int = 2  # how many of clingo's models are asked for; 0 for all
    best: bool = False  # whether the answer is a best value
    cpsat: str = ""  # a program that prints the answer


# Sudokus of any size.


def sudoku_sheet(box, givens, question):
    size = box * box
    lines = [f"grid Cell = {size} by {size} in boxes {box} by {box}", f"function digit(Cell): 1..{size}"]
    lines += ["distinct digit in row, column, box"]
    lines += [f"digit({cell(row, column)}) = {value}" for row, column, value in givens]
    return f"puzzle sudoku {{\n    " + "\n    ".join(lines) + f"\n}}\n{question}\n"


def cell(row, column):
    letters, column = "", column + 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"{letters}{row + 1}"


def sudoku_clingo(box, givens):
    size = box * box
    facts = " ".join(f"x({row},{column},{value})." for row, column, value in givens)
    return f"""{facts}
1 {{ x(R,C,V) : V = 1..{size} }} 1 :- R = 0..{size - 1}, C = 0..{size - 1}.
1 {{ x(R,C,V) : C = 0..{size - 1} }} 1 :- R = 0..{size - 1}, V = 1..{size}.
1 {{ x(R,C,V) : R = 0..{size - 1} }} 1 :- C = 0..{size - 1}, V = 1..{size}.
1 {{ x(R,C,V) : R = {box}*A..{box}*A+{box - 1}, C = {box}*B..{box}*B+{box - 1} }} 1
    :- A = 0..{box - 1}, B = 0..{box - 1}, V = 1..{size}.
"""


def sudoku_cpsat(box, givens):
    return f"""
size, box, givens = {box * box}, {box}, {givens!r}
x = [[m.new_int_var(1, size, "") for _ in range(size)] for _ in range(size)]
for i in range(size):
    m.add_all_different(x[i])
    m.add_all_different([row[i] for row in x])
    m.add_all_different([x[i // box * box + r][i % box * box + c] for r in range(box) for c in range(box)])
for row, column, value in givens:
    m.add(x[row][column] == value)
"""


def read(text):
    return [(i // 9, i % 9, int(sign)) for i, sign in enumerate(text) if sign != "."]


def moved(text, draw):
    """The same puzzle with other digits, rows and columns."""
    digits = dict(zip("123456789", draw.sample("123456789", 9)))
    order = lambda: [3 * band + line for band in draw.sample(range(3), 3) for line in draw.sample(range(3), 3)]
    rows, columns = order(), order()
    return "".join(digits.get(text[9 * row + column], ".") for row in rows for column in columns)


def many(count, seed):
    """Puzzles of 17 clues in one file."""
    draw = random.Random(seed)
    lines = ["puzzle sudoku {", "    grid Cell = 9 by 9 in boxes 3 by 3", "    function digit(Cell): 1..9"]
    lines += ["    distinct digit in row, column, box", "}"]
    for index in range(count):
        text = moved(HARD["seventeen"], draw)
        lines += [f"puzzle s{index}: sudoku {{", '    digit """']
        lines += ["        " + " ".join(text[9 * row : 9 * row + 9]) for row in range(9)]
        lines += ['        """', "}", f"solve s{index} => unique"]
    return "\n".join(lines) + "\n"


def blanks(box, count, seed):
    """A filled board with so many cells left out."""
    draw, size = random.Random(seed), box * box
    order = lambda: [box * band + line for band in draw.sample(range(box), box) for line in draw.sample(range(box), box)]
    rows, columns, digits = order(), order(), draw.sample(range(1, size + 1), size)
    value = lambda r, c: digits[(box * (rows[r] % box) + rows[r] // box + columns[c]) % size]
    cells = [(r, c, value(r, c)) for r in range(size) for c in range(size)]
    left_out = set(draw.sample(range(size * size), count))
    return [it for index, it in enumerate(cells) if index not in left_out]


# The others.

MONEY = """puzzle money {
    distinct S, E, N, D, M, O, R, Y: 0..9
    rule front: S > 0 and M > 0
    rule sum: 1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E = 10000*M + 1000*O + 100*N + 10*E + Y
}
count money
"""
MONEY_CLINGO = """letter(s;e;n;d;m;o;r;y). 1 { x(L,0..9) } 1 :- letter(L).
:- x(A,V), x(B,V), A < B. :- x(s,0). :- x(m,0).
w(s,1000). w(e,91). w(n,-90). w(d,1). w(m,-9000). w(o,-900). w(r,10). w(y,-1).
:- #sum { W*V,L : x(L,V), w(L,W) } != 0.
"""


def magic(size):
    total = size * (size * size + 1) // 2
    falling = f"sum(number(c) for c where row(c) = column(c)) = {total}"
    rising = f"sum(number(c) for c where row(c) + column(c) = {size + 1}) = {total}"
    return f"""puzzle magic {{
    grid Cell = {size} by {size}
    function number(Cell): 1..{size * size}
    distinct number
    rule rows: all r. sum(number(c) for c where row(c) = r) = {total}
    rule columns: all k. sum(number(c) for c where column(c) = k) = {total}
    rule falling: {falling}
    rule rising: {rising}
}}
solve magic
"""


def magic_clingo(size):
    total = size * (size * size + 1) // 2
    return f"""1 {{ x(R,C,1..{size * size}) }} 1 :- R = 1..{size}, C = 1..{size}.
1 {{ x(R,C,V) : R = 1..{size}, C = 1..{size} }} 1 :- V = 1..{size * size}.
:- R = 1..{size}, #sum {{ V,C : x(R,C,V) }} != {total}.
:- C = 1..{size}, #sum {{ V,R : x(R,C,V) }} != {total}.
:- #sum {{ V,R : x(R,R,V) }} != {total}.
:- #sum {{ V,R : x(R,{size + 1}-R,V) }} != {total}.
"""


def queens(size, verb):
    return f"""puzzle queens {{
    sort Line = 1..{size}
    function queen(Line): Line
    distinct queen
    rule diagonals: all x, y. x < y -> abs(queen(y) - queen(x)) != y - x
}}
{verb} queens
"""


def queens_clingo(size):
    return f"""1 {{ q(I,1..{size}) }} 1 :- I = 1..{size}.
1 {{ q(I,J) : I = 1..{size} }} 1 :- J = 1..{size}.
:- D = 2..{2 * size}, 2 {{ q(I,D-I) }}.
:- D = {1 - size}..{size - 1}, 2 {{ q(I,I-D) }}.
"""


GUARDS = """puzzle guards {
    grid Cell = 8 by 8
    predicate queen(Cell)
    define line(c, d): row(c) = row(d) or column(c) = column(d) or abs(row(c) - row(d)) = abs(column(c) - column(d))
    rule guarded: all c. some d. queen(d) and line(c, d)
}
smallest guards: count(c where queen(c))
"""
GUARDS_CLINGO = """c(1..8,1..8). { q(R,C) : c(R,C) }.
g(R,C) :- q(S,D), c(R,C), 1 { R = S; C = D; |R-S| = |C-D| }.
:- c(R,C), not g(R,C).
#minimize { 1,R,C : q(R,C) }.
"""
LIGHTS = """puzzle lights {
    grid Lamp = 5 by 5
    predicate pressed(Lamp)
    rule out: all c. count(d where pressed(d) and (d = c or beside(c, d))) mod 2 = 1
}
smallest lights: count(c where pressed(c))
"""
LIGHTS_CLINGO = """c(1..5,1..5). { p(R,C) : c(R,C) }.
:- c(R,C), S = #sum { 1,A,B : p(A,B), |A-R| + |B-C| <= 1 }, S \\ 2 = 0.
#minimize { 1,R,C : p(R,C) }.
"""
ZEBRA = """puzzle zebra {
    sort House = 1..5
    sort Person = English, Spanish, Ukrainian, Norwegian, Japanese
    sort Colour = Red, Green, Ivory, Yellow, Blue
    sort Pet = Dog, Snails, Fox, Horse, Zebra
    sort Drink = Coffee, Tea, Milk, Juice, Water
    sort Smoke = OldGold, Kools, Chesterfield, LuckyStrike, Parliament
    function home(Person), colour(Colour), pet(Pet), drink(Drink), smoke(Smoke): House
    distinct home, colour, pet, drink, smoke
    define next(a: House, b: House): abs(a - b) = 1
    home(English) = colour(Red)
    home(Spanish) = pet(Dog)
    drink(Coffee) = colour(Green)
    home(Ukrainian) = drink(Tea)
    colour(Green) = colour(Ivory) + 1
    smoke(OldGold) = pet(Snails)
    smoke(Kools) = colour(Yellow)
    drink(Milk) = 3
    home(Norwegian) = 1
    next(smoke(Chesterfield), pet(Fox))
    next(smoke(Kools), pet(Horse))
    smoke(LuckyStrike) = drink(Juice)
    home(Japanese) = smoke(Parliament)
    next(home(Norwegian), colour(Blue))
}
solve zebra => unique
"""
ZEBRA_CLINGO = """g(p,(en;sp;uk;no;ja)). g(c,(red;green;ivory;yellow;blue)). g(t,(dog;snails;fox;horse;zebra)).
g(d,(coffee;tea;milk;juice;water)). g(s,(old;kools;chester;lucky;parl)).
1 { at(X,1..5) } 1 :- g(_,X). :- g(K,X), g(K,Y), X < Y, at(X,H), at(Y,H).
same(en,red;; sp,dog;; coffee,green;; uk,tea;; old,snails;; kools,yellow;; lucky,juice;; ja,parl).
:- same(X,Y), at(X,H), not at(Y,H).
:- at(ivory,H), not at(green,H+1). :- not at(milk,3). :- not at(no,1).
near(chester,fox;; kools,horse;; no,blue).
:- near(X,Y), at(X,H), not at(Y,H-1), not at(Y,H+1).
"""


def bag(count, seed):
    draw = random.Random(seed)
    weights, worths = ([draw.randint(5, 60) for _ in range(count)] for _ in range(2))
    limit, things = sum(weights) // 2, [f"T{i}" for i in range(count)]
    sheet = f"""puzzle bag {{
    sort Thing = {", ".join(things)}
    given weight(Thing): 1..60 = {", ".join(map(str, weights))}
    given worth(Thing): 1..60 = {", ".join(map(str, worths))}
    predicate packed(Thing)
    rule light: sum(weight(t) for t where packed(t)) <= {limit}
}}
largest bag: sum(worth(t) for t where packed(t))
"""
    facts = " ".join(f"t({i},{w},{v})." for i, (w, v) in enumerate(zip(weights, worths)))
    clingo = f"{facts} {{ p(I) : t(I,_,_) }}. :- #sum {{ W,I : p(I), t(I,W,_) }} > {limit}.\n"
    cpsat = f"""
weights, worths = {weights}, {worths}
x = [m.new_bool_var("") for _ in weights]
m.add(sum(w * p for w, p in zip(weights, x)) <= {limit})
m.maximize(sum(v * p for v, p in zip(worths, x)))
"""
    return Instance(sheet, clingo + "#maximize { V,I : p(I), t(I,_,V) }.\n", best=True, cpsat=cpsat)


# Boards on which something hangs together. Their instances were made for this file, each with one solution.

SLITHERLINK = """
.3...1.1.3
0..33.122.
......1.1.
1..21..1..
.2.0..1.01
1.2...3...
..1...2.0.
0.0123..11
......1..1
.00.1..2..
"""
NURIKABE = """
. . . . . . 1 . . 2
. . . . 5 . . . . .
2 . . . . . . 1 . 2
. . . 1 . 2 . . . .
. . 1 . . . . 1 . .
1 . . 6 . . 1 . 3 .
. . . . . . . . . .
1 . . . . . 1 . . .
. 1 . 1 . . . 1 . .
. . . . . 1 . . 1 .
"""
HITORI = """
6 10 8 5 4 11 5 3 7 5 5 12
11 2 1 2 12 1 6 3 8 5 7 7
4 12 6 6 3 2 11 4 1 7 2 10
1 6 12 7 12 5 7 2 6 3 10 9
4 8 6 3 8 10 10 5 2 8 9 10
7 11 3 11 9 7 11 6 6 10 11 2
7 9 12 1 2 7 5 11 3 4 12 6
8 9 4 5 6 1 6 9 9 12 10 11
10 5 8 12 7 5 3 12 9 6 11 8
3 5 9 7 5 10 12 8 10 2 6 5
12 8 11 10 7 3 3 7 6 8 2 5
3 3 8 11 10 10 9 12 1 8 1 11
"""


ADJACENT = """
a(R,C,R+1,C) :- p(R,C), p(R+1,C). a(R,C,R,C+1) :- p(R,C), p(R,C+1). a(R,C,S,D) :- a(S,D,R,C).
"""


def told(text):
    """The numbers of a drawing, by row and column."""
    rows = [line.split() if " " in line else list(line) for line in text.split("\n") if line]
    places = [(r, c, sign) for r, row in enumerate(rows) for c, sign in enumerate(row)]
    return len(rows), [(r, c, int(sign)) for r, c, sign in places if sign != "."]


def drawn(name, text):
    lines = [" ".join(line if " " not in line else line.split()) for line in text.split("\n") if line]
    return "\n".join([f'    {name} """', *(f"        {line}" for line in lines), '        """'])


def slitherlink(text):
    size, clues = told(text)
    sheet = f"""puzzle loop {{
    grid Cell = {size} by {size}
    given clue(Cell): 0..4
    predicate inside(Cell)
    define west(c): clue(c + left) >= 1 or west(c + left)
    define north(r: 1..50): north(r - 1) or some c. row(c) = r - 1 and clue(c) >= 1
    define start(c): clue(c) >= 1 and not west(c) and not north(row(c))
    define first(c): start(c) or some k. start(k) and not inside(k) and beside(k, c) and no d. beside(k, d) and inside(d) and (row(d) < row(c) or row(d) = row(c) and column(d) < column(c))
    define edge(c): row(c) = 1 or row(c) = {size} or column(c) = 1 or column(c) = {size}
    define open(c): not inside(c) and (edge(c) or some d. open(d) and beside(c, d))
    define joined(c): inside(c) and (first(c) or some d. joined(d) and beside(c, d))
    rule clues: all c, n. clue(c) = n -> count(s: Side where inside(c) and not inside(c + s) or not inside(c) and inside(c + s)) = n
    rule crossings: no c. inside(c) and not inside(c + right) and not inside(c + down) and inside(c + down + right)
    rule others: no c. not inside(c) and inside(c + right) and inside(c + down) and not inside(c + down + right)
    rule within: all c. inside(c) -> joined(c)
    rule without: all c. inside(c) or open(c)
{drawn("clue", text)}
}}
solve loop => unique
"""
    facts = " ".join(f"clue({r},{c},{n})." for r, c, n in clues)
    clingo = f"""#const n = {size}. c(0..n-1,0..n-1). p(-1..n,-1..n). {{ x(R,C) : c(R,C) }}. {facts} {ADJACENT}
:- p(R,C), p(R+1,C+1), x(R,C), x(R+1,C+1), not x(R+1,C), not x(R,C+1).
:- p(R,C), p(R+1,C+1), x(R+1,C), x(R,C+1), not x(R,C), not x(R+1,C+1).
out(-1,-1). out(R,C) :- out(S,D), a(S,D,R,C), not x(R,C).
:- c(R,C), not x(R,C), not out(R,C).
start(R,C) :- (R,C) = #min {{ (S,D) : clue(S,D,V), V > 0 }}.
in(R,C) :- start(R,C), x(R,C).
in(R,C) :- start(S,D), not x(S,D), a(S,D,R,C), x(R,C), not x(E,F) : a(S,D,E,F), (E,F) < (R,C).
in(R,C) :- in(S,D), a(S,D,R,C), x(R,C).
:- x(R,C), not in(R,C).
d(R,C,S,D) :- a(R,C,S,D), x(R,C), not x(S,D). d(R,C,S,D) :- a(R,C,S,D), not x(R,C), x(S,D).
:- clue(R,C,V), V != #count {{ S,D : d(R,C,S,D) }}.
"""
    return Instance(sheet, clingo)


def hitori(text):
    size, numbers = told(text)
    sheet = f"""puzzle hitori {{
    grid Cell = {size} by {size}
    given number(Cell): 1..{size}
    predicate black(Cell)
    define joined(c): not black(c) and (c = a1 or c = b1 and black(a1) or some s: Side. joined(c + s))
    rule rows: all c, d. number(c) = number(d) and row(c) = row(d) and column(c) < column(d) -> black(c) or black(d)
    rule columns: all c, d. number(c) = number(d) and column(c) = column(d) and row(c) < row(d) -> black(c) or black(d)
    rule apart: no c. black(c) and (black(c + right) or black(c + down))
    rule one: all c. black(c) or joined(c)
{drawn("number", text)}
}}
solve hitori => unique
"""
    facts = " ".join(f"g({r},{c},{n})." for r, c, n in numbers)
    clingo = f"""#const n = {size}. c(0..n-1,0..n-1). p(R,C) :- c(R,C). {{ b(R,C) : c(R,C) }}. {facts} {ADJACENT}
:- a(R,C,S,D), b(R,C), b(S,D).
:- g(R,C,V), g(R,D,V), C < D, not b(R,C), not b(R,D).
:- g(R,C,V), g(S,C,V), R < S, not b(R,C), not b(S,C).
w(0,0) :- not b(0,0). w(0,1) :- b(0,0).
w(R,C) :- w(S,D), a(S,D,R,C), not b(R,C).
:- c(R,C), not b(R,C), not w(R,C).
"""
    return Instance(sheet, clingo)


def nurikabe(text):
    size, sizes = told(text)
    sheet = f"""puzzle nurikabe {{
    grid Cell = {size} by {size}
    given size(Cell): 1..40
    predicate sea(Cell)
    define west(c): sea(c + left) or west(c + left)
    define north(r: 1..50): north(r - 1) or some c. row(c) = r - 1 and sea(c)
    define first(c): sea(c) and not west(c) and not north(row(c))
    define near(k: Cell, c: Cell): abs(row(c) - row(k)) + abs(column(c) - column(k)) <= size(k)
    define island(k, c): near(k, c) and not sea(c) and (c = k or some d. island(k, d) and beside(d, c))
    define shore(c): sea(c) and (first(c) or some d. shore(d) and beside(c, d))
    rule land: all c. sea(c) or exactly one k. island(k, c)
    rule sizes: all k, n. size(k) = n -> exactly n c. island(k, c)
    rule one: all c. sea(c) -> shore(c)
    rule pools: no c. sea(c) and sea(c + right) and sea(c + down) and sea(c + down + right)
{drawn("size", text)}
}}
solve nurikabe => unique
"""
    facts = " ".join(f"size({r},{c},{n})." for r, c, n in sizes)
    clingo = f"""#const n = {size}. c(0..n-1,0..n-1). p(R,C) :- c(R,C). {facts} {ADJACENT}
{{ s(R,C) : c(R,C), not size(R,C,_) }}.
i(R,C,R,C) :- size(R,C,_).
i(K,L,R,C) :- i(K,L,S,D), a(S,D,R,C), not s(R,C).
:- c(R,C), not s(R,C), not 1 {{ i(K,L,R,C) }} 1.
:- size(K,L,V), V != #count {{ R,C : i(K,L,R,C) }}.
:- s(R,C), s(R+1,C), s(R,C+1), s(R+1,C+1).
some(R) :- s(R,C). some(R+1) :- some(R), R < n-1.
pre(R,C+1) :- s(R,C), c(R,C+1). pre(R,C+1) :- pre(R,C), c(R,C+1).
z(R,C) :- s(R,C), not pre(R,C), not some(R-1).
z(R,C) :- z(S,D), a(S,D,R,C), s(R,C).
:- s(R,C), not z(R,C).
#show s/2.
"""
    return Instance(sheet, clingo)


BOARDS = {
    "slitherlink": (slitherlink, ("10 10", "20 20")),
    "nurikabe": (nurikabe, ("10 10", "20 20")),
    "hitori": (hitori, ("12 12",)),
}


def boards(folder, count):
    """So many boards of each kind and size of a collection, drawn by chance."""
    for kind, (make, sizes) in BOARDS.items():
        data = json.loads((folder / f"{kind.title()}_dataset.json").read_text())["data"]
        for size in sizes:
            fitting = (it for it in data.items() if it[1]["problem"].split("\n")[0].strip() == size)
            # Without numbers that are not told.
            names = sorted(name for name, it in fitting if "?" not in it["problem"])
            random.Random(5).shuffle(names)
            for name in names[:count]:
                rows = data[name]["problem"].split("\n")[1:]
                rows = (" ".join(it if it.isdigit() else "." for it in row.split()) for row in rows)
                rows = "\n".join(rows) + "\n"
                yield kind, f"{kind}_{size.split()[0]} {name}", make(rows), rows


def instances():
    all_ = {}
    for name, text in HARD.items():
        givens = read(text)
        sheet = sudoku_sheet(3, givens, "solve sudoku => unique")
        all_[name] = Instance(sheet, sudoku_clingo(3, givens), cpsat=sudoku_cpsat(3, givens))
    all_["thousand"] = Instance(many(1000, 7))
    for box, count, seed in ((4, 150, 4), (5, 300, 5)):
        givens = blanks(box, count, seed)
        sheet = sudoku_sheet(box, givens, "solve sudoku")
        all_[f"sudoku_{box * box}"] = Instance(sheet, sudoku_clingo(box, givens), 1, cpsat=sudoku_cpsat(box, givens))
    all_["money"] = Instance(MONEY, MONEY_CLINGO, 0)
    for size in (4, 5):
        all_[f"magic_{size}"] = Instance(magic(size), magic_clingo(size), 1)
    all_["queens_8_all"] = Instance(queens(8, "count"), queens_clingo(8), 0)
    for size in (30, 100):
        all_[f"queens_{size}"] = Instance(queens(size, "solve"), queens_clingo(size), 1)
    all_["guards"] = Instance(GUARDS, GUARDS_CLINGO, best=True)
    all_["lights"] = Instance(LIGHTS, LIGHTS_CLINGO, best=True)
    all_["zebra"] = Instance(ZEBRA, ZEBRA_CLINGO)
    all_["bag_30"] = bag(30, 3)
    all_["slitherlink_10"] = slitherlink(SLITHERLINK)
    all_["hitori_12"] = hitori(HITORI)
    all_["nurikabe_10"] = nurikabe(NURIKABE)
    return all_


def run(command, text=None):
    """What a command that reads a text prints, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    # Not by the process itself before it becomes the program: that takes milliseconds.
    resource.prlimit(process.pid, resource.RLIMIT_CPU, (LIMIT, LIMIT))
    printed, told = process.communicate(text)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return printed + told, seconds


def ours(puzzle, file):
    text, seconds = run([puzzle, "run", str(file)])
    answers = re.findall(r"=>(.*)", text)
    if "expectation-failed" in text:
        return "WRONG", seconds
    if "not compared" in text:
        answers = [f"{it} unchecked" for it in answers]
    # Behind the arrow of a board stands nothing.
    return (answers[-1].strip() or "a board" if answers else text.strip()[:40]), seconds


def clingo(it, folder):
    file = folder / "peer.lp"
    file.write_text(it.clingo)
    text, seconds = run([sys.executable, "-m", "clingo", str(file), "0" if it.best else str(it.models)])
    best = re.findall(r"Optimization : (-?\d+)", text)
    models = re.findall(r"Models\s+: (\d+)", text)
    return (f"{abs(int(best[-1]))}" if best else f"{models[0]} models" if models else "–"), seconds


CPSAT = """from ortools.sat.python import cp_model
m = cp_model.CpModel()
{model}
s = cp_model.CpSolver()
s.parameters.num_workers = 1
status = s.solve(m)
print(s.status_name(status), int(s.objective_value) if m.has_objective() else "")
"""


def cpsat(it, folder):
    file = folder / "peer.py"
    file.write_text(CPSAT.format(model=it.cpsat))
    text, seconds = run([sys.executable, str(file)])
    return text.strip(), seconds


def start():
    """The CPU seconds that CP-SAT's package takes to be loaded, which its times hold."""
    return run([sys.executable, "-c", "from ortools.sat.python import cp_model"])[1]


def compare_boards(collection, puzzle, count=5, solver=None):
    print("| board | ours | | clingo | | other | |\n| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for kind, name, it, rows in boards(Path(collection), int(count)):
            file = folder / "board.puzzle"
            file.write_text(it.sheet)
            turns = [lambda: ours(puzzle, file), lambda: clingo(it, folder)]
            if solver:
                turns.append(lambda: run([solver, kind], rows))
            rounds = zip(*([turn() for turn in turns] for _ in range(ROUNDS)))
            cells = [min(times, key=lambda it: it[1]) for times in rounds]
            row = [f"{text.strip()} | {seconds:.4f}" for text, seconds in cells]
            print(f"| {name} | {' | '.join(row)} |", flush=True)


def main():
    if sys.argv[1] == "--boards":
        compare_boards(*sys.argv[2:])
        return
    if sys.argv[1] == "--write":
        folder = Path(sys.argv[2])
        folder.mkdir(exist_ok=True)
        for name, it in instances().items():
            (folder / f"{name}.puzzle").write_text(it.sheet)
        return
    puzzle, names = sys.argv[1], sys.argv[2:]
    print(f"CP-SAT's start: {start():.2f} s\n")
    print("| instance | ours | | clingo | | CP-SAT | |\n| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, it in instances().items():
            if names and name not in names:
                continue
            file = folder / f"{name}.puzzle"
            file.write_text(it.sheet)
            cells = [ours(puzzle, file)]
            cells.append(clingo(it, folder) if it.clingo else ("", None))
            cells.append(cpsat(it, folder) if it.cpsat else ("", None))
            row = [f"{text} | {'' if seconds is None else f'{seconds:.3f}'}" for text, seconds in cells]
            print(f"| {name} | {' | '.join(row)} |", flush=True)


main()
