/** A kind of search. */
export interface Scenario {
  name: string;
  path: "/v1/flights/search" | "/v1/search";
  /** Members of the request besides the pair, the date and the limit. */
  members: Record<string, unknown>;
}

export const flightsPerAnswer = 50;
const daysAhead = 60;
const stayDays = 10;

export const oneWay: Scenario = { name: "one way", path: "/v1/flights/search", members: {} };
export const ranked: Scenario = { name: "ranked one way", path: "/v1/search", members: { includeAward: true } };
export const roundTrip: Scenario = {
  name: "ranked round trip",
  path: "/v1/search",
  members: { includeAward: true, returnDate: dateIn(daysAhead + stayDays) },
};

export const scenarios: readonly Scenario[] = [oneWay, ranked, roundTrip];

/** Returns the body of a search for one pair of airports. */
export function bodyOf(pair: { origin: string; destination: string }, { members }: Scenario): string {
  return JSON.stringify({ ...pair, departureDate: dateIn(daysAhead), limit: flightsPerAnswer, ...members });
}

/** Adds `view: "compact"` to the body of a search. */
export function compactBodyOf(body: string): string {
  return `${body.slice(0, -1)},"view":"compact"}`;
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
