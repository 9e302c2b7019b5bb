//! `grundy verify`: checks a certificate by the crate `grundy-certify`, which shares no code with the engines that made the certificate.

use std::path::PathBuf;

use clap::Args;
use grundy_certify::{Refusal, Theorem};
use serde_json::json;

use super::command::{Ended, Runs, Start};
use crate::certificates::{no_certificate, read_certificate};
use crate::context::Context;
use crate::failure::{Failure, Outcome, interrupted};
use crate::input::{name_of, read_text};

/// The words after `verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The certificate; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

impl Runs for VerifyArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy period kayles '(_)' --certificate kayles.json",
        "grundy verify kayles.json",
        "grundy verify - < kayles.json",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints the theorem; or prints why it is not verified, with the exit code 1.
fn run(args: &VerifyArgs, context: &mut Context) -> Outcome<()> {
    let text = read_text(&args.file, context.console)?;
    let name = name_of(&args.file);
    let progress = context.progress(format!("the certificate {name}"));
    let verdict = read_certificate(&text, context)?;
    drop(progress);
    match verdict {
        Ok(theorem) => tell(&name, &theorem, context),
        Err(Refusal::False(why) | Refusal::Refuted(why)) => {
            if context.common.json {
                let line = json!({"v": 1, "cmd": "verify", "file": name, "status": "false", "reason": why});
                context.line(line)?;
            } else {
                context.line(format!("not verified: {why}"))?;
            }
            Err(Failure::Reported(1))
        }
        Err(Refusal::NoCertificate(why)) => Err(no_certificate(&name, &why)),
        Err(Refusal::Stopped) => Err(interrupted()),
    }
}

fn tell(file: &str, theorem: &Theorem, context: &mut Context) -> Outcome<()> {
    if context.common.json {
        return context.line(grundy::json::theorem(file, theorem));
    }
    context.line("verified")?;
    context.line(&theorem.statement)?;
    context.line(&theorem.proof)
}
