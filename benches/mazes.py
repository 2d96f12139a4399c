#!/usr/bin/env python3
"""Mazes of several families, side by side with other programs: see `docs/benchmarks.md`.

    benches/mazes.py PUZZLE [FAMILY…]                 engines, clingo, MiniZinc with Gecode
    benches/mazes.py --downward DRIVER PUZZLE …       Fast Downward, too: the path of `fast-downward.py`
    benches/mazes.py --sheets PUZZLE [FAMILY…]        those of up to 110 nodes as mazes and as puzzles by rules
    benches/mazes.py --clauses PUZZLE [FAMILY…]       clauses: ours, MiniSat and PicoSAT
    benches/mazes.py --write FOLDER                   writes the mazes only
"""

import itertools
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


class Maze:
    """Nodes by name, with treasures, tolls and corridors."""

    def __init__(self):
        self.nodes, self.treasures, self.steps = {}, [], 0
        for name in ("START", "GOAL"):
            self.node(name)
        self.link("GOAL", "GOAL")

    def node(self, name):
        return self.nodes.setdefault(name, {"treasures": [], "tolls": [], "next": []})

    def link(self, one, other):
        self.node(one)["next"].append(other)

    def join(self, one, other):
        self.link(one, other)
        self.link(other, one)

    def put(self, treasure, name):
        self.treasures.append(treasure)
        self.node(name)["treasures"].append(treasure)

    def ask(self, name, *tolls):
        self.node(name)["tolls"] += tolls

    def text(self):
        lines = [" ".join(self.nodes), " ".join(self.treasures), str(self.steps)]
        for name, it in self.nodes.items():
            line = [name, "TREASURES", *it["treasures"], "TOLLS", *it["tolls"], "NEXT", *it["next"]]
            lines.append(" ".join(line))
        return "\n".join(lines) + "\n"


    def sheet(self):
        """The same by rules of its own."""
        facts = [f"way({name}, {to})" for name, it in self.nodes.items() for to in it["next"]]
        facts += [f"toll({name}, {it})" for name in self.nodes for it in self.nodes[name]["tolls"]]
        facts += [f"home({it}, {name})" for name in self.nodes for it in self.nodes[name]["treasures"]]
        lines = "".join(f"    {it}\n" for it in facts)
        return SHEET.format(nodes=", ".join(self.nodes), things=", ".join(self.treasures), facts=lines)


SHEET = """puzzle cave {{
    sort Node = {nodes}
    sort Thing = {things}
    given way(Node, Node), toll(Node, Thing), home(Thing, Node)
    function spot: Node
    predicate lies(Thing), held(Thing)
    start spot = START and (all t. lies(t))
    goal spot = GOAL
    action go(n)
        when way(spot, n)
        when all t. toll(n, t) -> held(t)
        then spot becomes n
        then all t. toll(n, t) -> not held(t)
        then all t. home(t, n) and lies(t) -> held(t) and not lies(t)
{facts}}}
shortest cave
"""


def gate(maze, last, treasures):
    """GOAL behind a gate that asks for the treasures."""
    maze.ask("GATE", *treasures)
    maze.join(last, "GATE")
    maze.link("GATE", "GOAL")


def grid(width, height, cells=None):
    """A grid from START in one corner; its cells and the opposite corner."""
    maze = Maze()
    name = {(x, y): f"C{x}_{y}" for x in range(width) for y in range(height)}
    for (x, y), cell in name.items():
        for other in ((x + 1, y), (x, y + 1)):
            if other in name:
                maze.join(cell, name[other])
    maze.join("START", name[0, 0])
    return maze, list(name.values()), name[width - 1, height - 1]


def collect(size, count, seed):
    """A grid with treasures, all of which the gate in the far corner asks for."""
    draw = random.Random(seed)
    maze, cells, corner = grid(size, size)
    treasures = [f"T{i}" for i in range(count)]
    for treasure, cell in zip(treasures, draw.sample(cells[1:-1], count)):
        maze.put(treasure, cell)
    gate(maze, corner, treasures)
    return maze


def errands(width, height, count, seed):
    """A grid with parcels to be brought from one cell to another, where a receipt lies."""
    draw = random.Random(seed)
    maze, cells, corner = grid(width, height)
    places = draw.sample(cells[1:-1], 2 * count)
    receipts = []
    for i in range(count):
        maze.put(f"P{i}", places[2 * i])
        maze.ask(places[2 * i + 1], f"P{i}")
        maze.put(f"R{i}", places[2 * i + 1])
        receipts.append(f"R{i}")
    gate(maze, corner, receipts)
    return maze


def graph(size, corridors, count, seed):
    """A random connected graph with treasures that the gate asks for."""
    draw = random.Random(seed)
    maze = Maze()
    nodes = [f"N{i}" for i in range(size)]
    for i in range(1, size):
        maze.join(nodes[i], nodes[draw.randrange(max(0, i - 60), i)])
    for _ in range(corridors - size):
        one = draw.randrange(size)
        other = min(size - 1, one + draw.randrange(1, 60))
        if one != other and nodes[other] not in maze.node(nodes[one])["next"]:
            maze.join(nodes[one], nodes[other])
    maze.join("START", nodes[0])
    treasures = [f"T{i}" for i in range(count)]
    for treasure, node in zip(treasures, draw.sample(nodes[1:-1], count)):
        maze.put(treasure, node)
    gate(maze, nodes[-1], treasures)
    return maze


def tree(depth, count, seed):
    """A binary tree with treasures at leaves; the gate is at the root."""
    draw = random.Random(seed)
    maze = Maze()
    nodes = [f"N{i}" for i in range(2**depth - 1)]
    for i in range(1, len(nodes)):
        maze.join(nodes[i], nodes[(i - 1) // 2])
    maze.join("START", nodes[0])
    treasures = [f"T{i}" for i in range(count)]
    for treasure, node in zip(treasures, draw.sample(nodes[len(nodes) // 2:], count)):
        maze.put(treasure, node)
    gate(maze, nodes[0], treasures)
    return maze


def ring(size, count, seed):
    """A ring with two chords and treasures all around."""
    draw = random.Random(seed)
    maze = Maze()
    nodes = [f"N{i}" for i in range(size)]
    for i in range(size):
        maze.join(nodes[i], nodes[(i + 1) % size])
    for _ in range(2):
        one, other = draw.sample(range(size), 2)
        if abs(one - other) not in (1, size - 1):
            maze.join(nodes[one], nodes[other])
    maze.join("START", nodes[0])
    treasures = [f"T{i}" for i in range(count)]
    for treasure, node in zip(treasures, draw.sample(nodes[1:], count)):
        maze.put(treasure, node)
    gate(maze, nodes[size // 2], treasures)
    return maze


def hallway(doors, seed):
    """A hall with a door behind a door; the key of each lies in a side room before it."""
    draw = random.Random(seed)
    maze = Maze()
    last = "START"
    for i in range(doors):
        hall = [f"H{i}_{j}" for j in range(4)]
        for one, other in zip([last, *hall], hall):
            maze.join(one, other)
        side = [f"S{i}_{j}" for j in range(draw.randrange(1, 4))]
        for one, other in zip([draw.choice(hall), *side], side):
            maze.join(one, other)
        maze.put(f"K{i}", side[-1])
        maze.ask(f"D{i}", f"K{i}")
        maze.join(hall[-1], f"D{i}")
        last = f"D{i}"
    maze.link(last, "GOAL")
    return maze


def choice(size, ways, seed):
    """A grid behind which one of several gates has to be paid, each with treasures of its own."""
    draw = random.Random(seed)
    maze, cells, corner = grid(size, size)
    places = draw.sample(cells[1:-1], 2 * ways)
    for i in range(ways):
        pair = [f"A{i}", f"B{i}"]
        for treasure, place in zip(pair, places[2 * i:]):
            maze.put(treasure, place)
        maze.ask(f"G{i}", *pair)
        maze.join(corner, f"G{i}")
        maze.link(f"G{i}", "GOAL")
    return maze


FAMILIES = {
    "collect": [collect(10, 3, 1), collect(20, 5, 2), collect(30, 5, 172), collect(30, 10, 4)],
    "errands": [errands(10, 10, 3, 1), errands(10, 10, 5, 2), errands(10, 10, 8, 3)],
    "graph": [graph(100, 200, 5, 1), graph(300, 600, 8, 2), graph(1000, 2000, 10, 3), graph(1000, 1100, 10, 8)],
    "tree": [tree(6, 5, 1), tree(8, 8, 2)],
    "ring": [ring(40, 4, 1), ring(100, 6, 2)],
    "hallway": [hallway(4, 1), hallway(10, 2), hallway(30, 3)],
    "choice": [choice(10, 3, 1), choice(20, 6, 2)],
    "large": [collect(300, 8, 1), collect(40, 24, 2), hallway(1000, 3)],
}


def write(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for family, mazes in FAMILIES.items():
        for number, maze in enumerate(mazes):
            maze.steps = 10**9
            (folder / f"{family}{number}.maze").write_text(maze.text())


LIMIT = 20
# Files of more clauses are left out.
MOST = 3_000_000

CLINGO = """
at(start, 0).
{ at(M, I+1) : next(N, M) } = 1 :- at(N, I), I < k.
has(T, I) :- at(N, I), I > 0, treasure(N, T), not lost(T, I).
has(T, I+1) :- has(T, I), not lost(T, I+1), I < k.
lost(T, I) :- at(N, I), toll(N, T).
lost(T, I+1) :- lost(T, I), I < k.
:- at(N, I), toll(N, T), not has(T, I-1).
:- not at(goal, k).
"""


def facts(maze):
    for name, it in maze.nodes.items():
        for kind, words in (("treasure", it["treasures"]), ("toll", it["tolls"]), ("next", it["next"])):
            yield from (f"{kind}({name.lower()},{word.lower()})." for word in words)


def run(command):
    """What a command prints, and its CPU seconds; no text when these were too many."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # Some programs end a little before the limit in their own way.
    return done.stdout if seconds < 0.95 * LIMIT else None, seconds


def ours(puzzle, file, engine):
    program = file.with_suffix(".puzzle")
    program.write_text(f'maze cave = file "{file.name}"\nshortest cave by {engine}\n')
    text, seconds = run([puzzle, "run", str(program)])
    return text and int(re.search(r"=> (\d+)", text)[1]), seconds


def clingo(maze, file, least):
    """The path of so many steps, and that there is none of one less: the length is given."""
    program = file.with_suffix(".lp")
    program.write_text(CLINGO + "\n".join(facts(maze)))
    answers = [run(["clingo", "--quiet=2", "-c", f"k={k}", str(program)]) for k in (least, least - 1)]
    if any(text is None for text, _ in answers):
        return None
    words = ["UNSATISFIABLE" in text for text, _ in answers]
    assert words == [False, True], (file, words)
    return sum(seconds for _, seconds in answers)


MINIZINC = """
include "table.mzn";
int: n; int: k; int: t;
array[int, 1..2] of int: next;
array[1..t] of set of int: home;
array[1..t] of set of int: toll;
array[0..k] of var 1..n: at;
array[1..t, 0..k] of var 0..2: state;
constraint at[0] = 1 /\\ at[k] = 2;
constraint forall(x in 1..t)(state[x, 0] = 0);
constraint forall(i in 1..k)(table([at[i - 1], at[i]], next));
constraint forall(i in 1..k, x in 1..t)(
  (at[i] in toll[x] -> state[x, i - 1] = 1) /\\
  state[x, i] = if at[i] in toll[x] then 2
    elseif at[i] in home[x] /\\ state[x, i - 1] = 0 then 1 else state[x, i - 1] endif);
solve :: int_search(at, input_order, indomain_min) satisfy;
"""


def minizinc(maze, file, least):
    """As clingo, by constraints."""
    number = {name: 1 + i for i, name in enumerate(maze.nodes)}
    edges = [f"{number[name]}, {number[to]}" for name, it in maze.nodes.items() for to in it["next"]]
    at = lambda kind, treasure: {number[n] for n, it in maze.nodes.items() if treasure in it[kind]}
    sets = lambda kind: ", ".join(str(at(kind, it) or "{}") for it in maze.treasures)
    program, data = file.with_suffix(".mzn"), file.with_suffix(".dzn")
    program.write_text(MINIZINC)
    data.write_text(
        f"n = {len(number)}; t = {len(maze.treasures)};\n"
        f"next = [|{' | '.join(edges)}|];\n"
        f"home = [{sets('treasures')}]; toll = [{sets('tolls')}];\n"
    )
    seconds = 0
    for k, expected in ((least, "----------"), (least - 1, "UNSATISFIABLE")):
        text, cost = run(["minizinc", "--solver", "gecode", "-D", f"k={k};", str(program), str(data)])
        if text is None:
            return None
        assert expected in text, (file, k, text[:200])
        seconds += cost
    return seconds


def downward(driver, maze, file, least):
    """A shortest plan by A* with the landmark-cut heuristic. No node of ours holds two treasures."""
    nodes = {name: f"n{i}" for i, name in enumerate(maze.nodes)}
    actions, facts = [], ["(at n0)"]
    for name, it in maze.nodes.items():
        node = nodes[name]
        facts += [f"(next {node} {nodes[to]})" for to in it["next"]]
        facts += [f"(available {treasure})" for treasure in it["treasures"]]
        if it["tolls"]:
            held = " ".join(f"(has {toll})" for toll in it["tolls"])
            spent = " ".join(f"(not (has {toll}))" for toll in it["tolls"])
            found = " ".join(f"(has {treasure})" for treasure in it["treasures"])
            actions.append(
                f"(:action pay-{node} :parameters (?a) :precondition (and (at ?a) (next ?a {node}) {held})"
                f" :effect (and (not (at ?a)) (at {node}) {spent} {found}))"
            )
        else:
            facts += [f"(home {treasure} {node})" for treasure in it["treasures"]] or [f"(plain {node})"]
    domain, problem, plan = (file.with_suffix(it) for it in (".domain", ".problem", ".plan"))
    go = "(not (at ?a)) (at ?b)"
    domain.write_text(
        f"(define (domain maze) (:constants {' '.join([*nodes.values(), *maze.treasures])})\n"
        "(:predicates (at ?a) (next ?a ?b) (plain ?a) (home ?t ?a) (available ?t) (taken ?t) (has ?t))\n"
        "(:action go :parameters (?a ?b) :precondition (and (at ?a) (next ?a ?b) (plain ?b))"
        f" :effect (and {go}))\n"
        "(:action take :parameters (?a ?b ?t)"
        " :precondition (and (at ?a) (next ?a ?b) (home ?t ?b) (available ?t))"
        f" :effect (and {go} (not (available ?t)) (taken ?t) (has ?t)))\n"
        "(:action pass :parameters (?a ?b ?t)"
        " :precondition (and (at ?a) (next ?a ?b) (home ?t ?b) (taken ?t))"
        f" :effect (and {go}))\n" + "\n".join(actions) + ")\n"
    )
    problem.write_text(
        f"(define (problem cave) (:domain maze) (:init {' '.join(facts)}) (:goal (at {nodes['GOAL']})))\n"
    )
    command = [sys.executable, driver, "--plan-file", str(plan), "--sas-file", str(plan) + ".sas"]
    text, seconds = run([*command, str(domain), str(problem), "--search", "astar(lmcut())"])
    found = re.search(r"Plan length: (\d+) step", text or "")
    if found is None:
        return None
    assert int(found[1]) == least, (file, found[0])
    return seconds


def shown(seconds):
    return f"> {LIMIT}" if seconds is None else f"{seconds:.3f}"


def each(families):
    """The mazes of families, each written to a file."""
    with tempfile.TemporaryDirectory() as folder:
        for family in families:
            for number, maze in enumerate(FAMILIES[family]):
                file = Path(folder) / f"{family}{number}.maze"
                maze.steps = 10**9
                file.write_text(maze.text())
                yield f"{family} {number}", maze, file


def measure(puzzle, families, driver):
    titles = ["maze", "nodes", "least steps", "`search`", "`sat`", "clingo", "Gecode", "Fast Downward"]
    print(f"| {' | '.join(titles)} |\n|{' --- |' * len(titles)}")
    for name, maze, file in each(families):
        least, search = ours(puzzle, file, "search")
        same, sat = ours(puzzle, file, "sat")
        assert same in (None, least), (file.name, least, same)
        times = [search, sat if same else None, clingo(maze, file, least), minizinc(maze, file, least)]
        times.append(downward(driver, maze, file, least) if driver else None)
        row = [name, len(maze.nodes), least, *map(shown, times)]
        print(f"| {' | '.join(map(str, row))} |", flush=True)


def sheets(puzzle, families):
    titles = ["maze", "nodes", "least steps", "as a maze", "as a puzzle by rules"]
    print(f"| {' | '.join(titles)} |\n|{' --- |' * len(titles)}")
    for name, maze, file in each(families):
        if len(maze.nodes) > 110 or not maze.treasures:
            continue
        least, kind = ours(puzzle, file, "search")
        program = file.with_suffix(".sheet.puzzle")
        program.write_text(maze.sheet())
        text, sheet = run([puzzle, "run", str(program)])
        assert text is None or int(re.search(r"=> (\d+)", text)[1]) == least, file.name
        row = [name, len(maze.nodes), least, shown(kind), shown(sheet if text else None)]
        print(f"| {' | '.join(map(str, row))} |", flush=True)


def encode(puzzle, file, axioms, cnf):
    """Writes the clauses of a maze as DIMACS; their number, or nothing when there are too many."""
    with subprocess.Popen([puzzle, "encode", "--axioms", axioms, str(file)], stdout=subprocess.PIPE) as process:
        lines = list(itertools.islice(itertools.takewhile(lambda it: it != b"0\n", process.stdout), MOST + 1))
        process.kill()
    if len(lines) > MOST:
        return None
    atoms = max(abs(int(word)) for line in lines for word in line.split())
    cnf.write_bytes(b"p cnf %d %d\n" % (atoms, len(lines)) + b"".join(line[:-1] + b" 0\n" for line in lines))
    return len(lines)


def clauses(puzzle, families):
    """The clauses for the least number of steps and for one less, from a file by each solver."""
    solvers = {"ours": [puzzle, "solve"], "MiniSat": ["minisat", "-verb=0"], "PicoSAT": ["picosat", "-n"]}
    print(f"| maze | axioms | clauses | steps | {' | '.join(solvers)} |\n|{' --- |' * (4 + len(solvers))}")
    ratios = {"MiniSat": [], "PicoSAT": []}
    for name, maze, file in each(families):
        least, _ = ours(puzzle, file, "search")
        for steps, axioms in itertools.product((least, least - 1), ("pruned", "all")):
            maze.steps = steps
            file.write_text(maze.text())
            cnf = file.with_suffix(".cnf")
            count = encode(puzzle, file, axioms, cnf)
            if count is None:
                continue
            times, words = {}, set()
            for solver, command in solvers.items():
                text, seconds = run([*command, str(cnf)])
                times[solver] = seconds if text else None
                words |= {"UNSAT" in text} if text else set()
            assert words <= {steps < least}, (name, steps, words)
            if all(times.values()):
                for solver, found in ratios.items():
                    found.append(times["ours"] / times[solver])
            print(f"| {' | '.join(map(str, [name, axioms, count, steps, *map(shown, times.values())]))} |", flush=True)
    for solver, found in ratios.items():
        middle, mean = statistics.median(found), statistics.geometric_mean(found)
        print(f"ours / {solver}, {len(found)} files all answer: median {middle:.2f}, geometric mean {mean:.2f}")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    driver = None
    if arguments[0] == "--downward":
        driver, arguments = arguments[1], arguments[2:]
    if arguments[0] == "--write":
        write(Path(arguments[1]))
    elif arguments[0] == "--sheets":
        sheets(arguments[1], arguments[2:] or [it for it in FAMILIES if it != "large"])
    elif arguments[0] == "--clauses":
        clauses(arguments[1], arguments[2:] or [it for it in FAMILIES if it != "large"])
    else:
        measure(arguments[0], arguments[1:] or FAMILIES, driver)
