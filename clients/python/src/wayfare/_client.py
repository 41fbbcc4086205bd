"""The client over the standard library."""

from __future__ import annotations

import random
import ssl
import time
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, Sequence, TypeVar, cast

from . import types
from ._errors import InvalidResponseError, WayfareError
from ._events import EVENT_STREAM, SearchParts
from ._operations import Operations
from ._pages import Page, Pages
from ._request import PreparedRequest, check_max_retries, check_settings, check_timeout, prepare, retry_delay
from ._response import ResponseInfo, parse_response, to_api_error
from ._transport import OpenResponse, Transport

Result = TypeVar("Result")


class Wayfare(Operations):
    """
    Client of the Wayfare API. Safe for use by several threads.

    ``base_url`` and ``api_key`` default to the environment variables ``WAYFARE_URL`` and ``WAYFARE_KEY``. ``timeout`` is in seconds and
    limits one attempt. ``on_response`` is called with the operation and the status and headers of every response, also of errors.

    Raises ValueError if an option is missing or invalid.
    """

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 2,
        ssl_context: Optional[ssl.SSLContext] = None,
        on_response: Optional[Callable[[str, ResponseInfo], None]] = None,
        sleep: Callable[[float], None] = time.sleep,
        random: Callable[[], float] = random.random,
    ) -> None:
        self._settings = check_settings(base_url, api_key, timeout, max_retries)
        self._transport = Transport(self._settings.base_url, ssl_context)
        self._on_response = on_response
        self._sleep = sleep
        self._random = random

    def __repr__(self) -> str:
        return f"Wayfare(base_url={self._settings.base_url!r})"

    def __enter__(self) -> Wayfare:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def search(self, body: types.SearchRequest, **options: Any) -> types.AnyScoredSearchResponse:
        """Searches and ranks flights: the same as ``search_and_score``."""
        return self.search_and_score(body, **options)

    def stream_search(
        self,
        body: types.SearchRequest,
        *,
        ranked: bool = True,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Iterator[types.SearchStreamPart]:
        """
        Searches flights and iterates over the parts of the response as suppliers answer.

        The request is sent when the iteration starts and retried only before the first part. ``timeout`` limits the wait for each part.
        """
        operation = "searchAndScore" if ranked else "searchFlights"
        request = prepare(self._settings, operation, body=body, idempotency_key=idempotency_key, accept=EVENT_STREAM)
        seconds = self._settings.timeout if timeout is None else check_timeout(timeout)
        response = self._retry(request, max_retries, lambda: self._open_stream(request, seconds))
        try:
            parts = SearchParts(response.info)
            for piece in response.pieces(renew=seconds):
                yield from parts.push(piece)
                if parts.done:
                    return
            parts.check_end()
        finally:
            response.close()

    def follow_events(
        self,
        *,
        after: Optional[str] = None,
        type: Optional[str] = None,
        limit: Optional[int] = None,
        wait_seconds: int = 20,
    ) -> Iterator[Page]:
        """
        Follows the feed: yields pages of events in the order in which they became visible, skips none, and waits for further ones until the
        loop ends. Store ``next_cursor`` with the effects of the page, and pass it as ``after`` to continue.

        Raises ConflictError with the code ``CURSOR_EXPIRED`` if events after the cursor were purged.
        """
        while True:
            query = {"order": "oldest", "after": after, "type": type, "limit": limit, "waitSeconds": wait_seconds}
            body = self._call("listEvents", query=query, timeout=self._settings.timeout + wait_seconds)
            page = Page(body["data"], body["nextCursor"])
            if page.next_cursor is None:
                raise WayfareError("The service returned no cursor for the feed.")
            after = page.next_cursor
            if page.data:
                yield page

    def _call(
        self,
        operation: str,
        *,
        path: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Any:
        request = prepare(
            self._settings, operation, path=path, query=query, body=body, idempotency_key=idempotency_key
        )
        seconds = self._settings.timeout if timeout is None else check_timeout(timeout)
        return self._retry(request, max_retries, lambda: self._send_once(request, seconds))

    def _pages(self, operation: str, **parts: Any) -> Any:
        query: Dict[str, Any] = parts.pop("query", {})
        return Pages(lambda cursor: self._call(operation, query={**query, "cursor": cursor}, **parts))

    def _send_once(self, request: PreparedRequest, timeout: float) -> Any:
        response = self._open(request, timeout)
        try:
            return parse_response(request.operation, response.info, response.read())
        finally:
            response.close()

    def _open_stream(self, request: PreparedRequest, timeout: float) -> OpenResponse:
        response = self._open(request, timeout)
        try:
            found = response.info.headers.get("content-type", "no content type")
            if not 200 <= response.info.status < 300:
                raise to_api_error(response.info, response.read())
            if not found.startswith(EVENT_STREAM):
                message = f"Expected server-sent events but received {found}. Check base_url."
                raise InvalidResponseError(message, response.info)
        except BaseException:
            response.close()
            raise
        return response

    def _open(self, request: PreparedRequest, timeout: float) -> OpenResponse:
        response = self._transport.open(request, timeout)
        if self._on_response is not None:
            self._on_response(request.operation_id, response.info)
        return response

    def _retry(
        self, request: PreparedRequest, max_retries: Optional[int], run: Callable[[], Result]
    ) -> Result:
        allowed = self._settings.max_retries if max_retries is None else check_max_retries(max_retries)
        retries = 0
        while True:
            try:
                return run()
            except WayfareError as error:
                delay = retry_delay(request.operation, error, retries, self._random()) if retries < allowed else None
                if delay is None:
                    raise
            self._sleep(delay)
            retries += 1
