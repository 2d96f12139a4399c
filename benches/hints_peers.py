#!/usr/bin/env python3
"""The same Sudokus and the zebra explained by demystify-rs, and by this project.

    git clone https://github.com/stacs-cp/demystify-rs && cd demystify-rs && cargo build --release -p demystify
    python3 benches/hints_peers.py PUZZLE target/release/demystify [SECONDS] [PATTERN]

demystify-rs has its models turned into clauses by Savile Row. Here they are written by this script, which then stands
where that program is looked for: the clauses of its own model of Sudoku (a constraint for each two cells and digit, and
for each digit and line) and of one with the rules of ours (27, each that a row, column or box is distinct). It runs with
one thread, for at most so many seconds of wall time. Times are CPU seconds. Nothing is asserted.
"""

import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUZZLE, DEMYSTIFY = map(os.path.abspath, sys.argv[1:3])
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 300
PATTERN = sys.argv[4] if len(sys.argv) > 4 else ""

# The positions behind the first two are those of demystify-rs in `eprime/sudoku/sudokuwiki`, the first of each strategy.
SUDOKUS = {
    "monday": "670500903000602801001000504000004010060005040010230608450700102987100000103400000",
    "friday": "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "naked pair": "400000938032094100095300240370609004529001673604703090957008300003900400240030709",
    "X-wing": "100000569492056108056109240009640801064010000218035604040500016905061402621000005",
    "pointing pair": "017903600000080000900000507072010430000402070064370250701000065000030000005601720",
    "box and line": "016007803090800000870001260048000300650009082039000650060900020080002936924600510",
    "hidden pair": "000000000904607000076804100309701080708000301051308702007502610005403208000000000",
    "swordfish": "926000100537010420841000603259734816714060030368120040102000084485071360603000001",
    "Y-wing": "900240000050690231020050090090700320002935607070002900069020073510079062207086009",
}
NINE = range(9)


class Clauses:
    """What Savile Row would write: variables with their values, switches, and clauses."""

    def __init__(self):
        self.atoms, self.names, self.clauses, self.switches = 0, [], [], {}

    def atom(self):
        self.atoms += 1
        return self.atoms

    def name(self, name, indices, value, literal):
        indices = "".join(f"_{index:05}" for index in indices)
        self.names.append(f"c Var '{name}{indices}' direct represents '{value}' with '{literal}'")

    def variable(self, name, indices, values):
        """A variable with exactly one of some values; its atoms by value."""
        atoms = {value: self.atom() for value in values}
        for value, atom in atoms.items():
            self.name(name, indices, value, atom)
        self.clauses.append(list(atoms.values()))
        self.clauses += [[-one, -other] for one, other in itertools.combinations(atoms.values(), 2)]
        return atoms

    def rule(self, name, words, indices, clauses):
        """A constraint that says some clauses."""
        if not clauses:
            return
        self.switches[name] = words
        switch = self.atom()
        self.name(name, indices, 0, -switch)
        self.name(name, indices, 1, switch)
        self.clauses += [[-switch, *clause] for clause in clauses]

    def write(self, folder, variables):
        lines = [f"$#KIND Puzzle\n", *(f"$#VAR {it}\n" for it in variables)]
        lines += [f'$#CON {name} "{words}"\n' for name, words in self.switches.items()]
        (folder / "it.eprime").write_text("".join(lines))
        (folder / "it.param").write_text("")
        clauses = "".join(" ".join(map(str, it)) + " 0\n" for it in self.clauses)
        head = "\n".join(self.names) + f"\np cnf {self.atoms} {len(self.clauses)}\n"
        (folder / "it.dimacs").write_text(head + clauses)


def lines_of_sudoku():
    """The cells of each row, column and box, with how it is called."""
    for i in NINE:
        yield "row", i, [(i, j) for j in NINE]
        yield "column", i, [(j, i) for j in NINE]
        yield "box", i, [(i // 3 * 3 + j // 3, i % 3 * 3 + j % 3) for j in NINE]


def sudoku(digits, is_coarse):
    """Clauses of a Sudoku; what stands in it is put in, as Savile Row does."""
    clauses = Clauses()
    cells = {}
    for at, digit in enumerate(map(int, digits)):
        cell = divmod(at, 9)
        atoms = None if digit else clauses.variable("grid", (cell[0] + 1, cell[1] + 1), range(1, 10))
        cells[cell] = (digit, atoms)

    def simplified(literals):
        """A clause of (cell, digit, sign); `None` if it is true."""
        rest = []
        for cell, digit, sign in literals:
            told, atoms = cells[cell]
            if told and (told == digit) == sign:
                return None
            if not told:
                rest.append(atoms[digit] if sign else -atoms[digit])
        return rest

    for kind, number, line in lines_of_sudoku():
        pairs = {
            (one, other, digit): simplified([(line[one], digit, False), (line[other], digit, False)])
            for one, other in itertools.combinations(NINE, 2)
            for digit in range(1, 10)
        }
        some = {digit: simplified([(cell, digit, True) for cell in line]) for digit in range(1, 10)}
        parts = {**pairs, **{(digit,): it for digit, it in some.items()}}
        parts = {key: it for key, it in parts.items() if it is not None}
        if is_coarse:
            clauses.rule(kind, f"{kind} {{{{index[0]}}}}", (number + 1,), list(parts.values()))
            continue
        for key, clause in parts.items():
            name = f"{kind}{'differs' if len(key) == 3 else 'contains'}"
            words = f"{name} {{{{index[0]}}}}: " + ", ".join(f"{{{{index[{i + 1}]}}}}" for i in range(len(key)))
            clauses.rule(name, words, (number + 1, *key), [clause])
    return clauses, ["grid"]


def zebra():
    """Clauses of `examples/zebra.puzzle`."""
    clauses = Clauses()
    names = {
        "home": "Englishman Spaniard Ukrainian Norwegian Japanese",
        "colour": "Red Green Ivory Yellow Blue",
        "pet": "Dog Snails Fox Horse Zebra",
        "drink": "Coffee Tea Milk Juice Water",
        "smoke": "OldGold Kools Chesterfield LuckyStrike Parliament",
    }
    houses = range(1, 6)
    at = {}
    for kind, all_of_kind in names.items():
        mine = all_of_kind.split()
        for number, name in enumerate(mine, 1):
            at[name] = clauses.variable(kind, (number,), houses)
        different = [
            [-at[one][house], -at[other][house]]
            for one, other in itertools.combinations(mine, 2)
            for house in houses
        ]
        some = [[at[name][house] for name in mine] for house in houses]
        clauses.rule(f"every{kind}", f"{kind}s are different", (), different + some)
    clauses.clauses += [[at["Milk"][3]], [at["Norwegian"][1]]]
    same = "Englishman Red,Spaniard Dog,Coffee Green,Ukrainian Tea,OldGold Snails,Kools Yellow,LuckyStrike Juice,Japanese Parliament"
    beside = "Chesterfield Fox,Kools Horse,Norwegian Blue"

    def clue(number, one, other, differences):
        bad = [[-at[one][i], -at[other][j]] for i in houses for j in houses if j - i not in differences]
        clauses.rule(f"clue{'abcdefghijklmn'[number]}", f"{one} and {other}", (), bad)

    number = itertools.count()
    for pair in same.split(","):
        clue(next(number), *pair.split(), [0])
    for pair in beside.split(","):
        clue(next(number), *pair.split(), [1, -1])
    clue(next(number), "Ivory", "Green", [1])
    return clauses, list(names)


def demystify(clauses, variables):
    """The sizes of the steps, the CPU seconds, and whether it came to the end."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        clauses.write(folder, variables)
        stand_ins = {
            "savilerow": f'cp {folder}/it.dimacs "$4.dimacs"',
            "conjure": "echo '{}'",
        }
        for name, does in stand_ins.items():
            (folder / name).write_text(f"#!/bin/sh\n{does}\n")
            (folder / name).chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "RAYON_NUM_THREADS": "1"}
        command = [DEMYSTIFY, "--model", folder / "it.eprime", "--param", folder / "it.param"]
        log = (folder / "log").open("w+")
        before = os.times()
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, cwd=folder, env=environment)
        try:
            run.wait(SECONDS)
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
        after = os.times()
        log.seek(0)
        text = log.read()
        found = re.findall(r"just found (\d+) muses of size (\d+), (\d+) left", text)
        if run.returncode > 0:
            sys.exit(text)
        is_end = run.returncode == 0
        return [tuple(map(int, it)) for it in found], sum(after[2:4]) - sum(before[2:4]), is_end


def ours(arguments):
    """The numbers of rules of our steps, the CPU seconds, and how many are perhaps not the smallest."""
    before = os.times()
    command = [PUZZLE, "hint", "--all", "--format", "json", *arguments]
    run = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    after = os.times()
    steps = json.loads(run.stdout)["steps"]
    sizes = [len(step["rules"]) for step in steps]
    return sizes, sum(after[2:4]) - sum(before[2:4]), sum(not step["smallest"] for step in steps)


def counted(sizes):
    """As in "3 of 2": how many steps there are of each size above one."""
    parts = [f"{sizes.count(size)} of {size}" for size in sorted(set(sizes)) if size > 1]
    return ", ".join(parts) or "none"


def row(title, cells):
    print("|", " | ".join([title, *cells]), "|", flush=True)


def told(found, seconds, is_end):
    sizes = [size for _, size, _ in found]
    rest = "" if is_end else f", stopped with {found[-1][2] if found else 'all'} left"
    return [f"{counted(sizes)}{rest}", f"{seconds:.1f}"]


def main():
    row("puzzle", ["ours, of several rules", "seconds", "its own model, of several", "seconds", "our rules, of several", "seconds"])
    row("---", ["---"] * 6)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "it.puzzle"
        for title, digits in SUDOKUS.items():
            if PATTERN not in title:
                continue
            rows = [" ".join(digits[at : at + 9].replace("0", ".")) for at in range(0, 81, 9)]
            drawing = "".join(f"        {it}\n" for it in rows)
            path.write_text(f'import "shelf/sudoku"\npuzzle it: sudoku {{\n    board """\n{drawing}        """\n}}\n')
            sizes, seconds, doubtful = ours([str(path)])
            cells = [counted(sizes) + (f", {doubtful} perhaps not the smallest" if doubtful else ""), f"{seconds:.2f}"]
            for is_coarse in False, True:
                cells += told(*demystify(*sudoku(digits, is_coarse)))
            row(title, cells)
    if PATTERN in "zebra":
        sizes, seconds, doubtful = ours(["examples/zebra.puzzle"])
        row("zebra", [counted(sizes), f"{seconds:.2f}", "", "", *told(*demystify(*zebra()))])


main()
