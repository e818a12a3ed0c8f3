"""Whole texts that sources hold as PDF."""

from __future__ import annotations

from collections.abc import Mapping

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.lookup import Answer, Request, Response
from latexrefcheck.verify.sources import _reply, _subject
from latexrefcheck.verify.sources._reply import Unusable


def answer(request: Request, response: Response, identifiers: Mapping[str, str]) -> Answer:
    """The text of the PDF that came, as a record with ``told["text"]``; what is no PDF is a failure."""
    from latexrefcheck.reading.references.readers import pdf  # imported late: it takes a library that few need

    if response.status != 200:
        raise Unusable(_reply.refusal(response))
    if not response.body.startswith(b"%PDF"):
        raise Unusable("the answer is no PDF")
    try:
        text = pdf.text("the paper", response.body)
    except UnreadableInput as error:
        raise Unusable(str(error)) from error
    return Answer({request.queries[0]: (_subject.whole(request.source, text, identifiers),)})
