/**
 * Child process of large-offers.ts: Duffel's offer requests, pages and batches with compressed answers that are made before the start. Sends
 * its port, and the time of the first byte of each search.
 */
import { createServer, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { sortOffers } from "../packages/suppliers/test/doubles/duffel-pages.ts";
import { readOffers } from "../packages/suppliers/test/recorded.ts";

const [count = 0, bytes = 0, batches = 1] = process.argv.slice(2).map(Number);
const pageSize = 200;

type Offer = Record<string, unknown>;

/** Recorded offers with other ids, prices, flight numbers and years, which are after the time of the search. */
function makeOffers(): Offer[] {
  const recorded = readOffers("duffel/offer-request-live-aa.json.gz").map((offer) =>
    JSON.stringify(offer).replaceAll(/"(departing|arriving)_at":"\d{4}/g, '"$1_at":"2028'),
  );
  return Array.from({ length: count }, (_, at) => {
    const copy = Math.floor(at / recorded.length);
    const changed = (recorded[at % recorded.length] ?? "").replaceAll(
      /"(marketing|operating)_carrier_flight_number":"(\d+)"/g,
      (_match, name: string, number: string) =>
        `"${name}_carrier_flight_number":"${(Number(number) % 8000) + copy + 1}"`,
    );
    const offer: Offer = JSON.parse(changed);
    const price = `${100 + ((at * 7919) % 3000)}.${String(at % 100).padStart(2, "0")}`;
    const missing = bytes - changed.length;
    const own = { id: `off_${at}`, total_amount: price, expires_at: "2030-01-01T00:00:00Z" };
    return { ...offer, ...own, ...(missing > 0 && { padding: "x".repeat(missing) }) };
  });
}

const zip = (value: unknown) => gzipSync(JSON.stringify(value), { level: 1 });
const offers = makeOffers();

function makePages(sort: string): Map<string, Buffer> {
  const sorted = sortOffers(offers, sort);
  const pages = new Map<string, Buffer>();
  for (let from = 0; from === 0 || from < sorted.length; from += pageSize) {
    const after = from + pageSize < sorted.length ? String(from + pageSize) : null;
    const meta = { after, before: null, limit: pageSize };
    pages.set(`${sort} ${from}`, zip({ data: sorted.slice(from, from + pageSize), meta }));
  }
  return pages;
}

const pages = new Map([...makePages("total_amount"), ...makePages("-total_amount")]);
const batchSize = Math.ceil(count / batches);
const polls = Array.from({ length: batches }, (_, at) =>
  zip({
    data: {
      id: "orq_1",
      offers: offers.slice(at * batchSize, (at + 1) * batchSize),
      remaining_batches: batches - at - 1,
      total_batches: batches,
    },
  }),
);
const whole = zip({ data: { id: "orq_1", offers } });
let polled = 0;

function answer(response: ServerResponse, body: Buffer | undefined, status = 200): void {
  if (body === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" }).end(body);
}

const server = createServer((request, response) => {
  request.resume();
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  if (request.method === "POST") {
    process.send?.({ firstByteAtMs: performance.timeOrigin + performance.now() });
    polled = 0;
    const isBatch = pathname.endsWith("batch_offer_requests");
    const created = { id: "orq_1", ...(isBatch && { total_batches: batches, remaining_batches: batches }) };
    answer(response, zip({ data: created }), 201);
  } else if (pathname === "/whole") answer(response, whole);
  else if (pathname === "/air/offers") {
    answer(response, pages.get(`${searchParams.get("sort")} ${searchParams.get("after") ?? "0"}`));
  } else answer(response, polls[polled++]);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.({ port: address.port });
});
process.on("disconnect", () => process.exit());
