import type { Overview } from "@wayfare/contract";
import { isValidElement } from "react";
import { expect, test } from "vitest";
import { figuresOf } from "../../../src/pages/overview/overview-figures.tsx";

const quiet: Overview = {
  from: "2026-02-10T00:00:00Z",
  requests: 0,
  errors: 0,
  p50Ms: null,
  p95Ms: null,
  series: [],
  deliveries: { delivered: 0, awaitingRetry: 0, deadLettered: 0 },
  unhealthyWebhooks: [],
};
const broken: Overview = { ...quiet, deliveries: { delivered: 3, awaitingRetry: 1, deadLettered: 2 } };

const deadLetters = (overview: Overview, mayReadDeliveries: boolean) =>
  figuresOf(overview, mayReadDeliveries).find(({ label }) => label === "Dead letters")?.note;

test("dead letters lead to their list, and nobody to a page that the role does not open", () => {
  expect(isValidElement(deadLetters(broken, true))).toBe(true);
  expect(deadLetters(broken, false)).toBeUndefined();
  expect(deadLetters(quiet, false)).toBe("None");
});

test("where nothing was asked there is no share and no speed", () => {
  expect(figuresOf(quiet, true).map(({ value }) => value)).toContain("—");
  expect(figuresOf(quiet, true).map(({ note }) => note)).not.toContain("NaN % of requests");
});
