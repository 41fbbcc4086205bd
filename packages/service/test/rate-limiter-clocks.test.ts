import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/databases.ts";
import type { Caller } from "../src/access/caller.ts";
import { deleteIdleBuckets, makeExchange } from "../src/limits/bucket-store.ts";
import { stretchMs } from "../src/limits/permit-exchange.ts";
import type { RateLimiter } from "../src/limits/rate-limiter.ts";
import { makeCaller, makeClock, makeNode } from "./limit-nodes.ts";

const burst = 200;
const hourMs = 3_600_000;

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase("postgresql");
});

afterAll(() => store.drop());

/** How many of so many requests or searches at once are let through. */
async function fire(
  node: RateLimiter,
  caller: Caller,
  count: number,
  kind: "request" | "search" = "request",
): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, async () => node.admit(caller, kind)));
  return answers.filter((refusal) => refusal === undefined).length;
}

test.each([
  ["within a stretch", 1000],
  ["over the edge of one", stretchMs - 500],
])("what lies with processes %s is not refilled beside them", async (_where, startsAfterMs) => {
  const clock = makeClock();
  // The scene's clock starts at the edge of a stretch.
  expect(clock.nowMs() % stretchMs).toBe(0);
  clock.advance(startsAfterMs);
  const nodes = [1, 2, 3].map(() => makeNode({ database: store.database, clock }));
  const caller = makeCaller();
  for (const node of nodes) expect(await fire(node, caller, 1)).toBe(1);
  // The first gives back what it holds; the others keep it.
  for (let ticks = 0; ticks < 2; ticks++) await nodes[0]?.tick();
  // Long enough for the bucket to be full but for what is out.
  clock.advance(900);
  let atOnce = 0;
  for (const node of nodes) atOnce += await fire(node, caller, 250);
  expect(atOnce).toBeLessThanOrEqual(burst);
  expect(atOnce).toBeGreaterThan(burst - 20);
});

test("a process whose clock is behind keeps no more than it holds, however often it asks around the edge of a stretch", async () => {
  const { database } = store;
  const [behind, ahead] = [makeClock(), makeClock()];
  behind.advance(stretchMs - 400);
  ahead.advance(stretchMs);
  const [slow, fast] = [makeNode({ database, clock: behind }), makeNode({ database, clock: ahead })];
  const caller = makeCaller();
  expect(await fire(fast, caller, 1)).toBe(1);
  for (let turn = 0; turn < 30; turn++) {
    expect(await fire(slow, caller, 1)).toBe(1);
    await slow.tick();
    for (const clock of [behind, ahead]) clock.advance(10);
  }
  for (const clock of [behind, ahead]) clock.advance(stretchMs + 200);
  // The one block that the other process still counts as holding may be missing, and its share that is out ahead.
  expect(await fire(slow, caller, 250)).toBeGreaterThanOrEqual(burst - 20);
});

test("a clock that is set back refuses nobody for as long, and says so in no Retry-After", async () => {
  const clock = makeClock();
  const node = makeNode({ database: store.database, clock });
  const caller = makeCaller();
  expect(await fire(node, caller, 250)).toBe(burst);
  clock.advance(-hourMs);
  expect(await node.admit(caller, "request")).toMatchObject({ waitMs: 20 });
  clock.advance(1000);
  expect(await fire(node, caller, 100)).toBe(50);
  clock.advance(4000);
  expect(await fire(node, caller, 250)).toBe(burst);
});

test.each([
  ["its process has been silent for long", 3 * stretchMs],
  ["a clock was set back", -hourMs],
])("a place stays taken where %s, and is there again when its search ends", async (_why, ms) => {
  const clock = makeClock();
  const node = makeNode({ database: store.database, clock });
  const caller = makeCaller();
  expect(await fire(node, caller, 15, "search")).toBe(15);
  clock.advance(ms);
  expect(await fire(node, caller, 25, "search")).toBe(5);
  for (let n = 0; n < 20; n++) node.release(caller);
  clock.advance(4000);
  expect(await fire(node, caller, 25, "search")).toBe(20);
});

test("a database that answers again leases again, also where the clock was set back meanwhile", async () => {
  const clock = makeClock();
  const working = makeExchange(store.database);
  let down = true;
  let leased = 0;
  const node = makeNode({
    database: store.database,
    clock,
    exchange: (asked, nowMs) => {
      if (down) return Promise.reject(new Error("no connection"));
      if (asked.some(({ wanted }) => wanted > 0)) leased++;
      return working(asked, nowMs);
    },
  });
  const caller = makeCaller();
  expect(await fire(node, caller, 1)).toBe(1);
  down = false;
  clock.advance(-hourMs);
  // The first says what was used, and the second finds nobody to lease for.
  await node.tick();
  await node.tick();
  leased = 0;
  expect(await fire(node, caller, 1)).toBe(1);
  expect(leased).toBe(1);
});

test("a bucket that nobody has used for an hour is forgotten, and no other", async () => {
  const { database } = store;
  const clock = makeClock();
  const node = makeNode({ database, clock });
  const [idle, busy] = [makeCaller(), makeCaller()];
  expect(await fire(node, idle, 1)).toBe(1);
  clock.advance(1);
  expect(await fire(node, busy, 1)).toBe(1);
  const rowsOf = ({ id }: Caller) => database.query("SELECT 1 FROM rate_limits WHERE name = $1", [`${id}:requests`]);
  await deleteIdleBuckets(database, clock.nowMs() + hourMs - 1, 100);
  expect([await rowsOf(idle), await rowsOf(busy)]).toEqual([[{ "?column?": 1 }], [{ "?column?": 1 }]]);
  await deleteIdleBuckets(database, clock.nowMs() + hourMs, 100);
  expect([await rowsOf(idle), await rowsOf(busy)]).toEqual([[], [{ "?column?": 1 }]]);
});
