import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { formatInstant } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { DeliveryArchive, DeliveryBatch, FinishedDelivery } from "../events/archived-purge.ts";
import { listAttemptsOfDeliveries } from "../history/deliveries.ts";
import type { ObjectStore } from "./object-store.ts";

const compress = promisify(gzip);
/** Deliveries whose attempts are read at once. */
const pageSize = 50;

/**
 * Archive of delivery attempts: an object for each batch, NDJSON in gzip with a line for each attempt. The key is that of the account and
 * day, the first delivery and a digest of the others, so that a batch that is written again replaces its object.
 */
export function createAttemptArchive(database: Database, store: ObjectStore): DeliveryArchive {
  return {
    async write(batch) {
      const text = await renderBatch(database, batch);
      // Deliveries that were cancelled before their first attempt have nothing to keep.
      if (text.length > 0) await store.put(keyOf(batch), await compress(text));
    },
  };
}

/** Deletes the archived attempts of an account. Returns the number of deleted objects. */
export function eraseArchive(store: ObjectStore, accountId: string): Promise<number> {
  return store.deleteAll(prefixOf(accountId));
}

const prefixOf = (accountId: string): string => `accounts/${accountId}/`;

function keyOf({ accountId, environment, day, deliveries }: DeliveryBatch): string {
  const ids = deliveries.map(({ id }) => id);
  const digest = hash("sha256", ids.join(" ")).slice(0, 16);
  return `${prefixOf(accountId)}${environment}/${day}/${ids[0] ?? ""}-${digest}.ndjson.gz`;
}

async function renderBatch(database: Database, { accountId, environment, deliveries }: DeliveryBatch): Promise<Buffer> {
  const pages: Buffer[] = [];
  for (let at = 0; at < deliveries.length; at += pageSize) {
    const page = deliveries.slice(at, at + pageSize);
    const attempts = await listAttemptsOfDeliveries(
      database,
      page.map(({ id }) => id),
    );
    const lines = page.flatMap((delivery) =>
      (attempts.get(delivery.id) ?? []).map((attempt) => {
        return `${JSON.stringify({ accountId, environment, ...describe(delivery), ...attempt })}\n`;
      }),
    );
    pages.push(Buffer.from(lines.join("")));
  }
  return Buffer.concat(pages);
}

/** Members of a line about the delivery. Those of the attempt are those of the API. */
function describe({ id, endpointId, eventId, eventType, status, createdAtMs, finishedAtMs }: FinishedDelivery) {
  return {
    deliveryId: id,
    webhookId: endpointId,
    eventId,
    eventType,
    deliveryStatus: status,
    deliveryCreatedAt: formatInstant(createdAtMs),
    deliveryFinishedAt: formatInstant(finishedAtMs),
  };
}
