import { createDuffelSupplier, createLiveSuppliers, SupplierRegistry } from "@wayfare/suppliers";
import { expect, onTestFinished, test } from "vitest";
import { makeEgress } from "../doubles/adapter.ts";
import { places } from "../places.ts";

const none = { duffel: false, seatsAero: false, ignav: false, http: [] } as const;

function openFacts() {
  const egress = makeEgress();
  onTestFinished(() => egress.close());
  return { egress, places, nowMs: () => 0 };
}

function house(slot: number) {
  const { capabilities } = createDuffelSupplier(openFacts());
  return {
    name: "house",
    slot,
    url: "https://flights.example.com",
    capabilities,
    testMode: false,
    callCostUsdCents: 0,
  };
}

test("registers each supplier in its permanent slot, and only test modes in the test partition", () => {
  const setup = { duffel: true, seatsAero: true, ignav: true, http: [house(8)] };
  const registry = new SupplierRegistry(createLiveSuppliers(setup, openFacts()));
  const slotsOf = (partition: "test" | "live") =>
    registry.list(partition).map(({ supplier, slot }) => `${slot} ${supplier.name}`);
  expect(slotsOf("live")).toEqual(["1 duffel", "2 seats-aero", "3 ignav", "8 house"]);
  expect(slotsOf("test")).toEqual(["1 duffel"]);
  expect(createLiveSuppliers(none, openFacts())).toEqual([]);
});

test("refuses plain http outside of loopback, which would show the credential", () => {
  const setupOf = (baseUrl: string) => ({ ...none, duffel: { baseUrl } });
  expect(() => createLiveSuppliers(setupOf("http://duffel.example.com"), openFacts())).toThrow(
    "a supplier's URL is neither https nor on loopback",
  );
  for (const url of [
    "https://duffel.example.com",
    "http://127.0.0.1:9000",
    "http://[::1]:9000",
    "http://localhost:9000",
  ])
    expect(createLiveSuppliers(setupOf(url), openFacts()), url).toHaveLength(1);
});

test.each([0, 7, 64])("refuses slot %d for a supplier over HTTP", (slot) => {
  expect(() => createLiveSuppliers({ ...none, http: [house(slot)] }, openFacts())).toThrow(
    `slot ${slot} of supplier house is not between 8 and 63`,
  );
});
