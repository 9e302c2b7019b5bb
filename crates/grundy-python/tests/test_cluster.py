"""Sweeps on a cluster of processes, of which some are killed."""

import os
import signal

import pytest

import grundy as gr

distributed = pytest.importorskip("distributed")

FAMILY = "subtraction[S] for S in subsets(1..5) if S != {}"
DO = ["period", "eval 'max n in 0..50: G({}(n))'"]


def killing(client):
    """Kills a worker after every second part, until three are killed."""
    killed = []

    def each(done, count):
        workers = client.scheduler_info()["workers"]
        if done % 2 == 0 and len(killed) < 3 and len(workers) > 0:
            pids = client.run(os.getpid)
            pid = next(iter(pids.values()))
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    return killed, each


def test_a_sweep_survives_the_death_of_workers(tmp_path):
    import grundy.cluster

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=False
    ) as machines, distributed.Client(machines) as client:
        killed, each = killing(client)
        out = grundy.cluster.sweep(client, FAMILY, DO, output=tmp_path / "parts.csv", tasks=12, each=each)
    assert len(killed) == 3
    gr.sweep(FAMILY, DO, output=tmp_path / "one.csv")
    assert out.read_bytes() == (tmp_path / "one.csv").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.csv", "parts.csv"]


def test_a_sweep_goes_on_after_the_death_of_the_scheduler(tmp_path):
    """The first call is left in the middle, as if its machine had gone; the second one finds what is done."""
    import grundy.cluster

    class Gone(Exception):
        pass

    def leave(done, count):
        if done == 4:
            raise Gone

    def cluster():
        return distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=False)

    with cluster() as machines, distributed.Client(machines) as client:
        with pytest.raises(Gone):
            grundy.cluster.sweep(client, FAMILY, DO, output=tmp_path / "parts.jsonl", tasks=10, each=leave)
    kept = sum(1 for path in (tmp_path / "parts.jsonl.parts").iterdir() if path.stat().st_size > 100)
    assert kept >= 4
    with cluster() as machines, distributed.Client(machines) as client:
        out = grundy.cluster.sweep(client, FAMILY, DO, output=tmp_path / "parts.jsonl", tasks=10)
    gr.sweep(FAMILY, DO, output=tmp_path / "one.jsonl")
    assert out.read_bytes() == (tmp_path / "one.jsonl").read_bytes()


def test_a_table_survives_the_death_of_workers(tmp_path):
    import grundy.cluster

    game = gr.Game("star_nim[2]")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=False
    ) as machines, distributed.Client(machines) as client:
        killed, each = killing(client)
        kept = grundy.cluster.table(client, game, (300, 200), folder=tmp_path / "kept", tile=64, each=each)
    assert len(killed) == 3
    words = ["table", game.text, "--to", "300,200"]
    for more in (["--checkpoint", str(kept), "-o", str(tmp_path / "found.npy")], ["-o", str(tmp_path / "expected.npy")]):
        assert gr._grundy.run([*words, *more])[0] == 0
    assert (tmp_path / "found.npy").read_bytes() == (tmp_path / "expected.npy").read_bytes()
    assert not list((kept / "pieces").glob("*.cells"))


def test_an_error_of_a_part_is_raised(tmp_path):
    import grundy.cluster

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=False
    ) as machines, distributed.Client(machines) as client, pytest.raises(gr.Error, match="period"):
        grundy.cluster.sweep(client, FAMILY, "periods", output=tmp_path / "a.csv", tasks=2, retries=0)
