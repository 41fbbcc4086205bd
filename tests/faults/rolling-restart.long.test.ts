import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { goodSearch } from "../../packages/service/test/running-app.ts";
import { createTestDatabase } from "../databases.ts";
import { eventually } from "../eventually.ts";
import { makeAccount } from "./accounts.ts";
import { startBalancer } from "./balancer.ts";
import { startServiceProcess } from "./service-processes.ts";

const checkEveryMs = 2000;

async function openDatabase() {
  const { database, connectionString, drop } = await createTestDatabase("postgresql", { isNew: true });
  onTestFinished(drop);
  return { database, databaseUrl: connectionString ?? "" };
}

/** Sends requests in `senders` concurrent loops until stopped; counts responses by status and reason. */
function startLoad(url: string, key: string, senders: number) {
  const counts = new Map<string, number>();
  const stopped = new AbortController();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const send = async (n: number): Promise<void> => {
    for (let sent = n; !stopped.signal.aborted; sent++) {
      const isSearch = sent % 3 === 0;
      const response = await fetch(`${url}/v1/${isSearch ? "search" : "bookings"}`, {
        headers,
        ...(isSearch ? { method: "POST", body: JSON.stringify(goodSearch) } : {}),
      });
      const text = await response.text();
      const code = response.ok ? "" : (response.headers.get("x-reason") ?? /"code":"(\w+)"/.exec(text)?.[1] ?? "");
      const name = `${response.status} ${code}`.trim();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await sleep(5);
    }
  };
  const running = Promise.all(Array.from({ length: senders }, (_, n) => send(n)));
  return async (): Promise<Record<string, number>> => {
    stopped.abort();
    await running;
    return Object.fromEntries(counts);
  };
}

test("completes a rolling restart without a failed request, behind a balancer that checks every two seconds", async () => {
  const { database, databaseUrl } = await openDatabase();
  const { testKey } = await makeAccount(database);
  // Allows measuring without the delay.
  const delay = process.env.SHUTDOWN_DELAY_MS;
  const start = () => startServiceProcess(databaseUrl, delay === undefined ? {} : { SHUTDOWN_DELAY_MS: delay });
  const balancer = await startBalancer(checkEveryMs);
  const first = await Promise.all([start(), start()]);
  for (const { url } of first) balancer.add(url);
  await eventually(() => expect(balancer.healthy).toBe(2));
  const stopLoad = startLoad(balancer.url, testKey, 6);
  for (const old of first) {
    old.child.kill("SIGTERM");
    expect(await old.exited).toStrictEqual([0, null]);
    balancer.remove(old.url);
    balancer.add((await start()).url);
    await eventually(() => expect(balancer.healthy).toBe(2));
  }
  const counts = await stopLoad();
  process.stdout.write(`rolling restart: ${JSON.stringify(counts)}\n`);
  expect(Object.keys(counts)).toStrictEqual(["200"]);
});

test("ends the shutdown delay on a second SIGTERM and completes pending requests", async () => {
  const { database, databaseUrl } = await openDatabase();
  const { testKey } = await makeAccount(database);
  const { url, child, exited, logged } = await startServiceProcess(databaseUrl, { SHUTDOWN_DELAY_MS: "600000" });
  const get = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${testKey}` } });
  child.kill("SIGTERM");
  await eventually(async () => expect(await get("/readyz")).toMatchObject({ status: 503 }));
  expect(await get("/v1/bookings")).toMatchObject({ status: 200 });
  await eventually(() => expect(logged().join("\n")).toContain("not ready, still serving"));
  child.kill("SIGTERM");
  expect(await exited).toStrictEqual([0, null]);
});

test.each([
  ["Ctrl-C", "SIGINT", {}],
  ["SIGTERM to a worker", "SIGTERM", { ROLE: "worker" }],
] as const)("shuts down without delay on %s", async (_title, signal, environment) => {
  const { databaseUrl } = await openDatabase();
  const { child, exited, logged } = await startServiceProcess(databaseUrl, environment);
  child.kill(signal);
  expect(await exited).toStrictEqual([0, null]);
  expect(logged().join("\n")).not.toContain("still serving");
});
