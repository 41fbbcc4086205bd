import { parseEventStream } from "./event-stream.ts";
import { type Answer, type Encoding, encodings, headersOf, post } from "./exchange.ts";
import { bodyOf, compactBodyOf, flightsPerAnswer, type Scenario } from "./scenarios.ts";

export const eventStreamHeaders = { accept: "text/event-stream" };

/** The addresses and the key of a deployment. Searches go to the first address. */
interface Target {
  name: string;
  key: string;
  processes: readonly { url: string }[];
}

/** Parts of the API that a version may lack. */
export interface Features {
  encodings: readonly Encoding[];
  compact: boolean;
  streaming: boolean;
}

/** Sizes in bytes of verified answers, by form. A form that the version lacks has none. */
export type Sizes = Partial<Record<Encoding | "identity" | "compact" | "compact zstd", number[]>>;

export interface VerifiedScenario {
  /** Bodies of searches whose answers have 50 flights. */
  bodies: string[];
  sizes: Sizes;
  /** Ids of the flights of each body, in the order of the answer. */
  flightIds: string[][];
}

interface Flight {
  id: string;
  cash: unknown;
  award: unknown;
}

/** Returns the body of the first search that has as many flights as requested. */
export async function findFullBody(
  deployment: Target,
  scenario: Scenario,
  pairs: readonly { origin: string; destination: string }[],
): Promise<string> {
  for (const pair of pairs) {
    const body = bodyOf(pair, scenario);
    if (flightsOf(await request(deployment, scenario, body)).length === flightsPerAnswer) return body;
  }
  throw new Error(`${deployment.name}: no pair has ${flightsPerAnswer} flights.`);
}

/** Requests a search in every form. */
export async function probeFeatures(deployment: Target, body: string, scenario: Scenario): Promise<Features> {
  const answers = await Promise.all(
    encodings.map((encoding) => request(deployment, scenario, body, { "accept-encoding": encoding })),
  );
  const compact = await request(deployment, scenario, compactBodyOf(body));
  const stream = await request(deployment, scenario, body, eventStreamHeaders);
  return {
    encodings: encodings.filter((encoding, n) => answers[n]?.encoding === encoding),
    compact: compact.status === 200 && flightsOf(compact).every(({ cash }) => !Array.isArray(cash)),
    streaming: stream.status === 200 && stream.type.startsWith("text/event-stream"),
  };
}

/**
 * Requests every pair, and those with 50 flights in every form that the version has.
 *
 * @throws Error if a flight has no price, or if the forms of one answer have different flights
 */
export async function verifyScenario(
  deployment: Target,
  scenario: Scenario,
  { pairs, features }: { pairs: readonly { origin: string; destination: string }[]; features: Features },
): Promise<VerifiedScenario> {
  const verified: VerifiedScenario = { bodies: [], sizes: {}, flightIds: [] };
  for (const pair of pairs) {
    const body = bodyOf(pair, scenario);
    const plain = await request(deployment, scenario, body);
    const flights = flightsOf(plain);
    if (flights.some(({ cash, award }) => isEmptyList(cash) && isEmptyList(award))) {
      throw new Error(`${deployment.name}: a flight without a price for ${body}`);
    }
    if (flights.length < flightsPerAnswer) continue;
    const ids = flights.map(({ id }) => id);
    verified.bodies.push(body);
    verified.flightIds.push(ids);
    addSize(verified.sizes, "identity", plain);
    await verifyForms({ deployment, scenario, body, ids }, features, verified.sizes);
  }
  return verified;
}

interface PlainAnswer {
  deployment: Target;
  scenario: Scenario;
  body: string;
  ids: readonly string[];
}

async function verifyForms(plain: PlainAnswer, features: Features, sizes: Sizes): Promise<void> {
  const { deployment, scenario, body } = plain;
  for (const encoding of features.encodings) {
    const answer = await request(deployment, scenario, body, { "accept-encoding": encoding });
    if (answer.encoding !== encoding) throw new Error(`${deployment.name}: no ${encoding} for ${body}`);
    assertSameFlights(plain, encoding, flightsOf(answer));
    addSize(sizes, encoding, answer);
  }
  if (features.compact) {
    const compact = await request(deployment, scenario, compactBodyOf(body));
    assertSameFlights(plain, "compact", flightsOf(compact));
    addSize(sizes, "compact", compact);
  }
  if (features.compact && features.encodings.includes("zstd")) {
    const headers = { "accept-encoding": "zstd" };
    addSize(sizes, "compact zstd", await request(deployment, scenario, compactBodyOf(body), headers));
  }
  if (features.streaming) {
    assertStreamHasFlights(plain, await request(deployment, scenario, body, eventStreamHeaders));
  }
}

function request(
  { processes: [first], key }: Target,
  { path }: Scenario,
  ...[body, headers = {}]: [body: string, headers?: Record<string, string>]
): Promise<Answer> {
  if (first === undefined) throw new Error("A deployment needs at least one process.");
  return post(first.url + path, body, { ...headersOf(key), ...headers });
}

function flightsOf({ status, text }: Answer): Flight[] {
  if (status !== 200) throw new Error(`status ${status}: ${text.slice(0, 300)}`);
  const { flights }: { flights: Flight[] } = JSON.parse(text);
  return flights;
}

function isEmptyList(prices: unknown): boolean {
  return Array.isArray(prices) && prices.length === 0;
}

function assertSameFlights({ deployment, body, ids }: PlainAnswer, form: string, flights: readonly Flight[]): void {
  if (flights.length !== ids.length || flights.some(({ id }, n) => id !== ids[n])) {
    throw new Error(`${deployment.name}: other flights as ${form} than as plain JSON for ${body}`);
  }
}

function assertStreamHasFlights({ deployment, body, ids }: PlainAnswer, { text }: Answer): void {
  const events = parseEventStream(text);
  const streamed = new Set(
    events
      .filter(({ event }) => event === "flights")
      .flatMap(({ data }) => {
        const { flights }: { flights: Flight[] } = JSON.parse(data);
        return flights.map(({ id }) => id);
      }),
  );
  const missing = ids.filter((id) => !streamed.has(id));
  if (events.at(-1)?.event !== "done" || missing.length > 0) {
    const names = events.map(({ event }) => event).join(", ");
    throw new Error(`${deployment.name}: the stream lacks ${missing.length} flights for ${body}; events: ${names}`);
  }
}

/** Counts the searches that two versions answer with the same flights in the same order. */
export function countEqualAnswers(
  first: ReadonlyMap<Scenario, VerifiedScenario>,
  second: ReadonlyMap<Scenario, VerifiedScenario>,
): { equal: number; compared: number } {
  const counts = { equal: 0, compared: 0 };
  for (const [scenario, { bodies, flightIds }] of first) {
    const other = second.get(scenario);
    for (const [n, body] of bodies.entries()) {
      const ids = other?.flightIds[other.bodies.indexOf(body)];
      counts.compared++;
      if (ids?.join() === flightIds[n]?.join()) counts.equal++;
    }
  }
  return counts;
}

function addSize(sizes: Sizes, form: keyof Sizes, { bytes }: Answer): void {
  (sizes[form] ??= []).push(bytes);
}
