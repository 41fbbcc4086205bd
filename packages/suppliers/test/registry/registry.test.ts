import type { Partition } from "@wayfare/contract";
import { readVersion, type Supplier, SupplierRegistry } from "@wayfare/suppliers";
import { expect, test } from "vitest";

function supplierOf(name: string, { simulated = true, version = null as string | null } = {}): Supplier {
  return {
    name,
    simulated,
    version,
    capabilities: { cash: true, award: true, roundTrips: true, cities: true, cabins: ["economy"], calendar: false },
    credentials: [],
    testMode: false,
    callCostUsdCents: 0,
    mayStoreResults: true,
    async *search() {},
    reprice: async () => ({ status: "unknown" }),
  };
}

const both: readonly Partition[] = ["test", "live"];

test("lists the suppliers of a partition by slot, in any order of registration", () => {
  const registry = new SupplierRegistry([
    { supplier: supplierOf("c", { simulated: false }), slot: 63, partitions: ["live"] },
    { supplier: supplierOf("b"), slot: 4, partitions: both },
    { supplier: supplierOf("a"), slot: 0, partitions: both },
  ]);
  expect(registry.list("live").map(({ supplier }) => supplier.name)).toEqual(["a", "b", "c"]);
  expect(registry.list("test").map(({ supplier }) => supplier.name)).toEqual(["a", "b"]);
  expect(registry.find("live", 63)?.name).toBe("c");
  expect(registry.find("test", 63)).toBeUndefined();
  expect(registry.find("live", 7)).toBeUndefined();
});

test.each([
  ["a slot out of range", [{ supplier: supplierOf("a"), slot: 64, partitions: both }], "slot 64"],
  ["a negative slot", [{ supplier: supplierOf("a"), slot: -1, partitions: both }], "slot -1"],
  [
    "a slot twice",
    [
      { supplier: supplierOf("a"), slot: 1, partitions: both },
      { supplier: supplierOf("b"), slot: 1, partitions: both },
    ],
    "slot 1 of supplier b is already in use",
  ],
  [
    "a supplier twice",
    [
      { supplier: supplierOf("a"), slot: 1, partitions: both },
      { supplier: supplierOf("a"), slot: 2, partitions: both },
    ],
    "supplier a is registered twice",
  ],
  [
    "real supply for test keys",
    [{ supplier: supplierOf("a", { simulated: false }), slot: 1, partitions: both }],
    "test keys see only simulated supply",
  ],
])("rejects %s", (_, registrations, message) => {
  expect(() => new SupplierRegistry(registrations)).toThrow(message);
});

test("encodes the version of each supplier that has one, with any characters", () => {
  const registry = new SupplierRegistry([
    { supplier: supplierOf("sandbox", { version: "w=1&x 2" }), slot: 0, partitions: both },
    { supplier: supplierOf("moving"), slot: 1, partitions: both },
    { supplier: supplierOf("own", { version: "3" }), slot: 2, partitions: ["live"] },
  ]);
  const versions = registry.versionsOf("live");
  expect(["sandbox", "moving", "own"].map((name) => readVersion(versions, name))).toEqual(["w=1&x 2", null, "3"]);
  expect(readVersion(registry.versionsOf("test"), "own")).toBeNull();
  expect(readVersion("a string of another version", "sandbox")).toBeNull();
});

test("lets a real supplier with a test mode serve test keys", () => {
  const supplier = { ...supplierOf("a", { simulated: false }), testMode: true };
  expect(new SupplierRegistry([{ supplier, slot: 1, partitions: both }]).list("test")).toHaveLength(1);
});
