"""Sweeps on a cluster of processes, of which some are killed."""

import json
import os
import signal

import pytest
from shared import long
from tables import is_whole

import grundy as gr

distributed = pytest.importorskip("distributed")

# A `LocalCluster` gives up a worker that does not come back within 15 s of its death. On a busy machine that leaves no worker, and Dask then waits for ever: Dask alone,
# without grundy, waited so in four of four runs of many kills, by `client.run` as by `os.kill`; in two it was looked, and no worker was left.
pytest.importorskip("dask").config.set({"distributed.deploy.lost-worker-timeout": "1 hour"})

FAMILY = "subtraction[S] for S in subsets(1..5) if S != {}"
DO = ["period", "eval 'max n in 0..50: G({}(n))'"]


def killing(machines):
    """Kills a worker after every second part, until three are killed."""
    killed = []

    def each(done, count):
        if len(killed) == 3 or done < 2 * (len(killed) + 1):
            return
        # The processes are asked of their nannies: a worker that dies while it answers a question of the client may leave the client waiting.
        pids = [nanny.pid for nanny in machines.workers.values() if nanny.pid is not None and nanny.pid not in killed]
        for pid in pids[:1]:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    return killed, each


def test_a_sweep_survives_the_death_of_workers(tmp_path):
    import grundy.cluster

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=False
    ) as machines, distributed.Client(machines) as client:
        killed, each = killing(machines)
        out = grundy.cluster.sweep(client, FAMILY, DO, output=tmp_path / "parts.csv", tasks=12, each=each)
    assert len(killed) == 3
    gr.sweep(FAMILY, DO, output=tmp_path / "one.csv")
    assert out.read_bytes() == (tmp_path / "one.csv").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.csv", "parts.csv"]


@long
def test_a_sweep_goes_on_after_the_death_of_the_scheduler(tmp_path):
    """The first call is left in the middle, as if its machine had gone; the second one has more workers, and finds what is done."""
    import grundy.cluster

    class Gone(Exception):
        pass

    def leave(done, count):
        if done == 4:
            raise Gone

    def cluster(threads):
        return distributed.LocalCluster(n_workers=1, threads_per_worker=threads, dashboard_address=None, silence_logs=False)

    with cluster(1) as machines, distributed.Client(machines) as client:
        with pytest.raises(Gone):
            grundy.cluster.sweep(client, FAMILY, DO, output=tmp_path / "parts.jsonl", tasks=10, each=leave)
    kept = sum(1 for path in (tmp_path / "parts.jsonl.parts").iterdir() if path.stat().st_size > 100)
    assert kept >= 4
    counts = set()
    with cluster(2) as machines, distributed.Client(machines) as client:
        with pytest.raises(gr.Error, match="a sweep in 10 parts, and `tasks` is 7"):
            grundy.cluster.sweep(client, FAMILY, DO, output=tmp_path / "parts.jsonl", tasks=7)
        out = grundy.cluster.sweep(client, FAMILY, DO, output=tmp_path / "parts.jsonl", each=lambda _, count: counts.add(count))
    assert counts == {10}
    gr.sweep(FAMILY, DO, output=tmp_path / "one.jsonl")
    assert out.read_bytes() == (tmp_path / "one.jsonl").read_bytes()


def test_a_table_survives_the_death_of_workers(tmp_path):
    import grundy.cluster

    game = gr.Game("star_nim[2]")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=False
    ) as machines, distributed.Client(machines) as client:
        killed, each = killing(machines)
        kept = grundy.cluster.table(client, game, (300, 200), folder=tmp_path / "kept", tile=64, batch=1, each=each)
    assert len(killed) == 3
    is_whole(kept, game.text, "300,200")
    part = game.table((40, 150), folder=kept)
    assert (part == game.table((40, 150))).all() and not list(kept.glob("*/*.claim"))
    claim = 'claim "in the folder" on star_nim[2] at (n, 2*n) to 100: G = G(star_nim[2](2*n, n))'
    assert gr.check(rules=claim, folder=kept)[0]["status"] in ("holds", "proved")
    with pytest.raises(gr.InputError, match="other bounds"):
        game.table(400, folder=kept)


def test_a_task_may_be_many_tiles_and_their_times_are_kept(tmp_path):
    import grundy.cluster

    game, log = gr.Game("star_nim[2]"), tmp_path / "log.jsonl"
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as machines, distributed.Client(machines) as client:
        counts = []
        for batch, side in ((2, 100), (None, 100), (3, (100, 150))):
            folder = tmp_path / f"kept-{batch}"
            grundy.cluster.table(client, game, side, folder=folder, tile=16, batch=batch, each=lambda _, n: counts.append(n), log=log)
            rows = [json.loads(line) for line in log.read_text().splitlines()]
            tiles = json.loads((folder / "plan.json").read_text())["tiles"]
            made = [(row["i"], row["j"]) for row in rows if row["j"] is not None]
            assert sorted(made) == sorted((tile["i"], tile["j"]) for tile in tiles)
            assert sorted(row["i"] for row in rows if row["j"] is None) == list(range(7))
            assert all(row["seconds"] > 0 and row["written"] > row["cells"] for row in rows)
            one = grundy.cluster.forecast(folder, 1, log, delay=0)
            assert one.seconds == pytest.approx(one.work) and one.speedup == pytest.approx(1)
            assert grundy.cluster.forecast(folder, 1000, log).seconds == pytest.approx(grundy.cluster.forecast(folder, 1000, log).path)
            log.unlink()
    # Seven rows of seven tiles, the upper half; all of them in one task; seven rows of ten; and a task for each row.
    assert sorted(set(counts)) == [1 + 7, 10 + 7, 12 + 7]


def test_a_forecast_lies_between_its_bounds(tmp_path):
    """No faster than the longest chain, or than all work shared out; no slower than both together (Graham 1966)."""
    import grundy.cluster

    gr._grundy.run(["plan", "wythoff", "--to", "1000", "--tile", "64", "--checkpoint", str(tmp_path / "kept")])

    def cost(i, j):
        return 1 + (7 * i + 3 * (j or 5)) % 5

    for workers in (1, 2, 3, 5, 8, 100):
        found = grundy.cluster.forecast(tmp_path / "kept", workers, cost, delay=0)
        assert max(found.path, found.work / workers) <= found.seconds <= found.path + found.work / workers
        assert 0 < found.busy <= 1
    assert grundy.cluster.forecast(tmp_path / "kept", 1, 2.0, delay=0).seconds == 2 * (136 + 16)
    assert grundy.cluster.forecast(tmp_path / "kept", 1000, 2.0, delay=0).seconds == 2 * (31 + 1)
    with pytest.raises(ValueError, match="at least one worker"):
        grundy.cluster.forecast(tmp_path / "kept", 0, 1.0)
    (tmp_path / "log").write_text('{"i": 0, "j": 0, "seconds": 1}\n')
    with pytest.raises(ValueError, match="no time of the tile 0 1"):
        grundy.cluster.forecast(tmp_path / "kept", 1, tmp_path / "log")


@long
def test_a_call_is_mended_after_a_mistake(tmp_path):
    import grundy.cluster

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as machines, distributed.Client(machines) as client:
        with pytest.raises(gr.Error, match="cods") as kept:
            grundy.cluster.sweep(client, "octal[c] for c in cods(1)", "period", output=tmp_path / "a.csv", tasks=2)
        grundy.cluster.sweep(client, "octal[c] for c in codes(1)", "period", output=tmp_path / "a.csv", tasks=2)
        assert (tmp_path / "a.csv").exists() and kept is not None
        grundy.cluster.sweep(client, FAMILY, "period", output=tmp_path / "a.json", tasks=2)
        for wrong, what in (({"tasks": 0}, "at least one part"), ({"output": "a.txt"}, "ends with one of")):
            with pytest.raises(ValueError, match=what):
                grundy.cluster.sweep(client, FAMILY, "period", **{"output": tmp_path / "b.csv", **wrong})
        # A file stands where the plan's tiles would.
        kept = tmp_path / "kept"
        gr._grundy.run(["plan", "star_nim[2]", "--to", "100", "--tile", "32", "--checkpoint", str(kept)])
        (kept / "pieces").write_text("in the way")
        with pytest.raises(gr.Error, match="pieces"):
            grundy.cluster.table(client, gr.Game("star_nim[2]"), 100, folder=kept, tile=32)
        (kept / "pieces").unlink()
        grundy.cluster.table(client, gr.Game("star_nim[2]"), 100, folder=kept, tile=32)


def test_an_error_of_a_part_is_raised(tmp_path):
    import grundy.cluster

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=False
    ) as machines, distributed.Client(machines) as client, pytest.raises(gr.Error, match="period"):
        grundy.cluster.sweep(client, FAMILY, "periods", output=tmp_path / "a.csv", tasks=2, retries=0)


class Deadly(distributed.WorkerPlugin):
    """Kills a worker as it begins a task, until so many are killed."""

    def __init__(self, place, kills):
        self.place, self.kills = place, kills

    def setup(self, worker):
        pass

    def transition(self, key, start, finish, **kwargs):
        killed = len(os.listdir(self.place))
        if finish == "executing" and str(key).startswith("grundy-") and killed < self.kills:
            (self.place / str(killed)).touch()
            os.kill(os.getpid(), signal.SIGKILL)


@long
@pytest.mark.parametrize("what", ["sweep", "table"])
def test_eight_deaths_of_the_workers_of_one_task_are_survived(tmp_path, what):
    """The scheduler gives a task up after four. With fewer retries than deaths the error is grundy's, and the same call goes on."""
    import grundy.cluster

    graves, out = tmp_path / "graves", tmp_path / ("parts.csv" if what == "sweep" else "kept")
    graves.mkdir()

    def call(client, retries):
        if what == "sweep":
            return grundy.cluster.sweep(client, FAMILY, DO, output=out, tasks=1, retries=retries)
        return grundy.cluster.table(client, gr.Game("star_nim[2]"), (100, 60), folder=out, tile=32, retries=retries)

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=False
    ) as machines, distributed.Client(machines) as client:
        client.register_plugin(Deadly(graves, 12))
        with pytest.raises(gr.Error, match=r"lost its worker 4 times .*`retries` is 3; what is done is kept in"):
            call(client, 3)
        call(client, 20)
    assert len(os.listdir(graves)) == 12
    if what == "sweep":
        gr.sweep(FAMILY, DO, output=tmp_path / "one.csv")
        assert out.read_bytes() == (tmp_path / "one.csv").read_bytes()
    else:
        is_whole(out, "star_nim[2]", "100,60")
