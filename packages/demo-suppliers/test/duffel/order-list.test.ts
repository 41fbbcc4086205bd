import fc from "fast-check";
import { expect, test } from "vitest";
import { openDuffel } from "../duffel-client.ts";
import { sampleOffer, testNowMs } from "../sample-offer.ts";

async function openOrders(count: number, seed = 1) {
  const opened = await openDuffel();
  opened.duffel.orders.seed = seed;
  for (let n = 0; n < count; n++) {
    const createdAtMs = testNowMs - (count - n) * 60_000;
    opened.duffel.orders.addForeignOrder({ offerId: "off_1", createdAtMs, metadata: { n: String(n) } });
  }
  const page = async (query: string) => {
    const { status, codes, body } = await opened.call("GET", `/air/orders?${query}`);
    const data: { metadata: { n: string } }[] = body.data;
    return { status, codes, meta: body.meta, numbers: data?.map(({ metadata }) => Number(metadata.n)) ?? [] };
  };
  const walk = async (query: string) => {
    const all: number[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const { numbers, meta } = await page(after === "" ? query : `${query}&after=${encodeURIComponent(after)}`);
      all.push(...numbers);
      after = meta.after;
    }
    return all;
  };
  return { ...opened, page, walk };
}

test("lists 50 orders by default, up to 200, and refuses other limits, sorts and cursors", async () => {
  const { page, duffel } = await openOrders(250);
  expect((await page("")).numbers).toHaveLength(50);
  expect((await page("limit=200")).numbers).toHaveLength(200);
  for (const query of ["limit=0", "limit=201", "limit=ten", "sort=price", "after=x", "before=x"])
    expect(await page(query), query).toMatchObject({ status: 422 });
  expect(duffel.double.faults).toEqual([]);
});

test("refuses parameters that are not documented, such as metadata", async () => {
  const { page, duffel } = await openOrders(1);
  expect((await page("metadata[n]=1")).status).toBe(400);
  expect(duffel.double.faults).toEqual(["unknown member metadata[n]"]);
});

test("shuffles a list without a sort by its seed, and sorts it as documented", async () => {
  const newest = Array.from({ length: 30 }, (_, n) => 29 - n);
  const [one, two] = await Promise.all([openOrders(30, 1), openOrders(30, 2)]);
  const [first, second] = [await one.walk("limit=7"), await two.walk("limit=7")];
  expect(first).not.toEqual(second);
  expect([first, newest, newest.toReversed()]).not.toContainEqual(second);
  expect(await one.walk("limit=200")).toEqual(first);
  expect(await one.walk("limit=7&sort=-created_at")).toEqual(newest);
  expect(await one.walk("limit=7&sort=created_at")).toEqual(newest.toReversed());
});

test("pages every list completely and once, forwards and back", async () => {
  const opened = await openOrders(23);
  const orders = fc.constantFrom("", "&sort=created_at", "&sort=-created_at", "&sort=total_amount");
  const check = async (limit: number, sort: string) => {
    const all = await opened.walk(`limit=${limit}${sort}`);
    expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, n) => n));
    const first = await opened.page(`limit=${limit}${sort}`);
    if (first.meta.after === null) return;
    const second = await opened.page(`limit=${limit}${sort}&after=${encodeURIComponent(first.meta.after)}`);
    const back = await opened.page(`limit=${limit}${sort}&before=${encodeURIComponent(String(second.meta.before))}`);
    expect(back.numbers).toEqual(first.numbers);
  };
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 30 }), orders, check), { numRuns: 25, seed: 7 });
});

test("filters by offer, reference, time and open changes", async () => {
  const opened = await openDuffel([sampleOffer(), sampleOffer({ id: "off_2" })]);
  const { duffel, call } = opened;
  duffel.orders.addForeignOrder({ offerId: "off_1", createdAtMs: testNowMs - 1000 });
  duffel.orders.addForeignOrder({ offerId: "off_2", createdAtMs: testNowMs });
  duffel.orders.changes.add("ord_2", { from: "T18:30", to: "T19:30" });
  const list = async (query: string) => {
    const data: { id: string }[] = (await call("GET", `/air/orders?${query}`)).body.data;
    return data.map(({ id }) => id);
  };
  expect(await list("offer_id=off_2_2")).toEqual(["ord_2"]);
  expect(await list("booking_reference=RZ0001")).toEqual(["ord_1"]);
  expect(await list("requires_action=true")).toEqual(["ord_2"]);
  expect(await list(`created_at[before]=${new Date(testNowMs).toISOString()}`)).toEqual(["ord_1"]);
  expect(await list(`created_at[after]=${new Date(testNowMs - 1000).toISOString()}`)).toEqual(["ord_2"]);
  expect(await list("awaiting_payment=true")).toEqual([]);
});
