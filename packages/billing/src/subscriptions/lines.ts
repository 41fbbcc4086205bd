import { dateAt, getPlan } from "@wayfare/contract";
import { unusedAmount } from "../rating/proration.ts";
import type { Overage } from "../rating/rating.ts";
import type { Line, Phase, Terms } from "../records/records.ts";

const days = (startMs: number, endMs: number): string => `${dateAt(startMs)} to ${dateAt(endMs)}`;

const plain = { quantity: null, unitPrice: null, couponCode: null } as const;

/** Line for a whole period of a plan, charged in advance. */
export function subscriptionLine({ plan, priceMinor }: Terms, startMs: number, endMs: number): Line {
  const description = `${getPlan(plan).title}, ${days(startMs, endMs)}`;
  return { ...plain, kind: "subscription", description, amountMinor: priceMinor, startMs, endMs };
}

/** Line for the rest of a period: credited for the old plan, charged for the new one. */
export function prorationLine(
  { plan }: Pick<Terms, "plan">,
  amountMinor: number,
  startMs: number,
  endMs: number,
): Line {
  const prefix = amountMinor < 0 ? "Unused time on" : "Remaining time on";
  const description = `${prefix} ${getPlan(plan).title}, ${days(startMs, endMs)}`;
  return { ...plain, kind: "proration", description, amountMinor, startMs, endMs };
}

export function overageLine({ phase, endMs, searches, amountMinor }: Overage): Line {
  return {
    kind: "overage",
    description: `Searches beyond those included, ${getPlan(phase.plan).title}`,
    quantity: searches,
    unitPrice: phase.overagePerSearch,
    amountMinor,
    startMs: phase.startedAtMs,
    endMs,
    couponCode: null,
  };
}

/** Line for a phase: its charge less the credited unused time. */
export function phaseLine(phase: Phase): Line {
  const { plan, chargedMinor, startedAtMs, periodEndMs, endedAtMs } = phase;
  const endMs = endedAtMs ?? periodEndMs;
  const description = `${getPlan(plan).title}, ${days(startedAtMs, endMs)}`;
  const amountMinor = chargedMinor - unusedAmount(phase, endMs);
  return { ...plain, kind: "subscription", description, amountMinor, startMs: startedAtMs, endMs };
}
