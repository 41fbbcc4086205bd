import { latinNames } from "@wayfare/suppliers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findNameFaults, suggestName } from "../../src/bookings/names.ts";

const traveler = { type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" } as const;

test.each([
  ["李", "Li"],
  ["Владимир", "Vladimir"],
  ["Þórður Æsir", "Thórdur Aesir"],
  ["Œuvre", "Oeuvre"],
  ["O’Neill", "O'Neill"],
  ["Jean‐Luc", "Jean-Luc"],
  ["Jose\u0301", "José"],
  ["St. John", "St John"],
  ["Đặng", "Đang"],
  ["김 민수", "Gim MinSu"],
])("suggests for %s the name %s", (name, suggestion) => {
  const [fault, ...others] = findNameFaults([{ ...traveler, givenName: name }], latinNames);
  expect(others).toEqual([]);
  expect(fault).toMatchObject({ pointer: "/travelers/0/givenName", code: "NAME_ALPHABET", suggestion });
  expect(fault?.detail).not.toContain(name);
});

test.each(["😀", "=cmd|' /C calc'!A0", "+1", "@SUM(1)", "Ada\u0000", "Ada\tLovelace", "A1", "- -", "''", "<b>Ada</b>"])(
  "refuses %j without a suggestion",
  (name) => {
    expect(findNameFaults([{ ...traveler, familyName: name }], latinNames)).toEqual([
      { pointer: "/travelers/0/familyName", code: "NAME_ALPHABET", detail: expect.any(String) },
    ]);
  },
);

test("accepts the letters of the alphabet, and limits the length if the supplier does", () => {
  const accepted = { ...traveler, givenName: "Łukasz Ægir".replace("Æ", "A"), familyName: "d'Arc-Müller" };
  expect(findNameFaults([accepted], latinNames)).toEqual([]);
  const long = { ...traveler, givenName: "A".repeat(21) };
  expect(findNameFaults([long], latinNames)).toEqual([]);
  expect(findNameFaults([long, traveler], { ...latinNames, maxLength: 20 })).toMatchObject([
    { pointer: "/travelers/0/givenName", code: "LENGTH" },
  ]);
});

test("a suggestion is always accepted, and an accepted name has no fault", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), (name) => {
      const suggestion = suggestName(name, latinNames);
      const faults = (givenName: string) => findNameFaults([{ ...traveler, givenName }], latinNames);
      if (suggestion !== null) expect(faults(suggestion)).toEqual([]);
      for (const fault of faults(name)) expect(fault.suggestion ?? null).toBe(suggestion);
    }),
    { seed: 20_261_127, numRuns: 2000 },
  );
});
