import { expect, test } from "vitest";
import { alertOf, needsAttention } from "../../src/data/webhook-alerts.ts";

const failing = { status: "active", firstFailureAt: "2026-11-21T07:33:00.000Z" } as const;

test("counts endpoints that are disabled, not verified or failing", () => {
  expect(needsAttention(failing)).toBe(true);
  for (const status of ["disabled", "verification_failed"] as const)
    expect(needsAttention({ status, firstFailureAt: null }), status).toBe(true);
  for (const status of ["active", "paused", "pending_verification"] as const)
    expect(needsAttention({ status, firstFailureAt: null }), status).toBe(false);
});

test("shows disabled endpoints before failing ones, and failing ones before those not verified", () => {
  const unverified = { status: "verification_failed" } as const;
  expect(alertOf([])).toBeNull();
  expect(alertOf([unverified])).toMatchObject({ tone: "caution", title: "A webhook endpoint is not verified" });
  expect(alertOf([unverified, failing, { status: "paused" }])?.title).toBe("2 webhook endpoints are failing");
  expect(alertOf([failing, { status: "disabled" }])).toMatchObject({
    tone: "critical",
    title: "A webhook endpoint is disabled",
  });
});
