/** Cabins from lowest to highest; the engine identifies a cabin by its index. */
export const cabinNames = ["economy", "premium_economy", "business", "first"] as const;

export type CabinName = (typeof cabinNames)[number];
/** Index into `cabinNames`. */
export type Cabin = 0 | 1 | 2 | 3;

const cabins: readonly Cabin[] = [0, 1, 2, 3];

export function cabinOf(name: CabinName): Cabin {
  const cabin = cabins[cabinNames.indexOf(name)];
  if (cabin === undefined) throw new RangeError(`${name} is not a cabin`);
  return cabin;
}

type SeatsByCabin = readonly [number, number, number, number];

/** Returns the requested cabin, or the best one below it that an aircraft has; null for an aircraft without seats. */
export function availableCabin(seats: SeatsByCabin, requested: Cabin): Cabin | null {
  for (let cabin = requested; cabin >= 0; cabin--) {
    if (seats[cabin] > 0) return cabin;
  }
  return null;
}
