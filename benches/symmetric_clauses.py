#!/usr/bin/env python3
"""Families of quantified clauses that have many symmetries, as QDIMACS. A wins them all.

    benches/symmetric_clauses.py FOLDER

`kbkf` is by Kleine Büning, Karpinski and Flögel (1995), `lq` its variant that is hard for long-distance resolution
(Balabanov, Widl and Jiang, SAT 2014), and `holes` asks E to put pigeons into too few holes, each where A's choice for it says
nothing of importance.
"""

import sys
from itertools import combinations
from pathlib import Path


def kbkf(size, is_lq):
    number = lambda kind, at: 4 * (at - 1) + kind + 1
    d, e, x = (lambda at, kind=kind: number(kind, at) for kind in range(3))
    f = lambda at: 4 * size + at
    end = [-f(at) for at in range(1, size + 1)]
    rest = end if is_lq else []
    clauses = [[-d(1), -e(1), *rest]]
    for at in range(1, size):
        later = [-d(at + 1), -e(at + 1), *rest]
        clauses += [[d(at), x(at), *later], [e(at), -x(at), *later]]
    clauses += [[d(size), x(size), *end], [e(size), -x(size), *end]]
    for at in range(1, size + 1):
        later = [-f(other) for other in range(at + 1, size + 1)] if is_lq else []
        clauses += [[x(at), f(at), *later], [-x(at), f(at), *later]]
    prefix = []
    for at in range(1, size + 1):
        prefix += [("e", [d(at), e(at)]), ("a", [x(at)])]
    return [*prefix, ("e", [f(at) for at in range(1, size + 1)])], clauses


def holes(size):
    choices = list(range(1, size + 2))
    sits = lambda pigeon, hole: size + 2 + size * pigeon + hole
    clauses = []
    for pigeon, choice in enumerate(choices):
        somewhere = [sits(pigeon, hole) for hole in range(size)]
        clauses += [[choice, *somewhere], [-choice, *somewhere]]
    for hole in range(size):
        clauses += [[-sits(one, hole), -sits(other, hole)] for one, other in combinations(range(size + 1), 2)]
    places = [sits(pigeon, hole) for pigeon in range(size + 1) for hole in range(size)]
    return [("a", choices), ("e", places)], clauses


FAMILIES = {"kbkf": lambda size: kbkf(size, False), "lq": lambda size: kbkf(size, True), "holes": holes}
SIZES = {"kbkf": [10, 20, 40, 80], "lq": [10, 12, 14, 16, 18, 40], "holes": [6, 7, 8, 9]}


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name, make in FAMILIES.items():
        for size in SIZES[name]:
            prefix, clauses = make(size)
            atoms = max(abs(it) for clause in clauses for it in clause)
            lines = [f"p cnf {atoms} {len(clauses)}"]
            lines += [f"{player} {' '.join(map(str, names))} 0" for player, names in prefix]
            lines += [f"{' '.join(map(str, clause))} 0" for clause in clauses]
            (folder / f"{name}_{size}.qdimacs").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
