#!/usr/bin/env python3
"""Clause files: reading, a million easy clauses, a chain in reverse order, proofs and their checking.

    python3 benches/cnf.py target/release/puzzle

CPU seconds and peak memory. What is read only ends in a word that is no number.
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

MILLION = 1_000_000


def dimacs(path, atoms, count, clauses):
    """Writes clauses as they come: a child begins with the peak memory of this process."""
    with path.open("w") as file:
        file.write(f"p cnf {atoms} {count}\n")
        file.writelines(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)


def pigeons(holes):
    atom = lambda pigeon, hole: pigeon * holes + hole + 1
    clauses = [[atom(p, q) for q in range(holes)] for p in range(holes + 1)]
    for hole in range(holes):
        for pigeon in range(holes + 1):
            clauses += [[-atom(pigeon, hole), -atom(other, hole)] for other in range(pigeon)]
    return holes * (holes + 1), clauses


def uniform(chance, atoms, ratio):
    pick = lambda: [a * chance.choice([1, -1]) for a in chance.sample(range(1, atoms + 1), 3)]
    return atoms, [pick() for _ in range(int(atoms * ratio))]


def measured(*command):
    """CPU seconds and peak megabytes."""
    child = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    puzzle = sys.argv[1]
    chance = random.Random(5)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        atoms = 300_000
        any_atom = lambda: chance.randint(1, atoms)
        easy, chain = folder / "easy.cnf", folder / "chain.cnf"
        dimacs(easy, atoms, MILLION, ([any_atom(), -any_atom(), any_atom()] for _ in range(MILLION)))
        steps = ([-i, i + 1] if i else [1] for i in range(MILLION - 1, -1, -1))
        dimacs(chain, MILLION, MILLION, steps)
        for path in (easy, chain):
            seconds, memory = measured(puzzle, "solve", path)
            print(f"{path.name}: {seconds:.2f} s, {memory:.0f} MB")
            with path.open("a") as file:
                file.write("x\n")
            seconds, _ = measured(puzzle, "solve", path)
            print(f"{path.name}: reading {path.stat().st_size / 1e6 / seconds:.0f} MB/s")
        for what, problem in (("pigeons", pigeons(8)), ("random", uniform(chance, 200, 4.9))):
            path = folder / f"{what}.cnf"
            atoms, clauses = problem
            dimacs(path, atoms, len(clauses), clauses)
            for format in ("drat", "drat-binary", "lrat"):
                proof = folder / "proof"
                solving, _ = measured(puzzle, "solve", path, "--proof", proof, "--proof-format", format)
                checking, _ = measured(puzzle, "verify", path, proof, "--proof-format", format)
                size = proof.stat().st_size / 1e6
                print(f"{what} {format}: solved {solving:.2f} s, verified {checking:.2f} s, {size:.2f} MB")


if __name__ == "__main__":
    main()
