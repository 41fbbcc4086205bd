import { readOffers } from "../recorded.ts";
import type { DoubleAnswer, ReceivedRequest } from "./supplier-double.ts";

/** Most offers of a page, and its default: https://duffel.com/docs/api/overview/pagination. */
const maxLimit = 200;
const defaultLimit = 50;
const sorts = ["total_amount", "-total_amount", "total_duration", "-total_duration"];

type Offer = Record<string, unknown>;

/** `GET /air/offers` of Duffel: pages of the offers of one offer request, each with the cursor of the next. */
export class DuffelPages {
  /** Offers of the last offer request. */
  offers: readonly Offer[] = [];
  /** Limits of the pages that were sent. */
  readonly limits: number[] = [];
  /** Order of the offers for a value of `sort`. */
  sort = sortOffers;
  /** Answers some pages otherwise. */
  answerOf: (request: ReceivedRequest) => DoubleAnswer | undefined = () => undefined;
  readonly #cursors = new Set<string>();

  respond(request: ReceivedRequest): DoubleAnswer | string | undefined {
    const { method, path, query } = request;
    if (method !== "GET" || path !== "/air/offers") return undefined;
    if (query.get("offer_request_id") !== "orq_1") return "unknown offer request";
    const limit = Number(query.get("limit") ?? defaultLimit);
    if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) return "limit";
    const sort = query.get("sort");
    if (sort !== null && !sorts.includes(sort)) return "sort";
    const cursor = query.get("after");
    if (cursor !== null && !this.#cursors.has(`${sort} ${cursor}`)) return "unknown cursor";
    const from = cursor === null ? 0 : Number(Buffer.from(cursor, "base64").toString());
    const sorted = this.sort(this.offers, sort);
    const after = from + limit < sorted.length ? Buffer.from(String(from + limit)).toString("base64") : null;
    if (after !== null) this.#cursors.add(`${sort} ${after}`);
    this.limits.push(limit);
    const other = this.answerOf(request);
    if (other !== undefined) return other;
    const body = JSON.stringify({ data: sorted.slice(from, from + limit), meta: { after, before: null, limit } });
    return { body };
  }
}

/** Sorts as Duffel does; offers of one price have any order, which differs between the directions. */
export function sortOffers(offers: readonly Offer[], sort: string | null): Offer[] {
  if (sort === null || sort.endsWith("total_duration")) return [...offers];
  const sign = sort.startsWith("-") ? -1 : 1;
  return offers.toSorted((a, b) => sign * (Number(a.total_amount) - Number(b.total_amount)));
}

/**
 * Makes different offers of a recorded one of a realistic size: 30 departures, 20 arrivals and 5 brands at several prices each.
 *
 * @param bytes size of each offer as JSON, at least that of the recorded one
 */
export function makeManyOffers(count: number, bytes = 0): Offer[] {
  const [recorded = {}] = readOffers("duffel/offer-request-test-mode.json");
  const text = JSON.stringify(recorded);
  const padding = "x".repeat(Math.max(0, bytes - text.length - 100));
  return Array.from({ length: count }, (_, at) => {
    const [number, price] = [at % 600, 100 + ((at * 7919) % 3000)];
    const offer: Offer = JSON.parse(
      text.replaceAll(
        /"(marketing|operating)_carrier_flight_number":"\d+"/g,
        `"$1_carrier_flight_number":"${number + 1}"`,
      ),
    );
    const amounts = { total_amount: `${price}.50`, base_amount: null, tax_amount: null };
    return { ...offer, ...amounts, id: `off_${at}`, ...(padding !== "" && { padding }) };
  });
}
