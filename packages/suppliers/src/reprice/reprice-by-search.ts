import { isDeepStrictEqual } from "node:util";
import { itineraryKey } from "../port/itinerary-key.ts";
import type {
  AwardOffer,
  CashOffer,
  OfferReference,
  RepriceContext,
  Repriced,
  SalesSnapshot,
  SearchQuery,
  SuppliedFlight,
  Supplier,
} from "../port/port.ts";
import { narrowQuery } from "./narrow-query.ts";
import { RerunCache } from "./rerun-cache.ts";

/**
 * Returns `reprice` of a deterministic supplier: it repeats the search with the seats sold at that time, which finds the offer as quoted,
 * and, if seats of those days were sold since, with the seats sold by now.
 */
export function repriceBySearch(supplier: Pick<Supplier, "search" | "version">): Supplier["reprice"] {
  const reruns = new RerunCache();

  function rerun(
    { searchId, searchedAtMs }: OfferReference,
    { query, sales, narrowedTo = "" }: { query: SearchQuery; sales: SalesSnapshot; narrowedTo?: string },
    { accountId, deadlineMs, admit }: RepriceContext,
  ): Promise<SuppliedFlight[]> {
    const key = [accountId ?? "", searchId, sales.version, narrowedTo].join(" ");
    const context = {
      ...(accountId === undefined ? {} : { accountId }),
      searchedAtMs,
      soldSeats: sales.seats,
      deadlineMs,
    };
    return reruns.find(key, () =>
      admit(async (signal) => {
        const flights: SuppliedFlight[] = [];
        for await (const part of supplier.search(query, { ...context, signal })) flights.push(...part.flights);
        return flights;
      }),
    );
  }

  return async (reference, context): Promise<Repriced> => {
    if (reference.version !== supplier.version) return { status: "expired" };
    const { query, sales } = reference;
    const quoted = findOffer(await rerun(reference, { query, sales }, context), reference.position);
    if (quoted === undefined) return { status: "unknown" };
    if (isDeepStrictEqual(sales.seats, context.sales.seats)) return { status: "available", flight: only(quoted) };
    const narrowed = { query: narrowQuery(query, quoted.flight), sales: context.sales };
    const key = itineraryKey(quoted.flight);
    const flights = await rerun(reference, { ...narrowed, narrowedTo: key }, context);
    const present = flights.find((flight) => itineraryKey(flight) === key);
    return compare(quoted, present && findSame(quoted, present));
  };
}

interface FlightOffer {
  flight: SuppliedFlight;
  kind: "cash" | "award";
  /** Index in the list of cash offers or awards. */
  index: number;
}

function findOffer(flights: readonly SuppliedFlight[], position: number): FlightOffer | undefined {
  let first = 0;
  for (const flight of flights) {
    const { length } = flight.cash;
    const index = position - first;
    if (index < length) return { flight, kind: "cash", index };
    first += length + flight.award.length;
    if (position < first) return { flight, kind: "award", index: index - length };
  }
  return undefined;
}

/**
 * Returns the offer that corresponds to a quoted one: the same position in the list of brands, else the same brand, else the cheapest. For
 * an award, only an offer of the same program: miles of another program cannot pay for it.
 */
function findSame({ flight, kind, index }: FlightOffer, present: SuppliedFlight): FlightOffer | undefined {
  if (kind === "cash") {
    const brand = flight.cash[index]?.fareBrand;
    const sameBrand = present.cash.findIndex(({ fareBrand }) => fareBrand === brand);
    const same = present.cash[index]?.fareBrand === brand ? index : Math.max(0, sameBrand);
    return present.cash[same] && { flight: present, kind, index: same };
  }
  const program = flight.award[index]?.program;
  const same = present.award.findIndex((award) => award.program === program);
  return same < 0 ? undefined : { flight: present, kind, index: same };
}

function compare(quoted: FlightOffer, present: FlightOffer | undefined): Repriced {
  if (present === undefined) return { status: "sold_out" };
  if (!isDeepStrictEqual(termsOf(present), termsOf(quoted))) {
    return { status: "changed", quoted: only(quoted) };
  }
  const { cash, award } = only(present);
  return { status: "available", flight: { ...quoted.flight, cash, award } };
}

function offerOf({ flight, kind, index }: FlightOffer): CashOffer | AwardOffer | undefined {
  return flight[kind][index];
}

/** Returns all members that were promised to the traveler: all except the remaining seats and an award's cash equivalent. */
function termsOf(offer: FlightOffer) {
  return { ...offerOf(offer), seatsRemaining: null, cashEquivalent: null };
}

/** Returns the flight with only one of its offers. */
function only({ flight, kind, index }: FlightOffer): SuppliedFlight {
  const cash = kind === "cash" ? flight.cash.slice(index, index + 1) : [];
  const award = kind === "award" ? flight.award.slice(index, index + 1) : [];
  return { ...flight, cash, award };
}
