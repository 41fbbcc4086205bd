import type { Place } from "@wayfare/contract";
import type {
  AwardOffer,
  CashOffer,
  SearchContext,
  SearchQuery,
  Segment,
  SuppliedFlight,
  Supplier,
  SupplierAnswer,
} from "@wayfare/suppliers";
import type { Supply } from "../src/supply.ts";

const places: Place[] = [
  place("JFK", "John F. Kennedy", "New York", "NYC", "US", [40.64, -73.78]),
  place("EWR", "Newark", "New York", "NYC", "US", [40.69, -74.17]),
  { ...place("NYC", "New York", "New York", "NYC", "US", [40.71, -74]), kind: "city" },
  place("LHR", "Heathrow", "London", "LON", "GB", [51.47, -0.45]),
  { ...place("LON", "London", "London", "LON", "GB", [51.5, -0.13]), kind: "city" },
  place("BOS", "Logan", "Boston", "BOS", "US", [42.36, -71.01]),
  place("HNL", "Honolulu", "Honolulu", "HNL", "US", [21.32, -157.92]),
  place("AKL", "Auckland", "Auckland", "AKL", "NZ", [-37, 174.79]),
];

const offsets: Record<string, number> = { JFK: -300, EWR: -300, NYC: -300, BOS: -300, AKL: 780, HNL: -600 };

/** A supply of places that stand still and the suppliers given. */
export function makeSupply(suppliers: readonly Supplier[], options: { worldVersion?: string } = {}): Supply {
  return {
    suppliers: { test: suppliers, live: suppliers },
    gazetteer: {
      findPlace: (code) => places.findLast((each) => each.code === code),
      findAirport: (code) => places.find((each) => each.code === code && each.kind === "airport"),
      getOffsetMinutes: (code) => offsets[code] ?? 0,
      listPlaces: (text, limit) =>
        places.filter(({ name, code }) => `${code} ${name}`.toLowerCase().includes(text.toLowerCase())).slice(0, limit),
    },
    dictionary: {
      findAirlineName: (code) => ({ BA: "British Airways", AA: "American Airlines" })[code],
      findAircraft: (code) => (code === "77W" ? { name: "Boeing 777-300ER", family: "widebody" } : undefined),
      findProgram: (code) =>
        code === "avios"
          ? {
              name: "British Airways Executive Club",
              transferPartners: [{ currency: "amex-mr", ratio: 1 }],
              valueCents: { floor: 1.1, ceiling: 1.5 },
            }
          : undefined,
      listPrograms: () => ["avios"],
      getMileValueMinor: (program) => (program === "avios" ? 1.3 : 0),
    },
    worldVersion: options.worldVersion ?? "world-1",
    isReady: () => true,
    close: async () => {},
  };
}

/** A supplier that answers the same flights whatever is asked. */
export function supplierOf(name: string, flights: readonly SuppliedFlight[], simulated = true): Supplier {
  return supplierWith(name, async () => ({ flights: [...flights], version: "world-1" }), simulated);
}

export function supplierWith(
  name: string,
  search: (query: SearchQuery, context: SearchContext) => Promise<SupplierAnswer>,
  simulated = true,
): Supplier {
  return { name, simulated, search };
}

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

/** JFK to LHR on 20 January 2027, perhaps with a stop in Boston. */
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
      : [{ airport: "BOS", durationMinutes: 90, minimumMinutes: 60, overnight: false, airportChange: null }];
  return {
    slices: [{ origin: "JFK", destination: "LHR", segments, layovers }],
    cash: traits.cash ?? [makeCash(41_260)],
    award: traits.award ?? [makeAward(20_000)],
    emissions: { kgCO2ePerTraveler: 600, typicalKg: 650, method: "test" },
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
    validatingCarrier: "BA",
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
    mixedCabin: false,
    level: "saver",
    chart: { name: "Avios", band: "5", basis: "published" },
    seatsRemaining: 2,
    cashEquivalent: 41_260,
    observedAtMs: Date.UTC(2026, 10, 21),
    confidence: 0.9,
  };
}

function place(
  code: string,
  name: string,
  city: string,
  cityCode: string,
  country: string,
  [latitude, longitude]: [number, number],
): Place {
  return { code, kind: "airport", name, city, cityCode, country, latitude, longitude };
}
