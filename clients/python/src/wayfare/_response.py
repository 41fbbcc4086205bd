"""Parsing of responses."""

from __future__ import annotations

import json
import re
import time
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple

from ._errors import ApiError, InvalidResponseError, make_api_error
from ._operation import Operation


class RateLimit(NamedTuple):
    """State of one rate limit, from the ``RateLimit`` header."""

    #: Name of the limit, such as ``searches``.
    name: str
    #: Requests that are left now.
    remaining: int


class ResponseInfo(NamedTuple):
    """Status and headers of a response."""

    status: int
    #: Headers by lowercase name.
    headers: Mapping[str, str]

    @property
    def request_id(self) -> Optional[str]:
        """Id of the request (``req_…``), for support requests."""
        return self.headers.get("request-id")

    @property
    def replayed(self) -> bool:
        """True if the service repeated the response of an earlier request with the same idempotency key."""
        return self.headers.get("idempotent-replayed") == "true"

    @property
    def rate_limits(self) -> Tuple[RateLimit, ...]:
        """State of the caller's rate limits; empty if the response does not state it."""
        found = re.findall(r'"([^"]*)";r=(\d+)', self.headers.get("ratelimit", ""))
        return tuple(RateLimit(name, int(remaining)) for name, remaining in found)

    @property
    def retry_after_seconds(self) -> Optional[float]:
        """``Retry-After`` in seconds; None if it is missing or invalid."""
        value = self.headers.get("retry-after")
        if value is None:
            return None
        if re.fullmatch(r"[0-9]{1,9}", value):
            return float(value)
        try:
            return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
        except (TypeError, ValueError, OverflowError):
            return None


def parse_response(operation: Operation, info: ResponseInfo, body: bytes) -> Any:
    """
    Returns the body of a response.

    Raises ApiError for an error response and InvalidResponseError for a body that is not JSON.
    """
    content_type = info.headers.get("content-type", "")
    is_extra = info.status == operation.extra_status and "problem+json" not in content_type
    if not (200 <= info.status < 300 or is_extra):
        raise to_api_error(info, body)
    if operation.response_type == "bytes":
        return body
    try:
        text = body.decode("utf-8")
        return text if operation.response_type == "text" else json.loads(text)
    except ValueError:
        raise InvalidResponseError(_describe_unreadable(info, body), info) from None


def to_api_error(info: ResponseInfo, body: bytes) -> ApiError:
    """Creates the error of a response without success."""
    problem: Dict[str, Any] = {}
    if "json" in info.headers.get("content-type", ""):
        try:
            found = json.loads(body)
            problem = found if isinstance(found, dict) else {}
        except ValueError:
            pass
    return make_api_error(problem, info)


def _describe_unreadable(info: ResponseInfo, body: bytes) -> str:
    content_type = info.headers.get("content-type", "no content type")
    if "json" not in content_type:
        return (
            f"Expected JSON but received {content_type} with status {info.status}. "
            "Check that base_url is the address of the Wayfare service."
        )
    return (
        f"The JSON body of the response with status {info.status} is invalid after {len(body)} bytes. "
        "A proxy may have truncated or changed it."
    )
