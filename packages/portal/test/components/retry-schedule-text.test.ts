import { expect, test } from "vitest";
import { formatSeconds, joinTexts } from "../../src/components/retry-schedule-text.ts";

test.each([
  [0, "0 s"],
  [45, "45 s"],
  [60, "1 min"],
  [90, "1 min 30 s"],
  [7200, "2 h"],
  [86_400, "24 h"],
  [117_360, "32 h 36 min"],
  [259_200, "3 d"],
  [604_861, "7 d 1 min"],
])("formats %i seconds as %s", (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

test("joins none, one and several texts", () => {
  expect([joinTexts([]), joinTexts(["1 min"]), joinTexts(["1 min", "5 min", "24 h"])]).toEqual([
    "",
    "1 min",
    "1 min, 5 min and 24 h",
  ]);
});
