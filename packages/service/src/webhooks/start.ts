import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { createGuardedClient, type GuardRules, type Proxy } from "@wayfare/egress";
import {
  type OnEndpointAlert,
  replaysChannel,
  runReplays,
  startChallenges,
  startDispatcher,
  startJobLoop,
} from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { logDecryptionFailures, makeSecretBox } from "../secrets/secret-box.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import type { WebhookMetrics } from "./metrics.ts";

const timeoutMs = 15_000;
const maxBodyBytes = 65_536;
/** Interval at which replays of dead processes are continued. */
const replaysEveryMs = 30_000;

/** Starts challenges, replays and deliveries. Returns a function that stops them and waits for pending ones. */
export async function startWebhooks(deps: {
  database: Database;
  secrets: ServerSecrets;
  clock: Clock;
  log: FastifyBaseLogger;
  rules: GuardRules;
  metrics: WebhookMetrics;
  /** Delays between the attempts of a delivery; the default schedule if absent. */
  delaysMs?: readonly number[];
  /** Proxy for deliveries and challenges; null for direct connections. */
  proxy?: Proxy | null;
  /** Called with endpoints that are failing or were disabled. */
  onAlert?: OnEndpointAlert;
  /** DNS servers to use instead of the operating system's, as `address` or `address:port`. */
  nameServers?: readonly string[];
}): Promise<() => Promise<void>> {
  const { database, secrets, clock, log, rules, metrics, delaysMs, nameServers, proxy = null, onAlert } = deps;
  const client = createGuardedClient({
    rules,
    timeoutMs,
    maxBodyBytes,
    proxy,
    ...(nameServers === undefined ? {} : { nameServers }),
  });
  const box = logDecryptionFailures(makeSecretBox(secrets), log);
  const stopChallenges = await startChallenges({ database, client, clock, box }, (error) =>
    log.error({ err: error }, "webhook challenge job failed"),
  );
  const stopReplays = await startJobLoop(database, {
    channel: replaysChannel,
    everyMs: replaysEveryMs,
    run: () => runReplays(database, clock.nowMs()),
    onError: (error) => log.error({ err: error }, "webhook replay job failed"),
  });
  const dispatcher = await startDispatcher({
    database,
    client,
    box,
    clock,
    log,
    observer: metrics,
    ...(delaysMs !== undefined && { delaysMs }),
    ...(onAlert !== undefined && { onAlert }),
  });
  metrics.watch(() => dispatcher.inFlight());
  return async () => {
    await Promise.all([stopChallenges(), stopReplays(), dispatcher.stop()]);
    await client.close();
  };
}
