import { isDeepStrictEqual } from "node:util";
import { createCallContexts, detachedCall, getAccess } from "../client/call-context.ts";
import { SupplierClient, type SupplierClientOptions } from "../client/supplier-client.ts";
import {
  type CashOffer,
  isDropped,
  latinNames,
  type OfferReference,
  type RepriceContext,
  type Repriced,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  type Supplier,
  type SupplierAccess,
  SupplierFailure,
  type SupplierPlaces,
} from "../port/port.ts";
import type { Margin } from "../wire/margin.ts";
import { readDuffelEvent } from "./events.ts";
import { OfferSearch } from "./offer-search.ts";
import { toFlight } from "./offers.ts";
import { DuffelOrders } from "./orders.ts";
import { duffelTravelers } from "./passengers.ts";
import { supplierTimeoutOf } from "./requests.ts";
import { isOffer, readErrorCode } from "./schema.ts";

export const duffelName = "duffel";
/** Of a given name and a family name: "the maximum is 20 characters" (duffel-api-java, `OrderPassenger`). */
const maxNameLength = 20;
const productionUrl = "https://api.duffel.com";

export interface DuffelOptions extends SupplierClientOptions {
  places: SupplierPlaces;
  /** Added to each offer; absent for none. */
  margin?: Margin;
  /** Base URL of a proxy, a mock or a test server; that of the supplier by default. */
  baseUrl?: string;
  /** Milliseconds that Duffel waits for each airline, 2,000 to 60,000; 20,000 if absent. Less if the deadline is earlier. */
  supplierTimeoutMs?: number;
}

/**
 * Creates the supplier of bookable cash fares by Duffel (docs/suppliers/duffel.md). A plain search is one offer request, whose offers are
 * read in pages. A streamed search is a batch offer request, whose offers are polled as airlines answer. Pages and polls are not counted by
 * the budget.
 */
export function createDuffelSupplier({
  places,
  margin,
  supplierTimeoutMs: settingMs,
  baseUrl = productionUrl,
  ...options
}: DuffelOptions): Supplier {
  const client = new SupplierClient(
    {
      name: duffelName,
      baseUrl,
      headersOf: (secret) => ({ authorization: `Bearer ${secret}`, "duffel-version": "v2" }),
      readErrorCode,
    },
    options,
  );

  async function* search(query: SearchQuery, context: SearchContext) {
    context.signal.throwIfAborted();
    const callContext = createCallContexts({ ...context, access: checkToken(context.access) });
    const isStreamed = context.isStreamed === true;
    const supplierTimeoutMs = supplierTimeoutOf(context.deadlineMs, { isStreamed, settingMs });
    const offers = new OfferSearch({ client, callContext, query, places, margin, supplierTimeoutMs });
    for await (const batch of isStreamed ? offers.streamed() : offers.plain()) {
      yield batch;
      context.signal.throwIfAborted();
    }
  }

  async function reprice({ kept, query }: OfferReference, context: RepriceContext): Promise<Repriced> {
    const quoted = kept?.cash[0];
    if (kept === undefined || quoted?.reference === undefined) return { status: "unknown" };
    const current = await findOffer(quoted.reference, query, context);
    if (current === null) return { status: "expired" };
    const isSame = isDeepStrictEqual(termsOf(current.cash[0]), termsOf(quoted));
    return isSame ? { status: "available", flight: current } : { status: "changed", quoted: kept, current };
  }

  /** Returns the offer as it is now; null if Duffel no longer keeps it. */
  async function findOffer(
    reference: string,
    { travelers }: SearchQuery,
    caller: RepriceContext,
  ): Promise<SuppliedFlight | null> {
    const context = detachedCall({ ...caller, access: checkToken(caller.access) });
    const path = `/air/offers/${encodeURIComponent(reference)}?return_available_services=true`;
    try {
      const response = await client.call({ method: "GET", path }, context);
      const data = typeof response === "object" && response !== null && "data" in response ? response.data : undefined;
      const flight = isOffer(data) ? toFlight(data, { travelers, places, margin }) : "incomplete";
      if (isDropped(flight)) throw new SupplierFailure("format", "duffel did not send an offer");
      return flight;
    } catch (error) {
      if (error instanceof SupplierFailure && isGone(error)) return null;
      throw error;
    }
  }

  return {
    name: duffelName,
    simulated: false,
    capabilities: {
      cash: true,
      award: false,
      roundTrips: true,
      cities: true,
      cabins: ["economy", "premium_economy", "business", "first"],
      multiCity: true,
      calendar: false,
      travelers: duffelTravelers,
    },
    credentials: ["deployment", "account"],
    testMode: true,
    callCostUsdCents: 0.5,
    mayStoreResults: false,
    version: null,
    search,
    reprice,
    nameAlphabet: { ...latinNames, maxLength: maxNameLength },
    orders: new DuffelOrders({ client, places, checkToken }),
    readOrderEvent: readDuffelEvent,
    async checkCredential({ access, signal, deadlineMs: timeoutMs }) {
      await client.call(
        { method: "GET", path: "/air/airlines?limit=1" },
        { access: checkToken(access), signal, timeoutMs },
      );
    },
  };
}

const gone: ReadonlySet<string | null> = new Set(["offer_no_longer_available", "offer_expired", "not_found"]);

function isGone({ code, status }: SupplierFailure): boolean {
  return gone.has(code) || status === 404 || status === 410;
}

/** Members that were promised to the traveler. */
function termsOf(offer: CashOffer | undefined) {
  return offer && { ...offer, expiresAtMs: null, observedAtMs: null };
}

/** Refuses a token of the other mode before it is sent. @throws SupplierFailure */
function checkToken(given: SupplierAccess | undefined): SupplierAccess {
  const access = getAccess(duffelName, given);
  const { secret, partition } = access.credential;
  if (secret.startsWith(`duffel_${partition}_`)) return access;
  throw new SupplierFailure("credential", `duffel needs a ${partition} token for ${partition} keys`);
}
