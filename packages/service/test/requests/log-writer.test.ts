import { expect, test } from "vitest";
import { LogWriter, type LogWriterOptions } from "../../src/requests/log-writer.ts";
import type { RequestRecord } from "../../src/requests/record.ts";
import { makeRecords } from "./conformance.ts";

/** A writer whose inserts fail on demand. */
function open(options: LogWriterOptions) {
  const written: RequestRecord[] = [];
  const events: string[] = [];
  const state = { fails: false, inserts: 0, hang: Promise.resolve() };
  const writer = new LogWriter(
    {
      async insert(records) {
        state.inserts++;
        await state.hang;
        if (state.fails) throw new Error("down");
        written.push(...records);
      },
      onFailure: () => events.push("failure"),
      onRecovery: () => events.push("recovery"),
    },
    { everyMs: 5, retryMs: 1, ...options },
  );
  return { writer, written, events, state };
}

test("writes records in order and in batches", async () => {
  const { writer, written, state } = open({ batchRows: 10 });
  const records = makeRecords(35, 1);
  for (const record of records) writer.add([record]);
  await writer.flush();
  expect(written).toEqual(records);
  expect(state.inserts).toBeGreaterThanOrEqual(4);
  expect(writer.state).toEqual({ pending: 0, dropped: 0, failures: 0 });
});

test("writes a few records after the interval without a flush", async () => {
  const { writer, written } = open({});
  writer.add(makeRecords(3, 2));
  await expect.poll(() => written.length).toBe(3);
});

test("keeps records while inserts fail, up to the limit, drops and counts the rest, and recovers", async () => {
  const { writer, written, events, state } = open({ batchRows: 10, maxPending: 25 });
  state.fails = true;
  const records = makeRecords(40, 3);
  writer.add(records.slice(0, 20));
  await expect.poll(() => writer.state.failures).toBeGreaterThan(2);
  writer.add(records.slice(20));
  expect(writer.state).toMatchObject({ pending: 25, dropped: 15 });
  // Reads do not wait for a log that is down.
  await writer.flush();
  state.fails = false;
  await expect.poll(() => written.length).toBe(25);
  expect(written).toEqual(records.slice(0, 25));
  expect(events).toEqual(["failure", "recovery"]);
});

test("a flush waits no longer than its limit for an insert that hangs", async () => {
  const { writer, written, state } = open({ flushWaitMs: 10 });
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hang = promise;
  writer.add(makeRecords(1, 4));
  await writer.flush();
  expect(written).toEqual([]);
  resolve();
  await writer.close();
  expect(written).toHaveLength(1);
});

test("writes pending records on close, and does not wait for a log that is down", async () => {
  const up = open({ everyMs: 60_000 });
  up.writer.add(makeRecords(2, 5));
  await up.writer.close();
  expect(up.written).toHaveLength(2);
  const down = open({ everyMs: 1 });
  down.state.fails = true;
  down.writer.add(makeRecords(2, 6));
  await expect.poll(() => down.writer.state.failures).toBeGreaterThan(0);
  await down.writer.close();
  expect(down.writer.state.pending).toBe(2);
});
