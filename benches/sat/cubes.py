#!/usr/bin/env python3
"""Clauses solved as a whole and in parts: CPU seconds of the whole, of splitting, of all parts together and
of the longest, and of verifying. The clauses are random 3-SAT near the threshold and pigeons, or a file.

    python3 benches/sat/cubes.py PUZZLE [--cubes N,N] [FILE.cnf ...]
"""

import argparse
import pathlib
import random
import resource
import subprocess
import tempfile


def random_clauses(atoms, clauses, seed):
    chance = random.Random(seed)
    for _ in range(clauses):
        atoms_of_it = chance.sample(range(1, atoms + 1), 3)
        yield [atom * chance.choice((1, -1)) for atom in atoms_of_it]


def pigeons(count):
    holes = range(count - 1)
    at = lambda pigeon, hole: pigeon * (count - 1) + hole + 1
    yield from ([at(pigeon, hole) for hole in holes] for pigeon in range(count))
    for hole in holes:
        for one in range(count):
            yield from ([-at(one, hole), -at(other, hole)] for other in range(one))


def write(path, clauses):
    clauses = list(clauses)
    atoms = max(abs(it) for clause in clauses for it in clause)
    lines = [" ".join(map(str, clause)) + " 0" for clause in clauses]
    path.write_text(f"p cnf {atoms} {len(clauses)}\n" + "\n".join(lines) + "\n")
    return path


def cpu(*command):
    """What a command says, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return run.stdout, used


def solve(puzzle, clauses, proof):
    said, seconds = cpu(puzzle, "solve", clauses, "--proof", proof)
    assert "s UNSATISFIABLE" in said, said
    return seconds


def measure(puzzle, clauses, counts, folder):
    whole = solve(puzzle, clauses, folder / "whole.drat")
    said, checked = cpu(puzzle, "verify", clauses, folder / "whole.drat")
    assert "s VERIFIED" in said, said
    print(f"| {clauses.stem}, the whole | {whole:.1f} | | {whole:.1f} | {checked:.1f} |", flush=True)
    for count in counts:
        target = folder / f"{count}"
        _, split = cpu(puzzle, "build", "--cubes", count, "-o", target, clauses)
        [cubes] = target.rglob("*.icnf")
        parts = sorted(cubes.parent.glob("*.cnf"))
        seconds = [solve(puzzle, part, part.with_suffix(".drat")) for part in parts]
        said, checked = cpu(puzzle, "verify", clauses, cubes)
        assert "s VERIFIED" in said, said
        print(
            f"| in {len(parts)} parts | {sum(seconds):.1f} | {split:.2f} | {max(seconds):.1f} | {checked:.1f} |",
            flush=True,
        )


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("puzzle")
    arguments.add_argument("files", nargs="*", type=pathlib.Path)
    arguments.add_argument("--cubes", default="8,64")
    given = arguments.parse_args()
    counts = [int(it) for it in given.cubes.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        files = given.files or [
            write(folder / "random-300.cnf", random_clauses(300, 1290, 2)),
            write(folder / "pigeons-12.cnf", pigeons(12)),
        ]
        print("| clauses | solved | split | the longest | verified |\n| --- | --- | --- | --- | --- |")
        for clauses in files:
            (folder / clauses.stem).mkdir()
            measure(given.puzzle, clauses.absolute(), counts, folder / clauses.stem)


main()
