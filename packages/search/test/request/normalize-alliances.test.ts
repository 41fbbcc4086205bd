import { DomainError, type SearchRequest, showRequest } from "@wayfare/contract";
import { expect, test } from "vitest";
import { normalizeRequest, toQuery } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";

const nowMs = Date.parse("2027-01-02T10:30:00Z");
const normalize = (changes: Partial<SearchRequest>) =>
  normalizeRequest({ origin: "JFK", destination: "LHR", departureDate: "2027-01-20", ...changes }, facts, nowMs);
const airlinesOf = (changes: Partial<SearchRequest>) => toQuery(normalize(changes)).airlines;

test("searches the airlines of the alliances, and of `airlines` those that are in one of them", () => {
  expect(airlinesOf({ alliances: ["oneworld"] })).toEqual(["BA", "AA"]);
  expect(airlinesOf({ alliances: ["star", "oneworld"] })).toEqual(["UA", "LH", "BA", "AA"]);
  expect(airlinesOf({ alliances: ["oneworld"], airlines: ["ua", "ba"] })).toEqual(["BA"]);
  expect(airlinesOf({ alliances: ["skyteam"] })).toEqual([]);
  expect(airlinesOf({})).toBeNull();
});

test("shows the alliances as requested, without their airlines", () => {
  const shown = showRequest(normalize({ alliances: ["star"], airlines: ["UA"] }));
  expect(shown).toMatchObject({ alliances: ["star"], airlines: ["UA"] });
  expect(shown).not.toHaveProperty("allianceAirlines");
});

test("rejects airlines of which none is in the alliances", () => {
  let error: unknown;
  try {
    normalize({ alliances: ["star", "skyteam"], airlines: ["BA"] });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({
    code: "SEARCH_UNPROCESSABLE",
    errors: [{ pointer: "/airlines", code: "INVALID", detail: "None of `airlines` is in star or skyteam." }],
  });
});
