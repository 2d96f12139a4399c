#!/usr/bin/env python3
"""Our checker of proofs beside the public ones: do they agree, also about proofs that were tampered with?

    python3 benches/sat/proofs.py PUZZLE DRAT_TRIM LRAT_CHECK [HOW_MANY]

The public ones are built from `marijnheule/drat-trim`. The proofs are ours, and CaDiCaL's where Debian's is there; each is
checked as it is, and then changed at some places chosen by chance. Verdicts that differ are printed with their files.
"""

import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

LIMIT = 20


def run(*command):
    """What a command prints, and its CPU seconds."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen([str(it) for it in command], stdout=out, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        out.seek(0)
        return out.read(), usage.ru_utime + usage.ru_stime


def clauses(chance):
    """A set of random clauses of two and three literals that has no model more often than not."""
    atoms = chance.randint(5, 60)
    pick = lambda size: [a * chance.choice([1, -1]) for a in chance.sample(range(1, atoms + 1), size)]
    lines = [pick(chance.choice([2, 3, 3, 3])) for _ in range(int(atoms * chance.uniform(3.5, 5)))]
    text = f"p cnf {atoms} {len(lines)}\n"
    return text + "".join(" ".join(map(str, [*line, 0])) + "\n" for line in lines)


def tampered(chance, text):
    """A proof as text with some lines left out, swapped, or a number changed."""
    lines = text.splitlines(keepends=True)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                del lines[at]
            case 1:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 2:
                words = lines[at].split()
                index = chance.randrange(len(words))
                if words[index] not in ("0", "d"):
                    words[index] = str(int(words[index]) + chance.choice([-1, 1]) or 1)
                lines[at] = " ".join(words) + "\n"
            case _:
                words = lines[at].split()
                if words[0] not in ("0", "d"):
                    words[0] = str(-int(words[0]))
                lines[at] = " ".join(words) + "\n"
        if not lines:
            return ""
    return "".join(lines)


def main():
    puzzle, trim, check = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 300
    chance = random.Random(7)
    cadical = shutil.which("cadical")
    kept = pathlib.Path("differing")
    agreed = {"as it is": 0, "tampered with, right": 0, "tampered with, wrong": 0}
    ours, theirs, differing = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        file, proof = (pathlib.Path(name) / it for it in ("clauses.cnf", "proof"))
        for number in range(count):
            file.write_text(clauses(chance))
            format = chance.choice(["drat", "drat-binary", "lrat", "cadical"])
            if format == "cadical" and cadical:
                out, _ = run(cadical, "-q", "--no-binary", file, proof)
            else:
                format = "drat" if format == "cadical" else format
                out, _ = run(puzzle, "solve", file, "--proof", proof, "--proof-format", format)
            if b"s UNSATISFIABLE" not in out:
                continue
            right = proof.read_bytes()
            versions = [right]
            if format != "drat-binary" and right:
                versions += [tampered(chance, right.decode()).encode() for _ in range(5)]
            for index, version in enumerate(versions):
                proof.write_bytes(version)
                form = {"cadical": "drat"}.get(format, format)
                said, seconds = run(puzzle, "verify", file, proof, "--proof-format", form)
                is_ours = b"s VERIFIED" in said
                ours += seconds
                if format == "lrat":
                    said, seconds = run(check, file, proof)
                    is_theirs = b"VERIFIED" in said and b"NOT VERIFIED" not in said
                else:
                    # Backwards it takes no heed of resolvents with clauses on which nothing rests.
                    mode = ["-f"] if index else []
                    said, seconds = run(trim, file, proof, *mode, "-t", LIMIT)
                    is_theirs = b"s VERIFIED" in said
                theirs += seconds
                if is_ours == is_theirs:
                    what = "as it is" if index == 0 else f"tampered with, {'right' if is_ours else 'wrong'}"
                    agreed[what] += 1
                    continue
                differing += 1
                kept.mkdir(exist_ok=True)
                stem = kept / f"{number}-{index}-{format}-{'ours' if is_ours else 'theirs'}"
                shutil.copy(file, f"{stem}.cnf")
                shutil.copy(proof, f"{stem}.proof")
                print(f"{stem}: ours says {is_ours}, the other {is_theirs}")
    print(f"agreed: {agreed}; differing: {differing}; CPU seconds: {ours:.1f}, theirs {theirs:.1f}")


main()
