import { parseSettings } from "@wayfare/settings";
import { expect, onTestFinished, test } from "vitest";
import { findDemoFault, startDemo } from "../../src/actions/demo-start.ts";

const faultOf = (environment: Record<string, string>) => findDemoFault(parseSettings({ environment }));

test.each([
  ["DUFFEL_TOKEN", "duffel_live_1"],
  ["DUFFEL_TEST_TOKEN", "duffel_test_1"],
  ["DUFFEL_URL", "https://duffel.example.com"],
  ["SEATS_AERO_URL", "https://seats.example.com"],
  ["IGNAV_KEY", "ign_key_1"],
  ["IGNAV_URL", "https://ignav.example.com"],
  ["SUPPLIERS_FILE", "/etc/wayfare/suppliers.json"],
])("refuses demo suppliers together with %s, without its value", (variable, value) => {
  expect(faultOf({ [variable]: value })).toBe(
    `--demo-suppliers cannot be used together with real suppliers. Remove ${variable}.`,
  );
});

test.each([
  { HOST: "0.0.0.0" },
  { HOST: "192.0.2.1" },
  { PUBLIC_URL: "https://flights.example.com" },
  { DATABASE_URL: "postgresql://db/wayfare", SERVER_SECRET: `a:${"A".repeat(44)}` },
])("refuses demo suppliers in a public deployment: %o", (environment) => {
  expect(faultOf(environment)).toContain("is for a trial on your own machine");
});

test("starts demo suppliers on loopback, with made-up tokens", async () => {
  expect(faultOf({ PUBLIC_URL: "http://localhost:9000", HOST: "::1" })).toBeNull();
  const { settings, suppliers, supply } = await startDemo(
    { environment: {}, flags: {} },
    parseSettings({ environment: {} }),
  );
  onTestFinished(() => suppliers.close());
  expect(settings).toMatchObject({ duffelToken: "duffel_live_demo", ignavKey: "ign_key_demo" });
  for (const url of [settings.duffelUrl, settings.ignavUrl, settings.seatsAeroUrl])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(supply).toContain("simulated");
});
