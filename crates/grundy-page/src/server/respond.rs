//! Answers as HTTP has them.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, StatusCode, header};
use grundy::Diagnostic;
use grundy::lang::Code;
use hyper::body::Frame;
use serde_json::Value;

use super::shrink::{with_body, with_file};
use super::work::{Message, Work};
use crate::api::{Cells, Refusal, Reply};
use crate::files::File;

/// What a browser may do on the page: load its own files, ask its own server, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
                      worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(super) type Answer = Response<Body>;

/// A response with the headers that all have.
fn response(status: u16, kind: &'static str, cache: &'static str, body: impl Into<Body>) -> Answer {
    let mut response = Response::new(body.into());
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, cache),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

const JSON: &str = "application/json";
const NEVER: &str = "no-store";
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The page itself, which a browser asks for each time.
pub(super) fn page(text: String) -> Answer {
    response(200, "text/html; charset=utf-8", "no-cache", text)
}

/// A file of the page, which never changes under its address.
pub(super) fn file(file: &'static File, gzip: bool) -> Answer {
    with_file(response(200, file.kind, FOR_EVER, Body::empty()), file.path, file.bytes, gzip)
}

/// An object.
pub(super) fn object(status: u16, value: &Value) -> Answer {
    response(status, JSON, NEVER, format!("{value}\n"))
}

/// A refusal by the server, before a question is read.
pub(super) fn refused(status: u16, code: Code, message: &str) -> Answer {
    refusal(&Refusal::new(status, &Diagnostic::new(code, message)))
}

/// A refusal as an answer.
pub(super) fn refusal(Refusal { status, error }: &Refusal) -> Answer {
    object(*status, error)
}

/// The answer to a question, once its first part is there.
pub(super) async fn answer(mut work: Work, gzip: bool) -> Answer {
    match work.next().await {
        Some(Message::Line(line)) => {
            let first = Some(format!("{line}\n"));
            response(200, "application/x-ndjson", NEVER, Body::new(Stream { first, work: Some(work) }))
        }
        Some(Message::End(Ok(Reply::Json(value)))) => {
            with_body(response(200, JSON, NEVER, Body::empty()), format!("{value}\n"), gzip)
        }
        Some(Message::End(Ok(Reply::Cells(cells)))) => binary(cells, gzip),
        Some(Message::End(Ok(Reply::Lines))) => response(200, "application/x-ndjson", NEVER, Body::empty()),
        Some(Message::End(Err(refused))) => refusal(&refused),
        None => refused(500, Code::Mistake, "the work ended without an answer"),
    }
}

fn binary(cells: Cells, gzip: bool) -> Answer {
    let mut response = response(200, "application/octet-stream", NEVER, Body::empty());
    for (name, value) in cells.headers() {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    with_body(response, cells.bytes, gzip)
}

/// Lines, as they come. A client that leaves drops the stream, and with it the work.
struct Stream {
    first: Option<String>,
    work: Option<Work>,
}

impl hyper::body::Body for Stream {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = |text: String| Poll::Ready(Some(Ok(Frame::data(Bytes::from(text)))));
        if let Some(first) = self.first.take() {
            return frame(first);
        }
        let Some(work) = &mut self.work else { return Poll::Ready(None) };
        match work.poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(Some(Message::Line(line))) => frame(format!("{line}\n")),
            Poll::Ready(Some(Message::End(Err(refusal)))) => {
                self.work = None;
                frame(format!("{}\n", refusal.error))
            }
            Poll::Ready(Some(Message::End(Ok(_))) | None) => Poll::Ready(None),
        }
    }
}
