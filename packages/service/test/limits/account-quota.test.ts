import { utcMonthOf } from "@wayfare/contract";
import { expect, test } from "vitest";
import { samplePlans } from "../../../billing/test/sample-plans.ts";
import { AccountQuota } from "../../src/limits/account-quota.ts";
import { leaseMs } from "../../src/limits/quota-rules.ts";
import { startMs } from "../running-app.ts";

const plan = samplePlans.free;
const period = utcMonthOf(startMs);

/** Creates the quota of a process with a fresh grant. */
function lease(granted: number, nowMs = startMs): AccountQuota {
  const quota = new AccountQuota("acct_a", period, nowMs);
  quota.applyGrant(quota.buildReport(nowMs, false), { granted, heldByOthers: 0, plan, used: 0 }, nowMs);
  return quota;
}

test("reserves units until the lease expires, and keeps none after that", () => {
  const quota = lease(10);
  expect(quota.reserve(startMs + leaseMs - 1)).toBe(true);
  expect(quota.reserve(startMs + leaseMs)).toBe(false);
  // The running search keeps its unit.
  expect(quota.buildReport(startMs + leaseMs, false)).toMatchObject({ kept: 1 });
});

test("renews a lease before it expires while a search is running", () => {
  const quota = lease(1);
  expect(quota.reserve(startMs)).toBe(true);
  expect(quota.isDue(startMs + leaseMs / 2 - 1, false)).toBe(false);
  expect(quota.isDue(startMs + leaseMs / 2, false)).toBe(true);
});

test("returns units that were unused for 5 seconds", () => {
  const quota = lease(10);
  expect(quota.reserve(startMs + 1000)).toBe(true);
  quota.returnUnit();
  expect(quota.isDue(startMs + 5999, false)).toBe(false);
  expect(quota.isDue(startMs + 6000, false)).toBe(true);
  expect(quota.buildReport(startMs + 5999, false)).toMatchObject({ kept: 10 });
  expect(quota.buildReport(startMs + 6000, false)).toMatchObject({ kept: 0, used: 0 });
});

test("returns units when the period ends; still reports later uses", () => {
  const quota = lease(10);
  expect(quota.reserve(startMs)).toBe(true);
  expect(quota.isDue(startMs, true)).toBe(true);
  expect(quota.buildReport(startMs, true)).toMatchObject({ kept: 1 });
  expect(quota.consume()).toEqual({ periodStartMs: period.startMs, number: 1 });
  expect(quota.isOpen).toBe(true);
  const report = quota.buildReport(startMs, true);
  expect(report).toMatchObject({ kept: 0, used: 1 });
  quota.applyGrant(report, { granted: 0, heldByOthers: 0, plan, used: 1 }, startMs);
  expect(quota.isOpen).toBe(false);
});

test("returns units on a recall unless its own searches wait for them", () => {
  const quota = lease(10);
  quota.shouldReturnUnits = true;
  quota.waiters = 2;
  expect(quota.buildReport(startMs, false)).toMatchObject({ kept: 10, needed: 0, ahead: false });
  quota.waiters = 0;
  quota.shouldReturnUnits = true;
  expect(quota.buildReport(startMs, false)).toMatchObject({ kept: 0 });
});
