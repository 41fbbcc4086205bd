import type { CallOutcome } from "@wayfare/suppliers";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { leaseMs, SharedGates } from "../../src/suppliers/shared-gates.ts";

const options = { maxFailures: 5, openMs: 30_000 };
const answered: CallOutcome = {
  billed: true,
  status: 200,
  tookMs: 1,
  rateLimit: null,
  health: "answered",
  retryAtMs: null,
};
const outage: CallOutcome = { ...answered, status: 500, health: "outage" };

async function open(kind: (typeof testDatabaseKinds)[number]) {
  const { database, drop } = await createTestDatabase(kind);
  onTestFinished(drop);
  const clock = { ms: Date.UTC(2026, 10, 30, 12) };
  const start = () => {
    const gates = new SharedGates(database, { nowMs: () => clock.ms }, options);
    /** Makes a call. @returns the reason why it was not made */
    const call = async (outcome: CallOutcome, id = "c") => {
      const pass = await gates.enter(id).catch((error: { reason?: string }) => error.reason);
      if (typeof pass === "string" || pass === undefined) return pass;
      gates.leave(id, pass, outcome);
      return pass.isProbe ? "probe" : "call";
    };
    return { gates, call };
  };
  return { clock, start };
}

test.each(testDatabaseKinds)("another process obeys an opened breaker within a lease period on %s", async (kind) => {
  const { clock, start } = await open(kind);
  const [first, second] = [start(), start()];
  expect(await second.call(answered)).toBe("call");
  for (let failures = 0; failures < 5; failures++) await first.call(outage);
  expect(await first.call(answered)).toBe("breaker");
  await first.gates.close();
  clock.ms += leaseMs;
  expect(await second.call(answered)).toBe("breaker");
  // Other credentials are not affected.
  expect(await second.call(answered, "other")).toBe("call");
});

test.each(testDatabaseKinds)("one process probes an open breaker, and all use the result on %s", async (kind) => {
  const { clock, start } = await open(kind);
  const [first, second, third] = [start(), start(), start()];
  for (let failures = 0; failures < 5; failures++) await first.call(outage);
  await first.gates.close();
  clock.ms += 30_000;
  const probe = await second.gates.enter("c");
  expect(probe.isProbe).toBe(true);
  expect(await first.call(answered)).toBe("breaker");
  expect(await third.call(answered)).toBe("breaker");
  second.gates.leave("c", probe, outage);
  await second.gates.close();
  // A failed probe doubles the wait for all of them.
  clock.ms += 59_999;
  expect(await first.call(answered)).toBe("breaker");
  clock.ms += leaseMs;
  expect(await third.call(answered)).toBe("probe");
  await third.gates.close();
  clock.ms += leaseMs;
  expect([await first.call(answered), await second.call(answered)]).toEqual(["call", "call"]);
});

test.each(testDatabaseKinds)("another process obeys a refusal within a lease period on %s", async (kind) => {
  const { clock, start } = await open(kind);
  const [first, second] = [start(), start()];
  expect(await second.call(answered)).toBe("call");
  const retryAtMs = clock.ms + 40_000;
  await first.call({ ...answered, status: 429, health: "refused", retryAtMs });
  expect(await first.call(answered)).toBe("busy");
  await first.gates.close();
  clock.ms += leaseMs;
  expect(await second.call(answered)).toBe("busy");
  clock.ms = retryAtMs;
  expect([await first.call(answered), await second.call(answered)]).toEqual(["call", "call"]);
});

test.each(testDatabaseKinds)("failures and answers in turn never open it, over two processes on %s", async (kind) => {
  const { clock, start } = await open(kind);
  const [first, second] = [start(), start()];
  for (let round = 0; round < 30; round++) {
    // The calls of a lease period: each process has seen those of the other at its start.
    clock.ms += leaseMs;
    expect(await first.call(round % 2 === 0 ? outage : answered)).toBe("call");
    expect(await second.call(round % 2 === 0 ? answered : outage)).toBe("call");
  }
});

test("adds the failures of processes that fail less often than the limit each", async () => {
  const { clock, start } = await open("pglite");
  const processes = [start(), start(), start()];
  for (let round = 0; round < 2; round++) {
    for (const { call, gates } of processes) {
      await call(outage);
      await gates.close();
    }
    clock.ms += leaseMs;
  }
  expect(await processes[0]?.call(answered)).toBe("breaker");
});

test("a probe of a process that stopped is made by another", async () => {
  const { clock, start } = await open("pglite");
  const [first, second] = [start(), start()];
  for (let failures = 0; failures < 5; failures++) await first.call(outage);
  await first.gates.close();
  clock.ms += 30_000;
  expect((await first.gates.enter("c")).isProbe).toBe(true);
  clock.ms += 89_999;
  expect(await second.call(answered)).toBe("breaker");
  clock.ms += 1;
  expect(await second.call(answered)).toBe("probe");
});

test("decides from its own calls while the database is away, and writes it later", async () => {
  const { database, drop } = await createTestDatabase("pglite");
  onTestFinished(drop);
  const away = { is: true };
  const failing = new Proxy(database, {
    get(target, name, receiver) {
      if (away.is) throw new Error("database is away");
      return Reflect.get(target, name, receiver);
    },
  });
  let nowMs = Date.UTC(2026, 10, 30, 12);
  const clock = { nowMs: () => nowMs };
  const gates = new SharedGates(failing, clock, options);
  for (let failures = 0; failures < 5; failures++) gates.leave("c", await gates.enter("c"), outage);
  await expect(gates.enter("c")).rejects.toMatchObject({ reason: "breaker" });
  away.is = false;
  nowMs += leaseMs;
  await expect(gates.enter("c")).rejects.toMatchObject({ reason: "breaker" });
  await expect(new SharedGates(database, clock, options).enter("c")).rejects.toMatchObject({ reason: "breaker" });
});
