//! The format and the destination of a command's results.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use grundy::Diagnostic;
use grundy::lang::Code;

use super::draft::Draft;
use crate::context::Context;
use crate::failure::{Failure, Outcome, quoted};
use crate::options::OutputOptions;
use grundy_format::picture::Style;
use grundy_format::{Content, Format, FormatName, JSON, TEXT};

/// The form of an output.
pub(crate) struct Form {
    /// The format's name.
    pub(crate) name: FormatName,
    /// How it is drawn, where it is a picture.
    pub(crate) style: Style,
}

/// A destination and a format.
pub(crate) struct Output {
    /// The format's name.
    pub(crate) name: FormatName,
    /// The format.
    pub(crate) format: Box<dyn Format>,
    draft: Option<(Draft, String)>,
    /// Has the work ended early, so that what is known is written all the same?
    ended: bool,
}

/// The format that is named by `--format`, by the ending of the file, or by `--json`; text otherwise.
pub(crate) fn format_of(options: &OutputOptions, json: bool) -> Outcome<FormatName> {
    if let Some(format) = options.format {
        if json && format != JSON {
            let message = format!("`--json` and `--format {}` exclude each other", format.word());
            return Err(Diagnostic::new(Code::Format, message).help("leave one of them out").into());
        }
        return Ok(format);
    }
    let by_file = options.output.as_deref().filter(|path| !is_stream(path)).map(FormatName::from_path);
    match by_file {
        Some(Ok(format)) => Ok(format),
        _ if json => Ok(JSON),
        Some(Err(error)) => Err(error.into()),
        None => Ok(TEXT),
    }
}

/// Is the path one whose name says no format: standard output, a device?
fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-" || path.starts_with("/dev")
}

impl Output {
    /// Checks before any work whether the format can represent this content, and whether the file can be written.
    pub(crate) fn begin(context: &Context, options: &OutputOptions, form: Form, content: Content) -> Outcome<Output> {
        let Form { name, style } = form;
        let to_file = options.output.as_deref().filter(|path| path.as_os_str() != "-");
        let mut text = context.text();
        if to_file.is_some() {
            text.color = false;
            text.width = grundy_format::Text::default().width;
        }
        let format = name.format(text, style)?;
        format.accepts(content)?;
        if name.says().is_binary && to_file.is_none() && context.console.out_is_terminal {
            let ending = name.ending();
            let message = format!("a .{ending} file is no text for a terminal");
            let help = format!("write it to a file with `-o FILE.{ending}`");
            return Err(Diagnostic::new(Code::Format, message).help(help).into());
        }
        let draft = to_file.map(|path| {
            let draft =
                Draft::begin(path, context.interrupts()).map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
            Ok::<_, Failure>((draft, quoted(path)))
        });
        Ok(Output { name, format, draft: draft.transpose()?, ended: false })
    }

    /// Does the output go to a file?
    pub(crate) fn is_file(&self) -> bool {
        self.draft.is_some()
    }

    /// May values be stored in a temporary folder until they are written?
    pub(crate) fn may_have_folder(&self) -> bool {
        self.draft.as_ref().is_some_and(|(draft, _)| draft.may_have_folder())
    }

    /// This folder, which is removed at the end, and the name of the file.
    pub(crate) fn folder(&mut self) -> Option<(io::Result<PathBuf>, &str)> {
        let (draft, name) = self.draft.as_mut()?;
        Some((draft.folder()?, name))
    }

    /// The same after an interruption: what is known is written all the same.
    pub(crate) fn of_what_is_known(self) -> Output {
        Output { ended: true, ..self }
    }

    /// Writes everything; meanwhile Ctrl-C, and the end of the time, end the process.
    pub(crate) fn write<T>(
        self,
        context: &mut Context,
        content: impl FnOnce(&dyn Format, &mut dyn Write) -> io::Result<T>,
    ) -> Outcome<T> {
        let interrupts = context.interrupts();
        let _endable = if self.ended { interrupts.printing() } else { interrupts.endable() };
        if !self.ended {
            interrupts.check()?;
        }
        match self.draft {
            Some((mut draft, name)) => {
                let done = content(&*self.format, &mut draft).and_then(|value| draft.finish().map(|()| value));
                done.map_err(|error| Failure::of_writing(&error, &name))
            }
            None => {
                let mut out = BufWriter::with_capacity(1 << 16, &mut *context.console.out);
                let done = content(&*self.format, &mut out).and_then(|value| out.flush().map(|()| value));
                // After an error, the rest of the buffer must not be written again.
                let _ = out.into_parts();
                done.map_err(|error| Failure::of_writing(&error, "standard output"))
            }
        }
    }
}
