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
import { type ExceededKeyLimit, toKeyLimitError } from "./key-usage.ts";
import type { Limits } from "./limits.ts";
import type { QuotaExceeded } from "./quotas.ts";
import type { ExceededLimit, RateLimiter } from "./rate-limiter.ts";
import type { SearchUnit, SearchUnits } from "./search-units.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Kind of rate limits for the route. Defaults to `search` for metered operations and `request` for others. */
    rate?: RequestKind;
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** Units of a search with a live key, or with a key that has a usage limit; null for other requests. */
    searchUnit: SearchUnit | null;
    /** Consumed unit, once the response counts and is about to be sent. Null before, for test data, and for a search with an Idempotency-Key. */
    quotaUse: QuotaUse | null;
    /** For a search with an Idempotency-Key: checks whether it was charged before, and if so marks the reply as a replay. */
    checkCharged: (() => Promise<boolean>) | null;
  }
}

/**
 * Applies limits to every route that needs a key: rate limits after authentication and before the body is parsed, and the plan's quota
 * and the key's usage limit after the body was validated. Register it after authentication.
 */
export function registerLimits(app: FastifyInstance, { limiter, searchUnits }: Limits): void {
  app.decorateRequest("searchUnit", null);
  app.decorateRequest("quotaUse", null);
  app.decorateRequest("checkCharged", null);
  app.addHook("onRoute", (route) => {
    const { access, operation, rate } = route.config ?? {};
    if (access === undefined || access === "public") return;
    const kind = rate ?? (operation === undefined ? "request" : "search");
    route.onRequest = [...[route.onRequest ?? []].flat(), limitRate(limiter, kind)];
    if (operation === undefined) return;
    route.preHandler = [...[route.preHandler ?? []].flat(), reserveUnits(searchUnits)];
    route.onSend = [...[route.onSend ?? []].flat(), consumeUnits];
  });
}

function limitRate(limiter: RateLimiter, kind: RequestKind): onRequestHookHandler {
  return (request, reply, done) => {
    const caller = getCaller(request);
    const decide = (exceeded: ExceededLimit | undefined): void => {
      const { policy, left } = limiter.describe(caller, kind);
      reply.header("ratelimit-policy", policy).header("ratelimit", left);
      if (exceeded !== undefined) return done(toRateLimitedError(exceeded));
      if (kind === "search" || kind === "calendar") onReplyClosed(reply, () => limiter.release(caller, kind));
      done();
    };
    const exceeded = limiter.acquire(caller, kind);
    if (exceeded instanceof Promise) exceeded.then(decide, done);
    else decide(exceeded);
  };
}

/** Retries of charged searches use no units. */
function reserveUnits(searchUnits: SearchUnits): preHandlerHookHandler {
  return (request, reply, done) => {
    const { accountId, environment, paidPeriod, bounds, clockOffsetMs } = getCaller(request);
    if (isReplay(reply)) return done();
    const decide = (result: SearchUnit | QuotaExceeded | ExceededKeyLimit | null): void => {
      if (result === null) return done();
      if ("exceeded" in result) return rejectUnlessCharged(request, toKeyLimitError("searches", result), done);
      if ("plan" in result) return rejectUnlessCharged(request, toQuotaExceededError(result), done);
      request.searchUnit = result;
      onReplyClosed(reply, () => result.finish());
      done();
    };
    const limit = bounds.usageLimits.searches;
    const result = searchUnits.acquire({ accountId, environment, paidPeriod, limit, offsetMs: clockOffsetMs });
    if (result instanceof Promise) result.then(decide, done);
    else decide(result);
  };
}

/** The first attempt may have been charged with the last unit since the check. */
function rejectUnlessCharged(
  { checkCharged }: FastifyRequest,
  error: DomainError,
  done: (error?: Error) => void,
): void {
  if (checkCharged === null) return done(error);
  const decide = (isCharged: boolean) => done(isCharged ? undefined : error);
  checkCharged().then(decide, done);
}

/** Uses the same rule as usage, at the same time, so that quota, usage and thresholds agree. */
const consumeUnits: onSendHookHandler = (request, reply, _payload, done) => {
  const { searchUnit, checkCharged } = request;
  if (searchUnit !== null && checkCharged === null && isCounted(reply)) request.quotaUse = searchUnit.consume();
  done();
};

/** Calls back when the response was sent or the client disconnected; immediately if it disconnected while the request was queued. */
function onReplyClosed({ raw }: FastifyReply, callback: () => void): void {
  if (raw.destroyed) callback();
  else raw.on("close", callback);
}

function toRateLimitedError({ limit, waitMs }: ExceededLimit): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError("RATE_LIMITED", {
    detail: `${limit.detail} Try again in ${seconds} s.`,
    retryAfterSeconds: seconds,
  });
}

function toQuotaExceededError({ plan, used, period }: QuotaExceeded): DomainError {
  const next = formatInstant(period.endMs);
  const included = plan.searchesIncluded;
  const reserved =
    used < included
      ? ` The other ${included - used} are reserved by a server process that stopped or is still searching. They are released when its usage is settled.`
      : "";
  const detail = `${used} of the ${included} searches included in the ${plan.title} plan are used.${reserved} The quota resets at ${next}.`;
  return new DomainError("QUOTA_EXCEEDED", { detail });
}
