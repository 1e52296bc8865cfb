"""How well and how fast the search is at 100,000 papers, beside other engines: `make bench-search`.

Prints the reciprocal rank of the right paper per kind of query, and times as ratios to bare FTS5 of the same
run. Every engine is a process of its own; times are its own, the median of three runs.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

HERE = Path(__file__).parent
SETS = {"normal": "queries-dev.jsonl", "hard": "queries-dev-hard.jsonl"}
OURS = "papergram"
RUNS = 3
DEPTH = 10


@dataclass(frozen=True)
class Question:
    """A query, the ids of which any is right, and what kind of query it is."""

    text: str
    want: frozenset[str]
    kind: str


@dataclass(frozen=True)
class Answers:
    """What an engine answered to every question of a set: reciprocal ranks, and milliseconds by run."""

    ranks: list[float]
    runs: list[list[float]]

    @property
    def mrr(self) -> float:
        """The mean reciprocal rank among the first ten."""
        return statistics.fmean(self.ranks)

    def percentile(self, percent: int) -> float:
        """The median over the runs of a percentile of the milliseconds."""
        cuts = [statistics.quantiles(run, n=100, method="inclusive")[percent - 1] for run in self.runs]
        return statistics.median(cuts)


def questions(path: Path) -> list[Question]:
    """The queries of a set."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [Question(row["q"], frozenset(row["want"]), row["kind"]) for row in rows]


def command(engine: str, corpus: Path, store: Path) -> list[str]:
    """How an engine is started."""
    if engine == OURS:
        return [str(Path(sys.executable).with_name("papergram")), "search", "--batch"]
    return [sys.executable, str(HERE / "engines.py"), engine, str(corpus), str(store)]


@contextmanager
def running(engine: str, corpus: Path, store: Path) -> Iterator[subprocess.Popen[str]]:
    """A started engine that is ready for its first query."""
    environment = os.environ | {"PAPERGRAM_DB": str(store / "papers.db")}
    process = subprocess.Popen(
        command(engine, corpus, store),
        env=environment,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdin
    assert process.stdout
    try:
        if engine != OURS:
            assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.stdin.close()
        process.wait(60)


def ask(process: subprocess.Popen[str], text: str) -> tuple[list[str], float]:
    """The ids and the milliseconds of one query."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(text + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())
    return answer["ids"][:DEPTH], float(answer["ms"])


def measured(engine: str, asked: list[Question], corpus: Path, store: Path, runs: int) -> Answers:
    """An engine's answers to a set, in a new process each run."""
    ranks: list[float] = []
    times: list[list[float]] = []
    for _ in range(runs):
        with running(engine, corpus, store) as process:
            ask(process, asked[0].text)  # the first answer after a start is measured by itself
            answers = [ask(process, one.text) for one in asked]
        times.append([ms for _, ms in answers])
        ranks = [_rank(ids, one.want) for (ids, _), one in zip(answers, asked, strict=True)]
    return Answers(ranks, times)


def _rank(ids: list[str], want: frozenset[str]) -> float:
    return next((1 / place for place, key in enumerate(ids, 1) if key in want), 0.0)


def built(corpus: Path, store: Path) -> float | None:
    """Fill our store from the corpus when it is not there; the seconds that it took, None when it was."""
    path = store / "papers.db"
    if path.exists():
        return None
    part = store / "papers.part.db"
    for old in store.glob("papers.part.db*"):
        old.unlink()
    start = perf_counter()
    environment = os.environ | {"PAPERGRAM_DB": str(part)}
    papergram = command(OURS, corpus, store)[0]
    source = str(corpus / "acl-papers.jsonl.gz")
    subprocess.run([papergram, "import", "--quiet", source], env=environment, check=True)
    for old in store.glob("papers.part.db*"):
        old.rename(store / old.name.replace(".part", ""))
    return perf_counter() - start


def first_answer(store: Path, corpus: Path) -> tuple[float, int]:
    """Seconds from starting our process to its first answer, and its peak memory in MB after a few."""
    start = perf_counter()
    with running(OURS, corpus, store) as process:
        ask(process, "protien desing with difusion")
        seconds = perf_counter() - start
        for text in ("扩散模型", "a survey of large language models", "wattermark"):
            ask(process, text)
        status = Path(f"/proc/{process.pid}/status")
        lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
        peak = next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), 0)
    return seconds, peak


def table(results: dict[str, dict[str, Answers]], sets: dict[str, list[Question]]) -> Iterator[str]:
    """Quality per kind and times as ratios, as Markdown."""
    engines = list(results)
    for name, asked in sets.items():
        yield f"\n**{name} set**, {len(asked)} queries: MRR@{DEPTH}\n"
        yield f"| kind | {' | '.join(engines)} |"
        yield "| --- |" + " ---: |" * len(engines)
        rows: dict[str, list[int]] = defaultdict(list)
        for place, one in enumerate(asked):
            rows[one.kind].append(place)
        for kind, places in sorted(rows.items()):
            cells = [statistics.fmean(results[e][name].ranks[p] for p in places) for e in engines]
            yield f"| {kind} ({len(places)}) | {' | '.join(f'{cell:.3f}' for cell in cells)} |"
        yield f"| **all** | {' | '.join(f'**{results[e][name].mrr:.3f}**' for e in engines)} |"
    yield "\n**Times** of one answer: milliseconds, and the ratio to bare FTS5\n"
    yield "| set | time | " + " | ".join(engines) + " |"
    yield "| --- | --- |" + " ---: |" * len(engines)
    for name in sets:
        for percent in (50, 95, 99):
            base = results["bare"][name].percentile(percent)
            cells = [results[e][name].percentile(percent) for e in engines]
            shown = " | ".join(f"{cell:.1f} ({cell / base:.2f})" for cell in cells)
            yield f"| {name} | p{percent} | {shown} |"


def promises(results: dict[str, dict[str, Answers]]) -> Iterator[str]:
    """The ratios that we hold ourselves to."""
    ours, bare, porter = results[OURS], results["bare"], results.get("porter")
    for percent, most in ((95, 1.6), (99, 2.0)):
        ratio = ours["normal"].percentile(percent) / bare["normal"].percentile(percent)
        yield f"normal p{percent} to bare FTS5: {ratio:.2f} (at most {most})"
    if porter:
        ratio = ours["hard"].percentile(95) / porter["hard"].percentile(95)
        yield f"hard p95 to the porter cascade: {ratio:.2f} (at most 0.3)"


def main() -> int:
    """Build what is missing, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--store", type=Path, default=Path(".bench"), help="folder of the built stores")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--engines", default="bare,porter,scan,tantivy", help="beside our own")
    options = parser.parse_args()
    if not (options.corpus / "acl-papers.jsonl.gz").is_file():
        sys.stderr.write(
            f"There is no corpus in {options.corpus}: it needs acl-papers.jsonl.gz and the queries "
            f"({', '.join(SETS.values())}). Name its folder: make bench-search CORPUS=FOLDER\n"
        )
        return 1
    options.store.mkdir(parents=True, exist_ok=True)
    seconds = built(options.corpus, options.store)
    if seconds is not None:
        print(f"imported in {seconds:.0f} s")
    sets = {name: questions(options.corpus / file) for name, file in SETS.items()}
    engines = [OURS, *(one for one in options.engines.split(",") if one and _there(one))]
    results: dict[str, dict[str, Answers]] = {}
    for engine in engines:
        runs = 1 if engine in ("scan", "tantivy") else options.runs
        results[engine] = {
            name: measured(engine, asked, options.corpus, options.store, runs) for name, asked in sets.items()
        }
        print(f"{engine} is done", file=sys.stderr)
    print("\n".join(table(results, sets)))
    print()
    print("\n".join(promises(results)))
    seconds, peak = first_answer(options.store, options.corpus)
    print(f"first answer after a start: {seconds:.2f} s; peak memory {peak} MB")
    ours, bare = (_size(options.store / name) for name in ("papers.db", "bare.db"))
    print(f"our store with all records {ours} MB, bare FTS5 {bare} MB")
    return 0


def _there(engine: str) -> bool:
    if engine == "tantivy" and importlib.util.find_spec("tantivy") is None:
        sys.stderr.write("tantivy is not installed: left out\n")
        return False
    return True


def _size(path: Path) -> int:
    return path.stat().st_size // 1_000_000 if path.exists() else 0


if __name__ == "__main__":
    sys.exit(main())
