//! Others in the room: who they are, what they may ask, and the link for them.

use std::fmt::Write as _;

use grundy::Diagnostic;
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Value, json};

use super::asked::Asked;
use super::{ENDPOINTS, Endpoint, Lines, Pace, Reply};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The person who started the server.
    Owner,
    /// Somebody who was given the link for the room.
    Guest,
}

impl Who {
    /// Is a question answered? Guests look and play; what takes minutes is not for them.
    #[must_use]
    pub fn may_ask(self, endpoint: &Endpoint) -> bool {
        self == Who::Owner || endpoint.pace != Pace::Long
    }
}

/// The empty modules round a code, which the standard asks for.
const QUIET: i32 = 4;

/// The link and its code. A state that is too long for a code is left out of it: who opens the page there sees what an empty address shows.
pub(super) fn room(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let state = asked.question.get("state").unwrap_or_default().trim_start_matches('#');
    let link = asked.desk.room.as_deref();
    let whole = link.map(|link| if state.is_empty() { link.to_string() } else { format!("{link}#{state}") });
    let code = whole.as_deref().and_then(drawn).or_else(|| link.and_then(drawn));
    let refused: Vec<&str> = ENDPOINTS.iter().filter(|e| !asked.who.may_ask(e)).map(|e| e.name).collect();
    let code = code.map_or(Value::Null, Value::from);
    Ok(Reply::Json(json!({"v": 1, "cmd": "room", "link": whole, "code": code, "refused": refused})))
}

/// A QR code as SVG; `None` if the text is too long for one.
fn drawn(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let side = code.size() + 2 * QUIET;
    let mut path = String::new();
    for (y, x) in (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (y, x))) {
        if code.get_module(x, y) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/><path d=\"{path}\" fill=\"#000\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners() {
        let svg = drawn("http://192.168.1.7:4000/").unwrap();
        // A finder pattern is a frame of seven modules.
        for (x, y) in [(4, 4), (10, 4), (4, 10), (22, 4), (4, 22)] {
            assert!(svg.contains(&format!("M{x} {y}h1")), "{x}, {y} in {svg}");
        }
        assert!(!svg.contains("M5 5h1"), "the frame is white within");
        assert_eq!(drawn(&"x".repeat(5000)), None);
    }
}
