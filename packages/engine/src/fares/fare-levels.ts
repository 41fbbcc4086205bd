import { unitHash } from "../hash/unit-hash.ts";
import type { CarrierKind } from "../timetable/network.ts";
import { airportsKm, findMarket, type Timetable } from "../timetable/timetable.ts";
import type { Cabin } from "./cabins.ts";
import { longHaulKm, type MarketKind, marketKindOf } from "./market-kinds.ts";
import type { Hemisphere } from "./seasons.ts";
import { advancePurchaseShifts } from "./tariffs.ts";

/** One-way economy reference in US cents: a fixed part per departure and a part by distance. */
const fixedCents = 4200;
const centsPerKm = 4.9;

const kindFactor = { network: 1, low_cost: 0.7, leisure: 0.84, regional: 1.12 } as const;
/** Low-cost carriers save less on long routes. */
const lowCostLongHaulFactor = 0.86;

/** Relative to economy, by kind of market. Calibrated, like `marketFactor`, to the typical fares in docs/quality.md. */
const cabinFactors: Record<MarketKind, readonly [number, number, number, number]> = {
  0: [1, 1.75, 4, 5.8],
  1: [1, 1.8, 5.3, 8],
  2: [1, 2.2, 5.5, 9.6],
  3: [1, 2.2, 5, 9],
};

/** Short international routes have more competition by low-cost carriers than their nonstop carriers show. */
const marketFactor: Record<MarketKind, number> = { 0: 1.08, 1: 0.6, 2: 1, 3: 1 };

/** By stops: a stop makes a long route cheaper than its nonstop, and a short one more expensive (the short-haul means in docs/fares.md). */
const stopFactorLongHaul = [1, 0.92, 1] as const;
const stopFactorShortHaul = [1, 1.5, 2.1] as const;

/** Nonstop carriers of a market: none, one, two, three and more. */
const competitionFactor = [1, 1.1, 1, 0.92] as const;

/** Maximum deviation between carriers of one market, in each direction. */
const carrierSpread = 0.13;

/** Share of carriers and markets whose short-haul advance purchase is at most 0, 1, 2 … days more than fourteen. */
const advancePurchaseShares = [0.18, 0.4, 0.78, 0.9, 1] as const;

/**
 * Half of a round trip relative to a one-way of the same class: network carriers discount round trips, most of all in the cabins that
 * business travelers buy; low-cost carriers do not.
 */
const halfRoundTripFactors: Record<CarrierKind, { economy: number; premium: number }> = {
  network: { economy: 0.86, premium: 0.74 },
  low_cost: { economy: 1, premium: 1 },
  leisure: { economy: 0.92, premium: 0.85 },
  regional: { economy: 0.92, premium: 0.85 },
};

export interface FareMarket {
  carrier: number;
  origin: number;
  destination: number;
  stops: number;
}

/** Inputs of a carrier's fares in a market. */
export interface Reference {
  /** Economy, one way. */
  cents: number;
  /** Great circle between the endpoints. */
  km: number;
  market: MarketKind;
  carrierKind: CarrierKind;
  advancePurchaseShift: number;
  hemisphere: Hemisphere;
}

/** Modeled economy reference of a carrier for a journey between two airports, one way. */
export function economyReference(timetable: Timetable, fareMarket: FareMarket): Reference {
  const { carrier, origin, destination, stops } = fareMarket;
  const km = airportsKm(timetable, origin, destination);
  const carrierKind = timetable.carriers[carrier].kind;
  const direct = findMarket(timetable, origin, destination);
  const competitors = direct < 0 ? 0 : carriersOf(timetable, direct);
  const spread = 1 + carrierSpread * (2 * unitHash(carrier, origin, destination, 1) - 1);
  const stopFactor = (km > longHaulKm ? stopFactorLongHaul : stopFactorShortHaul)[stops];
  const distanceCents = fixedCents + centsPerKm * km;
  const { airportLatitude } = timetable;
  const market = marketKindOf(timetable, origin, destination, km);
  const isLongLowCost = carrierKind === "low_cost" && km > longHaulKm;
  const carrierFactor = isLongLowCost ? lowCostLongHaulFactor : kindFactor[carrierKind];
  const factor = carrierFactor * marketFactor[market] * competitionFactor[competitors];
  return {
    cents: distanceCents * factor * spread * stopFactor,
    km,
    market,
    carrierKind,
    advancePurchaseShift: advancePurchaseShiftOf(fareMarket),
    hemisphere: airportLatitude[origin] < 0 && airportLatitude[destination] < 0 ? "south" : "north",
  };
}

export function cabinFactor(cabin: Cabin, market: MarketKind): number {
  return cabinFactors[market][cabin];
}

export function halfRoundTripFactor(cabin: Cabin, carrier: CarrierKind): number {
  return halfRoundTripFactors[carrier][cabin === 0 ? "economy" : "premium"];
}

/** Equal in both directions: carriers restrict a market, not a direction. */
function advancePurchaseShiftOf({ carrier, origin, destination }: FareMarket): number {
  const drawn = unitHash(carrier, Math.min(origin, destination), Math.max(origin, destination), 2);
  const shift = advancePurchaseShares.findIndex((share) => drawn < share);
  return shift < 0 ? advancePurchaseShifts - 1 : shift;
}

/** Number of marketing carriers of a market, at most three: more have no effect. */
function carriersOf(timetable: Timetable, market: number): number {
  const seen = new Set<number>();
  for (let pattern = timetable.marketFirst[market]; pattern < timetable.marketFirst[market + 1]; pattern++) {
    seen.add(timetable.carrier[pattern]);
    if (seen.size === 3) break;
  }
  return seen.size;
}
