import { setImmediate as nextIteration } from "node:timers/promises";
import { expect, it } from "vitest";
import type { RequestRecord } from "../../src/requests/record.ts";
import type { RecordedRequest } from "../../src/usage/meter.ts";
import { RecordGroup } from "../../src/usage/record-group.ts";
import { startMs } from "../running-app.ts";
import { recordAt } from "../usage-records.ts";

/** A meter that notes its calls, with those of the responses, in order. */
function makeGroup() {
  const events: string[] = [];
  const numberOf = ({ id }: RequestRecord): number => records.findIndex((record) => record.id === id);
  const recordAll = (requests: readonly RecordedRequest[]) =>
    void events.push(`record ${requests.map(({ record }) => numberOf(record)).join(" ")}`);
  return { events, group: new RecordGroup({ recordAll }) };
}

const records = [0, 1, 2].map((number) => recordAt(startMs, number));

it("records the requests of one iteration together, and only then continues their responses", async () => {
  const { events, group } = makeGroup();
  for (const [n, record] of records.entries()) group.add({ record, done: () => void events.push(`send ${n}`) });
  expect(events).toEqual([]);
  await nextIteration();
  expect(events).toEqual(["record 0 1 2", "send 0", "send 1", "send 2"]);
});

it("records a request that arrives while responses continue in the next iteration", async () => {
  const { events, group } = makeGroup();
  const [first, second] = records;
  if (first === undefined || second === undefined) throw new Error("two records are needed");
  group.add({
    record: first,
    done: () => {
      events.push("send 0");
      group.add({ record: second, done: () => void events.push("send 1") });
    },
  });
  await nextIteration();
  await nextIteration();
  expect(events).toEqual(["record 0", "send 0", "record 1", "send 1"]);
});

it("passes an error of a response to that response, and continues the others", async () => {
  const { events, group } = makeGroup();
  const errors: unknown[] = [];
  for (const [n, record] of records.entries()) {
    const done = (error?: Error): void => {
      if (error !== undefined) errors.push([n, error.message]);
      else if (n === 1) throw new TypeError("invalid header");
      else events.push(`send ${n}`);
    };
    group.add({ record, done });
  }
  await nextIteration();
  expect(events).toEqual(["record 0 1 2", "send 0", "send 2"]);
  expect(errors).toEqual([[1, "invalid header"]]);
});
