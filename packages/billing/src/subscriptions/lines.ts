import { dateAt, getPlan } from "@wayfare/contract";
import { unusedOf } from "../rating/proration.ts";
import type { Overage } from "../rating/rating.ts";
import type { Line, Segment, Terms } from "../records/records.ts";

const days = (startMs: number, endMs: number): string => `${dateAt(startMs)} to ${dateAt(endMs)}`;

const plain = { quantity: null, unitPrice: null, couponCode: null } as const;

/** A whole period of a plan, in advance. */
export function subscriptionLine({ plan, priceMinor }: Terms, startMs: number, endMs: number): Line {
  const description = `${getPlan(plan).title}, ${days(startMs, endMs)}`;
  return { ...plain, kind: "subscription", description, amountMinor: priceMinor, startMs, endMs };
}

/** What is left of a period: given back of the old plan, charged for the new one. */
export function prorationLine(
  { plan }: Pick<Terms, "plan">,
  amountMinor: number,
  startMs: number,
  endMs: number,
): Line {
  const what = amountMinor < 0 ? "Unused time on" : "Remaining time on";
  const description = `${what} ${getPlan(plan).title}, ${days(startMs, endMs)}`;
  return { ...plain, kind: "proration", description, amountMinor, startMs, endMs };
}

export function overageLine({ segment, endMs, searches, amountMinor }: Overage): Line {
  return {
    kind: "overage",
    description: `Searches beyond those included, ${getPlan(segment.plan).title}`,
    quantity: searches,
    unitPrice: segment.overagePerSearch,
    amountMinor,
    startMs: segment.startedAtMs,
    endMs,
    couponCode: null,
  };
}

/** What a segment has cost: its charge, less what was given back of it. */
export function segmentLine(segment: Segment): Line {
  const { plan, chargedMinor, startedAtMs, periodEndMs, endedAtMs } = segment;
  const endMs = endedAtMs ?? periodEndMs;
  const description = `${getPlan(plan).title}, ${days(startedAtMs, endMs)}`;
  const amountMinor = chargedMinor - unusedOf(segment, endMs);
  return { ...plain, kind: "subscription", description, amountMinor, startMs: startedAtMs, endMs };
}
