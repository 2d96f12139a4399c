#!/usr/bin/env python3
"""Puzzles of doing, side by side with Fast Downward on what `puzzle build` writes for it, and with clingo on
programs by hand: see `docs/benchmarks.md`.

    benches/plans.py PUZZLE [--downward FILE] [--levels FILE] [--clingo] [NAME…]

`--downward` is `fast-downward.py`, as in the package `up-fast-downward`; without it ours runs alone. `--levels`
is a collection of Sokoban levels such as Microban, of which the first forty are run. `--clingo` needs the package
`clingo`. Eight of the Rush Hours are the longest of 1,341 random boards that a breadth first search by hand has solved.
"""

import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

LIMIT = 60  # CPU seconds
MEMORY = 4 << 30
SEARCHES = {
    "blind": "astar(blind())",
    "lmcut": "astar(lmcut())",
    "pdbs": "astar(cpdbs())",
}

TILES = """puzzle tiles {{
    grid Cell
    function tile(Cell): 1..{last} or none
    board \"\"\"
{board}
        \"\"\"
    goal \"\"\"
{goal}
        \"\"\"

    action slide(c, d)
        when beside(c, d) and tile(d) = none
        then tile(d) becomes tile(c)
        then tile(c) becomes none
}}
shortest tiles
"""

HANOI = """puzzle hanoi {{
    sort Peg = left, middle, right
    sort Disc = 1..{discs}
    function peg(Disc): Peg
    start all d. peg(d) = left
    goal all d. peg(d) = right

    action move(d, to)
        when no e. e < d and (peg(e) = peg(d) or peg(e) = to)
        then peg(d) becomes to
}}
shortest hanoi
"""

BRIDGE = """puzzle bridge {{
    sort Person = {people}
    given pace(Person): 1..99 = {paces}
    predicate across(Person), torch
    function clock: number
    goal all x. across(x)

    action walk(x, y)
        when (across(x) <-> torch) and (across(y) <-> torch)
        then across(x) becomes not torch
        then across(y) becomes not torch
        then torch becomes not torch
        then clock becomes clock + max(pace(x), pace(y))
}}
smallest bridge: clock
"""

JUGS = """puzzle jugs {
    sort Jug = huge, large, small, tiny
    given holds(Jug): 1..24 = 24, 13, 11, 5
    function water(Jug): 0..24
    start water(huge) = 24 and water(large) = 0 and water(small) = 0 and water(tiny) = 0
    goal water(huge) = 8 and water(large) = 8 and water(small) = 8

    action pour(i, j)
        when i != j
        then water(j) becomes min(holds(j), water(i) + water(j))
        then water(i) becomes max(0, water(i) + water(j) - holds(j))
}
shortest jugs
"""

# For so many steps, of which the last one is to be the first that reaches the goal.
CLINGO_JUGS = """
holds(huge, 24; large, 13; small, 11; tiny, 5).
water(huge, 24, 0). water(J, 0, 0) :- holds(J, _), J != huge.
1 { pour(I, J, T) : holds(I, _), holds(J, _), I != J } 1 :- T = 1..k.
after(I, A - M, J, B + M, T) :- pour(I, J, T), water(I, A, T-1), water(J, B, T-1), holds(J, C), M = #min { A; C - B }.
water(I, A, T) :- after(I, A, _, _, T).
water(J, B, T) :- after(_, _, J, B, T).
water(J, A, T) :- water(J, A, T-1), T = 1..k, not pour(J, _, T), not pour(_, J, T).
:- not water(huge, 8, k). :- not water(large, 8, k). :- not water(small, 8, k).
"""

# With so many ways over the bridge, the torch on each of them.
CLINGO_BRIDGE = """
pace(1, 1; 2, 2; 3, 5; 4, 10; 5, 12; 6, 15; 7, 20; 8, 25).
side(X, 0, 0) :- pace(X, _).
1 { walk(X, T) : pace(X, _) } 2 :- T = 1..k.
:- walk(X, T), not side(X, (T-1) \\ 2, T-1).
side(X, 1 - S, T) :- walk(X, T), side(X, S, T-1).
side(X, S, T) :- side(X, S, T-1), T = 1..k, not walk(X, T).
:- side(X, 0, k).
slowest(C, T) :- C = #max { P : walk(X, T), pace(X, P) }, T = 1..k.
#minimize { C, T : slowest(C, T) }.
"""

RUSH = [
    "..IJDD ..IJ.. RRI..C BEEE.C BHHAFC GG.AF.",
    "IHA... IHADDD RRAJFK E..JFK EGG..B ...CCB",
    "....CC KHHD.A KRRDJA B..LJA B.FLGG IIFEE.",
    "II..BF .HEEBF .HRRJK AA..JK ..CDDD ..CGGG",
    "..BA.. H.BACC HRRAD. GGI.D. .FIEE. .F....",
    "...GB. .AAGB. HRR.BE HFFF.E .CD..E .CDII.",
    "KKHF.. .JHFDD .JRRI. G.EEIB G..CAB ...CA.",
    ".CEE.. .C.BB. RRKGHF ..KGHF JDD.IF J.AAI.",
]

KORF = [
    "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3",
    "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6",
    "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15",
    "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6",
    "4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0",
    "14 7 1 9 12 3 6 15 8 11 2 5 10 0 4 13",
    "2 11 15 5 13 4 6 7 12 8 10 1 9 3 14 0",
    "12 11 15 3 8 0 4 2 6 13 9 5 14 1 10 7",
    "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0",
    "13 11 8 9 0 15 7 10 4 3 6 14 5 12 2 1",
]


def board(numbers, width):
    rows = [numbers[at : at + width] for at in range(0, len(numbers), width)]
    return "\n".join("        " + " ".join("." if it == 0 else str(it) for it in row) for row in rows)


def tiles(numbers, goal):
    width = int(len(numbers) ** 0.5)
    return TILES.format(last=len(numbers) - 1, board=board(numbers, width), goal=board(goal, width))


def sokoban(rules, level):
    """A level as a drawing: what lies outside is wall."""
    width = max(map(len, level))
    cells = [list(row.ljust(width)) for row in level]
    reached = [(r, c) for r, row in enumerate(cells) for c, it in enumerate(row) if it in "@+"]
    inside = set(reached)
    while reached:
        r, c = reached.pop()
        for at in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if at not in inside and cells[at[0]][at[1]] != "#":
                inside.add(at)
                reached.append(at)
    drawn = [
        "".join(it if (r, c) in inside else "#" for c, it in enumerate(row)) for r, row in enumerate(cells)
    ]
    rows = "\n".join("        " + row for row in drawn)
    return f'{rules}\npuzzle level: sokoban {{\n    board """\n{rows}\n        """\n}}\nshortest level\n'


def levels(path):
    """The levels of a collection: rows of signs, with anything between them."""
    found, rows = [], []
    for line in [*path.read_text().splitlines(), ""]:
        if "#" in line and not set(line) - set("# @+$*.-_"):
            rows.append(line.rstrip())
        elif rows:
            found.append(rows)
            rows = []
    return found


def instances(root, collection):
    hardest = [8, 6, 7, 2, 5, 4, 3, 0, 1]
    yield "eight", tiles(hardest, [1, 2, 3, 4, 5, 6, 7, 8, 0])
    yield "hanoi10", HANOI.format(discs=10)
    names = "Ann, Bob, Cem, Dora, Eva, Finn, Gita, Hugo"
    yield "bridge8", BRIDGE.format(people=names, paces="1, 2, 5, 10, 12, 15, 20, 25")
    yield "jugs4", JUGS
    rules = (root / "shelf/rush_hour.puzzle").read_text()
    puzzles = (root / "shelf/puzzles/rush_hour.puzzle").read_text()
    blocks = re.findall(r"puzzle \w+: rush_hour \{.*?\n\}\n", puzzles, re.S)
    for number, block in enumerate(blocks, 1):
        name = block.split(":")[0].split()[1]
        yield f"rush{number}", f"{rules}\n{block}shortest {name}\n"
    for number, drawn in enumerate(RUSH, len(blocks) + 1):
        cars = ", ".join(sorted(set(drawn) - set(" .")))
        rows = "\n".join("        " + " ".join(row) for row in drawn.split())
        lines = f'sort Car = {cars}\n    red = R\n    board """\n{rows}\n        """'
        yield f"rush{number}", f"{rules}\npuzzle own: rush_hour {{\n    {lines}\n}}\nshortest own\n"
    if collection:
        rules = (root / "shelf/sokoban.puzzle").read_text()
        for number, level in enumerate(levels(collection)[:40], 1):
            yield f"microban{number}", sokoban(rules, level)
    for number, row in enumerate(KORF, 1):
        yield f"korf{number}", tiles([int(it) for it in row.split()], list(range(16)))


def run(command, **options):
    """What it says, and its CPU seconds; nothing where it takes longer than the limit."""

    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limits, check=False, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done, seconds


def ours(puzzle, file):
    done, seconds = run([puzzle, "run", "--timeout", str(LIMIT), str(file)])
    found = re.search(r"^\S.*?: (\d+)\b", done.stdout, re.M) or re.search(r"\b(\d+)$", done.stdout, re.M)
    checked = "" if "not checked" not in done.stdout + done.stderr else " (not checked wholly)"
    return (found.group(1) if found else None), seconds, checked, done


def downward(program, folder, search):
    domain = next(folder.rglob("*.domain.pddl"), None)
    questions = sorted(folder.rglob("*.1.domain.pddl"))
    domain = questions[0] if questions else domain
    if domain is None:
        return None, 0.0
    problem = domain.with_name(domain.name.replace(".domain.", ".problem."))
    command = [sys.executable, str(program), str(domain), str(problem), "--search", search]
    done, seconds = run(command, cwd=folder)
    found = re.search(r"Plan cost: (\d+)", done.stdout)
    return (found.group(1) if found else None), seconds


def clingo(name):
    """The least number of steps, or of minutes, by a program by hand."""
    if name == "bridge8":
        done, seconds = run([sys.executable, "-m", "clingo", "-c", "k=13", "-"], input=CLINGO_BRIDGE)
        found = re.findall(r"^Optimization: (\d+)", done.stdout, re.M)
        return (found[-1] if "OPTIMUM FOUND" in done.stdout else None), seconds
    seconds = 0.0
    for steps in range(20):
        done, more = run([sys.executable, "-m", "clingo", "-c", f"k={steps}", "-"], input=CLINGO_JUGS)
        seconds += more
        if "UNSATISFIABLE" not in done.stdout:
            return (str(steps) if "SATISFIABLE" in done.stdout else None), seconds
    return None, seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--downward", type=pathlib.Path)
    parser.add_argument("--levels", type=pathlib.Path)
    parser.add_argument("--clingo", action="store_true")
    parser.add_argument("--search", nargs="*", default=list(SEARCHES))
    arguments = parser.parse_intermixed_args()
    root = pathlib.Path(__file__).resolve().parents[1]
    wrong = False
    for name, text in instances(root, arguments.levels):
        if arguments.names and not any(name.startswith(it) for it in arguments.names):
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            file = folder / "it.puzzle"
            file.write_text(text)
            best, seconds, checked, _ = ours(arguments.puzzle, file)
            told = [f"ours {best or '-'} in {seconds:.2f} s{checked}"]
            if arguments.downward:
                build = [arguments.puzzle, "build", "-o", str(folder / "out"), str(file)]
                subprocess.run(build, capture_output=True, check=False)
                for search in arguments.search:
                    cost, seconds = downward(arguments.downward, folder, SEARCHES[search])
                    told.append(f"{search} {cost or '-'} in {seconds:.2f} s")
                    wrong |= cost is not None and best is not None and cost != best
            if arguments.clingo and name in ("bridge8", "jugs4"):
                cost, seconds = clingo(name)
                told.append(f"clingo {cost or '-'} in {seconds:.2f} s")
                wrong |= cost is not None and best is not None and cost != best
            print(f"{name}: {'; '.join(told)}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
