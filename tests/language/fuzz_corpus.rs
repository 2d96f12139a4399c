//! Every seed of every fuzz target, without the fuzzer.

#[path = "../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a library of its own for the fuzzer")]
mod targets;

use std::fs;
use std::path::Path;

#[test]
fn every_seed_passes() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (name, target) in targets::TARGETS {
        let mut seeds = 0;
        for entry in fs::read_dir(corpus.join(name)).unwrap() {
            let path = entry.unwrap().path();
            println!("{}", path.display());
            target(&fs::read(path).unwrap());
            seeds += 1;
        }
        assert!(seeds > 0, "{name} has no seed");
    }
}
