import {
  cancelSubscription,
  changePlan,
  createPreviewTokens,
  type LockedBilling,
  listOfferedPlans,
  lockBilling,
  type PreviewTokens,
  previewChange,
  previewLifetimeMs,
  readWireInvoice,
  readWireSubscription,
  resumeSubscription,
  toWireLine,
  toWirePeriod,
} from "@wayfare/billing";
import {
  ChangeSubscriptionSchema,
  DomainError,
  formatInstant,
  formatMoney,
  PlanSchema,
  PreviewSubscriptionSchema,
  ref,
  SubscriptionChangeSchema,
  type SubscriptionPreview,
  SubscriptionPreviewSchema,
  SubscriptionSchema,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import type { App } from "../http/app-type.ts";
import { getCaller, nowOf, timesOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { singlePageOf } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { makeTextSigner } from "../secrets/text-signer.ts";
import { idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import {
  auditBilling,
  type BillingDeps,
  billingChange,
  billingRead,
  billingWrite,
  invalidatePlan,
  scopeOf,
  billingTags as tags,
} from "./billing-deps.ts";

export function registerSubscriptionRoutes(app: App, deps: BillingDeps): void {
  const tokens = createPreviewTokens(makeTextSigner(deps.secrets, "billing previews"));
  registerReading(app, deps);
  registerPreview(app, deps, tokens);
  registerChange(app, deps, tokens);
  registerPendingChange(app, deps, {
    name: "cancel",
    summary: "Cancel the subscription",
    description:
      "Cancels the subscription at the end of the current period, after which the plan is `free`. Until then, `POST /v1/billing/subscription/resume` undoes the cancellation. Returns 409 if there is nothing to cancel.",
    effect: cancelSubscription,
  });
  registerPendingChange(app, deps, {
    name: "resume",
    summary: "Resume the subscription",
    description:
      "Undoes a pending cancellation or downgrade before the period ends. Returns 402 while an invoice is overdue, and 409 if nothing is pending.",
    effect: resumeSubscription,
  });
}

function registerReading(app: App, { database, clock }: BillingDeps): void {
  app.get(
    "/v1/billing/plans",
    {
      config: { ...billingRead, applicationKeys: "shared" },
      schema: {
        operationId: "listPlans",
        tags,
        summary: "List plans",
        description:
          "Lists the plans that the account can choose, with prices, included searches and rate limits, lowest price first: the public plans in its currency, and its own plan. The list has one page.",
        response: {
          200: singlePageOf(PlanSchema, "All plans, lowest price first."),
          ...problemResponses([]),
        },
      },
    },
    async (request) => ({ data: await listOfferedPlans(database, scopeOf(request)), nextCursor: null }),
  );
  app.get(
    "/v1/billing/subscription",
    {
      config: billingRead,
      schema: {
        operationId: "getSubscription",
        tags,
        summary: "Get the subscription",
        description:
          "Returns the subscription of the caller's environment: plan, status, current period and pending plan change.",
        response: { 200: ref(SubscriptionSchema), ...problemResponses([]) },
      },
    },
    (request) => readWireSubscription(database, scopeOf(request), nowOf(clock, getCaller(request))),
  );
}

function registerPreview(app: App, { database, clock, options }: BillingDeps, tokens: PreviewTokens): void {
  app.post(
    "/v1/billing/subscription/preview",
    {
      config: billingWrite,
      schema: {
        operationId: "previewSubscription",
        tags,
        summary: "Preview a plan change",
        description:
          "Returns the charge of a plan change without making the change. The `token` locks this price for ten minutes: a change with the token charges exactly this amount or returns 409. Returns 402 while an invoice is overdue.",
        body: ref(PreviewSubscriptionSchema),
        response: {
          200: ref(SubscriptionPreviewSchema),
          ...problemResponses([...bodyProblems, "STATE_INVALID", "PAYMENT_REQUIRED"]),
        },
      },
    },
    (request): Promise<SubscriptionPreview> =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
        const scope = scopeOf(request);
        const { plan, trial = false } = request.body;
        const {
          decided,
          pricedInvoice: settled,
          fingerprint,
          change,
        } = await previewChange(await lockBilling(unit, scope, options), {
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
          token: tokens.write(scope, { plan, trial, atMs: change.atMs, fingerprint }),
          expiresAt: formatInstant(change.atMs + previewLifetimeMs),
        };
      }),
  );
}

function registerChange(app: App, deps: BillingDeps, tokens: PreviewTokens): void {
  app.post(
    "/v1/billing/subscription/change",
    {
      config: billingChange,
      schema: {
        operationId: "changeSubscription",
        tags,
        summary: "Change the plan",
        description:
          "Changes the plan. An upgrade takes effect at once: the unused time of the old plan is credited, prorated to the second, and an invoice is created. A downgrade takes effect at the end of the period. With the `token` of a preview, exactly the previewed amount is charged; if that is no longer possible, nothing changes and the response is 409. Returns 402 while an invoice is overdue.",
        headers: idempotencyHeader,
        body: ref(ChangeSubscriptionSchema),
        response: {
          200: ref(SubscriptionChangeSchema),
          ...problemResponses([
            ...bodyProblems,
            ...idempotencyProblems,
            "CONFLICT",
            "STATE_INVALID",
            "PAYMENT_REQUIRED",
          ]),
        },
      },
    },
    (request, reply) =>
      deps.runIdempotent(request, reply, async (unit) => {
        const scope = scopeOf(request);
        const { plan, trial = false, token } = request.body;
        const previewed = token === undefined ? null : (tokens.read(scope, token) ?? null);
        if (token !== undefined && previewed === null) {
          throw new DomainError("CONFLICT", { detail: "Unknown preview token." });
        }
        const billing = await lockBilling(unit, scope, deps.options);
        const invoice = await changePlan(billing, { plan, trial, previewed });
        const subscription = await readWireSubscription(unit.tx, scope, unit.nowMs);
        await auditBilling(unit, request, {
          action: "subscription.changed",
          subject: { kind: "subscription", id: subscription.id ?? scope.accountId },
          details: {
            from: billing.state.subscription?.terms.name ?? billing.state.accountPlan.name,
            to: plan,
            invoiceId: invoice?.id ?? null,
          },
        });
        invalidatePlan(unit, deps, scope.accountId);
        const shown = invoice && (await readWireInvoice(unit.tx, invoice));
        return { status: 200, body: { subscription, invoice: shown } };
      }),
  );
}

interface PendingRoute {
  name: "cancel" | "resume";
  summary: string;
  description: string;
  effect: (billing: LockedBilling) => Promise<void>;
}

function registerPendingChange(
  app: App,
  deps: BillingDeps,
  { name, summary, description, effect }: PendingRoute,
): void {
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
          200: ref(SubscriptionSchema),
          ...problemResponses([
            ...bodyProblems,
            ...idempotencyProblems,
            "STATE_INVALID",
            ...(name === "resume" ? (["PAYMENT_REQUIRED"] as const) : []),
          ]),
        },
      },
    },
    (request, reply) =>
      deps.runIdempotent(request, reply, async (unit) => {
        const scope = scopeOf(request);
        await effect(await lockBilling(unit, scope, deps.options));
        const subscription = await readWireSubscription(unit.tx, scope, unit.nowMs);
        await auditBilling(unit, request, {
          action: name === "cancel" ? "subscription.cancelled" : "subscription.resumed",
          subject: { kind: "subscription", id: subscription.id ?? scope.accountId },
          details: { plan: subscription.plan },
        });
        invalidatePlan(unit, deps, scope.accountId);
        return { status: 200, body: subscription };
      }),
  );
}
