import { DomainError } from "@wayfare/contract";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { getCaller } from "../http/caller.ts";
import { AdmissionQueue } from "./admission-queue.ts";
import { type EventLoopDelay, watchEventLoopDelay } from "./event-loop-delay.ts";
import { LiveSearches } from "./live-searches.ts";
import { type Level, LoadLevel } from "./load-level.ts";
import { RetryAfter } from "./retry-after.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Load-shedding priority of the route: rejected first, like searches, or never. By default it is rejected together with all other
     * routes.
     */
    shed?: "first" | "never";
  }
}

export interface OverloadLimits {
  /** Event-loop delay in milliseconds from which searches are rejected; all other routes at three times this. */
  shedDelayMs: number;
  /** Maximum standing length of the search queue, in milliseconds of work. */
  searchQueueMs: number;
}

/** Live searches of one search thread that run at the same time. Each may hold the answers of several suppliers, of some megabytes each. */
const maxLivePerThread = 32;

/** Pending calendars per search thread, which runs one at a time. */
const maxCalendarsPerThread = 4;

/** Pending searches per search thread from which calendars are rejected, so that they are rejected before any search. */
const maxSearchesBesideCalendar = 3;

const overloadDefaults: OverloadLimits = { shedDelayMs: 500, searchQueueMs: 500 };

interface SheddingDeps {
  searchDeadlineMs: number;
  /** Number of searches that run at the same time. */
  searchThreads: number;
  overload?: Partial<OverloadLimits>;
  /** Defaults to this process's event loop. */
  eventLoopDelay?: EventLoopDelay;
}

/** Cause of a rejection. */
type ShedReason = "delay" | "queue";

/** Kind of a rejected request. */
type ShedKind = "search" | "calendar" | "other";

export interface ShedObserver {
  countShed(kind: ShedKind, reason: ShedReason): void;
}

/** Load shedding: rejects requests under overload. */
export interface Shedding {
  queue: Pick<AdmissionQueue, "length" | "accounts" | "expectedMs" | "msPerSearch">;
  live: Pick<LiveSearches, "length">;
  calendars: Pick<LiveSearches, "length">;
  delayMs(): number;
  level(): Level;
  /** Runs a search of an account. Throws OVERLOADED, without running it, if it would be answered too late. */
  admitSearch<Result>(account: string, search: () => Promise<Result>): Promise<Result>;
  /** Runs a search of live suppliers. Throws OVERLOADED, without running it, if too many are pending. */
  admitLiveSearch<Result>(account: string, search: () => Promise<Result>): Promise<Result>;
  /** Runs a calendar of an account. Throws OVERLOADED, without running it, if searches wait or too many calendars are pending. */
  admitCalendar<Result>(account: string, calendar: () => Promise<Result>): Promise<Result>;
  /** Runs the search of watches. Throws OVERLOADED, without running it, if searches wait: watches can run later. */
  admitWatch<Result>(watch: { account: string; isLive: boolean }, search: () => Promise<Result>): Promise<Result>;
  /** Throws OVERLOADED if a search of the account would be answered too late. */
  refuseLate(account: string): void;
  /** Throws OVERLOADED if a route of this priority is rejected because of event-loop delay. */
  admitRoute(shed: "first" | "never" | undefined): void;
  close(): void;
}

export function makeShedding(deps: SheddingDeps, observer: ShedObserver): Shedding {
  const { shedDelayMs, searchQueueMs } = { ...overloadDefaults, ...deps.overload };
  const loop = deps.eventLoopDelay ?? watchEventLoopDelay();
  const loadLevel = new LoadLevel(shedDelayMs);
  const queue = new AdmissionQueue({
    deadlineMs: deps.searchDeadlineMs,
    standingMs: searchQueueMs,
    threads: deps.searchThreads,
  });
  const live = new LiveSearches({ max: maxLivePerThread * deps.searchThreads });
  const calendars = new LiveSearches({ max: maxCalendarsPerThread * deps.searchThreads });
  const retryAfter = new RetryAfter();
  const level = (): Level => loadLevel.update(loop.readMs(), performance.now());
  const refuse = (kind: ShedKind, reason: ShedReason): never => {
    observer.countShed(kind, reason);
    const seconds = retryAfter.refuse(queue, performance.now());
    throw new DomainError("OVERLOADED", { retryAfterSeconds: seconds });
  };
  const refuseLate = (account: string): void => {
    if (queue.isFullFor(account)) refuse("search", "queue");
  };
  return {
    queue,
    live,
    calendars,
    delayMs: () => loop.readMs(),
    level,
    async admitSearch(account, search) {
      // Checked again, because other searches may have been admitted while the body of this one was read.
      refuseLate(account);
      return queue.run(account, search);
    },
    async admitLiveSearch(account, search) {
      refuseLate(account);
      if (live.isFullFor(account)) refuse("search", "queue");
      return live.run(account, search);
    },
    async admitCalendar(account, calendar) {
      const isBusy = queue.length > maxSearchesBesideCalendar * deps.searchThreads || level() !== "none";
      if (isBusy || calendars.isFullFor(account)) refuse("calendar", "queue");
      return calendars.run(account, calendar);
    },
    async admitWatch({ account, isLive }, search) {
      if (queue.length > deps.searchThreads || level() !== "none") throw new DomainError("OVERLOADED");
      return isLive ? live.run(account, search) : queue.run(account, search);
    },
    refuseLate,
    admitRoute(shed) {
      if (shed === "never") return;
      const now = level();
      const isSearch = shed === "first";
      if (now === "all" || (isSearch && now === "searches")) refuse(isSearch ? "search" : "other", "delay");
    },
    close: () => loop.close(),
  };
}

/** Rejects requests because of event-loop delay, before authentication and before the body is read, so that a rejection is cheap. */
export function shedLoad(app: FastifyInstance, shedding: Shedding): void {
  app.addHook("onRequest", (request, reply, done) => {
    // Node still parses pipelined requests that it has read from a connection that was closed.
    if (request.raw.socket.destroyed) {
      reply.hijack();
      return;
    }
    shedding.admitRoute(request.routeOptions.config?.shed);
    done();
  });
  app.addHook("onClose", () => shedding.close());
}

/**
 * Rejects searches that would be answered too late, before their body is read and a rate-limit token is consumed. Register it after
 * authentication, because the share of an account depends on the caller, and before the limits.
 */
export function shedLateSearches(app: FastifyInstance, shedding: Shedding): void {
  app.addHook("onRoute", (route) => {
    if (route.config?.shed !== "first") return;
    const refuseLate: onRequestHookHandler = (request, _reply, done) => {
      shedding.refuseLate(getCaller(request).accountId);
      done();
    };
    route.onRequest = [...[route.onRequest ?? []].flat(), refuseLate];
  });
}
