import { setImmediate as nextIteration } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { normalizeRequest, type SearchJob } from "@wayfare/search";
import { expect, test, vi } from "vitest";
import { goodSearch, startMs } from "../running-app.ts";
import { makeAward, makeCash, makeFlight, makeSupply, supplierOf } from "../sample-supply.ts";

const streams = 20;

/** Returns the size of the heap and of buffers after garbage collections. */
async function readUsedBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  // Several collections: finalizers of the first ones free more.
  for (let n = 0; n < 4; n++) {
    await nextIteration();
    runInNewContext("gc")();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("a stream whose client stops reading holds less than half a megabyte, although its response is larger", async () => {
  const flights = Array.from({ length: 250 }, (_, n) =>
    makeFlight({
      number: String(n + 1),
      departureMinute: n,
      cash: ["Basic", "Standard", "Flex", "Full"].map((brand, step) => makeCash(40_000 + 5000 * step, brand)),
      award: [makeAward(20_000)],
    }),
  );
  const supply = makeSupply([supplierOf("sandbox", flights)]);
  const body = { ...goodSearch, includeAward: true, limit: 250, allOffers: true };
  const job: SearchJob = {
    searchId: "srch_01kahz2j7p3v8c5m9n4q6r7s8t",
    accountId: "acct_1",
    environment: "test",
    request: normalizeRequest(body, supply, startMs),
    searchedAtMs: startMs,
    expiresAtMs: startMs,
    soldSeats: [],
    scored: true,
    view: "full",
    deadlineMs: 60_000,
  };
  const { bytes } = await supply.runner.search({ ...job, coding: "identity" }, {});
  const before = await readUsedBytes();
  const stalled = Array.from({ length: streams }, () => supply.runner.stream(job, {})[Symbol.asyncIterator]());
  for (const chunks of stalled) expect((await chunks.next()).value).toMatchObject({ started: true });
  expect(bytes.byteLength).toBeGreaterThan(1_500_000);
  // The searches continue after their first chunk. What they allocate is freed when they have ended.
  await vi.waitFor(async () => expect(((await readUsedBytes()) - before) / streams).toBeLessThan(500_000), {
    timeout: 120_000,
    interval: 200,
  });
  for (const chunks of stalled) await chunks.return?.();
});
