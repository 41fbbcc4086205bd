import fc from "fast-check";
import { expect, test } from "vitest";
import { samplePlans } from "../../../billing/test/sample-plans.ts";
import { type QuotaState, settleQuota } from "../../src/limits/quota-rules.ts";

const plan = samplePlans.free;
/** A plan so small that a few steps exhaust it. */
const smallPlan = { ...plan, searchesIncluded: 150 };

interface Holder {
  lease: QuotaState["lease"];
  used: number;
  /** Free and reserved units. */
  units: number;
}

const steps = fc.array(
  fc.record({
    holder: fc.nat(3),
    uses: fc.nat(80),
    keeps: fc.nat(80),
    needed: fc.nat(60),
    ahead: fc.boolean(),
    dies: fc.boolean(),
  }),
  { maxLength: 60 },
);

test("used and leased units never exceed a hard limit, for any sequence of reports and losses", () => {
  fc.assert(
    fc.property(steps, (list) => {
      const holders = Array.from(
        { length: 4 },
        (): Holder => ({ lease: { units: 0, reported: 0, state: "live" }, used: 0, units: 0 }),
      );
      let row = { used: 0, held: 0, lost: 0 };
      for (const { holder: at, uses, keeps, dies, ...report } of list) {
        const holder = holders[at];
        if (holder === undefined) continue;
        const used = Math.min(uses, holder.units);
        holder.used += used;
        const kept = Math.min(keeps, holder.units - used);
        const outcome = settleQuota({ ...row, lease: holder.lease }, { used: holder.used, kept, ...report }, smallPlan);
        row = { used: outcome.used, held: outcome.held, lost: outcome.lost };
        holder.units = outcome.units;
        holder.lease = { units: outcome.units, reported: holder.used, state: "live" };
        if (dies) {
          row = { ...row, held: row.held - holder.units, lost: row.lost + holder.units };
          holder.lease.state = "lost";
        }
        expect(row.used).toBe(holders.reduce((sum, each) => sum + each.used, 0));
        expect(row.held + row.lost).toBe(holders.reduce((sum, each) => sum + each.units, 0));
        expect(row.used + row.held + row.lost).toBeLessThanOrEqual(smallPlan.searchesIncluded);
      }
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
});

test("grants all needed units that are left, and at most a sixteenth of them in advance", () => {
  const lease = { units: 0, reported: 0, state: "live" } as const;
  const settle = (used: number, needed: number) =>
    settleQuota({ used, held: 0, lost: 0, lease }, { used: 0, kept: 0, needed, ahead: true }, plan).granted;
  expect(settle(0, 1)).toBe(21);
  expect(settle(919, 1)).toBe(6);
  expect(settle(998, 1)).toBe(1);
  expect(settle(998, 5)).toBe(2);
  expect(settle(1000, 5)).toBe(0);
});
