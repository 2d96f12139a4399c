#!/usr/bin/env python3
"""Checks the crates that are used: no known vulnerability, no licence or source that was not allowed, no crate
twice that was not meant to be, none that was done away with. Needs no network.

    dependencies.py METADATA
    dependencies.py --renew ADVISORY_DB

METADATA is the output of `cargo metadata`. `deny.toml` says what is allowed; `cargo deny check` reads it, too. What is
known of vulnerabilities lies in `.ci/advisories.json`: for each crate of the lock files the identifiers and
versions of the RustSec database, and the database's day. A crate that it does not know fails, too. ADVISORY_DB is a clone
of https://github.com/rustsec/advisory-db, from which the file is written anew.
"""

import json
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).parent.parent
KNOWN = ROOT / ".ci" / "advisories.json"


def locked():
    """Names and versions of the crates that the lock files name."""
    for path in ["Cargo.lock", "fuzz/Cargo.lock", "playground/module/Cargo.lock"]:
        for package in tomllib.loads((ROOT / path).read_text())["package"]:
            if "source" in package:
                yield package["name"], package["version"]


def number(version):
    """A version to compare: one that is not released comes before that which is."""
    version, _, pre = version.split("+")[0].partition("-")
    parts = [int(part) for part in version.split(".")]
    return [*parts, *[0] * (3 - len(parts)), 0 if pre else 1]


def matches(version, requirement):
    """Whether a version fulfils all parts of a requirement."""
    for part in requirement.split(","):
        sign, bound = re.fullmatch(r"\s*(>=|<=|>|<|=|\^|~)?\s*(\S+)\s*", part).groups()
        one, other = number(version), number(bound)
        if sign in ("^", "~", None):
            digits = len(bound.split("-")[0].split("."))
            same = next((at + 1 for at in range(3) if other[at]), digits) if sign != "~" else 2
            holds = one >= other and one[:same] == other[:same]
        else:
            holds = {">=": one >= other, "<=": one <= other, ">": one > other, "<": one < other, "=": one == other}[sign]
        if not holds:
            return False
    return True


def advisories(crates, known, ignored):
    """What is known against crates."""
    for name, version in sorted(set(crates)):
        if name not in known:
            yield f"{name} is not in {KNOWN.name}: renew it"
        for it in known.get(name, []):
            is_safe = any(matches(version, range) for range in it["patched"] + it["unaffected"])
            if not is_safe and it["id"] not in ignored:
                yield f"{name} {version}: {it['id']}"


def is_allowed(licence, allowed):
    """Whether one of the licences is allowed, or all where all count."""
    def part(words):
        return any(all(it.strip(" ()") in allowed for it in either.split(" AND ")) for either in words.split(" OR "))

    licence = licence.replace("/", " OR ").replace("  ", " ")
    return all(part(words) for words in re.split(r"\) AND |(?<=\)) AND ", licence))


def faults(metadata, deny):
    packages = [it for it in metadata["packages"] if it["source"]]
    for it in packages:
        name = f"{it['name']} {it['version']}"
        if not is_allowed(it["license"] or "none", deny["licenses"]["allow"]):
            yield f"{name}: the licence {it['license']} is not allowed"
        if it["source"] != "registry+https://github.com/rust-lang/crates.io-index":
            yield f"{name}: comes from {it['source']}"
    banned = {it["crate"]: it["reason"] for it in deny["bans"]["deny"]}
    skipped = {it["crate"] for it in deny["bans"]["skip"]}
    names = [it["name"] for it in packages]
    for name in sorted(set(names)):
        if name in banned:
            yield f"{name}: {banned[name]}"
        if names.count(name) > 1 and name not in skipped:
            yield f"{name} is there {names.count(name)} times"
    for name in sorted(it for it in skipped if names.count(it) < 2):
        yield f"{name} is there once: do not skip it"


def check(metadata):
    deny = tomllib.loads((ROOT / "deny.toml").read_text())
    ignored = {it["id"] for it in deny["advisories"]["ignore"]}
    table = json.loads(KNOWN.read_text())
    known = table["crates"]
    crates = list(locked())
    # A check that finds nothing proves nothing.
    assert list(advisories([("tokio", "1.8.0"), ("none", "1.0.0")], known, set()))[1:] != []
    assert matches("1.2.3", ">= 1.2, < 1.3") and not matches("0.4.0", "^0.3.4") and matches("0.3.9", "^0.3.4")
    assert is_allowed("(MIT OR X) AND Y", ["MIT", "Y"]) and not is_allowed("MIT AND X", ["MIT"])
    found = [*advisories(crates, known, ignored), *faults(metadata, deny)]
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(set(crates))} crates; RustSec of {table['day']}: {len(found)} faults")
    sys.exit(bool(found))


def renew(database):
    def git(*command):
        return subprocess.run(["git", "-C", database, *command], capture_output=True, text=True, check=True).stdout

    crates = {name: [] for name, _ in sorted(set(locked()))}
    for path in git("ls-tree", "-r", "--name-only", "HEAD", "crates/").split():
        name = path.split("/")[1]
        if name not in crates:
            continue
        text = git("show", f"HEAD:{path}")
        facts = tomllib.loads(re.search(r"```toml\n(.*?)```", text, re.S)[1])
        if "withdrawn" not in facts["advisory"]:
            versions = facts["versions"]
            ranges = {it: versions.get(it, []) for it in ["patched", "unaffected"]}
            crates[name].append({"id": facts["advisory"]["id"], **ranges})
    day, commit = git("log", "-1", "--format=%cs %H").split()
    lines = [f"  {json.dumps(name)}: {json.dumps(it)}" for name, it in crates.items()]
    head = f'{{"source": "rustsec/advisory-db", "commit": "{commit}", "day": "{day}", "crates": {{\n'
    KNOWN.write_text(head + ",\n".join(lines) + "\n}}\n")


if sys.argv[1] == "--renew":
    renew(sys.argv[2])
else:
    check(json.loads(pathlib.Path(sys.argv[1]).read_text()))
