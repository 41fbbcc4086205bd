import { parseSettings } from "@wayfare/settings";
import { expect, test } from "vitest";
import { parseSuppliersFile, readConfiguredSuppliers } from "../../src/suppliers/suppliers-file.ts";

const house = { name: "house", slot: 8, url: "https://flights.example.com/v1", secret: "a-secret-of-the-house" };

test("fills in defaults and maps the settings to suppliers and credentials", () => {
  const file = parseSuppliersFile(JSON.stringify({ http: [house], budgets: { duffel: { callsPerDay: 5 } } }));
  expect(file.http).toMatchObject([{ cash: true, award: false, roundTrips: true, cities: false, testMode: false }]);
  const settings = parseSettings({
    environment: { DUFFEL_TOKEN: "duffel_live_1", DUFFEL_TEST_TOKEN: "duffel_test_1" },
  });
  const { setup, deployment } = readConfiguredSuppliers(settings);
  expect(setup).toMatchObject({ duffel: true, seatsAero: true, ignav: true, http: [], scheduleFile: null });
  expect(deployment.secrets).toEqual({ test: { duffel: "duffel_test_1" }, live: { duffel: "duffel_live_1" } });
});

test("rejects a live token as test token and the reverse", () => {
  expect(() => parseSettings({ environment: { DUFFEL_TOKEN: "duffel_test_1" } })).toThrow("DUFFEL_TOKEN");
  expect(() => parseSettings({ environment: { DUFFEL_TEST_TOKEN: "duffel_live_1" } })).toThrow("DUFFEL_TEST_TOKEN");
});

test.each([
  ["text that is not JSON", '{"secret":"a-secret-of-the-house"', "it is not JSON"],
  ["a list", "[]", "must be object"],
  ["a reserved slot", JSON.stringify({ http: [{ ...house, slot: 2 }] }), "/http/0/slot must be >= 8"],
  ["a short secret", JSON.stringify({ http: [{ ...house, secret: "short" }] }), "/http/0/secret"],
  ["two suppliers of one name", JSON.stringify({ http: [house, { ...house, slot: 9 }] }), "two suppliers named house"],
  ["an unknown member", JSON.stringify({ htpp: [] }), "additional properties"],
  ["a URL with a query", JSON.stringify({ http: [{ ...house, url: "https://a/?k=1" }] }), "/http/0/url"],
])("rejects %s without showing a secret", (_, text, message) => {
  const parse = () => parseSuppliersFile(text);
  expect(parse).toThrow(message);
  expect(parse).not.toThrow("a-secret-of-the-house");
});

test("names the file that cannot be read", () => {
  const settings = parseSettings({ environment: { SUPPLIERS_FILE: "/nonexistent/suppliers.json" } });
  expect(() => readConfiguredSuppliers(settings)).toThrow("cannot read SUPPLIERS_FILE /nonexistent/suppliers.json");
});
