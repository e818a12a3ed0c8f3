#!/usr/bin/env bash
# Run the check and leave reports, outputs and the step summary; see check.py.
# Reads: ROOT, VERSION, GITHUB_ACTION_PATH, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY and what check.py names.
set -euo pipefail

venv="$ROOT/venv${VERSION:+-$VERSION}"
python="$venv/bin/python"
[ -x "$python" ] || python="$venv/Scripts/python.exe"
# Isolated: the working directory is the paper's, and nothing in it is imported.
exec "$python" -I "$GITHUB_ACTION_PATH/integrations/github/check.py"
