import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { accountScopes, newId } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { makeWebhookSecret } from "@wayfare/webhooks";
import { pino } from "pino";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { startBookingSubscriber } from "../../../../tests/booking-subscriber.ts";
import { createTestDatabase } from "../../../../tests/databases.ts";
import { scaled } from "../../../../tests/scale.ts";
import { insertKey } from "../../src/keys/store.ts";
import { makeSecretBox } from "../../src/secrets/secret-box.ts";
import { createAccount } from "../../src/tenancy/account-store.ts";
import { makeWebhookMetrics } from "../../src/webhooks/metrics.ts";
import { startWebhooks } from "../../src/webhooks/start.ts";
import { contact, traveler } from "../booking-requests.ts";
import { goodSearch, startMs, testSecrets } from "../running-app.ts";

const rounds = scaled(3);

async function startApi(connectionString: string, fate: "dies" | "lives") {
  const script = fileURLToPath(new URL("./booking-process.ts", import.meta.url));
  const child = fork(script, [connectionString, fate], { execArgv: [] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const [{ url }] = await once(child, "message");
  return { child, url: String(url), exited };
}

/** Members of responses that the test reads. */
interface Body {
  flights: { cash: { id: string }[] }[];
  reference: string;
}

async function post(url: string, key: string, body: object, idempotencyKey?: string) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const repeatable = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, ...repeatable },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    replayed: answer.headers.get("idempotent-replayed"),
    body: (await answer.json()) as Body,
  };
}

/** Creates an account with an endpoint for booking events. @returns the id of the account. */
async function makeSubscriber(database: Database, url: string): Promise<string> {
  const accountId = await createAccount(database, "Test", startMs);
  await database.execute(
    `INSERT INTO webhook_endpoints (id, account_id, environment, url, description, events, status, secret, created_at)
     VALUES ($1, $2, 'test', $3, '', '{booking.*}', 'active', $4, $5)`,
    [newId("whk", startMs), accountId, url, makeSecretBox(testSecrets).seal(makeWebhookSecret()), new Date(startMs)],
  );
  const key = { accountId, environment: "test", name: "Test", scopes: accountScopes, nowMs: startMs } as const;
  return (await insertKey(database, testSecrets, key)).rawKey;
}

test(`returns the same booking and delivers its event once after an API process dies between commit and response, ${rounds} times`, {
  timeout: 300_000 + 60_000 * rounds,
}, async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  onTestFinished(drop);
  const subscriber = await startBookingSubscriber();
  const key = await makeSubscriber(database, subscriber.url);
  const api = await startApi(connectionString ?? "", "lives");
  const references = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const found = await post(`${api.url}/v1/flights/search`, key, goodSearch);
    const order = { offerId: found.body.flights[0]?.cash[0]?.id, travelers: [traveler], contact };
    const dying = await startApi(connectionString ?? "", "dies");
    await expect(post(`${dying.url}/v1/bookings`, key, order, `order-${round}`)).rejects.toThrow("fetch failed");
    expect(await dying.exited).toEqual([null, "SIGKILL"]);
    const again = await post(`${api.url}/v1/bookings`, key, order, `order-${round}`);
    expect(again).toMatchObject({ status: 201, replayed: "true", body: { status: "confirmed" } });
    references.add(again.body.reference);
  }
  const booked = await database.query<{ reference: string }>("SELECT reference FROM bookings ORDER BY id LIMIT 1000");
  expect(booked.map(({ reference }) => reference).toSorted()).toEqual([...references].toSorted());
  const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
  const webhooks = { rules, metrics: makeWebhookMetrics(new Registry()), log: pino({ enabled: false }) };
  const clock = { nowMs: () => startMs };
  const stop = await startWebhooks({ database, secrets: testSecrets, clock, ...webhooks });
  onTestFinished(stop);
  const isDelivered = async () => {
    const open = await database.query("SELECT 1 FROM deliveries WHERE status <> 'delivered' LIMIT 1");
    return open.length === 0;
  };
  await vi.waitUntil(isDelivered, 120_000);
  expect(subscriber.references.toSorted()).toEqual([...references].toSorted());
});
