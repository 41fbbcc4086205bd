import type { SuppliedFlight, SupplierResult } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { findUnknownCodes } from "../../src/pipeline/unknown-codes.ts";
import { facts } from "../sample-facts.ts";
import { makeFlight } from "../sample-flights.ts";

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
});
