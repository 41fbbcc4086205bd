import { type AccountScope, formatMoney, type Spend, utcMonthOf } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import type { BillingPorts } from "../options/ports.ts";
import { includedSearches, rateOverage } from "../rating/rating.ts";
import type { BillingState } from "../records/records.ts";
import { loadState } from "../state/load.ts";
import { overageLine, phaseLine } from "../subscriptions/lines.ts";
import { countPhases } from "../subscriptions/usage.ts";
import { toWireLine, toWirePeriod } from "./wire.ts";

type Usage = Pick<BillingPorts, "countSearches">;

/** Returns the cost of an account's current period so far. */
export async function readSpend(db: Queryable, scope: AccountScope, nowMs: number, usage: Usage): Promise<Spend> {
  const state = await loadState(db, scope);
  const { subscription } = state;
  if (subscription === null) return spendWithout(db, state, nowMs, usage);
  const { id: subscriptionId, startMs, endMs, terms } = subscription;
  const untilMs = Math.min(nowMs, endMs);
  const counted = await countPhases(db, usage, [{ ...scope, subscriptionId, startMs }], untilMs);
  // Included searches are those of the whole period, so an open phase counts to its end.
  const phases = counted.map(({ phase, used }) => ({ phase, used, endMs: phase.endedAtMs ?? endMs }));
  const charged = counted.map(({ phase }) => phaseLine(phase));
  const overages = rateOverage(phases, terms.currency);
  const lines = [...charged.filter(({ amountMinor }) => amountMinor !== 0), ...overages.map(overageLine)];
  return {
    environment: scope.environment,
    plan: terms.name,
    period: toWirePeriod(subscription),
    searches: {
      used: phases.reduce((sum, { used }) => sum + used, 0),
      included: includedSearches(phases),
      beyond: overages.reduce((sum, { searches }) => sum + searches, 0),
    },
    lines: lines.map((line) => toWireLine(line, terms.currency)),
    total: formatMoney(
      lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      terms.currency,
    ),
  };
}

/** Returns the spend of an account without subscription: no charges, and the searches of the calendar month. */
async function spendWithout(
  db: Queryable,
  { scope, accountPlan, currency }: BillingState,
  nowMs: number,
  { countSearches }: Usage,
): Promise<Spend> {
  const month = utcMonthOf(nowMs);
  const spans = scope.environment === "live" ? [{ accountId: scope.accountId, ...month }] : [];
  const [used = 0] = await countSearches(db, spans);
  return {
    environment: scope.environment,
    plan: accountPlan.name,
    period: toWirePeriod(month),
    searches: { used, included: accountPlan.searchesIncluded, beyond: 0 },
    lines: [],
    total: formatMoney(0, currency),
  };
}
