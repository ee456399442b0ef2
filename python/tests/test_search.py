# SPDX-License-Identifier: MIT
"""Searches: known constants, witnesses evaluated again, certificates, Ctrl-C, progress, threads."""
import _thread
import subprocess
import sys
import threading
import time
from fractions import Fraction

import numpy
import pytest

import disarray


def test_the_conjecture_is_refuted_with_a_witness_that_can_be_evaluated():
    rows = disarray.search("K <= F[prefix]", n="3..6")
    assert [row.n for row in rows] == [3, 4, 5, 6] and rows.complete
    assert [row.verdict for row in rows][-1] == "refuted"
    witness = rows[-1].witness
    assert rows[-1].ratio == Fraction(6, 7) and rows[-1].violating == 2
    given = {"weights": list(witness.weights), "dissimilarity": witness.dissimilarity.tolist()}
    assert disarray.kendall(witness.ranks, **given) == witness.K == 7
    assert disarray.footrule(witness.ranks, **given) == witness.F == 6
    assert isinstance(witness.dissimilarity, numpy.ndarray)
    assert "<svg" in rows._repr_html_()
    assert rows.to_frame().shape[0] == 4


def test_certificates_are_accepted_and_forged_ones_are_not(tmp_path):
    [row] = disarray.search("K <= F[prefix]", n=5, certificates=True)
    assert row.certificate.content and row.certificate.verify()
    row.certificate.save(tmp_path / "proof.jsonl.zst")
    assert disarray.verify(tmp_path / "proof.jsonl.zst")
    plain = tmp_path / "forged.jsonl"
    plain.write_text("{}\n")
    assert not disarray.verify(plain)


def test_ranges_and_options():
    assert len(disarray.search("K <= F[box]", n=range(3, 6), threads=1)) == 3
    with pytest.raises(ValueError, match="step 1"):
        disarray.search("K <= F[box]", n=range(3, 6, 2))


def test_one_line_says_what_is_wrong():
    for conjecture in ("K <<< F", "K <= F[boxes]", ""):
        with pytest.raises(ValueError):
            disarray.search(conjecture, n=3)
    with pytest.raises(ValueError, match="--n"):
        disarray.search("K <= F[box]", n=99)


def test_ctrl_c_keeps_what_was_found():
    seen = []
    interrupted = threading.Timer(0.5, _thread.interrupt_main)
    interrupted.start()
    rows = disarray.search("K <= F[box]", n=11, progress=seen.append)
    interrupted.join()
    assert not rows.complete
    # Nothing is left of the interrupt.
    assert disarray.search("K <= F[box]", n=4).complete


def test_a_callback_that_fails_ends_the_search():
    class Failure(Exception):
        pass

    def fails(line):
        raise Failure(line)

    with pytest.raises(Failure):
        disarray.search("K <= F[box]", n=11, progress=fails, time=60)
    assert disarray.search("K <= F[box]", n=4).complete


def test_other_threads_run_meanwhile_and_take_turns():
    ticks, results = [], []
    ended = threading.Event()

    def tick():
        while not ended.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    def search():
        results.append(disarray.search("K <= F[prefix]", n=6)[0].ratio)

    ticking = threading.Thread(target=tick)
    searching = [threading.Thread(target=search) for _ in range(3)]
    for thread in (ticking, *searching):
        thread.start()
    for thread in searching:
        thread.join()
    ended.set()
    ticking.join()
    assert results == [Fraction(6, 7)] * 3
    assert len(ticks) > 3


def test_the_command_line_runs_in_the_process():
    status, text = disarray.run("search", "K <= F[prefix]", "--n", "6")
    assert status == 0 and "6/7" in text
    assert disarray.run(["search", "K <= F[prefix]", "--n", "6"]) == (status, text)
    with pytest.raises(ValueError, match="the nearest search"):
        disarray.run("serach")
    with pytest.raises(ValueError):
        disarray.run()
    assert "Usage" in disarray.run("search", "--help")[1]


def test_claims_and_properties():
    checked = disarray.check(metric="footrule[box]", property="symmetry", exhaustive=3, random=0)
    assert repr(checked) == "<disarray.Check: 1 row, 1 exhausted>"
    assert checked.rows[0]["verdict"] == "exhausted" and checked.complete
    assert "<table>" in checked._repr_html_()


HANDLERS = """
import signal, disarray

def caught():  # but real-time signals, of which the C library has two for threads
    return [int(line.split()[1], 16) & 0x7fffffff
            for line in open("/proc/self/status") if line.startswith(("SigCgt", "SigIgn"))]

before = caught()
disarray.search("K <= F[box]", n=4)
disarray.check(metric="kendall", property="symmetry", exhaustive=2, random=0)
disarray.aggregate([["a", "b"], ["b", "a"]], time=1)
disarray.audit(lambda first, second: 0, random=1, sizes=[], exhaustive=1)
assert caught() == before, (before, caught())
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_signals_stay_with_python():
    ended = subprocess.run([sys.executable, "-c", HANDLERS], capture_output=True, text=True, timeout=60)
    assert ended.stdout == "interrupted\n", ended.stderr
