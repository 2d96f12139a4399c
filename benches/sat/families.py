#!/usr/bin/env python3
"""Writes clause files of the families that the solver is measured on.

    python3 benches/sat/families.py [--held-out|--fresh|--seed NUMBER|--limits NUMBER] FOLDER [PUZZLE]

The same files each time. Mazes are written by `puzzle encode` of PUZZLE, else of the release binary. With
`--held-out` other members of the families are written, and other families: the solver is not tuned on those. With
`--fresh` those are written on which a review found the solver slow, and files with models at the limits of size. With
`--seed` there are two sizes of each structured family, clauses and literals in random order: others for each number.
With `--limits` there are random clauses at the limits of size, most of them with a model that was planted: others for each
number, too.
"""

import itertools
import pathlib
import random
import subprocess
import sys

PUZZLE = pathlib.Path(__file__).resolve().parents[2] / "target" / "release" / "puzzle"


def pigeons(count, holes):
    """Each pigeon sits in a hole, and no two in the same."""
    at = lambda pigeon, hole: pigeon * holes + hole + 1
    yield from ([at(pigeon, hole) for hole in range(holes)] for pigeon in range(count))
    for hole in range(holes):
        for one, other in itertools.combinations(range(count), 2):
            yield [-at(one, hole), -at(other, hole)]


def ordering(size):
    """A total order has a least element (denied)."""
    pairs = list(itertools.permutations(range(size), 2))
    less = {pair: number for number, pair in enumerate(pairs, 1)}
    yield from ([less[one, it] for one in range(size) if one != it] for it in range(size))
    yield from ([-less[one, other], -less[other, one]] for one, other in pairs if one < other)
    for one, two, three in itertools.permutations(range(size), 3):
        yield [-less[one, two], -less[two, three], less[one, three]]


def random_clauses(atoms, count, seed):
    """Random clauses of three literals."""
    choose = random.Random(seed)
    for _ in range(count):
        yield [atom * choose.choice((1, -1)) for atom in choose.sample(range(1, atoms + 1), 3)]


def colouring(nodes, degree, colours, seed):
    """A random graph shall be coloured."""
    choose = random.Random(seed)
    edges = set()
    while len(edges) < nodes * degree // 2:
        edges.add(tuple(sorted(choose.sample(range(nodes), 2))))
    has = lambda node, colour: node * colours + colour + 1
    for node in range(nodes):
        yield [has(node, colour) for colour in range(colours)]
        for one, other in itertools.combinations(range(colours), 2):
            yield [-has(node, one), -has(node, other)]
    for one, other in sorted(edges):
        yield from ([-has(one, colour), -has(other, colour)] for colour in range(colours))


def parity(atoms, count, seed):
    """Random equations of three atoms over the integers modulo 2."""
    choose = random.Random(seed)
    for _ in range(count):
        triple, total = choose.sample(range(1, atoms + 1), 3), choose.randrange(2)
        for values in itertools.product((0, 1), repeat=3):
            if sum(values) % 2 != total:
                yield [-atom if value else atom for atom, value in zip(triple, values)]


def langford(size):
    """Two of each number, that many places apart."""
    places = [(it, at) for it in range(1, size + 1) for at in range(1, 2 * size - it)]
    atom = {place: number for number, place in enumerate(places, 1)}
    for it in range(1, size + 1):
        own = [atom[place] for place in places if place[0] == it]
        yield own
        yield from ([-one, -other] for one, other in itertools.combinations(own, 2))
    for place in range(1, 2 * size + 1):
        here = [atom[it, at] for it, at in places if place in (at, at + it + 1)]
        yield from ([-one, -other] for one, other in itertools.combinations(here, 2))


def quasigroup(size):
    """An idempotent Latin square with ((b·a)·b)·b = a."""
    is_ = lambda row, column, value: (row * size + column) * size + value + 1
    for one, two in itertools.product(range(size), repeat=2):
        for lines in ([is_(one, two, it) for it in range(size)], [is_(one, it, two) for it in range(size)],
                      [is_(it, one, two) for it in range(size)]):
            yield lines
            yield from ([-first, -second] for first, second in itertools.combinations(lines, 2))
    yield from ([is_(it, it, it)] for it in range(size))
    for a, b, c, d in itertools.product(range(size), repeat=4):
        yield [-is_(b, a, c), -is_(c, b, d), is_(d, b, a)]


def progressions(first, second, size):
    """Two colours without progressions of these lengths (van der Waerden)."""
    for step in range(1, size):
        for start in range(1, size + 1):
            for length, sign in ((first, 1), (second, -1)):
                if start + (length - 1) * step <= size:
                    yield [sign * (start + at * step) for at in range(length)]


def chain(length):
    """Implications, the last one first."""
    yield from ([-it, it + 1] for it in range(length - 1, 0, -1))
    yield [1]


def easy(atoms, count):
    """Clauses that each have a positive literal."""
    choose = random.Random(0)
    for _ in range(count):
        first, *others = choose.sample(range(1, atoms + 1), 3)
        yield [first] + [it * choose.choice((1, 1, 1, -1)) for it in others]


def maze(width, height, treasures, steps, seed):
    """A grid with treasures, all of them the toll of the last place before GOAL, as the text of a maze."""
    choose = random.Random(seed)
    places = [(column, row) for row in range(height) for column in range(width)]
    name = {place: f"N{place[0]}_{place[1]}" for place in places}
    name[places[0]] = "START"
    kept = dict(zip(choose.sample(places[1:-1], treasures), (f"T{it}" for it in range(treasures))))
    lines = [" ".join([*name.values(), "GOAL"]), " ".join(kept.values()), str(steps)]
    for place in places:
        around = [(place[0] + x, place[1] + y) for x, y in ((0, -1), (-1, 0), (1, 0), (0, 1))]
        nearby = [name[it] for it in around if it in name]
        is_last = place == places[-1]
        lines.append(" ".join([name[place], "TREASURES", *filter(None, [kept.get(place)]),
                               "TOLLS", *(kept.values() if is_last else []),
                               "NEXT", *nearby, *(["GOAL"] if is_last else [])]))
    lines.append(f"GOAL TREASURES TOLLS NEXT {name[places[-1]]}")
    return "\n".join(lines) + "\n"


class Gates:
    """Clauses that define atoms as functions of others."""

    def __init__(self, inputs):
        self.atoms, self.clauses = inputs, []

    def gate(self, function, *inputs):
        """An atom with the truth table of a function of literals."""
        self.atoms += 1
        for values in itertools.product((False, True), repeat=len(inputs)):
            denied = [-it if value else it for it, value in zip(inputs, values)]
            self.clauses.append(denied + [self.atoms if function(*values) else -self.atoms])
        return self.atoms

    def product(self, first, second):
        """The bits of a product, a row of adders for each bit of the first factor."""
        zero = self.gate(lambda: False)
        total = [zero] * (len(first) + len(second))
        for at, one in enumerate(first):
            carry = zero
            for place, other in enumerate(second, at):
                bit = self.gate(lambda a, b: a and b, one, other)
                inputs = total[place], bit, carry
                total[place] = self.gate(lambda a, b, c: a ^ b ^ c, *inputs)
                carry = self.gate(lambda a, b, c: a + b + c > 1, *inputs)
            total[at + len(second)] = carry
        return total


def commuted(bits):
    """A product differs from that of the factors in the other order (denied)."""
    gates = Gates(2 * bits)
    first, second = range(1, bits + 1), range(bits + 1, 2 * bits + 1)
    pairs = zip(gates.product(first, second), gates.product(second, first))
    gates.clauses.append([gates.gate(lambda a, b: a ^ b, *pair) for pair in pairs])
    return gates.clauses


def charged(width, height):
    """Edges of a torus are chosen, at one place an odd number of them, elsewhere an even one (Tseitin)."""
    right = lambda x, y: (y % height * width + x % width) * 2 + 1
    down = lambda x, y: right(x, y) + 1
    for x, y in itertools.product(range(width), range(height)):
        edges = right(x, y), right(x - 1, y), down(x, y), down(x, y - 1)
        for values in itertools.product((0, 1), repeat=4):
            if sum(values) % 2 != (x == y == 0):
                yield [-edge if value else edge for edge, value in zip(edges, values)]


def pairs_of_pigeons(holes):
    """One pigeon more than twice the holes, and no three in the same."""
    at = lambda pigeon, hole: pigeon * holes + hole + 1
    yield from ([at(pigeon, hole) for hole in range(holes)] for pigeon in range(2 * holes + 1))
    for hole in range(holes):
        for three in itertools.combinations(range(2 * holes + 1), 3):
            yield [-at(pigeon, hole) for pigeon in three]


def planted(atoms, count, seed):
    """Random clauses of three literals, with a model that was chosen before."""
    choose = random.Random(seed)
    truths = [choose.choice((1, -1)) for _ in range(atoms + 1)]
    while count:
        clause = [atom * choose.choice((1, -1)) for atom in choose.sample(range(1, atoms + 1), 3)]
        if any(literal * truths[abs(literal)] > 0 for literal in clause):
            yield clause
            count -= 1


def strict_ordering(size):
    """The same as `ordering` with one atom a pair."""
    pairs = {pair: number for number, pair in enumerate(itertools.combinations(range(size), 2), 1)}
    less = lambda one, other: pairs[one, other] if one < other else -pairs[other, one]
    yield from ([less(one, it) for one in range(size) if one != it] for it in range(size))
    for one, two, three in itertools.permutations(range(size), 3):
        if one < min(two, three):
            yield [-less(one, two), -less(two, three), less(one, three)]


def lifted(clauses, width):
    """Each atom becomes a disjunction of new ones."""
    for clause in clauses:
        parts = [
            [[(abs(it) - 1) * width + place for place in range(1, width + 1)]] if it > 0
            else [[-((abs(it) - 1) * width + place)] for place in range(1, width + 1)]
            for it in clause
        ]
        yield from (list(itertools.chain(*choice)) for choice in itertools.product(*parts))


def added(bits):
    """Two adders differ, one by full adders, one by carries that are generated and propagated (denied)."""
    gates = Gates(2 * bits)
    one = other = gates.gate(lambda: False)
    sums = []
    for first, second in zip(range(1, bits + 1), range(bits + 1, 2 * bits + 1)):
        direct = gates.gate(lambda a, b, c: a ^ b ^ c, first, second, one)
        one = gates.gate(lambda a, b, c: a + b + c > 1, first, second, one)
        propagated, generated = gates.gate(lambda a, b: a ^ b, second, first), gates.gate(min, second, first)
        sums.append((direct, gates.gate(lambda a, b: a ^ b, propagated, other)))
        other = gates.gate(max, generated, gates.gate(min, propagated, other))
    gates.clauses.append([gates.gate(lambda a, b: a ^ b, *pair) for pair in [*sums, (one, other)]])
    return gates.clauses


def parities(atoms, seed):
    """The parity of the same atoms in two orders differs (denied)."""
    gates, choose = Gates(atoms), random.Random(seed)
    total = []
    for _ in range(2):
        first, *others = choose.sample(range(1, atoms + 1), atoms)
        for other in others:
            first = gates.gate(lambda a, b: a ^ b, first, other)
        total.append(first)
    gates.clauses.append([gates.gate(lambda a, b: a ^ b, *total)])
    return gates.clauses


def cards(size, count):
    """Each row of a square has so many marks at least, each column at most, the last column one less."""
    gates = Gates(size * size)
    for line in range(size):
        for marks, sign, most in (
            (range(line * size + 1, (line + 1) * size + 1), -1, size - count),
            (range(line + 1, size * size + 1, size), 1, count - (line == size - 1)),
        ):
            # Counters: at most so many of the literals are true (Sinz 2005).
            before = []
            for mark in marks:
                now = list(range(gates.atoms + 1, gates.atoms + most + 1))
                gates.atoms += most
                gates.clauses += [[-sign * mark, now[0]]] + [[-old, new] for old, new in zip(before, now)]
                gates.clauses += [[-sign * mark, -old, new] for old, new in zip(before, now[1:])]
                if before:
                    gates.clauses.append([-sign * mark, -before[-1]])
                before = now
    return gates.clauses


def mutual_exclusion(steps):
    """Two processes are in Peterson's critical section after so many steps (denied)."""
    gates = Gates(0)
    false = gates.gate(lambda: False)
    # Of each process two bits of its place (away, asking, waiting, inside) and its flag; whose turn it is.
    state = [false] * 7
    bad = []
    for _ in range(steps):
        gates.atoms += 1
        mover, new = gates.atoms, list(state)
        for me in range(2):
            high, low, flag = state[3 * me:3 * me + 3]
            inputs = high, low, flag, state[5 - 3 * me], state[6], mover
            here = lambda h, l, f, g, t, m, me=me: (h + h + l, m == bool(me), not g or t == bool(me))
            after = lambda *it, here=here: (lambda at, moves, free: at if not moves else
                                            at + free if at == 2 else (at + 1) % 4)(*here(*it))
            new[3 * me] = gates.gate(lambda *it, after=after: after(*it) > 1, *inputs)
            new[3 * me + 1] = gates.gate(lambda *it, after=after: after(*it) % 2 == 1, *inputs)
            new[3 * me + 2] = gates.gate(lambda *it, after=after: after(*it) > 0, *inputs)
            sets = gates.gate(lambda h, l, m, me=me: not h and l and m == bool(me), high, low, mover)
            new[6] = gates.gate(lambda s, t, me=me: not me if s else t, sets, new[6])
        state = new
        bad.append(gates.gate(lambda a, b, c, d: a and b and c and d, *state[:2], *state[3:5]))
    gates.clauses.append(bad)
    return gates.clauses


def latin(size, holes, seed):
    """A Latin square with holes shall be filled."""
    choose = random.Random(seed)
    orders = [choose.sample(range(size), size) for _ in range(3)]
    is_ = lambda row, column, value: (row * size + column) * size + value + 1
    for one, two in itertools.product(range(size), repeat=2):
        for lines in ([is_(one, two, it) for it in range(size)], [is_(one, it, two) for it in range(size)],
                      [is_(it, one, two) for it in range(size)]):
            yield lines
            yield from ([-first, -second] for first, second in itertools.combinations(lines, 2))
    places = list(itertools.product(range(size), repeat=2))
    for row, column in choose.sample(places, len(places) - holes):
        yield [is_(row, column, orders[2][(orders[0][row] + orders[1][column]) % size])]


def queens(size):
    """Queens, one in each row, none threatens another."""
    at = lambda row, column: row * size + column + 1
    for row in range(size):
        yield [at(row, column) for column in range(size)]
    for place, other in itertools.combinations(itertools.product(range(size), repeat=2), 2):
        rows, columns = other[0] - place[0], abs(other[1] - place[1])
        if rows == 0 or columns in (0, rows):
            yield [-at(*place), -at(*other)]


def flat(nodes, degree, colours, seed):
    """As `colouring`, of a graph that can be coloured."""
    choose = random.Random(seed)
    colour_of = [choose.randrange(colours) for _ in range(nodes)]
    edges = set()
    while len(edges) < nodes * degree // 2:
        pair = tuple(sorted(choose.sample(range(nodes), 2)))
        if colour_of[pair[0]] != colour_of[pair[1]]:
            edges.add(pair)
    has = lambda node, colour: node * colours + colour + 1
    for node in range(nodes):
        yield [has(node, colour) for colour in range(colours)]
    for one, other in sorted(edges):
        yield from ([-has(one, colour), -has(other, colour)] for colour in range(colours))


def encoded(text, puzzle):
    """The clauses of a maze."""
    printed = subprocess.run([puzzle, "encode", "-"], input=text, capture_output=True, text=True, check=True)
    for line in printed.stdout.splitlines():
        if line == "0":
            return
        yield [int(word) for word in line.split()]


def families(puzzle):
    """Each file's name and its clauses."""
    yield from ((f"pigeons-{it}", pigeons(it, it - 1)) for it in (9, 10))
    yield from ((f"ordering-{it}", ordering(it)) for it in (20, 30, 40))
    yield from ((f"random-200-{seed}", random_clauses(200, 900, seed)) for seed in range(3))
    yield from ((f"random-250-{seed}", random_clauses(250, 1065, seed + 50)) for seed in range(3))
    yield from ((f"colouring-4-{seed}", colouring(180, 9, 4, seed)) for seed in range(3))
    yield from ((f"colouring-5-{seed}", colouring(150, 12, 5, seed)) for seed in range(3))
    yield from ((f"parity-{it}", parity(60, it, it)) for it in (58, 62))
    yield from ((f"langford-{it}", langford(it)) for it in (9, 10, 20))
    yield from ((f"quasigroup-{it}", quasigroup(it)) for it in (9, 10, 11))
    yield "waerden-4-5", progressions(4, 5, 55)
    yield "chain-1000000", chain(1_000_000)
    yield "easy-1000000", easy(300_000, 1_000_000)
    for width, treasures, steps in [(5, 2, 8), (6, 3, 12), (6, 3, 20), (8, 2, 14), (8, 3, 24)]:
        text = maze(width, width, treasures, steps, width)
        yield f"maze-{width}-{treasures}-{steps}", encoded(text, puzzle)


def held_out():
    """The same for files that no choice in the solver was made on."""
    yield from ((f"commuted-{it}", commuted(it)) for it in (5, 6, 7))
    yield from ((f"charged-{width}-{height}", charged(width, height)) for width, height in ((4, 5), (4, 9), (5, 5)))
    yield from ((f"pairs-{it}", pairs_of_pigeons(it)) for it in (4, 5))
    yield from ((f"ordering-{it}", ordering(it)) for it in (15, 25, 35))
    yield from ((f"random-220-{seed}", random_clauses(220, 990, seed + 100)) for seed in range(3))
    yield from ((f"colouring-4-{seed}", colouring(150, 9, 4, seed + 10)) for seed in range(3))
    yield from ((f"colouring-3-{seed}", colouring(250, 5, 3, seed + 20)) for seed in range(3))
    yield "langford-8", langford(8)
    yield from ((f"quasigroup-{it}", quasigroup(it)) for it in (7, 8))
    yield from ((f"waerden-3-{it}", progressions(3, it, size)) for it, size in ((6, 32), (7, 46), (8, 58)))


def fresh():
    """The same for files on which a review found the solver slow, and for models at the limits of size."""
    yield from ((f"strict-{it}", strict_ordering(it)) for it in (22, 26, 30))
    yield from ((f"lifted-pigeons-{it}", lifted(pigeons(it, it - 1), 2)) for it in (7, 8, 9))
    yield from ((f"added-{it}", added(it)) for it in (64, 128, 192))
    yield from ((f"parities-{it}", parities(it, it)) for it in (22, 26, 32))
    yield from ((f"cards-{size}-{count}", cards(size, count)) for size, count in ((6, 3), (7, 3), (7, 4)))
    yield from ((f"mutual-{it}", mutual_exclusion(it)) for it in (14, 18, 22))
    yield from ((f"commuted-{it}", commuted(it)) for it in (6, 7))
    yield from ((f"latin-{size}-{holes}", latin(size, holes, size)) for size, holes in ((25, 280), (30, 375), (30, 400)))
    yield from ((f"queens-{it}", queens(it)) for it in (40, 60))
    yield from ((f"flat-{nodes}", flat(nodes, degree, colours, nodes))
                for nodes, degree, colours in ((350, 9, 4), (300, 13, 5), (450, 4.6, 3)))
    yield from ((f"planted-{ratio}", planted(1000, int(1000 * ratio), int(10 * ratio)))
                for ratio in (4.0, 4.2, 4.3, 4.5, 5, 6, 7, 8, 9, 10))
    yield from ((f"random-400-{seed}", random_clauses(400, 1640, seed + 900)) for seed in range(4))


def cliques(nodes, size, colours):
    """A graph has a clique of one more than the colours that it is coloured with (denied)."""
    pairs = {pair: number for number, pair in enumerate(itertools.combinations(range(nodes), 2), 1)}
    member = lambda place, node: len(pairs) + place * nodes + node + 1
    has = lambda node, colour: len(pairs) + size * nodes + node * colours + colour + 1
    yield from ([member(place, node) for node in range(nodes)] for place in range(size))
    yield from ([has(node, colour) for colour in range(colours)] for node in range(nodes))
    for one, other in pairs:
        for first, second in itertools.permutations(range(size), 2):
            yield [pairs[one, other], -member(first, one), -member(second, other)]
        yield from ([-pairs[one, other], -has(one, colour), -has(other, colour)] for colour in range(colours))
    for place, other in itertools.combinations(range(size), 2):
        yield from ([-member(place, node), -member(other, node)] for node in range(nodes))
    for place in range(size):
        yield from ([-member(place, one), -member(place, other)] for one, other in pairs)


def factors(bits, choose):
    """Which factors has a product?"""
    gates = Gates(2 * bits)
    first, second = (choose.randrange(2 ** (bits - 1), 2 ** bits) | 1 for _ in range(2))
    total = gates.product(range(1, bits + 1), range(bits + 1, 2 * bits + 1))
    return gates.clauses + [[it if first * second >> at & 1 else -it] for at, it in enumerate(total)]


def mixed(width, rounds, choose):
    """What rounds of additions, rotations and exclusive ors make the given result of?"""
    gates = Gates(2 * width)
    words = [list(range(1, width + 1)), list(range(width + 1, 2 * width + 1))]
    values = [choose.randrange(2 ** width) for _ in words]
    false = gates.gate(lambda: False)
    for by in (choose.randrange(1, width) for _ in range(rounds)):
        carry, total = false, []
        for bits in zip(*words):
            total.append(gates.gate(lambda a, b, c: a ^ b ^ c, *bits, carry))
            carry = gates.gate(lambda a, b, c: a + b + c > 1, *bits, carry)
        turned = words[1][-by:] + words[1][:-by]
        words = [total, [gates.gate(lambda a, b: a ^ b, *bits) for bits in zip(turned, total)]]
        last = values[1]
        values[0] = sum(values) % 2 ** width
        values[1] = (last << by | last >> width - by) % 2 ** width ^ values[0]
    for word, value in zip(words, values):
        gates.clauses += [[it if value >> at & 1 else -it] for at, it in enumerate(word)]
    return gates.clauses


def subsets(count, choose):
    """Which of some numbers have the given sum?"""
    numbers = [choose.randrange(1, 2 ** count) for _ in range(count)]
    gates = Gates(count)
    false = gates.gate(lambda: False)
    width = count + count.bit_length()
    total = [false] * width
    for chosen, number in enumerate(numbers, 1):
        carry = false
        for at in range(width):
            inputs = total[at], chosen if number >> at & 1 else false, carry
            total[at] = gates.gate(lambda a, b, c: a ^ b ^ c, *inputs)
            carry = gates.gate(lambda a, b, c: a + b + c > 1, *inputs)
    goal = sum(choose.sample(numbers, count // 2))
    return gates.clauses + [[it if goal >> at & 1 else -it] for at, it in enumerate(total)]


def seeded(seed):
    """The same for structured files of sizes that a seed chooses, of families with a model and without one."""
    choose = random.Random(seed)
    number = lambda: choose.randrange(10 ** 6)
    kinds = {
        "pigeons": (pigeons, lambda: (lambda it: (it, it - 1))(choose.randrange(7, 10))),
        "ordering": (ordering, lambda: (choose.randrange(16, 36),)),
        "strict": (strict_ordering, lambda: (choose.randrange(18, 32),)),
        "lifted": (lambda it: lifted(pigeons(it, it - 1), 2), lambda: (choose.randrange(6, 9),)),
        "cliques": (cliques, lambda: (choose.randrange(7, 9), choose.choice((4, 5)), 3)),
        "commuted": (commuted, lambda: (choose.randrange(5, 7),)),
        "added": (added, lambda: (choose.randrange(60, 200),)),
        "parities": (parities, lambda: (choose.randrange(20, 26), number())),
        "charged": (charged, lambda: (choose.randrange(3, 5), choose.randrange(5, 10))),
        "cards": (cards, lambda: (6, choose.choice((2, 3)))),
        "mutual": (mutual_exclusion, lambda: (choose.randrange(20, 40),)),
        "coloured": (colouring, lambda: (choose.randrange(110, 150), 9.4, 4, number())),
        "langford": (langford, lambda: (choose.randrange(8, 13),)),
        "quasigroup": (quasigroup, lambda: (choose.randrange(6, 9),)),
        "latin": (latin, lambda: (lambda it: (it, it * it * 42 // 100, number()))(choose.randrange(20, 32))),
        "queens": (queens, lambda: (choose.randrange(30, 60),)),
        "flat": (flat, lambda: (choose.randrange(150, 250), choose.choice((8.4, 8.6, 8.8)), 4, number())),
        "factors": (factors, lambda: (choose.randrange(12, 16), choose)),
        "mixed": (mixed, lambda: (choose.randrange(12, 20), choose.randrange(6, 12), choose)),
        "subsets": (subsets, lambda: (choose.randrange(12, 18), choose)),
    }
    for kind, (family, sizes) in kinds.items():
        for which in range(2):
            clauses = [choose.sample(clause, len(clause)) for clause in map(list, family(*sizes()))]
            choose.shuffle(clauses)
            yield f"{kind}-{seed}-{which}", clauses


def at_limits(seed):
    """The same for random clauses of three literals at the limits of size."""
    choose = random.Random(seed)
    for ratio in (4.0, 4.1, 4.2, 4.3, 4.5, 5, 6, 7, 8, 9, 10):
        for which in range(2):
            yield f"planted-{ratio}-{seed}-{which}", planted(1000, int(1000 * ratio), choose.randrange(10 ** 6))
    for atoms, ratio in ((400, 4.1), (400, 4.2), (1000, 4.0), (1000, 4.1)):
        for which in range(3):
            clauses = random_clauses(atoms, int(atoms * ratio), choose.randrange(10 ** 6))
            yield f"random-{atoms}-{ratio}-{seed}-{which}", clauses


def main():
    """Writes all files."""
    arguments = [it for it in sys.argv[1:] if it not in ("--held-out", "--fresh")]
    by_number = {"--seed": seeded, "--limits": at_limits}.get(arguments[0])
    seed = int(arguments.pop(1)) if by_number else None
    arguments = arguments[by_number is not None:]
    folder = pathlib.Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    puzzle = arguments[1] if arguments[1:] else PUZZLE
    if by_number:
        written = by_number(seed)
    elif "--fresh" in sys.argv:
        written = fresh()
    else:
        written = held_out() if "--held-out" in sys.argv else families(puzzle)
    for name, clauses in written:
        clauses = list(clauses)
        atoms = max(abs(literal) for clause in clauses for literal in clause)
        with open(folder / f"{name}.cnf", "w", encoding="ascii") as out:
            out.write(f"p cnf {atoms} {len(clauses)}\n")
            out.writelines(" ".join(map(str, clause)) + " 0\n" for clause in clauses)


if __name__ == "__main__":
    main()
