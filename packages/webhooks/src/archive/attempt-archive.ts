import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { DeliveryArchive, DeliveryBatch } from "../events/archived-purge.ts";
import type { ObjectStore } from "./object-store.ts";

const compress = promisify(gzip);

/** Attempts of purged deliveries, in an object store. */
export interface AttemptArchive extends DeliveryArchive {
  /** Deletes the archived objects of an account. */
  erase(accountId: string): Promise<void>;
}

/**
 * Returns an archive with an object for each batch: compressed NDJSON with a line for each attempt. The key names the account, so that an
 * erasure finds its objects, and the deliveries, so that a batch that is written again replaces its object.
 */
export function createAttemptArchive(store: ObjectStore): AttemptArchive {
  return {
    async write(batch, signal) {
      const text = renderBatch(batch);
      // Deliveries that were cancelled before their first attempt have nothing to keep.
      if (text !== "") await store.put(keyOf(batch), await compress(text), signal);
    },
    async erase(accountId) {
      for (let deleted = 1; deleted > 0; ) deleted = await store.deleteSome(prefixOf(accountId));
    },
  };
}

const prefixOf = (accountId: string): string => `accounts/${accountId}/`;

function keyOf({ accountId, environment, day, deliveries }: DeliveryBatch): string {
  const ids = deliveries.map(({ id }) => id);
  const digest = hash("sha256", ids.join(" ")).slice(0, 16);
  return `${prefixOf(accountId)}${environment}/${day}/${ids[0] ?? ""}-${digest}.ndjson.gz`;
}

function renderBatch({ accountId, environment, deliveries }: DeliveryBatch): string {
  const lines = deliveries.flatMap(({ id, webhookId, eventId, eventType, status, createdAt, finishedAt, attempts }) => {
    const delivery = { deliveryId: id, webhookId, eventId, eventType, deliveryStatus: status };
    const times = { deliveryCreatedAt: createdAt, deliveryFinishedAt: finishedAt };
    return attempts.map((attempt) => {
      return `${JSON.stringify({ accountId, environment, ...delivery, ...times, ...attempt })}\n`;
    });
  });
  return lines.join("");
}
