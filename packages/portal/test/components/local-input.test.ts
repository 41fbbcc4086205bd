import { expect, test } from "vitest";
import { fromLocalInput, toLocalInput } from "../../src/components/local-input.ts";

test("round-trips a time through a datetime-local field, accurate to one minute", () => {
  const atMs = Date.UTC(2026, 10, 21, 7, 33);
  expect(fromLocalInput(toLocalInput(atMs))).toBe(new Date(atMs).toISOString());
  expect(fromLocalInput("2026-11")).toBeNull();
});
