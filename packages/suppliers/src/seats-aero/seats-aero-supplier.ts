import { createCallContexts, detachedCall, getAccess } from "../client/call-context.ts";
import { SupplierClient, type SupplierClientOptions } from "../client/supplier-client.ts";
import { FlightIndex } from "../port/flight-index.ts";
import {
  type OfferReference,
  type Peers,
  type RepriceContext,
  type Repriced,
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  type Supplier,
  SupplierFailure,
  type SupplierPlaces,
  SupplierSkipped,
} from "../port/port.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { AwardSearch, type FoundTrip } from "./award-search.ts";
import { completeTimes, isTimed } from "./complete-times.ts";
import { repriceTrip } from "./reprice-trip.ts";

export const seatsAeroName = "seats-aero";
const productionUrl = "https://seats.aero/partnerapi";
const msPerDay = 86_400_000;

/** Calls of `/trips` per search. */
const maxTripCalls = 3;
/** Part of the deadline after which the answer does not wait for other suppliers. */
const waitShare = 0.6;

export interface SeatsAeroOptions extends SupplierClientOptions {
  places: SupplierPlaces;
  /** The operator's schedule, for the times of connecting flights. */
  schedule?: Schedule;
  /** Base URL of a test server. */
  testBaseUrl?: string;
}

/**
 * Creates the supplier of award seats by seats.aero (docs/suppliers/seats-aero.md). A search names the flights of a trip but no times between
 * them. They come from the cash flights of the same search, else from the operator's schedule, else from `/trips`; what is unknown after
 * that stays null.
 */
export function createSeatsAeroSupplier({ places, schedule, testBaseUrl, ...options }: SeatsAeroOptions): Supplier {
  const client = new SupplierClient(
    {
      name: seatsAeroName,
      baseUrl: testBaseUrl ?? productionUrl,
      headersOf: (secret) => ({ "partner-authorization": secret }),
      readErrorCode: () => null,
      // The daily limit is reset at midnight UTC.
      resetAtMs: (nowMs) => (Math.floor(nowMs / msPerDay) + 1) * msPerDay,
    },
    options,
  );

  async function* search(query: SearchQuery, context: SearchContext) {
    context.signal.throwIfAborted();
    checkSupported(query);
    const startedMs = performance.now();
    const call = createCallContexts({ ...context, access: getAccess(seatsAeroName, context.access) });
    const awards = new AwardSearch(client, call, { query, places, searchedAtMs: context.searchedAtMs });
    const pending: FoundTrip[] = [];
    let coverage = 1;
    // Each flight has one offer. The last batch counts all others, and those that were dropped.
    let yielded = 0;
    for await (const page of awards.pages()) {
      ({ coverage } = page);
      const completed = page.found.map((found) => ({
        ...found,
        flight: schedule === undefined ? found.flight : completeTimes(found.flight, schedule),
      }));
      pending.push(...completed.filter(({ flight }) => !isTimed(flight)));
      const flights = completed.filter(({ flight }) => isTimed(flight)).map(({ flight }) => flight);
      yielded += flights.length;
      if (flights.length > 0) yield { flights, observedAtMs: oldestOf(flights), coverage };
    }
    if (pending.length > 0) await waitForPeers(context, startedMs);
    context.signal.throwIfAborted();
    const known = new FlightIndex();
    for (const flight of context.peers?.listFlights() ?? []) known.add(flight);
    const unknown = pending.filter(({ flight }) => known.find(flight) === undefined);
    const joined = pending.filter((found) => !unknown.includes(found)).map(({ flight }) => flight);
    const looked = await awards.lookUp([...unknown, ...awards.withoutTrips], maxTripCalls);
    const flights = [...joined, ...looked.flights];
    yield {
      flights,
      received: awards.counter.received - yielded,
      dropped: awards.counter.dropped,
      coverage: coverage * looked.share,
      ...(flights.length > 0 && { observedAtMs: oldestOf(flights) }),
    };
  }

  async function reprice(reference: OfferReference, context: RepriceContext): Promise<Repriced> {
    const access = getAccess(seatsAeroName, context.access);
    return repriceTrip(client, detachedCall({ ...context, access }), { reference, places });
  }

  return {
    name: seatsAeroName,
    simulated: false,
    capabilities: {
      cash: false,
      award: true,
      roundTrips: false,
      cities: true,
      cabins: ["economy", "premium_economy", "business", "first"],
      calendar: false,
    },
    credentials: ["account"],
    testMode: false,
    waitsForPeers: true,
    callCostUsdCents: 0,
    mayStoreResults: false,
    version: null,
    search,
    reprice,
    async checkCredential({ access, signal, deadlineMs }) {
      const context = createCallContexts({ access, signal, deadlineMs })();
      const routes = await client.call({ method: "GET", path: "/routes?source=aeroplan" }, context);
      if (!Array.isArray(routes)) throw new SupplierFailure("format", "seats-aero did not send a list of routes");
    },
  };
}

function checkSupported({ travelers }: SearchQuery): void {
  if (travelers.infants === 0) return;
  throw new SupplierSkipped("unsupported", "seats-aero does not state the miles of infants");
}

/** Waits for the other suppliers' flights, which may have the missing times, but not so long that nothing could follow. */
async function waitForPeers(
  { peers, signal, deadlineMs }: Pick<SearchContext, "signal" | "deadlineMs"> & { peers?: Peers },
  startedMs: number,
): Promise<void> {
  if (peers === undefined) return;
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  const timer = setTimeout(stop, Math.max(0, deadlineMs * waitShare - (performance.now() - startedMs)));
  signal.addEventListener("abort", stop);
  await Promise.race([peers.settled, stopped]);
  clearTimeout(timer);
  signal.removeEventListener("abort", stop);
}

function oldestOf(flights: readonly SuppliedFlight[]): number {
  return Math.min(...flights.flatMap(({ award }) => award.map(({ observedAtMs }) => observedAtMs)));
}
