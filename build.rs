//! Generates the parser from `grammar/puzzle.lalrpop`.

fn main() {
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammar is well-formed");
}
