"""Forked processes, signals, the interpreter's lock."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import grundy as gr
from shared import ENDLESS


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
    game.stop()
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


def ask_until_stopped(ask, ended):
    """A thread that asks, and what its question raised."""

    def run():
        try:
            ask()
        except BaseException as error:  # noqa: BLE001
            ended.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@pytest.mark.parametrize("one", [True, False], ids=["one game", "two games"])
def test_one_ctrl_c_ends_the_questions_of_all_threads(one):
    """The main thread is in one question, and another thread in another: of the same game, where it waits for its turn, or of another game."""
    game, ended = endless(), []
    other = game if one else endless()
    thread = ask_until_stopped(lambda: other[2000], ended)
    while not other._is_busy():
        time.sleep(0.001)
    press_ctrl_c_when(lambda: game._asked() == (2 if one else 1))
    with pytest.raises(KeyboardInterrupt):
        game[1999]
    thread.join()
    assert [type(error) for error in ended] == [KeyboardInterrupt]


#: The main thread is in no question: it waits for two threads, which are in questions of one game and of a command.
WAITING = """
import os, signal, threading, time
import grundy as gr

def endless():
    return gr.Game.from_rules(RULES)

def run(ask):
    try:
        ask()
    except BaseException as error:
        ended.append(type(error).__name__)

def press():
    while not (game._is_busy() and second._is_busy()):
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)

game, second, ended = endless(), endless(), []
threads = [threading.Thread(target=run, args=(ask,)) for ask in (lambda: game[2000], lambda: second.moves(2000))]
try:
    for thread in threads:
        thread.start()
    threading.Thread(target=press, daemon=True).start()
    while True:
        time.sleep(0.001)
except KeyboardInterrupt:
    for thread in threads:
        thread.join()
    print(ended)
"""


def test_ctrl_c_ends_questions_while_the_main_thread_waits():
    """In a process of its own: who has taken the signal over, as `asyncio.run` does, hides it from questions of other threads."""
    ran = subprocess.run([sys.executable, "-c", f"RULES = {ENDLESS!r}\n{WAITING}"], capture_output=True, text=True)
    assert ran.stdout == "['KeyboardInterrupt', 'KeyboardInterrupt']\n", ran.stderr


def test_stop_ends_the_questions_of_one_game():
    game, ended = endless(), []
    threads = [ask_until_stopped(ask, ended) for ask in (lambda: game[2000], lambda: game[1999], lambda: game.moves(2000))]
    while game._asked() < 3:
        time.sleep(0.001)
    game.stop()
    for thread in threads:
        thread.join()
    assert [type(error) for error in ended] == [gr.Stopped] * 3
    assert game[3] == gr.Game("parts", ENDLESS)[3], "the game answers again"


def test_the_end_of_the_time_ends_a_question():
    with pytest.raises(gr.TimeIsOver, match="the time is over"):
        endless(time=0.05)[2000]


def test_ctrl_c_ends_a_table_while_its_memory_is_filled():
    """So large a table takes longer than anybody waits, with or without its values."""
    game = gr.Game("wythoff", memory="900G")
    press_ctrl_c_when(game._is_busy)
    with pytest.raises(KeyboardInterrupt):
        game.table((40000, 40000))


def test_a_coroutine_waits_for_a_table_and_stops_it():
    async def answers():
        return (await gr.Game("wythoff").table_async((3, 4))).tolist()

    assert asyncio.run(answers()) == gr.Game("wythoff").table((3, 4)).tolist()
    game = endless()

    async def cancelled():
        asked = asyncio.ensure_future(game.table_async(2000))
        while not game._is_busy():
            await asyncio.sleep(0.001)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        # The thread has ended.
        assert not game._asked()

    asyncio.run(cancelled())
    with pytest.raises(gr.InputError):
        asyncio.run(game.table_async((0, 0)))


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
        game.stop()

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
