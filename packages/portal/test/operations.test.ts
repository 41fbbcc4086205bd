import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromLocalInput, toLocalInput } from "../src/components/local-input.ts";
import { actionWords, describeDetails } from "../src/pages/audit/actions.ts";
import { readAuditFilters } from "../src/pages/audit/filters.ts";
import { formatHeaders, formatResponseBody } from "../src/pages/deliveries/attempt-text.ts";
import { readSignature, renderDeliveryBody, renderDigestCommand } from "../src/pages/deliveries/base-string.ts";
import { readDeliveryFilters } from "../src/pages/deliveries/filters.ts";
import { layOutTimings, readTimings } from "../src/pages/deliveries/timings.ts";
import { renderRegister, verifySnippets } from "../src/pages/docs/snippets.ts";
import { readRequestFilters } from "../src/pages/requests/filters.ts";
import { describeDevice } from "../src/pages/settings/device.ts";
import { failureShare, warnedAfterMs } from "../src/pages/webhooks/failing.ts";
import { groupTypes, isCovered, togglePattern } from "../src/pages/webhooks/subscription.ts";

const ulid = "01kahz2j7p3v8c5m9n4q6r7s8t";

describe("an address", () => {
  test("keeps the filters that are right and leaves out the rest", () => {
    const search = { status: "dead_lettered", webhookId: `whk_${ulid}`, eventId: "evt_1", event: "booking.confirmed" };
    expect(readDeliveryFilters(search)).toStrictEqual({
      status: "dead_lettered",
      webhookId: `whk_${ulid}`,
      event: "booking.confirmed",
    });
    expect(readDeliveryFilters({ status: "lost", event: "toString" })).toStrictEqual({});
  });

  test("takes a status for a status whether it came as a number or as a text", () => {
    expect(readRequestFilters({ status: 404 })).toStrictEqual({ status: "404" });
    expect(readRequestFilters({ status: "5xx", route: "/v1/offers/{id}" })).toStrictEqual({
      status: "5xx",
      route: "/v1/offers/{id}",
    });
    expect(readRequestFilters({ status: "600", route: "/portal/session", key: "ak_1" })).toStrictEqual({});
  });

  test("names an action of the audit trail by what looks like one", () => {
    expect(readAuditFilters({ action: "key.revoked", subject: `ak_${ulid}` })).toStrictEqual({
      action: "key.revoked",
      subject: `ak_${ulid}`,
    });
    expect(readAuditFilters({ action: "constructor", subject: "../ak" })).toStrictEqual({});
  });
});

describe("a subscription", () => {
  const groups = groupTypes(["booking.confirmed", "booking.cancelled", "key.revoked"]);

  test("becomes the group where every type of it is chosen, and the types again where one goes", () => {
    const all = togglePattern(["booking.confirmed"], "booking.cancelled", groups);
    expect(all).toStrictEqual(["booking.*"]);
    expect(togglePattern(all, "booking.confirmed", groups)).toStrictEqual(["booking.cancelled"]);
  });

  test("of everything stays everything else when one type is taken out", () => {
    expect(togglePattern(["*"], "key.revoked", groups)).toStrictEqual(["booking.*"]);
    expect(togglePattern(["key.revoked"], "*", groups)).toStrictEqual(["*"]);
    expect(togglePattern(["*"], "*", groups)).toStrictEqual([]);
  });

  test("turns over exactly what a toggle is about", () => {
    const pattern = fc.constantFrom("booking.confirmed", "booking.cancelled", "key.revoked");
    fc.assert(
      fc.property(fc.uniqueArray(pattern), pattern, (chosen, toggled) => {
        const after = togglePattern(chosen, toggled, groups);
        for (const each of ["booking.confirmed", "booking.cancelled", "key.revoked"]) {
          expect(isCovered(after, each)).toBe(isCovered(chosen, each) !== (each === toggled));
        }
      }),
      { seed: 20_261_121 },
    );
  });
});

describe("the explanation of a signature", () => {
  const event = {
    id: `evt_${ulid}`,
    type: "webhook.test",
    createdAt: "2026-11-21T07:33:00.000Z",
    environment: "test",
    data: { message: "It's there: ü" },
  } as const;

  test("has the body that was signed, byte by byte", () => {
    const body = renderDeliveryBody(event, `dlv_${ulid}`);
    expect(body).toBe(
      `{"id":"evt_${ulid}","type":"webhook.test","createdAt":"2026-11-21T07:33:00.000Z","environment":"test",` +
        `"apiVersion":"v1","deliveryId":"dlv_${ulid}","data":{"message":"It's there: ü"}}`,
    );
  });

  test("reads the header apart, and nothing that is not one", () => {
    const digest = createHmac("sha256", "whsec_1").update("7.{}").digest("hex");
    expect(readSignature({ "svc-signature": `t=7,v1=${digest}` })).toStrictEqual({ timestamp: "7", digest });
    for (const header of [undefined, 7, "t=7", `t=x,v1=${digest}`]) {
      expect(readSignature({ "svc-signature": header })).toBeNull();
    }
  });

  test("gives a command whose quotes survive a shell", () => {
    expect(renderDigestCommand("7", `{"a":"It's"}`)).toContain(`'7.{"a":"It'\\''s"}'`);
  });
});

describe("an attempt", () => {
  test("shows its parts one after the other and never more than the whole", () => {
    const parts = layOutTimings(readTimings({ dnsMs: 2, connectMs: null, firstByteMs: 6, totalMs: 10 }));
    expect(parts.map(({ name, ms, start }) => [name, ms, start])).toStrictEqual([
      ["Name", 2, 0],
      ["First byte", 6, 0.2],
      ["Reading", 2, 0.8],
    ]);
    const ms = fc.option(fc.nat(20_000));
    fc.assert(
      fc.property(fc.record({ dnsMs: ms, connectMs: ms, firstByteMs: ms, totalMs: fc.nat(20_000) }), (timings) => {
        for (const { start, share } of layOutTimings(timings)) expect(start + share).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { seed: 20_261_121 },
    );
  });

  test("says what stands in the place of a body that is empty or no text", () => {
    const attempt = { responseBody: "", responseBodyIsBase64: false } as Parameters<typeof formatResponseBody>[0];
    expect(formatResponseBody(attempt)).toContain("not JSON");
    expect(formatResponseBody({ ...attempt, responseBody: "/wA=", responseBodyIsBase64: true })).toContain("base64");
    expect(formatHeaders({ a: "1", b: 2 })).toBe("a: 1\nb: 2");
  });
});

test("an endpoint that fails is warned of at a fifth of the way to its end", () => {
  expect(failureShare(warnedAfterMs)).toBeCloseTo(0.2);
  expect(failureShare(-1)).toBe(0);
  expect(failureShare(warnedAfterMs * 9)).toBe(1);
});

test("an instant survives the field that it is typed into, to the minute", () => {
  const atMs = Date.UTC(2026, 10, 21, 7, 33);
  expect(fromLocalInput(toLocalInput(atMs))).toBe(new Date(atMs).toISOString());
  expect(fromLocalInput("2026-11")).toBeNull();
});

test("every action of the audit trail reads as what somebody did, and empty details are left out", () => {
  for (const words of Object.values(actionWords)) expect(words).toMatch(/^[a-z]/);
  expect(describeDetails({ url: "https://a", applicationId: null, events: ["*", "b"], description: "" })).toStrictEqual(
    ["url: https://a", "events: *, b"],
  );
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1", "Safari on iOS"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/147.0 Safari/537.36 Edg/147.0", "Edge on Windows"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["", "Unknown"],
])("%s is called %s", (userAgent, name) => {
  expect(describeDevice(userAgent)).toBe(name);
});

test("the snippets that verify a delivery are those of the guide, and commands carry the service's own address", () => {
  const guide = readFileSync(new URL("../../../docs/guides/receive-webhooks.md", import.meta.url), "utf8");
  for (const { value, code } of verifySnippets) expect(guide).toContain(`\`\`\`${value}\n${code}\`\`\``);
  expect(renderRegister("https://api.example")).toContain("curl -sS https://api.example/v1/webhooks ");
});
