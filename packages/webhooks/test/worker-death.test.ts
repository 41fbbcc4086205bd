import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../database/test/test-databases.ts";
import { DeliveryDesk } from "./delivery-desk.ts";
import { startReceiver } from "./receiver.ts";

/** `npm run test:full` asks for more. */
const rounds = Number(process.env.WORKER_DEATHS ?? 1);
/** A worker has one delivery out at once of each endpoint that it does not know yet. */
const endpoints = 16;
const events = 3;
const goesOnWithinMs = 15_000;

async function startWorker(connectionString: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("./worker-process.ts", import.meta.url));
  const child = fork(script, [connectionString], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child, "message");
  return child;
}

test(`what a worker held that is killed goes on within 15 seconds, ${rounds} times`, {
  timeout: 60_000 * rounds,
}, async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const desk = await DeliveryDesk.over(database);
  const receiver = await startReceiver();
  for (let at = 0; at < endpoints; at++) await desk.addEndpoint(receiver.url);
  for (let round = 1; round <= rounds; round++) {
    // The first worker hears nothing, and dies with all that it has out.
    receiver.reply = () => new Promise(() => {});
    const outBefore = receiver.received.length;
    desk.nowMs = Date.now();
    for (let at = 0; at < events; at++) await desk.cause();
    const doomed = await startWorker(connectionString ?? "");
    await vi.waitUntil(() => receiver.received.length - outBefore === endpoints, 20_000);
    const held = (await desk.deliveries()).filter(({ status }) => status === "delivering").map(({ id }) => id);
    expect(held).toHaveLength(endpoints);
    const arrivedMs = new Map<string, number>();
    receiver.reply = (_n, { headers }) => {
      arrivedMs.set(String(headers["svc-delivery-id"]), performance.now());
      return { status: 200 };
    };
    const heir = await startWorker(connectionString ?? "");
    doomed.kill("SIGKILL");
    const killedMs = performance.now();
    const isDone = async () => (await desk.deliveries()).every(({ status }) => status === "delivered");
    await vi.waitUntil(isDone, { timeout: 40_000, interval: 250 });
    const lastMs = Math.max(...held.map((id) => arrivedMs.get(id) ?? Number.POSITIVE_INFINITY)) - killedMs;
    expect(lastMs).toBeLessThan(goesOnWithinMs);
    heir.kill("SIGKILL");
  }
  const deliveries = await desk.deliveries();
  expect(deliveries).toHaveLength(rounds * endpoints * events);
  // Whatever was sent and not written down was no attempt.
  expect(await desk.attempts()).toHaveLength(deliveries.length);
});
