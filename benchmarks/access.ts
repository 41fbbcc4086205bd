/**
 * Measures the cost of authentication: CPU per check of a cached key; a small route on Fastify with only the authentication hook, and on
 * the whole service, against the same route on plain Fastify; and the first request with a key that the process has not cached. `npm run
 * bench:access`; needs only npm.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import autocannon from "autocannon";
import { startPostgresServer } from "../tests/postgres-server.ts";
import { describeMachine, percentile } from "./machine.ts";

const rounds = 5;
const seconds = 3;
const connections = 8;

interface Addresses {
  service: string;
  gated: string;
  bare: string;
  key: string;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: readonly number[]) => percentile([...values], 0.5);

async function verify({ service, gated, bare, key }: Addresses): Promise<void> {
  const expected = JSON.stringify({ ok: true, at: 1 });
  const headers = { authorization: `Bearer ${key}` };
  for (const [url, options, status] of [
    [`${service}/v1/small`, { headers }, 200],
    [`${service}/v1/small-public`, {}, 200],
    [`${bare}/v1/small`, {}, 200],
    [`${gated}/v1/small`, { headers }, 200],
    [`${service}/v1/small`, {}, 401],
    [`${gated}/v1/small`, {}, 401],
  ] as const) {
    const response = await fetch(url, options);
    const text = await response.text();
    if (response.status !== status || (status === 200 && text !== expected))
      throw new Error(`${url}: ${response.status} ${text}`);
  }
}

async function requestsPerSecond(url: string, key: string): Promise<number> {
  const { requests, duration, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${key}` },
  });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
  return requests.total / duration;
}

async function ask<Answer>({ service, key }: Addresses, path: string): Promise<Answer> {
  const response = await fetch(service + path, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- access-server.ts returns this object
  return (await response.json()) as Answer;
}

const postgres = await startPostgresServer();
const child = fork(new URL("access-server.ts", import.meta.url), [postgres.connectionString], {
  stdio: ["ignore", "pipe", "inherit", "ipc"],
});
try {
  const [printed] = child.stdout === null ? [] : await once(child.stdout, "data");
  const addresses: Addresses = JSON.parse(String(printed));
  await verify(addresses);
  const routes = {
    gated: `${addresses.gated}/v1/small`,
    keyed: `${addresses.service}/v1/small`,
    open: `${addresses.service}/v1/small-public`,
    bare: `${addresses.bare}/v1/small`,
  };
  const rates = { gated: [] as number[], keyed: [] as number[], open: [] as number[], bare: [] as number[] };
  const micros: number[] = [];
  const cold: number[] = [];
  for (let round = -1; round < rounds; round++) {
    for (const name of ["gated", "bare", "keyed", "open"] as const) {
      const rate = await requestsPerSecond(routes[name], addresses.key);
      if (round >= 0) rates[name].push(rate);
    }
    micros.push((await ask<{ microseconds: number }>(addresses, "/v1/check")).microseconds);
    cold.push(...(await ask<{ ms: number[] }>(addresses, "/v1/cold")).ms);
  }
  const share = (of: keyof typeof rates, whole: keyof typeof rates) =>
    `${(100 * median(rates[of].map((value, round) => value / (rates[whole][round] ?? value)))).toFixed(0)} %`;
  const line = (label: string, name: keyof typeof rates, shares = "") =>
    print(`| ${label}, requests/s | ${median(rates[name]).toFixed(0)}${shares} |`);
  print(`${describeMachine()}; medians of ${rounds} interleaved rounds\n`);
  print("| | |\n| --- | --- |");
  print(`| full check of a cached key, CPU | ${median(micros).toFixed(2)} µs |`);
  line("small route on plain Fastify", "bare");
  line("the same with the authentication hook and a key", "gated", `, ${share("gated", "bare")} of plain Fastify`);
  line("the same on the whole service, without a key", "open", `, ${share("open", "bare")} of plain Fastify`);
  line(
    "the same on the whole service, with a key: rate limits, metering and logging",
    "keyed",
    `, ${share("keyed", "bare")} of plain Fastify, ${share("keyed", "open")} of the service without a key`,
  );
  print(`| check of an uncached key, PostgreSQL, p50 | ${percentile(cold, 0.5).toFixed(2)} ms |`);
  print(`| … p95 | ${percentile(cold, 0.95).toFixed(2)} ms |`);
} finally {
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
  await postgres.stop();
}
