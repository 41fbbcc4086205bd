import type { CalendarResponse } from "@wayfare/contract";
import { parseEpochDay } from "@wayfare/engine";
import { createSandboxSupplier, SupplierRegistry } from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { expect, test } from "vitest";
import { createSearchRunner } from "../../src/index.ts";
import { normalizeCalendar } from "../../src/request/normalize-calendar.ts";
import { facts } from "../sample-facts.ts";

const nowMs = Date.parse("2027-01-01T10:00:00Z");
const buffer = makeWorld(loadFacts(), parseEpochDay("2027-01-01"));
const sandbox = createSandboxSupplier({ version: "calendar", buffer });
const runner = createSearchRunner({
  ...facts,
  suppliers: new SupplierRegistry([{ supplier: sandbox, slot: 0, partitions: ["test", "live"] }]),
});

test("a year in money and in the miles of every program takes at most 60 KB without compression", async () => {
  const departureDates = { from: "2027-01-02", to: "2027-11-27" };
  const request = { origin: "JFK", destination: "LHR", departureDates, includeAward: true };
  const calendar = normalizeCalendar(request, facts, nowMs);
  const job = { accountId: "a", environment: "test" as const, calendar, searchedAtMs: nowMs, soldSeats: [] };
  const { bytes } = await runner.calendar({ ...job, deadlineMs: 120_000, coding: "identity" }, {});
  expect(bytes.byteLength).toBeLessThanOrEqual(60_000);
  const { award, cash }: CalendarResponse = JSON.parse(new TextDecoder().decode(bytes));
  expect(cash?.amounts.filter((amount) => amount !== null)).toHaveLength(330);
  expect(award.length).toBeGreaterThan(20);
});
