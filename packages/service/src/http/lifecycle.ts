import { DomainError } from "@wayfare/contract";
import type { FastifyInstance } from "fastify";

/** Where an instance is on its way down: serving, leaving (not ready, still serving), draining (refusing new work). */
export interface Lifecycle {
  isLeaving(): boolean;
  isDraining(): boolean;
  /** Fails readiness and goes on serving. */
  leave(): void;
  /** Fails readiness and refuses new work. */
  drain(): void;
}

export function makeLifecycle(): Lifecycle {
  let leaving = false;
  let draining = false;
  return {
    isLeaving: () => leaving,
    isDraining: () => draining,
    leave: () => {
      leaving = true;
    },
    drain: () => {
      leaving = true;
      draining = true;
    },
  };
}

/**
 * While leaving, each answer ends its connection, so that none is left open and idle when the port closes. While draining, new work is
 * refused; health and metrics are still answered.
 */
export function refuseWorkWhileDraining(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!lifecycle.isLeaving()) return done();
    reply.header("connection", "close");
    const isWork = request.url.startsWith("/v1/") || request.url.startsWith("/portal/");
    done(isWork && lifecycle.isDraining() ? new DomainError("SHUTTING_DOWN") : undefined);
  });
}
