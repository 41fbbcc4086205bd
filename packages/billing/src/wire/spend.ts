import { formatMoney, monthOf, type Owner, type Spend } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import type { BillingPorts } from "../options/ports.ts";
import { includedIn, rateOverage } from "../rating/rating.ts";
import { type BillingState, termsOf } from "../records/records.ts";
import { loadState } from "../state/load.ts";
import { overageLine, segmentLine } from "../subscriptions/lines.ts";
import { countSegments } from "../subscriptions/usage.ts";
import { toWireLine, toWirePeriod } from "./wire.ts";

type Usage = Pick<BillingPorts, "countSearches">;

/** What the present period of an owner has cost so far. */
export async function readSpend(session: Session, owner: Owner, nowMs: number, usage: Usage): Promise<Spend> {
  const state = await loadState(session, owner);
  const { subscription } = state;
  if (subscription === null) return spendWithout(session, state, nowMs, usage);
  const { id: subscriptionId, startMs, endMs, terms } = subscription;
  const untilMs = Math.min(nowMs, endMs);
  const counted = await countSegments(session, usage, [{ ...owner, subscriptionId, startMs }], untilMs);
  // Included is what the whole period will: a segment that lasts is taken to its end.
  const segments = counted.map(({ segment, used }) => ({ segment, used, endMs: segment.endedAtMs ?? endMs }));
  const charged = counted.map(({ segment }) => segmentLine(segment));
  const overages = rateOverage(segments, terms.currency);
  const lines = [...charged.filter(({ amountMinor }) => amountMinor !== 0), ...overages.map(overageLine)];
  return {
    environment: owner.environment,
    plan: terms.plan,
    period: toWirePeriod(subscription),
    searches: {
      used: segments.reduce((sum, { used }) => sum + used, 0),
      included: includedIn(segments),
      beyond: overages.reduce((sum, { searches }) => sum + searches, 0),
    },
    lines: lines.map((line) => toWireLine(line, terms.currency)),
    total: formatMoney(
      lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      terms.currency,
    ),
  };
}

/** Without a subscription nothing is charged; searches are those of the month. */
async function spendWithout(
  session: Session,
  { owner, accountPlan }: BillingState,
  nowMs: number,
  { countSearches }: Usage,
): Promise<Spend> {
  const month = monthOf(nowMs);
  const terms = termsOf(accountPlan);
  const spans = owner.environment === "live" ? [{ accountId: owner.accountId, ...month }] : [];
  const [used = 0] = await countSearches(session, spans);
  return {
    environment: owner.environment,
    plan: terms.plan,
    period: toWirePeriod(month),
    searches: { used, included: terms.searchesIncluded, beyond: 0 },
    lines: [],
    total: formatMoney(0, terms.currency),
  };
}
