import { CpuScheduler } from "@wayfare/concurrency";
import { SupplierRegistry } from "@wayfare/suppliers";
import { expect, test } from "vitest";
import { createSearchRunner, type SearchJob } from "../../src/index.ts";
import { facts } from "../sample-facts.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-flights.ts";
import { makeJob } from "../sample-job.ts";

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

const jobOf = (limit: number, changes: Partial<SearchJob>) =>
  ({ ...makeJob({ limit }, changes), coding: "identity" }) as const;

const jobs = [
  jobOf(250, { accountId: "a", scored: true, view: "full" }),
  jobOf(200, { accountId: "b", scored: false, view: "full" }),
  jobOf(250, { accountId: "c", scored: true, view: "compact" }),
  jobOf(50, { accountId: "d", environment: "live", scored: false, view: "full" }),
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
