#!/usr/bin/env python3
"""Fetches published clause files that the solver is measured on: hardware, planning, factoring, sudoku.

    python3 benches/sat/published.py FOLDER [BASE]

They are taken from public repositories by `git clone`; BASE takes the place of `https://github.com/`.
"""

import pathlib
import subprocess
import sys
import tempfile

FILES = {
    "sarsko/CreuSAT": """
        tests/2015/32bits_10.dimacs
        tests/cnf-hard/e0ddr2-10-by-5-1 tests/cnf-hard/ewddr2-10-by-5-8
        tests/cnf-hard/manol-pipe-f6b tests/cnf-hard/manol-pipe-f6n tests/cnf-hard/stric-bmc-ibm-12
        tests/mfleury/SAT-2009-preprocessed/easy/sat/AProVE09-07
        tests/mfleury/SAT-2009-preprocessed/easy/sat/AProVE09-12
        tests/mfleury/SAT-2009-preprocessed/easy/sat/AProVE09-20
        tests/mfleury/SAT-2009-preprocessed/easy/sat/AProVE09-24
        tests/mfleury/SAT-2009-preprocessed/easy/sat/q_query_3_l38_lambda
        tests/mfleury/SAT-2009-preprocessed/easy/sat/rpoc_xits_17_SAT
        tests/mfleury/SAT-2009-preprocessed/easy/unsat/cmu-bmc-barrel6
        tests/mfleury/SAT-2009-preprocessed/easy/unsat/cmu-bmc-longmult15
        tests/mfleury/SAT-2009-preprocessed/easy/unsat/een-tip-uns-nusmv-t5.B
        tests/mfleury/SAT-2009-preprocessed/easy/unsat/manol-pipe-c9
        tests/mfleury/SAT-2009-preprocessed/easy/unsat/manol-pipe-g6bi
        tests/mfleury/SAT-2009-preprocessed/easy/unsat/minor032
        tests/mfleury/SAT-2009-preprocessed/easy/unsat/schup-l2s-abp4-1-k31
    """,
    "shnarazk/SAT-bench": """
        SC21/p01_lb_05
        SatRace2015/38bits_10.dimacs SatRace2015/44bits_11.dimacs SatRace2015/manthey_DimacsSorter_28_3
        sudoku/sudoku16
    """,
    "arminbiere/cadical": """
        test/cnf/add128 test/cnf/factor2708413neg
        test/cnf/prime2209 test/cnf/prime65537 test/cnf/prime4294967297
    """,
}


def main():
    """Copies the files into the folder."""
    folder = pathlib.Path(sys.argv[1])
    base = sys.argv[2] if len(sys.argv) > 2 else "https://github.com/"
    folder.mkdir(parents=True, exist_ok=True)
    for repository, names in FILES.items():
        with tempfile.TemporaryDirectory() as clone:
            # Without a checkout, of which these files are a small part.
            command = ["git", "clone", "-q", "--no-checkout", "--depth", "1", base + repository, clone]
            subprocess.run(command, check=True)
            for name in names.split():
                command = ["git", "-C", clone, "show", f"HEAD:{name}.cnf"]
                text = subprocess.run(command, capture_output=True, check=True).stdout
                (folder / f"{pathlib.PurePosixPath(name).name}.cnf").write_bytes(text)


if __name__ == "__main__":
    main()
