#!/usr/bin/env python3
"""Problems with constants only, equality among them, drawn at random and by hand, side by side with z3, which
decides them by instances as well: see `docs/benchmarks.md`.

    benches/constants.py PUZZLE [--seed N] [--seconds S] [FAMILY…]

z3 is used where its Python package `z3-solver` is installed; without it ours runs alone.
"""

import argparse
import itertools
import pathlib
import random
import re
import subprocess
import tempfile
import time

try:
    import z3
except ImportError:
    z3 = None

# A literal is (is_positive, predicate or "=", terms); a term is a constant or a variable, which is upper case.
# A clause is a list of literals, and true of all things.


def pigeons(count, holes):
    """Different pigeons where there is nothing but holes, of which pigeons may be ones."""
    names = [f"p{it}" for it in range(count)]
    differ = [[(False, "=", pair)] for pair in itertools.combinations(names, 2)]
    return differ + [[(True, "=", ("X", f"h{it}")) for it in range(holes)]]


def colours(rng, towns, colours):
    """Towns whose colour is one of a few things, neighbours differing."""
    clauses = [[(True, "=", (f"t{town}", f"c{it}")) for it in range(colours)] for town in range(towns)]
    roads = rng.sample(list(itertools.combinations(range(towns), 2)), int(towns * 2.3))
    clauses += [[(True, "road", (f"t{one}", f"t{other}"))] for one, other in roads]
    return clauses + [[(False, "road", ("X", "Y")), (False, "=", ("X", "Y"))]]


def clauses(rng, constants, ratio):
    """Random clauses of three literals about few predicates."""
    names = [f"c{it}" for it in range(constants)]

    def literal():
        term = lambda: rng.choice(names + ["X", "Y"] * (constants // 3))
        kind = rng.choice("==pqr")
        terms = (term(),) if kind == "p" else (term(), term())
        return (rng.random() < (0.35 if kind == "=" else 0.5), kind, terms)

    differ = [[(False, "=", pair)] for pair in itertools.combinations(names[: constants // 2], 2)]
    return differ + [[literal() for _ in range(3)] for _ in range(int(constants * ratio))]


def problems(rng):
    for count in (6, 8, 10):
        yield "pigeons", f"{count} in {count - 1}", pigeons(count, count - 1)
        yield "pigeons", f"{count} in {count}", pigeons(count, count)
    for towns in (20, 30, 40):
        for number in range(3):
            yield "colours", f"{towns}, {number}", colours(rng, towns, 3)
    for constants, ratio in itertools.product((8, 12, 16), (2, 4, 6)):
        for number in range(2):
            yield "clauses", f"{constants} × {ratio}, {number}", clauses(rng, constants, ratio)


def is_variable(term):
    return term[0].isupper()


def tptp(problem):
    lines = []
    for number, clause in enumerate(problem):
        literals = []
        for is_positive, kind, terms in clause:
            if kind == "=":
                literals.append(f"{terms[0]} {'=' if is_positive else '!='} {terms[1]}")
            else:
                literals.append(f"{'' if is_positive else '~ '}{kind}({', '.join(terms)})")
        lines.append(f"cnf(c{number}, axiom, {' | '.join(literals)}).")
    return "\n".join(lines) + "\n"


def ours(program, problem, folder, seconds):
    file = folder / "problem.p"
    file.write_text(tptp(problem))
    start = time.perf_counter()
    command = [program, "solve", file, "--timeout", f"{seconds}s"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - start
    status = re.search(r"SZS status (\w+)", done.stdout)
    return {"Unsatisfiable": False, "Satisfiable": True}.get(status and status[1]), taken


def peer(problem, seconds):
    if z3 is None:
        return None, None
    context = z3.Context()
    sort = z3.DeclareSort("Thing", context)
    solver = z3.Solver(ctx=context)
    solver.set("timeout", seconds * 1000)
    truth = z3.BoolSort(context)
    for clause in problem:
        names = {it for _, _, terms in clause for it in terms}
        terms = {it: z3.Const(it, sort) for it in names}
        literals = []
        for is_positive, kind, own in clause:
            own = [terms[it] for it in own]
            atom = own[0] == own[1] if kind == "=" else z3.Function(kind, *[sort] * len(own), truth)(*own)
            literals.append(atom if is_positive else z3.Not(atom))
        body = z3.Or(*literals)
        variables = [terms[it] for it in sorted(names) if is_variable(it)]
        solver.add(z3.ForAll(variables, body) if variables else body)
    start = time.perf_counter()
    found = solver.check()
    taken = time.perf_counter() - start
    return {"sat": True, "unsat": False}.get(str(found)), taken


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--seconds", type=int, default=10)
    arguments.add_argument("family", nargs="*")
    given = arguments.parse_args()
    words = {None: "open", True: "model", False: "none"}
    show = lambda found, taken: "-" if taken is None else f"{words[found]} {taken:.2f} s"
    with tempfile.TemporaryDirectory() as folder:
        for family, name, problem in problems(random.Random(given.seed)):
            if given.family and family not in given.family:
                continue
            mine = ours(given.program, problem, pathlib.Path(folder), given.seconds)
            theirs = peer(problem, given.seconds)
            print(f"{family:8} {name:10} puzzle {show(*mine):14} z3 {show(*theirs)}", flush=True)
            if None not in (mine[0], theirs[0]) and mine[0] != theirs[0]:
                raise SystemExit(f"{family} {name}: the answers differ")


if __name__ == "__main__":
    main()
