import {
  greatCircleKm,
  type MinimumConnection,
  minutesPerDay,
  type Network,
  type NetworkAirport,
  type NetworkCarrier,
} from "@wayfare/engine";
import { instantByIntl, offsetByIntl } from "../fixtures/zone-clock.ts";

interface Window {
  fromMinute: number;
  toMinute: number;
}

export interface BruteQuery {
  /** Airport codes. */
  origins: string[];
  destinations: string[];
  day: number;
  maxStops: 0 | 1 | 2;
  /** Codes of allowed carriers, or null for all. */
  carriers: string[] | null;
  /** Codes of carriers that may neither operate nor number a flight, or null for none. */
  excludedCarriers: string[] | null;
  departureWindow: Window | null;
  arrivalWindow: Window | null;
  /** Minutes since 1970-01-01T00:00 local time. */
  latestLocalArrival: number | null;
  maxDurationMinutes: number | null;
  /** Codes of airports without connections, and bounds of each layover; null for none. */
  layovers: { exclude: string[]; minMinutes: number; maxMinutes: number } | null;
  cabin: { cabin: 0 | 1 | 2 | 3; match: "main" | "strict" | "any" } | null;
}

interface Flight {
  name: string;
  carrier: NetworkCarrier;
  operatingCarrier: NetworkCarrier;
  codeshares: NetworkCarrier[];
  seats: readonly number[];
  fromTerminal: string;
  toTerminal: string;
  from: NetworkAirport;
  to: NetworkAirport;
  localDay: number;
  localMinute: number;
  departure: number;
  arrival: number;
}

export interface BruteResult {
  /** `number@day` joined by ` / `, sorted. */
  itineraries: string[];
  /** Statistics of the answer, which show that the networks exercise every rule. */
  lastResort: boolean;
  airportChanges: number;
  /** Number of itineraries with a connection that needs an interline agreement. */
  interline: number;
  /** Number of itineraries that only the condition on cabins rejects. */
  wrongCabin: number;
  /** Number of itineraries that only the rules on cabotage reject. */
  cabotage: number;
  stops: number[];
}

/** Every itinerary of a slice, by trying every sequence of flights and checking each rule: slow and simple. */
export function bruteForce(network: Network, query: BruteQuery): BruteResult {
  const flights = flightsOf(network);
  let wrongCabin = 0;
  let cabotage = 0;
  for (const longestLayover of [6 * 60, 24 * 60]) {
    const inAnyCabin = sequences(flights, network, query, longestLayover).filter((itinerary) =>
      isItinerary(itinerary, network, query),
    );
    const byAnyone = inAnyCabin.filter((itinerary) => meetsCabin(itinerary, query));
    const found = byAnyone.filter((itinerary) => !isCabotage(itinerary, network, query));
    wrongCabin += inAnyCabin.length - byAnyone.length;
    cabotage += byAnyone.length - found.length;
    if (found.length > 0) return { ...summarize(found, longestLayover > 6 * 60), wrongCabin, cabotage };
  }
  return { ...summarize([], false), wrongCabin, cabotage };
}

/**
 * True if an itinerary stays within one country and a flight of it is flown by a carrier without rights at both of its ends, or requested from
 * such carriers only.
 */
function isCabotage(
  itinerary: readonly Flight[],
  { cabotage, carriers }: Network,
  { carriers: requested }: BruteQuery,
): boolean {
  const [origin, destination] = [itinerary[0]?.from.country ?? "", itinerary.at(-1)?.to.country ?? ""];
  const areaOf = (country: string) => cabotage?.territories.get(country) ?? country;
  if (cabotage === undefined || areaOf(origin) !== areaOf(destination)) return false;
  const isEntitled = (carrier: NetworkCarrier) => {
    const rights = get(cabotage.rights, carriers.indexOf(carrier));
    return rights.includes(origin) && rights.includes(destination);
  };
  return itinerary.some(({ carrier, operatingCarrier, codeshares }) => {
    const sellers = [carrier, ...codeshares].filter(({ code }) => requested?.includes(code) !== false);
    return !isEntitled(operatingCarrier) || (requested !== null && !sellers.some(isEntitled));
  });
}

function flightsOf(network: Network): Flight[] {
  const { patterns, operatingDays, firstDay, days } = network;
  const flights: Flight[] = [];
  for (let row = 0; row < patterns.count; row++) {
    const carrier = get(network.carriers, patterns.carrier[row]);
    const operatingCarrier = get(network.carriers, patterns.operatingCarrier[row]);
    const codes = [...network.codeshares.carrier].filter((_, share) => network.codeshares.pattern[share] === row);
    const codeshares = codes.map((code) => get(network.carriers, code));
    const { seats } = get(network.aircraft, patterns.aircraft[row]);
    const fromTerminal = get(network.terminals, patterns.originTerminal[row]);
    const toTerminal = get(network.terminals, patterns.destinationTerminal[row]);
    const from = get(network.airports, patterns.origin[row]);
    const to = get(network.airports, patterns.destination[row]);
    const bits = get(operatingDays, patterns.operatingDays[row]);
    for (let at = 0; at < days; at++) {
      if ((((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 0) continue;
      const localDay = firstDay + at;
      const localMinute = patterns.departureMinute[row] ?? 0;
      const departure = instantByIntl(from.timeZone, localDay * minutesPerDay + localMinute);
      const arrival = departure + (patterns.blockMinutes[row] ?? 0);
      const name = `${patterns.flightNumber[row]}@${localDay - firstDay}`;
      const dated = { localDay, localMinute, departure, arrival };
      flights.push({
        name,
        carrier,
        operatingCarrier,
        codeshares,
        seats,
        fromTerminal,
        toTerminal,
        from,
        to,
        ...dated,
      });
    }
  }
  return flights;
}

/** Sequences whose adjacent flights connect in time and place. */
function sequences(
  flights: readonly Flight[],
  network: Network,
  { day, maxStops, origins }: BruteQuery,
  longestLayover: number,
) {
  let itineraries = flights
    .filter(({ from, localDay }) => localDay === day && origins.includes(from.code))
    .map((one) => [one]);
  const all = [...itineraries];
  for (let stops = 1; stops <= maxStops; stops++) {
    itineraries = itineraries.flatMap((itinerary) =>
      flights
        .filter((next) => connectInTime(network, itinerary.at(-1), next, longestLayover))
        .map((next) => [...itinerary, next]),
    );
    all.push(...itineraries);
  }
  return all;
}

function connectInTime(
  network: Network,
  arriving: Flight | undefined,
  leaving: Flight,
  longestLayover: number,
): boolean {
  if (arriving === undefined || arriving.to.city !== leaving.from.city) return false;
  const layover = leaving.departure - arriving.arrival;
  return layover >= minimumOf(network, arriving, leaving) && layover <= longestLayover;
}

function minimumOf(network: Network, arriving: Flight, leaving: Flight): number {
  const own = ownMinimum(network, arriving, leaving);
  if (connectionOf(arriving, leaving) !== "interline") return own;
  if (arriving.to.code !== leaving.from.code) return Number.POSITIVE_INFINITY;
  const isDomestic = [arriving, leaving].every(({ from, to }) => from.country === to.country);
  return Math.max(own, (isDomestic ? 60 : 90) + (changesTerminal(arriving, leaving) ? 30 : 0));
}

function changesTerminal({ toTerminal }: Flight, { fromTerminal }: Flight): boolean {
  return toTerminal !== "" && fromTerminal !== "" && toTerminal !== fromTerminal;
}

function ownMinimum({ rules }: Network, arriving: Flight, leaving: Flight): number {
  const [best] = rules.minimumConnections
    .filter((rule) => appliesTo(rule, arriving, leaving))
    .sort((a, b) => weightOf(b) - weightOf(a) || b.minutes - a.minutes);
  if (best !== undefined) return best.minutes;
  if (arriving.to.code !== leaving.from.code) return 240;
  const change = changesTerminal(arriving, leaving) ? 30 : 0;
  if (arriving.from.country !== arriving.to.country) return 90 + change;
  return (leaving.from.country === leaving.to.country ? 30 : 60) + change;
}

function appliesTo(rule: MinimumConnection, arriving: Flight, leaving: Flight): boolean {
  const kind = [arriving, leaving]
    .map(({ from, to }) => (from.country === to.country ? "domestic" : "international"))
    .join("-");
  const isOf = (code: string | null, flight: Flight) =>
    code === null || code === flight.carrier.code || code === flight.operatingCarrier.code;
  return (
    rule.airport === arriving.to.code &&
    (rule.toAirport ?? rule.airport) === leaving.from.code &&
    (rule.kind === null || rule.kind === kind) &&
    isOf(rule.fromCarrier, arriving) &&
    isOf(rule.toCarrier, leaving) &&
    (rule.fromTerminal === null || rule.fromTerminal === arriving.toTerminal) &&
    (rule.toTerminal === null || rule.toTerminal === leaving.fromTerminal)
  );
}

/** More carriers first; then more terminals; then a kind before none. */
function weightOf({ fromCarrier, toCarrier, fromTerminal, toTerminal, kind }: MinimumConnection): number {
  const named = (...values: (string | null)[]) => values.filter((value) => value !== null).length;
  return 100 * named(fromCarrier, toCarrier) + 10 * named(fromTerminal, toTerminal) + named(kind);
}

function isItinerary(itinerary: readonly Flight[], network: Network, query: BruteQuery): boolean {
  const first = get(itinerary, 0);
  const last = get(itinerary, itinerary.length - 1);
  if (!query.destinations.includes(last.to.code)) return false;
  const cities = [first.from.city, ...itinerary.map(({ to }) => to.city)];
  if (new Set(cities).size < cities.length) return false;
  if (!itinerary.every((a, i) => itinerary.slice(i + 1).every((b) => connectionOf(a, b) !== null))) return false;
  if (!itinerary.every((flight) => isAllowed(flight, query))) return false;
  if (itinerary.length > 1 && exceedsCircuity(itinerary, network, first.from, last.to)) return false;
  const { departureWindow, arrivalWindow, maxDurationMinutes } = query;
  if (!isInside(departureWindow, first.localMinute)) return false;
  const arrivalLocal = last.arrival + offsetByIntl(last.to.timeZone, last.arrival);
  if (!isInside(arrivalWindow, arrivalLocal % minutesPerDay)) return false;
  if (query.latestLocalArrival !== null && arrivalLocal > query.latestLocalArrival) return false;
  if (!itinerary.slice(1).every((next, i) => meetsLayovers(get(itinerary, i), next, query))) return false;
  return maxDurationMinutes === null || last.arrival - first.departure <= maxDurationMinutes;
}

function meetsLayovers(arriving: Flight, leaving: Flight, { layovers }: BruteQuery): boolean {
  if (layovers === null) return true;
  const minutes = leaving.departure - arriving.arrival;
  const isExcluded = [arriving.to, leaving.from].some(({ code }) => layovers.exclude.includes(code));
  return !isExcluded && minutes >= layovers.minMinutes && minutes <= layovers.maxMinutes;
}

function meetsCabin(itinerary: readonly Flight[], { cabin: condition }: BruteQuery): boolean {
  if (condition === null || condition.match === "any") return true;
  const minutesOf = (flights: readonly Flight[]) =>
    flights.reduce((sum, { departure, arrival }) => sum + arrival - departure, 0);
  const lower = itinerary.filter(({ seats }) => get(seats, condition.cabin) === 0);
  if (condition.match === "strict") return lower.length === 0;
  const isShort = ({ departure, arrival }: Flight) => arrival - departure <= 3 * 60;
  return lower.every(isShort) && minutesOf(lower) <= 0.25 * minutesOf(itinerary);
}

function isAllowed({ carrier, operatingCarrier, codeshares }: Flight, query: BruteQuery): boolean {
  const { carriers, excludedCarriers } = query;
  if (excludedCarriers?.some((code) => code === carrier.code || code === operatingCarrier.code)) return false;
  if (carriers === null) return true;
  // The operator of a flight is not necessarily a seller.
  return [carrier, ...codeshares].some((seller) => carriers.includes(seller.code));
}

type Connection = "related" | "interline" | null;

function connectionOf(a: Flight, b: Flight): Connection {
  if (a.carrier.pointToPoint || b.carrier.pointToPoint) return null;
  const found = new Set(principalsOf(a).flatMap((one) => principalsOf(b).map((other) => agreementOf(one, other))));
  if (found.has("related")) return "related";
  const shareCode = a.codeshares.includes(b.carrier) || b.codeshares.includes(a.carrier);
  return shareCode || found.has("interline") ? "interline" : null;
}

/** A regional carrier's flight is also that of the affiliates that sell it. */
function principalsOf({ carrier, codeshares }: Flight): NetworkCarrier[] {
  const affiliates = codeshares.filter((share) => areAffiliates(carrier, share));
  return carrier.kind === "regional" ? [carrier, ...affiliates] : [carrier];
}

function agreementOf(a: NetworkCarrier, b: NetworkCarrier): Connection {
  if (a.code === b.code || (a.alliance !== null && a.alliance === b.alliance) || areAffiliates(a, b)) return "related";
  return a.partners.includes(b.code) || b.partners.includes(a.code) ? "interline" : null;
}

function areAffiliates(a: NetworkCarrier, b: NetworkCarrier): boolean {
  return a.affiliates.includes(b.code) || b.affiliates.includes(a.code);
}

/** By statute miles between the endpoints: 2.4 times up to 250, 1.9 up to 800, 1.5 up to 2,000, 1.3 beyond. Flown km are whole. */
function exceedsCircuity(
  itinerary: readonly Flight[],
  { rules }: Network,
  origin: NetworkAirport,
  destination: NetworkAirport,
): boolean {
  const km = greatCircleKm(origin, destination);
  const miles = km / 1.609344;
  const tier = miles <= 250 ? 2.4 : miles <= 800 ? 1.9 : miles <= 2000 ? 1.5 : 1.3;
  const limitKm = km * (ownFactor(rules.circuity, origin, destination) ?? tier);
  const flownKm = itinerary.map(({ from, to }) => Math.round(greatCircleKm(from, to)));
  return flownKm.reduce((sum, leg) => sum + leg, 0) > limitKm;
}

/** The factor of the pair itself: the most specific for both ends together; of equally specific ones the largest. */
function ownFactor(rules: Network["rules"]["circuity"], a: NetworkAirport, b: NetworkAirport): number | undefined {
  const width = (airport: NetworkAirport, place: string) =>
    [airport.code, airport.city, airport.country].indexOf(place);
  const applying = rules.flatMap(({ between: [one, other], factor }) =>
    [
      [width(a, one), width(b, other)],
      [width(a, other), width(b, one)],
    ]
      .filter((widths) => widths.every((wide) => wide >= 0))
      .map(([from = 0, to = 0]) => ({ wide: from + to, factor })),
  );
  return applying.sort((x, y) => x.wide - y.wide || y.factor - x.factor)[0]?.factor;
}

function isInside(window: Window | null, minute: number): boolean {
  if (window === null) return true;
  const { fromMinute, toMinute } = window;
  if (fromMinute <= toMinute) return minute >= fromMinute && minute <= toMinute;
  return minute >= fromMinute || minute <= toMinute;
}

function summarize(
  itineraries: readonly (readonly Flight[])[],
  lastResort: boolean,
): Omit<BruteResult, "wrongCabin" | "cabotage"> {
  return {
    itineraries: itineraries.map((itinerary) => itinerary.map(({ name }) => name).join(" / ")).sort(),
    lastResort,
    airportChanges: itineraries.filter((itinerary) =>
      itinerary.some(({ to }, i) => itinerary[i + 1] !== undefined && itinerary[i + 1]?.from !== to),
    ).length,
    interline: itineraries.filter((itinerary) =>
      itinerary.some((flight, i) => {
        const next = itinerary[i + 1];
        return next !== undefined && connectionOf(flight, next) === "interline";
      }),
    ).length,
    stops: itineraries.map(({ length }) => length - 1),
  };
}

function get<T>(list: ArrayLike<T>, index: number | undefined): T {
  const found = list[index ?? -1];
  if (found === undefined) throw new RangeError(`nothing at ${index}`);
  return found;
}
