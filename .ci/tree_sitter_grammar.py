"""Holds the tree-sitter grammar against the compiler, and tries the queries of every editor.

    tree_sitter_grammar.py PUZZLE LIBRARY

PUZZLE is the program, LIBRARY the compiled parser.
"""

import collections
import ctypes
import json
import pathlib
import re
import subprocess
import sys
import time

import tree_sitter

PUZZLE, LIBRARY = sys.argv[1:]
# What the grammar has to refuse, by code. Names (E0201) and size (E0211) are no business of a
# grammar's. Bytes that are no text may stand in comments; the other codes are about meaning as well.
REFUSED = {f"E00{n:02}" for n in range(2, 8)} | {f"E02{n:02}" for n in range(2, 11)}
EITHER = {"E0001", "E0103", "E0113", "E0401", "E0507", "E1014"}
QUERIES = ["editors/tree-sitter-puzzle/queries", "editors/helix", "editors/zed"]


def load():
    """The language of the compiled parser."""
    function = ctypes.CDLL(LIBRARY).tree_sitter_puzzle
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return tree_sitter.Language(capsule(function(), b"tree_sitter.Language", None))


LANGUAGE = load()
PARSER = tree_sitter.Parser(LANGUAGE)


def texts():
    """Every text in the language that the repository has, by name."""
    for root in ["docs", "editors", "examples", "tests"]:
        for path in sorted(pathlib.Path(root).glob("**/*.puzzle")):
            yield str(path), path.read_bytes()
    for path in sorted([*pathlib.Path("docs").glob("**/*.md"), pathlib.Path("README.md")]):
        blocks = re.findall(r"^```puzzle.*\n([\s\S]*?)^```$", path.read_text(), re.MULTILINE)
        for number, block in enumerate(blocks):
            yield f"{path} (block {number + 1})", block.encode()


def codes(text):
    """The codes of what the compiler finds wrong."""
    ended = subprocess.run(
        [PUZZLE, "check", "--format", "json", "-"], input=text, capture_output=True, check=False
    )
    (file,) = json.loads(ended.stdout)["files"]
    return {it["code"] for it in file["diagnostics"]}


def agrees_with_the_compiler():
    """Parses everything; the sound trees are returned."""
    trees, refused, faults = [], 0, []
    for name, text in texts():
        tree, found = PARSER.parse(text), codes(text)
        has_error = tree.root_node.has_error
        refused += has_error
        if not has_error:
            trees.append(tree)
        if has_error != bool(found & REFUSED) and not found & EITHER:
            faults.append(f"{name}: {'an' if has_error else 'no'} error; compiler: {sorted(found)}")
    assert not faults, "\n".join(faults)
    assert len(trees) > 100 and refused > 30, (len(trees), refused)
    print(f"tree-sitter: {len(trees)} texts parsed, {refused} refused, as by the compiler")
    return trees


def queries_are_of_use(trees):
    """Each query compiles, and each of its patterns and captures is met somewhere."""
    for path in sorted(path for root in QUERIES for path in pathlib.Path(root).glob("**/*.scm")):
        query = tree_sitter.Query(LANGUAGE, path.read_text())
        patterns, captures = set(), set()
        for tree in trees:
            colours = collections.defaultdict(set)
            for pattern, nodes in tree_sitter.QueryCursor(query).matches(tree.root_node):
                patterns.add(pattern)
                captures.update(nodes)
                for node in (it for group in nodes.values() for it in group):
                    colours[node.id].add(pattern)
            if path.name == "highlights.scm":
                twice = [it for it in colours.values() if len(it) > 1]
                assert not twice, f"{path}: patterns match the same node: {twice[0]}"
        idle = set(range(query.pattern_count)) - patterns
        lines = [query.start_byte_for_pattern(it) for it in idle]
        text = path.read_bytes()
        lines = sorted(text[:it].count(b"\n") + 1 for it in lines)
        assert not idle, f"{path}: nothing in the repository matches the patterns of lines {lines}"
        missing = {query.capture_name(it) for it in range(query.capture_count)} - captures
        assert not missing, f"{path}: no capture of {missing}"
        print(f"{path}: {query.pattern_count} patterns, all met")


def is_quick():
    """Long and deep texts take linear time."""
    for name, text in {
        "lines": "clauses many {\n" + "    1 -2 three\n" * 100_000 + "}\n",
        "comments": "formula one = (x*" + "\n// c" * 100_000 + "\ny)\n",
        "parentheses": "formula one = " + "(x*" * 20_000 + "y" + ")" * 20_000 + "\n",
        "open parentheses": "formula one = " + "(x*" * 20_000 + "\nformula two = x\n",
        "broken lines": "solve\n" * 20_000,
        "terms": "puzzle deep {\n    1 < " + "(2 + count(x)*" * 20_000 + "3" + ")" * 20_000 + "\n}\n",
        "open terms": "puzzle open {\n" + "    sum((x for count(x where\n" * 20_000 + "}\n",
        "pictures": 'puzzle large {\n    board """\n' + "1 . | # 2\n" * 50_000 + '    """\n}\n',
    }.items():
        begin = time.perf_counter()
        PARSER.parse(text.encode())
        seconds = time.perf_counter() - begin
        print(f"{len(text) / 1e6:.1f} MB of {name}: {seconds:.1f} s")
        assert seconds < 20, name


queries_are_of_use(agrees_with_the_compiler())
is_quick()
