import { hostname } from "node:os";
import { type Clock, formatInstant, type ProcessHealth } from "@wayfare/contract";
import type { Shedding } from "../overload/shedding.ts";
import { type ReadinessCheck, readReadiness } from "./health.ts";
import { readVersion } from "./version.ts";

interface ProcessHealthDeps {
  clock: Clock;
  checks: readonly ReadinessCheck[];
  clockSkew: { skewMs: number };
  shedding: Pick<Shedding, "delayMs" | "level" | "queue" | "live">;
}

/** Returns a function that reads the health of this process, which starts to serve now. */
export function makeProcessHealth({
  clock,
  checks,
  clockSkew,
  shedding,
}: ProcessHealthDeps): () => Promise<ProcessHealth> {
  const version = readVersion();
  const startedAt = formatInstant(clock.nowMs());
  return async () => {
    const { ready, results } = await readReadiness(checks);
    return {
      host: hostname(),
      pid: process.pid,
      version,
      nodeVersion: process.versions.node,
      startedAt,
      ready,
      readiness: results,
      clockSkewMs: clockSkew.skewMs,
      eventLoopDelayMs: Math.round(shedding.delayMs() * 10) / 10,
      loadLevel: shedding.level(),
      searchesPending: shedding.queue.length + shedding.live.length,
      memoryBytes: process.memoryUsage.rss(),
    };
  };
}
