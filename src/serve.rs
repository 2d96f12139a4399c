//! `puzzle serve`: the page for browsers from the program itself, over the files of a folder. It listens on the
//! loopback device alone, and answers pages that it has served and nobody else.
#![allow(clippy::disallowed_methods, reason = "a front end: it has a socket, threads and files")]

mod folder;
mod reply;

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use http_body_util::{BodyExt, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use percent_encoding::percent_decode_str;
use puzzle_engine::budget::Signal;
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::console::SearchLimits;
use crate::console::catch::{Panic, catch, fault};
use crate::page::{PageAnswer, PageLimits, answer};
use crate::text::MAX_BYTES;
use folder::Folder;
use reply::{HttpReply, ToldBody};

/// What the page consists of: paths, types and texts. `playground/build-served` makes them.
const PAGE: [(&str, &str, &str); 5] = [
    ("/", "text/html", include_str!("../playground/index.html")),
    ("/style.css", "text/css", include_str!("../playground/style.css")),
    ("/main.js", "text/javascript", include_str!("../playground/served/main.js")),
    ("/worker.js", "text/javascript", include_str!("../playground/served/worker.js")),
    ("/lessons.html", "text/html", include_str!("../playground/served/lessons.html")),
];

/// Where the texts of the folder are, by their names.
const FILES: &str = "/file/";

/// The longest request: a text in JSON, with the texts that it imports.
const MAX_REQUEST: usize = 4 * MAX_BYTES;

/// A server of a folder.
#[derive(Debug)]
pub struct PageServer {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    site: Arc<ServedSite>,
}

/// What is served, and to whom.
#[derive(Debug)]
struct ServedSite {
    folder: Folder,
    /// The names of this server, one of which a request has to call.
    hosts: [String; 2],
    limits: SearchLimits,
}

impl PageServer {
    /// Listens on a port of the loopback device; 0 is any that is free.
    ///
    /// # Errors
    /// When there is no such folder, or the port is taken.
    pub fn bind(folder: &Path, port: u16, limits: SearchLimits) -> io::Result<Self> {
        let folder = Folder::open(folder)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let port = listener.local_addr()?.port();
        let hosts = ["127.0.0.1", "localhost"].map(|it| format!("{it}:{port}"));
        Ok(Self { runtime, listener, site: Arc::new(ServedSite { folder, hosts, limits }) })
    }

    /// Where a browser finds it.
    pub fn address(&self) -> String {
        format!("http://{}/", self.site.hosts[0])
    }

    /// Serves for ever.
    ///
    /// # Errors
    /// Those of the socket.
    pub fn run(self) -> io::Result<()> {
        let Self { runtime, listener, site } = self;
        runtime.block_on(async {
            loop {
                let (stream, _) = listener.accept().await?;
                let site = Arc::clone(&site);
                tokio::spawn(async move {
                    let service = service_fn(|request| {
                        let site = Arc::clone(&site);
                        async move { Ok::<_, Infallible>(site.reply(request).await.into()) }
                    });
                    let mut connection = http1::Builder::new();
                    connection.timer(TokioTimer::new());
                    // Browsers leave in the middle of an answer as they like.
                    let _left = connection.serve_connection(TokioIo::new(stream), service).await;
                });
            }
        })
    }
}

impl ServedSite {
    async fn reply(self: Arc<Self>, request: Request<Incoming>) -> HttpReply {
        if !self.is_own(request.headers()) {
            let words = "only pages of this server may ask it something";
            return HttpReply::refused(StatusCode::FORBIDDEN, words);
        }
        let (parts, body) = request.into_parts();
        let path = parts.uri.path();
        let name = path.strip_prefix(FILES).map(|it| percent_decode_str(it).decode_utf8_lossy());
        match (&parts.method, name.as_deref()) {
            (&Method::GET, None) if path == "/files.json" => HttpReply::json(&self.folder.files()),
            (&Method::GET, None) => match PAGE.iter().find(|it| it.0 == path) {
                Some((_, sort, text)) => HttpReply::text(sort, text),
                None => HttpReply::refused(StatusCode::NOT_FOUND, "there is no such page"),
            },
            (&Method::GET, Some(name)) => self.folder.read(name).map_or_else(
                |reason| HttpReply::refused(StatusCode::NOT_FOUND, &reason),
                |text| HttpReply::text("text/plain", &text),
            ),
            (&Method::PUT, Some(name)) => match whole(body).await {
                Ok(bytes) => self.save(name, &bytes),
                Err(refused) => refused,
            },
            (&Method::POST, None) if path == "/ask" => match whole(body).await {
                Ok(bytes) => HttpReply::Told(self.ask(bytes)),
                Err(refused) => refused,
            },
            _ => HttpReply::refused(StatusCode::METHOD_NOT_ALLOWED, "that cannot be done here"),
        }
    }

    /// Whether a request is for this server by its own name, and is not sent by a page of another one.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let value = |name: HeaderName| headers.get(name).and_then(|it| it.to_str().ok());
        let is_host = |name: &str| self.hosts.iter().any(|it| it == name);
        let is_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(is_host);
        value(HOST).is_some_and(is_host)
            && (!headers.contains_key(ORIGIN) || value(ORIGIN).is_some_and(is_origin))
    }

    fn save(&self, name: &str, request: &[u8]) -> HttpReply {
        /// A text, and what the file held when the page read it; nothing of a new one.
        #[derive(Deserialize)]
        struct Save {
            text: String,
            was: Option<String>,
        }
        let saved = serde_json::from_slice(request)
            .map_err(|fault| (StatusCode::BAD_REQUEST, fault.to_string()))
            .and_then(|Save { text, was }| {
                let saved = self.folder.save(name, &text, was.as_deref());
                saved.map_err(|reason| (StatusCode::CONFLICT, reason))
            });
        match saved {
            Ok(()) => HttpReply::text("text/plain", ""),
            Err((status, reason)) => HttpReply::refused(status, &reason),
        }
    }

    /// Answers on a thread of its own, until the page has enough of it.
    fn ask(self: Arc<Self>, request: Bytes) -> ToldBody {
        let (lines, told) = mpsc::unbounded_channel();
        let signal = Signal::default();
        let body = ToldBody::new(told, signal.clone());
        let work = move || {
            let SearchLimits { timeout, max_memory } = self.limits;
            let limits = PageLimits { signal, time: timeout, memory: max_memory };
            // Nobody hears what is told behind the end.
            let mut tell = |told: &PageAnswer| drop(lines.send(ToldBody::line(told)));
            let ended = catch(|| answer(&request, &self.folder, &limits, &mut tell));
            if let Err(Panic(words)) = ended {
                tell(&PageAnswer::Fault(fault(&words, "the text")));
            }
        };
        // A machine that has no thread to spare answers nothing; the page says so.
        let _unanswered = thread::Builder::new().name("question".to_owned()).spawn(work);
        body
    }
}

/// The bytes of a request.
async fn whole(body: Incoming) -> Result<Bytes, HttpReply> {
    let read = Limited::new(body, MAX_REQUEST).collect().await;
    read.map(http_body_util::Collected::to_bytes)
        .map_err(|fault| HttpReply::refused(StatusCode::PAYLOAD_TOO_LARGE, &fault.to_string()))
}
