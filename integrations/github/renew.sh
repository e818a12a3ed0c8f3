#!/usr/bin/env bash
# Renew requirements.txt and build.txt, the versions and hashes that the GitHub Action and the GitLab job install.
# Needs uv (https://docs.astral.sh/uv/). Run it when a dependency in pyproject.toml changes or has a security release,
# read the diff, and let the tests run.
set -euo pipefail
cd "$(dirname "$0")"
compile() { uv pip compile "$@" --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet; }
head="# Written by integrations/github/renew.sh:"
{
  echo "$head what the checker needs, for every Python from 3.11 and every system, with hashes."
  compile ../../pyproject.toml
} >requirements.new
{
  echo "$head what builds the checker from its source, with hashes."
  echo "setuptools>=77" | compile -
} >build.new
mv requirements.new requirements.txt
mv build.new build.txt
