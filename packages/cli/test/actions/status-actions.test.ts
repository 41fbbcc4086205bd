import { expect, test } from "vitest";
import { renderStatus } from "../../src/actions/status-actions.ts";

const at = "2026-11-21T07:33:00.000Z";
const none = { due: null, later: null, held: null, retrying: null, failed: null };

test("renders bounded and unknown counts, the age of the oldest item, and a pause", () => {
  const late = { ...none, lateAfterSeconds: 60, isLate: true, oldestDueAt: "2026-11-21T07:23:00.000Z" };
  const text = renderStatus({
    kind: "queues",
    state: {
      measuredAt: at,
      outboundPausedAt: at,
      queues: [
        { name: "watches", scope: "deployment", ...late, due: { value: 10_001, isMinimum: true } },
        { name: "mails", scope: "deployment", ...none, lateAfterSeconds: 900, isLate: false, oldestDueAt: null },
      ],
    },
  });
  expect(text).toMatch(/^watches +>=10001 +- +- +- +- +10 min +late$/m);
  expect(text).toMatch(/^mails +- +- +- +- +- +- +unknown$/m);
  expect(text).toContain(`paused since ${at}`);
  expect(text).toContain("Not shown: the state of service processes");
});

test("renders the health of a database without a process", () => {
  const text = renderStatus({
    kind: "health",
    state: {
      measuredAt: at,
      process: null,
      database: {
        engine: "postgresql",
        appliedMigration: 67,
        knownMigration: 66,
        connections: [{ knownMigration: 66, connections: 3 }],
        writesRefused: null,
        freeBytes: null,
        walBytes: null,
        walSinceCheckpointBytes: null,
      },
      checks: [{ name: "clock", status: "warn", detail: "2 s ahead", fix: "Run NTP." }],
    },
  });
  expect(text).toMatch(/^migrations +67 applied, 66 known$/m);
  expect(text).toMatch(/^connections +3 of a version with migration 66$/m);
  expect(text).toMatch(/^clock +warn: 2 s ahead Fix: Run NTP\.$/m);
});
