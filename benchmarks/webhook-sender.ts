import { newId } from "@wayfare/contract";
import { type Database, json, migrate } from "@wayfare/database";
import { createGuardedClient } from "@wayfare/egress";
import { deliveriesChannel, makeWebhookSecret, recordEvent, startDispatcher } from "@wayfare/webhooks";
import { withStatementCount } from "./statement-count.ts";
import type { Arrivals } from "./webhook-arrivals.ts";

const box = {
  seal: (text: string) => Buffer.from(text),
  open: (sealed: Uint8Array) => Buffer.from(sealed).toString(),
};
const rules = { allowLoopback: true, allowCidrs: [], ports: [] };

/** Endpoints of a scenario. */
export interface Shape {
  endpoints: number;
  hanging?: number;
  ordered?: boolean;
}

/** Consecutive deliveries about one object. */
const subjectSize = 3;

/** Payload of both senders: half a kilobyte. */
export const message = "x".repeat(500);

/** A sender of deliveries to the receiver: this project's, or a queue to compare with. */
export interface Sender {
  /** Creates an event for one endpoint; resolves when it is accepted. */
  cause(endpoint: number): Promise<string>;
  /** Makes `count` deliveries due, round-robin over the endpoints; returns their ids at the receiver. */
  fill(count: number): Promise<string[]>;
  /** Starts sending; the returned function stops it once all results are written. */
  start(): Promise<() => Promise<void>>;
  /** Returns the receiver's id of an event from the id that `cause` returned. */
  arrivalIds(): Promise<Map<string, string>>;
  /** Number of statements so far; NaN if they cannot be counted. */
  statements(): number;
  /** Throws unless `delivered` deliveries are recorded as delivered. */
  verify(delivered: number): Promise<void>;
}

/**
 * This project's sender on an empty database, with accounts of one endpoint each. `hanging` of the endpoints never respond. To `ordered`
 * endpoints, three consecutive deliveries are about one object.
 */
export async function openSender(
  database: Database,
  arrivals: Arrivals,
  { endpoints, hanging = 0, ordered = false }: Shape,
): Promise<Sender> {
  await migrate(database, { nowMs: Date.now() });
  const accounts: string[] = [];
  for (let at = 0; at < endpoints; at++) {
    accounts.push(await addAccount(database, `${arrivals.url}${at < hanging ? "/hang" : "/hooks"}`, ordered));
  }
  const counted = withStatementCount(database);
  const eventOf = (endpoint: number) => {
    const accountId = accounts[endpoint % accounts.length] ?? "";
    const owner = { accountId, environment: "live", applicationId: null } as const;
    return { ...owner, type: "webhook.test", data: { message }, nowMs: Date.now() } as const;
  };
  return {
    cause: (endpoint) => database.transaction((tx) => recordEvent(tx, eventOf(endpoint))),
    async fill(count) {
      const ids: string[] = [];
      for (let at = 0; at < count; at += 500) {
        const size = Math.min(500, count - at);
        const filled = Array.from({ length: size }, (_, n) => ({
          accountId: accounts[(at + n) % accounts.length] ?? "",
          subject: `subject-${Math.floor((at + n) / endpoints / subjectSize)}`,
        }));
        ids.push(...(await fillDeliveries(database, filled)));
      }
      return ids;
    },
    async start() {
      const client = createGuardedClient({ rules, timeoutMs: 15_000, maxBodyBytes: 65_536 });
      const log = { error: (details: object, text: string) => console.error(text, details) };
      const dispatcher = await startDispatcher({
        database: counted.database,
        client,
        box,
        clock: { nowMs: Date.now },
        log,
      });
      return async () => {
        await dispatcher.stop();
        await client.close();
      };
    },
    async arrivalIds() {
      const rows = await database.query<{ id: string; event_id: string }>(
        "SELECT id, event_id FROM deliveries ORDER BY id LIMIT 1000000",
      );
      return new Map(rows.map(({ id, event_id: eventId }) => [eventId, id]));
    },
    statements: counted.statements,
    async verify(delivered) {
      const [row] = await database.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM deliveries JOIN delivery_attempts ON delivery_id = deliveries.id WHERE status = 'delivered' AND number = 1",
      );
      if (row?.n !== delivered) throw new Error(`${row?.n} of ${delivered} deliveries are recorded`);
    },
  };
}

async function addAccount(database: Database, url: string, ordered: boolean): Promise<string> {
  const accountId = newId("acct", Date.now());
  await database.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, 'Benchmark', $2)", [
    accountId,
    new Date(),
  ]);
  await database.execute(
    `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, ordered, created_at)
     VALUES ($1, $2, 'live', $3, '', '{*}', 'active', $4, $5, $6)`,
    [newId("whk", Date.now()), accountId, url, box.seal(makeWebhookSecret()), ordered, new Date()],
  );
  return accountId;
}

/** Writes the rows of `recordEvent` for many events at once: filling is not measured. */
export async function fillDeliveries(
  database: Database,
  events: readonly { accountId: string; subject: string }[],
): Promise<string[]> {
  const made = new Date();
  const eventIds = events.map(() => newId("evt", made.getTime()));
  const ids = events.map(() => newId("dlv", made.getTime()));
  const [accountIds, subjects] = [events.map(({ accountId }) => accountId), events.map(({ subject }) => subject)];
  await database.execute(
    `INSERT INTO events (id, account_id, environment, type, data, created_at, subject)
     SELECT id, account_id, 'live', 'webhook.test', $4, $5, subject FROM unnest($1::text[], $2::text[], $3::text[]) AS event (id, account_id, subject)`,
    [eventIds, accountIds, subjects, json({ message }), made],
  );
  await database.execute(
    `INSERT INTO deliveries
       (id, account_id, environment, endpoint_id, event_id, event_type, status, due_at, created_at, ordering_key, ordering_position)
     SELECT event.delivery_id, endpoint.account_id, 'live', endpoint.id, event.id, 'webhook.test', 'pending', $5, $5,
            CASE WHEN endpoint.ordered THEN event.subject END, CASE WHEN endpoint.ordered THEN nextval('delivery_positions') END
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS event (id, account_id, delivery_id, subject, place)
     JOIN webhook_endpoints endpoint ON endpoint.account_id = event.account_id
     ORDER BY event.place`,
    [eventIds, accountIds, ids, subjects, made],
  );
  await database.query("SELECT pg_notify($1, '')", [deliveriesChannel]);
  return ids;
}
