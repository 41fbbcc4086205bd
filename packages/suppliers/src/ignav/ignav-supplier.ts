import { createCallContexts, detachedCall, getAccess } from "../client/call-context.ts";
import { type CallContext, SupplierClient, type SupplierClientOptions } from "../client/supplier-client.ts";
import { itineraryKey } from "../port/itinerary-key.ts";
import {
  type OfferReference,
  type RepriceContext,
  type Repriced,
  type SearchContext,
  type SearchQuery,
  type Supplier,
  SupplierFailure,
  type SupplierPlaces,
  SupplierSkipped,
} from "../port/port.ts";
import { airportsOf } from "../wire/airports.ts";
import { toBatch } from "./itineraries.ts";
import { findBookingLink, isFares, readErrorCode } from "./schema.ts";

export const ignavName = "ignav";
const productionUrl = "https://ignav.com/api";

/** Airport pairs per search: Ignav has no city codes, and each pair is a call. */
const maxPairs = 4;
/** Status of a failure that may be tried again, and its number of tries. */
const retryStatus = 424;
const maxTries = 2;

export interface IgnavOptions extends SupplierClientOptions {
  places: SupplierPlaces;
  /** Base URL of a test server. */
  testBaseUrl?: string;
}

interface AirportPair {
  origin: string;
  destination: string;
}

/** Creates the supplier of cash fares with booking links by Ignav (docs/suppliers/ignav.md). A city is expanded to its airports. */
export function createIgnavSupplier({ places, testBaseUrl, ...options }: IgnavOptions): Supplier {
  const client = new SupplierClient(
    {
      name: ignavName,
      baseUrl: testBaseUrl ?? productionUrl,
      headersOf: (secret) => ({ "x-api-key": secret }),
      readErrorCode,
      isFree: (status) => status < 200 || status > 299,
    },
    options,
  );

  async function* search(query: SearchQuery, context: SearchContext) {
    context.signal.throwIfAborted();
    const callContext = createCallContexts({ ...context, access: getAccess(ignavName, context.access) });
    const pairs = pairsOf(query, places);
    const queried = pairs.slice(0, maxPairs);
    let answered = 0;
    let failure: unknown;
    const results = queried.map((pair) => searchPair(query, pair, callContext).catch((error: unknown) => ({ error })));
    for (const result of results) {
      const batch = await result;
      if ("error" in batch) {
        failure ??= batch.error;
        continue;
      }
      answered++;
      if (batch.received > 0) yield { ...batch, coverage: answered / pairs.length };
    }
    context.signal.throwIfAborted();
    // Pairs beyond the budget lower the coverage only.
    const isPartial = failure instanceof SupplierSkipped && failure.reason === "budget" && answered > 0;
    if (failure !== undefined && !isPartial) throw failure;
    yield { flights: [], coverage: answered / pairs.length };
  }

  async function searchPair(
    query: SearchQuery,
    pair: AirportPair,
    context: () => CallContext,
  ): Promise<ReturnType<typeof toBatch>> {
    const path = query.returnDate === null ? "/fares/one-way" : "/fares/round-trip";
    const response = await callAgain(() => client.call({ method: "POST", path, body: toBody(query, pair) }, context()));
    if (!isFares(response)) throw new SupplierFailure("format", "ignav did not send itineraries");
    return toBatch(response.itineraries, { query, places });
  }

  async function reprice({ kept, query }: OfferReference, context: RepriceContext): Promise<Repriced> {
    const quoted = kept?.cash[0];
    const slice = kept?.slices[0];
    if (kept === undefined || quoted === undefined || slice === undefined) return { status: "unknown" };
    const access = getAccess(ignavName, context.access);
    const pair = { origin: slice.origin, destination: slice.destination };
    const { flights } = await searchPair(query, pair, () => detachedCall({ ...context, access }));
    const current = flights.find((flight) => itineraryKey(flight) === itineraryKey(kept));
    const offer = current?.cash[0];
    if (current === undefined || offer === undefined) return { status: "sold_out" };
    const link = await findLink(offer.reference ?? "", detachedCall({ ...context, access }));
    const linked = { ...current, cash: [{ ...offer, ...(link === undefined ? {} : { bookingLink: link }) }] };
    const isSame = offer.total === quoted.total && offer.currency === quoted.currency && offer.cabin === quoted.cabin;
    return isSame ? { status: "available", flight: linked } : { status: "changed", quoted: kept, current: linked };
  }

  /** Looks up the link of one offer, when it is priced again: a link for each offer of a search would be a call each. */
  async function findLink(ignavId: string, context: CallContext): Promise<string | undefined> {
    try {
      const body = { ignav_id: ignavId };
      return findBookingLink(await client.call({ method: "POST", path: "/fares/booking-links", body }, context));
    } catch (error) {
      if (error instanceof SupplierFailure || error instanceof SupplierSkipped) return undefined;
      throw error;
    }
  }

  return {
    name: ignavName,
    simulated: false,
    capabilities: {
      cash: true,
      award: false,
      roundTrips: true,
      cities: true,
      cabins: ["economy", "premium_economy", "business", "first"],
      calendar: false,
    },
    credentials: ["deployment", "account"],
    testMode: false,
    callCostUsdCents: 0.2,
    mayStoreResults: false,
    version: null,
    search,
    reprice,
    async checkCredential({ access, signal, deadlineMs }) {
      const context = createCallContexts({ access, signal, deadlineMs })();
      // An unknown id is not billed; only an unknown key answers 401 or 403.
      const body = { ignav_id: "wayfare-credential-check" };
      await client.call({ method: "POST", path: "/fares/booking-links", body }, context).catch((error: unknown) => {
        if (!(error instanceof SupplierFailure) || (error.status !== 400 && error.status !== 404)) throw error;
      });
    },
  };
}

/** Pairs of airports, those of the busiest airports first. */
function pairsOf({ origin, destination }: SearchQuery, places: SupplierPlaces): AirportPair[] {
  const [origins, destinations] = [airportsOf(origin, places), airportsOf(destination, places)];
  return origins
    .flatMap((from, i) => destinations.map((to, j) => ({ origin: from, destination: to, order: i + j })))
    .toSorted((a, b) => a.order - b.order)
    .map(({ origin: from, destination: to }) => ({ origin: from, destination: to }));
}

/** Unknown members are refused, so only those with a value are sent. */
function toBody(query: SearchQuery, pair: AirportPair) {
  const { travelers, returnDate, airlines, excludeAirlines } = query;
  return {
    ...pair,
    departure_date: query.departureDate,
    ...(returnDate === null ? {} : { return_date: returnDate }),
    adults: travelers.adults,
    ...(travelers.children > 0 && { children: travelers.children }),
    ...(travelers.infants > 0 && { infants_on_lap: travelers.infants }),
    cabin_class: query.cabin,
    max_stops: query.maxStops,
    ...(airlines === null ? {} : { airlines_include: airlines }),
    ...(airlines === null && excludeAirlines.length > 0 && { airlines_exclude: excludeAirlines }),
    allow_self_transfer: false,
  };
}

async function callAgain(call: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const isRetryable = error instanceof SupplierFailure && error.status === retryStatus;
      if (!isRetryable || tries === maxTries) throw error;
    }
  }
}
