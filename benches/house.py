#!/usr/bin/env python3
"""Measures how the code stands: the figures of the table "Before and after" in `docs/architecture.md`.

    python3 benches/house.py [--list] [CHECKOUT]

Lines of each room, public items, what names a maze in the rooms of editors and syntax, circles of imports inside a room,
type names that are used twice, functions over 60 lines, and test programs; with `--list` each of them by name. It reads
the source as text: a path after `crate`, `super` or `self` is an import of the file that it leads to, a type crosses its
file if that shows it or a file below names it, tests beneath the code are left out, and so are files of tests. Nothing
is asserted; `tests/language/architecture` holds circles and names.
"""

import collections
import pathlib
import re
import sys

NAMES = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
LISTS = "--list" in sys.argv
ROOT = pathlib.Path(NAMES[0] if NAMES else __file__).resolve()
ROOT = ROOT if NAMES else ROOT.parent.parent
CRATES = [crate for crate in (ROOT / "engine" / "src", ROOT / "src") if crate.is_dir()]
LONG = 60
# In a browser it takes the place of `budget/system.rs`, so it has the same names.
ALTERNATIVE = ROOT / "engine" / "src" / "budget" / "host.rs"

TYPE = re.compile(r"^[ \t]*(pub(?:\([a-z: ]+\))? )?(?:struct|enum|trait|type|union) (\w+)", re.M)
ASSOCIATED = re.compile(r"^[ \t]+type \w+", re.M)
FUNCTION = re.compile(r"^( *)(?:pub(?:\([a-z: ]+\))? )?(?:const |async |unsafe )*fn (\w+)")
PUBLIC = re.compile(r"^\s*pub [a-z_]", re.M)
IMPORT = re.compile(r"\b(crate|self|super)((?:::super)*)::")


def source():
    """The files of each crate, with their text but for tests beneath it."""
    for crate in CRATES:
        for path in sorted(crate.rglob("*.rs")):
            if path.name != "tests.rs" and path.name not in ("lib.rs", "main.rs"):
                yield crate, path, path.read_text().split("\n#[cfg(test)]\nmod")[0]


def module(crate, path):
    """The steps from a crate to a file's module."""
    steps = path.relative_to(crate).with_suffix("").parts
    return steps[:-1] if steps[-1] == "mod" else steps


def ends(text):
    """The paths that a text begins with, a group in braces being several; each as a tuple of its steps."""
    word = re.match(r"\s*(\w+)\s*(::)?", text)
    if word and word[2]:
        return [(word[1], *rest) for rest in ends(text[word.end():])]
    if word:
        return [(word[1],)]
    group = re.match(r"\s*\{", text)
    if not group:
        return [()]
    found, depth, start = [], 0, group.end()
    for at in range(start, len(text)):
        if text[at] == "{":
            depth += 1
        elif text[at] in ",}" and depth == 0:
            found += ends(text[start:at])
            start = at + 1
            if text[at] == "}":
                break
        elif text[at] == "}":
            depth -= 1
    return found or [()]


def code(text):
    """A text without its comments."""
    return re.sub(r"^\s*//.*$|\s//.*$", "", text, flags=re.M)


def imports(crate, path, text, modules):
    """The files of the same crate that a file names, those above and below it left out."""
    own = module(crate, path)
    text = code(text)
    for match in IMPORT.finditer(text):
        base = {"crate": (), "self": own, "super": own[:-1]}[match[1]]
        base = base[: len(base) - match[2].count("super")]
        for end in ends(text[match.end(): match.end() + 2000]):
            steps = base + end
            while steps and (crate, steps) not in modules:
                steps = steps[:-1]
            if steps and steps != own[: len(steps)] and own != steps[: len(own)]:
                yield modules[crate, steps]


def circles(arrows):
    """The strongly connected components of two files or more, by Tarjan's algorithm."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(arrows[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(arrows):
        if node not in index:
            visit(node)
    return found


def long_functions(path, text):
    """Functions of more than `LONG` lines of code, comments and empty lines left out."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        head = FUNCTION.match(line)
        if not head:
            continue
        body, began = 0, False
        for line in lines[at:]:
            if began and line == head[1] + "}":
                break
            body += began and bool(line.strip()) and not line.strip().startswith("//")
            began = began or line.rstrip().endswith("{")
            if line.rstrip().endswith((";", "}")) and not began:
                break
        if body > LONG:
            yield f"{path.relative_to(ROOT)}: {head[2]}, {body}"


def tell(what, items):
    """A figure, and with `--list` what is counted."""
    print(f"{len(items):>7,}  {what}")
    for item in items if LISTS else []:
        print(f"           {item}")


def main():
    sys.setrecursionlimit(10_000)
    files = list(source())
    modules = {(crate, module(crate, path)): path for crate, path, _ in files}
    rooms, types, arrows = collections.Counter(), collections.defaultdict(list), collections.defaultdict(set)
    public, long, mazes, lines = 0, [], [], 0
    for crate, path, text in files:
        room = path.relative_to(crate).with_suffix("").parts[0]
        size = len(path.read_text().splitlines())
        rooms[(crate.parent == ROOT, room)] += size
        lines += size
        public += len(PUBLIC.findall(code(text)))
        long += long_functions(path, text)
        body = ASSOCIATED.sub("", code(text)) if "impl" in text or "trait" in text else code(text)
        for shown, name in TYPE.findall(body) if path != ALTERNATIVE else []:
            word = re.compile(rf"\b{name}\b")
            below = (code(it) for _, other, it in files if path.with_suffix("") in other.parents)
            crosses = bool(shown) or any(map(word.search, below))
            types[name].append((str(path.relative_to(ROOT)), crosses))
        if room in ("ide", "syntax") and re.search(r"[Mm]aze", code(text)):
            mazes.append(path.relative_to(ROOT))
        for other in imports(crate, path, text, modules):
            if module(crate, other)[0] == room:
                arrows[path].add(other)
    print(f"{lines:>7,}  lines in {len(files)} files")
    for package, title in ((False, "engine"), (True, "package")):
        sizes = [(size, room) for (where, room), size in rooms.items() if where == package]
        print(f"         {title}: " + " · ".join(f"`{room}` {size:,}" for size, room in sorted(sizes, reverse=True)))
    print(f"{public:>7,}  public items, {1000 * public / lines:.0f} in a thousand lines")
    tell("files of `ide` and `syntax` that name a maze", mazes)
    tell("circles of files inside a room", [
        ", ".join(str(file.relative_to(ROOT)) for file in circle) for circle in circles(arrows)
    ])
    for crossing, which in ((True, "one of them not private to its file"), (False, "each private to its file")):
        tell(f"of {len(types)} type names, used twice or more, {which}", [
            f"{name}: {', '.join(path for path, _ in places)}"
            for name, places in sorted(types.items())
            if len(places) > 1 and any(crosses for _, crosses in places) == crossing
        ])
    tell(f"functions over {LONG} lines", long)
    tests = list(ROOT.glob("tests/*.rs")) + list(ROOT.glob("tests/*/main.rs")) + list(ROOT.glob("engine/tests/*/main.rs"))
    tell("test programs", [path.relative_to(ROOT) for path in tests])


main()
