#!/usr/bin/env python3
"""Gathers TPTP's problems of all domains, with the axioms they include, from clones of provers' repositories.

    git clone https://github.com/GoelandProver/Goeland /tmp/provers/Goeland
    git clone https://github.com/gebner/iltp /tmp/provers/iltp
    git clone https://github.com/CronosC/FOL_Tableaux_Solver /tmp/provers/FOL_Tableaux_Solver
    python3 benches/tptp/gather.py /tmp/provers /tmp/tptp

What several have is taken from the first. The problems have their own terms of use (https://tptp.org) and stay out of
this repository.
"""

import pathlib
import re
import subprocess
import sys

# Goeland's problems stand in the folder `tests` of that commit.
COMMITS = {"Goeland": "97f0c7b", "iltp": "HEAD", "FOL_Tableaux_Solver": "HEAD"}
NAMES = re.compile(r"^([A-Z]{3})\d{3}[-+][0-9.]+\.(p|ax)$")


def main():
    clones, root = map(pathlib.Path, sys.argv[1:])
    for name, commit in COMMITS.items():
        git = ["git", "-C", str(clones / name)]
        listed = subprocess.run([*git, "ls-tree", "-r", commit], capture_output=True, text=True, check=True).stdout
        blobs = {}
        for line in listed.splitlines():
            entry, path = line.split("\t")
            found = NAMES.match(pathlib.Path(path).name)
            if found:
                folder = root / ("Axioms" if found[2] == "ax" else f"Problems/{found[1]}")
                blobs.setdefault(folder / found[0], entry.split()[2])
        blobs = {path: blob for path, blob in blobs.items() if not path.exists()}
        wanted = "".join(f"{blob}\n" for blob in blobs.values()).encode()
        told = subprocess.run([*git, "cat-file", "--batch"], input=wanted, capture_output=True, check=True).stdout
        at, count = 0, 0
        for path in blobs:
            end = told.index(b"\n", at)
            about, at = told[at:end].split(), end + 1
            # A clone may lack some.
            if about[1] == b"missing":
                continue
            size = int(about[2])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(told[at : at + size])
            at, count = at + size + 1, count + 1
        print(f"{name}: {count} files")


main()
