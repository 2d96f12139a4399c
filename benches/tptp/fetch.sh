#!/bin/sh
# Puts TPTP's domains PUZ and SYN, with the axioms they include, into a folder, from the public
# repositories of provers that carry them: `sh benches/tptp/fetch.sh /tmp/tptp`. The problems have
# their own terms of use (https://tptp.org) and stay out of this repository.
set -eu
corpus=${1:?"where to put the problems"}
mkdir -p "$corpus/Problems/PUZ" "$corpus/Problems/SYN" "$corpus/Axioms"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# clone NAME: the history, without the contents of files.
clone() {
    git clone --quiet --filter=blob:none --no-checkout "https://github.com/$1" "$work/$(basename "$1")"
}

# copy REPOSITORY COMMIT PATTERN FOLDER: the files whose paths match, flat.
copy() {
    git -C "$work/$1" ls-tree -r --name-only "$2" | grep -E "$3" | while read -r path; do
        file="$4/$(basename "$path")"
        [ -e "$file" ] || git -C "$work/$1" cat-file blob "$2:$path" >"$file"
    done
}

clone sneeuwballen/zipperposition
clone GoelandProver/Goeland
clone janicicpredrag/Larus
copy zipperposition f8526cd0a35151668fb814cabd2327f6da875003~1 '^TPTP/PUZ[0-9]+[-+][0-9.]+\.p$' "$corpus/Problems/PUZ"
copy Goeland 97f0c7b '^tests/Axioms/(PUZ|SYN|MSC)[0-9]+[-+][0-9]\.ax$' "$corpus/Axioms"
syn='^benchmarks/tptp-problems/SYN'
copy Larus HEAD "$syn/SATISFIABLE/SYN[0-9]+[-+][0-9.]+\.p$" "$corpus/Problems/SYN"
copy Larus HEAD "$syn/FOL/SYN[0-9]+\+[0-9.]+\.p$" "$corpus/Problems/SYN"
copy Larus HEAD "$syn/(CL|CLF)/CNF/SYN[0-9]+-[0-9.]+\.p$" "$corpus/Problems/SYN"
ls "$corpus/Problems/PUZ" | wc -l
ls "$corpus/Problems/SYN" | wc -l
