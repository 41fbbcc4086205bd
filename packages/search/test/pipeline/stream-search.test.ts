import { setImmediate as nextIteration } from "node:timers/promises";
import { DomainError, type SearchStreamPart } from "@wayfare/contract";
import { type SuppliedFlight, type Supplier, SupplierRegistry } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSearchRunner } from "../../src/pipeline/runner.ts";
import type { SearchJob } from "../../src/pipeline/search-job.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-flights.ts";

const searchedAtMs = Date.parse("2027-01-02T10:30:00Z");

function jobFor(changes: Partial<SearchJob> & { limit?: number } = {}): SearchJob {
  const { limit = 5, ...others } = changes;
  const body = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true, limit };
  return {
    searchId: "srch_01kahz2j7p3v8c5m9n4q6r7s8t",
    accountId: "account",
    environment: "test",
    request: normalizeRequest(body, facts, searchedAtMs),
    searchedAtMs,
    expiresAtMs: searchedAtMs + 900_000,
    soldSeats: [],
    scored: true,
    view: "full",
    deadlineMs: 60_000,
    ...others,
  };
}

function runnerOf(suppliers: readonly Supplier[]) {
  const registrations = suppliers.map((supplier, slot) => ({ supplier, slot, partitions: ["test"] as const }));
  return createSearchRunner({ ...facts, suppliers: new SupplierRegistry(registrations) });
}

/** Parses the events of a chunk. */
function partsOf(bytes: Uint8Array): SearchStreamPart[] {
  return new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split("\n\n")
    .map((event) => {
      const [, name, data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
      const part: SearchStreamPart = JSON.parse(data);
      expect(part.type).toBe(name);
      return part;
    });
}

/** Builds the whole response from its parts, as a client does. */
function assemble(parts: readonly SearchStreamPart[]): string {
  const flights = new Map<string, unknown>();
  let response = {};
  let scoreOptions: object | undefined;
  for (const { type, ...members } of parts) {
    if (type === "search") response = members;
    if (type === "scoreOptions") scoreOptions = members;
    if ("flights" in members) for (const flight of members.flights) flights.set(flight.id, flight);
    if ("flightIds" in members) {
      const { flightIds, ...footer } = members;
      response = { ...response, flights: flightIds.map((id) => flights.get(id)), ...footer, ...scoreOptions };
    }
  }
  return JSON.stringify(response);
}

const withoutTimes = (text: string) => text.replaceAll(/"tookMs":\d+/g, '"tookMs":0');

/** Batches of a supplier; it fails at the end if `fails`. */
interface Script {
  batches: SuppliedFlight[][];
  fails: boolean;
}

/** Creates a supplier that sends the next batch, or ends, each time it is released. */
function scripted(name: string, { batches, fails }: Script) {
  const gates = Array.from({ length: batches.length + 1 }, () => Promise.withResolvers<void>());
  let released = 0;
  const supplier: Supplier = {
    ...supplierOf(name, []),
    async *search() {
      for (const [at, flights] of batches.entries()) {
        await gates[at]?.promise;
        yield { flights };
      }
      await gates[batches.length]?.promise;
      if (fails) throw new Error("broken");
    },
  };
  return { supplier, release: () => gates[released++]?.resolve() };
}

const flight = fc
  .record({ number: fc.integer({ min: 1, max: 12 }), total: fc.integer({ min: 1, max: 400 }), awarded: fc.boolean() })
  .map(({ number, total, awarded }) =>
    makeFlight({
      number: String(number),
      departureMinute: 600 + number,
      cash: [makeCash(40_000 + total * 100)],
      award: awarded ? [makeAward(20_000 + total)] : [],
    }),
  );
const script: fc.Arbitrary<Script> = fc.record({
  batches: fc.array(fc.array(flight, { maxLength: 5 }), { maxLength: 3 }),
  fails: fc.boolean(),
});

describe("a search stream", () => {
  test.each(["full", "compact"] as const)(
    "adds up to the response of the whole search, in whatever order suppliers answer, in the %s view",
    async (view) => {
      let complete = 0;
      const order = fc.array(fc.nat(), { minLength: 16, maxLength: 16 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(script, { minLength: 1, maxLength: 4 }),
          order,
          fc.boolean(),
          async (scripts, picks, scored) => {
            const job = jobFor({ view, scored });
            const immediate = scripts.map((each, n) => scripted(`s${n}`, each));
            for (const { release } of immediate) for (let n = 0; n < 4; n++) release();
            const whole = await runnerOf(immediate.map(({ supplier }) => supplier))
              .search({ ...job, coding: "identity" }, {})
              .catch((error: unknown) => error);
            const gated = scripts.map((each, n) => scripted(`s${n}`, each));
            const parts: SearchStreamPart[] = [];
            const read = (async () => {
              let started = 0;
              for await (const chunk of runnerOf(gated.map(({ supplier }) => supplier)).stream(job, {})) {
                if (chunk.started === true) started++;
                parts.push(...partsOf(chunk.bytes));
              }
              expect(started).toBe(1);
            })().catch((error: unknown) => error);
            for (const pick of picks) {
              gated[pick % gated.length]?.release();
              await nextIteration();
            }
            for (const { release } of gated) for (let n = 0; n < 4; n++) release();
            const failure = await read;
            if (whole instanceof Error) {
              expect(failure).toEqual(whole);
              expect(parts).toEqual([]);
              return;
            }
            expect(failure).toBeUndefined();
            expect(parts[0]?.type).toBe("search");
            expect(parts.at(-1)?.type).toBe("done");
            const { bytes } = whole as { bytes: Uint8Array };
            expect(withoutTimes(assemble(parts))).toBe(withoutTimes(new TextDecoder().decode(bytes)));
            complete++;
          },
        ),
        { seed: 20_261_123, numRuns: 60 },
      );
      expect(complete).toBeGreaterThan(20);
    },
  );

  test("fails before its first chunk if all suppliers fail", async () => {
    const failing = scripted("s", { batches: [], fails: true });
    failing.release();
    const chunks = runnerOf([failing.supplier]).stream(jobFor(), {})[Symbol.asyncIterator]();
    await expect(chunks.next()).rejects.toThrow(DomainError);
  });

  test("sends many flights in chunks of about 48 KB", async () => {
    const flights = Array.from({ length: 200 }, (_, n) => makeFlight({ number: String(n), departureMinute: n }));
    const sizes: number[] = [];
    for await (const { bytes } of runnerOf([supplierOf("s", flights)]).stream(
      jobFor({ limit: 200, scored: false }),
      {},
    )) {
      sizes.push(bytes.byteLength);
    }
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
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
      for await (const { bytes } of runnerOf([supplierOf("s", flights)]).stream(jobFor({ view, scored }), {})) {
        for (const part of partsOf(bytes)) if (part.type === "flights") sent.push(...part.flights.map(({ id }) => id));
      }
      expect(sent.length).toBe(times * new Set(sent).size);
      expect(new Set(sent).size).toBe(4);
    },
  );

  test("aborts its suppliers when it is not read to its end", async () => {
    let aborted = false;
    const waiting: Supplier = {
      ...supplierOf("waiting", []),
      async *search(_query, { signal }) {
        yield { flights: [makeFlight()] };
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        aborted = true;
      },
    };
    for await (const { started } of runnerOf([waiting]).stream(jobFor(), {})) {
      expect(started).toBe(true);
      break;
    }
    await expect.poll(() => aborted).toBe(true);
  });
});
