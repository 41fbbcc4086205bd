import type { CallOutcome } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { applyEvent, CredentialGate, healthyCredential, type Pass } from "../../src/client/credential-gate.ts";

const outcome: CallOutcome = {
  billed: true,
  status: 200,
  tookMs: 1,
  rateLimit: null,
  health: "answered",
  retryAtMs: null,
};
const outage: CallOutcome = { ...outcome, status: 500, health: "outage" };

function open() {
  const gate = new CredentialGate({ maxFailures: 3, openMs: 1000, maxOpenMs: 3000 });
  const clock = { nowMs: 0 };
  /** Returns the pass of a call, or the reason why none is made. */
  const enter = (): Pass | string => {
    try {
      return gate.enter(clock.nowMs);
    } catch (error) {
      return error instanceof Error && "reason" in error ? String(error.reason) : String(error);
    }
  };
  const leave = (pass: Pass | string, result: CallOutcome) => {
    if (typeof pass === "string") throw new Error(`refused: ${pass}`);
    return gate.leave(pass, result, clock.nowMs);
  };
  const call = (result: CallOutcome) => leave(enter(), result);
  return { gate, clock, enter, leave, call };
}

test("lets one probe through after a while, and closes if it succeeds", () => {
  const { clock, enter, leave, call } = open();
  for (let failures = 0; failures < 3; failures++) call(outage);
  clock.nowMs = 999;
  expect(enter()).toBe("breaker");
  clock.nowMs = 1000;
  const probe = enter();
  expect(probe).toMatchObject({ isProbe: true });
  expect(enter()).toBe("breaker");
  leave(probe, outcome);
  expect([enter(), enter()]).toMatchObject([{ isProbe: false }, { isProbe: false }]);
});

test("lets another probe through after one that says nothing, and after one of a thread that stopped", () => {
  const { clock, enter, leave, call } = open();
  for (let failures = 0; failures < 3; failures++) call(outage);
  clock.nowMs = 1000;
  leave(enter(), { ...outcome, health: "unknown" });
  const lost = enter();
  expect(lost).toMatchObject({ isProbe: true });
  clock.nowMs += 89_999;
  expect(enter()).toBe("breaker");
  clock.nowMs += 1;
  expect(enter()).toMatchObject({ isProbe: true });
  expect(leave(lost, outage)).toBeUndefined();
});

test("calls that fail and succeed in turn never open it, whichever thread makes them", () => {
  const { enter, leave, gate } = open();
  for (let round = 0; round < 20; round++) {
    const [first, second] = [enter(), enter()];
    leave(first, outage);
    leave(second, outcome);
  }
  expect(gate.state).toEqual(healthyCredential);
});

test("no size of an answer opens it", () => {
  const { call, gate } = open();
  for (let answers = 0; answers < 50; answers++) call({ ...outcome, health: "answered" });
  expect(gate.state.openUntilMs).toBeNull();
});

test("makes no call after a refusal, and calls a long wait a budget", () => {
  const { clock, enter, leave, call } = open();
  const pending = enter();
  call({ ...outcome, status: 429, health: "refused", retryAtMs: 2000 });
  expect(enter()).toBe("busy");
  // The answer of a call that was pending does not lift the limit.
  leave(pending, outcome);
  expect(enter()).toBe("busy");
  clock.nowMs = 2000;
  call({ ...outcome, rateLimit: { limit: 9, remaining: 0, resetAtMs: null }, retryAtMs: 2000 + 43_200_000 });
  expect(enter()).toBe("budget");
});

test("counts pending calls against those that the supplier has left", () => {
  const { clock, enter, leave } = open();
  const leaves = (remaining: number) => ({ ...outcome, rateLimit: { limit: 60, remaining, resetAtMs: 60_000 } });
  const [first, second] = [enter(), enter()];
  // The responses arrive in the other order than the supplier counted their calls.
  leave(second, leaves(3));
  leave(first, leaves(4));
  const three = [enter(), enter(), enter()];
  expect(three).toMatchObject([{}, {}, {}]);
  expect(enter()).toBe("busy");
  clock.nowMs = 60_000;
  expect(enter()).toMatchObject({ isProbe: false });
});

test("applies events of other processes that are older than the state", () => {
  const failed = { health: "outage", atMs: 100, isProbe: false, retryAtMs: null, remaining: null } as const;
  const options = { maxFailures: 2, openMs: 1000, maxOpenMs: 3000 };
  const opened = [failed, failed].reduce((state, event) => applyEvent(state, event, options), healthyCredential);
  expect(opened.openUntilMs).toBe(1100);
  expect(applyEvent(opened, { ...failed, health: "answered", atMs: 99 }, options).openUntilMs).toBe(1100);
  expect(applyEvent(opened, { ...failed, health: "answered", atMs: 101 }, options)).toEqual(healthyCredential);
});
