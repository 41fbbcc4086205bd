import { Semaphore, SemaphoreBusy } from "@wayfare/concurrency";
import { DomainError } from "@wayfare/contract";
import { isCanceled } from "@wayfare/database";
import type { FastifyInstance } from "fastify";
import { getCaller } from "../http/caller.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** `expensive` where the work of a route's reads grows with what an account has; such a route reads from `database.reads`. */
    reads?: "expensive";
  }
}

export interface ReadLimitOptions {
  /** Expensive reads of one account at once in this process. */
  maxPerAccount: number;
  /** Expensive reads of all accounts at once in this process: the connections there are for them. */
  maxRunning: number;
  /** How long an excess read waits before it is refused. */
  maxWaitMs: number;
}

const defaults: ReadLimitOptions = { maxPerAccount: 2, maxRunning: 4, maxWaitMs: 2000 };

/** Excess reads of one account that wait at once; a page of the portal sends a handful together. */
const maxWaitingPerAccount = 8;
const maxWaiting = 100;

const tooSlow =
  "This took too long and was stopped. Ask for less: a shorter period (`from` and `to`, or `since` and `until`), or filters that match more rows.";

/** Bounds how many expensive reads run at once, for each account and in all, and turns one that the database canceled into a problem. */
export function registerReadLimits(app: FastifyInstance, options: Partial<ReadLimitOptions> = {}): void {
  const { maxPerAccount, maxRunning, maxWaitMs } = { ...defaults, ...options };
  const accounts = new Semaphore({
    maxRunningPerKey: maxPerAccount,
    maxWaitingPerKey: maxWaitingPerAccount,
    maxWaitMs,
  });
  const all = new Semaphore({ maxRunning, maxWaiting, maxWaitMs });
  const tooManyOfAccount = new DomainError("RATE_LIMITED", {
    detail: `This account may run ${maxPerAccount} reads of this kind at once. Try again in 1 s.`,
    retryAfterSeconds: 1,
  });
  app.addHook("onRoute", (route) => {
    if (route.config?.reads !== "expensive") return;
    const { handler } = route;
    route.handler = function handleWithinLimits(request, reply) {
      const { accountId } = getCaller(request);
      const read = async (): Promise<unknown> => handler.call(this, request, reply);
      const readWithinAll = () => refuseBusy(all.run("", read), () => new DomainError("OVERLOADED"));
      return refuseBusy(accounts.run(accountId, readWithinAll), () => tooManyOfAccount);
    };
  });
}

async function refuseBusy<Result>(running: Promise<Result>, problem: () => DomainError): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof SemaphoreBusy) throw problem();
    if (isCanceled(error)) throw new DomainError("OVERLOADED", { detail: tooSlow });
    throw error;
  }
}
