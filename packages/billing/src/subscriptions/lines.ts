import { dateAt, type Plan } from "@wayfare/contract";
import { unusedAmount } from "../rating/proration.ts";
import type { Overage } from "../rating/rating.ts";
import type { Line, Phase } from "../records/records.ts";

const days = (startMs: number, endMs: number): string => `${dateAt(startMs)} to ${dateAt(endMs)}`;

const plain = { quantity: null, unitPrice: null, couponCode: null } as const;

/** Line for a whole period of a plan, charged in advance. */
export function subscriptionLine({ title, priceMinor }: Plan, startMs: number, endMs: number): Line {
  const description = `${title}, ${days(startMs, endMs)}`;
  return { ...plain, kind: "subscription", description, amountMinor: priceMinor, startMs, endMs };
}

/** Line for the rest of a period: credited for the old plan, charged for the new one. */
export function prorationLine({ title }: Plan, amountMinor: number, startMs: number, endMs: number): Line {
  const prefix = amountMinor < 0 ? "Unused time on" : "Remaining time on";
  const description = `${prefix} ${title}, ${days(startMs, endMs)}`;
  return { ...plain, kind: "proration", description, amountMinor, startMs, endMs };
}

export function overageLine({ phase, endMs, tier, searches, amountMinor }: Overage): Line {
  return {
    kind: "overage",
    description: `${describeTier(tier)} beyond those included, ${phase.terms.title}`,
    quantity: searches,
    unitPrice: tier.unitPrice,
    amountMinor,
    startMs: phase.startedAtMs,
    endMs,
    couponCode: null,
  };
}

/** Describes the searches of a tier, such as "Searches 10001 to 50000"; without numbers if all searches have one price. */
function describeTier({ from, upTo }: Overage["tier"]): string {
  if (upTo !== null) return `Searches ${from} to ${upTo}`;
  return from === 1 ? "Searches" : `Searches from ${from}`;
}

/** Line for a phase: its charge less the credited unused time. */
export function phaseLine(phase: Phase): Line {
  const { terms, chargedMinor, startedAtMs, periodEndMs, endedAtMs } = phase;
  const endMs = endedAtMs ?? periodEndMs;
  const description = `${terms.title}, ${days(startedAtMs, endMs)}`;
  const amountMinor = chargedMinor - unusedAmount(phase, endMs);
  return { ...plain, kind: "subscription", description, amountMinor, startMs: startedAtMs, endMs };
}
