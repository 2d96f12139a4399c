//! What the server sends: texts, and what is told while it is found, a JSON text a line.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use http_body_util::{Either, Full};
use hyper::body::{Body, Bytes, Frame};
use hyper::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use hyper::{Response, StatusCode};
use puzzle_engine::budget::Signal;
use serde::Serialize;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::page::PageAnswer;

/// A reply.
pub(super) enum HttpReply {
    /// All at once, with its type.
    Whole(StatusCode, String, Bytes),
    /// Line by line.
    Told(ToldBody),
}

impl HttpReply {
    /// A text of a type.
    pub(super) fn text(sort: &str, text: &str) -> Self {
        let sort = format!("{sort}; charset=utf-8");
        Self::Whole(StatusCode::OK, sort, Bytes::copy_from_slice(text.as_bytes()))
    }

    /// A value.
    pub(super) fn json(value: &impl Serialize) -> Self {
        let bytes = serde_json::to_vec(value).unwrap_or_default();
        Self::Whole(StatusCode::OK, "application/json".to_owned(), bytes.into())
    }

    /// Why there is nothing.
    pub(super) fn refused(status: StatusCode, words: &str) -> Self {
        match Self::text("text/plain", words) {
            Self::Whole(_, sort, bytes) => Self::Whole(status, sort, bytes),
            told => told,
        }
    }
}

/// What the page may load: what this server has, and the styles that the editor makes.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

impl From<HttpReply> for Response<Either<Full<Bytes>, ToldBody>> {
    fn from(reply: HttpReply) -> Self {
        let (status, sort, body) = match reply {
            HttpReply::Whole(status, sort, bytes) => (status, sort, Either::Left(Full::new(bytes))),
            HttpReply::Told(told) => {
                (StatusCode::OK, "application/jsonl".to_owned(), Either::Right(told))
            }
        };
        let mut response = Self::new(body);
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.extend(sort.parse().ok().map(|it| (CONTENT_TYPE, it)));
        for (name, value) in [
            (CACHE_CONTROL, "no-store"),
            (CONTENT_SECURITY_POLICY, POLICY),
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ] {
            headers.insert(name, hyper::header::HeaderValue::from_static(value));
        }
        response
    }
}

/// What is told while it is found. When the page has left, the search is cancelled.
pub(super) struct ToldBody {
    lines: UnboundedReceiver<Bytes>,
    signal: Signal,
}

impl ToldBody {
    pub(super) fn new(lines: UnboundedReceiver<Bytes>, signal: Signal) -> Self {
        Self { lines, signal }
    }

    /// A line of it.
    pub(super) fn line(told: &PageAnswer) -> Bytes {
        let mut line = serde_json::to_vec(told).unwrap_or_default();
        line.push(b'\n');
        line.into()
    }
}

impl Drop for ToldBody {
    fn drop(&mut self) {
        self.signal.cancel();
    }
}

impl Body for ToldBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.lines.poll_recv(context).map(|it| it.map(|line| Ok(Frame::data(line))))
    }
}
