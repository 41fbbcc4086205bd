import { greatCircleKm, instantOfLocal, kmPerStatuteMile, minutesPerDay, type Timetable } from "@wayfare/engine";

/** A dated flight of the brute-force search. */
export interface DatedFlight {
  pattern: number;
  carrier: number;
  from: number;
  to: number;
  departure: number;
  arrival: number;
  km: number;
}

/** Values of the timetable's `connects`. */
const unconnected = 0;
const interline = 1;

const layoverLimits = [6 * 60, 24 * 60];

/**
 * Finds every itinerary of a pair on a day by trying every flight from every airport reached, with a second implementation of the rules.
 * Uses nothing of the engine's search.
 */
export class BruteForceSearch {
  readonly #timetable: Timetable;
  /** Flights of a few days that depart from a city, by departure. */
  readonly #leaving = new Map<number, DatedFlight[]>();
  readonly #day: number;

  /** Flights of the query's day and the days around it, built once for queries of one day. */
  constructor(timetable: Timetable, day: number) {
    this.#timetable = timetable;
    this.#day = day;
    for (let pattern = 0; pattern < timetable.marketOf.length; pattern++) {
      for (let at = day - 1; at <= day + 5; at++) {
        const flight = this.#flightOn(pattern, at);
        if (flight === null) continue;
        const city = timetable.airportCity[flight.from] ?? -1;
        const known = this.#leaving.get(city);
        if (known === undefined) this.#leaving.set(city, [flight]);
        else known.push(flight);
      }
    }
    for (const flights of this.#leaving.values()) flights.sort((a, b) => a.departure - b.departure);
  }

  #flightOn(pattern: number, day: number): DatedFlight | null {
    const { marketOf, marketOrigin, marketDestination, operatingBits, operatingDays, operatingStride } =
      this.#timetable;
    const at = day - this.#timetable.firstDay;
    if (at < 0 || at >= this.#timetable.days) return null;
    const bits = operatingBits[(operatingDays[pattern] ?? 0) * operatingStride + (at >> 3)] ?? 0;
    if (((bits >> (at & 7)) & 1) === 0) return null;
    const market = marketOf[pattern] ?? -1;
    const from = marketOrigin[market] ?? -1;
    const to = marketDestination[market] ?? -1;
    const local = day * minutesPerDay + (this.#timetable.departureMinute[pattern] ?? 0);
    const departure = instantOfLocal(this.#timetable.offsets, this.#timetable.airportZone[from] ?? -1, local);
    const arrival = departure + (this.#timetable.blockMinutes[pattern] ?? 0);
    const carrier = this.#timetable.carrier[pattern] ?? -1;
    return { pattern, carrier, from, to, departure, arrival, km: Math.round(this.#km(from, to)) };
  }

  /** All flights of those days. */
  flights(): DatedFlight[] {
    return [...this.#leaving.values()].flat();
  }

  /** Returns itineraries between two airports as patterns and departures, sorted. */
  itineraries(from: number, to: number): string[] {
    for (const layoverLimit of layoverLimits) {
      const found = this.#extend([], from, to, layoverLimit);
      if (found.length > 0) return found.map(nameOf).sort();
    }
    return [];
  }

  #extend(itinerary: DatedFlight[], from: number, to: number, layoverLimit: number): DatedFlight[][] {
    const last = itinerary.at(-1);
    const flights = last === undefined ? this.#firstFlights(from) : this.#onward(last, layoverLimit);
    const found: DatedFlight[][] = [];
    for (const flight of flights) {
      // The only shortcut: the third flight must reach the destination.
      if (itinerary.length === 2 && flight.to !== to) continue;
      const longer = [...itinerary, flight];
      if (this.brokenRule(longer, from, layoverLimit) !== null) continue;
      if (flight.to === to) {
        if (!this.#bends(longer, from, to)) found.push(longer);
      } else if (longer.length < 3) {
        found.push(...this.#extend(longer, from, to, layoverLimit));
      }
    }
    return found;
  }

  #firstFlights(from: number): DatedFlight[] {
    const midnight = this.#day * minutesPerDay;
    const zone = this.#timetable.airportZone[from] ?? -1;
    const start = instantOfLocal(this.#timetable.offsets, zone, midnight);
    const end = instantOfLocal(this.#timetable.offsets, zone, midnight + minutesPerDay);
    const flights = this.#leaving.get(this.#timetable.airportCity[from] ?? -1) ?? [];
    return flights.filter((flight) => flight.from === from && flight.departure >= start && flight.departure < end);
  }

  #onward(last: DatedFlight, layoverLimit: number): DatedFlight[] {
    const flights = this.#leaving.get(this.#timetable.airportCity[last.to] ?? -1) ?? [];
    let low = 0;
    let high = flights.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((flights[middle]?.departure ?? 0) < last.arrival) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while ((flights[end]?.departure ?? Number.POSITIVE_INFINITY) <= last.arrival + layoverLimit) end++;
    return flights.slice(low, end);
  }

  /** Returns the first rule that an itinerary breaks, except circuity; null if it breaks none. */
  brokenRule(itinerary: readonly DatedFlight[], origin: number, layoverLimit: number): string | null {
    const { airportCity, connects, sellersOf, sellers } = this.#timetable;
    const cities = [origin, ...itinerary.map(({ to }) => to)].map((airport) => airportCity[airport]);
    if (new Set(cities).size < cities.length) return "passes a city twice";
    for (const [i, flight] of itinerary.entries()) {
      const before = itinerary[i - 1];
      if (before !== undefined) {
        const layover = flight.departure - before.arrival;
        if (layover < this.#minimum(before, flight)) return "connects too fast";
        if (layover > layoverLimit) return "layover too long";
      }
      for (const earlier of itinerary.slice(0, i)) {
        const row = (sellersOf[earlier.pattern] ?? 0) * sellers.length;
        if (connects[row + (sellersOf[flight.pattern] ?? 0)] === unconnected) return "airlines do not connect";
      }
    }
    return null;
  }

  #minimum(arriving: DatedFlight, leaving: DatedFlight): number {
    const { connects, sellersOf, sellers, originTerminal, destinationTerminal } = this.#timetable;
    const [from, to] = [destinationTerminal[arriving.pattern] ?? 0, originTerminal[leaving.pattern] ?? 0];
    const change = from !== 0 && to !== 0 && from !== to ? 30 : 0;
    const own = this.#ownMinimum(arriving, leaving) ?? this.#defaultMinimum(arriving, leaving, change);
    const row = (sellersOf[arriving.pattern] ?? 0) * sellers.length;
    if (connects[row + (sellersOf[leaving.pattern] ?? 0)] !== interline) return own;
    if (arriving.to !== leaving.from) return Number.POSITIVE_INFINITY;
    return Math.max(own, (this.isDomestic(arriving) && this.isDomestic(leaving) ? 60 : 90) + change);
  }

  #defaultMinimum(arriving: DatedFlight, leaving: DatedFlight, change: number): number {
    if (arriving.to !== leaving.from) return 240;
    if (!this.isDomestic(arriving)) return 90 + change;
    return (this.isDomestic(leaving) ? 30 : 60) + change;
  }

  /** The airport's own rule: carriers before terminals before the kind of connection, then the longest. */
  #ownMinimum(arriving: DatedFlight, leaving: DatedFlight): number | null {
    const { airports, carriers, terminals, originTerminal, destinationTerminal, operatingCarrier } = this.#timetable;
    const kind = [arriving, leaving]
      .map((flight) => (this.isDomestic(flight) ? "domestic" : "international"))
      .join("-");
    const soldBy = ({ pattern, carrier }: DatedFlight) =>
      [carrier, operatingCarrier[pattern] ?? -1].map((index) => carriers[index]?.code ?? "");
    const fits = (wanted: string | null, has: readonly string[]) => wanted === null || has.includes(wanted);
    const applying = this.#timetable.rules.minimumConnections.filter(
      (rule) =>
        rule.airport === airports[arriving.to] &&
        (rule.toAirport ?? rule.airport) === airports[leaving.from] &&
        fits(rule.kind, [kind]) &&
        fits(rule.fromCarrier, soldBy(arriving)) &&
        fits(rule.toCarrier, soldBy(leaving)) &&
        fits(rule.fromTerminal, [terminals[destinationTerminal[arriving.pattern] ?? 0] ?? ""]) &&
        fits(rule.toTerminal, [terminals[originTerminal[leaving.pattern] ?? 0] ?? ""]),
    );
    const named = (...values: unknown[]) => values.filter((value) => value !== null).length;
    const weight = (rule: (typeof applying)[number]) =>
      100 * named(rule.fromCarrier, rule.toCarrier) + 10 * named(rule.fromTerminal, rule.toTerminal) + named(rule.kind);
    return applying.sort((a, b) => weight(b) - weight(a) || b.minutes - a.minutes)[0]?.minutes ?? null;
  }

  isDomestic({ from, to }: { from: number; to: number }): boolean {
    return this.#timetable.airportCountry[from] === this.#timetable.airportCountry[to];
  }

  #bends(itinerary: readonly DatedFlight[], from: number, to: number): boolean {
    return (
      itinerary.length > 1 &&
      this.exceedsCircuity(
        itinerary.reduce((sum, { km }) => sum + km, 0),
        from,
        to,
      )
    );
  }

  exceedsCircuity(flownKm: number, from: number, to: number): boolean {
    const km = this.#km(from, to);
    const miles = km / kmPerStatuteMile;
    const tier = miles <= 250 ? 2.4 : miles <= 800 ? 1.9 : miles <= 2000 ? 1.5 : 1.3;
    return flownKm > km * (this.#ownFactor(from, to) ?? tier);
  }

  /** The factor of the pair: airports before cities before countries, then the largest. */
  #ownFactor(from: number, to: number): number | null {
    const { airports, cities, countries, airportCity, airportCountry } = this.#timetable;
    const width = (airport: number, place: string) =>
      [airports[airport], cities[airportCity[airport] ?? -1], countries[airportCountry[airport] ?? -1]].indexOf(place);
    const applying = this.#timetable.rules.circuity.flatMap(({ between: [one, other], factor }) =>
      [
        [width(from, one), width(to, other)],
        [width(from, other), width(to, one)],
      ]
        .filter((widths) => widths.every((wide) => wide >= 0))
        .map(([a = 0, b = 0]) => ({ wide: a + b, factor })),
    );
    return applying.sort((a, b) => a.wide - b.wide || b.factor - a.factor)[0]?.factor ?? null;
  }

  /** Flights between two airports that depart at a given time. */
  flightsAt(from: number, to: number, departure: number): DatedFlight[] {
    const flights = this.#leaving.get(this.#timetable.airportCity[from] ?? -1) ?? [];
    return flights.filter((flight) => flight.from === from && flight.to === to && flight.departure === departure);
  }

  #km(from: number, to: number): number {
    const at = (airport: number) => ({
      latitude: this.#timetable.airportLatitude[airport] ?? 0,
      longitude: this.#timetable.airportLongitude[airport] ?? 0,
    });
    return greatCircleKm(at(from), at(to));
  }
}

function nameOf(itinerary: readonly DatedFlight[]): string {
  return itinerary.map(({ pattern, departure }) => `${pattern}@${departure}`).join(" ");
}
