import { createCallContexts, detachedCall, getAccess } from "../client/call-context.ts";
import { SupplierClient, type SupplierClientOptions } from "../client/supplier-client.ts";
import {
  type FlightBatch,
  listDrops,
  OfferCounter,
  type OfferReference,
  type Peers,
  type RepriceContext,
  type Repriced,
  type SearchContext,
  type SearchQuery,
  type Supplier,
  SupplierFailure,
  type SupplierPlaces,
} from "../port/port.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { arrivesInTime, passesSliceFilters } from "../wire/slice-filters.ts";
import { pairAwards } from "./award-pairs.ts";
import { AwardSearch } from "./award-search.ts";
import { DirectionRun, oldestOf } from "./direction-run.ts";
import { directionsOf } from "./directions.ts";
import { repriceTrip } from "./reprice-trip.ts";

export const seatsAeroName = "seats-aero";
const productionUrl = "https://seats.aero/partnerapi";
const msPerDay = 86_400_000;

/** Calls of `/trips` per one-way search, and per direction of a round trip. */
const maxTripCalls = 3;
const maxTripCallsPerDirection = 2;
const nothing = { flights: [], coverage: 0 };
/** Part of the deadline after which the answer does not wait for other suppliers. */
const waitShare = 0.6;

export interface SeatsAeroOptions extends SupplierClientOptions {
  places: SupplierPlaces;
  /** The operator's schedule, for the times of connecting flights. */
  schedule?: Schedule;
  /** Base URL of a proxy, a mock or a test server; that of the supplier by default. */
  baseUrl?: string;
}

/**
 * Creates the supplier of award seats by seats.aero (docs/suppliers/seats-aero.md). A search names the flights of a trip but no times between
 * them. They come from the cash flights of the same search, else from the operator's schedule, else from `/trips`; what is unknown after
 * that stays null. A round trip is two searches, whose awards are combined (`pairAwards`). Days and places of a direction are one call.
 */
export function createSeatsAeroSupplier({
  places,
  schedule,
  baseUrl = productionUrl,
  ...options
}: SeatsAeroOptions): Supplier {
  const client = new SupplierClient(
    {
      name: seatsAeroName,
      baseUrl,
      headersOf: (secret) => ({ "partner-authorization": secret }),
      readErrorCode: () => null,
      // The daily limit is reset at midnight UTC.
      resetAtMs: (nowMs) => (Math.floor(nowMs / msPerDay) + 1) * msPerDay,
    },
    options,
  );

  async function* search(query: SearchQuery, context: SearchContext): AsyncGenerator<FlightBatch> {
    context.signal.throwIfAborted();
    const startedMs = performance.now();
    const call = createCallContexts({ ...context, access: getAccess(seatsAeroName, context.access) });
    const runs = directionsOf(query, places).map((direction, slice) => {
      const terms = { query, direction, places, searchedAtMs: context.searchedAtMs };
      return new DirectionRun(new AwardSearch(client, call, terms), { slice, ...(schedule && { schedule }) });
    });
    const [out, back] = runs;
    if (out === undefined) return;
    const waitForOthers = () => waitForPeers(context, startedMs);
    if (back === undefined) {
      yield* out.readPages();
      yield* out.complete({ peers: context.peers, maxCalls: maxTripCalls, waitForOthers });
      return;
    }
    const found = await Promise.all(
      runs.map((run) => run.readAll({ peers: context.peers, maxCalls: maxTripCallsPerDirection, waitForOthers })),
    );
    const [there = nothing, home = nothing] = found.map(({ flights, ...rest }) => ({
      ...rest,
      flights: flights.filter(({ slices: [slice] }) => slice !== undefined && passesSliceFilters(slice, query)),
    }));
    const inTime = there.flights.filter(({ slices: [slice] }) => slice !== undefined && arrivesInTime(slice, query));
    const flights = pairAwards(inTime, home.flights, query);
    const counter = new OfferCounter();
    for (const run of runs) counter.add(run.dropped);
    yield {
      flights,
      // An offer is a pair of trips; trips that either direction dropped count in addition.
      received: flights.length + listDrops(counter.dropped).reduce((sum, { count }) => sum + count, 0),
      dropped: counter.dropped,
      coverage: there.coverage * home.coverage,
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
      roundTrips: true,
      cities: true,
      cabins: ["economy", "premium_economy", "business", "first"],
      flexible: true,
      calendar: false,
      // The miles of an infant on a lap differ by program and are not stated.
      travelers: ["adult", "youth", "child", "infant_in_seat"],
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
