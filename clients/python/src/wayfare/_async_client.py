"""The asynchronous client over httpx."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any, AsyncIterator, Awaitable, Callable, Dict, Mapping, Optional, TypeVar

from . import types
from ._errors import ConnectionError, InvalidResponseError, TimeoutError, WayfareError
from ._events import EVENT_STREAM, SearchParts
from ._operations import AsyncOperations
from ._pages import AsyncPages, Page
from ._request import PreparedRequest, check_max_retries, check_settings, check_timeout, prepare, retry_delay
from ._response import ResponseInfo, parse_response, to_api_error

if TYPE_CHECKING:
    import httpx

Result = TypeVar("Result")


class AsyncWayfare(AsyncOperations):
    """
    Asynchronous client of the Wayfare API. Requires httpx: ``pip install 'wayfare[async]'``.

    The options are those of ``Wayfare``. ``http_client`` replaces the httpx client, for example to use a proxy; it is not closed.

    Raises ValueError if an option is missing or invalid, and ImportError without httpx.
    """

    def __init__(
        self,
        *,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 2,
        http_client: Optional[httpx.AsyncClient] = None,
        on_response: Optional[Callable[[str, ResponseInfo], None]] = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = random.random,
    ) -> None:
        try:
            import httpx
        except ImportError as error:
            raise ImportError("AsyncWayfare requires httpx: pip install 'wayfare[async]'") from error
        self._httpx = httpx
        self._settings = check_settings(base_url, api_key, timeout, max_retries)
        self._owned = httpx.AsyncClient(follow_redirects=False) if http_client is None else None
        self._http = http_client or self._owned
        self._on_response = on_response
        self._sleep = sleep
        self._random = random

    def __repr__(self) -> str:
        return f"AsyncWayfare(base_url={self._settings.base_url!r})"

    async def __aenter__(self) -> AsyncWayfare:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._owned is not None:
            await self._owned.aclose()

    async def search(self, body: types.SearchRequest, **options: Any) -> types.AnyScoredSearchResponse:
        """Searches and ranks flights: the same as ``search_and_score``."""
        return await self.search_and_score(body, **options)

    async def stream_search(
        self,
        body: types.SearchRequest,
        *,
        ranked: bool = True,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> AsyncIterator[types.SearchStreamPart]:
        """Searches flights and iterates over the parts of the response as suppliers answer."""
        operation = "searchAndScore" if ranked else "searchFlights"
        request = prepare(self._settings, operation, body=body, idempotency_key=idempotency_key, accept=EVENT_STREAM)
        seconds = self._settings.timeout if timeout is None else check_timeout(timeout)
        response = await self._retry(request, max_retries, lambda: self._open_stream(request, seconds))
        try:
            parts = SearchParts(self._info(response))
            pieces = response.aiter_bytes()
            while not parts.done:
                piece = await self._guard(request, seconds, _next_or_none(pieces))
                if piece is None:
                    parts.check_end()
                    return
                for part in parts.push(piece):
                    yield part
        finally:
            await response.aclose()

    async def follow_events(
        self,
        *,
        after: Optional[str] = None,
        type: Optional[str] = None,
        limit: Optional[int] = None,
        wait_seconds: int = 20,
    ) -> AsyncIterator[Page]:
        """Follows the feed, as ``Wayfare.follow_events`` does."""
        while True:
            query = {"order": "oldest", "after": after, "type": type, "limit": limit, "waitSeconds": wait_seconds}
            body = await self._call("listEvents", query=query, timeout=self._settings.timeout + wait_seconds)
            page = Page(body["data"], body["nextCursor"])
            if page.next_cursor is None:
                raise WayfareError("The service returned no cursor for the feed.")
            after = page.next_cursor
            if page.data:
                yield page

    async def _call(
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
        return await self._retry(request, max_retries, lambda: self._send_once(request, seconds))

    def _pages(self, operation: str, **parts: Any) -> Any:
        query: Dict[str, Any] = parts.pop("query", {})
        return AsyncPages(lambda cursor: self._call(operation, query={**query, "cursor": cursor}, **parts))

    async def _send_once(self, request: PreparedRequest, timeout: float) -> Any:
        async def send() -> Any:
            response = await self._open(request)
            try:
                return parse_response(request.operation, self._info(response), await response.aread())
            finally:
                await response.aclose()

        return await self._guard(request, timeout, send())

    async def _open_stream(self, request: PreparedRequest, timeout: float) -> httpx.Response:
        response = await self._guard(request, timeout, self._open(request))
        try:
            info = self._info(response)
            found = info.headers.get("content-type", "no content type")
            if not response.is_success:
                raise to_api_error(info, await self._guard(request, timeout, response.aread()))
            if not found.startswith(EVENT_STREAM):
                raise InvalidResponseError(f"Expected server-sent events but received {found}. Check base_url.", info)
        except BaseException:
            await response.aclose()
            raise
        return response

    async def _open(self, request: PreparedRequest) -> httpx.Response:
        assert self._http is not None
        # The deadline of the attempt replaces the timeouts of httpx.
        built = self._http.build_request(
            request.operation.method, request.url, headers=dict(request.headers), content=request.body, timeout=None
        )
        response = await self._http.send(built, stream=True, follow_redirects=False)
        if self._on_response is not None:
            self._on_response(request.operation_id, self._info(response))
        return response

    async def _guard(self, request: PreparedRequest, timeout: float, work: Awaitable[Result]) -> Result:
        """Awaits network work for at most ``timeout`` seconds and converts its errors."""
        try:
            return await asyncio.wait_for(work, timeout)
        except asyncio.TimeoutError as error:
            raise TimeoutError(f"{request.label} timed out after {timeout:g} s") from error
        except (self._httpx.HTTPError, self._httpx.StreamError) as error:
            raise ConnectionError(f"{request.label} failed: {error or type(error).__name__}") from error

    async def _retry(
        self, request: PreparedRequest, max_retries: Optional[int], run: Callable[[], Awaitable[Result]]
    ) -> Result:
        allowed = self._settings.max_retries if max_retries is None else check_max_retries(max_retries)
        retries = 0
        while True:
            try:
                return await run()
            except WayfareError as error:
                delay = retry_delay(request.operation, error, retries, self._random()) if retries < allowed else None
                if delay is None:
                    raise
            await self._sleep(delay)
            retries += 1

    @staticmethod
    def _info(response: httpx.Response) -> ResponseInfo:
        return ResponseInfo(response.status_code, {name.lower(): value for name, value in response.headers.items()})


async def _next_or_none(pieces: AsyncIterator[bytes]) -> Optional[bytes]:
    try:
        return await pieces.__anext__()
    except StopAsyncIteration:
        return None
