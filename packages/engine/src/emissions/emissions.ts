import { availableCabin, type Cabin } from "../fares/cabins.ts";
import type { FlightPool } from "../itineraries/flight-pool.ts";
import type { AircraftFamily, NetworkAircraft } from "../timetable/network.ts";
import type { Timetable } from "../timetable/timetable.ts";

/** Name of the method, shown in answers; docs/emissions.md lists every factor and its source. */
export const emissionsMethod = "wayfare-fuel-burn-2";

/** kg of CO2e per kg of kerosene, including production: 89 g/MJ (CORSIA's baseline) times 43.1 MJ/kg. */
const kgCO2ePerKgFuel = 3.84;
/** Distance flown beyond the great circle (EN 16258), but at most a fifth of it. */
const detourKm = 95;
const maxDetourShare = 0.2;
/** Distance after which 1/e of an aircraft's mass would remain: speed times lift over drag, divided by specific consumption (Breguet). */
const breguetKm = 30_000;
/** Average share of filled seats (IATA, 2023 and 2024). */
const meanLoad = 0.82;

interface FamilyFactors {
  /** Flown distance for which the fuel of a type is stated. */
  readonly typicalStageKm: number;
  /** Taxi, take-off and climb use as much fuel as this distance at cruise, less the savings of the descent. */
  readonly climbKm: number;
  /** Share of the fuel for passengers; the rest is for freight. */
  readonly passengerShare: number;
  /** Space of a seat relative to economy, by cabin (IATA RP 1726). */
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
 * Well-to-wake kg of CO2e for one traveler on one flight: trip fuel by stage length, without the share of freight, divided by filled seats,
 * weighted by cabin. If the aircraft lacks the cabin, the traveler sits in the best one below it.
 *
 * @param km great circle.
 */
export function flightKg(aircraft: NetworkAircraft, km: number, cabin: Cabin): number {
  const { seats, family } = aircraft;
  const { passengerShare, cabinWeights } = familyFactors[family];
  let weighted = 0;
  for (const [index, count] of seats.entries()) weighted += count * cabinWeights[index as Cabin];
  const share = cabinWeights[availableCabin(seats, cabin) ?? 0] / (weighted * meanLoad);
  return tripFuelKg(aircraft, km) * kgCO2ePerKgFuel * passengerShare * share;
}

/**
 * Fuel from gate to gate. Fuel per kilometer is highest on short stages because of the climb, and rises again on the longest, on which the
 * fuel itself has to be carried.
 */
function tripFuelKg({ family, fuelKgPerKm }: NetworkAircraft, km: number): number {
  const { typicalStageKm, climbKm } = familyFactors[family];
  const perCruiseKm = (fuelKgPerKm * typicalStageKm) / cruiseKm(typicalStageKm, climbKm);
  return perCruiseKm * cruiseKm(km + Math.min(detourKm, km * maxDetourShare), climbKm);
}

/** Kilometers of cruise at landing weight with the same fuel as a flight over this distance; a short flight does not climb fully. */
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

/** Great-circle km and kg in economy: medians of the sandbox's flights, compared with the sandbox by its tests. */
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

/** Relative to economy, by cabin: up to `shortKm`, and from `longKm`, where nearly all aircraft are widebodies with lie-flat seats. */
const typicalCabins = {
  shortKm: 4500,
  longKm: 5700,
  short: [1, 1.15, 1.6, 4.3],
  long: [1, 1.5, 4, 5.4],
} as const;

/**
 * Typical emissions of a nonstop for one traveler in a cabin, in well-to-wake kg of CO2e.
 *
 * @param km great circle; extrapolated beyond the longest flights.
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
