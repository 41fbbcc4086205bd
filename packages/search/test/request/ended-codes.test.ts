import { DomainError, type SearchRequest } from "@wayfare/contract";
import { describe, expect, test } from "vitest";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";

const nowMs = Date.parse("2026-11-28T12:00:00Z");
const request: SearchRequest = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" };

function errorsOf(changes: Partial<SearchRequest>) {
  try {
    normalizeRequest({ ...request, ...changes }, facts, nowMs);
  } catch (error) {
    if (error instanceof DomainError) return error.errors;
    throw error;
  }
  throw new Error("the request is valid");
}

const replaced = { code: "UNKNOWN_PLACE", detail: "IDL was replaced by JFK. See GET /v1/places.", suggestion: "JFK" };

describe("a replaced airport code", () => {
  test.each([
    ["/origin", { origin: "IDL" }],
    ["/origin", { origin: "idl" }],
    ["/origin", { origin: "airport:IDL" }],
    ["/destination/1", { destination: ["LHR", "IDL"] }],
    ["/connectingAirports/include/0", { connectingAirports: { include: ["IDL"] } }],
  ])("at %s is refused with the new code", (pointer, changes) => {
    expect(errorsOf(changes)).toEqual([{ pointer, ...replaced }]);
  });

  test("in a slice is refused with the new code", () => {
    const slices = [
      { origin: "IDL", destination: "LHR", departureDate: "2027-01-20" },
      { origin: "LHR", destination: "JFK", departureDate: "2027-01-27" },
    ];
    expect(() => normalizeRequest({ slices }, facts, nowMs)).toThrow(DomainError);
  });

  test("does not stand for a city or an unknown code", () => {
    expect(errorsOf({ origin: "city:IDL" })).toEqual([
      { pointer: "/origin", code: "UNKNOWN_PLACE", detail: "Unknown city code IDL. See GET /v1/places." },
    ]);
  });
});

test("a program that has ended is refused with its last day", () => {
  expect(errorsOf({ includeAward: true, programs: ["ended", "nosuch"] })).toEqual([
    {
      pointer: "/programs/0",
      code: "UNKNOWN_PROGRAM",
      detail: 'The program "ended" ended on 2026-05-01. See GET /v1/programs.',
    },
    { pointer: "/programs/1", code: "UNKNOWN_PROGRAM", detail: 'Unknown program "nosuch". See GET /v1/programs.' },
  ]);
});
