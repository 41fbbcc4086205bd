import { type SmokeTestResult, smokeTestDuffel } from "@wayfare/suppliers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeEgress } from "../doubles/adapter.ts";
import { type DuffelDouble, startDuffelDouble } from "../doubles/duffel-double.ts";
import { readOffers } from "../recorded.ts";

let duffel: DuffelDouble;
let egress: ReturnType<typeof makeEgress>;
beforeEach(async () => {
  egress = makeEgress();
  duffel = await startDuffelDouble(readOffers("duffel/offer-request-test-mode.json"));
});
afterEach(async () => {
  expect(duffel.double.faults).toEqual([]);
  await duffel.double.close();
  await egress.close();
});

async function run(token = "duffel_test_1"): Promise<SmokeTestResult[]> {
  const server = { egress, baseUrl: duffel.double.url };
  return Array.fromAsync(smokeTestDuffel({ token, departureDate: "2027-02-10", nowMs: () => 0, test: server }));
}

test("searches every route of the test mode, and finds what Duffel promises", async () => {
  expect((await run()).map(({ route, isKept, detail }) => [route, isKept, detail])).toEqual([
    ["PVD-RAI", true, "0 offers"],
    ["JFK-EWR", true, "3 offers"],
    ["LHR-DXB", true, "28 offers"],
    ["BTS-MRU", true, "50 offers"],
    ["STN-LHR", true, "duffel answered with status 504"],
    ["DXB-AMS", true, "3 offers"],
  ]);
});

test("reports the routes that differ", async () => {
  duffel.offers = [];
  expect((await run()).filter(({ isKept }) => !isKept).map(({ route }) => route)).toEqual(["JFK-EWR", "DXB-AMS"]);
});

test("stops at a token that is refused, and never sends a live one", async () => {
  await expect(run("duffel_live_1")).rejects.toMatchObject({ kind: "credential" });
  expect(duffel.double.requests).toEqual([]);
});
