"""Periods, closed forms, certificates, claims, sweeps."""

import copy
from pathlib import Path

import numpy as np
import pytest

import grundy as gr
from shared import ENDLESS

PAPERS = Path(__file__).parents[3] / "papers"


def test_a_period_is_proved_and_its_certificate_verified():
    period = gr.Game("star_nim[2]").period("(3, _)", certificate=True)
    assert (period.proved, period.preperiod, period.period, period.saltus) == (True, 5, 9, 9)
    theorem = gr.verify(period.certificate)
    assert "G(n + 9) = G(n) + 9" in theorem.statement and theorem.play == "normal"
    assert gr.Game("star_nim[2]").period("(3, _)").certificate is None
    assert str(gr.Game("kayles").period()) == "proved preperiod 71 period 12 saltus 0"


def test_a_forged_certificate_is_refused():
    certificate = gr.Game("star_nim[2]").period("(3, _)", certificate=True).certificate
    forged = copy.deepcopy(certificate)
    forged["period"] = 10
    with pytest.raises(gr.NotVerified):
        gr.verify(forged)
    for other in ({}, {"format": "grundy-certificate"}):
        with pytest.raises(gr.InputError):
            gr.verify(other)
    for other in (3, None, [certificate]):
        with pytest.raises(TypeError):
            gr.verify(other)


def test_certificates_in_files(tmp_path):
    import json

    path = tmp_path / "c.json"
    path.write_text(json.dumps(gr.Game("kayles").period(certificate=True).certificate))
    assert gr.verify(path).statement == gr.verify(str(path)).statement
    with open(path) as file:
        assert "kayles" in gr.verify(file).statement


def test_solutions():
    found = gr.Game("wythoff").solutions(0, 20)
    golden = (1 + 5**0.5) / 2
    assert found.pairs.tolist() == [[int(n * golden), int(n * golden) + n] for n in range(20)] and len(found) == 20
    with pytest.raises(gr.InputError):
        gr.Game("kayles").solutions()


def test_structure_convergence_discovery():
    findings = {finding.name: finding for finding in gr.Game("slow_exact[3, 2]").classify(6)}
    assert not findings["tame"].holds and findings["tame"].witness["position"] == [3, 3, 5]
    steps = gr.Game("mark[{1}, {2}]").converge(1000)
    assert (steps.status, steps.max, steps.bound) == ("proved", 7, 7)
    found = gr.Game("exact_nim[3, 2]").discover()
    assert found.status == "proved" and "div 2" in found.form
    assert gr.check(rules=gr.Rules(found.claim))[0]["by"] == "automaton"


def test_check_gives_rows():
    rows = gr.check(PAPERS / "farr-ho.game", only=["Proposition 4"])
    assert len(rows) == 7 and rows.summary == {"proved": 6, "noted": 1} and all(row.is_true for row in rows)
    assert rows[0]["name"].startswith("Proposition 4") and rows[0]["file"].endswith("farr-ho.game")
    frame = rows.frame()
    assert list(frame.columns)[:4] == ["file", "line", "name", "status"] and len(frame) == 7
    assert "<table>" in rows._repr_html_() and "proved" in rows._repr_html_()
    seen = []
    false = gr.check(rules='claim "no" on wythoff at (a, b): G = a xor b', each=seen.append)
    assert false.summary == {"false": 1} and seen == list(false)
    assert "1 = 1" not in false[0]["counterexample"] and false[0]["counterexample"].startswith("at (")


def test_sweeps(tmp_path):
    rows = gr.sweep("subtraction[{1, a}] for a in 2..5", "period", columns=["status", "period"])
    assert [(row["a"], row["period"]) for row in rows] == [(2, 3), (3, 2), (4, 5), (5, 2)]
    out = tmp_path / "s.csv"
    gr.sweep("subtraction[{1, a}] for a in 2..5", "period", columns=["period"], output=out)
    assert len(out.read_text().splitlines()) == 5
    parts = [gr.sweep("subtraction[{1, a}] for a in 2..5", "period", columns=["period"], shard=(i, 2)) for i in (1, 2)]
    assert sorted(row["a"] for part in parts for row in part) == [2, 3, 4, 5]
    wrong = gr.sweep("subtraction[{a}] for a in 0..1", "period", columns=["period"])
    assert wrong[0]["exit"] == 2 and wrong[0]["error"] and wrong[1]["exit"] == 0
    with pytest.raises(gr.InputError):
        gr.sweep("nim[2] for", "period")


def test_expressions_and_the_built_in_games():
    assert gr.evaluate("G(kayles(5)) xor 3") == 7
    assert gr.evaluate("2^100") == 2**100
    names = [game["name"] for game in gr.games()]
    assert "star_nim" in names and len(names) == len(set(names))


def test_pandas_and_polars_take_rows():
    rows = gr.check(PAPERS / "farr-ho.game", only=["Proposition 4"])
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(rows)["status"].to_list() == [row["status"] for row in rows]
    assert np.array(rows.frame()["line"]).tolist() == [row["line"] for row in rows]


def test_the_time_is_honoured():
    with pytest.raises(gr.TimeIsOver):
        gr.Game("parts", ENDLESS, time=0.01)[2000]
    # Whether so short a time is over before the first question or after it depends on the machine.
    try:
        assert not gr.Game("star_nim[2]").period("(40, _)", time=1e-9).proved
    except gr.TimeIsOver as error:
        assert "the time is over" in str(error)
