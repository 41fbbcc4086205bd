"""Errors of the client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Type, cast

if TYPE_CHECKING:
    from . import types
    from ._response import ResponseInfo


class WayfareError(Exception):
    """Base class of all errors of this client."""


class ConnectionError(WayfareError):  # noqa: A001 - the name that users look for, in the module of the client
    """The request could not be sent, or the connection failed before the end of the response."""


class TimeoutError(WayfareError):  # noqa: A001
    """The request timed out."""


class InvalidResponseError(WayfareError):
    """The response is not what the API sends: a proxy sent, truncated or changed it, or ``base_url`` is wrong."""

    def __init__(self, message: str, response: ResponseInfo) -> None:
        super().__init__(message)
        #: Status and headers of the response.
        self.response = response


class ApiError(WayfareError):
    """Error response of the API. Subclasses distinguish statuses; ``code`` has the exact error."""

    def __init__(self, problem: Mapping[str, Any], response: ResponseInfo) -> None:
        def text_of(name: str) -> Optional[str]:
            value = problem.get(name)
            return value if isinstance(value, str) else None

        #: HTTP status.
        self.status: int = response.status
        #: Error code, such as ``REQUEST_INVALID``. If the service did not send the response, ``HTTP_`` and the status.
        self.code: str = text_of("code") or f"HTTP_{response.status}"
        #: Short description of the code.
        self.title: str = text_of("title") or "Unexpected response"
        #: Explanation of this occurrence.
        self.detail: str = text_of("detail") or _describe_unexpected(response)
        fields = problem.get("errors")
        #: One entry for each invalid field; empty unless the status is 400 or 422.
        self.errors: List[types.FieldError] = [
            cast("types.FieldError", field)
            for field in (fields if isinstance(fields, list) else [])
            if isinstance(field, dict) and all(isinstance(field.get(name), str) for name in ("pointer", "code", "detail"))
        ]
        #: Id of the request (``req_…``). Include it in support requests.
        self.request_id: Optional[str] = text_of("requestId") or response.request_id
        #: Seconds to wait before a retry; None if the response does not say.
        self.retry_after_seconds: Optional[float] = response.retry_after_seconds
        #: Status, headers and rate limits of the response.
        self.response = response
        super().__init__(self._describe())

    def _describe(self) -> str:
        more = len(self.errors) - 1
        detail = self.detail
        if self.code == "NOT_FOUND" and detail.startswith("No route matches"):
            detail += " Check base_url."
        elif more > 0 and not detail.endswith("more, see errors)"):
            detail += f" (and {more} more, see errors)"
        request = "" if self.request_id is None else f" ({self.request_id})"
        return f"{self.status} {self.code}: {detail}{request}"


class ValidationError(ApiError):
    """Invalid request: 400, 422 and every other 4xx status without its own class."""


class AuthenticationError(ApiError):
    """401: the API key is missing or invalid."""


class QuotaError(ApiError):
    """402: the quota is exhausted, or an invoice is unpaid."""


class PermissionError(ApiError):  # noqa: A001
    """403: the key lacks the scope, or the IP address is not allowed."""


class NotFoundError(ApiError):
    """404: the resource does not exist in this account and environment."""


class ConflictError(ApiError):
    """409 or 410: the request conflicts with the current state, for example a sold-out or changed offer."""

    def __init__(self, problem: Mapping[str, Any], response: ResponseInfo) -> None:
        super().__init__(problem, response)
        offer, difference = problem.get("offer"), problem.get("difference")
        #: For the code ``OFFER_CHANGED``: the current offer of the same flight. Book its ``id`` to accept it.
        self.offer: Optional[types.Offer] = cast("types.Offer", offer) if isinstance(offer, dict) else None
        #: For the code ``OFFER_CHANGED``: the price of ``offer`` minus the price of the requested offer.
        self.difference: Optional[types.OfferDifference] = (
            cast("types.OfferDifference", difference) if isinstance(difference, dict) else None
        )


class RateLimitError(ApiError):
    """429: rate limit exceeded, after all retries."""


class ServiceError(ApiError):
    """5xx: the service, a supplier or a proxy failed."""


_CLASSES: Dict[int, Type[ApiError]] = {
    401: AuthenticationError,
    402: QuotaError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    410: ConflictError,
    429: RateLimitError,
}


def make_api_error(problem: Mapping[str, Any], response: ResponseInfo) -> ApiError:
    """Creates the error of a response by its status."""
    if response.status >= 500:
        return ServiceError(problem, response)
    default = ValidationError if response.status >= 400 else ApiError
    return _CLASSES.get(response.status, default)(problem, response)


def _describe_unexpected(response: ResponseInfo) -> str:
    hint = "Check that base_url is the address of the Wayfare service."
    location = response.headers.get("location")
    if location is not None:
        return f"The server redirected to {location}. Redirects are not followed. {hint}"
    found = response.headers.get("content-type", "no content type")
    return f"The response has {found} instead of a Wayfare error. A proxy may have sent it. {hint}"
