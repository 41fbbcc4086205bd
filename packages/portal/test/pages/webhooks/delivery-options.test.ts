import type { Webhook } from "@wayfare/sdk";
import { expect, test } from "vitest";
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
  expect(readDeliveryOptions(formOf({ filter: "", headers: "", username: "", password: "" }))).toStrictEqual({});
  const filled = { ordered: "on", filter: '{"seats":{"gt":1}}', headers: "X-Token: a", username: "u", password: "p" };
  expect(readDeliveryOptions(formOf(filled))).toStrictEqual({
    ordered: true,
    filter: { seats: { gt: 1 } },
    headers: { "X-Token": "a" },
    auth: { type: "basic", username: "u", password: "p" },
  });
});

test("sends OAuth 2.0 client credentials if there is a token URL, without an empty scope", () => {
  const filled = { username: "client", password: "secret", tokenUrl: "https://auth.example.com/token", scope: "" };
  const auth = { type: "oauth2", tokenUrl: filled.tokenUrl, clientId: "client", clientSecret: "secret" };
  expect(readDeliveryOptions(formOf(filled))).toStrictEqual({ auth });
  expect(readDeliveryOptions(formOf({ ...filled, scope: "a b" }))).toStrictEqual({ auth: { ...auth, scope: "a b" } });
});

test("returns null if the filter or a header is invalid", () => {
  expect(readDeliveryOptions(formOf({ filter: "{" }))).toBeNull();
  expect(readDeliveryOptions(formOf({ headers: "no colon" }))).toBeNull();
});

test("keeps stored options that were not changed, and removes those that are to be removed", () => {
  expect(readDeliveryOptions(formOf({ ordered: "on", filter: storedFilter }), webhook)).toStrictEqual({});
  const removed = { filter: " ", removeHeaders: "on", removeAuth: "on" };
  expect(readDeliveryOptions(formOf(removed), webhook)).toStrictEqual({
    ordered: false,
    filter: null,
    headers: {},
    auth: null,
  });
});
