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
import { toBatch } from "./itineraries.ts";
import { type Trip, toRequest, tripsOf } from "./requests.ts";
import { findBookingLink, isFares, readErrorCode } from "./schema.ts";

export const ignavName = "ignav";
const productionUrl = "https://ignav.com/api";

/** Status of a failure that may be tried again, and its number of tries. */
const retryStatus = 424;
const maxTries = 2;

export interface IgnavOptions extends SupplierClientOptions {
  places: SupplierPlaces;
  /** Base URL of a proxy, a mock or a test server; that of the supplier by default. */
  baseUrl?: string;
}

/** Creates the supplier of cash fares with booking links by Ignav (docs/suppliers/ignav.md). A city is expanded to its airports. */
export function createIgnavSupplier({ places, baseUrl = productionUrl, ...options }: IgnavOptions): Supplier {
  const client = new SupplierClient(
    {
      name: ignavName,
      baseUrl,
      headersOf: (secret) => ({ "x-api-key": secret }),
      readErrorCode,
      isFree: (status) => status < 200 || status > 299,
    },
    options,
  );

  async function* search(query: SearchQuery, context: SearchContext) {
    context.signal.throwIfAborted();
    const callContext = createCallContexts({ ...context, access: getAccess(ignavName, context.access) });
    const { trips: queried, count } = tripsOf(query, places);
    let answered = 0;
    let failure: unknown;
    const results = queried.map((trip) => searchTrip(query, trip, callContext).catch((error: unknown) => ({ error })));
    for (const result of results) {
      const batch = await result;
      if ("error" in batch) {
        failure ??= batch.error;
        continue;
      }
      answered++;
      if (batch.received > 0) yield { ...batch, coverage: answered / count };
    }
    context.signal.throwIfAborted();
    // Pairs beyond the budget lower the coverage only.
    const isPartial = failure instanceof SupplierSkipped && failure.reason === "budget" && answered > 0;
    if (failure !== undefined && !isPartial) throw failure;
    yield { flights: [], coverage: answered / count };
  }

  async function searchTrip(
    query: SearchQuery,
    trip: Trip,
    context: () => CallContext,
  ): Promise<ReturnType<typeof toBatch>> {
    const request = toRequest(query, trip, places);
    const response = await callAgain(() => client.call({ method: "POST", ...request }, context()));
    if (!isFares(response)) throw new SupplierFailure("format", "ignav did not send itineraries");
    return toBatch(response.itineraries, { query, places });
  }

  async function reprice({ kept, query }: OfferReference, context: RepriceContext): Promise<Repriced> {
    const quoted = kept?.cash[0];
    if (kept === undefined || quoted === undefined) return { status: "unknown" };
    const access = getAccess(ignavName, context.access);
    const trip = kept.slices.map(({ origin, destination }) => ({ origin, destination }));
    const { flights } = await searchTrip(query, trip, () => detachedCall({ ...context, access }));
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
      multiCity: true,
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
