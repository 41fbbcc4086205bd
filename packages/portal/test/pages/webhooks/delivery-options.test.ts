import type { Webhook } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { certificateState } from "../../../src/pages/webhooks/certificate-expiry.ts";
import { parseFilter, parseHeaders, readDeliveryOptions } from "../../../src/pages/webhooks/delivery-options.ts";

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

const stored = { ordered: true, filter: { status: "confirmed" }, headerNames: ["x-token"], authType: "basic" };
const webhook = stored as unknown as Webhook;
const storedFilter = JSON.stringify(stored.filter, null, 2);

test.each(["{", "[]", "null", "1", '"status"'])("rejects the filter %s", (text) => {
  expect(parseFilter(text)).toStrictEqual({ error: expect.stringContaining("JSON object") });
});

test("reads headers by line and names the line that is not one", () => {
  expect(parseHeaders("X-Token: a:b\n\n  X-Empty:\r\n")).toStrictEqual({ value: { "X-Token": "a:b", "X-Empty": "" } });
  expect(parseHeaders("X-Token: a\nwithout a colon")).toStrictEqual({ error: expect.stringContaining("Line 2") });
  expect(parseHeaders(": value")).toStrictEqual({ error: expect.stringContaining("Line 1") });
});

test("sends nothing for the empty options of a new endpoint, and all options that are filled in", () => {
  expect(readDeliveryOptions(formOf({ filter: "", headers: "", authType: "keep" }))).toStrictEqual({});
  const filled = {
    ordered: "on",
    filter: '{"seats":{"gt":1}}',
    headers: "X-Token: a",
    authType: "basic",
    username: "u",
    password: "p",
  };
  expect(readDeliveryOptions(formOf(filled))).toStrictEqual({
    ordered: true,
    filter: { seats: { gt: 1 } },
    headers: { "X-Token": "a" },
    auth: { type: "basic", username: "u", password: "p" },
  });
});

test("sends OAuth 2.0 client credentials without an empty scope", () => {
  const filled = { tokenUrl: "https://auth.example.com/token", clientId: "client", clientSecret: "secret" };
  const form = { ...filled, authType: "oauth2", scope: "" };
  expect(readDeliveryOptions(formOf(form))).toStrictEqual({ auth: { type: "oauth2", ...filled } });
  const scoped = readDeliveryOptions(formOf({ ...form, scope: "a b" }));
  expect(scoped).toStrictEqual({ auth: { type: "oauth2", ...filled, scope: "a b" } });
});

test("sends a client certificate with its key", () => {
  const filled = { certificate: "-----BEGIN CERTIFICATE-----", privateKey: "-----BEGIN PRIVATE KEY-----" };
  expect(readDeliveryOptions(formOf({ ...filled, authType: "mtls" }))).toStrictEqual({
    auth: { type: "mtls", ...filled },
  });
});

test("warns of a client certificate in its last 30 days and after its end", () => {
  const nowMs = Date.UTC(2027, 0, 1);
  const stateAfter = (days: number) => certificateState(new Date(nowMs + days * 86_400_000).toISOString(), nowMs);
  expect([31, 30, 1, 0, -1].map(stateAfter)).toStrictEqual(["valid", "expiring", "expiring", "expired", "expired"]);
});

test("returns null if the filter or a header is invalid", () => {
  expect(readDeliveryOptions(formOf({ filter: "{" }))).toBeNull();
  expect(readDeliveryOptions(formOf({ headers: "no colon" }))).toBeNull();
});

test("keeps stored options that were not changed, and removes those that are to be removed", () => {
  expect(readDeliveryOptions(formOf({ ordered: "on", filter: storedFilter }), webhook)).toStrictEqual({});
  const removed = { filter: " ", removeHeaders: "on", authType: "none" };
  expect(readDeliveryOptions(formOf(removed), webhook)).toStrictEqual({
    ordered: false,
    filter: null,
    headers: {},
    auth: null,
  });
});
