//! The program `puzzle`: hands the process to one of its front ends.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use puzzle_lang::cli::{self, Next, commands};
use puzzle_lang::console::Console;
use puzzle_lang::console::exit::Exit;
use puzzle_lang::console::failure::CommandFailure;
use puzzle_lang::console::interrupt;
use puzzle_lang::disk::{self, Disk};
use puzzle_lang::serve::PageServer;
use puzzle_lang::{lsp, mcp, repl};

fn main() -> ExitCode {
    let exit = cli::start().map_or_else(
        |exit| exit,
        |(command, mut console)| {
            let result = cli::run(command, &mut console);
            let result = result.and_then(|next| go_on(next, &mut console));
            console.end(result)
        },
    );
    exit.into()
}

fn go_on(next: Next, console: &mut Console) -> io::Result<Exit> {
    match next {
        Next::Exit(exit) => Ok(exit),
        Next::Talk(file) => repl::run(file, console),
        Next::Play(play, file) => repl::play(play, file, console),
        Next::Serve => serve(),
        Next::Assist => assist(console),
        Next::ServePage(folder, port) => serve_page(&folder, port, console),
    }
}

/// Serves the editor that started the process, on standard input and output.
fn serve() -> io::Result<Exit> {
    interrupt::end_at_first();
    let is_proper = lsp::serve(Box::new(io::stdin()), Box::new(io::stdout()), Box::new(Disk))?;
    // The protocol asks for 1 where the client did not take its leave.
    Ok(if is_proper { Exit::Fine } else { Exit::Errors })
}

/// Serves the assistant that started the process, on standard input and output.
fn assist(console: &Console) -> io::Result<Exit> {
    interrupt::end_at_first();
    mcp::serve(io::stdin().lock(), io::stdout(), console.limits)?;
    Ok(Exit::Fine)
}

/// Serves browsers until Ctrl-C.
fn serve_page(folder: &Path, port: u16, console: &mut Console) -> io::Result<Exit> {
    let server = match PageServer::bind(folder, port, console.limits) {
        Ok(server) => server,
        Err(error) => {
            let (name, reason) = match error.kind() {
                io::ErrorKind::AddrInUse => (
                    format!("port {port}"),
                    "it is taken; `--port 0` takes one that is free".to_owned(),
                ),
                _ => (folder.display().to_string(), disk::reason(&error)),
            };
            return commands::fail(console, &CommandFailure::unusable(name, reason));
        }
    };
    interrupt::end_at_first();
    let results = console.output.results()?;
    writeln!(results, "{}", server.address())?;
    results.flush()?;
    server.run()?;
    Ok(Exit::Fine)
}
