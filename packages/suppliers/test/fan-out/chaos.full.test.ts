import { inspect } from "node:util";
import type { GuardedClient } from "@wayfare/egress";
import { type FanOut, searchSuppliers } from "@wayfare/suppliers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accessOf } from "../conformance.ts";
import { makeEgress, searchedAtMs } from "../doubles/adapter.ts";
import { type AdapterWithDouble, openAllAdapters } from "../doubles/all-adapters.ts";
import type { Misbehavior } from "../doubles/supplier-double.ts";
import { queryFor } from "../query.ts";

const deadlineMs = 500;
const maxLateMs = 50;
const answer = (body: string, changes = {}): Misbehavior => ({ kind: "answer", answer: { body, ...changes } });

/** Misbehaviors, and the status that each supplier may have. */
const chaos: Record<string, { misbehavior: Misbehavior; statuses: string[] }> = {
  hang: { misbehavior: { kind: "hang" }, statuses: ["timeout"] },
  reset: { misbehavior: { kind: "reset" }, statuses: ["error"] },
  "slow drip": { misbehavior: { kind: "drip", everyMs: 20 }, statuses: ["timeout"] },
  "429": { misbehavior: answer("{}", { status: 429 }), statuses: ["error"] },
  "500": { misbehavior: answer("{}", { status: 500 }), statuses: ["error"] },
  HTML: { misbehavior: answer("<html></html>", { contentType: "text/html" }), statuses: ["error"] },
  "3 MB of another format": { misbehavior: answer(JSON.stringify({ a: "x".repeat(3_100_000) })), statuses: ["error"] },
  garbage: { misbehavior: answer("\u0000\u0001{]"), statuses: ["error"] },
  "expired token": {
    misbehavior: answer('{"errors":[{"code":"expired_access_token"}]}', { status: 401 }),
    statuses: ["error"],
  },
};

describe("every supplier", () => {
  let egress: GuardedClient;
  let adapters: AdapterWithDouble[];
  beforeEach(async () => {
    egress = makeEgress();
    adapters = await openAllAdapters(egress);
  });
  afterEach(async () => {
    await Promise.all(adapters.map(({ double }) => double.close()));
    await egress.close();
  });

  /** A search is late if a timer of the same event loop fires first: on a busy machine, both are delayed. */
  async function search(maxMs = deadlineMs): Promise<FanOut & { wallMs: number; isLate: boolean }> {
    const registrations = adapters.map(({ supplier }, slot) => ({ supplier, slot, partitions: ["live" as const] }));
    const access = new Map(adapters.map(({ supplier, secret }) => [supplier.name, accessOf({ secret }, 100)]));
    const query = queryFor({
      origin: { code: "LHR", kind: "airport" },
      destination: { code: "JFK", kind: "airport" },
      includeAward: true,
    });
    const context = { searchedAtMs, deadlineMs: maxMs, signal: new AbortController().signal, access };
    const startedMs = performance.now();
    let isLate = false;
    const timer = setTimeout(() => (isLate = true), maxMs + maxLateMs);
    const fanOut = await searchSuppliers(registrations, query, context).finally(() => clearTimeout(timer));
    return { ...fanOut, wallMs: performance.now() - startedMs, isLate };
  }

  test.each(Object.entries(chaos))("on %s is reported, and the regular one is answered", async (name, one) => {
    const [regular, ...broken] = adapters.toReversed();
    for (const { double } of broken) double.misbehavior = one.misbehavior;
    // Connections are open and code is compiled before the measured search.
    await search(one.statuses.includes("timeout") ? deadlineMs : 30_000);
    const maxTimeouts = one.statuses.includes("timeout") ? broken.length : 0;
    const isDelayed = (found: FanOut & { isLate: boolean }) =>
      found.isLate || found.supply.filter(({ status }) => status === "timeout").length > maxTimeouts;
    // On a busy machine a response can be late: such a search is repeated with a longer deadline.
    let maxMs = deadlineMs;
    let found = await search(maxMs);
    while (isDelayed(found) && maxMs < 16 * deadlineMs) found = await search((maxMs *= 2));
    const { supply, results, wallMs, isLate } = found;
    expect(isLate).toBe(false);
    for (const report of supply) {
      const isRegular = report.source === regular?.supplier.name;
      // After a 429 the supplier is not called again for a while.
      const statuses = isRegular ? ["ok"] : [...one.statuses, ...(name === "429" ? ["skipped"] : [])];
      expect(statuses, `${report.source} on ${name}`).toContain(report.status);
    }
    expect(results.map(({ source }) => source)).toEqual([regular?.supplier.name]);
    process.stdout.write(`${name}: answered after ${Math.round(wallMs)} ms, deadline ${maxMs} ms\n`);
    const secrets = adapters.map(({ secret }) => secret);
    const logged = inspect(supply, { depth: 20, showHidden: true });
    for (const secret of secrets) expect(logged).not.toContain(secret);
  });
});
