import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { SharedMemory } from "../../src/pglite/thread-messages.ts";

test("a wake-up without a request does not end the wait", async () => {
  const memory = new SharedMemory();
  const worker = new Worker(new URL("./waiting-thread.ts", import.meta.url), { workerData: memory.buffer });
  onTestFinished(async () => void (await worker.terminate()));
  const received: unknown[] = [];
  worker.on("message", (length) => received.push(length));
  const control = new Int32Array(memory.buffer, 0, 1);
  // Each wake-up finds the thread waiting again.
  for (let wakeUps = 0; wakeUps < 3 && received.length === 0; await setImmediate()) {
    wakeUps += Atomics.notify(control, 0);
  }
  expect(received).toStrictEqual([]);
  const message = once(worker, "message");
  memory.signal(42);
  expect(await message).toStrictEqual([42]);
});
