import { newId } from "@wayfare/contract";
import { type Database, migrate, type Session } from "@wayfare/database";
import { createGuardedClient, makeWebhookSecret, recordEvent, startDispatcher } from "@wayfare/webhooks";
import { countedDatabase } from "./counted-database.ts";
import type { Arrivals } from "./webhook-arrivals.ts";

const box = {
  seal: (text: string) => Buffer.from(text),
  open: (sealed: Uint8Array) => Buffer.from(sealed).toString(),
};
const rules = { allowLoopback: true, allowCidrs: [], ports: [] };

/** What both senders send: half a kilobyte. */
export const message = "x".repeat(500);

/** Something that delivers to the receiver: ours, or a queue that it is compared with. */
export interface Sender {
  /** Makes an event that goes to one endpoint, and settles when it is accepted. */
  cause(endpoint: number): Promise<string>;
  /** Makes so many deliveries wait, in turn for each endpoint. */
  fill(count: number): Promise<void>;
  /** Starts sending; the answer stops it when all is written down. */
  start(): Promise<() => Promise<void>>;
  /** The id under which an event arrives, by the id that `cause` gave. */
  arrivalIds(): Promise<Map<string, string>>;
  /** Statements of sending so far, or not a number where they cannot be counted. */
  statements(): number;
  /** Throws where not so many are written down as delivered. */
  verify(delivered: number): Promise<void>;
}

/** Our own sender over an empty database, with accounts of one endpoint each. `hanging` of them never answer. */
export async function openSender(
  database: Database,
  arrivals: Arrivals,
  { endpoints, hanging = 0 }: { endpoints: number; hanging?: number },
): Promise<Sender> {
  await migrate(database, { nowMs: Date.now() });
  const accounts: string[] = [];
  for (let at = 0; at < endpoints; at++) {
    accounts.push(await addAccount(database, `${arrivals.url}${at < hanging ? "/hang" : "/hooks"}`));
  }
  const counted = countedDatabase(database);
  const record = (session: Session, endpoint: number) => {
    const accountId = accounts[endpoint % accounts.length] ?? "";
    const event = { accountId, environment: "live", type: "webhook.test", data: { message }, nowMs: Date.now() } as const;
    return recordEvent(session, event);
  };
  return {
    cause: (endpoint) => database.transaction((session) => record(session, endpoint)),
    async fill(count) {
      await database.transaction(async (session) => {
        for (let at = 0; at < count; at++) await record(session, at);
      });
    },
    async start() {
      const client = createGuardedClient({ rules, timeoutMs: 15_000, maxBodyBytes: 65_536 });
      const log = { error: (details: object, text: string) => console.error(text, details) };
      const dispatcher = await startDispatcher({ database: counted.database, client, box, clock: { nowMs: Date.now }, log });
      return async () => {
        await dispatcher.stop();
        await client.close();
      };
    },
    async arrivalIds() {
      const rows = await database.query<{ id: string; event_id: string }>("SELECT id, event_id FROM deliveries ORDER BY id LIMIT 1000000");
      return new Map(rows.map(({ id, event_id: eventId }) => [eventId, id]));
    },
    statements: counted.statements,
    async verify(delivered) {
      const [row] = await database.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM deliveries JOIN delivery_attempts ON delivery_id = deliveries.id WHERE status = 'delivered' AND number = 1",
      );
      if (row?.n !== delivered) throw new Error(`${row?.n} of ${delivered} deliveries are written down`);
    },
  };
}

async function addAccount(database: Database, url: string): Promise<string> {
  const accountId = newId("acct", Date.now());
  await database.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, 'Benchmark', $2)", [accountId, new Date()]);
  await database.execute(
    `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
     VALUES ($1, $2, 'live', $3, '', '{*}', 'active', $4, $5)`,
    [newId("whk", Date.now()), accountId, url, box.seal(makeWebhookSecret()), new Date()],
  );
  return accountId;
}
