import { Semaphore, SemaphoreBusyError } from "@wayfare/concurrency";
import { DomainError } from "@wayfare/contract";
import { isCanceled } from "@wayfare/database";
import type { FastifyInstance } from "fastify";
import { getCaller } from "../http/caller.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** `expensive` if the cost of the route's reads grows with the data of the account. Such a route reads from `database.reads`. */
    reads?: "expensive";
  }
}

export interface ReadLimitOptions {
  /** Concurrent expensive reads of one account in this process. */
  maxPerAccount: number;
  /** Concurrent expensive reads of all accounts in this process: the size of the read pool. */
  maxRunning: number;
  /** Queue timeout of an excess read. */
  maxWaitMs: number;
}

const defaults: ReadLimitOptions = { maxPerAccount: 2, maxRunning: 4, maxWaitMs: 2000 };

/** Queued reads of one account; a page of the portal sends several together. */
const maxWaitingPerAccount = 8;
const maxWaiting = 100;

const timeoutDetail = "The query timed out. Use a shorter range (`from` and `to`) or a broader filter.";

/**
 * Limits the concurrency of expensive reads, per account and in total. Turns a query that was canceled by the database into an error
 * response.
 */
export function registerReadLimits(app: FastifyInstance, options: Partial<ReadLimitOptions> = {}): void {
  const { maxPerAccount, maxRunning, maxWaitMs } = { ...defaults, ...options };
  const accounts = new Semaphore({
    maxRunningPerKey: maxPerAccount,
    maxWaitingPerKey: maxWaitingPerAccount,
    maxWaitMs,
  });
  const all = new Semaphore({ maxRunning, maxWaiting, maxWaitMs });
  const accountLimitError = new DomainError("RATE_LIMITED", {
    detail: `This account is limited to ${maxPerAccount} concurrent reads of this kind. Try again in 1 s.`,
    retryAfterSeconds: 1,
  });
  app.addHook("onRoute", (route) => {
    if (route.config?.reads !== "expensive") return;
    const { handler } = route;
    route.handler = function handleWithinLimits(request, reply) {
      const { accountId } = getCaller(request);
      const read = async (): Promise<unknown> => handler.call(this, request, reply);
      const readWithinAll = () => refuseBusy(all.run("", read), () => new DomainError("OVERLOADED"));
      return refuseBusy(accounts.run(accountId, readWithinAll), () => accountLimitError);
    };
  });
}

async function refuseBusy<Result>(running: Promise<Result>, problem: () => DomainError): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof SemaphoreBusyError) throw problem();
    if (isCanceled(error)) throw new DomainError("OVERLOADED", { detail: timeoutDetail });
    throw error;
  }
}
