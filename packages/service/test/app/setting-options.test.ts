import { parseSettings } from "@wayfare/settings";
import { expect, test } from "vitest";
import { billingOptionsOf } from "../../src/billing/settings.ts";
import { attemptArchiveOf } from "../../src/webhooks/archive.ts";
import { guardRulesOf } from "../../src/webhooks/guard-rules.ts";

test("allows webhooks to loopback by default only with the embedded database and a loopback HOST", () => {
  const rulesOf = (environment: Record<string, string>) => guardRulesOf(parseSettings({ environment }));
  const external = { DATABASE_URL: "postgresql://db/wayfare", SERVER_SECRET: `a:${"A".repeat(43)}=` };
  expect(rulesOf({})).toEqual({ allowLoopback: true, allowCidrs: [], ports: [] });
  expect(rulesOf(external)).toMatchObject({ allowLoopback: false });
  for (const host of ["127.0.0.1", "127.8.9.1", "::1", "localhost", "LOCALHOST"]) {
    expect(rulesOf({ HOST: host }), host).toMatchObject({ allowLoopback: true });
    expect(rulesOf({ ...external, HOST: host }), host).toMatchObject({ allowLoopback: false });
  }
  for (const host of ["0.0.0.0", "::", "192.168.0.7", "fd00::1", "wayfare.internal", "localhost.example"]) {
    expect(rulesOf({ HOST: host }), host).toMatchObject({ allowLoopback: false });
    expect(rulesOf({ HOST: host, WEBHOOKS_ALLOW_LOOPBACK: "true" }), host).toMatchObject({ allowLoopback: true });
  }
  expect(rulesOf({ ...external, WEBHOOKS_ALLOW_LOOPBACK: "true" })).toMatchObject({ allowLoopback: true });
  expect(rulesOf({ WEBHOOKS_ALLOW_LOOPBACK: "false" })).toMatchObject({ allowLoopback: false });
  expect(rulesOf({ WEBHOOKS_ALLOW_CIDRS: "10.1.2.3", WEBHOOKS_PORTS: "9443" })).toMatchObject({
    allowCidrs: ["10.1.2.3/32"],
    ports: [9443],
  });
});

test("reads tax rates by country", async () => {
  const settings = parseSettings({ environment: { BILLING_TAX_RATES: "DE=19, CH=8.1" } });
  expect([...(await billingOptionsOf(settings, { nowMs: () => 0 })).taxRates]).toStrictEqual([
    ["DE", "19"],
    ["CH", "8.1"],
  ]);
});

test("archives webhook attempts only with a bucket", () => {
  const settings = parseSettings({ environment: { WEBHOOKS_ARCHIVE: "s3://archive/production" } });
  expect(attemptArchiveOf(settings)).toHaveProperty("attemptArchive");
  expect(attemptArchiveOf(parseSettings({ environment: {} }))).toEqual({});
});
