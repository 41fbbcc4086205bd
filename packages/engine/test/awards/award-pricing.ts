import { type PricedAward, priceAward } from "../../src/awards/pricing.ts";
import { findProgram, type Program } from "../../src/awards/programs/programs.ts";
import { type AwardTrip, createTrip } from "../../src/awards/tariffs/award-trip.ts";
import { createEndpoint } from "../../src/awards/tariffs/zoning.ts";
import { type CabinName, cabinOf } from "../../src/fares/cabins.ts";

/** A day outside every program's peak, and one within every program's. */
export const ordinaryDay = 1115;
export const christmas = 1224;

/** Longitudes of the test airports. */
const airports: Record<string, readonly [country: string, longitude: number]> = {
  ADD: ["ET", 38.8],
  AKL: ["NZ", 174.8],
  ARN: ["SE", 17.9],
  AUH: ["AE", 54.7],
  BNE: ["AU", 153.1],
  BOG: ["CO", -74.1],
  CDG: ["FR", 2.5],
  CPH: ["DK", 12.7],
  DFW: ["US", -97],
  DOH: ["QA", 51.6],
  DXB: ["AE", 55.4],
  EWR: ["US", -74.2],
  FRA: ["DE", 8.6],
  GRU: ["BR", -46.5],
  HEL: ["FI", 25],
  HKG: ["HK", 113.9],
  HND: ["JP", 139.8],
  ICN: ["KR", 126.5],
  IST: ["TR", 28.8],
  JFK: ["US", -73.8],
  LAX: ["US", -118.4],
  LHR: ["GB", -0.5],
  MAD: ["ES", -3.6],
  MIA: ["US", -80.3],
  NRT: ["JP", 140.4],
  ORD: ["US", -87.9],
  OSL: ["NO", 11.1],
  PTY: ["PA", -79.4],
  RUH: ["SA", 46.7],
  SEA: ["US", -122.3],
  SFO: ["US", -122.4],
  SIN: ["SG", 104],
  SYD: ["AU", 151.2],
  YYZ: ["CA", -79.6],
};

export function getProgram(code: string): Program {
  const program = findProgram(code);
  if (program === undefined) throw new Error(`no program ${code}`);
  return program;
}

export interface TripQuery {
  /** `JFK–LHR`. */
  readonly route?: string;
  readonly legs: readonly (readonly [carrier: string, miles: number, cabin: CabinName])[];
  readonly monthDay?: number;
  readonly cashUsdCents?: number | null;
}

function makeTrip({ route = "MAD–LHR", legs, monthDay = ordinaryDay, cashUsdCents = null }: TripQuery): AwardTrip {
  const [from = "", to = ""] = route.split("–");
  return createTrip({
    legs: legs.map(([carrier, miles, cabin]) => ({ carrier, miles, cabin: cabinOf(cabin) })),
    origin: placeNamed(from),
    destination: placeNamed(to),
    monthDay,
    cashUsdCents,
  });
}

function placeNamed(name: string) {
  const [country, longitude] = airports[name] ?? [name, 0];
  return createEndpoint(country, longitude);
}

export function price(code: string, query: TripQuery & { readonly level?: "saver" | "standard" }): PricedAward | null {
  return priceAward(getProgram(code), makeTrip(query), query.level ?? "saver");
}
