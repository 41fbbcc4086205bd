import {
  type AwardOffer,
  type Capabilities,
  type CashOffer,
  type Conditions,
  type FlightBatch,
  repriceBySearch,
  type SearchContext,
  type SearchQuery,
  type Segment,
  type SuppliedFlight,
  type Supplier,
} from "@wayfare/suppliers";

/** A supplier that returns the same flights for every query. */
export function supplierOf(name: string, flights: readonly SuppliedFlight[], simulated = true): Supplier {
  return supplierWith(name, async () => ({ flights: [...flights] }), simulated);
}

/** A supplier that yields all flights in one batch. */
export function supplierWith(
  name: string,
  answer: (query: SearchQuery, context: SearchContext) => Promise<FlightBatch>,
  simulated = true,
): Supplier {
  const search: Supplier["search"] = async function* (query, context) {
    yield await answer(query, context);
  };
  const supplier: Supplier = {
    name,
    simulated,
    capabilities: allCapabilities,
    credentials: [],
    testMode: false,
    callCostUsdCents: 0,
    mayStoreResults: true,
    version: "world-1",
    search,
    reprice: (reference, context) => reprice(reference, context),
  };
  const reprice = repriceBySearch(supplier);
  return supplier;
}

const allCapabilities: Capabilities = {
  cash: true,
  award: true,
  roundTrips: true,
  cities: true,
  cabins: ["economy", "premium_economy", "business", "first"],
  calendar: false,
};

interface FlightTraits {
  carrier?: string;
  number?: string;
  stops?: 0 | 1;
  departureMinute?: number;
  durationMinutes?: number;
  cash?: CashOffer[];
  award?: AwardOffer[];
}

const dayStartMinutes = Date.UTC(2027, 0, 20, 5) / 60_000;

/** JFK to LHR on 20 January 2027, optionally with a stop in Boston. */
export function makeFlight(traits: FlightTraits = {}): SuppliedFlight {
  const { carrier = "BA", number = "178", stops = 0, departureMinute = 1110, durationMinutes = 425 } = traits;
  const departure = dayStartMinutes + departureMinute;
  const arrival = departure + durationMinutes;
  const leg = (origin: string, destination: string, from: number, to: number): Segment => ({
    marketingCarrier: carrier,
    operatingCarrier: "AA",
    flightNumber: origin === "JFK" ? number : `${number}9`,
    operatingFlightNumber: origin === "JFK" ? number : `${number}9`,
    aircraft: "77W",
    origin,
    destination,
    originTerminal: "8",
    destinationTerminal: null,
    departure: { epochMinutes: from, offsetMinutes: -300 },
    arrival: { epochMinutes: to, offsetMinutes: destination === "LHR" ? 0 : -300 },
    distanceKm: 5540,
  });
  const segments =
    stops === 0
      ? [leg("JFK", "LHR", departure, arrival)]
      : [leg("JFK", "BOS", departure, departure + 75), leg("BOS", "LHR", departure + 165, arrival)];
  const layovers =
    stops === 0
      ? []
      : [
          {
            airport: "BOS",
            durationMinutes: 90,
            minimumMinutes: 60,
            overnight: false,
            interline: false,
            airportChange: null,
          },
        ];
  return {
    slices: [{ origin: "JFK", destination: "LHR", segments, layovers }],
    cash: traits.cash ?? [makeCash(41_260)],
    award: traits.award ?? [makeAward(20_000)],
    emissions: { kgCO2ePerTraveler: 600, typicalKg: 650, method: "test" },
  };
}

/** As the sandbox states them. */
const requires = { title: false, gender: false, identityDocument: false, payBeforeMs: null };

/** A nonrefundable fare that can be changed, or a refundable one. */
export function makeConditions(total: number, refundable = false): Conditions {
  const free = { allowed: true, fee: 0, per: "traveler", total: 0, rule: "free" } as const;
  const kept = total - 10_000;
  return {
    refund: refundable ? free : { allowed: false, fee: kept, per: "offer", total: kept, rule: "taxes_only" },
    change: { allowed: true, fee: 6000, per: "traveler", total: 6000, rule: "fee" },
    noShow: { allowed: false, fee: null, per: "offer", total, rule: "forfeited" },
  };
}

export function makeCash(total: number, fareBrand = "Basic"): CashOffer {
  return {
    total,
    base: total - 15_000,
    taxes: [{ code: "GB", amount: 10_000 }],
    surcharges: [{ code: "YQ", amount: 5000 }],
    perTraveler: [{ type: "adult", count: 1, total }],
    fareBrand,
    cabin: "economy",
    segments: [{ cabin: "economy", bookingClass: "Q", fareBasis: "QLX7A1US", baggage: { carryOn: 1, checked: 0 } }],
    seatsRemaining: 4,
    refundable: false,
    changeable: true,
    conditions: makeConditions(total),
    validatingCarrier: "BA",
    requires,
  };
}

export function makeAward(miles: number, program = "avios"): AwardOffer {
  return {
    program,
    miles,
    perTraveler: [{ type: "adult", count: 1, miles, total: 12_000 }],
    total: 12_000,
    taxes: [{ code: "GB", amount: 10_000 }],
    surcharges: [],
    fees: [{ code: "BOOKING", amount: 2000 }],
    cabin: "economy",
    level: "saver",
    chart: { name: "Avios", band: "5", basis: "published" },
    seatsRemaining: 2,
    cashEquivalent: 41_260,
    observedAtMs: Date.UTC(2026, 10, 21),
    confidence: 0.9,
    requires,
    conditions: {
      refund: { allowed: true, fee: 5000, per: "traveler", total: 7000, milesFee: 1000, rule: "redeposit" },
      change: { allowed: true, fee: 0, per: "traveler", total: 0, milesFee: 0, rule: "free" },
      noShow: { allowed: false, fee: null, per: "offer", total: 12_000, milesFee: miles, rule: "forfeited" },
    },
  };
}
