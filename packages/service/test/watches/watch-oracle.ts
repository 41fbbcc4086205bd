import type { WatchCondition } from "@wayfare/contract";

/** Offers of one flight of one supplier at one time. */
export interface SimulatedFlight {
  /** Number of the flight. */
  number: string;
  cash: { price: number; seats: number } | null;
  award: { miles: number; seats: number } | null;
}

/** Answers of the suppliers at one time; null if the supplier fails. */
export type SimulatedAnswers = Readonly<Record<string, readonly SimulatedFlight[] | null>>;

/** Value of every award in the simulation in cents, so that cents per point follow from the miles. */
const awardValueCents = 41_260 - 12_000;

function centsPerPointAt(miles: number): number {
  return Math.round(((awardValueCents / 100) * 100 * 100) / miles) / 100;
}

/** The events of a watch: the changed flights of each time that has any, as `slot number change value`. */
export type ExpectedEvents = string[][];

interface Known {
  value: number;
  supplier: string;
}

/** Lower is better. */
type Measure = (flight: SimulatedFlight) => number | null;

/**
 * Computes the events of a watch from the answers of all times, without any code of the service. An offer is gone when the supplier that last
 * had it answers without it; a supplier that fails says nothing.
 */
export function expectEvents(condition: WatchCondition, times: readonly SimulatedAnswers[]): ExpectedEvents {
  const known = new Map<string, Known>();
  let baseline: number | null = null;
  return times.map((answers) => {
    const all = Object.values(answers);
    const answered = all.flatMap((flights) => flights ?? []);
    if (all.every((flights) => flights === null)) return [];
    if (condition.dropPercent !== undefined && baseline === null && all.every((flights) => flights !== null)) {
      const prices = answered.flatMap(({ cash }) => (cash !== null && enough(condition, cash.seats) ? cash.price : []));
      if (prices.length > 0) baseline = Math.min(...prices);
    }
    return [
      ...changesOf(known, answers, "cash", cashMeasure(condition, baseline)),
      ...changesOf(known, answers, "award", awardMeasure(condition), hasValue(condition)),
    ];
  });
}

/** The value of a mile depends on the cash offers of all suppliers. */
const hasValue = ({ minCentsPerPoint }: WatchCondition) => minCentsPerPoint !== undefined;

function* changesOf(
  known: Map<string, Known>,
  answers: SimulatedAnswers,
  kind: "cash" | "award",
  measure: Measure,
  dependsOnAll = false,
): Generator<string> {
  const isSilent = (supplier: string) => answers[supplier] === null;
  const anySilent = Object.values(answers).includes(null);
  const numbers = new Set([
    ...[...known.keys()].filter((key) => key.endsWith(kind)).map((key) => key.split(" ")[0] ?? ""),
    ...Object.values(answers).flatMap((flights) => (flights ?? []).map(({ number }) => number)),
  ]);
  for (const number of [...numbers].toSorted()) {
    const key = `${number} ${kind}`;
    const found = Object.entries(answers).flatMap(([supplier, flights]) =>
      (flights ?? []).flatMap((flight) => {
        const value = flight.number === number ? measure(flight) : null;
        // Of equal offers, the cheapest counts.
        const tie = (kind === "cash" ? flight.cash?.price : flight.award?.miles) ?? 0;
        return value === null ? [] : [{ value, supplier, tie }];
      }),
    );
    const best = found.toSorted((a, b) => a.value - b.value || a.tie - b.tie)[0];
    const prior = known.get(key);
    if (best === undefined) {
      if (prior !== undefined && !isSilent(prior.supplier) && !(dependsOnAll && anySilent)) known.delete(key);
      continue;
    }
    if (prior === undefined || best.value < prior.value) {
      yield `${number} ${kind} ${prior === undefined ? "new" : "better"} ${Math.abs(best.value)}`;
      known.set(key, { value: best.value, supplier: best.supplier });
    } else if (!isSilent(prior.supplier)) known.set(key, { value: prior.value, supplier: best.supplier });
  }
}

function enough({ minSeats = 0 }: WatchCondition, seats: number): boolean {
  return seats >= minSeats;
}

function isSeatsOnly({ minSeats: _seats, ...others }: WatchCondition): boolean {
  return Object.keys(others).length === 0;
}

function cashMeasure(condition: WatchCondition, baseline: number | null): Measure {
  const { maxPrice, dropPercent } = condition;
  return ({ cash }) => {
    if (cash === null || !enough(condition, cash.seats)) return null;
    if (isSeatsOnly(condition)) return 0;
    if (maxPrice === undefined && dropPercent === undefined) return null;
    if (maxPrice !== undefined && cash.price > Math.round(Number(maxPrice.amount) * 100)) return null;
    if (dropPercent !== undefined && (baseline === null || cash.price * 100 > baseline * (100 - dropPercent)))
      return null;
    return cash.price;
  };
}

function awardMeasure(condition: WatchCondition): Measure {
  const { maxMiles, minCentsPerPoint } = condition;
  return ({ award }) => {
    if (award === null || !enough(condition, award.seats)) return null;
    if (isSeatsOnly(condition)) return 0;
    if (maxMiles === undefined && minCentsPerPoint === undefined) return null;
    if (maxMiles !== undefined && award.miles > maxMiles) return null;
    const value = centsPerPointAt(award.miles);
    if (minCentsPerPoint !== undefined && value < minCentsPerPoint) return null;
    return maxMiles === undefined ? -value : award.miles;
  };
}
