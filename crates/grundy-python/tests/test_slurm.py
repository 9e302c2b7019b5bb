"""The scripts of `grundy plan --slurm`, arrays of sweeps, and `grundy.cluster` on a Slurm of one node. One of the long tests (GRUNDY_LONG=1)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import slurm_machine
from tables import is_whole, program

import grundy as gr

if "GRUNDY_LONG" not in os.environ:
    pytest.skip("one of the long tests: GRUNDY_LONG=1", allow_module_level=True)
if slurm_machine.missing():
    told = f"{', '.join(slurm_machine.missing())} not installed; Debian: apt install slurmctld slurmd slurm-client munge"
    pytest.skip(told, allow_module_level=True)

GAME = "star_nim[2]"
FAMILY = "subtraction[S] for S in subsets(1..5) if S != {}"


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    with pytest.MonkeyPatch.context() as patch:
        # The jobs take the environment of who submits them, and with it this grundy.
        patch.setenv("PATH", path)
        with slurm_machine.Slurm(tmp_path_factory.mktemp("slurm")) as machine:
            patch.setenv("SLURM_CONF", machine.environment["SLURM_CONF"])
            yield machine


def submitted(machine, scripts, folder, *words, by="diagonals.sh"):
    """Submits a plan; the number of its last job."""
    ran = subprocess.run(["sh", str(scripts / by), *words], env=machine.environment, cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()[-1]


def test_the_scripts_of_a_plan_make_the_table(slurm, tmp_path):
    """Of nine jobs three are run; the others are cancelled, and all are submitted again."""
    program("plan", GAME, "--to", "300,200", "--tile", 64, "--checkpoint", tmp_path / "kept", "--slurm", tmp_path / "jobs")
    last = int(submitted(slurm, tmp_path / "jobs", tmp_path, "--hold"))
    jobs = [str(job) for job in range(last - 8, last + 1)]
    slurm.ask("scontrol", "release", ",".join(jobs[:3]))
    slurm.done(jobs[2])
    slurm.ask("scancel", *jobs[3:])
    slurm.emptied()
    assert len(list((tmp_path / "kept" / "pieces").glob("*.made"))) == 1 + 2 + 3
    slurm.done(submitted(slurm, tmp_path / "jobs", tmp_path))
    is_whole(tmp_path / "kept", GAME, "300,200")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["expected.npy", "found.npy", "jobs", "kept"]


def test_jobs_share_a_table(slurm, tmp_path):
    """Jobs that share all steps; one of them is cancelled, and the others do its part."""
    program("plan", GAME, "--to", "500", "--tile", 64, "--checkpoint", tmp_path / "kept", "--slurm", tmp_path / "jobs")
    job = submitted(slurm, tmp_path / "jobs", tmp_path, "--array=1-3", "--hold", by="submit.sh")
    slurm.ask("scancel", f"{job}_2")
    slurm.ask("scontrol", "release", job)
    slurm.emptied()
    is_whole(tmp_path / "kept", GAME, "500")


def test_an_array_of_jobs_makes_the_parts_of_a_sweep(slurm, tmp_path):
    one = f'grundy sweep "{FAMILY}" --do period --shard $SLURM_ARRAY_TASK_ID/4 -o part-$SLURM_ARRAY_TASK_ID.rows'
    ran = slurm.ask("sbatch", "--parsable", "--array=1-4", f"--chdir={tmp_path}", "--output=%A_%a.log", f"--wrap={one}")
    slurm.done(ran.stdout.strip())
    parts = [word for k in range(1, 5) for word in ("--join", tmp_path / f"part-{k}.rows")]
    program("sweep", FAMILY, "--do", "period", *parts, "-o", tmp_path / "joined.csv")
    program("sweep", FAMILY, "--do", "period", "-o", tmp_path / "one.csv")
    assert (tmp_path / "joined.csv").read_bytes() == (tmp_path / "one.csv").read_bytes()


def test_workers_of_dask_are_jobs(slurm, tmp_path):
    jobqueue, distributed = pytest.importorskip("dask_jobqueue"), pytest.importorskip("distributed")
    import grundy.cluster

    with jobqueue.SLURMCluster(
        cores=1, processes=1, memory="500MB", walltime="01:00:00", python=sys.executable, log_directory=str(tmp_path / "logs"),
        local_directory=str(tmp_path / "space"), interface="lo", scheduler_options={"dashboard_address": None},
    ) as machines, distributed.Client(machines) as client:
        machines.scale(jobs=2)
        client.wait_for_workers(1)
        out = grundy.cluster.sweep(client, FAMILY, "period", output=tmp_path / "parts.csv", tasks=6)
        kept = grundy.cluster.table(client, gr.Game(GAME), (300, 200), folder=tmp_path / "kept", tile=64, batch=1)
    program("sweep", FAMILY, "--do", "period", "-o", tmp_path / "one.csv")
    assert out.read_bytes() == (tmp_path / "one.csv").read_bytes()
    is_whole(kept, GAME, "300,200")
