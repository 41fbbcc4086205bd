import type { Aircraft } from "../facts/aircraft.ts";
import type { Airport } from "../facts/airport.ts";

/** Share of a type's range that a schedule may use: reserves, winds and detours take the rest. */
const usableRange = 0.93;

/** Seats that suit a distance: larger aircraft fly farther because they are filled by more people who go less often. */
function suitableSeats(km: number, passengersMillions: number): number {
  const size = Math.min(1.35, 0.55 + passengersMillions / 45);
  const seats = km < 600 ? 110 : km < 4500 ? 170 : 290;
  return seats * size;
}

/** Index of the fleet's best type for a route, or null where none reaches it or lands there. */
export function chooseAircraft(
  fleet: readonly { aircraft: Aircraft; i: number }[],
  km: number,
  ends: readonly [Airport, Airport],
): number | null {
  const runwayM = Math.min(ends[0].runwayM, ends[1].runwayM);
  const wanted = suitableSeats(km, Math.min(ends[0].passengersMillions, ends[1].passengersMillions));
  let best: number | null = null;
  let bestMisfit = Number.POSITIVE_INFINITY;
  for (const { aircraft, i } of fleet) {
    if (aircraft.rangeKm * usableRange < km || aircraft.minimumRunwayM > runwayM) continue;
    if (aircraft.family === "turboprop" && km > 1100) continue;
    // A long-range type on a short hop wastes what it can do.
    const waste = Math.max(0, Math.log(aircraft.rangeKm / Math.max(km, 1500)) - 1.2);
    const misfit = Math.abs(Math.log(seatsOf(aircraft) / wanted)) + 0.6 * waste;
    if (misfit < bestMisfit) {
      best = i;
      bestMisfit = misfit;
    }
  }
  return best;
}

function seatsOf(aircraft: Aircraft): number {
  return aircraft.seatsFirst + aircraft.seatsBusiness + aircraft.seatsPremiumEconomy + aircraft.seatsEconomy;
}
