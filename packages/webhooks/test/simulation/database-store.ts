import { newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { createSqlStore } from "../../src/dispatcher/sql-store.ts";
import { addDeliveries, insertEvent } from "../../src/events/events.ts";
import { type DeliveryRecord, defaultSubject, type StoreUnderTest } from "./store-under-test.ts";

interface Row {
  id: string;
  endpoint_id: string;
  status: string;
  attempts: number;
  due_at: Date | null;
  claim_id: string | null;
  lease_ends_at: Date | null;
}

/** Creates a store over a migrated database, with a new account. */
export async function openDatabaseStore(
  database: Database,
  { delaysMs, startMs }: { delaysMs: readonly number[]; startMs: number },
): Promise<StoreUnderTest> {
  const accountId = newId("acct", startMs);
  const createdAt = new Date(startMs);
  await database.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, 'Test', $2)", [accountId, createdAt]);
  return {
    store: createSqlStore(database, delaysMs),
    async addEndpoint({ url, maxPerSecond, ordered = false }) {
      const id = newId("whk", startMs);
      await database.execute(
        `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, max_per_second, ordered, created_at)
         VALUES ($1, $2, 'live', $3, '', '{*}', 'active', '', $4, $5, $6)`,
        [id, accountId, url, maxPerSecond, ordered, createdAt],
      );
      return id;
    },
    accept(endpointIds, nowMs, subject = defaultSubject) {
      return database.transaction(async (tx) => {
        const event = {
          accountId,
          environment: "live",
          applicationId: null,
          type: "webhook.test",
          subject,
          nowMs,
        } as const;
        const eventId = await insertEvent(tx, { ...event, data: {} });
        const endpoints = await tx.query<{ id: string; ordered: boolean }>(
          "SELECT id, ordered FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY array_position($1::text[], id) LIMIT 100",
          [[...endpointIds]],
        );
        const targets = endpoints.map((row) => ({ ...row, status: "active" as const, applicationId: null }));
        return addDeliveries(tx, { ...event, eventId }, targets);
      });
    },
    async records() {
      const rows = await database.query<Row>(
        "SELECT id, endpoint_id, status, attempts, due_at, claim_id, lease_ends_at FROM deliveries ORDER BY id LIMIT 10000",
      );
      return rows.map(toRecord);
    },
  };
}

function toRecord(row: Row): DeliveryRecord {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    status: row.status,
    attempts: row.attempts,
    dueAtMs: row.due_at?.getTime() ?? null,
    claimId: row.claim_id,
    leaseEndsAtMs: row.lease_ends_at?.getTime() ?? null,
  };
}
