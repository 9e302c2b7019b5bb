//! A plan as scripts of schedulers that exist.
//!
//! In: the number of tiles, the folder. Out: for Slurm an array of jobs that share all steps, and where file locks do not reach from machine to machine, an array
//! for each anti-diagonal, which waits for the one before; for HyperQueue a job file whose tasks have the dependencies of the tiles.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use grundy::plan::Tiling;

use crate::failure::{Failure, Outcome, quoted};
use crate::interrupt::Interrupts;

/// Writes `submit.sh`, `diagonals.sh`, and `tile.sbatch`, which both submit.
pub(super) fn slurm(folder: &Path, checkpoint: &Path, tiling: &Tiling, run: &Interrupts) -> Outcome<()> {
    let [rows, columns] = tiling.counts();
    // Below the diagonal of a symmetric table no tile is made.
    let end = match tiling.is_mirrored() {
        true => "sum / 2".to_string(),
        false => format!("sum < {rows} - 1 ? sum : {rows} - 1"),
    };
    fs::create_dir_all(folder).map_err(|error| Failure::of_writing(&error, &quoted(folder)))?;
    let whole = std::path::absolute(checkpoint).unwrap_or_else(|_| checkpoint.to_path_buf());
    let tile = format!(
        "#!/bin/sh\n\
         # All steps that are left and at which no other job works. With a number: one tile of an anti-diagonal; the task is its row, $1 the sum of its row and its\n\
         # column. With the word rows: a row of tiles.\n\
         #SBATCH --job-name=grundy\n\
         #SBATCH --ntasks=1\n\
         #SBATCH --requeue\n\
         #SBATCH --kill-on-invalid-dep=yes\n\
         case ${{1-all}} in\n\
         all) exec grundy tile {folder} --threads \"${{SLURM_CPUS_PER_TASK:-1}}\" ;;\n\
         rows) exec grundy tile {folder} \"$SLURM_ARRAY_TASK_ID\" ;;\n\
         *) exec grundy tile {folder} \"$SLURM_ARRAY_TASK_ID\" \"$(($1 - SLURM_ARRAY_TASK_ID))\" --alone ;;\n\
         esac\n",
        folder = shell(&whole)
    );
    let submit = format!(
        "#!/bin/sh\n\
         # Submits an array of jobs that share the tiles: each takes a step at which no other works, by a lock on a file of the folder. Where locks do not reach from\n\
         # machine to machine, diagonals.sh is the way. Words for sbatch, such as --array=1-40 --cpus-per-task=4 --mem=8G, may follow.\n\
         # After a failure submit again: tiles that are made are not made again.\n\
         set -eu\n\
         here=$(cd \"$(dirname \"$0\")\" && pwd)\n\
         sbatch --parsable --output=\"$here/%A_%a.log\" --array=1-{most} \"$@\" \"$here/tile.sbatch\"\n",
        most = tiling.most_at_once()
    );
    let diagonals = format!(
        "#!/bin/sh\n\
         # Submits the tiles, an array job for each anti-diagonal. Words for sbatch, such as --partition=long --mem=2G, may follow.\n\
         # After a failure submit again: tiles that are made end at once.\n\
         set -eu\n\
         here=$(cd \"$(dirname \"$0\")\" && pwd)\n\
         before=\n\
         sum=0\n\
         while [ \"$sum\" -le {last} ]; do\n\
         \x20   first=$((sum > {columns} - 1 ? sum - {columns} + 1 : 0))\n\
         \x20   end=$(({end}))\n\
         \x20   before=$(sbatch --parsable ${{before:+--dependency=afterok:$before}} --output=\"$here/%A_%a.log\" \"$@\" --array=\"$first-$end\" \"$here/tile.sbatch\" \"$sum\")\n\
         \x20   sum=$((sum + 1))\n\
         done\n\
         # When all tiles are made, their rows are put together.\n\
         sbatch --parsable --dependency=afterok:\"$before\" --output=\"$here/%A_%a.log\" \"$@\" --array=0-{end_row} \"$here/tile.sbatch\" rows\n",
        end_row = rows - 1,
        last = rows + columns - 2
    );
    for (name, text) in [("tile.sbatch", tile), ("submit.sh", submit), ("diagonals.sh", diagonals)] {
        super::write(&folder.join(name), &text, run)?;
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
    let [rows, columns] = tiling.counts();
    let folder = serde_json::Value::from(whole.display().to_string());
    let mut text = String::from("name = \"grundy\"\n");
    let mut task = |id: usize, place: &str, needs: &[(usize, usize)]| {
        let needs: Vec<String> = needs.iter().map(|(i, j)| (i * columns + j).to_string()).collect();
        let _ = write!(
            text,
            "\n[[task]]\nid = {id}\ncommand = [\"grundy\", \"tile\", {folder}, {place}]\ndeps = [{}]\n",
            needs.join(", ")
        );
    };
    for (i, j) in tiling.all() {
        task(i * columns + j, &format!("\"{i}\", \"{j}\", \"--alone\""), &tiling.needs(i, j));
    }
    for i in 0..rows {
        task(rows * columns + i, &format!("\"{i}\""), &[(i, columns - 1)]);
    }
    text
}
