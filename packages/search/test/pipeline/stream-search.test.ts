import { setImmediate as nextIteration } from "node:timers/promises";
import { CpuScheduler } from "@wayfare/concurrency";
import type { SearchStreamPart, SearchView } from "@wayfare/contract";
import {
  type SuppliedFlight,
  type Supplier,
  SupplierBusy,
  SupplierRegistry,
  type SupplyReport,
} from "@wayfare/suppliers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSearchRunner, type SearchChunk } from "../../src/index.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-flights.ts";
import { makeJob } from "../sample-job.ts";

type Traits = { limit?: number; scored?: boolean; view?: SearchView };

const jobOf = ({ limit = 50, ...changes }: Traits = {}) => makeJob({ limit }, changes);

/** Batches of a supplier and its end. */
interface Script {
  batches: SuppliedFlight[][];
  end: "ok" | "error" | "busy";
}

function scripted(name: string, { batches, end }: Script, next: (label: string) => Promise<unknown>): Supplier {
  return {
    ...supplierOf(name, []),
    search: async function* () {
      for (const flights of batches) {
        await next(`${name}: batch`);
        yield { flights };
      }
      await next(`${name}: ${end}`);
      if (end === "error") throw new Error("planted");
      if (end === "busy") throw new SupplierBusy("planted");
    },
  };
}

function runnerOf(suppliers: readonly Supplier[]) {
  const registrations = suppliers.map((supplier, slot) => ({ supplier, slot, partitions: ["test"] as const }));
  return createSearchRunner(
    { ...facts, suppliers: new SupplierRegistry(registrations) },
    { cpu: new CpuScheduler({ sliceMs: 0 }) },
  );
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const untimed = (text: string) => text.replaceAll(/"tookMs":\d+/g, '"tookMs":0');

function partsOf(text: string): SearchStreamPart[] {
  return text
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => {
      const [, name, data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
      const part: SearchStreamPart = JSON.parse(data);
      expect(part.type).toBe(name);
      return part;
    });
}

/** Builds the response from the events of a stream, as a client does. */
function assemble(chunks: readonly SearchChunk[]): string {
  const flights = new Map<string, unknown>();
  let [header, footer, ranking]: object[] = [{}, {}, {}];
  for (const part of partsOf(chunks.map(({ bytes }) => decode(bytes)).join(""))) {
    const { type, ...members } = part;
    if (type === "search") header = members;
    if (part.type === "flights") for (const flight of part.flights) flights.set(flight.id, flight);
    if (type === "scoreOptions") ranking = members;
    if (part.type !== "done") continue;
    const { type: _, flightIds, dictionaries, ...rest } = part;
    footer = { flights: flightIds.map((id) => flights.get(id)), ...(dictionaries && { dictionaries }), ...rest };
  }
  return JSON.stringify({ ...header, ...footer, ...ranking });
}

const arbitraryFlight = fc
  .record({
    number: fc.integer({ min: 1, max: 6 }),
    total: fc.integer({ min: 20_000, max: 90_000 }),
    award: fc.boolean(),
  })
  .map(({ number, total, award }) =>
    makeFlight({
      number: `${number}`,
      departureMinute: 600 + number * 30,
      cash: [makeCash(total), makeCash(total + 9000, "Flex")],
      award: award ? [makeAward(total / 2)] : [],
    }),
  );

const arbitraryScript: fc.Arbitrary<Script> = fc.record({
  batches: fc.array(
    fc.uniqueArray(arbitraryFlight, { maxLength: 4, selector: ({ slices }) => slices[0]?.segments[0]?.flightNumber }),
    {
      maxLength: 3,
    },
  ),
  end: fc.constantFrom("ok", "ok", "error", "busy"),
});

const arbitraryRun = fc.record({
  scripts: fc.array(arbitraryScript, { minLength: 1, maxLength: 4 }),
  scheduler: fc.scheduler(),
  job: fc
    .record({ limit: fc.constantFrom(2, 50), scored: fc.boolean(), view: fc.constantFrom("full", "compact") })
    .map((traits) => jobOf(traits)),
});

test("gives the whole response in any order of the suppliers' batches, results and failures", async () => {
  let [succeeded, failed] = [0, 0];
  await fc.assert(
    fc.asyncProperty(arbitraryRun, async ({ scripts, scheduler, job }) => {
      const plain = runnerOf(scripts.map((script, at) => scripted(`s${at}`, script, async () => {})));
      const expected = await plain.search({ ...job, coding: "identity" }, {}).catch((error: unknown) => error);
      const happened: string[] = [];
      const next = (label: string) =>
        scheduler.schedule(Promise.resolve(), label).then(() => void happened.push(label));
      const runner = runnerOf(scripts.map((script, at) => scripted(`s${at}`, script, next)));
      const chunks: SearchChunk[] = [];
      const reports: SupplyReport[] = [];
      const read = async () => {
        for await (const chunk of runner.stream(job, { onFailure: (report) => void reports.push(report) })) {
          if (chunks.length === 0) expect(happened.some((label) => /batch|ok/.test(label))).toBe(true);
          chunks.push(chunk);
        }
      };
      const error = await scheduler.waitFor(read()).catch((thrown: unknown) => thrown);
      expect(reports.length).toBe(scripts.filter(({ end }) => end !== "ok").length);
      if (expected instanceof Error) {
        failed++;
        expect(error).toEqual(expected);
        expect(chunks).toHaveLength(0);
        return;
      }
      succeeded++;
      expect(error).toBeUndefined();
      const { bytes, flights } = expected as { bytes: Uint8Array; flights: number };
      expect(untimed(assemble(chunks))).toBe(untimed(decode(bytes)));
      expect(chunks.map(({ started }) => started)).toEqual([true, ...chunks.slice(1).map(() => undefined)]);
      expect(chunks.map(({ done }) => done?.flights)).toEqual([...chunks.slice(1).map(() => undefined), flights]);
    }),
    { seed: 20_270_101, numRuns: 200 },
  );
  expect(succeeded).toBeGreaterThan(50);
  expect(failed).toBeGreaterThan(5);
});

test("sends the flights of a batch before its supplier has answered", async () => {
  const gate = Promise.withResolvers<void>();
  const script: Script = { batches: [[makeFlight({ number: "1" })], [makeFlight({ number: "2" })]], end: "ok" };
  let calls = 0;
  const runner = runnerOf([scripted("slow", script, () => (calls++ === 0 ? Promise.resolve() : gate.promise))]);
  const chunks = runner.stream(jobOf(), {})[Symbol.asyncIterator]();
  const first = await chunks.next();
  const parts = partsOf(decode(first.value?.bytes ?? new Uint8Array()));
  expect(parts.map(({ type }) => type)).toEqual(["search", "flights"]);
  gate.resolve();
  const second = await chunks.next();
  const later = partsOf(decode(second.value?.bytes ?? new Uint8Array()));
  expect(later.flatMap((part) => (part.type === "flights" ? part.flights.length : []))).toEqual([1]);
  await chunks.return?.();
});

test("splits many flights into chunks of at most 64 KiB", async () => {
  const flights = Array.from({ length: 250 }, (_, at) =>
    makeFlight({ number: `${100 + at}`, departureMinute: 300 + at, award: [makeAward(20_000 + at)] }),
  );
  const chunks = await Array.fromAsync(
    runnerOf([supplierOf("large", flights)]).stream(jobOf({ limit: 250, scored: false }), {}),
  );
  expect(chunks.at(-1)?.done?.flights).toBe(250);
  expect(chunks.length).toBeGreaterThan(5);
  expect(Math.max(...chunks.map(({ bytes }) => bytes.byteLength))).toBeLessThanOrEqual(64 * 1024);
});

test("writes large results again only when they have grown by a quarter, and at the end", async () => {
  let made = 0;
  // Each batch is cheaper than all before it, so every write sends other flights.
  const batch = (count: number) =>
    Array.from({ length: count }, () => {
      made++;
      return makeFlight({ number: `${made}`, departureMinute: made % 1400, cash: [makeCash(900_000 - made)] });
    });
  const batches = [batch(1000), ...Array.from({ length: 26 }, () => batch(10))];
  let sent = 0;
  const letWritten = async () => {
    for (let at = 0; at < 500; at++) await nextIteration();
  };
  const runner = runnerOf([scripted("large", { batches, end: "ok" }, () => letWritten())]);
  const texts: string[] = [];
  for await (const { bytes } of runner.stream(jobOf({ limit: 2, scored: false }), {})) texts.push(decode(bytes));
  for (const part of partsOf(texts.join(""))) if (part.type === "flights") sent++;
  // At 1000 and at 1250 flights, and at the end.
  expect(sent).toBe(3);
});

/** A supplier that sends one batch and then waits until it is aborted. */
function waiting(batches: SuppliedFlight[][]) {
  const log: string[] = [];
  const supplier: Supplier = {
    ...supplierOf("waiting", []),
    search: async function* (_, { signal }) {
      log.push("started");
      signal.addEventListener("abort", () => log.push("aborted"));
      for (const flights of batches) yield { flights };
      await new Promise(() => {});
    },
  };
  return { supplier, log };
}

test("aborts the suppliers' work when the client disconnects, before and after the first chunk", async () => {
  for (const batches of [[], [[makeFlight()]]]) {
    const { supplier, log } = waiting(batches);
    const caller = new AbortController();
    const reports: SupplyReport[] = [];
    const context = { signal: caller.signal, onFailure: (report: SupplyReport) => void reports.push(report) };
    const chunks = runnerOf([supplier]).stream(jobOf(), context)[Symbol.asyncIterator]();
    if (batches.length > 0) await chunks.next();
    const next = chunks.next();
    await nextIteration();
    caller.abort(new Error("gone"));
    await next.catch(() => {});
    await chunks.return?.();
    expect(log).toEqual(["started", "aborted"]);
    // The client is gone: the suppliers have not failed.
    expect(reports).toEqual([]);
  }
});

test("aborts the suppliers' work when the reader stops early", async () => {
  const { supplier, log } = waiting([[makeFlight()]]);
  for await (const { started } of runnerOf([supplier]).stream(jobOf(), {})) {
    expect(started).toBe(true);
    break;
  }
  expect(log).toEqual(["started", "aborted"]);
});

test("does not start a search whose stream is not read", () => {
  const { supplier, log } = waiting([]);
  runnerOf([supplier]).stream(jobOf(), {});
  expect(log).toEqual([]);
});

test.each([
  ["full", false, 1],
  ["full", true, 1],
  ["compact", false, 1],
  ["compact", true, 2],
] as const)(
  "sends each flight of one supplier once, and compact flights again with their score: %s, ranked %s",
  async (view, scored, times) => {
    const flights = Array.from({ length: 4 }, (_, n) => makeFlight({ number: String(n), departureMinute: n }));
    const sent: string[] = [];
    for await (const { bytes } of runnerOf([supplierOf("s", flights)]).stream(jobOf({ view, scored }), {})) {
      for (const part of partsOf(decode(bytes)))
        if (part.type === "flights") sent.push(...part.flights.map(({ id }) => id));
    }
    expect(sent.length).toBe(times * new Set(sent).size);
    expect(new Set(sent).size).toBe(4);
  },
);
