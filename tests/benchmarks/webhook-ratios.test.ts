import { expect, test } from "vitest";
import { compareScenarios } from "../../benchmarks/webhook-ratios.ts";

const round = (perSecond: number, ownMicros: number, serverMicros: number) => ({ perSecond, ownMicros, serverMicros });

test("compares scenarios round by round, and skips those that were not measured", () => {
  const measured = new Map([
    ["saturation, PostgreSQL", [round(1000, 100, 100), round(5000, 50, 50), round(2000, 80, 20)]],
    ["saturation, PostgreSQL, ordered", [round(900, 100, 150), round(4000, 50, 50), round(3000, 30, 20)]],
    ["saturation, pg-boss", [round(500, 300, 100), round(5000, 50, 50)]],
    ["saturation, embedded", [round(800, 500, 0)]],
  ]);
  expect(compareScenarios(measured)).toEqual([
    // Of 0.9, 0.8 and 1.5, and of 0.8, 1 and 2.
    { name: "PostgreSQL, ordered / unordered", perSecond: 0.9, perCpuSecond: 1 },
    // Two rounds: the lower one.
    { name: "PostgreSQL / pg-boss", perSecond: 1, perCpuSecond: 1 },
  ]);
});
