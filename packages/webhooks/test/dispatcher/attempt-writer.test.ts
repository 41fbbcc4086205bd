import { DatabaseError } from "@wayfare/database";
import { expect, test } from "vitest";
import type { Attempt } from "../../src/dispatcher/attempt.ts";
import { AttemptWriter } from "../../src/dispatcher/attempt-writer.ts";
import { VirtualTime } from "../simulation/virtual-time.ts";

const attempts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `att_${at}`,
    claimed: {
      id: `dlv_${at}`,
      claimId: "claim",
      accountId: "acct_1",
      environment: "live" as const,
      endpointId: "whk_1",
      url: "http://a.test/",
      secret: new Uint8Array(),
      previousSecret: null,
      previousSecretEndsAtMs: null,
      event: { id: "evt_1", type: "webhook.test" as const, data: {}, createdAtMs: 0 },
      attempts: 0,
      scheduleAttempts: 0,
      clockOffsetMs: 0,
      pace: null,
    },
    number: 1,
    startedAtMs: 0,
    endedAtMs: 0,
    verdict: { outcome: "delivered" as const, reason: "" },
    address: null,
    timings: {},
    requestHeaders: {},
    response: null,
  }));

/** Writes so many attempts, of which `write` may refuse batches, or one at each of some instants, until there is nothing to do. */
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
  for (const [at, attempt] of attempts(Math.max(count, atMs.length)).entries()) {
    if (atMs.length === 0) writer.add(attempt);
    else time.after(atMs[at] ?? 0, () => writer.add(attempt));
  }
  while (await time.step());
  return { batches, done, writtenMs };
}

test("64 attempts wait for no more, and a batch is of 200 at most", async () => {
  const { batches, done, writtenMs } = await run(450, () => {});
  expect(batches).toEqual([200, 200, 50]);
  expect(done).toHaveLength(450);
  expect(writtenMs).toEqual([0, 0, 50]);
});

test("attempts of 15 ms are one batch after a rest, and those of 50 ms behind one", async () => {
  const { batches, writtenMs } = await run(6, () => {}, [0, 10, 20, 60, 64, 200]);
  expect(batches).toEqual([2, 3, 1]);
  expect(writtenMs).toEqual([15, 65, 215]);
});

test("a batch is written again until the database takes it", async () => {
  const { batches, done, writtenMs } = await run(3, (_batch, tries) => {
    if (tries < 4) throw new DatabaseError("CONNECTION_LOST", "The database is away.");
  });
  expect(batches).toEqual([3, 3, 3, 3]);
  expect(done).toEqual([0, 1, 2].map((at) => [`att_${at}`, true]));
  expect(writtenMs).toEqual([0, 1, 2, 3].map((at) => 15 + at * 250));
});

test("one attempt that the database will never take is given up, and the others are written", async () => {
  const { done } = await run(9, (batch) => {
    if (batch.some(({ id }) => id === "att_5")) throw new DatabaseError("22021", "There is a NUL in it.");
  });
  expect(done.filter(([, isWritten]) => !isWritten)).toEqual([["att_5", false]]);
  expect(done).toHaveLength(9);
});
