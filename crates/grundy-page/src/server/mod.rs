//! The server: the page's files and the interface behind HTTP.
//!
//! In: an address to listen at, limits. Out: answers, until it is told to stop. One thread serves; the work on questions is done on others, so that
//! the server answers while it computes. It serves embedded files and the list of endpoints: no address leads to a file of the machine.

mod guard;
mod places;
mod respond;
mod room;
mod shrink;
mod work;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::{any, get};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;

use self::guard::{Guard, Wrong};
use self::places::{Counts, Places};
use self::respond::Answer;
use self::work::Asked;
use crate::api::{Desk, ENDPOINTS, Kinds, Pace, Question, Refusal, STACK, Settings, document};
use crate::files;
use grundy::lang::Code;

/// How a server serves.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; port 0 is a free one.
    pub address: SocketAddr,
    /// The limits of questions.
    pub settings: Settings,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// How long the head and the body of a request may take to arrive.
    pub patience: Duration,
    /// How many questions of persons are worked on at once, those beside that take long.
    pub together: usize,
    /// After how long a question of a person counts as one that takes long.
    pub short: Duration,
    /// How many questions of persons that take long are worked on at once.
    pub slow: usize,
    /// How many pieces of maps are.
    pub pieces: usize,
    /// How many questions wait beside them.
    pub waiting: usize,
    /// How many connections are open at once.
    pub connections: usize,
}

impl Options {
    /// For an address, with limits for one person's machine.
    #[must_use]
    pub fn at(address: SocketAddr) -> Options {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Options {
            address,
            settings: Settings::default(),
            body: 2 << 20,
            patience: Duration::from_secs(10),
            together: (2 * cores).max(4),
            short: Duration::from_millis(500),
            slow: (2 * cores).max(8),
            pieces: cores.max(4),
            waiting: 512,
            connections: 512,
        }
    }

    fn counts(&self) -> Counts {
        Counts { together: self.together, slow: self.slow, pieces: self.pieces, waiting: self.waiting }
    }
}

/// The header in which a page says which one it is: a word of its own, so that each has its share of the places.
const CLIENT: &str = "grundy-client";
/// The most bytes of it that count.
const CLIENT_NAME: usize = 64;

/// How often a server looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// A server that listens, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    guard: Guard,
    options: Options,
}

/// What all requests share.
#[derive(Clone)]
struct Shared {
    guard: Arc<Guard>,
    desk: Arc<Desk>,
    places: Places,
    short: Duration,
    body: usize,
    patience: Duration,
}

impl Server {
    /// Listens at the address, with a new token.
    ///
    /// ```
    /// use grundy_page::server::{Options, Server};
    ///
    /// let server = Server::bind(Options::at("127.0.0.1:0".parse()?))?;
    /// assert!(server.link("").starts_with("http://127.0.0.1:"));
    /// server.run(&|| true)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An address that is in use, or not the machine's.
    pub fn bind(options: Options) -> io::Result<Server> {
        let listener = TcpListener::bind(options.address)?;
        listener.set_nonblocking(true)?;
        let guard = Guard { address: listener.local_addr()?, token: secret()?, guest: secret()? };
        Ok(Server { listener, guard, options })
    }

    /// Where the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.guard.address
    }

    /// The token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.guard.token
    }

    /// The address of the page with its token; `state` is what stands behind `#`. Where the server listens at all addresses of the machine, the link has the one
    /// that others reach.
    #[must_use]
    pub fn link(&self, state: &str) -> String {
        let mark = if state.is_empty() { "" } else { "#" };
        format!("{}{mark}{state}", room::link(self.address(), self.token()))
    }

    /// The link for others in the room, if the server listens to others: whoever has it looks and plays, and checks no claims.
    #[must_use]
    pub fn room(&self) -> Option<String> {
        (!self.address().ip().is_loopback()).then(|| room::link(self.address(), &self.guard.guest))
    }

    /// Serves until `stop` says so, which is asked many times a second.
    ///
    /// # Errors
    /// The system gives no threads or sockets.
    pub fn run(self, stop: &dyn Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(places::threads(self.options.counts()))
            .thread_stack_size(STACK)
            .build()?;
        let outcome = runtime.block_on(self.serve(stop));
        // Work that goes on is ended by its guards; nothing waits for it.
        runtime.shutdown_background();
        outcome
    }

    async fn serve(self, stop: &dyn Fn() -> bool) -> io::Result<()> {
        let room = self.room();
        let Server { listener, guard, options } = self;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let app = router(Shared {
            guard: Arc::new(guard),
            places: Places::new(options.counts()),
            desk: Arc::new(Desk::new(options.settings).in_room(room)),
            short: options.short,
            body: options.body,
            patience: options.patience,
        });
        let open = Arc::new(Semaphore::new(options.connections));
        let mut look = tokio::time::interval(LOOK);
        while !stop() {
            let stream = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = look.tick() => continue,
            };
            // A client that left before it was met, or too many files: the next one is served.
            let Ok((stream, _)) = stream else { continue };
            let Ok(place) = open.clone().try_acquire_owned() else { continue };
            // Each line of a stream goes at once. Without this, the second waits some 40 ms until the client has said that it has the first.
            let _ = stream.set_nodelay(true);
            let service = TowerToHyperService::new(app.clone());
            let mut connection = hyper::server::conn::http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(options.patience);
            tokio::spawn(async move {
                let _place = place;
                // An error is the client's, which is gone.
                let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            });
        }
        Ok(())
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/assets/{hash}/{*path}", get(asset))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/v1/{name}", any(ask))
        .fallback(|| async { nothing() })
        .method_not_allowed_fallback(|| async { respond::refused(405, Code::Method, "this address is read with GET") })
        .layer(from_fn_with_state(shared.clone(), own_host))
        .with_state(shared)
}

/// Refuses requests that are sent to a name which is not this machine's.
async fn own_host(State(shared): State<Shared>, request: Request, next: Next) -> Answer {
    if let Err(wrong) = shared.guard.host(request.headers()) {
        return refuse(wrong);
    }
    let mut response = next.run(request).await;
    if !shared.guard.address.ip().is_loopback() {
        // Browsers ignore this one over plain HTTP from another machine, and complain about it.
        response.headers_mut().remove("cross-origin-opener-policy");
    }
    response
}

fn refuse(wrong: Wrong) -> Answer {
    respond::refused(wrong.status(), wrong.code(), wrong.message())
}

fn nothing() -> Answer {
    respond::refused(404, Code::Address, "there is nothing at this address")
}

async fn page() -> Answer {
    respond::page(files::index(&format!("/assets/{}", files::hash())))
}

async fn asset(path: Result<Path<(String, String)>, PathRejection>, headers: HeaderMap) -> Answer {
    let Ok(Path((hash, path))) = path else { return nothing() };
    match files::find(&path).filter(|_| hash == files::hash()) {
        Some(file) => respond::file(file, shrink::reads_gzip(&headers)),
        None => respond::refused(404, Code::Address, "the page has no such file"),
    }
}

/// The description of the interface, which is no secret.
async fn openapi() -> Answer {
    respond::object(200, &document())
}

/// A question of the interface.
async fn ask(State(shared): State<Shared>, name: Result<Path<String>, PathRejection>, request: Request) -> Answer {
    // An address that is no text.
    let Ok(Path(name)) = name else { return nothing() };
    let (head, body) = request.into_parts();
    let query = head.uri.query().unwrap_or_default();
    let allowed = shared.guard.origin(&head.headers).and_then(|()| shared.guard.token(&head.headers, query));
    let who = match allowed {
        Ok(who) => who,
        Err(wrong) => return refuse(wrong),
    };
    let question = match head.method {
        Method::GET => Ok(Question::of_query(query).without("token")),
        Method::POST => posted(&shared, &head.headers, body).await,
        _ => {
            Err(respond::refused(405, Code::Method, "a question is asked with GET and a query, or with POST and JSON"))
        }
    };
    let question = match question {
        Ok(question) => question,
        Err(refusal) => return refusal,
    };
    let endpoint = ENDPOINTS.iter().find(|endpoint| endpoint.name == name);
    let pace = endpoint.map_or(Pace::Person, |endpoint| endpoint.pace);
    if endpoint.is_some_and(|endpoint| !who.may_ask(endpoint)) {
        return refuse(Wrong::Guest);
    }
    let client = head.headers.get(CLIENT).and_then(|client| client.to_str().ok()).unwrap_or_default();
    let client = client.get(..CLIENT_NAME).unwrap_or(client);
    let Some(place) = shared.places.take(pace, client).await else {
        return respond::refused(503, Code::Busy, "too many questions wait already; ask again later");
    };
    let gzip = shrink::reads_gzip(&head.headers);
    // What has sent lines cannot begin again.
    let whole = endpoint.is_some_and(|endpoint| endpoint.kind == Kinds::Json);
    let quick = (pace == Pace::Person && whole).then(|| (shared.short, client.to_string()));
    let asked = Asked { desk: shared.desk.clone(), who, name, question, quick };
    respond::answer(work::begin(asked, shared.places.clone(), place), gzip).await
}

/// A new token.
fn secret() -> io::Result<String> {
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The parameters in a body.
async fn posted(shared: &Shared, headers: &HeaderMap, body: Body) -> Result<Question, Answer> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(respond::refused(415, Code::Type, "the body of a question is `application/json`"));
    }
    let told = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let too_long = || respond::refused(413, Code::Body, &format!("a body has at most {} bytes", shared.body));
    if told.is_some_and(|length| length > shared.body as u64) {
        return Err(too_long());
    }
    let bytes = tokio::time::timeout(shared.patience, axum::body::to_bytes(body, shared.body)).await;
    let bytes = match bytes {
        Err(_) => return Err(respond::refused(408, Code::Body, "the body did not arrive in time")),
        Ok(Err(error)) if breaks_off(&error) => {
            return Err(respond::refused(400, Code::Body, "the body breaks off, or its chunks are none"));
        }
        Ok(Err(_)) => return Err(too_long()),
        Ok(Ok(bytes)) => bytes,
    };
    Question::of_json(&bytes).map_err(|error| respond::refusal(&Refusal::new(400, &error)))
}

/// Does a body end before its end? Otherwise it is too long.
fn breaks_off(error: &axum::Error) -> bool {
    let mut causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
    causes.any(|error| error.is::<hyper::Error>())
}
