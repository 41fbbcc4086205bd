import type { GuardedClient } from "@wayfare/egress";
import { loadTimeZones } from "@wayfare/world";
import {
  type SearchContext,
  type SearchQuery,
  type SuppliedFlight,
  SupplierFailure,
  type SupplierPlaces,
} from "../port/port.ts";
import { createDuffelSupplier } from "./duffel-supplier.ts";

/** A route of Duffel's test mode with a promised behavior (https://duffel.com/docs/api/overview/test-your-integration). */
interface PromisedRoute {
  origin: string;
  destination: string;
  promise: string;
  /** Returns true if the flights keep the promise; null if the search failed or timed out. */
  isKept: (flights: readonly SuppliedFlight[] | null) => boolean;
}

const has = (flights: readonly SuppliedFlight[] | null): flights is readonly SuppliedFlight[] =>
  flights !== null && flights.length > 0;
const offersOf = (flights: readonly SuppliedFlight[]) => flights.flatMap(({ cash }) => cash);

const promisedRoutes: readonly PromisedRoute[] = [
  { origin: "PVD", destination: "RAI", promise: "no offers", isKept: (flights) => flights?.length === 0 },
  {
    origin: "JFK",
    destination: "EWR",
    promise: "offers that can be held",
    isKept: (flights) => has(flights) && offersOf(flights).some(({ requires }) => requires?.payBeforeMs),
  },
  {
    origin: "LHR",
    destination: "DXB",
    promise: "connections only",
    isKept: (flights) =>
      has(flights) && flights.every(({ slices }) => slices.every(({ segments }) => segments.length > 1)),
  },
  {
    origin: "BTS",
    destination: "MRU",
    promise: "no checked bags",
    isKept: (flights) =>
      has(flights) && offersOf(flights).every(({ segments }) => segments.every(({ baggage }) => !baggage.checked)),
  },
  { origin: "STN", destination: "LHR", promise: "a timeout", isKept: (flights) => !has(flights) },
  { origin: "DXB", destination: "AMS", promise: "flights with a technical stop", isKept: has },
];

export interface SmokeTestOptions {
  /** A test token. */
  token: string;
  /** YYYY-MM-DD. */
  departureDate: string;
  nowMs: () => number;
  deadlineMs?: number;
  /** Client and base URL of a test server. */
  test?: { egress: GuardedClient; baseUrl: string };
}

export interface SmokeTestResult {
  route: string;
  promise: string;
  isKept: boolean;
  /** Number of offers, or the failure of the search. */
  detail: string;
}

const defaultDeadlineMs = 30_000;

/** Duffel states the time zones of its places, and the routes are airports. Not a constant: loading the time zones delays every import. */
function makeNoPlaces(): SupplierPlaces {
  return { timeZones: loadTimeZones(), findTimeZone: () => undefined, listAirports: () => [] };
}

/** Searches the routes of Duffel's test mode whose behavior is promised. Yields the result of each. */
export async function* smokeTestDuffel(options: SmokeTestOptions): AsyncGenerator<SmokeTestResult> {
  const { nowMs, test } = options;
  const egress = test?.egress ?? (await createEgress());
  const supplier = createDuffelSupplier({
    egress,
    nowMs,
    places: makeNoPlaces(),
    ...(test && { baseUrl: test.baseUrl }),
  });
  try {
    for (const { origin, destination, promise, isKept } of promisedRoutes) {
      const found = await collect(supplier.search(queryFor(origin, destination, options), contextOf(options)));
      const detail = Array.isArray(found) ? `${offersOf(found).length} offers` : found.message;
      const flights = Array.isArray(found) ? found : null;
      yield { route: `${origin}-${destination}`, promise, isKept: isKept(flights), detail };
    }
  } finally {
    if (test === undefined) await egress.close();
  }
}

/** The client is loaded here: search threads load this module, too, and call no supplier before their first live search. */
async function createEgress(): Promise<GuardedClient> {
  const { createGuardedClient } = await import("@wayfare/egress");
  const rules = { allowLoopback: false, allowCidrs: [], ports: [] };
  return createGuardedClient({ rules, timeoutMs: defaultDeadlineMs, maxBodyBytes: 0 });
}

/** @throws SupplierFailure if the token is refused: no other route could be searched either */
async function collect(
  batches: AsyncIterable<{ flights: SuppliedFlight[] }>,
): Promise<SuppliedFlight[] | SupplierFailure> {
  const flights: SuppliedFlight[] = [];
  try {
    for await (const batch of batches) flights.push(...batch.flights);
    return flights;
  } catch (error) {
    if (error instanceof SupplierFailure && error.kind !== "credential") return error;
    throw error;
  }
}

function contextOf({ token, nowMs, deadlineMs = defaultDeadlineMs }: SmokeTestOptions): SearchContext {
  return {
    searchedAtMs: nowMs(),
    deadlineMs,
    signal: new AbortController().signal,
    access: {
      credential: { id: "smoke-test", secret: token, partition: "test" },
      budget: { acquire: async () => ({ settle: () => {} }) },
    },
  };
}

function queryFor(origin: string, destination: string, { departureDate }: SmokeTestOptions): SearchQuery {
  return {
    origin: { code: origin, kind: "airport" },
    destination: { code: destination, kind: "airport" },
    departureDate,
    returnDate: null,
    cabin: "economy",
    cabinMatch: "any",
    travelers: { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 },
    includeCash: true,
    includeAward: false,
    maxStops: 2,
    limit: 50,
    currency: "USD",
    airlines: null,
    excludeAirlines: [],
    programs: null,
    departureTime: null,
    arrivalTime: null,
    maxDurationMinutes: null,
    sort: "price",
    allOffers: true,
  };
}
