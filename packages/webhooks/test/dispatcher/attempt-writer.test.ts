import { DatabaseError } from "@wayfare/database";
import { expect, test } from "vitest";
import type { Attempt } from "../../src/dispatcher/attempt.ts";
import { AttemptWriter } from "../../src/dispatcher/attempt-writer.ts";
import { VirtualTime } from "../simulation/virtual-time.ts";

const attempts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `att_${index}`,
    claimed: {
      id: `dlv_${index}`,
      claimId: "claim",
      accountId: "acct_1",
      environment: "live" as const,
      endpointId: "whk_1",
      url: "http://a.test/",
      secret: new Uint8Array(),
      previousSecret: null,
      previousSecretEndsAtMs: null,
      sealedOptions: null,
      event: { id: "evt_1", type: "webhook.test" as const, subject: null, data: {}, createdAtMs: 0 },
      isOrdered: false,
      attempts: 0,
      scheduleAttempts: 0,
      clockOffsetMs: 0,
      sendSlot: null,
    },
    number: 1,
    startedAtMs: 0,
    endedAtMs: 0,
    result: { outcome: "delivered" as const, reason: "" },
    address: null,
    timings: {},
    requestHeaders: {},
    response: null,
  }));

/** Writes `count` attempts, or one at each time of `atMs`, and runs the writer until it is idle. `write` may throw to reject a batch. */
async function run(
  count: number,
  write: (batch: readonly Attempt[], tries: number) => void,
  atMs: readonly number[] = [],
) {
  const time = new VirtualTime(0);
  const batches: number[] = [];
  const writtenMs: number[] = [];
  const done: [id: string, isWritten: boolean][] = [];
  const writer = new AttemptWriter({
    timers: time,
    async write(batch) {
      batches.push(batch.length);
      writtenMs.push(time.nowMs);
      write(batch, batches.length);
    },
    onDone: ({ id }, isWritten) => void done.push([id, isWritten]),
    onError: () => {},
  });
  for (const [index, attempt] of attempts(Math.max(count, atMs.length)).entries()) {
    if (atMs.length === 0) writer.add(attempt);
    else time.after(atMs[index] ?? 0, () => writer.add(attempt));
  }
  while (await time.step());
  return { batches, done, writtenMs };
}

test("writes 64 attempts without delay, in batches of at most 200", async () => {
  const { batches, done, writtenMs } = await run(450, () => {});
  expect(batches).toEqual([200, 200, 50]);
  expect(done).toHaveLength(450);
  expect(writtenMs).toEqual([0, 0, 50]);
});

test("collects attempts for 15 ms when idle and for 50 ms after a batch", async () => {
  const { batches, writtenMs } = await run(6, () => {}, [0, 10, 20, 60, 64, 200]);
  expect(batches).toEqual([2, 3, 1]);
  expect(writtenMs).toEqual([15, 65, 215]);
});

test("retries a batch until the database accepts it", async () => {
  const { batches, done, writtenMs } = await run(3, (_batch, tries) => {
    if (tries < 4) throw new DatabaseError("CONNECTION_LOST", "The database is unavailable.");
  });
  expect(batches).toEqual([3, 3, 3, 3]);
  expect(done).toEqual([0, 1, 2].map((index) => [`att_${index}`, true]));
  expect(writtenMs).toEqual([0, 1, 2, 3].map((retry) => 15 + retry * 250));
});

test("drops an attempt that the database rejects and writes the others", async () => {
  const { done } = await run(9, (batch) => {
    if (batch.some(({ id }) => id === "att_5")) throw new DatabaseError("22021", "The text contains a NUL character.");
  });
  expect(done.filter(([, isWritten]) => !isWritten)).toEqual([["att_5", false]]);
  expect(done).toHaveLength(9);
});
