import {
  cancelSubscription,
  changePlan,
  type HeldBilling,
  holdBilling,
  makePreviewTokens,
  type PreviewTokens,
  previewChange,
  previewMs,
  readWireInvoice,
  readWireSubscription,
  resumeSubscription,
  toWireLine,
  toWirePeriod,
  toWirePlan,
} from "@wayfare/billing";
import {
  ChangeSubscriptionSchema,
  DomainError,
  formatInstant,
  formatMoney,
  PlanSchema,
  PreviewSubscriptionSchema,
  planNames,
  refer,
  SubscriptionChangeSchema,
  type SubscriptionPreview,
  SubscriptionPreviewSchema,
  SubscriptionSchema,
} from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import { Type } from "typebox";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { makeSignedTexts } from "../secrets/signed-texts.ts";
import { idempotencyHeader, onceProblems } from "../storage/idempotency.ts";
import {
  auditBilling,
  type BillingParts,
  billingChange,
  billingRead,
  billingWrite,
  ownerOf,
  seePlan,
  billingTags as tags,
} from "./billing-parts.ts";

export function registerSubscriptionRoutes(app: App, parts: BillingParts): void {
  const tokens = makePreviewTokens(makeSignedTexts(parts.secrets, "billing previews"));
  registerReading(app, parts);
  registerPreview(app, parts, tokens);
  registerChange(app, parts, tokens);
  registerPending(app, parts, {
    name: "cancel",
    summary: "Cancel the subscription",
    description: "It goes on until its period ends, and the plan is `free` from then on.",
    effect: cancelSubscription,
  });
  registerPending(app, parts, {
    name: "resume",
    summary: "Take a cancellation or a downgrade back",
    description: "Until the period ends. Refused while an invoice is overdue.",
    effect: resumeSubscription,
  });
}

function registerReading(app: App, { database, clock }: BillingParts): void {
  app.get(
    "/v1/billing/plans",
    {
      config: { ...billingRead, applicationKeys: "shared" },
      schema: {
        operationId: "listPlans",
        tags,
        summary: "List the plans",
        description: "As they are sold now, the cheapest first.",
        response: {
          200: Type.Object({ data: Type.Array(refer(PlanSchema), { description: "Every plan." }) }),
          ...answers([]),
        },
      },
    },
    async () => ({ data: planNames.map(toWirePlan) }),
  );
  app.get(
    "/v1/billing/subscription",
    {
      config: billingRead,
      schema: {
        operationId: "getSubscription",
        tags,
        summary: "Read the subscription",
        response: { 200: refer(SubscriptionSchema), ...answers([]) },
      },
    },
    (request) => readWireSubscription(database, ownerOf(request), nowOf(clock, getCaller(request))),
  );
}

function registerPreview(app: App, { database, clock, options }: BillingParts, tokens: PreviewTokens): void {
  app.post(
    "/v1/billing/subscription/preview",
    {
      config: billingWrite,
      schema: {
        operationId: "previewSubscription",
        tags,
        summary: "Preview a change of plan",
        description:
          "What the change would charge at this instant. Its `token` fixes instant and price for ten minutes: the change charges exactly that, or answers 409.",
        body: refer(PreviewSubscriptionSchema),
        response: {
          200: refer(SubscriptionPreviewSchema),
          ...answers([...bodyProblems, "STATE_INVALID", "PAYMENT_REQUIRED"]),
        },
      },
    },
    (request): Promise<SubscriptionPreview> =>
      runUnit(database, nowOf(clock, getCaller(request)), async (unit) => {
        const owner = ownerOf(request);
        const { plan, trial = false } = request.body;
        const { decided, settled, fingerprint, change } = previewChange(await holdBilling(unit, owner, options), {
          plan,
          trial,
        });
        const { terms, endMs } = decided.subscription;
        const amount = (minor: number) => formatMoney(minor, terms.currency);
        return {
          plan,
          takesEffect: decided.takesEffect,
          effectiveAt: formatInstant(decided.takesEffect === "now" ? change.atMs : endMs),
          period: toWirePeriod(decided.subscription),
          lines: settled.lines.map((line) => toWireLine(line, terms.currency)),
          total: amount(settled.totals.totalMinor),
          credit: amount(settled.totals.creditMinor),
          due: amount(settled.totals.dueMinor),
          token: tokens.write(owner, { plan, trial, atMs: change.atMs, fingerprint }),
          expiresAt: formatInstant(change.atMs + previewMs),
        };
      }),
  );
}

function registerChange(app: App, parts: BillingParts, tokens: PreviewTokens): void {
  app.post(
    "/v1/billing/subscription/change",
    {
      config: billingChange,
      schema: {
        operationId: "changeSubscription",
        tags,
        summary: "Change the plan",
        description:
          "Upgrades begin now: what is left of the old plan is given back, to the second. Downgrades begin when the period ends. With the `token` of a preview, exactly what it showed is charged. Refused with 402 while an invoice is overdue.",
        headers: idempotencyHeader,
        body: refer(ChangeSubscriptionSchema),
        response: {
          200: refer(SubscriptionChangeSchema),
          ...answers([...bodyProblems, ...onceProblems, "CONFLICT", "STATE_INVALID", "PAYMENT_REQUIRED"]),
        },
      },
    },
    (request, reply) =>
      parts.runOnce(request, reply, async (unit) => {
        const owner = ownerOf(request);
        const { plan, trial = false, token } = request.body;
        const previewed = token === undefined ? null : (tokens.read(owner, token) ?? null);
        if (token !== undefined && previewed === null) {
          throw new DomainError("CONFLICT", { detail: "The token is of no preview of this account." });
        }
        const held = await holdBilling(unit, owner, parts.options);
        const invoice = await changePlan(held, { plan, trial, previewed });
        const subscription = await readWireSubscription(unit.session, owner, unit.nowMs);
        await auditBilling(unit, request, {
          action: "subscription.changed",
          subject: { kind: "subscription", id: subscription.id ?? owner.accountId },
          details: {
            from: held.state.subscription?.terms.plan ?? held.state.accountPlan,
            to: plan,
            invoiceId: invoice?.id ?? null,
          },
        });
        seePlan(unit, parts, owner.accountId);
        const shown = invoice && (await readWireInvoice(unit.session, invoice));
        return { status: 200, body: { subscription, invoice: shown } };
      }),
  );
}

interface PendingRoute {
  name: "cancel" | "resume";
  summary: string;
  description: string;
  effect: (held: HeldBilling) => Promise<void>;
}

function registerPending(app: App, parts: BillingParts, { name, summary, description, effect }: PendingRoute): void {
  app.post(
    `/v1/billing/subscription/${name}`,
    {
      config: billingChange,
      schema: {
        operationId: `${name}Subscription`,
        tags,
        summary,
        description,
        headers: idempotencyHeader,
        body: noBody,
        response: {
          200: refer(SubscriptionSchema),
          ...answers([
            ...bodyProblems,
            ...onceProblems,
            "STATE_INVALID",
            ...(name === "resume" ? (["PAYMENT_REQUIRED"] as const) : []),
          ]),
        },
      },
    },
    (request, reply) =>
      parts.runOnce(request, reply, async (unit) => {
        const owner = ownerOf(request);
        await effect(await holdBilling(unit, owner, parts.options));
        const subscription = await readWireSubscription(unit.session, owner, unit.nowMs);
        await auditBilling(unit, request, {
          action: name === "cancel" ? "subscription.cancelled" : "subscription.resumed",
          subject: { kind: "subscription", id: subscription.id ?? owner.accountId },
          details: { plan: subscription.plan },
        });
        seePlan(unit, parts, owner.accountId);
        return { status: 200, body: subscription };
      }),
  );
}
