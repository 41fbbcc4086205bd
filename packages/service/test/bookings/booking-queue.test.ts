import { expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { startApp } from "../access-app.ts";
import { book, findOffer } from "../booking-requests.ts";
import { makeFlight, supplierOf } from "../sample-supply.ts";
import { lockTable } from "../table-lock.ts";

const options = { suppliers: [supplierOf("sandbox", [makeFlight()])] };

test("cancels a statement that hangs and rejects waiting bookings in a bounded time", async () => {
  const bookingQueue = { maxWaiting: 3, maxWaitMs: 200, statementMs: 2000 };
  const { app, database, connectionString } = await startApp("postgresql", { ...options, bookingQueue });
  const offer = await findOffer(app);
  // The lock allows reads of sales and blocks writes.
  const unlock = await lockTable(connectionString, "sales", "SHARE");
  const answers = Array.from({ length: 6 }, () => book(app, offer));
  const codes: unknown[] = [];
  for (const answer of answers) void answer.then(({ code }) => codes.push(code));
  await eventually(() => expect(codes).toHaveLength(5));
  expect(codes).toEqual(Array(5).fill("OVERLOADED"));
  for (const { status, headers } of await Promise.all(answers)) {
    expect(status).toBe(503);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(codes.at(-1)).toBe("STORAGE_UNAVAILABLE");
  expect(await database.query("SELECT id FROM bookings")).toEqual([]);
  await unlock();
  expect(await book(app, offer)).toMatchObject({ status: 201 });
});

test("a booking waits only for those of the same account and partition", async () => {
  const bookingQueue = { maxWaiting: 0, statementMs: 60_000 };
  const { app, database, connectionString } = await startApp("postgresql", { ...options, bookingQueue });
  const live = await app.makeKey({ environment: "live" });
  const [offer, liveOffer] = [await findOffer(app), await findOffer(app, {}, "cash", live)];
  const unlock = await lockTable(connectionString, "sales", "SHARE");
  const first = book(app, offer);
  const hanging = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await eventually(async () => expect(await database.query(hanging)).toHaveLength(1));
  expect(await book(app, offer)).toMatchObject({ status: 503, code: "OVERLOADED" });
  const other = book(app, liveOffer, { key: live });
  await eventually(async () => expect(await database.query(hanging)).toHaveLength(2));
  await unlock();
  expect(await first).toMatchObject({ status: 201 });
  expect(await other).toMatchObject({ status: 201 });
});
