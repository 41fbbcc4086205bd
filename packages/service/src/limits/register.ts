import { formatInstant } from "@wayfare/contract";
import type { FastifyInstance, FastifyReply, onRequestHookHandler, preHandlerHookHandler } from "fastify";
import { getCaller } from "../access/caller.ts";
import { isReplay } from "../http/idempotency.ts";
import { ProblemError } from "../http/problem.ts";
import type { RequestKind } from "./caller-limits.ts";
import type { Limits } from "./limits.ts";
import type { QuotaRefusal, Quotas, Ticket } from "./quotas.ts";
import type { RateLimiter, Refusal } from "./rate-limiter.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Which rate limits a request uses; by default those of a search where the route is an operation, else those of any request. */
    rate?: RequestKind;
  }
}

/**
 * Limits every route that needs a key: its rate when the gate has let the caller in and before the body is read, and the plan's quota
 * once the body is known to be good. Register it after the gate.
 */
export function registerLimits(app: FastifyInstance, { limiter, quotas }: Limits): void {
  app.addHook("onRoute", (route) => {
    const { access, operation, rate } = route.config ?? {};
    if (access === undefined || access === "public") return;
    const kind = rate ?? (operation === undefined ? "request" : "search");
    route.onRequest = [...[route.onRequest ?? []].flat(), limitRate(limiter, kind)];
    if (operation !== undefined) route.preHandler = [...[route.preHandler ?? []].flat(), takeUnit(quotas)];
  });
}

function limitRate(limiter: RateLimiter, kind: RequestKind): onRequestHookHandler {
  return (request, reply, done) => {
    const caller = getCaller(request);
    const decided = (refusal: Refusal | undefined): void => {
      const { policy, left } = limiter.describe(caller, kind);
      reply.header("ratelimit-policy", policy).header("ratelimit", left);
      if (refusal !== undefined) return done(problemOf(refusal));
      if (kind === "search") whenOver(reply, () => limiter.release(caller));
      done();
    };
    const refusal = limiter.admit(caller, kind);
    if (refusal instanceof Promise) refusal.then(decided, done);
    else decided(refusal);
  };
}

/** Test keys cost no quota. */
function takeUnit(quotas: Quotas): preHandlerHookHandler {
  return (request, reply, done) => {
    const { accountId, environment, paidPeriod } = getCaller(request);
    if (environment === "test") return done();
    const decided = (taken: Ticket | QuotaRefusal): void => {
      if ("plan" in taken) return done(quotaProblemOf(taken));
      whenOver(reply, () => taken.finish(counts(reply)));
      done();
    };
    const taken = quotas.take(accountId, paidPeriod);
    if (taken instanceof Promise) taken.then(decided, done);
    else decided(taken);
  };
}

/** Calls once the answer is out or its caller gone; at once where the caller went while it waited for its turn. */
function whenOver({ raw }: FastifyReply, over: () => void): void {
  if (raw.destroyed) over();
  else raw.on("close", over);
}

/** What was answered 200 and reached its caller counts; what was answered before and is shown again does not. */
function counts(reply: FastifyReply): boolean {
  return reply.raw.writableFinished && reply.statusCode === 200 && !isReplay(reply);
}

function problemOf({ limit, waitMs }: Refusal): ProblemError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new ProblemError("RATE_LIMITED", {
    detail: `${limit.refusal} Try again in ${seconds} s.`,
    headers: { "retry-after": String(seconds) },
  });
}

function quotaProblemOf({ plan, used, period }: QuotaRefusal): ProblemError {
  const next = formatInstant(period.endMs);
  const detail = `${used} of the ${plan.searchesIncluded} searches that the plan ${plan.title} includes are used; more come at ${next}.`;
  return new ProblemError("QUOTA_EXCEEDED", { detail });
}
