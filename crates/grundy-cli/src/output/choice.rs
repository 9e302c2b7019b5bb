//! The format and the destination of a command's results.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use grundy::Diagnostic;

use super::draft::Draft;
use crate::context::Context;
use crate::failure::{Failure, Outcome, quoted};
use crate::format::{Content, Format, FormatName};
use crate::interrupt::Endable;
use crate::options::OutputOptions;

/// A destination and a format.
pub(crate) struct Output {
    /// The format's name.
    pub(crate) name: FormatName,
    /// The format.
    pub(crate) format: Box<dyn Format>,
    draft: Option<(Draft, String)>,
}

/// The format that is asked for: by name, by the file's ending, by `--json`; text otherwise.
fn format_of(options: &OutputOptions, json: bool) -> Outcome<FormatName> {
    if let Some(format) = options.format {
        if json && format != FormatName::Json {
            let message = format!("`--json` and `--format {}` exclude each other", format.word());
            return Err(Diagnostic::new("format", message).help("leave one of them out").into());
        }
        return Ok(format);
    }
    let by_file = options.output.as_deref().filter(|path| !is_stream(path)).map(FormatName::from_path);
    match by_file {
        Some(Ok(format)) => Ok(format),
        _ if json => Ok(FormatName::Json),
        Some(Err(error)) => Err(error.into()),
        None => Ok(FormatName::Text),
    }
}

/// Has a path no name that could say a format: standard output, a device?
fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-" || path.starts_with("/dev")
}

impl Output {
    /// Finds out before any work what cannot be had: the format for this content, the file.
    pub(crate) fn begin(context: &Context, options: &OutputOptions, content: Content) -> Outcome<Output> {
        let name = format_of(options, context.common.json)?;
        let to_file = options.output.as_deref().filter(|path| path.as_os_str() != "-");
        let mut text = context.text();
        if to_file.is_some() {
            text.color = false;
            text.width = crate::format::Text::default().width;
        }
        let format = name.format(text)?;
        format.accepts(content)?;
        if name.is_binary() && to_file.is_none() && context.console.out_is_terminal {
            let ending = name.ending();
            let message = format!("a .{ending} file is no text for a terminal");
            let help = format!("write it to a file with `-o FILE.{ending}`");
            return Err(Diagnostic::new("format", message).help(help).into());
        }
        let draft = to_file.map(|path| {
            let draft = Draft::begin(path).map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
            Ok::<_, Failure>((draft, quoted(path)))
        });
        Ok(Output { name, format, draft: draft.transpose()? })
    }

    /// Does it go to a file?
    pub(crate) fn is_file(&self) -> bool {
        self.draft.is_some()
    }

    /// May values stand in a folder beside the file until they are written?
    pub(crate) fn may_have_folder(&self) -> bool {
        self.draft.as_ref().is_some_and(|(draft, _)| draft.may_have_folder())
    }

    /// The name of that folder, which is removed at the end, and of the file.
    pub(crate) fn folder(&mut self) -> Option<(PathBuf, &str)> {
        let (draft, name) = self.draft.as_mut()?;
        Some((draft.folder()?, name))
    }

    /// Writes everything; Ctrl-C ends the process meanwhile.
    pub(crate) fn write<T>(
        self,
        context: &mut Context,
        content: impl FnOnce(&dyn Format, &mut dyn Write) -> io::Result<T>,
    ) -> Outcome<T> {
        let _endable = Endable::new();
        context.check_interrupt()?;
        match self.draft {
            Some((mut draft, name)) => {
                let done = content(&*self.format, &mut draft).and_then(|value| draft.finish().map(|()| value));
                done.map_err(|error| Failure::of_writing(&error, &name))
            }
            None => {
                let mut out = BufWriter::with_capacity(1 << 16, &mut *context.console.out);
                let done = content(&*self.format, &mut out).and_then(|value| out.flush().map(|()| value));
                // What is left over after an error must not be tried again.
                let _ = out.into_parts();
                done.map_err(|error| Failure::of_writing(&error, "standard output"))
            }
        }
    }
}
