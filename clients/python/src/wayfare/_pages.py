"""Paginated lists."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Iterator, Mapping, NamedTuple, Optional, Sequence, TypeVar

from ._errors import WayfareError

Row = TypeVar("Row")

_REPEATED_CURSOR = "The service returned the same cursor twice, so the list would never end."


class Page(NamedTuple):
    """One page of a list, newest first."""

    data: Sequence[Any]
    #: Cursor of the next page; None on the last page.
    next_cursor: Optional[str]


def _to_page(body: Mapping[str, Any]) -> Page:
    return Page(body["data"], body["nextCursor"])


class Pages(Generic[Row]):
    """
    Paginated list. Iterate over it for the rows of all pages, or over ``by_page()`` for the pages.

    Every iteration starts at the first page and requests further pages as needed.
    """

    def __init__(self, fetch: Callable[[Optional[str]], Mapping[str, Any]]) -> None:
        self._fetch = fetch

    def first_page(self) -> Page:
        """Requests the first page."""
        return _to_page(self._fetch(None))

    def by_page(self) -> Iterator[Page]:
        """Iterates over the pages."""
        page = self.first_page()
        yield page
        while page.next_cursor is not None:
            cursor = page.next_cursor
            page = _to_page(self._fetch(cursor))
            if page.next_cursor == cursor:
                raise WayfareError(_REPEATED_CURSOR)
            yield page

    def __iter__(self) -> Iterator[Row]:
        for page in self.by_page():
            yield from page.data


class AsyncPages(Generic[Row]):
    """Paginated list of the asynchronous client. Iterate over it with ``async for``."""

    def __init__(self, fetch: Callable[[Optional[str]], Awaitable[Mapping[str, Any]]]) -> None:
        self._fetch = fetch

    async def first_page(self) -> Page:
        """Requests the first page."""
        return _to_page(await self._fetch(None))

    async def by_page(self) -> AsyncIterator[Page]:
        """Iterates over the pages."""
        page = await self.first_page()
        yield page
        while page.next_cursor is not None:
            cursor = page.next_cursor
            page = _to_page(await self._fetch(cursor))
            if page.next_cursor == cursor:
                raise WayfareError(_REPEATED_CURSOR)
            yield page

    async def __aiter__(self) -> AsyncIterator[Row]:
        async for page in self.by_page():
            for row in page.data:
                yield row
