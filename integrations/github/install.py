"""Install the checker into an environment of its own: pinned versions with hashes, then the checker itself.

Runs isolated (``python -I``) and outside of the checkout, with nothing but the standard library. Reads ROOT, VERSION and
GITHUB_ACTION_PATH. Without VERSION the checker is the one of this very action; else that release from the index.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = (3, 11)
PARTS = ("pyproject.toml", "README.md", "LICENSE", "docs/latexrefcheck.1", "latexrefcheck")
VERSION = re.compile(r"[0-9][0-9A-Za-z.+!]*")


def environment(root: Path, version: str) -> Path:
    """The directory of the environment for one version."""
    return root / (f"venv-{version}" if version else "venv")


def programs(venv: Path, windows: bool) -> tuple[Path, Path]:
    """(Python, checker) of an environment as this system lays it out."""
    folder, ending = (venv / "Scripts", ".exe") if windows else (venv / "bin", "")
    return folder / f"python{ending}", folder / f"latexrefcheck{ending}"


def commands(python: Path, action: Path, root: Path, version: str) -> list[list[str]]:
    """What pip is asked to do, in order. Only wheels of pinned versions are taken, so that no foreign code runs to build one."""
    pip = [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--cache-dir", str(root / "pip")]
    locks = [str(action / "integrations" / "github" / name) for name in ("build.txt", "requirements.txt")]
    pinned = [*pip, "--require-hashes", "--only-binary", ":all:", *(part for lock in locks for part in ("--requirement", lock))]
    if version:
        checker = [*pip, "--no-deps", "--only-binary", ":all:", f"latexrefcheck=={version}"]
    else:
        checker = [*pip, "--no-deps", "--no-build-isolation", "--no-index", str(root / "source")]
    return [pinned, checker, [str(python), "-I", "-m", "pip", "check", "--quiet", "--disable-pip-version-check"]]


def copied(action: Path, root: Path) -> None:
    """Copy the source: pip would leave build directories in the checkout, which may be the paper's own repository."""
    for part in PARTS:
        target = root / "source" / part
        if (action / part).is_dir():
            shutil.copytree(action / part, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(action / part, target)


def main() -> int:
    """Install, unless an earlier step of the job has."""
    if sys.version_info < NEEDED:
        print("::error::latexrefcheck needs Python 3.11 or newer; put actions/setup-python before this action")
        return 1
    root, action, version = (
        Path(os.environ["ROOT"]),
        Path(os.environ["GITHUB_ACTION_PATH"]),
        os.environ.get("VERSION", "").strip(),
    )
    if version and not VERSION.fullmatch(version):
        print("::error::the input version must be the number of a release, such as 1.2.0")
        return 1
    venv = environment(root, version)
    python, checker = programs(venv, os.name == "nt")
    if checker.exists():
        return 0
    import venv as environments

    environments.create(venv, with_pip=True)
    if not version:
        copied(action, root)
    for command in commands(python, action, root, version):
        if subprocess.run(command, cwd=root, check=False).returncode:
            print("::error::latexrefcheck could not be installed; the lines above say why")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
