#!/usr/bin/env bash
# Install the checker of this very checkout into an environment of its own, once per job.
# Reads: ROOT (directory for all that the action makes), PYTHON, GITHUB_ACTION_PATH.
set -euo pipefail

venv="$ROOT/venv"
if [ -x "$venv/bin/latexrefcheck" ]; then
  exit 0 # the action runs twice in one job
fi
"$PYTHON" - <<'PY'
import sys
if sys.version_info < (3, 11):
    sys.exit("::error::latexrefcheck needs Python 3.11 or newer; put actions/setup-python before this action")
PY
# A copy: pip would leave build directories in the checkout, which may be the paper's own repository.
source="$ROOT/source"
mkdir -p "$source"
for part in pyproject.toml README.md LICENSE latexrefcheck; do
  cp -R "$GITHUB_ACTION_PATH/$part" "$source/"
done
"$PYTHON" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --cache-dir "$ROOT/pip" "$source"
