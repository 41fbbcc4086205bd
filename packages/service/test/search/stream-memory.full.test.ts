import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { normalizeRequest, type SearchJob } from "@wayfare/search";
import { expect, test } from "vitest";
import { goodSearch, startMs } from "../running-app.ts";
import { makeAward, makeCash, makeFlight, makeSupply, supplierOf } from "../sample-supply.ts";

const streams = 20;

/** Returns the size of the heap after a garbage collection. */
function readHeapBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

test("a stream whose client stops reading holds less memory than two responses", async () => {
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
  const before = readHeapBytes();
  const stalled = Array.from({ length: streams }, () => supply.runner.stream(job, {})[Symbol.asyncIterator]());
  for (const chunks of stalled) expect((await chunks.next()).value).toMatchObject({ started: true });
  const heldBytes = (readHeapBytes() - before) / streams;
  // 1.3 times the response; 2.8 times with the pieces from which the texts are concatenated.
  expect(heldBytes).toBeLessThan(2 * bytes.byteLength);
  for (const chunks of stalled) await chunks.return?.();
});
