import { DomainError } from "@wayfare/contract";
import type { FastifyInstance } from "fastify";

/** Lifecycle of an instance: serving, shutting down (not ready, still serving), draining (rejecting new work). */
export interface Lifecycle {
  isShuttingDown(): boolean;
  isDraining(): boolean;
  /** Fails readiness and continues to serve. */
  beginShutdown(): void;
  /** Fails readiness and rejects new work. */
  drain(): void;
}

export function makeLifecycle(): Lifecycle {
  let leaving = false;
  let draining = false;
  return {
    isShuttingDown: () => leaving,
    isDraining: () => draining,
    beginShutdown: () => {
      leaving = true;
    },
    drain: () => {
      leaving = true;
      draining = true;
    },
  };
}

/**
 * During shutdown, each response closes its connection, so that none is idle when the port closes. While draining, new work is
 * rejected; health and metrics routes still respond.
 */
export function rejectWorkWhileDraining(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!lifecycle.isShuttingDown()) return done();
    reply.header("connection", "close");
    const isWork = request.url.startsWith("/v1/") || request.url.startsWith("/portal/");
    done(isWork && lifecycle.isDraining() ? new DomainError("SHUTTING_DOWN") : undefined);
  });
}
