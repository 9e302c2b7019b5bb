//! `grundy verify`: checks a certificate by the crate `grundy-certify`, which shares no code with the engines that made the certificate.
//!
//! In: certificates, or programs of formulas. Out: what each of them states; with `--program` the formulas, with `--coq` a file for Coq. Exit code 1: one is not verified; 3: it is, and
//! there is no theorem of Coq.

use std::path::{Path, PathBuf};

use clap::Args;
use grundy::Diagnostic;
use grundy::lang::Code;
use grundy_certify::{Refusal, Theorem, decide, program, verify};
use serde_json::json;

use super::command::{Ended, Runs, Start};
use crate::certificates::{TheoremFile, no_certificate, within_limits};
use crate::context::Context;
use crate::failure::{Failure, Outcome, interrupted};
use crate::input::{name_of, read_text};

/// The words after `verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Certificates, or programs of formulas; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print the formulas that were decided for the certificate, as a program
    #[arg(long)]
    pub(crate) program: bool,
    /// Write the statement of one certificate as a theorem for Coq, with its proof
    #[arg(long, value_name = "FILE.v", conflicts_with = "program")]
    pub(crate) coq: Option<PathBuf>,
}

impl Runs for VerifyArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy period kayles '(_)' --certificate kayles.json",
        "grundy verify kayles.json",
        "grundy verify kayles.json --program",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// What a file is verified to be.
enum Verified {
    Theorem(Box<Theorem>),
    /// The formulas of a certificate.
    Program(String),
    /// So many formulas are as the program says.
    Formulas(usize),
}

/// Prints what is verified of each file, or why nothing is; then the exit code is 1.
fn run(args: &VerifyArgs, context: &mut Context) -> Outcome<()> {
    if args.program && args.files.len() > 1 {
        let message = "`--program` prints the formulas of one certificate, and there are several files";
        return Err(Diagnostic::new(Code::Usage, message).into());
    }
    if args.coq.is_some() && args.files.len() > 1 {
        let message = "`--coq` writes the theorem of one certificate, and there are several files";
        return Err(Diagnostic::new(Code::Usage, message).into());
    }
    let mut coq = args.coq.as_deref().map(|path| TheoremFile::at(path, context.interrupts())).transpose()?;
    let mut all = true;
    for file in &args.files {
        all &= read(file, args, coq.take(), context)?;
    }
    if all { Ok(()) } else { Err(Failure::Reported(1)) }
}

/// Is a file verified?
fn read(file: &Path, args: &VerifyArgs, coq: Option<TheoremFile>, context: &mut Context) -> Outcome<bool> {
    let text = read_text(file, context.console)?;
    let name = name_of(file);
    let progress = context.progress(format!("the certificate {name}"));
    let is_program = text.starts_with("grundy program");
    let verdict = within_limits(context, |stop| {
        if is_program {
            return decide(&text, stop).map(Verified::Formulas);
        }
        if !args.program {
            return verify(&text, stop).map(|theorem| Verified::Theorem(Box::new(theorem)));
        }
        let (theorem, program) = program(&text, stop);
        theorem.map(|_| Verified::Program(program))
    })?;
    drop(progress);
    match verdict {
        Ok(verified) => {
            let written = coq.map(|file| in_coq(&text, &verified).and_then(|theorem| file.write(&theorem)));
            tell(&name, args, verified, written.as_ref(), context)?;
            written.map_or(Ok(true), |written| written.map(|_| true))
        }
        Err(Refusal::False(why) | Refusal::Refuted(why)) => {
            if context.common.json {
                let line = json!({"v": 1, "cmd": "verify", "file": name, "status": "false", "reason": why});
                context.line(line)?;
            } else {
                context.line(format!("{}not verified: {why}", before(&name, args)))?;
            }
            Ok(false)
        }
        Err(Refusal::NoCertificate(why)) if is_program => {
            let message = format!("{name} is no program of formulas: {why}");
            Err(Diagnostic::new(Code::Certificate, message).into())
        }
        Err(Refusal::NoCertificate(why)) => Err(no_certificate(&name, &why)),
        Err(Refusal::Stopped) => Err(interrupted()),
    }
}

/// The theorem of Coq that a certificate has; or why there is none.
fn in_coq(certificate: &str, verified: &Verified) -> Outcome<String> {
    let theorem = match verified {
        Verified::Theorem(theorem) => crate::coq::theorem(certificate, &theorem.statement).map_err(|lack| lack.why),
        Verified::Program(_) | Verified::Formulas(_) => Err("a program of formulas is no certificate".into()),
    };
    theorem.map_err(|why| {
        Diagnostic::limit(Code::Certificate, format!("no theorem of Coq is written: {why}"))
            .help("the certificate stands; the library for Coq has less than the checker")
            .into()
    })
}

/// Of several files, each is named.
fn before(file: &str, args: &VerifyArgs) -> String {
    if args.files.len() > 1 { format!("{file}: ") } else { String::new() }
}

/// On what a theorem rests, in words.
fn rests_on(theorem: &Theorem) -> String {
    let names = theorem.rests_on.join(", ");
    format!("It rests on {names}: {} lines of the checker.", theorem.lines)
}

/// Tells what was verified; `written` is the file of the theorem of Coq, if one is asked for.
fn tell(
    file: &str,
    args: &VerifyArgs,
    verified: Verified,
    written: Option<&Outcome<String>>,
    context: &mut Context,
) -> Outcome<()> {
    let json = context.common.json;
    match verified {
        Verified::Theorem(theorem) if json => {
            let mut line = grundy::json::theorem(file, &theorem);
            if let Some(written) = written {
                line["coq"] = json!(written.as_ref().ok());
            }
            context.line(line)
        }
        Verified::Theorem(theorem) => {
            context.line(format!("{}verified", before(file, args)))?;
            context.line(&theorem.statement)?;
            context.line(&theorem.proof)?;
            context.line(rests_on(&theorem))
        }
        Verified::Program(program) if json => {
            context.line(json!({"v": 1, "cmd": "verify", "file": file, "status": "verified", "program": program}))
        }
        Verified::Program(program) => context.line(program.trim_end()),
        Verified::Formulas(formulas) if json => {
            context.line(json!({"v": 1, "cmd": "verify", "file": file, "status": "verified", "formulas": formulas}))
        }
        Verified::Formulas(formulas) => {
            context.line(format!("{}verified", before(file, args)))?;
            context.line(match formulas {
                1 => "The formula of the program is as it says.".to_string(),
                _ => format!("The {formulas} formulas of the program are as it says: true of all numbers, or not."),
            })
        }
    }
}
