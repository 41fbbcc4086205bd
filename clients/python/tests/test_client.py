"""The client against a server that misbehaves."""

from __future__ import annotations

import gzip
import json
import unittest
from typing import Any, List

from doubles import Server, Step, answer, problem

import wayfare
from wayfare import Wayfare

KEY = "key_test_secret-of-this-test"


class ClientCase(unittest.TestCase):
    """Creates clients that record how long they sleep."""

    def client(self, server: Server, **options: Any) -> Wayfare:
        self.slept: List[float] = []
        client = Wayfare(
            base_url=server.url, api_key=KEY, sleep=self.slept.append, random=lambda: 0.5, **options
        )
        self.addCleanup(client.close)
        return client


class ClientTest(ClientCase):
    def test_sends_key_idempotency_key_and_body_on_one_connection(self) -> None:
        with Server([answer({"id": "bkg_1"})]) as server:
            client = self.client(server)
            client.create_booking({"offerId": "off_1"}, idempotency_key="order-7")  # type: ignore[typeddict-item]
            client.create_booking({"offerId": "off_2"})  # type: ignore[typeddict-item]
            client.get_booking("bkg/1")
        first, second, third = server.requests
        self.assertEqual((first.method, first.target), ("POST", "/v1/bookings"))
        self.assertEqual(first.headers["authorization"], f"Bearer {KEY}")
        self.assertEqual(first.headers["idempotency-key"], "order-7")
        self.assertRegex(first.headers["user-agent"], r"^wayfare-python/\d")
        self.assertEqual(json.loads(first.body), {"offerId": "off_1"})
        self.assertRegex(second.headers["idempotency-key"], r"^[0-9a-f]{32}$")
        self.assertEqual(third.target, "/v1/bookings/bkg%2F1")
        self.assertEqual(server.connections, 1)

    def test_repeats_a_create_with_the_same_key_after_a_lost_response(self) -> None:
        with Server(["close"], [answer({"id": "bkg_1"})]) as server:
            self.assertEqual(self.client(server).create_booking({"offerId": "off_1"}), {"id": "bkg_1"})  # type: ignore[typeddict-item]
        keys = {request.headers["idempotency-key"] for request in server.requests}
        self.assertEqual((len(server.requests), len(keys)), (2, 1))
        self.assertEqual(self.slept, [0.375])

    def test_does_not_repeat_an_operation_that_may_have_taken_effect(self) -> None:
        with Server(["close"]) as server:
            with self.assertRaises(wayfare.ConnectionError):
                self.client(server).delete_webhook("wh_1")
        self.assertEqual(len(server.requests), 1)

    def test_waits_as_long_as_retry_after_says_and_gives_up_beyond_a_minute(self) -> None:
        limited = answer(problem("RATE_LIMITED", 429), status=429, headers={"Retry-After": "3"})
        with Server([limited], [answer({"data": [], "nextCursor": None})]) as server:
            self.assertEqual(list(self.client(server).list_keys()), [])
        self.assertEqual(self.slept, [3.25])
        with Server([answer(problem("RATE_LIMITED", 429), status=429, headers={"Retry-After": "61"})]) as server:
            with self.assertRaises(wayfare.RateLimitError) as caught:
                self.client(server).get_account()
        self.assertEqual((len(server.requests), caught.exception.retry_after_seconds), (1, 61))

    def test_ends_after_the_number_of_retries(self) -> None:
        with Server([answer(problem("OVERLOADED", 503), status=503)]) as server:
            with self.assertRaises(wayfare.ServiceError):
                self.client(server, max_retries=1).get_account()
            self.assertEqual(len(server.requests), 2)
            with self.assertRaises(wayfare.ServiceError):
                self.client(server).get_account(max_retries=0)
        self.assertEqual(len(server.requests), 3)

    def test_tells_what_the_error_and_the_response_state(self) -> None:
        fields = [{"pointer": "/origin", "code": "TYPE", "detail": "a"}, {"pointer": "/x", "code": "TYPE", "detail": "b"}, 7]
        seen: List[Any] = []
        headers = {"Request-Id": "req_2", "RateLimit": '"searches";r=38, "searches-at-once";r=20', "Idempotent-Replayed": "true"}
        with Server([answer(problem("REQUEST_INVALID", 400, errors=fields), status=400, headers=headers)]) as server:
            client = self.client(server, on_response=lambda *each: seen.append(each))
            with self.assertRaises(wayfare.ValidationError) as caught:
                client.search({"origin": "JFK"})  # type: ignore[typeddict-item]
        error = caught.exception
        self.assertEqual(str(error), "400 REQUEST_INVALID: Detail. (and 1 more, see errors) (req_1)")
        self.assertEqual([field["pointer"] for field in error.errors], ["/origin", "/x"])
        self.assertEqual(error.response.request_id, "req_2")
        self.assertEqual(error.response.rate_limits, (("searches", 38), ("searches-at-once", 20)))
        self.assertTrue(error.response.replayed)
        self.assertEqual([operation for operation, _ in seen], ["searchAndScore"])

    def test_gives_the_current_offer_of_a_changed_one(self) -> None:
        changed = problem("OFFER_CHANGED", 409, offer={"id": "off_2"}, difference={"total": {}})
        with Server([answer(changed, status=409)]) as server:
            with self.assertRaises(wayfare.ConflictError) as caught:
                self.client(server).create_booking({"offerId": "off_1"})  # type: ignore[typeddict-item]
        self.assertEqual(caught.exception.offer, {"id": "off_2"})

    def test_reads_lists_page_by_page_and_stops_at_a_repeated_cursor(self) -> None:
        pages = [{"data": [1, 2], "nextCursor": "a"}, {"data": [3], "nextCursor": "a"}]
        with Server(*([answer(page)] for page in pages)) as server:
            rows = iter(self.client(server).list_bookings(limit=2, status="confirmed"))
            self.assertEqual([next(rows), next(rows)], [1, 2])
            with self.assertRaisesRegex(wayfare.WayfareError, "same cursor twice"):
                next(rows)
        self.assertEqual(server.requests[1].target, "/v1/bookings?status=confirmed&limit=2&cursor=a")

    def test_names_what_a_proxy_changed(self) -> None:
        cases: List[Any] = [
            (answer(b"<html>", content_type="text/html"), wayfare.InvalidResponseError, "Expected JSON but received text/html"),
            (answer(b'{"id":', content_type="application/json"), wayfare.InvalidResponseError, "invalid after 6 bytes"),
            (answer(b"", status=302, headers={"Location": "https://elsewhere.example"}), wayfare.ApiError, "redirected to"),
            (answer(b"<html>", status=502, content_type="text/html"), wayfare.ServiceError, "HTTP_502"),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", wayfare.ConnectionError, "ended after 5 bytes"),
            (b"garbage\r\n\r\n", wayfare.ConnectionError, "GET http"),
        ]
        for sent, error, text in cases:
            with self.subTest(text), Server([sent, "close"]) as server:
                with self.assertRaisesRegex(error, text) as caught:
                    self.client(server, max_retries=0).get_account()
                self.assertNotIn(KEY, str(caught.exception))

    def test_ends_a_response_that_hangs_or_drips(self) -> None:
        scripts: List[List[Step]] = [["hang"], [b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{", "hang"]]
        for script in scripts:
            with self.subTest(script[0]), Server(script) as server:
                with self.assertRaisesRegex(wayfare.TimeoutError, "timed out after 0.1 s"):
                    self.client(server, max_retries=0, timeout=0.1).get_account()

    def test_decodes_gzip(self) -> None:
        packed = gzip.compress(json.dumps({"id": "acc_1"}).encode())
        sent = answer(packed, content_type="application/json", headers={"Content-Encoding": "gzip"})
        with Server([sent]) as server:
            self.assertEqual(self.client(server).get_account(), {"id": "acc_1"})
        self.assertEqual(server.requests[0].headers["accept-encoding"], "gzip")

    def test_rejects_invalid_options_and_arguments_before_a_request(self) -> None:
        for options in ({"base_url": "localhost:1"}, {"api_key": "a b"}, {"api_key": ""}, {"timeout": 0}, {"max_retries": -1}):
            with self.subTest(options), self.assertRaises(ValueError) as caught:
                Wayfare(**{"base_url": "http://localhost:1", "api_key": KEY, **options})  # type: ignore[arg-type]
            self.assertNotIn(KEY, str(caught.exception))
        with Wayfare(base_url="http://127.0.0.1:1", api_key=KEY) as client:
            self.assertNotIn(KEY, repr(client))
            for booking in ("", ".", "..", None):
                with self.assertRaisesRegex(ValueError, "Invalid id"):
                    client.get_booking(booking)  # type: ignore[arg-type]
            with self.assertRaisesRegex(TypeError, "body must be a dict, not str"):
                client.create_key("name")  # type: ignore[arg-type]
            with self.assertRaisesRegex(ValueError, "idempotency_key"):
                client.create_key({"name": "n"}, idempotency_key="")  # type: ignore[typeddict-item]


class StreamTest(ClientCase):
    HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

    def parts(self, *pieces: Step) -> Any:
        with Server([self.HEAD, *pieces, "close"]) as server:
            return list(self.client(server, max_retries=0).stream_search({"origin": "JFK"}))  # type: ignore[typeddict-item]

    def test_yields_the_parts_of_a_search_and_assembles_them(self) -> None:
        parts = self.parts(
            b': note\r\n\r\nevent: search\r\ndata: {"type":"search","id":"srch_1"}\r\n\r\nda',
            b'ta: {"type":"flights","flights":[{"id":"b"},{"id":"a"}]}\n\ndata: {"type":"new"}\n\n',
            'data: {"type":"done",\ndata: "flightIds":["a"],"warning":"é"}\n\n'.encode(),
        )
        self.assertEqual([part["type"] for part in parts], ["search", "flights", "done"])
        self.assertEqual(wayfare.assemble_search(parts), {"id": "srch_1", "flights": [{"id": "a"}], "warning": "é"})
        with self.assertRaises(wayfare.WayfareError):
            wayfare.assemble_search(parts[:-1])

    def test_raises_the_error_of_a_stream(self) -> None:
        error = {"type": "error", "problem": problem("SUPPLY_UNAVAILABLE", 503)}
        with self.assertRaises(wayfare.ServiceError):
            self.parts(f"data: {json.dumps(error)}\n\n".encode())
        for text, sent in (("before its last part", b"data: {}\n\n"), ("not a JSON object", b"data: [1]\n\n"), ("utf-8", b"data: \xff\n\n")):
            with self.subTest(text), self.assertRaisesRegex(wayfare.InvalidResponseError, text):
                self.parts(sent)

    def test_requires_server_sent_events(self) -> None:
        with Server([answer({})]) as server, self.assertRaisesRegex(wayfare.InvalidResponseError, "Expected server-sent"):
            list(self.client(server, max_retries=0).stream_search({}))  # type: ignore[typeddict-item]


if __name__ == "__main__":
    unittest.main()
