import { minutesPerDay } from "@wayfare/engine";

/** A request whose answer is compared. */
export interface ComparedRequest {
  path: string;
  body: Record<string, unknown>;
}

/** Pairs of cities and airports on all continents; every request of a kind uses the next one. */
const pairs = [
  ["JFK", "LHR"],
  ["SFO", "NRT"],
  ["FRA", "SIN"],
  ["LAX", "AKL"],
  ["GRU", "MIA"],
  ["DEL", "LHR"],
  ["SYD", "PER"],
  ["JNB", "CDG"],
  ["BOS", "ORD"],
  ["MAD", "BCN"],
] as const;

/** Number of pairs whose origin is explored from. An exploration costs as much as hundreds of searches. */
const explorations = 2;

const msPerDay = minutesPerDay * 60_000;

/**
 * The requests that both versions answer: one-way trips, ranked round trips, awards with several travelers in business class, calendars and
 * explorations, ten to 300 days after a time.
 */
export function comparedRequests(nowMs: number): ComparedRequest[] {
  const date = (days: number) => new Date(nowMs + days * msPerDay).toISOString().slice(0, 10);
  return pairs.flatMap(([origin, destination], n) => {
    const trip = { origin, destination, departureDate: date(10 + n * 29) };
    const returnDate = date(17 + n * 29);
    const dates = { from: date(20 + n * 10), to: date(24 + n * 10) };
    return [
      { path: "/v1/flights/search", body: { ...trip, limit: 50 } },
      { path: "/v1/search", body: { ...trip, returnDate, includeAward: true, limit: 30 } },
      {
        path: "/v1/flights/search",
        body: {
          ...trip,
          cabin: "business",
          travelers: { adults: 2, children: 1 },
          includeAward: true,
          includeCash: false,
        },
      },
      {
        path: "/v1/flights/calendar",
        body: { origin, destination, departureDates: dates, stayNights: { min: 6, max: 7 }, includeAward: true },
      },
      ...(n < explorations
        ? [
            {
              path: "/v1/flights/explore",
              body: {
                origin,
                countries: ["PT"],
                departureDates: { ...dates, to: dates.from },
                stayNights: { min: 3, max: 3 },
              },
            },
          ]
        : []),
    ];
  });
}

/** Parts of an answer that differ between two runs of one version with the same clock, with their replacements. */
const differsByDesign: readonly { what: string; pattern: RegExp; replacement: string }[] = [
  { what: "random ids of searches", pattern: /"srch_[0-9a-z]{26}"/g, replacement: '"srch_"' },
  { what: "the search's id in ids of offers", pattern: /"off_[0-9a-z]{26}_(\d+)"/g, replacement: '"off_$1"' },
  { what: "durations (`tookMs`)", pattern: /"tookMs":\d+/g, replacement: '"tookMs":0' },
];

/** The parts that `withoutDesignedDifferences` removes, for the report. */
export const removedFromAnswers = differsByDesign.map(({ what }) => what).join(", ");

/** Returns the text of an answer without the parts that differ by design. All other bytes stay. */
export function withoutDesignedDifferences(text: string): string {
  return differsByDesign.reduce((kept, { pattern, replacement }) => kept.replaceAll(pattern, replacement), text);
}

/** Answers in the order of their requests: the status and the text of the body. */
export type Answers = readonly { status: number; text: string }[];

const excerptLength = 60;

/**
 * Compares the answers of two versions byte by byte, without the parts that differ by design.
 *
 * @throws Error that names the first difference, or an answer without status 200
 */
export function assertEqualAnswers(requests: readonly ComparedRequest[], present: Answers, other: Answers): void {
  for (const [n, request] of requests.entries()) {
    const name = `${request.path} ${JSON.stringify(request.body)}`;
    const [a, b] = [present[n], other[n]].map((answer) => {
      if (answer?.status !== 200) throw new Error(`${name}: status ${answer?.status}: ${answer?.text.slice(0, 300)}`);
      return withoutDesignedDifferences(answer.text);
    });
    if (a === undefined || b === undefined || a === b) continue;
    let at = 0;
    while (a[at] === b[at]) at++;
    const from = Math.max(0, at - excerptLength);
    const [mine, theirs] = [a, b].map((text) => text.slice(from, at + excerptLength));
    throw new Error(`${name}: the answers differ at character ${at}:\n  ${mine}\n  ${theirs}`);
  }
}
