"""An entailment model of the user's (ONNX): it orders passages and may take a support back; it never gives one.

The directory holds ``model.onnx``, ``tokenizer.json`` (of the library *tokenizers*) and, where the labels have another order
than contradiction, neutral, entailment, a ``config.json`` with ``id2label``. ``pip install 'latexrefcheck[model]'``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

from latexrefcheck.claims.deciding import Rank
from latexrefcheck.errors import UsageError
from latexrefcheck.files import read_bytes

LONGEST = 512
"""Tokens of a passage and a claim together; what is longer is cut."""
LABELS = ("contradiction", "neutral", "entailment")


def load(folder: Path) -> Rank:
    """The model of a directory; raises UsageError with one sentence if it cannot be used."""
    try:
        import numpy
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError:
        raise UsageError("--model needs further packages: pip install 'latexrefcheck[model]'") from None
    for name in ("model.onnx", "tokenizer.json"):
        if not (folder / name).is_file():
            raise UsageError(f"{str(folder)!r} holds no {name}")
    entailment = _entailment(folder)
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # each library has errors of its own
        raise UsageError(f"the model in {str(folder)!r} cannot be loaded ({' '.join(str(error).split())[:120]})") from error
    tokenizer.enable_truncation(LONGEST)
    names = {one.name for one in session.get_inputs()}
    unknown = names - {"input_ids", "attention_mask", "token_type_ids"}
    if unknown:
        raise UsageError(
            f"the model in {str(folder)!r} wants the input {sorted(unknown)[0]!r}, which is none of an entailment model"
        )

    def rank(claim: str, passages: Sequence[str]) -> Sequence[float]:
        scores = []
        for passage in passages:
            told = tokenizer.encode(passage, claim)
            inputs = {"input_ids": told.ids, "attention_mask": told.attention_mask, "token_type_ids": told.type_ids}
            fed = {name: numpy.array([values], dtype=numpy.int64) for name, values in inputs.items() if name in names}
            logits = [float(value) for value in session.run(None, fed)[0].reshape(-1)]
            if len(logits) <= entailment:
                raise UsageError(f"the model in {str(folder)!r} gives {len(logits)} labels, and none of them is entailment")
            most = max(logits)
            weights = [math.exp(value - most) for value in logits]
            scores.append(weights[entailment] / sum(weights))
        return scores

    return rank


def _entailment(folder: Path) -> int:
    """Which of the model's labels is entailment."""
    path = folder / "config.json"
    if not path.is_file():
        return LABELS.index("entailment")
    try:
        told = json.loads(read_bytes(path))["id2label"]
        found = [
            int(number) for number, label in told.items() if "entail" in str(label).lower() and "not" not in str(label).lower()
        ]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{str(path)!r} names no labels (id2label)") from error
    if len(found) != 1:
        raise UsageError(f"{str(path)!r} does not name one label for entailment")
    return found[0]
