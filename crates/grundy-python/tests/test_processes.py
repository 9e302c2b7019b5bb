"""Forked processes, signals, the interpreter's lock."""

import multiprocessing
import os
import signal
import threading
import time

import pytest

import grundy as gr

#: The values of these heaps to 2000 take more splits than any machine makes while somebody waits.
ENDLESS = "game parts(n) { split a, b for a in 0..n - 1, b in 0..n - 1 if a + b < n and a*b mod 3 != 2 }"


def endless(**options):
    return gr.Game("parts", ENDLESS, **options)


def in_child(work):
    """What a forked process answers, through a pipe."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, repr(work()).encode())
        finally:
            os._exit(0)
    os.close(write)
    answer = b""
    while part := os.read(read, 1 << 16):
        answer += part
    os.close(read)
    os.waitpid(child, 0)
    return answer.decode()


def test_a_forked_process_asks_a_game_that_its_parent_has_asked():
    game = gr.Game("star_nim[2]")
    game.table((600, 600))
    expected = [game[3, 7], int(game.table((700, 700)).sum())]
    assert in_child(lambda: [game[3, 7], int(game.table((700, 700)).sum())]) == repr(expected)


def test_a_fork_within_another_threads_question_does_not_hang():
    game, begun = endless(), threading.Event()

    def ask():
        begun.set()
        with pytest.raises((gr.Error, KeyboardInterrupt)):
            game[2000]

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    begun.wait()
    while not game._is_busy():
        time.sleep(0.001)
    # The child has no thread that would finish the question, and the lock of the game is held for ever.
    assert in_child(lambda: game[3]) == repr(gr.Game("parts", ENDLESS)[3])
    game._stop()
    thread.join()


def test_pools_of_processes():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(value_of, range(1, 9)) == [value_of(n) for n in range(1, 9)]


def value_of(n):
    return gr.Game("star_nim[2]")[n, 2 * n]


def press_ctrl_c_when(ready):
    def press():
        while not ready():
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()


def test_ctrl_c_ends_a_question():
    game = endless()
    press_ctrl_c_when(game._is_busy)
    with pytest.raises(KeyboardInterrupt):
        game[2000]
    # The game answers again.
    assert game[3] == gr.Game("parts", ENDLESS)[3]


def test_ctrl_c_ends_a_command():
    pressed = threading.Event()

    def each(claim):
        pressed.set()

    text = ENDLESS + '\nclaim "first" on nim[1] at (n): G = n\nclaim "second" on parts at (n) to 2000: G < 2000'
    press_ctrl_c_when(pressed.is_set)
    with pytest.raises(KeyboardInterrupt):
        gr.check(rules=text, each=each)


def test_ctrl_c_ends_a_sweep_and_its_rows_stay(tmp_path):
    out, journal = tmp_path / "out.csv", tmp_path / "out.csv.rows"
    press_ctrl_c_when(journal.exists)
    with pytest.raises(KeyboardInterrupt):
        gr.sweep("parts for k in 1..3", "value {} 2000", rules=ENDLESS, output=out)
    assert journal.exists() and not out.exists()


def test_other_threads_run_meanwhile():
    game, counted = endless(), []

    def count():
        while not game._is_busy():
            time.sleep(0.001)
        # A thread that needs the interpreter gets it while the question is being answered.
        counted.extend(range(1000))
        game._stop()

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(gr.Error):
        game[2000]
    thread.join()
    assert len(counted) == 1000


def test_an_exception_of_a_callback_is_raised():
    def each(claim):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        gr.check(rules='claim "a" on nim[1] at (n): G = n', each=each)
