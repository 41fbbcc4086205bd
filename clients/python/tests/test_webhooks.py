"""Verification of deliveries."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from typing import Any

from wayfare import WebhookVerificationError, sign_webhook, verify_webhook

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
OTHER = "whsec_" + base64.b64encode(bytes(32)).decode()
BODY = json.dumps({"id": "evt_1", "type": "webhook.test", "data": {"name": "Zoë"}}).encode()
NOW = 1_800_000_000


class WebhookTest(unittest.TestCase):
    def reason(self, *args: Any, **options: Any) -> str:
        with self.assertRaises(WebhookVerificationError) as caught:
            verify_webhook(*args, **{"now": NOW, **options})
        self.assertNotIn(SECRET, str(caught.exception))
        return caught.exception.reason

    def test_accepts_the_documented_signature_with_any_valid_secret(self) -> None:
        # HMAC-SHA256 of "<t>.<body>" with the text of the secret, as docs/webhooks.md says.
        digest = hmac.new(SECRET.encode(), f"{NOW}.".encode() + BODY, hashlib.sha256).hexdigest()
        header = f"t={NOW},v1={digest}"
        self.assertEqual(sign_webhook(BODY, SECRET, NOW), header)
        for headers in (header, {"SVC-Signature": header}, {"svc-signature": header}):
            event = verify_webhook(BODY, headers, [OTHER, SECRET], now=NOW)
            self.assertEqual(event["data"]["name"], "Zoë")

    def test_accepts_standard_webhooks_during_a_rotation(self) -> None:
        signed = f"dlv_1.{NOW}.".encode() + BODY
        values = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode() for key in (bytes(32), bytes(range(32)))]
        headers = {"Webhook-Id": "dlv_1", "Webhook-Timestamp": str(NOW), "Webhook-Signature": " ".join(f"v1,{value}" for value in values)}
        self.assertEqual(verify_webhook(BODY, headers, SECRET, now=NOW)["id"], "evt_1")
        self.assertEqual(self.reason(BODY + b" ", headers, SECRET), "signature_mismatch")
        self.assertEqual(self.reason(BODY, {**headers, "Webhook-Id": ""}, SECRET), "header_malformed")

    def test_rejects_everything_else_with_its_reason(self) -> None:
        header = sign_webhook(BODY, SECRET, NOW)
        self.assertEqual(self.reason(BODY, {}, SECRET), "header_missing")
        for bad in ("t=1", "v1=aa,t=1", header.upper(), header + ",t=5", header + "," + "x=" * 600, header.replace("t=1", "t=١")):
            self.assertEqual(self.reason(BODY, bad, SECRET), "header_malformed", bad[:90])
        self.assertEqual(self.reason(BODY, header, OTHER), "signature_mismatch")
        self.assertEqual(self.reason(json.loads(BODY), header, SECRET), "body_not_raw")
        for missing in ("", [], ["", SECRET], None):
            self.assertEqual(self.reason(BODY, header, missing), "secret_missing")
        self.assertEqual(self.reason(BODY, header, SECRET, now=NOW + 301), "timestamp_too_old")
        self.assertEqual(self.reason(BODY, header, SECRET, now=NOW - 301), "timestamp_in_future")
        for text in (b"[1]", b"\xff", b""):
            self.assertEqual(self.reason(text, sign_webhook(text, SECRET, NOW), SECRET), "body_not_json")


if __name__ == "__main__":
    unittest.main()
