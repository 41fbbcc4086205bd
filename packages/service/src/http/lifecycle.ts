import type { FastifyInstance } from "fastify";
import { ProblemError } from "./problem.ts";

/** Whether the instance still takes work. */
export interface Lifecycle {
  isDraining(): boolean;
  drain(): void;
}

export function makeLifecycle(): Lifecycle {
  let draining = false;
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true;
    },
  };
}

/** Once draining, turns new work away; whoever watches the instance may still look. */
export function refuseWorkWhileDraining(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (!lifecycle.isDraining()) return done();
    reply.header("connection", "close");
    const isWork = request.url.startsWith("/v1/") || request.url.startsWith("/portal/");
    done(isWork ? new ProblemError("SHUTTING_DOWN") : undefined);
  });
}
