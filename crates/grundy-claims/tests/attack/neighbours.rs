//! Every proved claim of the papers and of the larger library, turned into neighbours that are false only far out.
//!
//! In: the files of `papers` and `games/more`. Out: for each claim that is proved, with its bound left out, a file of it and its neighbours; none of
//! these is proved. A claim whose positions are all near, so that its neighbours are true, is passed over.

use std::path::Path;

use grundy_claims::{Status, Verdict};

use super::{checked, options};

/// The texts of all files of the two folders.
fn files() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = |name: &str| std::fs::read_dir(root.join(name)).expect("a folder").flatten().map(|entry| entry.path());
    let mut paths: Vec<_> = folder("papers").chain(folder("games/more")).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a file")).collect()
}

/// The items of a file in the normal layout: each begins at the left.
fn items(text: &str) -> Vec<String> {
    let mut items: Vec<String> = vec![];
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        match items.last_mut() {
            Some(item) if line.starts_with([' ', '}']) => *item += &format!("{line}\n"),
            _ => items.push(format!("{line}\n")),
        }
    }
    items
}

/// Where `what` stands first, outside of strings and brackets, from a place on.
fn find(text: &str, what: &str, from: usize) -> Option<usize> {
    let (mut depth, mut quoted) = (0, false);
    text.char_indices().skip_while(|(i, _)| *i < from).find_map(|(i, c)| {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        (depth == 0 && !quoted && text[i..].starts_with(what)).then_some(i)
    })
}

/// What stands before the formula of a claim about positions, without a bound; the formula, and its first variable.
fn parts(item: &str, defined: &[&str]) -> Option<(String, String, String)> {
    let item = item.split('#').next().filter(|first| first.len() > 20).unwrap_or(item);
    let name = item.strip_prefix("claim \"")?.find('"')? + "claim \"".len() + 1;
    let pattern = find(item, " at (", name)?;
    let colon = find(item, ":", pattern + 4)?;
    let mut head = item[name..colon].to_string();
    if let Some(to) = head.rfind(" to ").filter(|to| head[to + 4..].trim().chars().all(|c| c.is_ascii_digit())) {
        head.truncate(to);
    }
    let inside = &item[pattern + 5..];
    let words = inside[..find(inside, ")", 0).unwrap_or_else(|| inside.find(')').unwrap_or(0))]
        .split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_variable = |word: &&str| word.starts_with(|c: char| c.is_alphabetic()) && !defined.contains(word);
    let variable = words.into_iter().find(is_variable)?.to_string();
    Some((head, item[colon + 1..].trim().to_string(), variable))
}

/// False neighbours of a claim, if there are positions far out.
fn neighbours(body: &str, v: &str) -> Vec<String> {
    let mut all = vec![format!("({body}) and {v} < 10^9"), format!("{v} < 10^9 + 1 and ({body})")];
    let is_alone = |word: &str| find(body, word, 0).is_none();
    let is_simple = [" and ", " or ", " implies ", "if ", "all ", "any ", "not "].iter().all(|word| is_alone(word));
    if let Some(iff) = find(body, " iff ", 0).filter(|_| is_alone(" implies ") && is_alone("all ") && is_alone("any "))
    {
        let (left, right) = (&body[..iff], &body[iff + 5..]);
        all.push(format!("{left} iff (({right}) iff {v} < 10^9)"));
        all.push(format!("{left} iff (if {v} >= 10^10 then not ({right}) else ({right}))"));
    } else if let Some(equal) = find(body, " = ", 0).filter(|_| is_simple) {
        let (left, right) = (&body[..equal], &body[equal + 3..]);
        all.push(format!("{left} = ({right}) + (if {v} >= 10^9 then 1 else 0)"));
        all.push(format!("{left} = (if {v} >= 10^10 then ({right}) + 2 else {right})"));
    }
    all
}

fn is_proved(verdict: &Verdict) -> bool {
    let beyond = verdict.reason.as_ref().is_some_and(|reason| reason.starts_with("true for every position"));
    verdict.status == Status::Proved || beyond
}

#[test]
fn neighbours_of_proved_claims_are_not_proved() {
    let (mut number, mut proved, mut near, mut refuted) = (0, 0, 0, 0);
    let mut wrong = vec![];
    for text in files() {
        let items = items(&text);
        let is_kept = |item: &&String| item.starts_with("def ") || item.starts_with("game ");
        let before: String = items.iter().filter(is_kept).map(String::as_str).collect();
        let names = before.lines().filter_map(|line| line.strip_prefix("def "));
        let defined: Vec<&str> = names.filter_map(|line| line.split([' ', '(']).next()).collect();
        for (place, item) in items.iter().enumerate() {
            let noted = place > 0 && items[place - 1].starts_with("erratum");
            let Some((head, body, v)) = parts(item, &defined).filter(|_| !noted) else { continue };
            number += 1;
            if number % grundy_testing::every(40) != 0 {
                continue;
            }
            let domain = format!("{before}claim \"far\"{head}: {v} < 10^9\n");
            let mut text = format!("{before}claim \"itself\"{head}: {body}\n");
            for (n, body) in neighbours(&body, &v).iter().enumerate() {
                text += &format!("claim \"{n}\"{head}: {body}\n");
            }
            let found = match checked(&text, &options(Some(3), 1)) {
                Ok(found) => found,
                // A formula that is put together wrongly is no claim.
                Err(why) => {
                    eprintln!("{why}");
                    continue;
                }
            };
            if !found.first().is_some_and(|(_, verdict)| is_proved(verdict)) {
                continue;
            }
            proved += 1;
            refuted += found.iter().filter(|(_, verdict)| verdict.status == Status::False).count();
            let Some((name, _)) = found[1..].iter().find(|(_, verdict)| is_proved(verdict)) else { continue };
            if checked(&domain, &options(Some(3), 1)).is_ok_and(|found| is_proved(&found[0].1)) {
                eprintln!("near: {head}");
                near += 1;
                continue;
            }
            eprintln!("{name} of {text}");
            wrong.push(format!("{name} of {text}"));
        }
    }
    eprintln!("{number} claims, {proved} are proved, {near} speak of near positions, {refuted} neighbours are false");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proved >= 2 && refuted >= 2, "{proved}, {refuted} neighbours are false");
}
