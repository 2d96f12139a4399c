#!/usr/bin/env python3
"""How fast `puzzle check` reads puzzles by rules of their own and theories, in bytes of source for a CPU second.

    python3 benches/check_sheets.py target/release/puzzle [--repeat 5]

Six thousand blocks of each sort: rules alone, drawings of 9 by 9 with common rules, the same and a question about each,
theories without numbers. The least of the runs counts, start and end of the process included. Then a sign of a
9 by 9 drawing is edited in `puzzle lsp`: wall time until the diagnostics that tell of a wrong sign, or that it is gone.
"""

import argparse
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "lsp"))

from client import Server

BLOCKS = 6000
STREET = """puzzle street{n} {{
    sort House = 1..4
    sort Person = Ines, Jo, Kemal, Lena
    sort Pet = cat, dog, fish, parrot
    function home(Person), pet(Pet): House
    distinct home, pet
    define next(a, b): abs(a - b) = 1

    home(Ines) = 1
    pet(dog) = home(Kemal)
    next(home(Jo), home(Ines))
    home(Lena) < home(Kemal)
    not next(pet(cat), pet(dog))
    pet(fish) > pet(parrot)
}}
"""
MINES = """puzzle mines{n} {{
    grid Cell
    given clue(Cell): 0..8
    predicate mine(Cell)
    sign "*": mine(here)
    rule clear: no c, n. clue(c) = n and mine(c)
    rule clues: all c, n. clue(c) = n -> exactly n d. touches(c, d) and mine(d)
}}
"""
CAMPUS = """theory campus{n} {{
    sort Student = Arda, Cihan, Gamze
    sort Language = English, French, Turkish
    predicate speaks(Student, Language)

    rule two: all s. at least 2 l. speaks(s, l)
    rule arda: not speaks(Arda, Turkish)
    rule never: all s. speaks(s, French) -> not speaks(s, Turkish)
}}
"""
SUDOKU = """puzzle sudoku {
    grid Cell = 9 by 9 in boxes 3 by 3
    function digit(Cell): 1..9
    distinct digit in row, column, box
}
"""


def drawing(number, dice):
    """A puzzle of 81 places, a quarter of which are told."""
    sign = lambda: str(dice.randint(1, 9)) if dice.random() < 0.25 else "."
    rows = "\n".join("        " + " ".join(sign() for _ in range(9)) for _ in range(9))
    return f'puzzle p{number}: sudoku {{\n    board """\n{rows}\n        """\n}}\n'


def seconds(puzzle, path):
    """The CPU time of checking a file, which has to be sound."""
    child = subprocess.Popen([puzzle, "check", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    assert status == 0, path
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024


def edits(puzzle, count):
    """Milliseconds from an edit of a drawing to its diagnostics."""
    text = SUDOKU + drawing(0, random.Random(1)) + "solve p0 => unique\n"
    lines = text.split("\n")
    line = lines.index('    board """') + 4
    server = Server("puzzle lsp", [puzzle, "lsp"], "puzzle")
    server.open("file:///bench/drawing.puzzle", text)
    waits = []
    for number in range(count):
        sign = "%" if number % 2 == 0 else "."
        start = time.perf_counter()
        server.change(((line, 8), (line, 9), sign))
        arrived, message = server.published(server.version)
        waits.append((arrived - start) * 1000)
        # A failed expectation may be told as well, once the question has been answered.
        told = [it for it in message["params"]["diagnostics"] if it["code"] != "E0601"]
        wrong = any(it["severity"] == 1 for it in told)
        assert wrong == (sign == "%"), message
        time.sleep(0.1)
    server.stop()
    return waits


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle")
    parser.add_argument("--repeat", type=int, default=5)
    args = parser.parse_args()
    dice = random.Random(1)
    drawings = SUDOKU + "".join(drawing(it, dice) for it in range(BLOCKS))
    texts = {
        "rules": "".join([STREET, MINES][it % 2].format(n=it) for it in range(BLOCKS)),
        "drawings": drawings,
        "drawings and a question each": drawings + "".join(f"solve p{it} => unique\n" for it in range(BLOCKS)),
        "theories": "".join(CAMPUS.format(n=it) for it in range(BLOCKS)),
    }
    print("| what | size | CPU | speed | memory |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            path = pathlib.Path(folder) / "check.puzzle"
            path.write_text(text)
            least, memory = min(seconds(args.puzzle, path) for _ in range(args.repeat))
            megabytes = len(text.encode()) / 1e6
            print(f"| {name} | {megabytes:.1f} MB | {least:.2f} s | {megabytes / least:.1f} MB/s | {memory} MB |")
    waits = edits(args.puzzle, 40)
    print(f"\nan edit of a drawing: {statistics.median(waits):.1f} ms, at most {max(waits):.1f} ms")


if __name__ == "__main__":
    main()
