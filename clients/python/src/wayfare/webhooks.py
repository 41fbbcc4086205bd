"""Verification of webhook deliveries."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union, cast

from ._errors import WayfareError

__all__ = ["WebhookVerificationError", "sign_webhook", "verify_webhook"]

#: The current format has 80 characters; the rest is reserved for future parts.
_MAX_HEADER_LENGTH = 1024


class WebhookVerificationError(WayfareError):
    """
    Webhook verification failed: do not process the event. The message explains the cause and contains no secret.

    ``reason`` is one of ``header_missing``, ``header_malformed``, ``signature_mismatch``, ``timestamp_too_old``, ``timestamp_in_future``,
    ``body_not_raw``, ``body_not_json`` and ``secret_missing``.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def verify_webhook(
    raw_body: Union[bytes, str],
    headers: Union[str, Mapping[str, Any]],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300.0,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """
    Verifies the signature of a delivery and returns its event.

    ``raw_body``: body before any parser. ``headers``: all headers of the request, or the value of ``SVC-Signature``. Without that header, those
    of Standard Webhooks are verified. ``secrets``: signing secret (``whsec_…``) of the endpoint, or several during a rotation. ``now``: Unix time
    in seconds, for tests.

    Raises WebhookVerificationError.
    """
    body = _to_bytes(raw_body)
    known = _require_secrets(secrets)
    if isinstance(headers, str):
        values: Dict[str, str] = {"svc-signature": headers}
    else:
        values = {str(name).lower(): str(value) for name, value in headers.items()}
    if values.get("svc-signature"):
        timestamp = _verify_own(body, values["svc-signature"], known)
    elif values.get("webhook-signature"):
        timestamp = _verify_standard(body, values, known)
    else:
        raise WebhookVerificationError(
            "header_missing", "The SVC-Signature header is missing: the request is not a delivery, or a proxy removed it."
        )
    _check_timestamp(timestamp, time.time() if now is None else now, tolerance_seconds)
    return _parse_event(body)


def sign_webhook(raw_body: Union[bytes, str], secret: str, timestamp_seconds: int) -> str:
    """Returns the value of ``SVC-Signature`` for a body, as the service signs it. Use it in tests of your receiver."""
    (known,) = _require_secrets(secret)
    if not isinstance(timestamp_seconds, int) or not 0 <= timestamp_seconds < 10**12:
        raise ValueError(f"timestamp_seconds must be a Unix time in whole seconds, not {timestamp_seconds!r}.")
    digest = _sign(known.encode(), f"{timestamp_seconds}.".encode() + _to_bytes(raw_body)).hex()
    return f"t={timestamp_seconds},v1={digest}"


def _verify_own(body: bytes, header: str, secrets: Sequence[str]) -> int:
    parts = [part.strip().partition("=") for part in header.split(",")]
    found = {name: value for name, _, value in parts}
    timestamp, signature = found.get("t", ""), found.get("v1", "")
    is_valid = (
        len(header) <= _MAX_HEADER_LENGTH
        and len(found) == len(parts)
        and re.fullmatch(r"[0-9]{1,12}", timestamp, re.ASCII)
        and re.fullmatch(r"[0-9a-f]{64}", signature)
    )
    if not is_valid:
        message = "The SVC-Signature header is not t=<unix seconds>,v1=<64 hexadecimal digits>."
        raise WebhookVerificationError("header_malformed", message)
    signed = timestamp.encode() + b"." + body
    # Every secret is tried, so that the time does not tell which one is in use.
    matches = [hmac.compare_digest(_sign(secret.encode(), signed).hex(), signature) for secret in secrets]
    if not any(matches):
        raise _mismatch(len(secrets))
    return int(timestamp)


def _verify_standard(body: bytes, headers: Mapping[str, str], secrets: Sequence[str]) -> int:
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    signatures = headers["webhook-signature"].split(" ")
    if not message_id or not re.fullmatch(r"[0-9]{1,12}", timestamp, re.ASCII) or len(signatures) > 10:
        message = "The headers webhook-id, webhook-timestamp and webhook-signature are not those of Standard Webhooks."
        raise WebhookVerificationError("header_malformed", message)
    signed = f"{message_id}.{timestamp}.".encode() + body
    matches = [
        hmac.compare_digest(b"v1," + base64.b64encode(_sign(key, signed)), signature.encode())
        for key in map(_decode_secret, secrets)
        for signature in signatures
        if key is not None
    ]
    if not any(matches):
        raise _mismatch(len(secrets))
    return int(timestamp)


def _decode_secret(secret: str) -> Optional[bytes]:
    """Returns the key of Standard Webhooks: the base64 after ``whsec_``. None for a secret of the former format."""
    try:
        return base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret, validate=True)
    except (binascii.Error, ValueError):
        return None


def _sign(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, signed, hashlib.sha256).digest()


def _to_bytes(raw_body: Any) -> bytes:
    if isinstance(raw_body, str):
        return raw_body.encode("utf-8")
    if isinstance(raw_body, (bytes, bytearray, memoryview)):
        return bytes(raw_body)
    raise WebhookVerificationError(
        "body_not_raw",
        f"The body is of type {type(raw_body).__name__}. Pass the raw request body as bytes or text, before any parser: "
        "request.get_data() in Flask, request.body in Django, await request.body() in FastAPI.",
    )


def _require_secrets(secrets: Union[str, Sequence[str]]) -> Sequence[str]:
    """Rejects an empty secret instead of skipping it: anyone can sign with it, and it means that a setting is missing."""
    known = [secrets] if isinstance(secrets, str) else list(cast("Sequence[str]", secrets or []))
    if known and all(isinstance(secret, str) and secret != "" for secret in known):
        return known
    message = "The webhook secret is missing or empty. Pass the secret (whsec_…) returned when the endpoint was created."
    raise WebhookVerificationError("secret_missing", message)


def _mismatch(tried: int) -> WebhookVerificationError:
    return WebhookVerificationError(
        "signature_mismatch",
        f"Invalid signature: it matches none of the secrets ({tried} tried). Check that the secret belongs to this endpoint and "
        "is still valid, and that you pass the raw request body: JSON that was parsed and serialized again does not match.",
    )


def _check_timestamp(signed_at: int, now: float, tolerance: float) -> None:
    age = int(now) - signed_at
    if abs(age) <= tolerance:
        return
    past = age > 0
    raise WebhookVerificationError(
        "timestamp_too_old" if past else "timestamp_in_future",
        f"The timestamp is {abs(age)} seconds {'old' if past else 'in the future'}; the tolerance is {tolerance:g} seconds. "
        "Check that the clock is synchronized with NTP.",
    )


def _parse_event(body: bytes) -> Dict[str, Any]:
    try:
        event = json.loads(body.decode("utf-8"))
    except ValueError:
        raise WebhookVerificationError("body_not_json", "The signature is valid, but the body is not JSON.") from None
    if isinstance(event, dict):
        return event
    raise WebhookVerificationError("body_not_json", "The signature is valid, but the body is not a JSON object.")
