#!/usr/bin/env python3
"""Problems of TPTP that are clauses of one equation each, from matita's repository, and two samples of them.

    git clone --depth 1 https://github.com/sacerdot/matita /tmp/matita
    python3 benches/tptp/equations.py /tmp/matita /tmp/tptp 20261128 /tmp/looked-at.txt /tmp/hold.txt
    python3 benches/tptp/run.py target/release/puzzle /tmp/tptp --list /tmp/hold.txt --seconds 2

Matita states them as theorems, in `broken_contribs/ng_TPTP`, from release 3.7.0; each is written back into the
problem's folder as clauses, with its status and rating. 60 problems a sample, none in both: 12 that are rated 0, 24
up to 0.2, 24 up to 0.56. The same seed gives the same problems.
"""

import pathlib
import random
import re
import sys

RATINGS = {0.0: 12, 0.2: 24, 0.56: 24}


def term(words):
    """Takes a term from the front: its symbol and its arguments."""
    word = words.pop(0)
    if word != "(":
        return word, []
    symbol, arguments = words.pop(0), []
    while words[0] != ")":
        arguments.append(term(words))
    words.pop(0)
    return symbol, arguments


def written(made, variables):
    symbol, arguments = made
    name = ("V" if symbol in variables else "f_") + re.sub(r"\W", "_", symbol)
    return name + (f"({','.join(written(it, variables) for it in arguments)})" if arguments else "")


def equation(text, relation):
    """An equation `∀X:Univ. … eq Univ S T`, as its two sides in TPTP."""
    variables = set()
    while bound := re.match(r"\s*∀(\w+):Univ\.", text):
        variables.add(bound[1])
        text = text[bound.end() :]
    words = re.findall(r"[()]|[^\s()]+", text.replace("eq Univ", "").rstrip().rstrip("."))
    sides = [written(term(words), variables) for _ in range(2)]
    if words:
        raise ValueError(words)
    return f" {relation} ".join(sides)


def problem(text):
    """The clauses of a theorem, and its rating; nothing where it is no refutation of equations."""
    rating, status = re.search(r"Rating\s*:\s*([0-9.]+)", text), re.search(r"Status\s*:\s*(\w+)", text)
    stated = re.search(r"ntheorem \w+:\s*\(([\s\S]*?)\)\n\.\n", text)
    if not (rating and status and stated and status[1] == "Unsatisfiable"):
        return None
    *axioms, last = re.split(r"∀H\d+:", stated[1])[1:]
    if ".eq Univ" not in last:
        return None
    axiom, goal = last.rsplit(".eq Univ", 1)
    try:
        clauses = [f"cnf(h{at},axiom,{equation(it, '=')})." for at, it in enumerate([*axioms, axiom])]
        clauses.append(f"cnf(goal,negated_conjecture,{equation(goal, '!=')}).")
    except (IndexError, ValueError):
        return None
    head = f"% Status   : Unsatisfiable\n% Rating   : {rating[1]}\n"
    return head + "\n".join(clauses) + "\n", float(rating[1])


def main():
    matita, corpus, seed, *lists = sys.argv[1:]
    pools = {most: [] for most in RATINGS}
    theorems = pathlib.Path(matita).glob("**/broken_contribs/ng_TPTP/*.ma")
    for path in sorted(theorems):
        made = problem(path.read_text(errors="replace"))
        if not made:
            continue
        text, rating = made
        place = f"Problems/{path.stem[:3]}/{path.stem}.p"
        (pathlib.Path(corpus) / place).parent.mkdir(parents=True, exist_ok=True)
        (pathlib.Path(corpus) / place).write_text(text)
        most = next((it for it in RATINGS if rating <= it), None)
        if most is not None:
            pools[most].append(place)
    chance = random.Random(int(seed))
    drawn = {most: chance.sample(pool, RATINGS[most] * len(lists)) for most, pool in pools.items()}
    for at, path in enumerate(lists):
        chosen = sorted(it for pool in drawn.values() for it in pool[at :: len(lists)])
        pathlib.Path(path).write_text("".join(f"{it}\n" for it in chosen))
    print(", ".join(f"{len(pool)} rated up to {most}" for most, pool in pools.items()))


if __name__ == "__main__":
    main()
