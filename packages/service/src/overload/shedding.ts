import type { FastifyInstance } from "fastify";
import { ProblemError } from "../http/problem.ts";
import { type EventLoopDelay, watchEventLoopDelay } from "./event-loop-delay.ts";
import { type Level, LoadLevel } from "./load-level.ts";
import { makeLoopTurns } from "./loop-turns.ts";
import { RetryAfter } from "./retry-after.ts";
import { SearchLine } from "./search-line.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** When the route is turned away under load: before all others, or never; with all others where it is absent. */
    shed?: "first" | "never";
  }
}

export interface OverloadLimits {
  /** Milliseconds of event-loop delay from which searches are turned away; everything else is at three times this. */
  shedDelayMs: number;
  /** Milliseconds that a line of searches may last for longer than a burst. */
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

/** What is turned away, and when. */
export interface Shedding {
  line: Pick<SearchLine, "length" | "expectedMs" | "msPerSearch">;
  delayMs(): number;
  level(): Level;
  /** Runs a search in its line; throws OVERLOADED, without having begun, where it would be answered too late. */
  admitSearch<Result>(search: () => Promise<Result>): Promise<Result>;
  /** Runs what searches for a booking or an offer: it stands in the line, and is let in however long that is. */
  countSearch<Result>(search: () => Promise<Result>): Promise<Result>;
  /** Settles in an iteration of the event loop that no other answer is made in. */
  takeTurn(): Promise<void>;
  /** Throws OVERLOADED where a route of this kind is turned away now. */
  admitRoute(shed: "first" | "never" | undefined): void;
  close(): void;
}

export function makeShedding(parts: SheddingParts, observer: ShedObserver): Shedding {
  const { shedDelayMs, searchLineMs } = { ...overloadDefaults, ...parts.overload };
  const loop = parts.eventLoopDelay ?? watchEventLoopDelay();
  const loadLevel = new LoadLevel(shedDelayMs);
  const line = new SearchLine({ deadlineMs: parts.searchDeadlineMs, standingMs: searchLineMs });
  const retryAfter = new RetryAfter();
  const level = (): Level => loadLevel.update(loop.readMs(), performance.now());
  const refuse = (kind: "search" | "other", reason: ShedReason): never => {
    observer.countShed(kind, reason);
    const seconds = retryAfter.refuse(line, performance.now());
    throw new ProblemError("OVERLOADED", { headers: { "retry-after": String(seconds) } });
  };
  return {
    line,
    delayMs: () => loop.readMs(),
    level,
    async admitSearch(search) {
      // Asked again, for many may have come in while the body of this one was read.
      if (line.isFull()) refuse("search", "line");
      return line.run(search);
    },
    countSearch: (search) => line.run(search),
    takeTurn: makeLoopTurns(),
    admitRoute(shed) {
      if (shed === "never") return;
      const now = level();
      const isSearch = shed === "first";
      if (now === "all" || (isSearch && now === "searches")) refuse(isSearch ? "search" : "other", "delay");
      if (isSearch && line.isFull()) refuse("search", "line");
    },
    close: () => loop.close(),
  };
}

/** Turns requests away before their key is looked at and their body read: nothing that is refused is to cost more than that. */
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
