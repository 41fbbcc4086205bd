import { expect, test } from "vitest";
import { ApiError, responseOf, type SentRequest, type SentResponse, version, Wayfare } from "../../src/index.ts";
import { fakeFetch } from "./fake-service.ts";

const headers = {
  "Request-Id": "req_1",
  RateLimit: '"searches";r=38, "searches-at-once";r=20',
  "Idempotent-Replayed": "true",
};
const baseUrl = "http://service";
const apiKey = "key_test_1";

test("a result leads to the request id, rate limits and replay of its response", async () => {
  const { fetch } = fakeFetch(() => Response.json({ id: "bkg_1" }, { headers }));
  const booking = await new Wayfare({ baseUrl, apiKey, fetch }).bookings.get("bkg_1");
  expect(booking).toEqual({ id: "bkg_1" });
  expect(responseOf(booking)).toMatchObject({
    status: 200,
    requestId: "req_1",
    rateLimits: [
      { name: "searches", remaining: 38 },
      { name: "searches-at-once", remaining: 20 },
    ],
    replayed: true,
  });
  expect(responseOf({ ...booking })).toBeUndefined();
});

test("an error has them, too", async () => {
  const { fetch } = fakeFetch(() => Response.json({ code: "RATE_LIMITED" }, { status: 429, headers }));
  const call = new Wayfare({ baseUrl, apiKey, fetch, maxRetries: 0 }).account.get();
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ response: { status: 429, requestId: "req_1", replayed: true } });
});

test("hooks see each attempt with its response", async () => {
  let nowMs = 0;
  // Retries wait less than the timeout of an attempt.
  const after = (delayMs: number, run: () => void) => {
    if (delayMs < 30_000) queueMicrotask(run);
    return () => {};
  };
  const clock = { nowMs: () => nowMs, after };
  const { fetch } = fakeFetch(() => {
    nowMs += 7;
    return nowMs === 7 ? Response.json({ code: "OVERLOADED" }, { status: 503 }) : Response.json({ id: "acct_1" });
  });
  const requests: SentRequest[] = [];
  const responses: SentResponse[] = [];
  const client = new Wayfare({
    baseUrl,
    apiKey,
    fetch,
    clock,
    onRequest: (request) => requests.push(request),
    onResponse: (response) => responses.push(response),
  });
  await client.account.get();
  const request = { operation: "getAccount", method: "GET", url: `${baseUrl}/v1/account` };
  expect(requests).toEqual([
    { ...request, attempt: 1 },
    { ...request, attempt: 2 },
  ]);
  expect(responses.map(({ attempt, tookMs, response }) => [attempt, tookMs, response.status])).toEqual([
    [1, 7, 503],
    [2, 7, 200],
  ]);
});

test.each(["onRequest", "onResponse"])("an error in %s rejects the call, which is not repeated", async (hook) => {
  const { fetch, sent } = fakeFetch(() => Response.json({}));
  const fault = new Error("bad hook");
  const options = {
    [hook]: () => {
      throw fault;
    },
  };
  await expect(new Wayfare({ baseUrl, apiKey, fetch, ...options }).account.get()).rejects.toBe(fault);
  expect(sent.length).toBe(hook === "onRequest" ? 0 : 1);
});

test("sends its version and the application as User-Agent, and rejects an application that headers cannot carry", async () => {
  const { fetch, sent } = fakeFetch(() => Response.json({}));
  await new Wayfare({ baseUrl, apiKey, fetch }).account.get();
  const appInfo = { name: "Shop", version: "2.1", url: "https://shop.example" };
  await new Wayfare({ baseUrl, apiKey, fetch, appInfo }).account.get();
  expect(sent.map((each) => each.headers.get("user-agent"))).toEqual([
    `wayfare-js/${version}`,
    `wayfare-js/${version} Shop/2.1 (https://shop.example)`,
  ]);
  expect(() => new Wayfare({ baseUrl, apiKey, appInfo: { name: "a\nb" } })).toThrow(TypeError);
});

test.each<[string, (client: Wayfare) => unknown, string]>([
  [
    "a missing body",
    (client) => Reflect.apply(client.keys.create, client.keys, []),
    "createKey expects an object with the members of the request, not undefined.",
  ],
  [
    "an id as body",
    (client) => Reflect.apply(client.bookings.create, client.bookings, ["off_1"]),
    "createBooking expects an object with the members of the request, not a string.",
  ],
  [
    "a string as filter",
    (client) => Reflect.apply(client.keys.list, client.keys, ["active"]).then(String),
    "listKeys expects an object with filters such as { limit: 10 }, not a string.",
  ],
  [
    "an object as text",
    (client) => Reflect.apply(client.places.find, client.places, [{ q: { name: "lon" } }]),
    "listPlaces: q must be a string, a number or a boolean, not an object.",
  ],
  [
    "a name as query",
    (client) => Reflect.apply(client.places.find, client.places, ["lon"]),
    "listPlaces expects an object with filters such as { limit: 10 }, not a string.",
  ],
  [
    "a delivery where an endpoint is verified",
    (client) => Reflect.apply(client.webhooks.verify, client.webhooks, ['{"id":"evt_1"}', {}, "whsec_1"]),
    "webhooks.verify expects the id of an endpoint. Verify deliveries with verifyWebhook(rawBody, headers, secrets).",
  ],
  [
    "an object as id",
    (client) => Reflect.apply(client.bookings.get, client.bookings, [{ id: "bkg_1" }]),
    'Invalid id: {"id":"bkg_1"}',
  ],
])("explains %s without a request", async (_, call, message) => {
  const { fetch, sent } = fakeFetch(() => Response.json({}));
  const result = (async () => call(new Wayfare({ baseUrl, apiKey, fetch })))();
  await expect(result).rejects.toThrow(new TypeError(message));
  expect(sent).toEqual([]);
});
