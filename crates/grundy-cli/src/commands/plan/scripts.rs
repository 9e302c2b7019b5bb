//! A plan as scripts of schedulers that exist.
//!
//! In: the number of tiles, the folder. Out: for Slurm an array job for each anti-diagonal, which waits for the one before; for HyperQueue a job file whose tasks
//! have the dependencies of the tiles.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use grundy::Tiling;

use crate::failure::{Failure, Outcome, quoted};

/// Writes `submit.sh` and `tile.sbatch`.
pub(super) fn slurm(folder: &Path, checkpoint: &Path, [rows, columns]: [usize; 2]) -> Outcome<()> {
    fs::create_dir_all(folder).map_err(|error| Failure::of_writing(&error, &quoted(folder)))?;
    let whole = std::path::absolute(checkpoint).unwrap_or_else(|_| checkpoint.to_path_buf());
    let tile = format!(
        "#!/bin/sh\n\
         # One tile of an anti-diagonal: the task is its row, $1 the sum of its row and its column.\n\
         #SBATCH --job-name=grundy\n\
         #SBATCH --ntasks=1\n\
         #SBATCH --requeue\n\
         exec grundy tile {} \"$SLURM_ARRAY_TASK_ID\" \"$(($1 - SLURM_ARRAY_TASK_ID))\"\n",
        shell(&whole)
    );
    let submit = format!(
        "#!/bin/sh\n\
         # Submits the tiles, an array job for each anti-diagonal. Words for sbatch, such as --partition=long --mem=2G, may follow.\n\
         set -eu\n\
         here=$(cd \"$(dirname \"$0\")\" && pwd)\n\
         before=\n\
         sum=0\n\
         while [ \"$sum\" -le {last} ]; do\n\
         \x20   first=$((sum > {columns} - 1 ? sum - {columns} + 1 : 0))\n\
         \x20   end=$((sum < {rows} - 1 ? sum : {rows} - 1))\n\
         \x20   before=$(sbatch --parsable ${{before:+--dependency=afterok:$before}} \"$@\" --array=\"$first-$end\" \"$here/tile.sbatch\" \"$sum\")\n\
         \x20   sum=$((sum + 1))\n\
         done\n\
         echo \"$before\"\n",
        last = rows + columns - 2
    );
    for (name, text) in [("tile.sbatch", tile), ("submit.sh", submit)] {
        super::write(&folder.join(name), &text)?;
    }
    Ok(())
}

/// A path as a word of the shell.
fn shell(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

/// The job file: `hq job submit-file FILE`.
pub(super) fn hyperqueue(checkpoint: &Path, tiling: &Tiling) -> String {
    let whole = std::path::absolute(checkpoint).unwrap_or_else(|_| checkpoint.to_path_buf());
    let columns = tiling.counts()[1];
    let mut text = String::from("name = \"grundy\"\n");
    for (i, j) in tiling.all() {
        let needs: Vec<String> = tiling.needs(i, j).iter().map(|(i, j)| (i * columns + j).to_string()).collect();
        let folder = serde_json::Value::from(whole.display().to_string());
        let _ = write!(
            text,
            "\n[[task]]\nid = {}\ncommand = [\"grundy\", \"tile\", {folder}, \"{i}\", \"{j}\"]\ndeps = [{}]\n",
            i * columns + j,
            needs.join(", ")
        );
    }
    text
}
