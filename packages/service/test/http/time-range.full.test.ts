import { runDueSteps } from "@wayfare/billing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { makeCoupon } from "../../../billing/test/test-coupon.ts";
import { defaultBilling } from "../../src/billing/settings.ts";
import { book, findOffer } from "../booking-requests.ts";
import { type RunningApp, runApp, startMs } from "../running-app.ts";
import { postWebhook } from "../webhook-receiver.ts";

const dayMs = 86_400_000;
const endMs = startMs + 2 * dayMs;
const instant = (ms: number) => new Date(ms).toISOString();

const lists = [
  "/v1/bookings",
  "/v1/deliveries",
  "/v1/events",
  "/v1/requests",
  "/v1/audit-events",
  "/v1/billing/credit-balance/entries",
  "/v1/billing/invoices",
];

interface Page {
  data: { id: string; createdAt: string }[];
  nextCursor: string | null;
}

describe.each(testDatabaseKinds)("on %s", (kind) => {
  let app: RunningApp;
  let close: () => Promise<void>;

  /** Creates at least three rows in each list: at the start, a day later, and a millisecond after that. */
  beforeAll(async () => {
    const { database, drop } = await createTestDatabase(kind);
    app = await runApp({ database });
    close = async () => {
      await app.close();
      await drop();
    };
    const { id } = await postWebhook(app, { url: "https://example.com/" });
    await database.execute("UPDATE webhook_endpoints SET status = 'active'");
    for (const [at, plan] of ["pro", "scale", "pro"].entries()) {
      if (at > 0) app.clock.advance(at === 1 ? dayMs : 1);
      await book(app, await findOffer(app));
      await app.call(`/v1/webhooks/${id}/test`, { method: "POST" });
      await app.call("/v1/billing/subscription/change", { body: { plan } });
      await makeCoupon(database, {
        environment: "test",
        code: `CREDIT${at}`,
        kind: "credit",
        percentBasis: null,
        amountMinor: 1000,
      });
      await app.call("/v1/billing/coupons/redeem", { body: { code: `CREDIT${at}` } });
    }
    await runDueSteps(database, { options: defaultBilling, wallMs: app.clock.nowMs() });
    app.clock.advance(endMs - app.clock.nowMs());
  });

  afterAll(() => close());

  async function list(path: string, query: Record<string, string> = {}): Promise<Page> {
    const answer = await app.call(`${path}?${new URLSearchParams({ limit: "200", ...query }).toString()}`);
    if (answer.status !== 200) throw new Error(answer.text);
    const page: { data: { id: string; createdAt?: string; at?: string }[]; nextCursor: string | null } = JSON.parse(
      answer.text,
    );
    return { ...page, data: page.data.map(({ id, at = "", createdAt = at }) => ({ id, createdAt })) };
  }

  const idsOf = ({ data }: Pick<Page, "data">) => data.map(({ id }) => id);

  test.each(lists)("%s returns rows at or after `from` and before `to`", async (path) => {
    const all = (await list(path, { to: instant(endMs) })).data;
    const times = [...new Set(all.map((row) => row.createdAt))].toSorted();
    expect(times.length).toBeGreaterThanOrEqual(2);
    const bounds = [...times, instant(startMs - 1), instant(endMs), instant(startMs + 1), instant(startMs + dayMs + 2)];
    for (const from of bounds) {
      for (const to of bounds.filter((bound) => bound > from)) {
        const expected = all.filter((row) => row.createdAt >= from && row.createdAt < to);
        expect(idsOf(await list(path, { from, to })), `${from} to ${to}`).toEqual(idsOf({ data: expected }));
      }
      const open = idsOf(await list(path, { from }));
      expect(open).toEqual(expect.arrayContaining(idsOf({ data: all.filter((row) => row.createdAt >= from) })));
    }
    // A date means the start of its day in UTC.
    const [firstDay, nextDay] = [instant(startMs).slice(0, 10), instant(startMs + dayMs).slice(0, 10)];
    const ofDay = all.filter((row) => row.createdAt.startsWith(firstDay));
    expect(ofDay.length).toBeGreaterThan(0);
    expect(idsOf(await list(path, { from: firstDay, to: nextDay }))).toEqual(idsOf({ data: ofDay }));
  });

  test.each(lists)("%s paginates a range with cursors that are bound to it", async (path) => {
    const range = { from: instant(startMs), to: instant(endMs) };
    const all = idsOf(await list(path, range));
    const met: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(path, { ...range, limit: "1", ...(cursor === undefined ? {} : { cursor }) });
      met.push(...idsOf(page));
      cursor = page.nextCursor ?? undefined;
      if (met.length === 1) {
        const query = new URLSearchParams({ ...range, from: "2026-01-01", cursor: cursor ?? "" });
        const answer = await app.call(`${path}?${query.toString()}`);
        expect(answer).toMatchObject({ status: 400, body: { code: "CURSOR_INVALID" } });
      }
    } while (cursor !== undefined);
    expect(met).toEqual(all);
  });

  test.each([...lists, "/v1/usage"])("%s rejects an empty or invalid range", async (path) => {
    const faults: [string, string, string][] = [
      ["from=2026-11-21&to=2026-11-21", "/to", "RANGE"],
      ["from=2026-11-22&to=2026-11-21T23:59:59Z", "/to", "RANGE"],
      ["from=yesterday", "/from", "FORMAT"],
      ["to=2026-02-30", "/to", "FORMAT"],
      ["to=1969-12-31", "/to", "FORMAT"],
      ["from=2016-12-31T23:59:60Z", "/from", "FORMAT"],
    ];
    for (const [query, pointer, code] of faults) {
      const answer = await app.call(`${path}?${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } });
    }
  });
});
