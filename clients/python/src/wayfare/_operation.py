"""Description of an operation of the API."""

from __future__ import annotations

from typing import NamedTuple, Optional


class Operation(NamedTuple):
    """HTTP method, path and options of an operation."""

    method: str
    path: str
    #: True if the operation accepts an ``Idempotency-Key``.
    takes_key: bool
    #: True if repeating the request has no further effect.
    idempotent: bool
    #: ``json``, ``text`` or ``bytes``.
    response_type: str = "json"
    #: A status other than 2xx whose body is the response, not an error.
    extra_status: Optional[int] = None
