import type { Place } from "@wayfare/contract";
import { createSearchRunner } from "@wayfare/search";
import { type Registration, type Supplier, SupplierFailure, SupplierRegistry } from "@wayfare/suppliers";
import { supplierWith } from "../../search/test/sample-flights.ts";
import type { Supply } from "../src/app/supply.ts";

export {
  makeAward,
  makeCash,
  makeConditions,
  makeFlight,
  supplierOf,
  supplierWith,
} from "../../search/test/sample-flights.ts";

const places: Place[] = [
  place("JFK", "John F. Kennedy", "New York", "NYC", "US", [40.64, -73.78]),
  place("EWR", "Newark", "New York", "NYC", "US", [40.69, -74.17]),
  { ...place("NYC", "New York", "New York", "NYC", "US", [40.71, -74]), id: "city:NYC", kind: "city" },
  place("LHR", "Heathrow", "London", "LON", "GB", [51.47, -0.45]),
  { ...place("LON", "London", "London", "LON", "GB", [51.5, -0.13]), id: "city:LON", kind: "city" },
  place("BOS", "Logan", "Boston", "BOS", "US", [42.36, -71.01]),
  place("HNL", "Honolulu", "Honolulu", "HNL", "US", [21.32, -157.92]),
  place("AKL", "Auckland", "Auckland", "AKL", "NZ", [-37, 174.79]),
];

const offsets: Record<string, number> = { JFK: -300, EWR: -300, NYC: -300, BOS: -300, AKL: 780, HNL: -600 };

/** Creates a supply with fixed places and the given suppliers. */
export function makeSupply(suppliers: readonly Supplier[]): Supply {
  return supplyOf(
    suppliers.map((supplier, slot) => ({
      supplier,
      slot,
      partitions: supplier.simulated ? ["test", "live"] : ["live"],
    })),
  );
}

/** Creates a supply with fixed places and the registered suppliers. */
export function supplyOf(registrations: readonly Registration[]): Supply {
  return { ...facts, runner: createSearchRunner({ ...facts, suppliers: new SupplierRegistry(registrations) }) };
}

/** A live supplier that accepts credentials of Duffel and finds no flights. */
const connectable: Supplier = {
  ...supplierWith("duffel", async () => ({ flights: [] }), false),
  credentials: ["account", "deployment"],
  testMode: true,
  checkCredential: async ({ access: { credential } }) => {
    if (!credential.secret.startsWith("duffel_")) throw new SupplierFailure("credential", "duffel answered 401");
  },
};

/** The only live supplier of most tests. */
export const connectableSupplier: Registration = { supplier: connectable, slot: 1, partitions: ["test", "live"] };

const facts: Omit<Supply, "runner"> = {
  liveSuppliers: [connectableSupplier],
  gazetteer: {
    findAirport: (code) => places.find((each) => each.code === code && each.kind === "airport"),
    findCity: (code) => places.find((each) => each.code === code && each.kind === "city"),
    findReplacement: () => undefined,
    listAirports: () => places.filter(({ kind }) => kind === "airport"),
    listNearby: () => [],
    getOffsetMinutes: ({ code }) => offsets[code] ?? 0,
    listPlaces: (text, limit) =>
      places.filter(({ name, code }) => `${code} ${name}`.toLowerCase().includes(text.toLowerCase())).slice(0, limit),
  },
  dictionary: {
    findAirlineName: (code) => ({ BA: "British Airways", AA: "American Airlines" })[code],
    listAllianceAirlines: (alliance) => (alliance === "oneworld" ? ["BA", "AA"] : []),
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
    findLastDateOfProgram: () => undefined,
    getMileValueMinor: (program) => (program === "avios" ? 1.3 : 0),
  },
  reference: {
    listPrograms: () => [
      {
        code: "avios",
        name: "British Airways Executive Club",
        transferPartners: [{ currency: "amex-mr", ratio: 1 }],
        valueCents: { floor: 1.1, ceiling: 1.5 },
        alliance: "oneworld",
        airlines: ["AA", "BA"],
      },
    ],
    airlines: [
      { code: "BA", name: "British Airways", country: "GB", alliance: "oneworld" },
      { code: "AA", name: "American Airlines", country: "US", alliance: "oneworld" },
      { code: "B6", name: "JetBlue", country: "US", alliance: null },
    ],
    aircraft: [{ code: "77W", name: "Boeing 777-300ER" }],
  },
  threads: 1,
  isReady: () => true,
  close: async () => {},
};

function place(
  code: string,
  name: string,
  city: string,
  cityCode: string,
  country: string,
  [latitude, longitude]: [number, number],
): Place {
  return { id: `airport:${code}`, code, kind: "airport", name, city, cityCode, country, latitude, longitude };
}
