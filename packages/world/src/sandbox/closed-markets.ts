import type { EpochDay } from "@wayfare/engine";
import type { Airline } from "../facts/airline.ts";
import type { Airport } from "../facts/airport.ts";
import type { MarketEnd } from "../facts/closed-market.ts";
import type { Period, Validity } from "../facts/validity.ts";
import type { IndexedFacts } from "./indexed-facts.ts";

/** Local days of departure without flights, both inclusive. */
export interface ClosedDays {
  readonly firstDay: EpochDay;
  readonly lastDay: EpochDay;
}

interface Closure extends ClosedDays {
  /** 1 for each airport at either end: the flight is closed from one to the other, in both directions. */
  between: Uint8Array;
  and: Uint8Array;
}

const noDays: readonly ClosedDays[] = Object.freeze([]);

/**
 * Markets that airlines do not fly in the days of the sandbox: below the airspace that is closed to them, and those of the table of closed
 * markets. The date is the local day of departure.
 */
export class ClosedMarkets {
  readonly #closures: ReadonlyMap<Airline, readonly Closure[]>;
  readonly #world: ClosedDays;

  constructor(facts: IndexedFacts, { firstDay, days }: Period) {
    this.#world = { firstDay, lastDay: firstDay + days - 1 };
    const rules = listRules(facts).flatMap(({ appliesTo, fromDay, untilDay, between, and }) => {
      const within = {
        firstDay: Math.max(fromDay ?? this.#world.firstDay, this.#world.firstDay),
        lastDay: Math.min(untilDay ?? this.#world.lastDay, this.#world.lastDay),
      };
      if (within.firstDay > within.lastDay) return [];
      const closure: Closure = {
        ...within,
        between: flagsOf(facts.airports, between),
        and: flagsOf(facts.airports, and),
      };
      return [{ appliesTo, closure }];
    });
    this.#closures = new Map(
      facts.airlines.map((airline) => [
        airline,
        rules.filter(({ appliesTo }) => appliesTo(airline)).map(({ closure }) => closure),
      ]),
    );
  }

  /** Returns the days on which an airline does not fly between two airports, by index, in either direction; they may overlap. */
  closedDays(airline: Airline, from: number, to: number): readonly ClosedDays[] {
    let found: ClosedDays[] | undefined;
    for (const closure of this.#closures.get(airline) ?? []) {
      const { between, and } = closure;
      const isClosed = (between[from] === 1 && and[to] === 1) || (between[to] === 1 && and[from] === 1);
      if (isClosed) (found ??= []).push(closure);
    }
    return found ?? noDays;
  }

  /** True if the airline flies between two airports on no day of the sandbox. */
  isClosed(airline: Airline, from: number, to: number): boolean {
    const { firstDay, lastDay } = this.#world;
    let open = firstDay;
    for (const closed of this.closedDays(airline, from, to).toSorted((a, b) => a.firstDay - b.firstDay)) {
      if (closed.firstDay > open) return false;
      open = Math.max(open, closed.lastDay + 1);
    }
    return open > lastDay;
  }
}

interface ClosureRule extends Validity {
  appliesTo: (airline: Airline) => boolean;
  between: MarketEnd;
  and: MarketEnd;
}

const anywhere: MarketEnd = { codes: [], isComplement: true };

function listRules({ closedAirspace, closedMarkets }: IndexedFacts): ClosureRule[] {
  const below = closedAirspace.map(({ closedTo, except, countries, fromDay, untilDay }): ClosureRule => {
    return {
      appliesTo: ({ code, country }) => (closedTo === "all" || closedTo.includes(country)) && !except.includes(code),
      between: { codes: countries, isComplement: false },
      and: anywhere,
      fromDay,
      untilDay,
    };
  });
  const listed = closedMarkets.map(({ airlines, airlineCountries, except, ...market }): ClosureRule => {
    return {
      ...market,
      appliesTo: ({ code, country }) =>
        (airlines === "all" || airlines.includes(code) || airlineCountries.includes(country)) && !except.includes(code),
    };
  });
  return [...below, ...listed];
}

function flagsOf(airports: readonly Airport[], { codes, isComplement }: MarketEnd): Uint8Array {
  const named = new Set(codes);
  return Uint8Array.from(airports, ({ code, country }) =>
    (named.has(code) || named.has(country)) !== isComplement ? 1 : 0,
  );
}
