import { expect, test } from "vitest";
import { failureShare, warnedAfterMs } from "../../../src/pages/webhooks/failing.ts";

test("warns about a failing endpoint after 20% of the time until it is disabled", () => {
  expect(failureShare(warnedAfterMs)).toBeCloseTo(0.2);
  expect(failureShare(-1)).toBe(0);
  expect(failureShare(warnedAfterMs * 9)).toBe(1);
});
