import { DomainError } from "@wayfare/contract";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { getCaller } from "../http/caller.ts";
import { AdmissionQueue } from "./admission-queue.ts";
import { type EventLoopDelay, watchEventLoopDelay } from "./event-loop-delay.ts";
import { type Level, LoadLevel } from "./load-level.ts";
import { makeLoopTurns } from "./loop-turns.ts";
import { RetryAfter } from "./retry-after.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** When the route is refused under load: before all others, as what searches, or never; with all others where it is absent. */
    shed?: "first" | "never";
  }
}

export interface OverloadLimits {
  /** Milliseconds of event-loop delay from which searches are turned away; everything else is at three times this. */
  shedDelayMs: number;
  /** Milliseconds that the queue of searches may last for longer than a burst. */
  searchLineMs: number;
}

const overloadDefaults: OverloadLimits = { shedDelayMs: 500, searchLineMs: 500 };

interface SheddingParts {
  searchDeadlineMs: number;
  overload?: Partial<OverloadLimits>;
  /** The process's own event loop by default. */
  eventLoopDelay?: EventLoopDelay;
}

/** Why something was turned away. */
type ShedReason = "delay" | "line";

export interface ShedObserver {
  countShed(kind: "search" | "other", reason: ShedReason): void;
}

/** Refuses requests under load. */
export interface Shedding {
  queue: Pick<AdmissionQueue, "length" | "accounts" | "expectedMs" | "msPerSearch">;
  delayMs(): number;
  level(): Level;
  /** Runs a search of an account; throws OVERLOADED, without having begun, where it would be answered too late. */
  admitSearch<Result>(account: string, search: () => Promise<Result>): Promise<Result>;
  /** Throws OVERLOADED where a search of an account would be answered too late. */
  refuseLate(account: string): void;
  /** Settles in an iteration of the event loop that no other answer is made in. */
  takeTurn(): Promise<void>;
  /** Throws OVERLOADED where a route of this kind is refused for the event loop's delay. */
  admitRoute(shed: "first" | "never" | undefined): void;
  close(): void;
}

export function makeShedding(parts: SheddingParts, observer: ShedObserver): Shedding {
  const { shedDelayMs, searchLineMs } = { ...overloadDefaults, ...parts.overload };
  const loop = parts.eventLoopDelay ?? watchEventLoopDelay();
  const loadLevel = new LoadLevel(shedDelayMs);
  const queue = new AdmissionQueue({ deadlineMs: parts.searchDeadlineMs, standingMs: searchLineMs });
  const retryAfter = new RetryAfter();
  const level = (): Level => loadLevel.update(loop.readMs(), performance.now());
  const refuse = (kind: "search" | "other", reason: ShedReason): never => {
    observer.countShed(kind, reason);
    const seconds = retryAfter.refuse(queue, performance.now());
    throw new DomainError("OVERLOADED", { retryAfterSeconds: seconds });
  };
  const refuseLate = (account: string): void => {
    if (queue.isFullFor(account)) refuse("search", "line");
  };
  return {
    queue,
    delayMs: () => loop.readMs(),
    level,
    async admitSearch(account, search) {
      // Checked again, as many may have been admitted while the body of this one was read.
      refuseLate(account);
      return queue.run(account, search);
    },
    refuseLate,
    takeTurn: makeLoopTurns(),
    admitRoute(shed) {
      if (shed === "never") return;
      const now = level();
      const isSearch = shed === "first";
      if (now === "all" || (isSearch && now === "searches")) refuse(isSearch ? "search" : "other", "delay");
    },
    close: () => loop.close(),
  };
}

/** Refuses requests for the event loop's delay, before their key is looked up and their body read: a refusal must cost no more. */
export function shedLoad(app: FastifyInstance, shedding: Shedding): void {
  app.addHook("onRequest", (request, reply, done) => {
    // Node goes on with what it has read of a connection that was ended: the rest of a hundred requests that came in one piece.
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
 * Refuses searches that would be answered too late before their body is read and a permit is used. Register it after the gate, as the share
 * of an account depends on who calls, and before the limits.
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
