import { expect, test } from "vitest";
import { assembleSearch, type SearchPart, WayfareError } from "../../src/index.ts";

/** Creates parts from a few members. */
const makeParts = (parts: readonly object[]) => parts as readonly SearchPart[];

const header = {
  type: "search",
  id: "srch_1",
  environment: "test",
  view: "full",
  request: {},
  createdAt: "c",
  expiresAt: "e",
};
const footer = { dictionaries: { places: {} }, supply: [{ source: "sandbox" }], simulated: true };
const flightParts = [
  { type: "flights", flights: [{ id: "a", version: 1 }, { id: "b" }], dictionaries: {} },
  { type: "supply", supply: {} },
  { type: "flights", flights: [{ id: "a", version: 2 }, { id: "c" }] },
];

test("assembles the latest version of each kept flight in the final order, with the members of the plain response", () => {
  const scored = { type: "scoreOptions", scoreOptions: [{ rank: 1 }] };
  const done = { type: "done", flightIds: ["c", "a"], ...footer };
  const response = assembleSearch(makeParts([header, ...flightParts, scored, done]));
  expect(JSON.stringify(response)).toBe(
    '{"id":"srch_1","environment":"test","view":"full","request":{},"createdAt":"c","expiresAt":"e","flights":[{"id":"c"},{"id":"a","version":2}],' +
      '"dictionaries":{"places":{}},"supply":[{"source":"sandbox"}],"simulated":true,"scoreOptions":[{"rank":1}]}',
  );
});

test("rejects parts without an end, without a header or without a kept flight", () => {
  const done = { type: "done", flightIds: ["d"], ...footer };
  for (const parts of [
    [header, ...flightParts],
    [...flightParts, done],
    [header, ...flightParts, done],
  ]) {
    expect(() => assembleSearch(makeParts(parts))).toThrow(WayfareError);
  }
});
