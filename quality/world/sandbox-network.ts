import { type AircraftFamily, type EpochDay, parseEpochDay, type Timetable } from "@wayfare/engine";
import type { NonstopService } from "./flight-network.ts";

/** A Monday in August, and the following week. */
export const sampleWeek = { firstDay: parseEpochDay("2027-08-09"), days: 7 };

/** Figures of the sandbox that the reference data lacks. */
export interface SandboxDetail {
  /** Flights per day by local hour of departure. */
  readonly byHour: readonly number[];
  /** Flights per day by aircraft family. */
  readonly byFamily: ReadonlyMap<AircraftFamily, number>;
}

/** Collects the flights that operate on the sample days: patterns that fly on only some days count for those. */
export function readSandbox(
  timetable: Timetable,
  { firstDay, days } = sampleWeek,
): { services: NonstopService[]; detail: SandboxDetail } {
  const services: NonstopService[] = [];
  const byHour = Array.from({ length: 24 }, () => 0);
  const byFamily = new Map<AircraftFamily, number>();
  for (const [pattern, market] of timetable.marketOf.entries()) {
    const dailyFlights = countDays(timetable, pattern, firstDay, days) / days;
    const aircraft = timetable.aircraft[timetable.aircraftOf[pattern] ?? -1];
    if (dailyFlights === 0 || aircraft === undefined) continue;
    const seats = aircraft.seats.reduce((sum, ofCabin) => sum + ofCabin, 0);
    services.push({
      origin: timetable.airports[timetable.marketOrigin[market] ?? -1] ?? "",
      destination: timetable.airports[timetable.marketDestination[market] ?? -1] ?? "",
      airline: timetable.carriers[timetable.operatingCarrier[pattern] ?? -1]?.code ?? "",
      dailyFlights,
      dailySeats: dailyFlights * seats,
    });
    const hour = Math.floor((timetable.departureMinute[pattern] ?? 0) / 60) % 24;
    byHour[hour] = (byHour[hour] ?? 0) + dailyFlights;
    byFamily.set(aircraft.family, (byFamily.get(aircraft.family) ?? 0) + dailyFlights);
  }
  return { services, detail: { byHour, byFamily } };
}

/** Number of sample days on which a pattern operates. */
function countDays(timetable: Timetable, pattern: number, firstDay: EpochDay, days: number): number {
  const row = (timetable.operatingDays[pattern] ?? 0) * timetable.operatingStride;
  let operates = 0;
  for (let day = firstDay - timetable.firstDay; day < firstDay - timetable.firstDay + days; day++) {
    operates += ((timetable.operatingBits[row + (day >> 3)] ?? 0) >> (day & 7)) & 1;
  }
  return operates;
}
