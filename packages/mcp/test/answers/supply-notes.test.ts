import type { Supply } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { noteSupply } from "../../src/answers/supply-notes.ts";

const createdAt = "2026-11-21T12:00:00.000Z";
const ok: Supply = {
  source: "duffel",
  status: "ok",
  reason: null,
  received: 3,
  offers: 3,
  dropped: [],
  tookMs: 20,
  observedAt: createdAt,
  coverage: 1,
};
const note = (row: Partial<Supply>, simulated = false) =>
  noteSupply({ supply: [{ ...ok, ...row }], simulated, createdAt });

test("is complete without notes if every supplier answered with new data", () => {
  expect(note({})).toEqual({ complete: true, notes: [] });
});

test.each([
  [{ status: "timeout" }, "Supplier duffel timed out; its flights are missing."],
  [{ status: "error" }, "Supplier duffel failed; its flights are missing."],
  [{ status: "skipped", reason: "budget" }, "Supplier duffel was skipped: its call budget is used up."],
  [{ coverage: 0.5 }, "Supplier duffel answered 50 % of the search."],
] as const)("is incomplete with the reason for %o", (row, text) => {
  expect(note(row)).toEqual({ complete: false, notes: [text] });
});

test("is complete without a supplier that does not support the search, and notes it", () => {
  expect(note({ status: "skipped", reason: "unsupported" })).toMatchObject({
    complete: true,
    notes: [expect.anything()],
  });
});

test("notes the details of warnings", () => {
  const warnings = [{ code: "TAX_RATES_OUTDATED", detail: "Rates of GB." }] as const;
  expect(noteSupply({ supply: [ok], simulated: false, createdAt, warnings })).toEqual({
    complete: true,
    notes: ["Rates of GB."],
  });
});

test("notes simulated flights and old data", () => {
  const { complete, notes } = note({ observedAt: "2026-11-21T02:30:00.000Z" }, true);
  expect(complete).toBe(true);
  expect(notes).toEqual([expect.stringContaining("Simulated"), "Data of supplier duffel is up to 9 h old."]);
});
