#!/usr/bin/env python3
"""Any plan, however long: puzzles of doing with more states than can be searched, drawn at random, side by side
with Fast Downward on what `puzzle build` writes for them: see `docs/benchmarks.md`.

    benches/any_plan.py PUZZLE [--downward FILE] [--seed N] [NAME…]

`--downward` is `fast-downward.py`, as in the package `up-fast-downward`; without it ours runs alone. It searches for
any plan as well, greedily, by the FF heuristic with preferred operators.
"""

import argparse
import pathlib
import random
import re
import subprocess
import tempfile

from plans import downward, ours

GREEDY = "lazy_greedy([ff()], preferred=[ff()])"

ROBOTS = """puzzle robots {{
    grid Cell = {width} by {width}
    sort Robot = {names}
    function robot(Cell): Robot or none
    {lines}

    action move(s: Side, c)
        when robot(c) != none and c + s != none and robot(c + s) = none
        then robot(c + s) becomes robot(c)
        then robot(c) becomes none
}}
solve robots
"""

POST = """puzzle post {{
    sort Truck = {trucks}
    sort Town = {towns}
    sort Parcel = {parcels}
    given road(Town, Town)
    function parked(Truck): Town
    function lies(Parcel): Town or none
    function inside(Parcel): Truck or none
    {roads}
    {lines}

    action drive(t, x, y)
        when parked(t) = x and road(x, y)
        then parked(t) becomes y
    action load(p, t, x)
        when parked(t) = x and lies(p) = x
        then lies(p) becomes none
        then inside(p) becomes t
    action unload(p, t, x)
        when parked(t) = x and inside(p) = t
        then inside(p) becomes none
        then lies(p) becomes x
}}
solve post
"""

BLOCKS = """puzzle blocks {{
    sort Block = {names}
    function on(Block): Block or none
    predicate clear(Block)
    {lines}

    action stack(x, y, z)
        when on(x) = y and clear(x) and clear(z) and x != z and y != z
        then on(x) becomes z and not clear(z) and clear(y)
    action lift(x, z)
        when on(x) = none and clear(x) and clear(z) and x != z
        then on(x) becomes z and not clear(z)
    action lay(x, y)
        when on(x) = y and clear(x)
        then on(x) becomes none and clear(y)
}}
solve blocks
"""

LIGHTS = """puzzle lights {{
    grid Cell = {width} by {width}
    predicate lit(Cell)
    {lines}
    goal no c. lit(c)

    action press(c)
        then all d. d = c or beside(c, d) -> (lit(d) becomes not lit(d))
}}
solve lights
"""


def cells(width):
    return [f"{'abcdefghij'[column]}{row}" for row in range(1, width + 1) for column in range(width)]


def robots(draw, width, count):
    names = [f"R{at}" for at in range(count)]
    lines = []
    for keyword in ("start", "goal"):
        places = draw.sample(cells(width), count)
        lines += [f"{keyword} robot({place}) = {name}" for place, name in zip(places, names)]
    return ROBOTS.format(width=width, names=", ".join(names), lines="\n    ".join(lines))


def post(draw, trucks, towns, parcels):
    names = [[f"{letter}{at}" for at in range(count)] for letter, count in zip("TWP", (trucks, towns, parcels))]
    # A tree, so that each town is reached, and as many roads again.
    roads = {(draw.randrange(at), at) for at in range(1, towns)}
    while len(roads) < 2 * towns - 2:
        roads.add(tuple(sorted(draw.sample(range(towns), 2))))
    both = sorted(it for x, y in roads for it in (f"road(W{x}, W{y})", f"road(W{y}, W{x})"))
    lines = [f"start parked({it}) = {draw.choice(names[1])}" for it in names[0]]
    for it in names[2]:
        start, goal = draw.sample(names[1], 2)
        lines += [f"start lies({it}) = {start}", f"goal lies({it}) = {goal}"]
    truck, town, parcel = (", ".join(it) for it in names)
    return POST.format(
        trucks=truck, towns=town, parcels=parcel, roads=" and ".join(both), lines="\n    ".join(lines)
    )


def towers(draw, count):
    """What each block stands on; those on the table are in no pair."""
    order = draw.sample(range(count), count)
    return {x: y for x, y in zip(order, order[1:]) if draw.random() < 0.6}


def blocks(draw, count):
    start, goal = towers(draw, count), towers(draw, count)
    lines = [f"start on(B{x}) = B{y}" for x, y in start.items()]
    lines += [f"start clear(B{x})" for x in range(count) if x not in start.values()]
    lines += [f"goal on(B{x}) = {f'B{goal[x]}' if x in goal else 'none'}" for x in range(count)]
    return BLOCKS.format(names=", ".join(f"B{at}" for at in range(count)), lines="\n    ".join(lines))


def lights(draw, width):
    """What pressing half of the lamps makes of a dark board."""
    lit = set()
    for place in draw.sample(range(width * width), width * width // 2):
        row, column = divmod(place, width)
        beside = [(row, column), (row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        lit ^= {(r, c) for r, c in beside if 0 <= r < width and 0 <= c < width}
    lines = [f"start lit({cells(width)[r * width + c]})" for r, c in sorted(lit)]
    return LIGHTS.format(width=width, lines="\n    ".join(lines))


def instances(seed):
    made = {
        "robots": (robots, [(4, 4), (5, 6), (6, 8), (7, 10)]),
        "post": (post, [(2, 6, 4), (3, 8, 8), (4, 12, 12)]),
        "blocks": (blocks, [(6,), (9,), (12,), (16,)]),
        "lights": (lights, [(4,), (5,), (6,)]),
    }
    for name, (make, sizes) in made.items():
        for size in sizes:
            draw = random.Random(f"{seed} {name} {size}")
            yield "-".join([name, *map(str, size)]), make(draw, *size)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzle")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--downward", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_intermixed_args()
    for name, text in instances(arguments.seed):
        if arguments.names and not any(name.startswith(it) for it in arguments.names):
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            file = folder / "it.puzzle"
            file.write_text(text)
            _, seconds, _, done = ours(arguments.puzzle, file)
            found = re.search(r"^solve \w+ => (no solution|unknown|\S)", done.stdout, re.M)
            said = found.group(1) if found else "nothing"
            told = [f"ours {said if len(said) > 1 else 'found'} in {seconds:.2f} s"]
            if arguments.downward:
                build = [arguments.puzzle, "build", "-o", str(folder / "out"), str(file)]
                subprocess.run(build, capture_output=True, check=False)
                cost, seconds = downward(arguments.downward, folder, GREEDY)
                told.append(f"Fast Downward {'found' if cost else 'open'} in {seconds:.2f} s")
            print(f"{name}: {'; '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
