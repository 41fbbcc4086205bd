"""Client of the Wayfare flight search API."""

from . import types
from ._async_client import AsyncWayfare
from ._client import Wayfare
from ._errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionError,
    InvalidResponseError,
    NotFoundError,
    PermissionError,
    QuotaError,
    RateLimitError,
    ServiceError,
    TimeoutError,
    ValidationError,
    WayfareError,
)
from ._events import assemble_search
from ._operations import VERSION as __version__
from ._pages import AsyncPages, Page, Pages
from ._response import RateLimit, ResponseInfo
from .webhooks import WebhookVerificationError, sign_webhook, verify_webhook

__all__ = [
    "ApiError",
    "AsyncPages",
    "AsyncWayfare",
    "AuthenticationError",
    "ConflictError",
    "ConnectionError",
    "InvalidResponseError",
    "NotFoundError",
    "Page",
    "Pages",
    "PermissionError",
    "QuotaError",
    "RateLimit",
    "RateLimitError",
    "ResponseInfo",
    "ServiceError",
    "TimeoutError",
    "ValidationError",
    "Wayfare",
    "WayfareError",
    "WebhookVerificationError",
    "__version__",
    "assemble_search",
    "sign_webhook",
    "types",
    "verify_webhook",
]
