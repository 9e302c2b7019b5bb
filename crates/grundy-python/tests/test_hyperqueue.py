"""The job file of `grundy plan --hyperqueue`: its tasks, with their dependencies, run by HyperQueue where that is installed (`pip install hyperqueue`)."""

import sys
from pathlib import Path

import pytest
from tables import is_whole, program

tomllib = pytest.importorskip("tomllib")


def tasks(folder):
    words = ["--to", "100,60", "--tile", 32, "--checkpoint", folder / "kept", "--hyperqueue", folder / "job.toml"]
    program("plan", "wythoff", *words)
    return tomllib.loads((folder / "job.toml").read_text())["task"]


def test_tasks_make_the_table_in_any_order_that_their_dependencies_allow(tmp_path):
    left, done = {task["id"]: task for task in tasks(tmp_path)}, set()
    while left:
        # The last of those that may be run: columns before rows.
        task = [task for task in left.values() if done.issuperset(task["deps"])][-1]
        program(*task["command"][1:])
        done.add(task["id"])
        del left[task["id"]]
    is_whole(tmp_path / "kept", "wythoff", "100,60")


def test_hyperqueue_runs_them(tmp_path):
    hyperqueue = pytest.importorskip("hyperqueue")
    here = str(Path(sys.executable).with_name("grundy"))
    job, asked = hyperqueue.Job(default_workdir=tmp_path), {}
    for task in tasks(tmp_path):
        assert task["command"][0] == "grundy"
        words = [here, *task["command"][1:]]
        asked[task["id"]] = job.program(words, deps=[asked[need] for need in task["deps"]])
    with hyperqueue.cluster.LocalCluster(worker_config=hyperqueue.cluster.WorkerConfig(cores=2)) as machines:
        client = machines.client()
        client.wait_for_jobs([client.submit(job)])
    is_whole(tmp_path / "kept", "wythoff", "100,60")
