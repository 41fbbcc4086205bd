import { DomainError, type NormalizedRequest } from "@wayfare/contract";
import { SupplierRegistry, type SupplyReport } from "@wayfare/suppliers";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { createSearchRunner, type SearchRunner } from "../../src/pipeline/runner.ts";
import type { SearchJob } from "../../src/pipeline/search-job.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { SearchThreads } from "../../src/threads/search-threads.ts";
import { facts } from "../sample-facts.ts";
import { behaviors, makeBehavingSupplier } from "./behaving-supplier.ts";

const searchedAtMs = Date.parse("2027-01-02T10:30:00Z");
const searchId = "srch_01kahz2j7p3v8c5m9n4q6r7s8t";
const versions = { test: "sample=world-1", live: "" };

const here: SearchRunner = createSearchRunner({
  ...facts,
  suppliers: new SupplierRegistry([{ supplier: makeBehavingSupplier(() => {}), slot: 0, partitions: ["test"] }]),
});

const crashes: Error[] = [];
const crashed: (() => void)[] = [];

afterEach(() => void crashes.splice(0));

function openThreads(threads = 1): SearchThreads {
  const opened = new SearchThreads({
    module: new URL("./test-thread.ts", import.meta.url),
    workerData: null,
    threads,
    versions,
    restartMs: 0,
    onCrash(error) {
      crashes.push(error);
      for (const resolve of crashed.splice(0)) resolve();
    },
  });
  onTestFinished(() => opened.close());
  return opened;
}

function jobFor(limit = 50, changes: Partial<SearchJob> = {}): SearchJob {
  const body = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", limit, includeAward: true };
  const request: NormalizedRequest = normalizeRequest(body, facts, searchedAtMs);
  return {
    searchId,
    accountId: "account",
    environment: "test",
    request,
    searchedAtMs,
    expiresAtMs: searchedAtMs + 900_000,
    soldSeats: [],
    scored: true,
    view: "full",
    deadlineMs: 60_000,
    ...changes,
  };
}

const withoutTimes = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replaceAll(/"tookMs":\d+/g, '"tookMs":0');

test.each(["full", "compact"] as const)(
  "returns the bytes of the runner in this thread in the %s view",
  async (view) => {
    const job = { ...jobFor(50, { view }), coding: "identity" } as const;
    const [there, answer] = await Promise.all([openThreads().search(job, {}), here.search(job, {})]);
    expect(withoutTimes(there.bytes)).toBe(withoutTimes(answer.bytes));
    expect(there).toMatchObject({ coding: "identity", flights: 50, supply: [{ source: "sample", status: "ok" }] });
  },
);

test("streams the chunks of the runner in this thread", async () => {
  const read = async (runner: SearchRunner) => {
    const texts: string[] = [];
    for await (const { bytes } of runner.stream(jobFor(), {})) texts.push(withoutTimes(bytes));
    return texts;
  };
  const threads = openThreads();
  expect(await read(threads)).toEqual(await read(here));
});

test("keeps domain errors, and reports failed suppliers with their error", async () => {
  const threads = openThreads();
  const reports: SupplyReport[] = [];
  const failed = threads.search(
    { ...jobFor(behaviors.fail), coding: "identity" },
    { onFailure: (r) => reports.push(r) },
  );
  await expect(failed).rejects.toThrow(
    new DomainError("SUPPLY_UNAVAILABLE", { detail: "All supplier searches failed." }),
  );
  expect(reports).toMatchObject([
    { source: "sample", status: "error", failure: { name: "TypeError", message: "broken" } },
  ]);
  const busy = threads.search({ ...jobFor(behaviors.busy), coding: "identity" }, {});
  await expect(busy).rejects.toMatchObject({ code: "OVERLOADED" });
});

test("aborts a search and a stream whose client has disconnected, and continues with others", async () => {
  const threads = openThreads();
  const gone = new AbortController();
  const signal = gone.signal;
  const hanging = threads.search({ ...jobFor(behaviors.hang), coding: "identity" }, { signal });
  const stream = threads.stream(jobFor(behaviors.hang), { signal })[Symbol.asyncIterator]();
  const first = stream.next();
  gone.abort(new Error("gone"));
  await expect(hanging).rejects.toThrow("gone");
  await expect(first).rejects.toThrow("gone");
  const later = threads.search({ ...jobFor(), coding: "identity" }, { signal });
  await expect(later).rejects.toThrow("gone");
  expect((await threads.search({ ...jobFor(), coding: "identity" }, {})).flights).toBe(50);
});

test("ends a stream that is not read to its end", async () => {
  const threads = openThreads();
  for await (const { started } of threads.stream(jobFor(), {})) {
    expect(started).toBe(true);
    break;
  }
  expect((await threads.search({ ...jobFor(), coding: "identity" }, {})).flights).toBe(50);
});

test("fails the calls of a thread that crashes, and starts it again", async () => {
  const threads = openThreads();
  const restarted = new Promise<void>((resolve) => crashed.push(resolve));
  const hanging = threads.search({ ...jobFor(behaviors.hang), coding: "identity" }, {});
  const crashing = threads.search({ ...jobFor(behaviors.crash), coding: "identity" }, {});
  await expect(hanging).rejects.toMatchObject({ code: "SUPPLY_UNAVAILABLE" });
  await expect(crashing).rejects.toMatchObject({ code: "SUPPLY_UNAVAILABLE" });
  await restarted;
  expect(crashes.map(({ message }) => message)).toEqual(["search thread exited"]);
  await expect
    .poll(async () => (await threads.search({ ...jobFor(), coding: "identity" }, {}).catch(() => undefined))?.flights)
    .toBe(50);
});

test("waits for pending calls when it is closed, and rejects later ones", async () => {
  const threads = openThreads(2);
  const pending = Array.from({ length: 4 }, () => threads.search({ ...jobFor(), coding: "identity" }, {}));
  await threads.close();
  expect((await Promise.all(pending)).map(({ flights }) => flights)).toEqual([50, 50, 50, 50]);
  const later = threads.search({ ...jobFor(), coding: "identity" }, {});
  await expect(later).rejects.toMatchObject({ code: "SUPPLY_UNAVAILABLE" });
});

test("reprices an offer once the repeated search is admitted", async () => {
  const threads = openThreads();
  const { accountId, environment, request } = jobFor();
  const sales = { quoted: { version: 0, seats: [] }, now: { version: 0, seats: [] } };
  const job = { offerId: `${searchId.replace("srch", "off")}_0`, accountId, environment, request, searchedAtMs, sales };
  const query = { ...job, versions: versions.test, deadlineMs: 60_000 };
  let admitted = 0;
  const admit = async <Result>(work: () => Promise<Result>) => {
    admitted++;
    return work();
  };
  expect(await threads.reprice(query, { admit })).toEqual(await here.reprice(query, { admit }));
  expect(admitted).toBe(2);
  const refuse = () => Promise.reject(new DomainError("OVERLOADED", { retryAfterSeconds: 7 }));
  const other = { ...query, accountId: "other" };
  await expect(threads.reprice(other, { admit: refuse })).rejects.toMatchObject({
    code: "OVERLOADED",
    retryAfterSeconds: 7,
  });
});
