import { greatCircleKm, unitHash } from "@wayfare/engine";
import { loadFacts } from "@wayfare/world";

/** Minimum distance of a pair. */
const shortestKm = 250;

/** Draws pairs of airports by traffic: each end weighted by its passengers, near pairs left out. The same seed draws the same pairs. */
export function drawPairs(count: number, seed: number): { origin: string; destination: string }[] {
  const airports = [...loadFacts().airports.values()];
  const total = airports.reduce((sum, { passengersMillions }) => sum + passengersMillions, 0);
  const draw = (n: number, end: number) => {
    let left = unitHash(seed, n, end, 0) * total;
    return airports.find(({ passengersMillions }) => (left -= passengersMillions) <= 0) ?? airports[0];
  };
  const pairs: { origin: string; destination: string }[] = [];
  for (let n = 0; pairs.length < count; n++) {
    const [origin, destination] = [draw(n, 0), draw(n, 1)];
    if (origin === undefined || destination === undefined || greatCircleKm(origin, destination) < shortestKm) continue;
    pairs.push({ origin: origin.code, destination: destination.code });
  }
  return pairs;
}
