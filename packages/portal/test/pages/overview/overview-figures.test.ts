import type { Overview } from "@wayfare/contract";
import { isValidElement } from "react";
import { expect, test } from "vitest";
import { figuresOf } from "../../../src/pages/overview/overview-figures.tsx";

const empty: Overview = {
  from: "2026-02-10T00:00:00Z",
  requests: 0,
  errors: 0,
  p50Ms: null,
  p95Ms: null,
  series: [],
  deliveries: { delivered: 0, awaitingRetry: 0, deadLettered: 0 },
  hasWebhooks: false,
  unhealthyWebhooks: [],
};
const failing: Overview = { ...empty, deliveries: { delivered: 3, awaitingRetry: 1, deadLettered: 2 } };

const deadLetters = (overview: Overview, mayReadDeliveries: boolean) =>
  figuresOf(overview, mayReadDeliveries).find(({ label }) => label === "Dead letters")?.note;

test("links dead letters to the deliveries only if the role can open them", () => {
  expect(isValidElement(deadLetters(failing, true))).toBe(true);
  expect(deadLetters(failing, false)).toBeUndefined();
  expect(deadLetters(empty, false)).toBe("None");
});

test("shows no error rate and no response times without requests", () => {
  expect(figuresOf(empty, true).map(({ value }) => value)).toContain("—");
  expect(figuresOf(empty, true).map(({ note }) => note)).not.toContain("NaN% of requests");
});
