import { expect, test } from "vitest";
import { failureShare, warnedAfterMs } from "../../../src/pages/webhooks/failing.ts";

test("an endpoint that fails is warned of at a fifth of the way to its end", () => {
  expect(failureShare(warnedAfterMs)).toBeCloseTo(0.2);
  expect(failureShare(-1)).toBe(0);
  expect(failureShare(warnedAfterMs * 9)).toBe(1);
});
