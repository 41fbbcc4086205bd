import { bagFeeUsdCents, isLongFlight } from "@wayfare/engine";
import { expect, test } from "vitest";

const none = { carryOn: 0, checked: 0 };

test.each([
  ["a carry-on bag of Spirit", "NK", false, none, { carryOn: 1, checked: 0 }, 6000],
  ["two checked bags of American", "AA", false, none, { carryOn: 0, checked: 2 }, 8500],
  [
    "the second bag, if the fare includes the first",
    "AA",
    false,
    { carryOn: 1, checked: 1 },
    { carryOn: 1, checked: 2 },
    4500,
  ],
  ["a checked bag of British Airways across the Atlantic", "BA", true, none, { carryOn: 0, checked: 1 }, 7500],
  ["three checked bags of an airline without an entry", "XX", false, none, { carryOn: 0, checked: 3 }, 22_500],
  ["nothing, if the fare includes more", "AA", true, { carryOn: 2, checked: 2 }, { carryOn: 1, checked: 1 }, 0],
] as const)("%s: %#", (_, carrier, isLong, included, wanted, cents) => {
  expect(bagFeeUsdCents({ carrier, isLong }, included, wanted)).toBe(cents);
});

test("a flight across an ocean is long, one across a continent is not", () => {
  expect(isLongFlight({ km: 5540, minutes: null })).toBe(true);
  expect(isLongFlight({ km: 3975, minutes: 400 })).toBe(false);
  expect(isLongFlight({ km: null, minutes: 480 })).toBe(true);
  expect(isLongFlight({ km: null, minutes: null })).toBe(false);
});
