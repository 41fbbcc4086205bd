import type { Place } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { choosePlace, codeOf, describePlace, isPlace, toPlace } from "../../../src/pages/flights/place-text.ts";

function place(kind: Place["kind"], code: string): Place {
  const names = { name: `${code} Airport`, city: code, cityCode: code, country: "US", latitude: 0, longitude: 0 };
  return { id: `${kind}:${code}`, code, kind, ...names };
}

test("resolves a code shared by an airport and a city to the airport, and an id to its place", () => {
  const found = [place("city", "DFW"), place("airport", "DFW"), place("airport", "DAL")];
  expect(choosePlace(found, "DFW")?.id).toBe("airport:DFW");
  expect(choosePlace(found, "city:DFW")?.id).toBe("city:DFW");
  expect(choosePlace([place("city", "NYC")], "NYC")?.id).toBe("city:NYC");
  expect(choosePlace(found, "XXX")).toBeNull();
});

test("shows the code of an id in a field, and other text as entered", () => {
  expect(["airport:dfw", "dfw", "dall"].map(codeOf)).toStrictEqual(["DFW", "DFW", "dall"]);
  expect(["airport:dfw", "dfw", "dall"].map(toPlace)).toStrictEqual(["airport:DFW", "DFW", "dall"]);
  expect(["city:NYC", "NYC", "metro:NYC", "city:NEW"].map(isPlace)).toStrictEqual([true, true, false, true]);
});

test("describes an airport and a city with the same code differently", () => {
  expect(describePlace(place("airport", "DFW"))).toBe("DFW Airport");
  expect(describePlace(place("city", "DFW"))).toBe("DFW, all airports");
});
