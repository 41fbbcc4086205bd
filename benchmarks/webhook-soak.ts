import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@wayfare/database";
import { percentile } from "./machine.ts";
import { type Arrivals, nowMs } from "./webhook-arrivals.ts";
import type { Sender } from "./webhook-sender.ts";

/** One sample of a soak test. */
export interface SoakSample {
  second: number;
  /** Number of deliveries so far, and latencies since the last sample. */
  delivered: number;
  p50: number;
  p99: number;
  residentMib: number;
  /** Size of the tables of deliveries, attempts and events with their indexes. */
  tablesMib: number;
}

const chunk = 100;
const perSecond = 1000;
const sampleMs = 5000;

/** Sends `count` deliveries at a steady rate and samples the process and its tables every five seconds. */
export async function soak(
  { sender, arrivals, database }: { sender: Sender; arrivals: Arrivals; database: Database },
  count: number,
): Promise<SoakSample[]> {
  const samples: SoakSample[] = [];
  const madeMs = new Map<string, number>();
  const startedMs = nowMs();
  let sampledMs = startedMs;
  const stop = await sender.start();
  const sample = async () => {
    const came = [...madeMs].filter(([id]) => !Number.isNaN(arrivals.atMs(id)));
    const latencies = came.map(([id, fromMs]) => arrivals.atMs(id) - fromMs);
    for (const [id] of came) madeMs.delete(id);
    const delivered = (samples.at(-1)?.delivered ?? 0) + came.length;
    const second = Math.round((nowMs() - startedMs) / 1000);
    const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
    const residentMib = process.memoryUsage.rss() / 2 ** 20;
    samples.push({ second, delivered, p50, p99, residentMib, tablesMib: await tablesMib(database) });
    sampledMs = nowMs();
  };
  for (let made = 0; made < count; made += chunk) {
    const dueMs = startedMs + (made / perSecond) * 1000;
    await sleep(Math.max(0, dueMs - nowMs()));
    const fromMs = nowMs();
    for (const id of await sender.fill(chunk)) madeMs.set(id, fromMs);
    if (nowMs() - sampledMs >= sampleMs) await sample();
  }
  await arrivals.reach(count);
  await sample();
  await stop();
  arrivals.clear(count);
  await sender.verify(count);
  return samples;
}

async function tablesMib(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    "SELECT (pg_total_relation_size('deliveries') + pg_total_relation_size('delivery_attempts') + pg_total_relation_size('events'))::float8 AS bytes",
  );
  return (row?.bytes ?? 0) / 2 ** 20;
}
