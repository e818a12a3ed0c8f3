"""What is looked up over the network first although local indexes hold a work."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from latexrefcheck.model.record import Evidence, Reference
from latexrefcheck.verify.catalogue import known
from latexrefcheck.verify.plan import Plan, Step, spellings


def first(plan: Plan, reference: Reference, held: Sequence[Evidence], old: Collection[str]) -> list[Step]:
    """The first look-ups that are left when local indexes hold ``held``.

    An identifier that an owner's index holds need not be looked up, unless that index is among the ``old``: what was
    retracted since, only the registry tells. The same goes for the DOI of what such an index found under its title.
    """
    told = {e.query[:2] for e in held if e.source not in old and known().owns(e.source, e.query.kind)}
    spelled = {query[:2] for kind, value in told for query in spellings(kind, value)}
    steps = [step for step in plan.first(reference) if step.query[:2] not in spelled]
    asked = {(step.query.kind, step.query.value.lower()) for step in steps}
    for found in held:
        doi = next((doi for record in found.records[:1] if (doi := record.identifiers.get("doi", "").lower())), "")
        if doi and ("doi", doi) not in asked and found.source in old and known().tells_notices(found.source):
            steps += plan.first_owner("doi", doi)
    return list(dict.fromkeys(steps))
