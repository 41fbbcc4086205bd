import { readFile } from "node:fs/promises";
import { openPglite } from "@wayfare/database";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { Registry } from "prom-client";
import { prepareDatabase } from "../../../../tests/prepared-database.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { makeWebhookMetrics } from "../../src/webhooks/metrics.ts";
import { startWebhooks } from "../../src/webhooks/start.ts";
import { cachedSandbox } from "../cached-sandbox.ts";
import { runApp, startMs, testSecrets } from "../running-app.ts";
import { connectableSupplier } from "../sample-supply.ts";
import { openExampleReceiver } from "./example-receiver.ts";
import { makeRecorder, type RecordedExamples } from "./recording.ts";
import { runScenario, type ScenarioDeps } from "./scenario.ts";
import { makeStabilize } from "./stable-values.ts";

/** Runs the service with the sandbox, an embedded database and a virtual clock, and makes every call of the scenario. */
export async function withScenario<T>(use: (parts: ScenarioDeps) => Promise<T>): Promise<T> {
  const { snapshotPath } = await prepareDatabase();
  const database = await openPglite({ directory: null, snapshot: new Blob([await readFile(snapshotPath)]) });
  const log = pino({ enabled: false });
  const supply = await makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "1" } }),
    dataDirectory: cachedSandbox,
    database,
    clock: { nowMs: () => startMs },
    log,
  });
  const openPage = async () => ({ url: "https://checkout.stripe.com/c/pay/cs_live_a1" });
  const provider = { name: "stripe", charge: null, openPage, readEvent: null } as const;
  const liveSuppliers = [connectableSupplier];
  const app = await runApp({
    database,
    supply: { ...supply, liveSuppliers },
    billing: { ...defaultBilling, provider },
    signUp: "invite",
  });
  const receiver = await openExampleReceiver();
  const stopWebhooks = await startWebhooks({
    database,
    secrets: testSecrets,
    clock: app.clock,
    log,
    rules: { allowLoopback: true, allowCidrs: [], ports: [] },
    metrics: makeWebhookMetrics(new Registry()),
  });
  try {
    const origins = { [receiver.origin]: "https://example.com" };
    const recorder = await makeRecorder(app, makeStabilize(origins));
    const parts = { app, database, receiver, recorder };
    await runScenario(parts);
    return await use(parts);
  } finally {
    await stopWebhooks();
    await receiver.close();
    await app.close();
    await supply.close();
    await database.close();
  }
}

/** Records the examples of the OpenAPI document; deterministic. */
export function recordExamples(): Promise<RecordedExamples> {
  return withScenario(async ({ app, recorder }) => {
    app.lifecycle.drain();
    await recorder.call("getReadiness");
    await recorder.fail("SHUTTING_DOWN", "listKeys");
    return recorder.recorded();
  });
}
