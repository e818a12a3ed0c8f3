"""The baseline: findings that are known, matched by rule, file, key and field, never by line.

Its JSON file has one finding per line, sorted, so that a change shows as the lines of a diff::

    {"rule": "undefined-citation", "file": "main.tex", "key": "knuth84", "count": 2}

``file`` is relative to the directory of the baseline file; ``count`` is left out for one.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from latexrefcheck.errors import ConfigError, reason
from latexrefcheck.files import exists, read_bytes, refuse_link, write_atomic
from latexrefcheck.model.document import Problem, SourceFile, Span
from latexrefcheck.model.finding import Finding
from latexrefcheck.text.visible import json_text

STALE = "stale-baseline"
VERSION = 1
DEFAULT_NAME = ".latexrefcheck-baseline.json"

Identity = tuple[str, str, str, str]


class Baseline:
    """Known findings with how often each is known. :meth:`takes` uses them up; :meth:`stale` tells what is left.

    ``base`` is the directory that report paths are relative to; ``read`` the report paths of the files
    of this run.
    """

    def __init__(self, path: Path, base: Path, known: Counter[Identity], source: SourceFile, read: Collection[str] = ()) -> None:
        self._path = path
        self._base = base
        self._left = known
        self._source = source
        self._read = {_relative(name, base, path) for name in read}

    @classmethod
    def load(cls, path: Path, base: Path, read: Collection[str] = ()) -> Baseline:
        """The baseline in file ``path``; raises UnreadableInput or ConfigError."""
        import json

        refuse_link(path, "the baseline")
        source = SourceFile.decode(_shown(path, base), read_bytes(path), path)
        try:
            data = json.loads(source.text)
        except (ValueError, RecursionError) as error:
            raise ConfigError(f"not a baseline: {reason(error)}; write it anew with --write-baseline", source.path) from error
        if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("findings"), list):
            raise ConfigError(f"not a baseline of version {VERSION}; write it anew with --write-baseline", source.path)
        known: Counter[Identity] = Counter()
        for item in data["findings"]:
            if not isinstance(item, dict) or not isinstance(item.get("rule"), str) or not isinstance(item.get("count", 1), int):
                raise ConfigError(f"not a finding of a baseline: {str(item)[:80]}", source.path)
            rule, file, key, field = (str(item.get(name) or "") for name in ("rule", "file", "key", "field"))
            known[rule, file, key, field] += item.get("count", 1)
        return cls(path, base, known, source, read)

    @classmethod
    def write(cls, path: Path, base: Path, findings: Iterable[Finding], read: Collection[str] = ()) -> Baseline:
        """Write ``findings`` as the new baseline and return it."""
        known = Counter(_identity(found, base, path) for found in findings)
        lines = ",\n".join("    " + _line(identity, count) for identity, count in sorted(known.items()))
        text = f'{{\n  "version": {VERSION},\n  "findings": [\n{lines}\n  ]\n}}\n'
        refuse_link(path, "the baseline")
        write_atomic(path, text.encode("utf-8"))
        return cls(path, base, known, SourceFile(_shown(path, base), text, path), read)

    def takes(self, found: Finding) -> bool:
        """True if ``found`` is known; each known one is used up once."""
        identity = _identity(found, self._base, self._path)
        if self._left[identity] <= 0:
            return False
        self._left[identity] -= 1
        return True

    def stale(self, ran: Collection[str]) -> Iterator[Problem]:
        """What is known and was not found, if its rule ran and its file was read or is gone."""
        for identity, count in sorted(self._left.items()):
            rule, file, key, _ = identity
            if count <= 0 or rule not in ran or (file not in self._read and exists(self._path.parent / file)):
                continue
            where = f" for {key}" if key else ""
            times = f" {count} times" if count > 1 else ""
            message = f"{rule}{where} in {file} is in the baseline{times} and was not found; write the baseline anew"
            yield Problem(STALE, self._span(identity), message, key or None)

    def _span(self, identity: Identity) -> Span:
        start = self._source.text.find(_line(identity, 1)[:-1])
        end = self._source.text.find("}", start)
        return Span(self._source, start, end + 1) if start >= 0 else Span(self._source, 0, 0)


def _line(identity: Identity, count: int) -> str:
    import json

    item: dict[str, str | int] = {
        name: value for name, value in zip(("rule", "file", "key", "field"), identity, strict=True) if value
    }
    if count > 1:
        item["count"] = count
    return json_text(json.dumps(item, ensure_ascii=False))


def _identity(found: Finding, base: Path, path: Path) -> Identity:
    return (found.rule, _relative(found.location.path, base, path), found.key or "", found.field or "")


def _relative(name: str, base: Path, path: Path) -> str:
    return Path(os.path.relpath(base / name, path.absolute().parent)).as_posix()


def _shown(path: Path, base: Path) -> str:
    name = os.path.relpath(path.absolute(), base)
    return path.as_posix() if name.startswith("..") else Path(name).as_posix()
