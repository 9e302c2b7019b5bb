//! Options for pictures.

use clap::Args;

/// How a picture is drawn.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Pictures (-o FILE.png, FILE.svg, FILE.pdf)")]
pub(crate) struct PictureOptions {
    /// What the colours say: value, p, 'mod M', or a formula such as 'G - (a xor b)', drawn around 0
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub(crate) mode: Option<String>,
    /// The colours of values: cividis, viridis or grey
    #[arg(long, value_name = "NAME")]
    pub(crate) palette: Option<String>,
    /// The side of a cell [default: what fits]
    #[arg(long, value_name = "PIXELS", allow_hyphen_values = true)]
    pub(crate) scale: Option<String>,
    /// A sheet of slices of three coordinates: all of the first one, or those of a list such as 0,1,5
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "")]
    pub(crate) slices: Option<String>,
    /// A table of one coordinate as cells in rows of so many, so that periods stand below each other
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) rows: Option<String>,
}

impl PictureOptions {
    /// The first option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let all = [
            ("--mode", self.mode.is_some()),
            ("--palette", self.palette.is_some()),
            ("--scale", self.scale.is_some()),
            ("--slices", self.slices.is_some()),
            ("--rows", self.rows.is_some()),
        ];
        all.into_iter().find_map(|(name, given)| given.then_some(name))
    }
}
