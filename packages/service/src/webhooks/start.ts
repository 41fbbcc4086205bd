import type { Clock } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { createGuardedClient, type GuardRules } from "@wayfare/egress";
import { replaysChannel, runReplays, startChallenges, startDispatcher, startWaking } from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { logUnreadable, makeSecretBox } from "../secrets/secret-box.ts";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import type { WebhookMetrics } from "./metrics.ts";

const timeoutMs = 15_000;
const maxBodyBytes = 65_536;
/** How soon somebody else goes on with a replay whose process died. */
const replaysEveryMs = 30_000;

/** Starts what calls subscribers; the answer stops it and waits for what is under way. */
export async function startWebhooks(parts: {
  database: Database;
  secrets: ServerSecrets;
  clock: Clock;
  log: FastifyBaseLogger;
  rules: GuardRules;
  metrics: WebhookMetrics;
  /** Name servers to query instead of the operating system's, as `address` or `address:port`. */
  nameServers?: readonly string[];
}): Promise<() => Promise<void>> {
  const { database, secrets, clock, log, rules, metrics, nameServers } = parts;
  const client = createGuardedClient({
    rules,
    timeoutMs,
    maxBodyBytes,
    ...(nameServers === undefined ? {} : { nameServers }),
  });
  const stopChallenges = await startChallenges({ database, client, clock }, (error) =>
    log.error({ err: error }, "challenges could not be sent or written down"),
  );
  const stopReplays = await startWaking(database, {
    channel: replaysChannel,
    everyMs: replaysEveryMs,
    run: () => runReplays(database, clock.nowMs()),
    onError: (error) => log.error({ err: error }, "a replay could not go on"),
  });
  const box = logUnreadable(makeSecretBox(secrets), log);
  const dispatcher = await startDispatcher({ database, client, box, clock, log, observer: metrics });
  metrics.watch(() => dispatcher.inFlight());
  return async () => {
    await Promise.all([stopChallenges(), stopReplays(), dispatcher.stop()]);
    await client.close();
  };
}
