import { DomainError, formatInstant } from "@wayfare/contract";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
} from "fastify";
import { getCaller } from "../http/caller.ts";
import { isCounted } from "../requests/record.ts";
import { isReplay } from "../storage/idempotency.ts";
import type { QuotaUse } from "./account-quota.ts";
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

declare module "fastify" {
  interface FastifyRequest {
    /** The unit of a search on a live key; null for all other requests. */
    quotaTicket: Ticket | null;
    /** Its use, once the answer counts and is about to leave; null before, and for a search with an Idempotency-Key. */
    quotaUse: QuotaUse | null;
    /** Of a search with an Idempotency-Key: checks whether it was charged before, and marks the reply as a replay if so. */
    checkCharged: (() => Promise<boolean>) | null;
  }
}

/**
 * Limits every route that needs a key: its rate when the gate has let the caller in and before the body is read, and the plan's quota
 * once the body is known to be good. Register it after the gate.
 */
export function registerLimits(app: FastifyInstance, { limiter, quotas }: Limits): void {
  app.decorateRequest("quotaTicket", null);
  app.decorateRequest("quotaUse", null);
  app.decorateRequest("checkCharged", null);
  app.addHook("onRoute", (route) => {
    const { access, operation, rate } = route.config ?? {};
    if (access === undefined || access === "public") return;
    const kind = rate ?? (operation === undefined ? "request" : "search");
    route.onRequest = [...[route.onRequest ?? []].flat(), limitRate(limiter, kind)];
    if (operation === undefined) return;
    route.preHandler = [...[route.preHandler ?? []].flat(), takeUnit(quotas)];
    route.onSend = [...[route.onSend ?? []].flat(), countUse];
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

/** Test keys cost no quota, nor does a retry of a search that was charged. */
function takeUnit(quotas: Quotas): preHandlerHookHandler {
  return (request, reply, done) => {
    const { accountId, environment, paidPeriod } = getCaller(request);
    if (environment === "test" || isReplay(reply)) return done();
    const decided = (taken: Ticket | QuotaRefusal): void => {
      if ("plan" in taken) return refuse(request, taken, done);
      request.quotaTicket = taken;
      whenOver(reply, () => taken.finish());
      done();
    };
    const taken = quotas.take(accountId, paidPeriod);
    if (taken instanceof Promise) taken.then(decided, done);
    else decided(taken);
  };
}

/** The first attempt may have been charged since the check, with the last unit. */
function refuse({ checkCharged }: FastifyRequest, refusal: QuotaRefusal, done: (error?: Error) => void): void {
  if (checkCharged === null) return done(quotaProblemOf(refusal));
  const decided = (isCharged: boolean) => done(isCharged ? undefined : quotaProblemOf(refusal));
  checkCharged().then(decided, done);
}

/** Counts by the rule of usage and at the same moment, so that quota, usage and thresholds agree. */
const countUse: onSendHookHandler = (request, reply, _payload, done) => {
  const { quotaTicket, checkCharged } = request;
  if (quotaTicket !== null && checkCharged === null && isCounted(reply)) request.quotaUse = quotaTicket.use();
  done();
};

/** Calls once the answer is out or its caller gone; at once where the caller went while it waited for its turn. */
function whenOver({ raw }: FastifyReply, over: () => void): void {
  if (raw.destroyed) over();
  else raw.on("close", over);
}

function problemOf({ limit, waitMs }: Refusal): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError("RATE_LIMITED", {
    detail: `${limit.refusal} Try again in ${seconds} s.`,
    retryAfterSeconds: seconds,
  });
}

function quotaProblemOf({ plan, used, period }: QuotaRefusal): DomainError {
  const next = formatInstant(period.endMs);
  const included = plan.searchesIncluded;
  const reserved =
    used < included
      ? ` The other ${included - used} are reserved by a server process that stopped or is still searching; they are released once its usage is settled.`
      : "";
  const detail = `${used} of the ${included} searches included in the plan ${plan.title} are used.${reserved} More are available from ${next}.`;
  return new DomainError("QUOTA_EXCEEDED", { detail });
}
