import { formatMoney, monthOf, type Owner, refer, type Spend, SpendSchema } from "@wayfare/contract";
import { type Session, skipIfDiskFull } from "@wayfare/database";
import { answers } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { sumUsage } from "../usage/store.ts";
import { type BillingParts, billingRead, ownerOf, billingTags as tags } from "./billing-parts.ts";
import { includedIn, rateOverage } from "./rating.ts";
import { type BillingState, termsOf } from "./records.ts";
import { loadState } from "./state.ts";
import { overageLine, segmentLine } from "./subscriptions/lines.ts";
import { countSegments } from "./subscriptions/store.ts";
import { toWireLine, toWirePeriod } from "./wire.ts";

export function registerSpend(app: App, { database, clock, meter }: BillingParts): void {
  app.get(
    "/v1/billing/spend",
    {
      config: billingRead,
      schema: {
        operationId: "getSpend",
        tags,
        summary: "Read what the present period has cost so far",
        description: "What was charged for the period, and what its searches come to as if it ended now.",
        response: { 200: refer(SpendSchema), ...answers([]) },
      },
    },
    async (request) => {
      await skipIfDiskFull(meter.flush());
      return readSpend(database, ownerOf(request), nowOf(clock, getCaller(request)));
    },
  );
}

async function readSpend(session: Session, owner: Owner, nowMs: number): Promise<Spend> {
  const state = await loadState(session, owner);
  const { subscription } = state;
  if (subscription === null) return spendWithout(session, state, nowMs);
  const { id: subscriptionId, startMs, endMs, terms } = subscription;
  const untilMs = Math.min(nowMs, endMs);
  const counted = await countSegments(session, [{ ...owner, subscriptionId, startMs }], untilMs);
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
async function spendWithout(session: Session, { owner, accountPlan }: BillingState, nowMs: number): Promise<Spend> {
  const month = monthOf(nowMs);
  const terms = termsOf(accountPlan);
  const counts = owner.environment === "live" ? await sumUsage(session, owner, month) : [];
  return {
    environment: owner.environment,
    plan: terms.plan,
    period: toWirePeriod(month),
    searches: {
      used: counts.reduce((sum, { count }) => sum + count, 0),
      included: terms.searchesIncluded,
      beyond: 0,
    },
    lines: [],
    total: formatMoney(0, terms.currency),
  };
}
