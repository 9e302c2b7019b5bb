"""What a person does in the first hour: rules from a paper, games as values, play, progress, sweeps."""

import contextlib
import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import grundy as gr
from shared import ENDLESS

CORNER = "game corner(a, b) { move (a - i, b) for i in 1..a; move (a, b - 1) if b > 0 }"


def test_three_lines_from_a_paper_to_an_answer(tmp_path):
    path = tmp_path / "corner.game"
    path.write_text(CORNER)
    for game in (gr.Game.from_rules(CORNER), gr.load(path), gr.load(str(path)), gr.Game.from_rules(gr.Rules(CORNER))):
        assert game[3, 5] == gr.Game(f"{path}:corner")[3, 5] and game.text == "corner"
    several = "game a(n) { move n - 1 }\ngame b[k](n) { move n - i for i in 1..min(k, n) }"
    with pytest.raises(gr.InputError, match=r"2 games \(a, b\)"):
        gr.Game.from_rules(several)
    assert gr.Game.from_rules(several, "b[3]", misere=True, threads=1)[4] == gr.Game("b[3]", several, misere=True)[4]
    with pytest.raises(gr.InputError, match=r'game="b\[3\]"'):
        gr.Game.from_rules(several.splitlines()[1])
    with pytest.raises(gr.InputError, match="no game"):
        gr.Game.from_rules('claim "a" on nim[1] at (n): G = n')


def test_claims_of_a_text(tmp_path):
    text = CORNER + '\nclaim "floor" on corner at (a, 0): G = a'
    assert gr.check(text)[0]["status"] == gr.check(gr.Rules(text))[0]["status"] == "proved"
    assert gr.check('claim "one line" on nim[1] at (n): G = n')[0]["file"] == "<text>"
    with pytest.raises(gr.InputError, match="missing.game"):
        gr.check("missing.game")
    with pytest.raises(gr.InputError) as wrong:
        gr.check("game corner(a) {\n move a - c }\nclaim")
    assert wrong.value.file == "<text>"


def test_sums():
    nim, wythoff = gr.Game("nim[1]"), gr.Game("wythoff")
    assert (3 * nim)[1, 2, 4] == (nim * 3)[1, 2, 4] == 7 and sum([wythoff, nim])[3, 5, 6] == 6 and 1 * nim == nim
    mine = gr.Game.from_rules(CORNER)
    assert (2 * mine)[3, 5, 3, 5] == 0 and (2 * nim.misere).misere_play
    for wrong in (0, -1):
        with pytest.raises(gr.InputError, match="at least one"):
            wrong * nim
    for wrong in (lambda: 1.5 * nim, lambda: True * nim, lambda: 1 + nim, lambda: nim * nim):
        with pytest.raises(TypeError):
            wrong()


def test_equal_games_have_the_same_rules():
    mine = gr.Game.from_rules("game mine(x) { move x - i for i in 1..x }")
    other = gr.Game.from_rules("game other(y) { # a remark\n move (y - j) for j in 1..y }", time=3.0)
    same = {mine, other, gr.Game("nim[1]"), pickle.loads(pickle.dumps(mine)), copy.deepcopy(other)}
    assert len(same) == 1 and mine == other and mine != mine.misere and mine != gr.Game("nim[2]") and mine != 1
    assert gr.Game("nim") == gr.Game("nim") != gr.Game("nim[2]") and hash(gr.Game("nim")) == hash(gr.Game("nim"))


def test_what_is_shown_makes_the_same_game():
    names = {"Game": gr.Game, "Rules": gr.Rules}
    mine = gr.Rules(CORNER, "corner.game")
    for game in (
        gr.Game("star_nim[2]"),
        gr.Game("nim[2]", misere=True, memory="1G", threads=2, time=10),
        mine["corner"],
        mine["corner"] + gr.Game.from_rules("game odd(n) { move n - i for i in 1..n if i mod 2 = 1 }"),
    ):
        again = eval(repr(game), names)
        assert repr(again) == repr(game) and again == game and again.table(4).tolist() == game.table(4).tolist()
        assert copy.copy(game) == game and repr(copy.copy(game)) == repr(game)
    assert eval(repr(mine), names) == mine == pickle.loads(pickle.dumps(mine)) and len({mine, gr.Rules(CORNER, "corner.game")}) == 1


def test_lines_are_written_with_a_name_or_a_blank():
    star = gr.Game("star_nim[2]")
    assert star.period("(7, n)").period == star.period("(7, _)").period == 5040
    assert gr.Game("wythoff").period("(k, k + 3)").status == gr.Game("wythoff").period("(_, _ + 3)").status
    assert star.sequence(5, "(3, n)").tolist() == star.sequence(5, "(3, _)").tolist() == [star[3, n] for n in range(5)]
    for ask in (star.period, lambda line: star.sequence(3, line)):
        with pytest.raises(gr.InputError):
            ask("(m, n)")


def test_errors_speak_python():
    with pytest.raises(gr.LimitError) as refused:
        gr.Game("wythoff", memory="1M").table((3000, 3000))
    assert "`memory=`" in str(refused.value) and "--" not in str(refused.value) and "--" not in refused.value.help
    said = gr._errors.in_python
    assert said("allow more with `--memory`") == "allow more with `memory=`"
    assert said("leave `--engine heaps` out") == 'leave `engine="heaps"` out'
    assert said("with `--checkpoint DIR` the cells") == "with `folder=DIR` the cells"
    assert said("`grundy table --checkpoint DIR` makes it") == "`Game.table(…, folder=DIR)` makes it"
    assert said("leave out one of `--plain` and `--engine rays`") == 'leave out one of `plain=True` and `engine="rays"`'
    assert said("`period --time 10s`, `--threads 2`, `--remoteness`") == "`period time=10`, `threads=2`, `lengths=True`"
    assert said("hold some with `--fix`") == "hold some with `--fix`", "what is no argument in Python keeps its name"
    assert said("a - b -- and `a - b`") == "a - b -- and `a - b`"
    assert said("`--do 'period --foo'`: unexpected") == '`do="period --foo"`: unexpected'
    assert said("`--certificate FILE` of `grundy period`") == "`certificate=True` of `Game.period(…)`"
    assert said("invalid value 'x' for '--format <FORMAT>'") == "invalid value 'x' for `format`"
    assert said("`grundy table 'gap'` shows its values") == "`Game.table(…)` shows its values"


def refusal(kind, ask):
    with pytest.raises(kind) as refused:
        ask()
    text = str(refused.value)
    assert " --" not in text.replace(" --> ", "") and "<D>" not in text, text
    return text


def test_what_is_wrong_is_said_in_terms_of_python(tmp_path):
    game = gr.Game("wythoff")
    for time in (-1, float("inf"), float("nan")):
        for ask in (game.period, lambda *, time: gr.check("claim on nim[1] at (n): G = n", time=time), lambda *, time: gr.sweep("nim[k] for k in 1..2", "value 1", time=time)):
            assert "`time` is a number of seconds" in refusal(gr.InputError, lambda: ask(*(("(3, _)",) if ask == game.period else ()), time=time))
    assert "`time` is a number of seconds, found str" in refusal(TypeError, lambda: gr.check("claim on nim[1] at (n): G = n", time="1m"))
    assert "check wants files" in refusal(TypeError, lambda: gr.check([]))
    assert "found Game" in refusal(TypeError, lambda: gr.check(game))
    assert "perfect or beatable" in refusal(gr.InputError, lambda: gr.play("nim[2]", (1, 1), level="hard"))
    assert "png, svg, pdf" in refusal(gr.InputError, lambda: game.picture(5, format="jpg"))
    assert "`lengths` is about all moves" in refusal(gr.InputError, lambda: game.moves((1, 3), wins=True, lengths=True))
    assert "(2, 8)" in refusal(TypeError, lambda: gr.sweep("nim[k] for k in 1..2", "value 1", shard=3))
    assert "found float" in refusal(TypeError, lambda: game.count(5.5))
    assert "below 2^63" in refusal(TypeError, lambda: game.values([[2**63, 1]]))
    assert "without `output`" in refusal(gr.InputError, lambda: gr.sweep("nim[k] for k in 1..2", "value 1", output=tmp_path / "a.xlsx"))
    assert "Game.table(…)" in refusal(gr.InputError, lambda: game.sequence(5))
    assert gr.Game("nim[2]", threads=None)[3, 5] == 6
    assert "integer" in refusal(TypeError, lambda: gr.Game("nim[2]", threads="2"))
    assert gr.passes("nim[2]")[3, 3, 1] == gr.passes(gr.Game("nim[2]"))[3, 3, 1]


def test_parts_of_rows_are_rows():
    rows = gr.sweep("nim[k] for k in 1..1", "value 1")
    assert len((rows[:1] + rows).frame()) == 2 and rows.copy().summary == {"None": 1}
    table = gr.Game("wythoff").table((3, 4))
    assert table.max(axis=(0, 1)).shape == () and isinstance(table.max(axis=(0, 1)), np.integer) and table.max(axis=0).shape == (4,)


def test_play_asks_and_tells(capsys):
    prompts = []

    def answers(*lines):
        lines = iter(lines)

        def read(prompt):
            prompts.append(prompt)
            return next(lines)

        return read

    gr.play("wythoff", (3, 4), seed=1, input=answers("1,2", "moves", "quit"))
    told = capsys.readouterr().out
    assert prompts == ["> "] * 3 and "I move to" in told and "#1" in told and "unfinished" in told
    gr.play(gr.Game("nim[1]").misere, 2, input=answers("1"))
    assert "you win" in capsys.readouterr().out

    def ended(prompt):
        raise EOFError

    gr.play("wythoff", (3, 4), input=ended)
    assert "unfinished" in capsys.readouterr().out

    def broken(prompt):
        raise RuntimeError("no line")

    with pytest.raises(RuntimeError, match="no line"):
        gr.play("wythoff", (3, 4), input=broken)
    with pytest.raises(gr.InputError):
        gr.play("wythoff", (3, 4, 5))


def test_the_program_of_the_wheel_reads_standard_input():
    words = [sys.executable, "-m", "grundy", "play", "wythoff", "3,4", "--seed", "1"]
    ran = subprocess.run(words, input="1,2\nquit\n", capture_output=True, text=True)
    assert ran.returncode == 0 and "I move to" in ran.stdout and "unfinished" in ran.stdout
    ran = subprocess.run([*words[:3], "value", "wythof", "3,4"], capture_output=True, text=True)
    assert ran.returncode == 2 and "did you mean `wythoff`" in ran.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="wants a terminal")
@pytest.mark.parametrize("typed, code", [(b"quit\n", 0), (b"\x03", 130)], ids=["quit", "Ctrl-C"])
def test_the_program_of_the_wheel_in_a_terminal(typed, code):
    """It asks as the binary does, and ends at Ctrl-C while it waits for a line."""
    import pty

    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.environ.pop("NO_COLOR", None)
        os.execv(sys.executable, [sys.executable, "-m", "grundy", "play", "wythoff", "3,4", "--seed", "1"])
    told = b""
    while b"> " not in told:
        told += os.read(terminal, 1 << 12)
    os.write(terminal, typed)
    with contextlib.suppress(OSError):  # So the end of a terminal is told.
        while part := os.read(terminal, 1 << 12):
            told += part
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == code, told


@pytest.mark.parametrize("ending", ["csv", "jsonl", "rows"])
def test_a_sweep_with_a_file_gives_its_rows(tmp_path, ending):
    asked = ("subtraction[{1, a}] for a in 2..5", "period")
    seen = []
    rows = gr.sweep(*asked, columns=["period"], output=tmp_path / f"out.{ending}", each=seen.append)
    assert rows == seen == gr.sweep(*asked, columns=["period"]) and (tmp_path / f"out.{ending}").exists()


def test_rows_that_are_kept_have_their_errors_and_are_asked_again(tmp_path):
    # The first game has its period at once; the second has none that anybody knows.
    family, kept = "octal[c] for c in [0.77, 0.6]", tmp_path / "codes.rows"
    first = gr.sweep(family, "period --time 0.1s", columns=["period"], output=kept, seconds=True)
    assert [row["seconds"] >= 0 for row in first] == [True] * 2 and first[1]["error"] == "time"
    again = gr.sweep(family, "period --time 0.2s", columns=["period"], output=kept, seconds=True)
    lines = len(kept.read_text().splitlines())
    assert again == first and lines == 3
    more = gr.sweep(family, "period --time 0.2s", columns=["period"], output=kept, seconds=True, retry=True)
    assert more[1]["error"] == "time" and len(kept.read_text().splitlines()) > lines
    refused = gr.sweep("subtraction[{a}] for a in 0..1", "period", columns=["period"], output=tmp_path / "two.rows")
    assert "play would never end" in refused[0]["error"] and refused[1]["period"] == 2


def test_progress_is_shown_where_it_is_wanted(monkeypatch, capsys):
    game, shown = gr.Game("parts", ENDLESS), []

    class Bar:
        def show(self, total, done, looked):
            shown.append((total, done, looked))
            game.stop()

        def close(self):
            shown.append("closed")

    monkeypatch.setattr(gr._progress, "begin", Bar)
    with pytest.raises(gr.Stopped):
        game[2000]
    assert shown[-1] == "closed" and all(done <= total for total, done, _ in shown[:-1])
    line = gr._progress._Line()
    line.show(200, 50, 0)
    line.show(0, 0, 12345)
    line.close()
    assert "50 of 200 cells (25 %)" in capsys.readouterr().err


def test_progress_is_silent_outside_of_notebooks():
    begin = gr._progress.begin
    assert begin() is None
    gr.show_progress(True)
    assert begin() is not None
    gr.show_progress(None)
    assert begin() is None
