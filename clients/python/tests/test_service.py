"""The client against a running service: set WAYFARE_URL and WAYFARE_KEY to a test key. Skipped without them."""

from __future__ import annotations

import datetime
import os
import unittest

import wayfare
from wayfare import Wayfare, types


def search_request() -> types.SearchRequest:
    departure = datetime.date.today() + datetime.timedelta(days=60)
    return {"origin": "JFK", "destination": "LHR", "departureDate": departure.isoformat(), "limit": 10}


@unittest.skipUnless("WAYFARE_URL" in os.environ and "WAYFARE_KEY" in os.environ, "WAYFARE_URL and WAYFARE_KEY are not set")
class ServiceTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Wayfare()
        self.addCleanup(self.client.close)

    def test_searches_prices_books_and_cancels(self) -> None:
        found = self.client.search(search_request())
        assert found["view"] == "full"
        offer = found["flights"][0]["cash"][0]
        self.assertEqual(self.client.get_offer(offer["id"])["status"], "available")
        booking: types.CreateBooking = {
            "offerId": offer["id"],
            "travelers": [{"type": "adult", "givenName": "Ada", "familyName": "Lovelace", "bornOn": "1987-03-09"}],
            "contact": {"email": "ada@example.com", "phone": "+442079460123"},
        }
        first = self.client.create_booking(booking, idempotency_key=f"python-{offer['id']}")
        again = self.client.create_booking(booking, idempotency_key=f"python-{offer['id']}")
        self.assertEqual((first["status"], again["id"]), ("confirmed", first["id"]))
        self.assertIn(first["id"], [each["id"] for each in self.client.list_bookings(limit=1)])
        self.assertEqual(self.client.cancel_booking(first["id"])["status"], "cancelled")

    def test_streams_a_search_that_assembles_to_a_response(self) -> None:
        parts = list(self.client.stream_search(search_request()))
        whole = wayfare.assemble_search(parts)
        assert whole["view"] == "full"
        self.assertGreater(len(whole["flights"]), 0)
        self.assertIn("scoreOptions", whole)

    def test_follows_the_feed(self) -> None:
        triggered = self.client.trigger_event({"type": "booking.confirmed"})
        ids = (event["id"] for page in self.client.follow_events(wait_seconds=1) for event in page.data)
        self.assertIn(triggered["id"], ids)

    def test_reads_reference_data_and_errors(self) -> None:
        self.assertGreater(len(list(self.client.list_airlines(limit=100))), 100)
        self.assertEqual(self.client.list_places(q="lon", limit=3)["data"][0]["city"], "London")
        self.assertTrue(self.client.get_health()["ok"])
        with self.assertRaises(wayfare.NotFoundError) as caught:
            self.client.get_booking("bkg_01kahz2j7p3v8c5m9n4q6r7s8t")
        self.assertRegex(caught.exception.request_id or "", "^req_")
        with Wayfare(api_key="key_test_wrong") as stranger, self.assertRaises(wayfare.AuthenticationError):
            stranger.get_account()


if __name__ == "__main__":
    unittest.main()
