#!/usr/bin/env python3
"""Two versions of the program side by side: clauses, mazes, games, theories, reading, and edits in an editor.

    python3 benches/versions.py OLD NEW [--rounds 5]

Both get the same files, which the other benchmarks generate or which the older version brings as examples, one after the
other in each round. Of each area the table tells user CPU seconds, the least of the rounds of each file added up, and the
median and the worst of the ratios file by file; files that take less than 20 ms in both are added up, and left out of
the ratios. What an old version cannot read is left out and named. Nothing is asserted.
"""

import argparse
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "lsp")]

import bench
import cnf
import dots
import mazes
from client import Server
from language import whole_blocks

EXAMPLES = HERE.parent / "examples"
AREAS = {
    "games": "tippy chopsticks dots squares duel double-threat fork opening house-rules cold-numbers",
    "theories": "babies barber castle cats colouring dreadbury groups household knights steamroller thief unicorn zebra",
}


def clauses(folder):
    """Refutations and models, some with structure and some without."""
    for holes in (7, 8):
        atoms, found = cnf.pigeons(holes)
        cnf.dimacs(folder / f"pigeons{holes}.cnf", atoms, len(found), found)
    for seed in range(4):
        for name, atoms, ratio in (("refuted", 180, 5), ("hard", 200, 4.26), ("easy", 5000, 3.5)):
            _, found = cnf.uniform(random.Random(seed), atoms, ratio)
            cnf.dimacs(folder / f"{name}{seed}.cnf", atoms, len(found), found)
    return [("solve", it) for it in sorted(folder.iterdir())]


def generated(folder):
    """The commands of each area."""
    for name in ("clauses", "mazes", "games", "text"):
        (folder / name).mkdir()
    yield "clauses", clauses(folder / "clauses")
    mazes.write(folder / "mazes")
    yield "mazes", [("solve", it) for it in sorted((folder / "mazes").iterdir())]
    for seed in range(3):
        text = dots.board(3, 3, 9, seed) + "solve it\n"
        (folder / "games" / f"dots{seed}.puzzle").write_text(text)
    made = [("run", it) for it in sorted((folder / "games").iterdir())]
    for area, names in AREAS.items():
        examples = [("run", EXAMPLES / f"{it}.puzzle") for it in names.split()]
        yield area, examples + (made if area == "games" else [])
    for lines in (1_000, 10_000, 100_000):
        (folder / "text" / f"mixed{lines}.puzzle").write_text(whole_blocks(lines))
    texts = sorted((folder / "text").iterdir())
    yield "reading", [(verb, it) for verb in ("check", "fmt") for it in texts]


def spent(program, verb, file):
    """User CPU seconds of one run, and whether it was understood."""
    flags = ["--check"] if verb == "fmt" else ["--timeout", "20s"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ended = subprocess.run([program, verb, *flags, file], capture_output=True, timeout=600)
    understood = ended.returncode in ((0, 1) if verb == "fmt" else (0, 10, 20))
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, understood


def measured(programs, verb, file, rounds):
    """The least time of each program, or nothing if one of them does not understand the file."""
    least = [float("inf")] * len(programs)
    for _ in range(rounds):
        for index, program in enumerate(programs):
            seconds, understood = spent(program, verb, file)
            if not understood:
                return None
            least[index] = min(least[index], seconds)
    return least


def edits(programs):
    """Milliseconds of processor time of an edit in a file of 10,000 lines."""
    bench.PUZZLE = programs[-1]
    text, found = bench.puzzle_file(10_000), []
    for program in programs:
        server = Server("puzzle lsp", [program, "lsp"], "puzzle")
        waits, cpu, _ = bench.edits(server, text, bench.IS_FORMULA, 60)
        server.stop()
        found.append((cpu, bench.percentile(waits, 0.5)))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("programs", nargs=2)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    programs = [str(pathlib.Path(it).resolve()) for it in arguments.programs]
    print("| area | files | old, s | new, s | median | worst |\n| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for area, commands in generated(pathlib.Path(folder)):
            times, ratios, left_out = [], [], []
            for verb, file in commands:
                least = measured(programs, verb, file, arguments.rounds)
                if least is None:
                    left_out.append(file.name)
                    continue
                times.append(least)
                if max(least) >= 0.02:
                    ratios.append((least[1] / max(least[0], 0.001), file.name))
            old, new = (sum(it[index] for it in times) for index in (0, 1))
            median = statistics.median(it for it, _ in ratios)
            worst, name = max(ratios)
            print(f"| {area} | {len(times)} | {old:.2f} | {new:.2f} | {median:.2f} | {worst:.2f} ({name}) |", flush=True)
            if left_out:
                print("left out:", *left_out, file=sys.stderr)
    (old, old_wait), (new, new_wait) = edits(programs)
    print(f"| an edit, ms of CPU | | {old:.1f} | {new:.1f} | {new / old:.2f} | |")
    print(f"| an edit, ms until its diagnostics | | {old_wait:.1f} | {new_wait:.1f} | {new_wait / old_wait:.2f} | |")


if __name__ == "__main__":
    main()
