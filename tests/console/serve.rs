//! The server of the page over a folder: what it gives, what it writes, whom it refuses, and that a search ends with
//! whoever asked for it.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use puzzle_lang::console::SearchLimits;
use puzzle_lang::serve::PageServer;
use tempfile::TempDir;

/// A maze in its text format.
const MAZE: &str = "START GOAL\n\n1\nSTART TREASURES TOLLS NEXT GOAL\nGOAL TREASURES TOLLS NEXT\n";

/// A folder with a text in it, in one below and outside, and the port at which it is served.
fn served() -> (TempDir, u16) {
    let whole = tempfile::tempdir().unwrap();
    let folder = whole.path().join("folder");
    fs::create_dir_all(folder.join("below")).unwrap();
    fs::write(folder.join("either.puzzle"), "formula either = (x+y)\n").unwrap();
    fs::write(folder.join("below/both.puzzle"), "import \"../either.puzzle\"\ncount either\n")
        .unwrap();
    fs::write(folder.join("below/cave.maze"), MAZE).unwrap();
    fs::write(folder.join(".hidden.puzzle"), "count (x+y)\n").unwrap();
    fs::write(whole.path().join("outside.puzzle"), "formula secret = (x*y)\n").unwrap();
    let server = PageServer::bind(&folder, 0, SearchLimits::default()).unwrap();
    let address = server.address();
    let port = address.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    std::thread::spawn(move || server.run());
    (whole, port)
}

fn send(port: u16, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\n");
    stream.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes()).unwrap();
    stream
}

/// The status and the body of the reply to a request of the page itself.
fn asked(port: u16, method: &str, path: &str, body: &str) -> (u16, String) {
    let own = format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n");
    reply(send(port, method, path, &own, body))
}

fn reply(mut stream: TcpStream) -> (u16, String) {
    let mut whole = String::new();
    stream.read_to_string(&mut whole).unwrap();
    let (head, body) = whole.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

#[test]
fn the_page_and_the_texts_of_the_folder_are_given() {
    let (_folder, port) = served();
    for path in ["/", "/main.js", "/style.css", "/worker.js", "/lessons.html"] {
        let (status, body) = asked(port, "GET", path, "");
        assert_eq!(status, 200, "{path}");
        assert!(!body.is_empty(), "{path}");
    }
    let files = r#"["below/both.puzzle","below/cave.maze","either.puzzle"]"#;
    let files = (200, files.to_owned());
    assert_eq!(asked(port, "GET", "/files.json", ""), files);
    let either = (200, "formula either = (x+y)\n".to_owned());
    assert_eq!(asked(port, "GET", "/file/either%2Epuzzle", ""), either);
    let cave = (200, "maze cave = file \"cave.maze\"\nsolve cave\n".to_owned());
    assert_eq!(asked(port, "GET", "/file/below/cave.maze", ""), cave);
    let request = serde_json::json!({ "ask": "run", "name": "below/cave.puzzle", "text": cave.1 });
    let (_, told) = asked(port, "POST", "/ask", &request.to_string());
    assert!(told.contains("START GOAL"), "{told}");
    assert_eq!(asked(port, "GET", "/nothing", "").0, 404);
    assert_eq!(asked(port, "DELETE", "/file/either.puzzle", "").0, 405);
}

#[test]
fn what_is_asked_is_answered_with_the_files_of_the_folder() {
    let (_folder, port) = served();
    let request = serde_json::json!({
        "ask": "run", "name": "below/both.puzzle", "text": "import \"../either.puzzle\"\ncount either\n",
    });
    let (status, told) = asked(port, "POST", "/ask", &request.to_string());
    assert_eq!(status, 200);
    assert!(told.contains("\"message\":\"3\""), "{told}");
    let away = serde_json::json!({
        "ask": "check", "name": "below/both.puzzle", "text": "import \"../../outside.puzzle\"\n",
    });
    let (_, told) = asked(port, "POST", "/ask", &away.to_string());
    assert!(told.contains("lies outside of the folder"), "{told}");
    assert!(!told.contains("secret"), "{told}");
    let (_, told) = asked(port, "POST", "/ask", "nonsense");
    assert!(told.contains("\"fault\""), "{told}");
}

#[test]
fn a_text_is_saved_unless_somebody_else_has_changed_it() {
    let (whole, port) = served();
    let folder = whole.path().join("folder");
    let save = |name: &str, body: serde_json::Value| {
        asked(port, "PUT", &format!("/file/{name}"), &body.to_string())
    };
    let either = "formula either = (x+y)\n";
    let changed = serde_json::json!({ "text": "count (x+y)\n", "was": either });
    assert_eq!(save("either.puzzle", changed.clone()).0, 200);
    assert_eq!(fs::read_to_string(folder.join("either.puzzle")).unwrap(), "count (x+y)\n");
    let (status, words) = save("either.puzzle", changed);
    assert_eq!((status, words.contains("changed elsewhere")), (409, true), "{words}");
    let new = serde_json::json!({ "text": "count (x*y)\n" });
    assert_eq!(save("below/new.puzzle", new.clone()).0, 200);
    assert_eq!(fs::read_to_string(folder.join("below/new.puzzle")).unwrap(), "count (x*y)\n");
    assert_eq!(save("below/new.puzzle", new.clone()).0, 409);
    for name in
        ["../outside.puzzle", "%2e%2e/outside.puzzle", ".new.puzzle", "new.txt", "/new.puzzle"]
    {
        assert_eq!(save(name, new.clone()).0, 409, "{name}");
    }
    let outside = fs::read_to_string(whole.path().join("outside.puzzle")).unwrap();
    assert_eq!(outside, "formula secret = (x*y)\n");
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_folder() {
    let (whole, port) = served();
    let folder = whole.path().join("folder");
    std::os::unix::fs::symlink(whole.path().join("outside.puzzle"), folder.join("link.puzzle"))
        .unwrap();
    std::os::unix::fs::symlink(whole.path(), folder.join("up")).unwrap();
    for name in ["link.puzzle", "up/outside.puzzle"] {
        let (status, words) = asked(port, "GET", &format!("/file/{name}"), "");
        assert_eq!((status, words.contains("outside")), (404, true), "{name}: {words}");
    }
    let body = serde_json::json!({ "text": "count (x+y)\n" }).to_string();
    assert_eq!(asked(port, "PUT", "/file/up/new.puzzle", &body).0, 409);
    assert!(!whole.path().join("new.puzzle").exists());
}

#[test]
fn only_its_own_pages_are_answered() {
    let (_folder, port) = served();
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    for headers in [
        String::new(),
        "Host: puzzle.example\r\n".to_owned(),
        format!("Host: puzzle.example:{port}\r\n"),
        format!("{own}Origin: http://puzzle.example\r\n"),
        format!("{own}Origin: null\r\n"),
    ] {
        let (status, body) = reply(send(port, "GET", "/file/either.puzzle", &headers, ""));
        assert!(status == 403 || status == 400, "{headers}: {status}");
        assert!(!body.contains("formula"), "{headers}");
    }
    assert_eq!(reply(send(port, "GET", "/file/either.puzzle", &own, "")).0, 200);
}

/// A question that takes much longer than a test does.
const LONG: &str = "game big: dots {\n    size 4\n}\nsolve big\n";

#[cfg(target_os = "linux")]
#[test]
fn a_search_ends_with_whoever_asked_for_it() {
    /// Threads of this process that were begun for a question.
    fn searches() -> usize {
        let names = fs::read_dir("/proc/self/task").unwrap().flatten();
        let names = names.filter_map(|it| fs::read_to_string(it.path().join("comm")).ok());
        names.filter(|it| it.trim() == "question").count()
    }
    let (_folder, port) = served();
    let request = serde_json::json!({ "ask": "run", "name": "big.puzzle", "text": LONG });
    let own = format!("Host: localhost:{port}\r\n");
    let stream = send(port, "POST", "/ask", &own, &request.to_string());
    let wait = |count: usize| {
        let began = Instant::now();
        while searches() != count {
            assert!(began.elapsed() < Duration::from_secs(60), "{} searches", searches());
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    wait(1);
    drop(stream);
    wait(0);
}
