import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finalizeAt, nextPeriodEnd } from "../src/billing/billing-period.ts";
import { discount } from "../src/billing/coupons/rules.ts";
import { divideRounded, parseDecimal, shareOf } from "../src/billing/exact.ts";
import { settle } from "../src/billing/invoices/settle.ts";
import { shareLeft, unusedOf } from "../src/billing/proration.ts";
import { includedIn, rate, rateOverage } from "../src/billing/rating.ts";
import type { Line, Redemption, Segment } from "../src/billing/records.ts";

const owner = { accountId: "acct_a", environment: "live" } as const;
const startMs = Date.UTC(2026, 10, 21, 7, 33);
const monthSeconds = 2_592_000;

function segmentFrom(seconds: number, chargedMinor: number, changes: Partial<Segment> = {}): Segment {
  return {
    ...owner,
    subscriptionId: "sub_a",
    startedAtMs: startMs + seconds * 1000,
    periodStartMs: startMs,
    periodEndMs: startMs + monthSeconds * 1000,
    endedAtMs: null,
    plan: "pro",
    searchesIncluded: 50_000,
    overagePerSearch: "0.004",
    chargedMinor,
    ...changes,
  };
}

function redemptionOf(changes: Partial<Redemption>): Redemption {
  return {
    ...owner,
    id: "rdm_a",
    couponId: "cpn_a",
    code: "CODE",
    kind: "percent",
    percentBasis: 2000,
    amountMinor: null,
    currency: "USD",
    plans: [],
    periodsLeft: null,
    coversUntilMs: null,
    redeemedAtMs: startMs,
    ...changes,
  };
}

const lineOf = (amountMinor: number, kind: Line["kind"] = "subscription"): Line => ({
  kind,
  description: "",
  quantity: null,
  unitPrice: null,
  amountMinor,
  startMs: null,
  endMs: null,
  couponCode: null,
});

describe("exact numbers", () => {
  test("a quotient is the nearest whole number, halves away from zero", () => {
    const property = fc.property(
      fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (dividend, by) => {
        const divisor = BigInt(by);
        const quotient = divideRounded(dividend, divisor);
        const error = 2n * (dividend - quotient * divisor);
        expect(error <= divisor && error >= -divisor).toBe(true);
        expect(divideRounded(-dividend, divisor)).toBe(-quotient);
      },
    );
    fc.assert(property, { seed: 1 });
    expect([5n, -5n, 4n, -4n, 6n].map((each) => divideRounded(each, 10n))).toEqual([1n, -1n, 0n, 0n, 1n]);
  });

  test.each(["", "1.", ".5", "1e3", "0x1", "1,5", " 1", "--1"])("%j is no decimal number", (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError);
  });

  test("a price of thousandths is rated without error, and rounded once", () => {
    expect(rate(1290, "0.004", "USD")).toBe(516);
    expect(rate(1, "0.004", "USD")).toBe(0);
    expect(rate(1, "0.005", "USD")).toBe(1);
    expect(rate(3, "0.1", "USD")).toBe(30);
    expect(rate(1_000_000_007, "0.004", "USD")).toBe(400_000_003);
    expect(rate(7, "0.5", "JPY")).toBe(4);
  });
});

describe("periods", () => {
  test("a month ends on the anchor's day, or on the last one", () => {
    const anchor = Date.UTC(2027, 0, 31, 10, 30, 15);
    const ends = [1, 2, 3, 4].reduce<number[]>((list) => [...list, nextPeriodEnd(anchor, list.at(-1) ?? anchor)], []);
    expect(ends.map((ms) => new Date(ms).toISOString())).toEqual([
      "2027-02-28T10:30:15.000Z",
      "2027-03-31T10:30:15.000Z",
      "2027-04-30T10:30:15.000Z",
      "2027-05-31T10:30:15.000Z",
    ]);
  });

  test("the next end lies behind any instant, and by a month at most", () => {
    const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) });
    const property = fc.property(instants, fc.integer({ min: 0, max: 4e9 }), (anchor, later) => {
      const end = nextPeriodEnd(anchor, anchor + later);
      expect(end).toBeGreaterThan(anchor + later);
      expect(end - anchor - later).toBeLessThanOrEqual(31 * 86_400_000);
    });
    fc.assert(property, { seed: 2 });
  });

  test("a draft waits an hour after its last hour has ended", () => {
    expect(finalizeAt({ endMs: Date.UTC(2026, 11, 21, 7, 33) })).toBe(Date.UTC(2026, 11, 21, 9));
    expect(finalizeAt({ endMs: Date.UTC(2026, 11, 21, 8) })).toBe(Date.UTC(2026, 11, 21, 9));
  });
});

describe("proration", () => {
  const seconds = fc.integer({ min: 0, max: monthSeconds - 1 });

  test("what was used and what is given back are the whole charge, and each is within half a cent of its exact share", () => {
    const property = fc.property(fc.integer({ min: 0, max: 10 ** 9 }), seconds, (charged, at) => {
      const unused = unusedOf(segmentFrom(0, charged), startMs + at * 1000);
      const exact = (charged * (monthSeconds - at)) / monthSeconds;
      expect(Math.abs(unused - exact)).toBeLessThanOrEqual(0.5 + charged * Number.EPSILON * 4);
      expect(unused).toBeGreaterThanOrEqual(0);
      expect(unused).toBeLessThanOrEqual(charged);
    });
    fc.assert(property, { seed: 3 });
  });

  test("upgrades in a row charge, for the whole period, the sum of each plan's time, to a cent an upgrade", () => {
    const property = fc.property(fc.array(seconds, { maxLength: 5 }), (instants) => {
      const prices = [4900, 79_000, 81_111, 90_007, 99_999, 100_003];
      let segment = segmentFrom(0, 4900);
      let [total, exact] = [4900, 0];
      for (const [at, second] of instants.toSorted((a, b) => a - b).entries()) {
        const atMs = startMs + second * 1000;
        exact += ((prices[at] ?? 0) * (atMs - segment.startedAtMs)) / 1000 / monthSeconds;
        const { part, whole } = shareLeft(segment, atMs);
        const charged = shareOf(prices[at + 1] ?? 0, part, whole);
        total += charged - unusedOf(segment, atMs);
        segment = segmentFrom(second, charged);
      }
      exact += ((prices[instants.length] ?? 0) * (segment.periodEndMs - segment.startedAtMs)) / 1000 / monthSeconds;
      expect(Math.abs(total - exact)).toBeLessThanOrEqual(instants.length + 1e-6);
    });
    fc.assert(property, { seed: 4 });
  });
});

describe("overage", () => {
  test("a period of one plan includes what the plan does", () => {
    expect(includedIn([{ segment: segmentFrom(0, 0), endMs: startMs + monthSeconds * 1000 }])).toBe(50_000);
  });

  test("each search is within what is included or beyond it, once, at its own segment's price", () => {
    const cuts = fc.array(
      fc.tuple(fc.integer({ min: 1, max: monthSeconds - 1 }), fc.integer({ min: 0, max: 60_000 })),
      { maxLength: 4 },
    );
    const property = fc.property(cuts, fc.integer({ min: 0, max: 60_000 }), (given, firstUsed) => {
      const marks = [...new Map([[0, firstUsed], ...given]).entries()].toSorted(([a], [b]) => a - b);
      const segments = marks.map(([second, used], at) => ({
        segment: segmentFrom(second, 0, { overagePerSearch: `0.00${at + 1}`, searchesIncluded: 10_000 * (at + 1) }),
        endMs: startMs + (marks[at + 1]?.[0] ?? monthSeconds) * 1000,
        used,
      }));
      const overages = rateOverage(segments, "USD");
      // Searches one by one, as they came.
      let left = includedIn(segments);
      const slow = segments.map(({ used }) => {
        const within = Math.min(left, used);
        left -= within;
        return used - within;
      });
      expect(overages.map(({ searches }) => searches)).toEqual(slow.filter((each) => each > 0));
    });
    fc.assert(property, { seed: 5 });
  });
});

describe("coupons", () => {
  const price = { plan: "pro", priceMinor: 4900, share: { part: 1, whole: 1 }, startMs, endMs: startMs + 1 } as const;

  test("take nothing below zero, and each takes its part of what is left", () => {
    const kinds = fc.oneof(
      fc.integer({ min: 1, max: 10_000 }).map((percentBasis) => redemptionOf({ percentBasis })),
      fc
        .integer({ min: 1, max: 10_000 })
        .map((amountMinor) => redemptionOf({ kind: "amount", percentBasis: null, amountMinor })),
    );
    const property = fc.property(fc.array(kinds, { maxLength: 5 }), (redemptions) => {
      const { lines } = discount(redemptions, price);
      const off = lines.reduce((sum, { amountMinor }) => sum - amountMinor, 0);
      expect(off).toBeGreaterThanOrEqual(0);
      expect(off).toBeLessThanOrEqual(4900);
      for (const { amountMinor } of lines) expect(amountMinor).toBeLessThan(0);
    });
    fc.assert(property, { seed: 6 });
  });

  test("one that covers a period covers it again without using up another", () => {
    const [first] = discount([redemptionOf({ periodsLeft: 1 })], price).redemptions;
    expect(first).toMatchObject({ periodsLeft: 0, coversUntilMs: price.endMs });
    const again = discount(first === undefined ? [] : [first], price);
    expect(again).toMatchObject({ lines: [{ amountMinor: -980 }], redemptions: [] });
    const later = discount(first === undefined ? [] : [first], { ...price, endMs: price.endMs + 1 });
    expect(later).toEqual({ lines: [], redemptions: [] });
  });

  test("one for another plan takes nothing", () => {
    expect(discount([redemptionOf({ plans: ["scale"] })], price)).toEqual({ lines: [], redemptions: [] });
  });

  test("an amount is taken off by the share of the period that is left", () => {
    const redemption = redemptionOf({ kind: "amount", percentBasis: null, amountMinor: 1000 });
    const { lines } = discount([redemption], { ...price, share: { part: 1, whole: 3 } });
    expect(lines).toMatchObject([{ amountMinor: -333 }]);
  });
});

describe("settling", () => {
  test("lines add up to what is due, credit is used first, and nothing is due below zero", () => {
    const amounts = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 6 });
    const rates = fc.constantFrom("0", "19", "8.875", "7.7");
    const property = fc.property(amounts, rates, fc.integer({ min: 0, max: 50_000 }), (given, taxRate, balance) => {
      const { lines, totals } = settle(
        given.map((each) => lineOf(each)),
        { name: "VAT", rate: taxRate },
        balance,
      );
      expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(totals.dueMinor);
      expect(totals.totalMinor).toBe(totals.subtotalMinor + totals.discountMinor + totals.taxMinor);
      expect(totals.dueMinor).toBe(totals.totalMinor + totals.creditMinor);
      expect(totals.dueMinor).toBe(Math.max(0, totals.totalMinor - balance));
      expect(balance + totals.creditMinor).toBeGreaterThanOrEqual(0);
    });
    fc.assert(property, { seed: 7 });
  });
});
