#!/usr/bin/env python3
"""Theories over listed sorts with nested quantifiers, beside puzzles of the same lines and clingo.

    pip install clingo
    python3 benches/grounders.py target/release/puzzle [--things 30,100,300]

A graph of so many things and an order on them: with two quantifiers each thing has a next one, with three the order is
transitive and joins whoever has a common neighbour. One world is asked for. CPU seconds and memory of the whole process.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

OURS = {
    2: """    rule a: all x, y. edge(x, y) -> (red(x) or red(y))
    rule b: some x, y. edge(x, y) and red(x) and not red(y)
    rule c: all x. some y. less(x, y)
    rule d: no x, y. less(x, y) and less(y, x)
""",
    3: """    rule a: all x, y. edge(x, y) -> (red(x) or red(y))
    rule t: all x, y, z. less(x, y) and less(y, z) -> less(x, z)
    rule d: no x, y. less(x, y) and less(y, x)
    rule s: all x, y, z. edge(x, y) and edge(y, z) -> (less(x, z) or less(z, x) or x = z)
""",
}
THEIRS = {
    2: "ok :- edge(X,Y), red(X), not red(Y). :- not ok. c(X) :- less(X,Y). :- t(X), not c(X).",
    3: ":- less(X,Y), less(Y,Z), not less(X,Z). :- edge(X,Y), edge(Y,Z), X!=Z, not less(X,Z), not less(Z,X).",
}
COMMON = "{red(X)} :- t(X). {less(X,Y)} :- t(X), t(Y). :- edge(X,Y), not red(X), not red(Y). :- less(X,Y), less(Y,X)."


def edges(things):
    pairs = [(it, (it * 7 + 3) % things) for it in range(things)]
    pairs += [(it, (it + 1) % things) for it in range(things)]
    return sorted({it for it in pairs if it[0] != it[1]})


def ours(block, things, quantifiers):
    names = ", ".join(f"T{it}" for it in range(things))
    lines = [f"{block} t {{", f"    sort Thing = {names}"]
    lines += ["    predicate edge(Thing, Thing), red(Thing), less(Thing, Thing)"]
    behind = {}
    for one, other in edges(things):
        behind.setdefault(one, []).append(other)
        lines.append(f"    edge(T{one}, T{other})")
    for one, others in behind.items():
        lines.append(f"    all y. edge(T{one}, y) -> " + " or ".join(f"y = T{it}" for it in others))
    return "\n".join(lines) + "\n" + OURS[quantifiers] + "}\nsolve t\n"


def theirs(things, quantifiers):
    facts = " ".join(f"edge({one},{other})." for one, other in edges(things))
    return f"t(0..{things - 1}). {facts}\n{COMMON}\n{THEIRS[quantifiers]}\n"


def measured(command):
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    return f"{usage.ru_utime + usage.ru_stime:.2f} s, {usage.ru_maxrss // 1024} MB"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle")
    parser.add_argument("--things", default="30,100,300")
    args = parser.parse_args()
    print("| quantifiers | things | theory | puzzle | clingo |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for quantifiers in OURS:
            for things in map(int, args.things.split(",")):
                cells = []
                for block in ["theory", "puzzle"]:
                    (folder / "t.puzzle").write_text(ours(block, things, quantifiers))
                    cells.append(measured([args.puzzle, "run", folder / "t.puzzle"]))
                (folder / "t.lp").write_text(theirs(things, quantifiers))
                cells.append(measured([sys.executable, "-m", "clingo", "-q", folder / "t.lp"]))
                print(f"| {quantifiers} | {things} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
