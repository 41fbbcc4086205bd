import { newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { createGuardedClient } from "@wayfare/egress";
import { onTestFinished } from "vitest";
import { createTestDatabase, type TestDatabaseKind } from "../../../database/test/test-databases.ts";
import { type Dispatcher, type DispatcherOptions, startDispatcher } from "../../src/dispatcher/dispatcher.ts";
import { recordEvent } from "../../src/events/events.ts";
import { makeWebhookSecret } from "../../src/signing/secrets.ts";
import { reversingBox as box } from "../signing/reversing-box.ts";

export const startMs = Date.UTC(2026, 10, 21, 7, 33);
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

interface EndpointRow {
  status?: string;
  ordered?: boolean;
  events?: string[];
  previousSecret?: string;
  previousSecretEndsAtMs?: number;
}

interface DeliveryRow {
  id: string;
  status: string;
  attempts: number;
  due_at: Date | null;
  held_due_at: Date | null;
  finished_at: Date | null;
  claim_id: string | null;
}

/** Fixture for dispatcher tests: a database with one account and a manual clock. */
export class DispatcherFixture {
  readonly database: Database;
  readonly accountId: string;
  readonly errors: string[] = [];
  nowMs = startMs;

  private constructor(database: Database, accountId: string) {
    this.database = database;
    this.accountId = accountId;
  }

  static async open(kind: TestDatabaseKind, options: { isNew?: boolean } = {}): Promise<DispatcherFixture> {
    const { database, drop } = await createTestDatabase(kind, options);
    onTestFinished(drop);
    return DispatcherFixture.withDatabase(database);
  }

  /** Uses an existing database, with a new account. */
  static async withDatabase(database: Database): Promise<DispatcherFixture> {
    const accountId = newId("acct", startMs);
    await database.execute("INSERT INTO accounts (id, name, created_at) VALUES ($1, 'Test', $2)", [
      accountId,
      new Date(startMs),
    ]);
    return new DispatcherFixture(database, accountId);
  }

  async start(options: Partial<DispatcherOptions> = {}): Promise<Dispatcher> {
    const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
    const client = createGuardedClient({ rules, timeoutMs: 20_000, maxBodyBytes: 65_536 });
    const dispatcher = await startDispatcher({
      database: this.database,
      client,
      box,
      clock: { nowMs: () => this.nowMs },
      log: { error: (details, message) => void this.errors.push(`${message}: ${JSON.stringify(details)}`) },
      ...options,
    });
    onTestFinished(async () => {
      await dispatcher.stop();
      await client.close();
    });
    return dispatcher;
  }

  /** Adds an endpoint and returns its id and secret. */
  async addEndpoint(url: string, row: EndpointRow = {}): Promise<{ id: string; secret: string }> {
    const id = newId("whk", this.nowMs);
    const secret = makeWebhookSecret();
    const { previousSecret, previousSecretEndsAtMs = 0 } = row;
    await this.database.execute(
      `INSERT INTO webhook_endpoints
         (id, account_id, environment, url, description, events, status, secret, previous_secret, previous_secret_ends_at, created_at)
       VALUES ($1, $2, 'test', $3, '', $4, $5, $6, $7, $8, $9)`,
      [
        id,
        this.accountId,
        url,
        row.events ?? ["*"],
        row.status ?? "active",
        box.seal(secret),
        previousSecret === undefined ? null : box.seal(previousSecret),
        previousSecret === undefined ? null : new Date(previousSecretEndsAtMs),
        new Date(this.nowMs),
      ],
    );
    // A separate statement, because tests of upgrades add endpoints to schemas without this column.
    if (row.ordered === true)
      await this.database.execute("UPDATE webhook_endpoints SET ordered = true WHERE id = $1", [id]);
    return { id, secret };
  }

  /** Records an event in its own transaction. */
  async recordEvent(
    type: "webhook.test" | "booking.confirmed" = "webhook.test",
    data: object = { message: "It works." },
  ) {
    const event = {
      accountId: this.accountId,
      environment: "test",
      applicationId: null,
      type,
      data: { ...data },
      nowMs: this.nowMs,
    } as const;
    return this.database.transaction((tx) => recordEvent(tx, event));
  }

  async deliveries(): Promise<DeliveryRow[]> {
    return this.database.query<DeliveryRow>(
      "SELECT id, status, attempts, due_at, held_due_at, finished_at, claim_id FROM deliveries ORDER BY id LIMIT 10000",
    );
  }

  /** All stored attempts: delivery id, number and outcome. */
  async attempts(): Promise<{ delivery_id: string; number: number; outcome: string }[]> {
    return this.database.query(
      "SELECT delivery_id, number, outcome FROM delivery_attempts ORDER BY delivery_id, number LIMIT 10000",
    );
  }

  /** Returns the only delivery. Throws if there are none or several. */
  async delivery(): Promise<DeliveryRow> {
    const [first, ...others] = await this.deliveries();
    if (first === undefined || others.length > 0)
      throw new Error(`expected one delivery, found ${others.length + (first === undefined ? 0 : 1)}`);
    return first;
  }

  async endpoint(id: string) {
    const [row] = await this.database.query<{ status: string; failures: number; disabled_reason: string | null }>(
      "SELECT status, failures, disabled_reason FROM webhook_endpoints WHERE id = $1",
      [id],
    );
    return row;
  }
}
