"""The asynchronous client against a server that misbehaves. Skipped without httpx."""

from __future__ import annotations

import importlib.util
import unittest
from typing import Any, List

from doubles import Server, answer, problem

import wayfare
from wayfare import AsyncWayfare

HAS_HTTPX = importlib.util.find_spec("httpx") is not None
EVENTS = b'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\ndata: {"type":"search"}\n\ndata: {"type":"done"}\n\n'


@unittest.skipUnless(HAS_HTTPX, "httpx is not installed")
class AsyncClientTest(unittest.IsolatedAsyncioTestCase):
    def client(self, server: Server, **options: Any) -> AsyncWayfare:
        self.slept: List[float] = []

        async def sleep(seconds: float) -> None:
            self.slept.append(seconds)

        return AsyncWayfare(base_url=server.url, api_key="key_test_1", sleep=sleep, random=lambda: 0.5, **options)

    async def test_retries_reads_pages_and_streams(self) -> None:
        limited = answer(problem("RATE_LIMITED", 429), status=429, headers={"Retry-After": "3"})
        pages = [answer({"data": [1], "nextCursor": "a"}), answer({"data": [2], "nextCursor": None})]
        with Server([limited], [pages[0]], [pages[1]], [EVENTS, "close"]) as server:
            async with self.client(server) as client:
                self.assertEqual([row async for row in client.list_keys()], [1, 2])
                parts = [part["type"] async for part in client.stream_search({})]  # type: ignore[typeddict-item]
        self.assertEqual((self.slept, parts), ([3.25], ["search", "done"]))

    async def test_converts_errors(self) -> None:
        cases: List[Any] = [
            ("close", wayfare.ConnectionError),
            ("hang", wayfare.TimeoutError),
            (answer(problem("NOT_FOUND", 404), status=404), wayfare.NotFoundError),
            (answer(b"<html>", content_type="text/html"), wayfare.InvalidResponseError),
        ]
        for sent, error in cases:
            with self.subTest(error.__name__), Server([sent]) as server:
                async with self.client(server, max_retries=0, timeout=0.3) as client:
                    with self.assertRaises(error):
                        await client.get_account()


class WithoutHttpxTest(unittest.TestCase):
    @unittest.skipIf(HAS_HTTPX, "httpx is installed")
    def test_says_what_to_install(self) -> None:
        with self.assertRaisesRegex(ImportError, "pip install"):
            AsyncWayfare(base_url="http://localhost:8080", api_key="key_test_1")


if __name__ == "__main__":
    unittest.main()
