//! `grundy serve`: the page.
//!
//! In: where to listen, and a game to open at. Out: the address of the page with its token; then answers, until Ctrl-C or `--time` ends the
//! server. A browser is opened where there is a desktop and a person.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use grundy::Diagnostic;
use grundy::lang::Code;
use grundy_page::api::Settings;
use grundy_page::server::{Options, Server};
use serde_json::json;

use super::command::{Ended, Runs, Start};
use crate::context::Context;
use crate::failure::{Outcome, reason};
use crate::input::{name_of, read_text, split_file};

/// The part of the memory that one question may take; the tables that are kept take twice as much.
const SHARE: u64 = 8;

/// The words after `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The game to open at; it may carry its position
    #[arg(value_name = "GAME")]
    pub(crate) named: Option<String>,
    /// The game to open at; it may carry its position
    #[arg(long, value_name = "GAME", allow_hyphen_values = true, conflicts_with = "named")]
    pub(crate) game: Option<String>,
    /// The port; by default a free one
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Let others in: the address of this machine at which they reach it, or 0.0.0.0 for all
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_browser: bool,
}

impl Runs for ServeArgs {
    const EXAMPLES: [&'static str; 3] =
        ["grundy serve", "grundy serve --game 'star_nim[2]' --no-browser", "grundy serve --listen 0.0.0.0 --json"];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Serves.
fn run(args: &ServeArgs, context: &mut Context) -> Outcome<()> {
    let address = SocketAddr::new(listened(args.listen.as_deref())?, args.port.unwrap_or(0));
    let state = state(args.game.as_deref().or(args.named.as_deref()), context)?;
    let settings = Settings { memory: context.common.memory() / SHARE, ..Settings::default() };
    let server = Server::bind(Options { settings, ..Options::at(address) });
    let server = server.map_err(|error| refused(address, &error))?;
    let link = server.link(&state);
    if !address.ip().is_loopback() {
        context.note(
            "everyone who reaches this machine and knows a token may ask questions and make it work; nothing on the way is encrypted",
        );
    }
    tell(&server, &link, context)?;
    if context.console.out_is_terminal && !args.no_browser && has_desktop() {
        // Where no browser starts, the address is there to be opened by hand.
        let _ = open::that_detached(&link);
    }
    let (flag, deadline) = (context.interrupts().flag(), context.common.deadline());
    let over = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let served = server.run(&|| flag.load(Ordering::Relaxed) || over());
    served.map_err(|error| Diagnostic::limit(Code::Serve, format!("the server cannot go on: {}", reason(&error))))?;
    context.check_interrupt()?;
    Err(Diagnostic::time_is_over().into())
}

fn tell(server: &Server, link: &str, context: &mut Context) -> Outcome<()> {
    match context.common.json {
        true => context.line(json!({
            "v": 1, "cmd": "serve", "address": server.address().to_string(), "token": server.token(), "link": link,
            "room": server.room(),
        }))?,
        false => {
            let room = server.room().map_or(String::new(), |room| format!("\nFor others in the room: {room}"));
            context.line(format!("{link}{room}\nCtrl-C ends the server."))?;
        }
    }
    let _ = context.console.out.flush();
    Ok(())
}

/// The address at which others reach the machine; without one, nobody else does.
fn listened(text: Option<&str>) -> Result<IpAddr, Diagnostic> {
    match text {
        None | Some("localhost") => Ok(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        Some(text) => text.parse().map_err(|_| {
            let message = format!("`--listen` wants an address of this machine in digits, found `{text}`");
            Diagnostic::new(Code::Address, message)
                .help("such as `--listen 0.0.0.0`, which is all of them; `--port N` is the port")
        }),
    }
}

/// Why the server cannot listen.
fn refused(address: SocketAddr, error: &std::io::Error) -> Diagnostic {
    let why = match error.kind() {
        std::io::ErrorKind::AddrInUse => "another program listens there".to_string(),
        std::io::ErrorKind::AddrNotAvailable => "this is no address of the machine".to_string(),
        std::io::ErrorKind::PermissionDenied => "this port is not for everyone".to_string(),
        _ => reason(error),
    };
    Diagnostic::new(Code::Address, format!("cannot listen at {address}: {why}"))
        .help("without `--port` a free one is taken")
}

/// The state of the page that the options ask for, as it stands behind `#`.
fn state(game: Option<&str>, context: &mut Context) -> Outcome<String> {
    let mut rules = context.common.rules.clone();
    let mut expression = game.map(str::to_string);
    if let Some((path, name)) = game.and_then(split_file) {
        let text = read_text(Path::new(path), context.console)?;
        let file = name_of(Path::new(path));
        context.load(&file, &text)?;
        rules.push(text);
        expression = name.map(str::to_string);
    }
    let only = match &context.session().own_games()[..] {
        [(name, _)] => Some(name.clone()),
        _ => None,
    };
    let mut parts = form_urlencoded::Serializer::new(String::new());
    if let Some(game) = expression.or(only) {
        let placed = context.ask("--game", |session| session.placed(&game))?;
        let (game, position) = placed.map_or((game, None), |(game, position)| (game, Some(position)));
        must_be_game(&game, context)?;
        parts.append_pair("game", &game);
        position.iter().for_each(|position| _ = parts.append_pair("at", position));
    }
    if context.common.misere {
        parts.append_pair("play", "misere");
    }
    if !rules.is_empty() {
        parts.append_pair("rules", &rules.join("\n\n"));
    }
    Ok(parts.finish())
}

/// Refuses what is no game. Lengths and parameters may be missing: the page begins with an example.
fn must_be_game(game: &str, context: &mut Context) -> Outcome<()> {
    let settled = context.ask("--game", |session| session.game(game, None));
    let bare = context.session().built_in(game).is_some();
    match settled {
        Err(crate::failure::Failure::Error(error)) if error.code == Code::UnsettledLength || bare => Ok(()),
        settled => settled.map(|_| ()),
    }
}

/// Is there a desktop on which a browser may open?
fn has_desktop() -> bool {
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
}
