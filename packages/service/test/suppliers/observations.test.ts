import type { SupplyRow } from "@wayfare/contract";
import { expect, test } from "vitest";
import { SupplierObservations } from "../../src/suppliers/observations.ts";

const row = (changes: Partial<SupplyRow>): SupplyRow => ({
  source: "duffel",
  status: "ok",
  reason: null,
  received: 3,
  offers: 3,
  dropped: [],
  tookMs: 20,
  observedAt: null,
  coverage: 1,
  ...changes,
});

test("counts results and skips of a supplier, and keeps the state of its circuit breaker", () => {
  const observations = new SupplierObservations(() => Date.UTC(2026, 10, 21));
  const record = (...supply: SupplyRow[]) => observations.record({ environment: "live", supply });
  expect(observations.read("live", "duffel")).toMatchObject({
    searches: 0,
    circuit: "unknown",
    circuitObservedAt: null,
  });
  record(row({}), row({ source: "sandbox" }));
  record(row({ status: "error" }));
  record(row({ status: "skipped", reason: "breaker" }));
  record(row({ status: "skipped", reason: "budget" }));
  expect(observations.read("live", "duffel")).toEqual({
    searches: 2,
    answered: 1,
    skipped: { budget: 1, breaker: 1, unsupported: 0, busy: 0 },
    circuit: "open",
    circuitObservedAt: "2026-11-21T00:00:00.000Z",
  });
  record(row({}));
  expect(observations.read("live", "duffel").circuit).toBe("closed");
  expect(observations.read("test", "duffel").searches).toBe(0);
  expect(observations.read("live", "sandbox").searches).toBe(0);
});
