/**
 * Measures `wayfare listen --forward`: the time from the request of `wayfare trigger`, which records an event, to the arrival of the
 * forwarded delivery, on each database. The service, the command and the receiver are separate processes. `npm run bench:listen`, with
 * `-- --events 20` for a quick run. Figures are printed only after every event has arrived once, in order and with a valid signature.
 */
import { deepEqual } from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { verifyWebhook, Wayfare } from "@wayfare/sdk";
import { makeWebhookSecret } from "@wayfare/webhooks";
import { closeServer, listenOnLoopback } from "../tests/loopback.ts";
import { startPostgresServer } from "../tests/postgres-server.ts";
import { type RunningService, startService } from "../tests/running-service.ts";
import { SeededRandom } from "../tests/seeded-random.ts";
import { benchmarkSecret } from "./http/deployment.ts";
import { describeMachine, percentile } from "./machine.ts";

const { values: options } = parseArgs({ options: { events: { type: "string", default: "100" } } });
const events = Number(options.events);
/** Maximum time between an arrival and the next event: several polls of the feed, so that events are not in step with them. */
const maxPauseMs = 800;
const maxArrivalMs = 20_000;
const aimMs = 1000;
const launcher = fileURLToPath(new URL("../packages/cli/bin/wayfare.mjs", import.meta.url));
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Arrival {
  id: string;
  atMs: number;
}

/** A receiver on loopback that verifies signatures. */
async function openReceiver(secret: string) {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const atMs = performance.now();
    const receive = async () => {
      const { id } = await verifyWebhook(await text(request), request.headers, secret);
      arrivals.push({ id, atMs });
      response.end("{}");
    };
    receive().catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(400).end();
    });
  });
  const url = await listenOnLoopback(server);
  return { url, arrivals, close: () => closeServer(server) };
}

/** Starts `wayfare listen` and waits until it listens. Returns a function that ends it. */
async function startListening({ url, key }: RunningService, forward: string, secret: string) {
  const child = spawn(process.execPath, [launcher, "listen", "--url", url, "--forward", forward], {
    env: { ...process.env, WAYFARE_KEY: key, WAYFARE_WEBHOOK_SECRETS: secret },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (printed += part));
  while (!printed.includes("Forwarding events")) {
    if (child.exitCode !== null) throw new Error(`wayfare listen ended: ${printed}`);
    await Promise.race([once(child.stderr, "data"), once(child, "exit")]);
  }
  return async () => {
    const exited = once(child, "exit");
    child.kill("SIGINT");
    await exited;
  };
}

/** Triggers events one after the other and returns the times until they arrived. */
async function measure(service: RunningService): Promise<number[]> {
  const secret = makeWebhookSecret();
  const receiver = await openReceiver(secret);
  const stop = await startListening(service, receiver.url, secret);
  const client = new Wayfare({ apiKey: service.key, baseUrl: service.url });
  const random = new SeededRandom(1);
  const recorded: string[] = [];
  const latencies: number[] = [];
  try {
    for (let count = 1; count <= events; count++) {
      await sleep(random.between(0, maxPauseMs));
      const startedMs = performance.now();
      recorded.push((await client.events.trigger({ type: "booking.confirmed" })).id);
      while (receiver.arrivals.length < count) {
        if (performance.now() - startedMs > maxArrivalMs) throw new Error(`event ${count} did not arrive`);
        await sleep(1);
      }
      latencies.push((receiver.arrivals[count - 1]?.atMs ?? Number.NaN) - startedMs);
    }
  } finally {
    await stop();
    await receiver.close();
  }
  deepEqual(
    receiver.arrivals.map(({ id }) => id),
    recorded,
  );
  return latencies;
}

async function report(database: string, environment: Record<string, string>): Promise<void> {
  const service = await startService(environment);
  try {
    const latencies = await measure(service);
    const [first = Number.NaN] = latencies;
    const maxMs = Math.max(...latencies);
    const figures = [first, percentile(latencies, 0.5), percentile(latencies, 0.99), maxMs].map((ms) => ms.toFixed(0));
    print(`| ${database} | ${figures.join(" | ")} | ${maxMs <= aimMs ? "met" : "missed"} |`);
  } finally {
    await service.stop();
  }
}

print(`${describeMachine()}; ${events} events, one after the other\n`);
print(`| database | first, ms | p50, ms | p99, ms | max, ms | aim ≤ ${aimMs.toLocaleString("en-US")} ms |`);
print("| --- | ---: | ---: | ---: | ---: | --- |");
const server = await startPostgresServer();
try {
  await report("PostgreSQL", { DATABASE_URL: server.connectionString, SERVER_SECRET: benchmarkSecret });
} finally {
  await server.stop();
}
await report("embedded", {});
