//! Answers are sent compressed to whoever reads gzip.
//!
//! In: the body of an answer, the head of its request. Out: the body, smaller. Streams go as they are, since each line is read when it comes.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::respond::Answer;

/// Bodies below this many bytes are sent as they are.
const SMALL: usize = 1 << 10;

/// Does the client read gzip?
pub(super) fn reads_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|way| {
        let (name, weight) = way.split_once(';').unwrap_or((way, ""));
        let none = weight.trim().strip_prefix("q=").is_some_and(|weight| weight.trim().parse() == Ok(0.0));
        matches!(name.trim(), "gzip" | "*") && !none
    })
}

/// An answer with this body, compressed if that pays.
pub(super) fn with_body(mut answer: Answer, bytes: impl Into<Bytes>, gzip: bool) -> Answer {
    let bytes = bytes.into();
    if !gzip || bytes.len() < SMALL {
        *answer.body_mut() = Body::from(bytes);
        return answer;
    }
    *answer.body_mut() = Body::from(zipped(&bytes, Compression::fast()));
    mark(&mut answer);
    answer
}

/// An answer with a file of the page, which is compressed once.
pub(super) fn with_file(mut answer: Answer, path: &'static str, bytes: &'static [u8], gzip: bool) -> Answer {
    static KNOWN: Mutex<Option<HashMap<&'static str, Bytes>>> = Mutex::new(None);
    if !gzip || bytes.len() < SMALL {
        *answer.body_mut() = Body::from(Bytes::from_static(bytes));
        return answer;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let all = known.get_or_insert_with(HashMap::new);
    let body = all.entry(path).or_insert_with(|| zipped(bytes, Compression::best()).into()).clone();
    *answer.body_mut() = Body::from(body);
    mark(&mut answer);
    answer
}

fn mark(answer: &mut Answer) {
    answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
}

fn zipped(bytes: &[u8], how: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), how);
    // Writing to a vector does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}
