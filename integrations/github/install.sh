#!/usr/bin/env bash
# Install the checker into an environment of its own, once per job; see install.py.
# Reads: ROOT (directory for all that the action makes), PYTHON, VERSION, GITHUB_ACTION_PATH.
set -euo pipefail

python="${PYTHON:-python3}"
command -v "$python" >/dev/null || python=python # the usual name on Windows
mkdir -p "$ROOT"
# Not from the checkout, and isolated: `python -` and `python -m` would import json.py, venv.py or pip/ of the paper.
cd "$ROOT"
exec "$python" -I "$GITHUB_ACTION_PATH/integrations/github/install.py"
