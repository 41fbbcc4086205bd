import { expect, test } from "vitest";
import { CircuitBreaker } from "../../src/client/circuit-breaker.ts";

function open() {
  const clock = { nowMs: 0 };
  const breaker = new CircuitBreaker(() => clock.nowMs, { maxFailures: 3, openMs: 1000, maxOpenMs: 3000 });
  const isOpen = () => {
    try {
      breaker.enter();
      return false;
    } catch (error) {
      expect(error).toMatchObject({ name: "SupplierSkipped", reason: "breaker" });
      return true;
    }
  };
  const fail = () => {
    breaker.enter();
    breaker.fail();
  };
  return { clock, breaker, isOpen, fail };
}

test("opens after consecutive failures only", () => {
  const { breaker, isOpen, fail } = open();
  fail();
  fail();
  breaker.succeed();
  fail();
  fail();
  expect(isOpen()).toBe(false);
  breaker.fail();
  expect(isOpen()).toBe(true);
});

test("lets one probe through after a while, and closes if it succeeds", () => {
  const { clock, breaker, isOpen, fail } = open();
  for (let failures = 0; failures < 3; failures++) fail();
  clock.nowMs = 999;
  expect(isOpen()).toBe(true);
  clock.nowMs = 1000;
  expect([isOpen(), isOpen()]).toEqual([false, true]);
  breaker.succeed();
  expect([isOpen(), isOpen()]).toEqual([false, false]);
});

test("stays open twice as long after each failed probe, up to a maximum", () => {
  const { clock, fail, isOpen } = open();
  for (let failures = 0; failures < 3; failures++) fail();
  for (const waitMs of [1000, 2000, 3000, 3000]) {
    clock.nowMs += waitMs - 1;
    expect(isOpen()).toBe(true);
    clock.nowMs += 1;
    fail();
  }
});

test("lets another probe through after one that was abandoned", () => {
  const { clock, breaker, isOpen, fail } = open();
  for (let failures = 0; failures < 3; failures++) fail();
  clock.nowMs = 1000;
  expect(isOpen()).toBe(false);
  breaker.abandon();
  expect(isOpen()).toBe(false);
});
