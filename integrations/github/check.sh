#!/usr/bin/env bash
# Run the check and leave reports, outputs and the step summary; the status is an output, so that the steps behind
# (saving the cache, uploading SARIF) run before the job fails. All options come as LATEXREFCHECK_* variables.
# Reads: ROOT, EXTRA_REPORTS, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY.
set -uo pipefail

reports="$ROOT/reports"
mkdir -p "$reports" "$ROOT/cache"
files=(json:"$reports/report.json" junit:"$reports/junit.xml" sarif:"$reports/report.sarif"
  markdown:"$reports/summary.md" html:"$reports/report.html")
arguments=(--report github) # the whole list is in it, in a form that cannot act as a workflow command
for file in "${files[@]}"; do
  arguments+=(--report "$file")
done
while IFS= read -r report; do
  if [ -n "$report" ]; then
    arguments+=(--report "$report")
  fi
done <<<"${EXTRA_REPORTS//,/$'\n'}"

rm -f "$reports"/*
"$ROOT/venv/bin/latexrefcheck" check "${arguments[@]}"
status=$?

if [ -s "$reports/summary.md" ]; then
  cat "$reports/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi
"$ROOT/venv/bin/python" - "$reports" "$status" >>"$GITHUB_OUTPUT" <<'PY'
import json
import pathlib
import sys

folder, status = pathlib.Path(sys.argv[1]), sys.argv[2]
print(f"status={status}")
try:
    summary = json.loads((folder / "report.json").read_text(encoding="utf-8"))["summary"]
except (OSError, ValueError):
    summary = {}
for name in ("error", "warning", "info"):
    print(f"{name}s={summary.get(name, '')}")
for name, file in (("json", "report.json"), ("junit", "junit.xml"), ("sarif", "report.sarif"), ("html", "report.html")):
    print(f"{name}={folder / file if (folder / file).is_file() else ''}")
PY
