import type { Database } from "@wayfare/database";
import { Registry } from "prom-client";
import { onTestFinished } from "vitest";
import { makeWebhookMetrics } from "../src/webhooks/metrics.ts";
import { startWebhooks } from "../src/webhooks/start.ts";
import { type RunningApp, testSecrets } from "./running-app.ts";

/** Starts the background jobs of an app's webhooks, with loopback allowed; stopped after the test. */
export async function startAppWebhooks(
  { app, database }: { app: RunningApp; database: Database },
  nameServers?: readonly string[],
): Promise<void> {
  const stop = await startWebhooks({
    database,
    secrets: testSecrets,
    clock: app.clock,
    log: app.app.log,
    rules: { allowLoopback: true, allowCidrs: [], ports: [] },
    metrics: makeWebhookMetrics(new Registry()),
    ...(nameServers !== undefined && { nameServers }),
  });
  onTestFinished(stop);
}
