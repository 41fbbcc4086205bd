import { type Cabin, cabinAboard } from "../fares/cabins.ts";
import type { FlightPool } from "../itineraries/flight-pool.ts";
import type { AircraftFamily, NetworkAircraft } from "../timetable/network.ts";
import type { Timetable } from "../timetable/timetable.ts";

/** Names how the figures came about, so that an answer says what it is; docs/emissions.md has every factor and its source. */
export const emissionsMethod = "wayfare-fuel-burn-2";

/** kg of CO2e, production included, from a kg of kerosene: 89 g/MJ (CORSIA's baseline) times 43.1 MJ/kg. */
const kgCO2ePerKgFuel = 3.84;
/** What a flight flies beyond the great circle (EN 16258), but no more than a fifth of it. */
const detourKm = 95;
const mostDetour = 0.2;
/** Distance over which an aircraft would burn all but 1/e of its mass: speed times lift over drag and specific consumption (Breguet). */
const breguetKm = 30_000;
/** Seats filled, on average (IATA, 2023 and 2024). */
const meanLoad = 0.82;

interface FamilyFactors {
  /** Flown distance for which the fuel of a type is stated. */
  readonly typicalStageKm: number;
  /** Taxi, take-off and climb burn as much as this much further at cruise, less what the descent saves. */
  readonly climbKm: number;
  /** Share of the fuel that flies people; the rest flies freight. */
  readonly passengerShare: number;
  /** What a seat takes of the aircraft against economy, by cabin (IATA RP 1726). */
  readonly cabinWeights: readonly [number, number, number, number];
}

const narrowCabins = [1, 1, 1.5, 1.5] as const;
const familyFactors: Readonly<Record<AircraftFamily, FamilyFactors>> = {
  widebody: { typicalStageKm: 7000, climbKm: 450, passengerShare: 0.83, cabinWeights: [1, 1.5, 4, 5] },
  narrowbody: { typicalStageKm: 1500, climbKm: 370, passengerShare: 0.96, cabinWeights: narrowCabins },
  regional_jet: { typicalStageKm: 800, climbKm: 300, passengerShare: 0.99, cabinWeights: narrowCabins },
  turboprop: { typicalStageKm: 450, climbKm: 110, passengerShare: 0.99, cabinWeights: narrowCabins },
};

/**
 * Well-to-wake kg of CO2e for one traveler on one flight: trip fuel by stage length, less the freight's share, over the seats that are
 * filled, weighed by cabin. Where the aircraft lacks the cabin, the traveler sits in the best one below it.
 *
 * @param km great circle.
 */
export function flightKg(aircraft: NetworkAircraft, km: number, cabin: Cabin): number {
  const { seats, family } = aircraft;
  const { passengerShare, cabinWeights } = familyFactors[family];
  let weighed = 0;
  for (const [aboard, count] of seats.entries()) weighed += count * cabinWeights[aboard as Cabin];
  const share = cabinWeights[cabinAboard(seats, cabin) ?? 0] / (weighed * meanLoad);
  return tripFuelKg(aircraft, km) * kgCO2ePerKgFuel * passengerShare * share;
}

/** Fuel from gate to gate. A kilometre costs most on short stages, for the climb, and again on the longest, where fuel is flown to be burnt. */
function tripFuelKg({ family, fuelKgPerKm }: NetworkAircraft, km: number): number {
  const { typicalStageKm, climbKm } = familyFactors[family];
  const perCruiseKm = (fuelKgPerKm * typicalStageKm) / cruiseKm(typicalStageKm, climbKm);
  return perCruiseKm * cruiseKm(km + Math.min(detourKm, km * mostDetour), climbKm);
}

/** Kilometres of cruise at landing weight that burn as much as a flight of the flown distance; a hop climbs no further than it goes. */
function cruiseKm(flownKm: number, climbKm: number): number {
  return breguetKm * Math.expm1(flownKm / breguetKm) + Math.min(climbKm, flownKm);
}

export function itineraryKg(timetable: Timetable, pool: FlightPool, flights: readonly number[], cabin: Cabin): number {
  let kg = 0;
  for (const flight of flights) {
    const pattern = pool.pattern[flight];
    const aircraft = timetable.aircraft[timetable.aircraftOf[pattern]];
    kg += flightKg(aircraft, timetable.marketKm[timetable.marketOf[pattern]], cabin);
  }
  return kg;
}

/** Great-circle km and kg in economy: the medians of the sandbox's flights, which its tests hold against the world. */
const typicalEconomyKg = [
  [0, 8],
  [130, 24],
  [350, 57],
  [600, 79],
  [1000, 110],
  [2000, 184],
  [3000, 254],
  [4500, 350],
  [5700, 370],
  [7500, 478],
  [11_000, 705],
  [15_000, 880],
] as const;

/** Against economy, by cabin: up to `shortKm`, and from `longKm` on, where nearly all that fly have two aisles and lie-flat seats. */
const typicalCabins = {
  shortKm: 4500,
  longKm: 5700,
  short: [1, 1.15, 1.6, 4.3],
  long: [1, 1.5, 4, 5.4],
} as const;

/**
 * What a nonstop typically emits for one traveler in a cabin, in well-to-wake kg of CO2e.
 *
 * @param km great circle; beyond the longest flights, as if it went on like them.
 */
export function typicalKg(km: number, cabin: Cabin): number {
  const { shortKm, longKm, short, long } = typicalCabins;
  const far = Math.max(0, Math.min(1, (km - shortKm) / (longKm - shortKm)));
  return economyKg(km) * (short[cabin] + far * (long[cabin] - short[cabin]));
}

function economyKg(km: number): number {
  let at = 1;
  while (at < typicalEconomyKg.length - 1 && typicalEconomyKg[at][0] < km) at++;
  const [fromKm, fromKg] = typicalEconomyKg[at - 1];
  const [toKm, toKg] = typicalEconomyKg[at];
  return fromKg + ((km - fromKm) / (toKm - fromKm)) * (toKg - fromKg);
}
