"""The software bill of materials of the program: every crate that is built into it, as SPDX 2.3 in JSON.

    bill.py TARGET
"""

import datetime
import json
import os
import re
import subprocess
import sys
import tomllib

TARGET = sys.argv[1]
NORMAL = [None, "normal"]


def metadata():
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def built_in(graph, root):
    """The crates that the program is made of: those of its tests and of build scripts are not."""
    nodes = {it["id"]: it for it in graph["resolve"]["nodes"]}
    found, open_ones = {root}, [root]
    while open_ones:
        for it in nodes[open_ones.pop()]["deps"]:
            is_built_in = any(kind["kind"] in NORMAL for kind in it["dep_kinds"])
            if is_built_in and it["pkg"] not in found:
                found.add(it["pkg"])
                open_ones.append(it["pkg"])
    return found, nodes


def reference(package):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", f"{package['name']}-{package['version']}")


def entry(package, checksums):
    checksum = checksums.get((package["name"], package["version"]))
    return {
        "SPDXID": reference(package),
        "name": package["name"],
        "versionInfo": package["version"],
        "licenseDeclared": (package["license"] or "NOASSERTION").replace("/", " OR "),
        "licenseConcluded": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": f"pkg:cargo/{package['name']}@{package['version']}",
        }],
        **({"checksums": [{"algorithm": "SHA256", "checksumValue": checksum}]} if checksum else {}),
    }


def bill():
    graph = metadata()
    packages = {it["id"]: it for it in graph["packages"]}
    root = next(it for it in graph["packages"] if it["name"] == "puzzle-lang")
    found, nodes = built_in(graph, root["id"])
    with open("Cargo.lock", "rb") as lock:
        locked = tomllib.load(lock)["package"]
    checksums = {(it["name"], it["version"]): it["checksum"] for it in locked if "checksum" in it}
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    relations = [{
        "spdxElementId": "SPDXRef-DOCUMENT",
        "relationshipType": "DESCRIBES",
        "relatedSpdxElement": reference(root),
    }]
    for one in sorted(found):
        for it in nodes[one]["deps"]:
            if it["pkg"] in found:
                relations.append({
                    "spdxElementId": reference(packages[one]),
                    "relationshipType": "DEPENDS_ON",
                    "relatedSpdxElement": reference(packages[it["pkg"]]),
                })
    name = f"puzzle-lang-{root['version']}-{TARGET}"
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"urn:puzzle-lang:{name}",
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: packaging/bill.py"]},
        "packages": [entry(packages[it], checksums) for it in sorted(found)],
        "relationships": relations,
    }


json.dump(bill(), sys.stdout, indent=1)
print()
