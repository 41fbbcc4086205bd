import { type SuppliedFlight, SupplierRegistry, type SupplierResult } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { createSearchRunner } from "../../src/index.ts";
import { findUnknownCodes } from "../../src/pipeline/unknown-codes.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeFlight, supplierOf } from "../sample-flights.ts";
import { makeJob } from "../sample-job.ts";

const supply = {
  gazetteer: facts.gazetteer,
  dictionary: {
    ...facts.dictionary,
    findAirlineName: (code: string) => ({ AA: "American Airlines", BA: "British Airways" })[code],
    findAircraft: (code: string) => (code === "77W" ? ({ name: "Boeing", family: "widebody" } as const) : undefined),
  },
};

function resultOf(source: string, flights: SuppliedFlight[], simulated = false): SupplierResult {
  return { source, slot: 1, simulated, flights };
}

/** The flight with changed values of its first segment. */
function flightWith(changes: Partial<SuppliedFlight["slices"][number]["segments"][number]>): SuppliedFlight {
  const flight = makeFlight();
  const [slice] = flight.slices;
  const [segment] = slice?.segments ?? [];
  if (slice === undefined || segment === undefined) throw new Error("the flight has no segment");
  return { ...flight, slices: [{ ...slice, segments: [{ ...segment, aircraft: "77W", ...changes }] }] };
}

describe("unknown codes", () => {
  test("are listed by supplier and kind, each once", () => {
    const flights = [
      flightWith({ origin: "QQX", marketingCarrier: "ZZ", operatingCarrier: "YY", aircraft: "7X9" }),
      flightWith({ origin: "QQX", marketingCarrier: "ZZ" }),
      flightWith({ operatingCarrier: null, aircraft: null }),
    ];
    expect(findUnknownCodes(supply, [resultOf("duffel", flights), resultOf("ignav", flights.slice(1))])).toEqual([
      { supplier: "duffel", kind: "airport", code: "QQX" },
      { supplier: "duffel", kind: "airline", code: "ZZ" },
      { supplier: "duffel", kind: "airline", code: "YY" },
      { supplier: "duffel", kind: "aircraft", code: "7X9" },
      { supplier: "ignav", kind: "airport", code: "QQX" },
      { supplier: "ignav", kind: "airline", code: "ZZ" },
    ]);
  });

  test("are none if all are known, or the supplier is simulated", () => {
    expect(findUnknownCodes(supply, [resultOf("duffel", [flightWith({ operatingCarrier: "BA" })])])).toEqual([]);
    expect(findUnknownCodes(supply, [resultOf("sandbox", [flightWith({ origin: "QQX" })], true)])).toEqual([]);
  });

  test("are at most 20, and only texts in the form of a code", () => {
    const many = Array.from({ length: 90 }, (_, at) =>
      flightWith({ marketingCarrier: `Q${String(at).padStart(2, "0")}` }),
    );
    expect(findUnknownCodes(supply, [resultOf("duffel", many)])).toHaveLength(20);
    const odd = ["", "q1", "TOOLONG", "A\nB", "{}"].map((aircraft) => flightWith({ operatingCarrier: null, aircraft }));
    expect(findUnknownCodes(supply, [resultOf("duffel", odd)])).toEqual([]);
  });

  test("of live suppliers are in the answer and at the end of the stream, next to the flight", async () => {
    const flight = flightWith({ destination: "QQX", marketingCarrier: "ZZ" });
    const live = supplierOf("house", [{ ...flight, award: [makeAward(20_000, "nopoints")] }], false);
    const simulated = supplierOf("sandbox", [flightWith({ destination: "QQY" })]);
    const suppliers = new SupplierRegistry(
      [live, simulated].map((supplier, slot) => ({ supplier, slot, partitions: ["live"] })),
    );
    const runner = createSearchRunner({ ...supply, suppliers });
    const job = makeJob({}, { environment: "live" });
    const answer = await runner.search({ ...job, coding: "identity" }, {});
    const chunks = await Array.fromAsync(runner.stream(job, {}));
    const unknownCodes = [
      { supplier: "house", kind: "airport", code: "QQX" },
      { supplier: "house", kind: "airline", code: "ZZ" },
    ];
    expect(answer.unknownCodes).toEqual(unknownCodes);
    expect(chunks.map(({ done }) => done?.unknownCodes)).toEqual([
      ...chunks.slice(1).map(() => undefined),
      unknownCodes,
    ]);
    // A program without a name is not an unknown code: the award is shown with the code of the program.
    const texts = [answer.bytes, Buffer.concat(chunks.map(({ bytes }) => bytes))].map((bytes) =>
      Buffer.from(bytes).toString(),
    );
    for (const text of texts) for (const code of ["QQX", "ZZ", "nopoints"]) expect(text).toContain(`"${code}"`);
  });

  test("are absent from the answer and the stream if there are none", async () => {
    const known = supplierOf("house", [flightWith({ operatingCarrier: "BA" })], false);
    const suppliers = new SupplierRegistry([{ supplier: known, slot: 1, partitions: ["live"] }]);
    const runner = createSearchRunner({ ...supply, suppliers });
    const job = makeJob({}, { environment: "live" });
    const answer = await runner.search({ ...job, coding: "identity" }, {});
    const chunks = await Array.fromAsync(runner.stream(job, {}));
    for (const end of [answer, chunks.at(-1)?.done]) {
      expect(end?.flights).toBe(1);
      expect(end).not.toHaveProperty("unknownCodes");
    }
  });
});
