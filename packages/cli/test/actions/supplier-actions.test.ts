import type { SmokeTestOptions, SmokeTestResult } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { makeSupplierActions } from "../../src/actions/supplier-actions.ts";

const environment = { DUFFEL_TEST_TOKEN: "duffel_test_1" };
const result = { route: "PVD-RAI", promise: "no offers", isKept: true, detail: "0 offers" };

function open(...results: SmokeTestResult[]) {
  const runs: SmokeTestOptions[] = [];
  let output = "";
  const actions = makeSupplierActions({ stdout: { write: (text) => (output += text) } }, async function* (options) {
    runs.push(options);
    yield* results;
  });
  return { actions, runs, output: () => output };
}

test("prints each route, as text or JSON, and never the token", async () => {
  const { actions, runs, output } = open(result);
  await actions.testDuffel(environment, { departureDate: "2027-02-10" }, { json: false });
  await actions.testDuffel(environment, {}, { json: true });
  expect(output()).toBe(`ok      PVD-RAI  no offers (0 offers)\n${JSON.stringify(result)}\n`);
  expect(runs.map(({ token }) => token)).toEqual(["duffel_test_1", "duffel_test_1"]);
  expect(runs[0]?.departureDate).toBe("2027-02-10");
});

test("fails if a route does not keep its promise", async () => {
  const { actions } = open(result, { ...result, isKept: false });
  await expect(actions.testDuffel(environment, {}, { json: false })).rejects.toThrow("1 of 2 routes failed.");
});

test.each([
  [{}, {}, "Set DUFFEL_TEST_TOKEN"],
  [{ DUFFEL_TEST_TOKEN: "duffel_live_1" }, {}, "Set DUFFEL_TEST_TOKEN"],
  [environment, { departureDate: "tomorrow" }, "--departure-date must be"],
])("refuses a missing token, a live token and an invalid date: %#", async (given, input, message) => {
  const { actions, runs } = open(result);
  await expect(actions.testDuffel(given, input, { json: false })).rejects.toThrow(message);
  expect(runs).toEqual([]);
});
