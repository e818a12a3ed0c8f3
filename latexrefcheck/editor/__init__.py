"""The language server: findings, verdicts and fixes where a paper is written (Language Server Protocol 3.17)."""
