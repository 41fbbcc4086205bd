import { deepStrictEqual } from "node:assert/strict";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { percentile } from "../machine.ts";
import { drawPairs } from "../pairs.ts";
import type { RawClient, RawRequest, RawResponse } from "./raw-client.ts";
import type { Service } from "./services.ts";

export interface Scenario {
  name: string;
  path: "/v1/flights/search" | "/v1/search";
  body: Record<string, unknown>;
  accept?: "text/event-stream";
  coding?: "zstd" | "br" | "gzip";
}

const limit = 50;
const daysAhead = 60;
const stayDays = 10;
const pairs = drawPairs(100, 7);

const oneWay: Scenario = { name: "one way", path: "/v1/flights/search", body: {} };
const ranked: Scenario = { name: "ranked one way", path: "/v1/search", body: { includeAward: true } };
const roundTrip: Scenario = {
  name: "ranked round trip",
  path: "/v1/search",
  body: { includeAward: true, returnDate: dateIn(daysAhead + stayDays) },
};

/** Scenarios that every version can run. */
export const plainScenarios = [oneWay, ranked, roundTrip];

/** Scenarios of versions with content codings, the compact view and streams. */
export const newScenarios: Scenario[] = [
  ...plainScenarios.map((scenario): Scenario => ({ ...scenario, name: `${scenario.name}, zstd`, coding: "zstd" })),
  ...[oneWay, ranked].flatMap((scenario) =>
    (["br", "gzip"] as const).map((coding): Scenario => ({ ...scenario, name: `${scenario.name}, ${coding}`, coding })),
  ),
  ...plainScenarios.map((scenario) => ({
    ...scenario,
    name: `${scenario.name}, compact`,
    body: { ...scenario.body, view: "compact" },
  })),
  ...plainScenarios.map((scenario): Scenario => {
    return { ...scenario, name: `${scenario.name}, stream`, accept: "text/event-stream" };
  }),
];

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the requests of a scenario, one for each pair of airports. */
export function requestsOf({ path, body, accept, coding }: Scenario, { key }: Pick<Service, "key">): RawRequest[] {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: accept ?? "application/json",
    "accept-encoding": coding ?? "identity",
  };
  return pairs.map((pair) => ({
    path,
    headers,
    body: JSON.stringify({ ...pair, departureDate: dateIn(daysAhead), limit, ...body }),
  }));
}

interface VerifiedFlight {
  slices: unknown;
  cash: unknown;
  award: unknown;
}

/**
 * Sends every request of a scenario and checks its response: flights with a price, and the same flights as those of the plain scenario.
 *
 * @returns the requests with 50 flights, and the median size of their responses in KB
 */
export async function verify(
  client: RawClient,
  requests: readonly RawRequest[],
): Promise<{ verified: RawRequest[]; medianKilobytes: number; flights: string[] }> {
  const sizes: number[] = [];
  const verified: RawRequest[] = [];
  const flights: string[] = [];
  for (const request of requests) {
    const response = await client.post(request);
    if (response.status !== 200) throw new Error(`status ${response.status} for ${request.body}`);
    const found = readFlights(response, request);
    for (const { cash, award } of found) {
      if (isEmpty(cash) && isEmpty(award)) throw new Error(`a flight without a price for ${request.body}`);
    }
    if (found.length < limit) continue;
    sizes.push(response.body.byteLength / 1000);
    verified.push(request);
    flights.push(found.map(({ slices }) => timesOf(slices)).join("\n"));
  }
  return { verified, medianKilobytes: percentile(sizes, 0.5), flights };
}

/** Checks that two scenarios return the same flights in the same order. */
export function assertSameFlights(left: readonly string[], right: readonly string[]): void {
  deepStrictEqual(left, right, "the flights of a scenario differ from those of the plain one");
}

function isEmpty(offers: unknown): boolean {
  return offers === null || (Array.isArray(offers) && offers.length === 0);
}

function timesOf(slices: unknown): string {
  if (!Array.isArray(slices)) throw new Error("a flight without slices");
  return slices.map(({ departureAt, arrivalAt }: Record<string, string>) => `${departureAt} ${arrivalAt}`).join(" ");
}

/** Data of a server-sent event. */
interface SentPart {
  flights?: (VerifiedFlight & { id: string })[];
  flightIds?: string[];
}

function readFlights(response: RawResponse, { headers }: RawRequest): VerifiedFlight[] {
  const text = decode(response).toString();
  if (headers["accept"] !== "text/event-stream") {
    const { flights }: { flights: VerifiedFlight[] } = JSON.parse(text);
    return flights;
  }
  const parts = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]): SentPart => JSON.parse(data));
  const flights = new Map<string, VerifiedFlight>();
  for (const { flights: sent = [] } of parts) {
    for (const flight of sent) flights.set(flight.id, flight);
  }
  const { flightIds = [] } = parts.at(-1) ?? {};
  return flightIds.flatMap((id) => flights.get(id) ?? []);
}

function decode({ coding, body }: RawResponse): Buffer {
  if (coding === "zstd") return zstdDecompressSync(body);
  if (coding === "br") return brotliDecompressSync(body);
  return coding === "gzip" ? gunzipSync(body) : body;
}
