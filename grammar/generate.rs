//! Writes the parser from the grammar beside it. CI writes it again and compares.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = env!("CARGO_MANIFEST_DIR");
    lalrpop::Configuration::new().set_in_dir(folder).set_out_dir(folder).force_build(true).process()
}
