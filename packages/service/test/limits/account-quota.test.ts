import { getPlan, monthOf } from "@wayfare/contract";
import { expect, test } from "vitest";
import { AccountQuota } from "../../src/limits/account-quota.ts";
import { leaseMs } from "../../src/limits/quota-rules.ts";
import { startMs } from "../running-app.ts";

const plan = getPlan("free");
const period = monthOf(startMs);

/** A process's part of a quota that has just been granted so many units. */
function lease(granted: number, nowMs = startMs): AccountQuota {
  const quota = new AccountQuota("acct_a", period, nowMs);
  quota.settle(quota.ask(nowMs, false), { granted, heldByOthers: 0, plan, used: 0 }, nowMs);
  return quota;
}

test("a unit is used until its lease ends and no millisecond longer, and none is kept past it", () => {
  const quota = lease(10);
  expect(quota.take(startMs + leaseMs - 1)).toBe(true);
  expect(quota.take(startMs + leaseMs)).toBe(false);
  // The search under way keeps its own.
  expect(quota.ask(startMs + leaseMs, false)).toMatchObject({ kept: 1 });
});

test("a lease is renewed long before its end while a search is under way", () => {
  const quota = lease(1);
  expect(quota.take(startMs)).toBe(true);
  expect(quota.isDue(startMs + leaseMs / 2 - 1, false)).toBe(false);
  expect(quota.isDue(startMs + leaseMs / 2, false)).toBe(true);
});

test("units that nobody asked for in five seconds go back", () => {
  const quota = lease(10);
  expect(quota.take(startMs + 1000)).toBe(true);
  quota.giveBack();
  expect(quota.isDue(startMs + 5999, false)).toBe(false);
  expect(quota.isDue(startMs + 6000, false)).toBe(true);
  expect(quota.ask(startMs + 5999, false)).toMatchObject({ kept: 10 });
  expect(quota.ask(startMs + 6000, false)).toMatchObject({ kept: 0, used: 0 });
});

test("units go back at once when the period ends, and uses after that are still reported", () => {
  const quota = lease(10);
  expect(quota.take(startMs)).toBe(true);
  expect(quota.isDue(startMs, true)).toBe(true);
  expect(quota.ask(startMs, true)).toMatchObject({ kept: 1 });
  expect(quota.use()).toEqual({ periodStartMs: period.startMs, number: 1 });
  expect(quota.isOpen).toBe(true);
  const asked = quota.ask(startMs, true);
  expect(asked).toMatchObject({ kept: 0, used: 1 });
  quota.settle(asked, { granted: 0, heldByOthers: 0, plan, used: 1 }, startMs);
  expect(quota.isOpen).toBe(false);
});

test("who is asked by others hands back what no search of its own waits for", () => {
  const quota = lease(10);
  quota.handsBack = true;
  quota.waiting = 2;
  expect(quota.ask(startMs, false)).toMatchObject({ kept: 10, needed: 0, ahead: false });
  quota.waiting = 0;
  quota.handsBack = true;
  expect(quota.ask(startMs, false)).toMatchObject({ kept: 0 });
});
