"""Preparation and retries of requests, shared by the two clients."""

from __future__ import annotations

import json
import os
import platform
import re
import secrets
from typing import Any, Dict, Mapping, NamedTuple, Optional
from urllib.parse import quote, urlencode

from ._errors import ApiError, ConnectionError, InvalidResponseError, TimeoutError
from ._operation import Operation
from ._operations import OPERATIONS, VERSION

FIRST_DELAY_SECONDS = 0.5
MAX_DELAY_SECONDS = 8.0
#: A longer ``Retry-After`` is not waited for: the error is raised.
MAX_RETRY_AFTER_SECONDS = 60.0

_ACCEPT = {"json": "application/json", "text": "text/plain", "bytes": "*/*"}


class Settings(NamedTuple):
    """Checked options of a client."""

    base_url: str
    api_key: str
    timeout: float
    max_retries: int


class PreparedRequest(NamedTuple):
    """A request that can be sent several times."""

    operation_id: str
    operation: Operation
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]

    @property
    def label(self) -> str:
        """Method and URL, for messages."""
        return f"{self.operation.method} {self.url}"


def check_settings(base_url: Optional[str], api_key: Optional[str], timeout: float, max_retries: int) -> Settings:
    """
    Checks the options of a client. The address and the key default to ``WAYFARE_URL`` and ``WAYFARE_KEY``.

    Raises ValueError if an option is missing or invalid. The message never contains the key.
    """
    url = os.environ.get("WAYFARE_URL") if base_url is None else base_url
    if not url:
        raise ValueError("base_url is required. Pass the address of the service, such as http://localhost:8080.")
    if not re.fullmatch(r"https?://[^/?#\s]+(/[^?#\s]*)?", url):
        raise ValueError(f"base_url must be a URL such as http://localhost:8080, not {url!r}.")
    key = os.environ.get("WAYFARE_KEY") if api_key is None else api_key
    if not key:
        raise ValueError("api_key is required. Pass it, or set WAYFARE_KEY.")
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("api_key contains white space or other invalid characters.")
    return Settings(url.rstrip("/"), key, check_timeout(timeout), check_max_retries(max_retries))


def check_timeout(timeout: float) -> float:
    """Raises ValueError unless the timeout is a positive number of seconds."""
    if isinstance(timeout, (int, float)) and 0 < timeout < 1e6:
        return timeout
    raise ValueError(f"timeout must be a positive number of seconds, not {timeout!r}.")


def check_max_retries(max_retries: int) -> int:
    """Raises ValueError unless the number is a non-negative integer."""
    if isinstance(max_retries, int) and not isinstance(max_retries, bool) and max_retries >= 0:
        return max_retries
    raise ValueError(f"max_retries must be a non-negative integer, not {max_retries!r}.")


def prepare(
    settings: Settings,
    operation_id: str,
    *,
    path: Optional[Mapping[str, str]] = None,
    query: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
    idempotency_key: Optional[str] = None,
    accept: Optional[str] = None,
) -> PreparedRequest:
    """
    Prepares a request of an operation.

    Raises ValueError if a path parameter is empty, and TypeError if the body is not JSON.
    """
    operation = OPERATIONS[operation_id]
    headers: Dict[str, str] = {
        "Accept": accept or _ACCEPT[operation.response_type],
        "Authorization": f"Bearer {settings.api_key}",
        "User-Agent": f"wayfare-python/{VERSION} python/{platform.python_version()}",
    }
    data: Optional[bytes] = None
    if body is not None:
        if not isinstance(body, Mapping):
            raise TypeError(f"body must be a dict, not {type(body).__name__}.")
        headers["Content-Type"] = "application/json"
        data = json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8")
    if operation.takes_key:
        # The same key in every attempt, so that the request takes effect once.
        headers["Idempotency-Key"] = secrets.token_hex(16) if idempotency_key is None else idempotency_key
        if not re.fullmatch(r"[\x21-\x7e]+", headers["Idempotency-Key"]):
            raise ValueError("idempotency_key is empty or contains characters other than visible ASCII.")
    url = settings.base_url + _fill(operation.path, path or {})
    text = urlencode({name: _to_text(value) for name, value in (query or {}).items() if value is not None})
    return PreparedRequest(operation_id, operation, f"{url}?{text}" if text else url, headers, data)


def retry_delay(operation: Operation, error: Exception, retries: int, random: float) -> Optional[float]:
    """
    Returns the seconds to wait before the next retry, or None if the request is not retried.

    Requests that were rejected temporarily (429, 503, 409 ``IDEMPOTENCY_IN_PROGRESS``) are always retried. If the response was lost, or the
    service lost its database (503 ``STORAGE_UNAVAILABLE``), the request may have taken effect: only idempotent operations are retried.

    ``random`` is a number in [0, 1) for the jitter.
    """
    if not (_is_temporary_rejection(error) or (_may_have_taken_effect(error) and operation.idempotent)):
        return None
    ceiling = min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2.0**retries)
    after = error.retry_after_seconds if isinstance(error, ApiError) else None
    if after is None:
        return ceiling * (0.5 + random / 2)
    if after > MAX_RETRY_AFTER_SECONDS:
        return None
    # Jitter: other clients received the same Retry-After.
    return after + FIRST_DELAY_SECONDS * random


def _is_temporary_rejection(error: Exception) -> bool:
    if not isinstance(error, ApiError) or error.code == "STORAGE_UNAVAILABLE":
        return False
    return error.status in (429, 503) or error.code == "IDEMPOTENCY_IN_PROGRESS"


def _may_have_taken_effect(error: Exception) -> bool:
    if isinstance(error, ApiError):
        return error.status in (502, 504) or error.code == "STORAGE_UNAVAILABLE"
    return isinstance(error, (ConnectionError, TimeoutError, InvalidResponseError))


def _fill(template: str, values: Mapping[str, str]) -> str:
    def encode(match: "re.Match[str]") -> str:
        value = values.get(match.group(1))
        # An empty segment would request the list, and dots the parent path.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"Invalid {match.group(1)}: {value!r}")
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", encode, template)


def _to_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
