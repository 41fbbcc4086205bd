import { expect, test } from "vitest";
import { openDuffel } from "../duffel-client.ts";
import { sampleOrder } from "../sample-offer.ts";

test.each([
  ["no token", { authorization: "" }, 401, "invalid_authorization_header"],
  ["not a token", { authorization: "Bearer secret" }, 401, "invalid_authorization_header"],
  ["no gzip", { "accept-encoding": "identity" }, 406, "unsupported_format"],
  ["another version", { "duffel-version": "v1" }, 400, "unsupported_version"],
])("answers a request with %s with the documented error, as a fault", async (_title, headers, status, code) => {
  const { call, duffel } = await openDuffel();
  expect(await call("GET", "/air/airlines", undefined, headers)).toMatchObject({ status, codes: [code] });
  expect(duffel.double.faults).toHaveLength(1);
});

test("refuses a body that is not JSON, or not declared as JSON", async () => {
  const { duffel } = await openDuffel();
  const send = async (type: string, body: string) => {
    const headers = {
      authorization: "Bearer duffel_live_1",
      "duffel-version": "v2",
      "accept-encoding": "gzip",
      "content-type": type,
    };
    return (await fetch(`${duffel.double.url}/air/orders`, { method: "POST", headers, body })).status;
  };
  expect([await send("text/plain", "{}"), await send("application/json", "{")]).toEqual([400, 400]);
  expect(duffel.double.faults).toEqual(["not application/json", "not JSON"]);
});

test("accepts only tokens that exist", async () => {
  const { call } = await openDuffel([], { tokens: ["duffel_live_1"] });
  expect((await call("GET", "/air/airlines")).status).toBe(200);
  const other = await call("GET", "/air/airlines", undefined, { authorization: "Bearer duffel_live_2" });
  expect(other).toMatchObject({ status: 401, codes: ["access_token_not_found"] });
});

test("keeps the orders of the test mode and of the live mode apart", async () => {
  const { call } = await openDuffel();
  await call("POST", "/air/orders", sampleOrder());
  const testMode = { authorization: "Bearer duffel_test_1" };
  expect((await call("GET", "/air/orders/ord_1", undefined, testMode)).status).toBe(404);
  expect((await call("GET", "/air/orders", undefined, testMode)).body.data).toEqual([]);
  const quote = await call("POST", "/air/order_cancellations", { data: { order_id: "ord_1" } }, testMode);
  expect(quote.status).toBe(404);
  expect((await call("GET", "/air/orders/ord_1")).status).toBe(200);
});

test("limits requests of 60 seconds on its clock, and states the limit and its reset as a date", async () => {
  const { call, duffel, advance, clock } = await openDuffel();
  expect((await call("GET", "/air/airlines")).headers.get("ratelimit-limit")).toBeNull();
  duffel.rateLimit = 2;
  advance(60_000);
  const reset = new Date(clock.ms + 60_000).toUTCString();
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await call("GET", "/air/airlines"));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual(["1", "0", "0"]);
  expect(answers[2]?.headers.get("ratelimit-reset")).toBe(reset);
  expect(answers[2]?.codes).toEqual(["rate_limit_exceeded"]);
  advance(59_999);
  expect((await call("GET", "/air/airlines")).status).toBe(429);
  advance(1);
  expect((await call("GET", "/air/airlines")).status).toBe(200);
  expect(duffel.double.faults).toEqual([]);
});

test("reports an unknown route as a fault", async () => {
  const { call, duffel } = await openDuffel();
  for (const [method, path] of [
    ["GET", "/air/payments"],
    ["DELETE", "/air/orders"],
    ["POST", "/air/airline_initiated_changes/aic_1/actions/cancel"],
  ] as const)
    expect((await call(method, path)).status).toBe(400);
  expect(duffel.double.faults).toHaveLength(3);
});
