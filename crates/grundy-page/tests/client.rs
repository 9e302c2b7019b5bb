//! A server of a test's own, and a client that speaks HTTP/1.1 with it.
//!
//! In: options of a server; requests of any method, head and body, or bytes as they are. Out: status, head and body of
//! each answer. No library for HTTP is used, so that the tests can say what no library says, and share no mistake with
//! the server's. Nothing here has a limit in seconds: the server's own are set to days, so that no answer depends on
//! how fast the machine is.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use grundy_page::server::{Options, Server};
use serde_json::Value;

/// Longer than any test.
pub(crate) const FOR_EVER: Duration = Duration::from_secs(1_000_000);

/// A server, stopped and waited for when it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Running {
    /// A server without limits of time.
    pub(crate) fn start() -> Running {
        Running::with(|_| {})
    }

    /// A server with other options.
    pub(crate) fn with(change: impl FnOnce(&mut Options)) -> Running {
        let mut options = Options::at(SocketAddr::from(([127, 0, 0, 1], 0)));
        (options.patience, options.short) = (FOR_EVER, FOR_EVER);
        (options.settings.time, options.settings.checking) = (FOR_EVER, FOR_EVER);
        change(&mut options);
        let server = Server::bind(options).expect("a free port");
        let (address, token) = (server.address(), server.token().to_string());
        let stop = Arc::new(AtomicBool::new(false));
        let told = stop.clone();
        let thread = Some(std::thread::spawn(move || server.run(&|| told.load(Ordering::Relaxed))));
        Running { address, token, stop, thread }
    }

    pub(crate) fn connect(&self) -> Connection {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        Connection(BufReader::new(stream))
    }

    /// A request to this server, with its own `Host`.
    pub(crate) fn request(&self, method: &str, target: &str) -> Request {
        let request = Request { line: format!("{method} {target} HTTP/1.1"), ..Request::default() };
        request.header("Host", &self.address.to_string())
    }

    /// A question with GET.
    pub(crate) fn question(&self, name: &str, parameters: &[(&str, &str)]) -> Request {
        self.request("GET", &format!("/api/v1/{name}?{}token={}", query(parameters), self.token))
    }

    /// A question with POST.
    pub(crate) fn posted(&self, name: &str, body: impl Into<Vec<u8>>) -> Request {
        let request = self.request("POST", &format!("/api/v1/{name}"));
        let request = request.header("Authorization", &format!("Bearer {}", self.token));
        request.header("Content-Type", "application/json").body(body)
    }

    /// The answer to a request, on a connection of its own.
    pub(crate) fn send(&self, request: &Request) -> Reply {
        self.connect().send(request)
    }

    /// The answer to a question with GET.
    pub(crate) fn ask(&self, name: &str, parameters: &[(&str, &str)]) -> Reply {
        self.send(&self.question(name, parameters))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            assert!(matches!(ended, Some(Ok(Ok(())))), "the server ends in order: {ended:?}");
        }
    }
}

/// Parameters as a query, with `&` behind each.
fn query(parameters: &[(&str, &str)]) -> String {
    parameters.iter().map(|(name, value)| format!("{name}={}&", escaped(value))).collect()
}

/// A text as a part of an address.
pub(crate) fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b',' | b'_' | b'.' => out.push(char::from(byte)),
            _ => write!(out, "%{byte:02X}").expect("a text"),
        }
        out
    })
}

/// A request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    line: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
    chunk: Option<usize>,
}

impl Request {
    /// With one more header; one of this name that was there before goes.
    pub(crate) fn header(mut self, name: &str, value: &str) -> Request {
        self = self.without(name);
        self.headers.push((name.to_string(), value.to_string()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Request {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Request {
        self.body = Some(body.into());
        self
    }

    /// Sends the body in chunks of so many bytes.
    pub(crate) fn chunked(mut self, size: usize) -> Request {
        self.chunk = Some(size);
        self
    }

    /// The request as bytes, its body ready to be sent.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut head = format!("{}\r\n", self.line);
        for (name, value) in &self.headers {
            write!(head, "{name}: {value}\r\n").expect("a text");
        }
        let mut bytes = vec![];
        match (&self.body, self.chunk) {
            (None, _) => head.push_str("\r\n"),
            (Some(body), None) => {
                write!(head, "Content-Length: {}\r\n\r\n", body.len()).expect("a text");
                bytes.clone_from(body);
            }
            (Some(body), Some(size)) => {
                head.push_str("Transfer-Encoding: chunked\r\n\r\n");
                for chunk in body.chunks(size) {
                    bytes.extend(format!("{:x}\r\n", chunk.len()).bytes());
                    bytes.extend_from_slice(chunk);
                    bytes.extend(b"\r\n");
                }
                bytes.extend(b"0\r\n\r\n");
            }
        }
        [head.into_bytes(), bytes].concat()
    }
}

/// A connection, on which several requests may follow each other.
pub(crate) struct Connection(BufReader<TcpStream>);

impl Connection {
    pub(crate) fn send(&mut self, request: &Request) -> Reply {
        // A server may refuse a request before it has read all of it; its answer is there nevertheless.
        let _ = self.write(&request.bytes());
        self.read().expect("an answer")
    }

    /// The answer to a request whose answers have no body.
    pub(crate) fn head_of(&mut self, request: &Request) -> Reply {
        let _ = self.write(&request.bytes());
        self.head().expect("an answer")
    }

    /// Sends bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.get_mut().write_all(bytes)
    }

    /// Says that nothing more is sent.
    pub(crate) fn say_the_end(&self) {
        let _ = self.0.get_ref().shutdown(Shutdown::Write);
    }

    /// Has an answer begun to come?
    pub(crate) fn is_answered(&self) -> bool {
        let stream = self.0.get_ref();
        stream.set_nonblocking(true).expect("a socket");
        let answered = matches!(stream.peek(&mut [0]), Ok(1));
        stream.set_nonblocking(false).expect("a socket");
        answered
    }

    /// The next answer.
    pub(crate) fn read(&mut self) -> io::Result<Reply> {
        let mut reply = self.head()?;
        if reply.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk()? {
                reply.body.extend(chunk);
            }
        } else if let Some(length) = reply.header("content-length") {
            reply.body = vec![0; length.parse().map_err(io::Error::other)?];
            self.0.read_exact(&mut reply.body)?;
        }
        Ok(reply)
    }

    /// The status and the headers of the next answer.
    pub(crate) fn head(&mut self) -> io::Result<Reply> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status: {first}")))?;
        let mut headers = vec![];
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
        }
        Ok(Reply { status, headers, body: vec![] })
    }

    /// The next chunk of a body in chunks; `None` is its end.
    pub(crate) fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let length = usize::from_str_radix(&self.line()?, 16).map_err(io::Error::other)?;
        let mut chunk = vec![0; length];
        self.0.read_exact(&mut chunk)?;
        self.line()?;
        Ok((length > 0).then_some(chunk))
    }

    /// A line without its end; no line at all is an error.
    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.0.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_string()),
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Names in small letters.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The objects of an answer in lines.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
    }

    /// The object of a good answer.
    pub(crate) fn good(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }
}
