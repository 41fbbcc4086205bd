import { DomainError, newId } from "@wayfare/contract";
import { type CallOutcome, SupplierSkipped, type SupplyReport } from "@wayfare/suppliers";
import { afterEach, describe, expect, test } from "vitest";
import { createSearchRunner, type SearchChunk, type SearchJob, SearchThreads } from "../../src/index.ts";
import { normalizeRequest } from "../../src/request/normalize.ts";
import { facts } from "../sample-facts.ts";
import { counters, createFakeSupply } from "./fake-supply.ts";

const nowMs = Date.UTC(2027, 0, 1);
const request = normalizeRequest(
  { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", includeAward: true },
  facts,
  nowMs,
);

/** A search that the fake supplier answers as the account's id says. */
function jobOf(accountId = "ok", changes: Partial<SearchJob> = {}) {
  return {
    searchId: newId("srch", nowMs),
    accountId,
    environment: "test",
    request,
    searchedAtMs: nowMs,
    expiresAtMs: nowMs + 900_000,
    soldSeats: [],
    scored: true,
    view: "full",
    deadlineMs: 60_000,
    coding: "identity",
    ...changes,
  } as const;
}

const opened: SearchThreads[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((threads) => threads.close()));
});

function open(threadCount = 1) {
  const shared = new Int32Array(new SharedArrayBuffer(16));
  const crashes: string[] = [];
  const threads = new SearchThreads({
    module: new URL("fake-thread.ts", import.meta.url),
    workerData: { shared },
    threads: threadCount,
    versions: { test: "fake=world-1", live: "" },
    onCrash: ({ message }) => crashes.push(message),
    restartMs: 1,
  });
  opened.push(threads);
  return {
    threads,
    crashes,
    local: createSearchRunner(createFakeSupply(new Int32Array(4))),
    count: (name: keyof typeof counters) => Atomics.load(shared, counters[name]),
    continueLate() {
      Atomics.store(shared, counters.continued, 1);
      Atomics.notify(shared, counters.continued);
    },
  };
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** JSON of a response without the times that its suppliers took. */
const untimed = (bytes: Uint8Array) => decode(bytes).replaceAll(/"tookMs":\d+/g, '"tookMs":0');

const unavailable = { code: "SUPPLY_UNAVAILABLE" };

describe("search threads return what a runner in this thread returns", () => {
  test("for searches, whole and in parts, in every view", async () => {
    const { threads, local } = open();
    for (const changes of [{}, { scored: false }, { view: "compact" }] as const) {
      const job = jobOf("ok", changes);
      const [expected, actual] = [await local.search(job, {}), await threads.search(job, {})];
      expect(untimed(actual.bytes)).toBe(untimed(expected.bytes));
      expect(actual).toMatchObject({ coding: "identity", flights: 3, supply: [{ source: "fake", status: "ok" }] });
      const lastOf = async (chunks: AsyncIterable<SearchChunk>) => (await Array.fromAsync(chunks)).at(-1);
      const [expectedLast, last] = [await lastOf(local.stream(job, {})), await lastOf(threads.stream(job, {}))];
      expect(untimed(last?.bytes ?? new Uint8Array())).toBe(untimed(expectedLast?.bytes ?? new Uint8Array([1])));
      expect(last?.done?.flights).toBe(3);
    }
    const job = jobOf("ok", { environment: "live" });
    for (const coding of ["zstd", "br", "gzip"] as const) {
      expect((await threads.search({ ...job, coding }, {})).coding).toBe(coding);
    }
    expect(threads.versionsOf("test")).toBe("fake=world-1");
  });

  test("for the repricing and the replacement of an offer", async () => {
    const { threads, local } = open();
    const job = jobOf();
    const { offerId, ...terms } = await repriceJob(threads, job);
    const admit = <Result>(work: () => Promise<Result>) => work();
    const repriced = await threads.reprice({ offerId, ...terms }, { admit });
    expect(repriced).toMatchObject({ status: "available", candidate: { cash: [{ id: offerId }] } });
    expect(repriced).toEqual(await local.reprice({ offerId, ...terms }, { admit }));
    if (repriced.status !== "available") throw new Error("the offer is available");
    const current = { quoted: repriced.candidate, run: job, deadlineMs: 60_000 };
    const found = await threads.findCurrent(current, {});
    expect(found?.id).toBe(repriced.candidate.id);
    expect(found).toEqual(await local.findCurrent(current, {}));
  });

  test("for errors of the catalog, with class, code and members", async () => {
    const { threads, local } = open();
    for (const [accountId, expected] of [
      ["fail", { code: "SUPPLY_UNAVAILABLE", detail: "All supplier searches failed.", timedOut: false }],
      ["busy", { code: "OVERLOADED" }],
    ] as const) {
      const job = jobOf(accountId);
      const error = await threads.search(job, {}).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DomainError);
      expect(error).toMatchObject(expected);
      expect(error).toEqual(await local.search(job, {}).catch((thrown: unknown) => thrown));
      await expect(Array.fromAsync(threads.stream(job, {}))).rejects.toMatchObject(expected);
    }
    const late = jobOf("hang", { deadlineMs: 1 });
    await expect(threads.search(late, {})).rejects.toMatchObject({ ...unavailable, timedOut: true });
    const unknown = { ...(await repriceJob(threads, jobOf())), offerId: "off_none_1" };
    await expect(threads.reprice(unknown, { admit: (work) => work() })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test("reports the suppliers that failed in a search thread, with their errors", async () => {
  const { threads } = open();
  const reports: SupplyReport[] = [];
  const context = { onFailure: (report: SupplyReport) => void reports.push(report) };
  const job = jobOf("ok", { environment: "live" });
  await threads.search(job, context);
  await Array.fromAsync(threads.stream(job, context));
  expect(reports).toHaveLength(2);
  for (const { failure, ...report } of reports) {
    expect(report).toMatchObject({ source: "failing", status: "error", offers: 0 });
    expect(failure).toBeInstanceOf(Error);
    expect(failure).toMatchObject({ name: "RangeError", message: "planted" });
  }
});

test("sends a search to the thread with the fewest pending calls", async () => {
  const { threads, count } = open(2);
  const caller = new AbortController();
  const hanging = [1, 2, 3].map(() => threads.search(jobOf("hang"), { signal: caller.signal }));
  await expect.poll(() => count("started")).toBe(3);
  // The thread with two pending searches would lose this one too.
  await expect(threads.search(jobOf("exit"), {})).rejects.toMatchObject(unavailable);
  caller.abort(new Error("gone"));
  const outcomes = await Promise.allSettled(hanging);
  const reasons = outcomes.map((each) => (each.status === "rejected" ? String(each.reason.message) : ""));
  expect(reasons.filter((reason) => reason === "gone")).toHaveLength(2);
});

test("aborts the suppliers' work when the caller's signal is aborted, and rejects with its reason", async () => {
  const { threads, count } = open();
  const caller = new AbortController();
  const gone = new Error("gone");
  const { signal } = caller;
  const search = threads.search(jobOf("hang"), { signal });
  const stream = threads.stream(jobOf("hang"), { signal })[Symbol.asyncIterator]().next();
  await expect.poll(() => count("started")).toBe(2);
  caller.abort(gone);
  await expect(search).rejects.toBe(gone);
  await expect(stream).rejects.toBe(gone);
  await expect.poll(() => count("aborted")).toBe(2);
  await expect(threads.search(jobOf(), { signal })).rejects.toBe(gone);
  expect((await threads.search(jobOf(), {})).flights).toBe(3);
});

test("aborts the suppliers' work when the reader of a stream stops early", async () => {
  const { threads, count } = open();
  for await (const { started } of threads.stream(jobOf("slow-second-batch"), {})) {
    expect(started).toBe(true);
    break;
  }
  await expect.poll(() => count("aborted")).toBe(1);
});

/** Searches, and returns a call to reprice its first offer. */
async function repriceJob(threads: SearchThreads, job: ReturnType<typeof jobOf>, accountId = job.accountId) {
  const { bytes } = await threads.search(job, {});
  const offerId: string = JSON.parse(decode(bytes)).flights[0].cash[0].id;
  const sales = { version: 0, seats: [] };
  return {
    offerId,
    accountId,
    environment: "test",
    request,
    searchedAtMs: nowMs,
    versions: threads.versionsOf("test"),
    sales: { quoted: sales, now: sales },
    deadlineMs: 60_000,
  } as const;
}

describe("access to a live supplier", () => {
  /** Access whose budget grants `calls` permits, each once `granted` resolves. */
  function accessWith(calls: number, granted: Promise<void> = Promise.resolve()) {
    const settled: (number | null)[] = [];
    const credential = { id: "cred_1", secret: "secret", partition: "live" } as const;
    let left = calls;
    const budget = {
      async acquire() {
        await granted;
        if (left-- <= 0) throw new SupplierSkipped("budget", "no calls left");
        return { settle: ({ status }: CallOutcome) => void settled.push(status) };
      },
    };
    return { access: new Map([["metered", { credential, budget }]]), settled };
  }
  const live = { environment: "live" } as const;

  test("reaches the thread, which settles each permit on the main thread", async () => {
    const { threads } = open();
    const { access, settled } = accessWith(2);
    const { bytes, supply } = await threads.search(jobOf("ok", live), { access });
    expect(supply).toContainEqual(expect.objectContaining({ source: "metered", status: "ok", offers: 4 }));
    expect(decode(bytes)).toContain('"marketingCarrier":"DL"');
    expect(settled).toEqual([200, 200]);
  });

  test("has its refusal as the reason of the supplier, with the flights before it", async () => {
    const { threads } = open();
    const { access } = accessWith(1);
    const { supply } = await threads.search(jobOf("ok", live), { access });
    const refused = { source: "metered", status: "skipped", reason: "budget", offers: 2 };
    expect(supply).toContainEqual(expect.objectContaining(refused));
  });

  test("is used by a stream while its reader processes a chunk", async () => {
    const { threads } = open();
    const { access, settled } = accessWith(2);
    const chunks = threads.stream(jobOf("ok", live), { access })[Symbol.asyncIterator]();
    await chunks.next();
    await expect.poll(() => settled).toEqual([200, 200]);
    await chunks.return?.(undefined);
  });

  test("leaves the permit of a thread that stops unsettled", async () => {
    const { threads, crashes } = open();
    const { access, settled } = accessWith(9);
    await expect(threads.search(jobOf("exit-with-permit", live), { access })).rejects.toMatchObject(unavailable);
    await expect
      .poll(() =>
        threads.search(jobOf(), {}).then(
          () => crashes,
          () => [],
        ),
      )
      .toHaveLength(1);
    expect(settled).toEqual([]);
  });
});

describe("repricing in a search thread", () => {
  test("starts once it is admitted, and holds its place until it ends", async () => {
    const { threads, count } = open();
    const job = await repriceJob(threads, jobOf());
    const gate = Promise.withResolvers<void>();
    const log: string[] = [];
    const repriced = threads.reprice(job, {
      async admit(work) {
        log.push(`asked after ${count("started")} searches`);
        await gate.promise;
        const result = await work();
        log.push(`released after ${count("started")} searches`);
        return result;
      },
    });
    await expect.poll(() => log).toEqual(["asked after 1 searches"]);
    expect(count("started")).toBe(1);
    gate.resolve();
    expect((await repriced).status).toBe("available");
    await expect.poll(() => log).toEqual(["asked after 1 searches", "released after 2 searches"]);
  });

  test("fails with the error of a refused admission, without work", async () => {
    const { threads, count } = open();
    const job = await repriceJob(threads, jobOf());
    const refused = new DomainError("OVERLOADED", { retryAfterSeconds: 7 });
    await expect(threads.reprice(job, { admit: () => Promise.reject(refused) })).rejects.toMatchObject({
      code: "OVERLOADED",
      retryAfterSeconds: 7,
    });
    expect(count("started")).toBe(1);
  });

  test("is refused admission after its deadline", async () => {
    const { threads, count, continueLate } = open();
    const job = { ...(await repriceJob(threads, jobOf(), "late")), deadlineMs: 1 };
    const started = count("started");
    const admit = <Result>(work: () => Promise<Result>) => work();
    await expect(threads.reprice(job, { admit })).rejects.toMatchObject({ ...unavailable, timedOut: true });
    continueLate();
    await expect.poll(() => count("refused")).toBe(1);
    expect(count("started")).toBe(started);
  });

  test("gives its place back and reports the supplier if the admitted work fails", async () => {
    const { threads } = open();
    const job = await repriceJob(threads, jobOf(), "fail");
    const places: Promise<unknown>[] = [];
    const reports: SupplyReport[] = [];
    const repriced = threads.reprice(job, {
      onFailure: (report) => void reports.push(report),
      admit(work) {
        const place = work();
        places.push(place);
        return place;
      },
    });
    await expect(repriced).rejects.toMatchObject(unavailable);
    await expect(places[0]).rejects.toThrow("admitted work failed");
    expect(reports).toMatchObject([{ source: "fake", failure: { message: "planted failure" } }]);
  });
});

describe("a search thread that stops", () => {
  test.each([
    ["exit", "search thread exited"],
    ["throw", "planted crash"],
  ])("fails its pending calls and is started again (%s)", async (accountId, message) => {
    const { threads, crashes, count } = open();
    const pending = threads.search(jobOf("hang"), {});
    const chunks = threads.stream(jobOf("slow-second-batch"), {})[Symbol.asyncIterator]();
    expect((await chunks.next()).value?.started).toBe(true);
    await expect.poll(() => count("started")).toBe(2);
    const failed = expect(threads.search(jobOf(accountId), {})).rejects.toMatchObject(unavailable);
    await expect(pending).rejects.toMatchObject(unavailable);
    await failed;
    expect(crashes).toEqual([message]);
    await expect
      .poll(() =>
        threads.search(jobOf(), {}).then(
          ({ flights }) => flights,
          () => null,
        ),
      )
      .toBe(3);
    // The new thread does not know the stream.
    await expect(chunks.next()).rejects.toMatchObject(unavailable);
  });

  test("releases the places of its admitted work, and of work that is admitted later", async () => {
    const { threads, crashes } = open();
    const [running, waiting] = [await repriceJob(threads, jobOf(), "hang"), await repriceJob(threads, jobOf(), "hang")];
    const gate = Promise.withResolvers<void>();
    const places: Promise<unknown>[] = [];
    const asked = Promise.withResolvers<void>();
    const calls = [
      threads.reprice(running, {
        admit(work) {
          const place = work();
          places.push(place);
          return place;
        },
      }),
      threads.reprice(waiting, {
        admit(work) {
          const place = gate.promise.then(work);
          places.push(place);
          asked.resolve();
          return place;
        },
      }),
    ];
    await asked.promise;
    const crash = threads.search(jobOf("exit"), {});
    for (const call of [...calls, crash]) await expect(call).rejects.toMatchObject(unavailable);
    await expect
      .poll(() =>
        threads.search(jobOf(), {}).then(
          ({ flights }) => flights,
          () => null,
        ),
      )
      .toBe(3);
    gate.resolve();
    for (const place of places) await expect(place).rejects.toMatchObject(unavailable);
    expect(places).toHaveLength(2);
    expect(crashes).toHaveLength(1);
  });
});

test("closes after pending calls have ended, and refuses later ones", async () => {
  const { threads, crashes } = open();
  const ended: string[] = [];
  const pending = threads.search(jobOf("hang", { deadlineMs: 50 }), {}).catch(() => ended.push("search"));
  const closed = threads.close().then(() => ended.push("close"));
  await expect(threads.search(jobOf(), {})).rejects.toMatchObject(unavailable);
  await expect(Array.fromAsync(threads.stream(jobOf(), {}))).rejects.toMatchObject(unavailable);
  await Promise.all([pending, closed]);
  expect(ended).toEqual(["search", "close"]);
  expect(crashes).toEqual([]);
});
