"""Judges the output formats with the eyes of those who read them.

    formats.py PUZZLE METADATA

PUZZLE is the program, METADATA the output of `cargo metadata` for something that depends on `serde-sarif`: the
schema of SARIF 2.1.0 is part of its source, and so comes from the registry of crates.
"""

import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

import jsonschema

PUZZLE, METADATA = sys.argv[1:]
# Sound files, every kind of mistake, failed expectations, bytes that are no text, and no file.
INPUTS = ["examples", "tests/ui", "tests/cmd/files", "tests/cmd/files/none.puzzle"]


def puzzle(*args):
    """The standard output of the program, which has to find something wrong."""
    ended = subprocess.run([PUZZLE, *args, *INPUTS], capture_output=True, check=False)
    assert ended.returncode in (1, 2), (args, ended.returncode, ended.stderr)
    return ended.stdout


def schema():
    """The public schema of SARIF."""
    packages = json.loads(pathlib.Path(METADATA).read_text())["packages"]
    (manifest,) = (it["manifest_path"] for it in packages if it["name"] == "serde-sarif")
    return json.loads((pathlib.Path(manifest).parent / "src" / "schema.json").read_text())


def sarif():
    validator = jsonschema.validators.validator_for(schema())(schema())
    for command in ["check", "test"]:
        log = json.loads(puzzle(command, "--format", "sarif"))
        validator.validate(log)
        results = log["runs"][0]["results"]
        assert len(results) > 50, len(results)
        print(f"SARIF of {command}: {len(results)} results, valid")
    # A validator that accepts everything proves nothing.
    log["runs"][0]["results"][0].pop("message")
    assert not validator.is_valid(log)


def junit():
    text = puzzle("test", "--format", "junit")
    suites = xml.fromstring(text)
    # A reader of XML makes a blank of each line end in an attribute that is not a reference.
    assert b"&#10;" in text
    assert not re.search(rb'message="[^"]*[\n\r\t]', text)
    cases = suites.findall("./testsuite/testcase")
    failed = [case for case in cases if case.find("failure") is not None]
    assert suites.tag == "testsuites" and len(cases) > len(failed) > 0
    assert int(suites.get("tests")) == len(cases)
    assert int(suites.get("failures")) == len(failed)
    print(f"JUnit: {len(cases)} cases, {len(failed)} failed, counts agree")


def json_output():
    output = json.loads(puzzle("test", "--format", "json"))
    assert output["version"] == 1
    diagnostics = [it for file in output["files"] for it in file["diagnostics"]]
    errors = sum(it["severity"] == "error" for it in diagnostics)
    # A failed expectation has a diagnostic and is counted as failed.
    summary = output["summary"]
    assert errors == summary["errors"] + summary["failed"] > summary["failed"], (errors, summary)
    print(f"JSON: {len(diagnostics)} diagnostics, counts agree")


sarif()
junit()
json_output()
