import { createHmac, randomUUID } from "node:crypto";
import { PgBoss } from "pg-boss";
import type { Arrivals } from "./webhook-arrivals.ts";
import { message, type Sender } from "./webhook-sender.ts";

interface Job {
  id: string;
  url: string;
}

const queue = "deliveries";
const secret = "whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

/**
 * The same work with pg-boss: one job per delivery, signed and posted with `fetch`. It stores no attempts, checks no addresses and does not
 * schedule fairly between endpoints. Batch size and workers are the fastest measured here; a message wakes it.
 */
export async function openPeer(connectionString: string, arrivals: Arrivals): Promise<Sender> {
  const boss = new PgBoss({ connectionString, max: 10, useListenNotify: true });
  boss.on("error", (error) => console.error(error));
  await boss.start();
  await boss.createQueue(queue, { notify: true });
  let delivered = 0;
  const jobOf = (id: string): { data: Job } => ({ data: { id, url: `${arrivals.url}/hooks` } });
  return {
    async cause() {
      const id = randomUUID();
      await boss.send(queue, jobOf(id).data);
      return id;
    },
    async fill(count) {
      const ids = Array.from({ length: count }, () => randomUUID());
      for (let at = 0; at < count; at += 500) await boss.insert(queue, ids.slice(at, at + 500).map(jobOf));
      return ids;
    },
    async start() {
      const options = { batchSize: 50, localConcurrency: 4, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
      await boss.work<Job>(queue, options, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => post(data)));
        delivered += jobs.length;
      });
      return async () => {
        await boss.offWork(queue);
        await boss.stop({ graceful: true, timeout: 5000 });
      };
    },
    async arrivalIds() {
      return new Map();
    },
    statements: () => Number.NaN,
    async verify(expected) {
      if (delivered !== expected) throw new Error(`${delivered} of ${expected} jobs completed`);
    },
  };
}

async function post({ id, url }: Job): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ id, type: "webhook.test", data: { message } });
  const v1 = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "svc-delivery-id": id,
    "svc-signature": `t=${seconds},v1=${v1}`,
  };
  const response = await fetch(url, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`Unexpected status ${response.status}.`);
  await response.json();
}
