#!/usr/bin/env python3
"""Draws problems of many domains of TPTP, for provers that nobody tuned on them, and halves them.

    python3 benches/tptp/draw.py /tmp/tptp 20261127 /tmp/tune.txt /tmp/hold.txt [SEEN…]
    python3 benches/tptp/run.py target/release/puzzle /tmp/tptp --list /tmp/hold.txt --seconds 2

200 problems, 134 with a proof and 66 with a model, none of PUZ and SYN: 93 that are rated 0, 30 up to
0.25, 61 up to 0.5, 16 up to 0.8. Domains are drawn about as often as they are large. Whoever tunes looks
at one half, and tells the other. The same seed and release give the same problems. Further files name problems that are
left out, since somebody has seen them.
"""

import collections
import pathlib
import random
import re
import sys

from run import header

DOMAINS = {
    "AGT": 3, "ALG": 4, "ANA": 2, "BOO": 10, "COL": 3, "COM": 6, "CSR": 7, "GEO": 8, "GRP": 19, "KLE": 7, "KRS": 12,
    "LAT": 15, "LCL": 11, "MED": 5, "MGT": 8, "MSC": 2, "NLP": 9, "NUM": 11, "PLA": 3, "REL": 4, "RNG": 11, "ROB": 2,
    "SET": 10, "SEU": 4, "SWV": 8, "SYO": 12, "TOP": 4,
}
SIDES = {"proof": 134, "model": 66}
RATINGS = {0.0: 93, 0.25: 30, 0.5: 61, 0.8: 16}
MOST_BYTES = 1_000_000


def pools(root):
    """The problems of a domain, a side and a range of ratings."""
    found = collections.defaultdict(list)
    for domain in DOMAINS:
        for path in sorted((root / "Problems" / domain).glob("*.p")):
            if not re.match(r"^[A-Z]{3}\d+[-+]", path.stem) or path.stat().st_size > MOST_BYTES:
                continue
            side, rating = header(path)
            included = re.findall(r"^include\('([^']+)'", path.read_text(errors="replace"), re.M)
            most = next((it for it in RATINGS if rating is not None and rating <= it), None)
            if side and most is not None and all((root / it).exists() for it in included):
                found[domain, side, most].append(str(path.relative_to(root)))
    return found


def shuffled(chance, counts, length):
    drawn = [it for it, count in counts.items() for _ in range(count)]
    drawn += [chance.choice(list(counts)) for _ in range(length - len(drawn))]
    chance.shuffle(drawn)
    return drawn


def main():
    root, seed, *halves = pathlib.Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:5]
    seen = {line for file in sys.argv[5:] for line in pathlib.Path(file).read_text().split()}
    chance, pool, drawn = random.Random(seed), pools(root), []
    length = sum(SIDES.values())
    for side, rating, domain in zip(*(shuffled(chance, it, length) for it in (SIDES, RATINGS, DOMAINS))):
        for _ in range(200):
            those = [it for it in pool[domain, side, rating] if it not in drawn and it not in seen]
            if those:
                drawn.append(chance.choice(those))
                break
            domain = chance.choice(list(DOMAINS))
    chance.shuffle(drawn)
    for half, at in zip(halves, (0, 1)):
        pathlib.Path(half).write_text("".join(f"{it}\n" for it in sorted(drawn[at::2])))


if __name__ == "__main__":
    main()
