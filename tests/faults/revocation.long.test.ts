import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../databases.ts";
import { Deployment } from "./deployment.ts";

const cutListenersSql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'wayfare listener'`;

interface TimedStatus {
  startedMs: number;
  endedMs: number;
  status: number;
}

test("accepts a revoked key until its grace period ends and never after, on every process, without notifications", {
  timeout: 600_000,
}, async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  const deployment = new Deployment(connectionString ?? "");
  onTestFinished(async () => {
    await deployment.remove();
    await drop();
  });
  await deployment.start("api-1");
  await deployment.start("api-2");
  // Not earlier, because a process whose first connection is cut does not start.
  const cutting = setInterval(() => void database.query(cutListenersSql), 200);
  onTestFinished(() => clearInterval(cutting));
  const [first = "", second = ""] = deployment.urls();
  const call = (url: string, path: string, key: string, body?: object) =>
    fetch(url + path, {
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  const made = await call(first, "/v1/keys", deployment.key, {
    name: "k",
    environment: "test",
    scopes: ["usage.read"],
  });
  const { id, secret } = (await made.json()) as { id: string; secret: string };
  // Both processes have cached the key.
  for (const url of [first, second]) expect((await call(url, "/v1/keys/self", secret)).status).toBe(200);

  const revoked = await call(first, `/v1/keys/${id}/revoke`, deployment.key, {});
  const { graceEndsAt } = (await revoked.json()) as { graceEndsAt: string };
  const graceEndsMs = Date.parse(graceEndsAt);
  const results: TimedStatus[] = [];
  while (Date.now() < graceEndsMs + 5000) {
    for (const url of [first, second]) {
      const startedMs = Date.now();
      const { status } = await call(url, "/v1/keys/self", secret);
      results.push({ startedMs, endedMs: Date.now(), status });
    }
    await delay(100);
  }

  expect(results.filter(({ status, startedMs }) => status === 200 && startedMs > graceEndsMs)).toStrictEqual([]);
  expect(results.filter(({ status, endedMs }) => status === 401 && endedMs < graceEndsMs)).toStrictEqual([]);
  expect(new Set(results.map(({ status }) => status))).toStrictEqual(new Set([200, 401]));
});
