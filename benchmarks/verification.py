"""Measure verification: what the real command says of a labelled bibliography, with how many requests, and how fast.

    python benchmarks/verification.py [--n 300] [--seed 1] [--no-limits] [--latency 0.15]   right reasons, requests, times
    python benchmarks/verification.py --faults [--fault KIND]...                            verdicts under trouble
    python benchmarks/verification.py --kill                                                kill -9 in a cold run, then again

Nothing leaves this machine: the sources are those of scholar_server.py, their works are invented. Every run is
a process of its own (``python -m latexrefcheck check``) with a cache of its own. Exit status 1 if a target of
the project is missed; the targets are printed beside the figures.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from invented_works import world
from make_references import entry, references, write
from measured_run import BOUND, Bench, Run, states
from scholar_server import FAULTS, Fault, ScholarServer, budget

GENUINE = "genuine"
RATE = 0.3
"""Share of requests that meet a fault."""
GRACE = 0.3
"""Seconds before a kill in which an answer counts as still in flight: it may not have been saved yet."""


class Score:
    """Prints rows and remembers whether a target was missed."""

    def __init__(self) -> None:
        self.good = True

    def row(self, name: str, figure: str, target: str = "", met: bool = True) -> None:
        """One figure beside its target."""
        self.good &= met
        print(f"{name:28s} {figure:>34s}   {target}{'' if met else '   MISSED'}", flush=True)


def right(label: dict[str, Any], found: list[tuple[str, str, str]]) -> bool:
    """Whether the expected rule fired; or "not found" that names the real work, for what only a search could find."""
    names = {rule for rule, _, _ in found}
    return bool(names & set(label["expected"])) or any(
        rule == "not-found" and near.startswith(label["title"]) for rule, _, near in found
    )


def table(labels: dict[str, dict[str, Any]], run: Run, score: Score) -> None:
    """Per kind: how many, flagged at all, flagged with the right reason, and with which rules."""
    print(f"{'kind':16s} {'n':>4s} {'flagged':>8s} {'right':>6s}   rules")
    total = correct = 0
    for kind in dict.fromkeys(label["kind"] for label in labels.values()):
        keys = [key for key, label in labels.items() if label["kind"] == kind]
        found = {key: run.flagged.get(key, []) for key in keys}
        rules = Counter(rule for rows in found.values() for rule in {rule for rule, _, _ in rows})
        hits = sum(map(bool, found.values()))
        good = sum(right(labels[key], found[key]) for key in keys) if kind != GENUINE else 0
        shown = ", ".join(f"{rule} {count}" for rule, count in rules.most_common())
        print(f"{kind:16s} {len(keys):4d} {hits:8d} {good if kind != GENUINE else '-':>6}   {shown}")
        if kind != GENUINE:
            total, correct = total + len(keys), correct + good
            for key in keys:
                if not right(labels[key], found[key]):
                    print(f"    missed: {key} ({run.verdicts[key]['status']}, {', '.join(labels[key]['variation'])})")
    score.row(
        "fabricated, right reason", f"{correct} of {total} ({correct / total:.1%})", "at least 99 %", correct >= 0.99 * total
    )


def alarms(labels: dict[str, dict[str, Any]], run: Run, score: Score) -> None:
    """What is said against genuine entries."""
    genuine = {key: label for key, label in labels.items() if label["kind"] == GENUINE}
    errors, warnings = [], []
    for key, label in genuine.items():
        for rule, severity, _ in run.flagged.get(key, []):
            if severity == "error":
                errors.append(key)
            elif rule not in label["allowed"]:
                warnings.append(key)
            if severity == "error" or rule not in label["allowed"]:
                print(f"    false alarm: {key} {severity} {rule} ({', '.join(label['variation'])})")
    count, wrong = len(genuine), len(set(warnings))
    score.row("genuine with an error", f"{len(set(errors))} of {count}", "none", not errors)
    score.row("genuine with a wrong warning", f"{wrong} of {count} ({wrong / count:.1%})", "at most 2 %", wrong <= 0.02 * count)
    states = Counter(run.verdicts[key]["status"] for key in genuine)
    score.row("verdicts on genuine", ", ".join(f"{state} {number}" for state, number in states.most_common()))


def measure(bench: Bench, labels: dict[str, dict[str, Any]], added: str, score: Score) -> None:
    """Verdicts of a cold run, then requests and times cold, warm, with one entry more, and from the lock."""
    bench.folder.joinpath("latexrefcheck.lock").unlink(missing_ok=True)
    cold = bench.run(fresh=True)
    bench.folder.joinpath("report.json").rename(bench.folder / "cold.json")
    log = list(bench.server.log)
    table(labels, cold, score)
    alarms(labels, cold, score)
    crowd, over = (sum(seen.outcome == outcome for seen in log) for outcome in ("crowd", "refused"))
    own = len(log) - crowd
    figure = f"{own} and {crowd} lost in the crowd"
    score.row("requests cold", figure, "at most 110 for 300 entries", own <= 110 or len(labels) != 300)
    score.row("  over a limit", str(over), "none", not over)
    score.row("  by source", " ".join(f"{source} {number}" for source, number in cold.requests.most_common()))
    twice = [ask for ask, number in answered(log, float("inf")).items() if number > 1]
    score.row("  answered twice", str(len(twice)), "none", not twice)
    warm = bench.run()
    score.row("requests warm", str(warm.requests.total()), "none", not warm.requests)
    score.row("verdicts warm", "the same" if states(warm) == states(cold) else "others", "the same", states(warm) == states(cold))
    bench.run("--write-lock")
    frozen = bench.run("--frozen", fresh=True)
    same = states(frozen) == states(cold)
    score.row("requests --frozen", str(frozen.requests.total()), "none", not frozen.requests)
    score.row("verdicts --frozen", "the same" if same else "others", "the same", same)
    least = budget(log, bench.server.latency)
    slowest = max(least, key=lambda host: least[host])
    share = cold.wall / least[slowest]
    figure = f"{cold.wall:.2f} s ({share:.2f} of {least[slowest]:.2f})"
    # The process itself takes half a second: of a short run that is more than what the target leaves.
    score.row("wall cold", figure, f"at most 1.15 of {slowest}", not added or share <= 1.15 or least[slowest] < 10)
    score.row("wall warm", f"{warm.wall:.2f} s", "under 1 s", not added or warm.wall < 1)
    score.row("wall from the lock", f"{frozen.wall:.2f} s", "under 0.6 s", not added or frozen.wall < 0.6)
    if added:
        more(bench, added, score)


def more(bench: Bench, added: str, score: Score) -> None:
    """One entry more, with the cache of a whole run and without the lock."""
    bench.folder.joinpath("latexrefcheck.lock").unlink()
    bench.run(fresh=True)
    bib, tex = bench.folder / "refs.bib", bench.folder / "main.tex"
    bib.write_text(bib.read_text(encoding="utf-8") + added, encoding="utf-8")
    tex.write_text(tex.read_text(encoding="utf-8").replace("\\bibliographystyle", "One more \\cite{added}.\n\\bibliographystyle"))
    one = bench.run()
    count = one.requests.total()
    crowd = sum(seen.outcome == "crowd" for seen in bench.server.log)
    score.row("requests, one entry added", f"{count - crowd} and {crowd} lost in the crowd", "at most 3", 0 < count - crowd <= 3)


def answered(log: list[Any], before: float) -> Counter[tuple[str, str, str]]:
    """How often each question got its answer before a time."""
    good = [seen for seen in log if seen.outcome == "good" and seen.ended < before]
    return Counter((seen.source, kind, value.lower()) for seen in good for kind, value in seen.asked)


def errors_of(run: Run) -> set[tuple[str, str]]:
    """The findings that make a build fail."""
    return {(key, rule) for key, rows in run.flagged.items() for rule, severity, _ in rows if severity == "error"}


def compare(name: str, clean: Run, run: Run, score: Score) -> None:
    """One row: every verdict as without faults or unchecked with a reason, and no error that was not there before."""
    open_ones = {key for key, verdict in run.verdicts.items() if verdict["status"] == "unchecked"}
    silent = {key for key in open_ones if not run.verdicts[key]["reason"]}
    differ = {key for key, state in states(run).items() if key not in open_ones and state != states(clean)[key]}
    new = errors_of(run) - errors_of(clean)
    figure = f"{len(open_ones)} unchecked, {len(differ)} differ, {len(new)} new"
    met = not (silent or differ or new) and run.wall < BOUND
    score.row(name, figure, f"0 differ, 0 new errors; {run.wall:5.1f} s, {run.requests.total()} requests", met)
    for key in sorted(differ):
        print(f"    {key}: {states(clean)[key]} became {states(run)[key]} ({run.verdicts[key]['reason']})")
    for key, rule in sorted(new):
        print(f"    {key}: new error {rule}")


def faults(bench: Bench, kinds: list[str], score: Score) -> None:
    """Each fault at 30 %, all of them mixed, and nobody there; after each the next run has to complete."""
    clean = bench.run(fresh=True)
    score.row("without faults", f"{len(clean.verdicts)} entries", f"{clean.wall:5.1f} s, {clean.requests.total()} requests")
    plans = {f"{kind} at {RATE:.0%}": (Fault(kind, RATE),) for kind in kinds}
    plans["all kinds mixed"] = tuple(Fault(kind, RATE / len(kinds)) for kind in kinds)
    plans |= {
        f"{source} down": (Fault("503", 1.0, source),) for source in ("crossref", "dblp", "openalex", "semanticscholar", "doiorg")
    }
    for name, plan in plans.items():
        bench.server.faults = plan
        run = bench.run("--timeout", "2", fresh=True)
        compare(name, clean, run, score)
        bench.server.faults = ()
        following(bench, clean, score)
    reachable, bench.environment = bench.environment, dict(bench.environment)
    for source in bench.server.index.routes:
        bench.environment[f"LATEXREFCHECK_{source.upper()}_URL"] = f"http://127.0.0.1:9/{source}"
    compare("every source down", clean, bench.run(fresh=True), score)
    bench.environment = reachable
    following(bench, clean, score)


def following(bench: Bench, clean: Run, score: Score) -> None:
    """The next run without faults has all verdicts of a run that never met one."""
    run = bench.run()
    differ = {key for key, state in states(run).items() if state != states(clean)[key]}
    score.row("  the next run", f"{len(differ)} differ", f"0 differ; {run.requests.total()} requests", not differ)


def kill(bench: Bench, score: Score) -> None:
    """kill -9 after a share of the requests; the next run must not ask again what had been answered."""
    clean = bench.run(fresh=True)
    for share in (0.2, 0.5, 0.8):
        shutil.rmtree(bench.cache)
        bench.server.forget()
        process = bench.start()
        while len(bench.server.log) < share * clean.requests.total() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        killed = time.monotonic()
        time.sleep(2 * bench.server.latency + 0.2)
        before = answered(bench.server.log, killed - GRACE)
        run = bench.run()
        again = [ask for ask in answered(bench.server.log, float("inf")) if ask in before]
        differ = {key for key, state in states(run).items() if state != states(clean)[key]}
        figure = f"{before.total()} answered, {len(again)} asked again, {len(differ)} differ"
        target = f"none again; {run.requests.total()} requests, {run.wall:.1f} s"
        score.row(f"killed at {share:.0%}", figure, target, not again and not differ)


def main() -> int:
    """Run one of the three measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=300, help="entries (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the bibliography")
    parser.add_argument("--limits", action=argparse.BooleanOptionalAction, default=True, help="the server enforces the limits")
    parser.add_argument("--latency", type=float, default=0.15, metavar="SECONDS", help="delay of each answer (default 0.15)")
    parser.add_argument("--faults", action="store_true", help="measure under trouble instead")
    parser.add_argument("--fault", action="append", choices=FAULTS, help="only these kinds of trouble")
    parser.add_argument("--kill", action="store_true", help="measure after kill -9 instead")
    parser.add_argument(
        "--quick", action="store_true", help="leave out the second cold run that adds an entry, and judge no wall times"
    )
    parser.add_argument("--dir", type=Path, help="where the inputs are made (default: a temporary directory)")
    options = parser.parse_args()
    folder = options.dir or Path(tempfile.mkdtemp(prefix="latexrefcheck-verification-"))
    works = world()
    made = references(options.n, options.seed, works)
    write(folder, made)
    labels = {key: one["label"] for key, one in made.items()}
    known = {one["title"] for one in made.values()}
    others = references(60, options.seed + 1000, works).values()
    extra = next(one for one in others if "doi" in one["fields"] and one["title"] not in known)
    score = Score()
    with ScholarServer(works, limits=options.limits, latency=options.latency, seed=options.seed) as server:
        bench = Bench(server, folder)
        if options.faults:
            faults(bench, options.fault or list(FAULTS), score)
        elif options.kill:
            kill(bench, score)
        else:
            measure(bench, labels, "" if options.quick else entry("added", extra["type"], extra["fields"]), score)
    if options.dir is None:
        shutil.rmtree(folder, ignore_errors=True)
    return 0 if score.good else 1


if __name__ == "__main__":
    sys.exit(main())
