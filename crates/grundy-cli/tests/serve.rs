//! `grundy serve` as a process: the address that it prints, an answer, its end.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

use serde_json::Value;

use crate::program::{Folder, Run};

/// A server, and the object that it prints.
fn served(args: &[&str]) -> (Folder, Run, Value) {
    let folder = Folder::new();
    let words = [&["serve", "--no-browser", "--json"], args].concat();
    let mut run = folder.start(&words);
    let mut line = String::new();
    BufReader::new(run.child().stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    let told = serde_json::from_str(&line).expect("an object");
    (folder, run, told)
}

/// The body of the answer to a question.
fn ask(told: &Value, question: &str) -> String {
    let (address, token) = (told["address"].as_str().expect("an address"), told["token"].as_str().expect("a token"));
    let mut stream = TcpStream::connect(address).expect("it listens");
    let head = format!("GET /api/v1/{question} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n");
    write!(stream, "{head}Connection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer.split_once("\r\n\r\n").expect("a body").1.to_string()
}

#[test]
fn it_answers_as_the_program_does_until_ctrl_c() {
    let (folder, mut run, told) = served(&[]);
    let answer = ask(&told, "value?game=star_nim&position=3,7");
    let (output, _) = folder.run(&["value", "star_nim", "3,7", "--json"]);
    assert_eq!(answer, String::from_utf8_lossy(&output.stdout));
    run.until_it_listens();
    run.interrupt();
    let (output, said) = run.end();
    let last = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!((output.status.code(), last.contains("\"interrupted\"")), (Some(130), true), "{last}{said}");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn the_address_holds_the_game_its_position_and_its_rules() {
    let rules = "game mine(n) { move n - s for s in {1, 4} }";
    let (_, _, told) = served(&["-e", rules, "--game", "mine(7) + nim(2)", "--misere"]);
    let link = told["link"].as_str().expect("a link");
    let state = link.split_once('#').expect("a state").1;
    assert_eq!(
        state,
        "game=mine+%2B+nim&at=7%2C+2&play=misere&rules=game+mine%28n%29+%7B+move+n+-+s+for+s+in+%7B1%2C+4%7D+%7D"
    );
    assert!(link.starts_with(&format!("http://{}/?token=", told["address"].as_str().expect("an address"))));
}

#[test]
fn sigterm_ends_it() {
    let (_, mut run, _) = served(&[]);
    run.until_it_listens();
    run.signal("-TERM");
    assert_eq!(run.end().0.status.code(), Some(143));
}

#[test]
fn it_ends_when_its_time_is_over() {
    let (output, _) = Folder::new().run(&["serve", "--no-browser", "--time", "1s"]);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn what_cannot_be_served_is_told() {
    let busy = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = busy.local_addr().expect("an address").port().to_string();
    let folder = Folder::new();
    for (args, sentence) in [
        (&["--port", &port][..], "another program listens there"),
        (&["--listen", "here"], "`--listen` wants an address of this machine in digits, found `here`"),
        (&["--listen", "192.0.2.7"], "this is no address of the machine"),
        (&["--game", "wythof"], "did you mean `wythoff`?"),
        (&["--game", "none.game:mine"], "there is no such file"),
        (&["-e", "game mine(n) { move m }"], "the name `m` is not known"),
    ] {
        let (output, said) = folder.run(&[&["serve", "--no-browser"], args].concat());
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
}
