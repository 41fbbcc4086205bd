import { CpuScheduler } from "@wayfare/concurrency";
import { newId, type SearchView } from "@wayfare/contract";
import { SupplierRegistry } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { createSearchRunner, type SearchJob } from "../../src/index.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-flights.ts";

const nowMs = Date.UTC(2027, 0, 1);

/** More offers than a search may process at once. */
const many = Array.from({ length: 600 }, (_, at) =>
  makeFlight({
    number: `${at + 1}`,
    departureMinute: at % 1400,
    cash: [makeCash(40_000 + at), makeCash(60_000 + at, "Flex")],
    award: [makeAward(20_000 + at)],
  }),
);

function makeRunner(cpu = new CpuScheduler()) {
  const suppliers = new SupplierRegistry([
    { supplier: supplierOf("many", many), slot: 1, partitions: ["test"] },
    { supplier: supplierOf("few", many.slice(0, 3)), slot: 2, partitions: ["live"] },
  ]);
  return createSearchRunner({ ...facts, suppliers }, { cpu });
}

interface Traits {
  account: string;
  environment?: "test" | "live";
  limit: number;
  scored: boolean;
  view: SearchView;
}

function jobOf({ account, environment = "test", limit, scored, view }: Traits): SearchJob & { coding: "identity" } {
  const body = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true, limit };
  return {
    searchId: newId("srch", nowMs, new Uint8Array(10)),
    accountId: account,
    environment,
    request: normalizeRequest(body, facts, nowMs),
    searchedAtMs: nowMs,
    expiresAtMs: nowMs + 900_000,
    soldSeats: [],
    scored,
    view,
    deadlineMs: 60_000,
    coding: "identity",
  };
}

const jobs = [
  jobOf({ account: "a", limit: 250, scored: true, view: "full" }),
  jobOf({ account: "b", limit: 200, scored: false, view: "full" }),
  jobOf({ account: "c", limit: 250, scored: true, view: "compact" }),
  jobOf({ account: "d", environment: "live", limit: 50, scored: false, view: "full" }),
];

test("searches with large results that run in turns have the responses that each has alone", async () => {
  const textOf = async (runner: ReturnType<typeof makeRunner>, job: (typeof jobs)[number]) => {
    const { bytes } = await runner.search(job, {});
    return Buffer.from(bytes)
      .toString()
      .replaceAll(/"tookMs":\d+/g, '"tookMs":0');
  };
  const alone: string[] = [];
  for (const job of jobs) alone.push(await textOf(makeRunner(), job));
  expect(new Set(alone).size).toBe(jobs.length);
  const runner = makeRunner();
  for (let round = 0; round < 3; round++)
    expect(await Promise.all(jobs.map((job) => textOf(runner, job)))).toEqual(alone);
});
