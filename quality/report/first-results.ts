import type { Flight } from "@wayfare/contract";
import type { Facts } from "@wayfare/world";
import { type RecordedSearch, readRecordedSearches } from "../first-results/read-before.ts";
import { cabinShareOf, type FirstResult, judge, type ShareTickets, type Verdict } from "../first-results/result.ts";
import { type Answer, openSandbox } from "../sandbox.ts";
import type { Section } from "./section.ts";

const searchedAtMs = Date.parse("2027-01-11T09:00:00Z");
const departureDate = "2027-02-10";
/** Number of results that may take more than twice the time of the fastest. */
const allowedSlow = 8;

/** Compares the first results of long-haul markets in business and first with those of an earlier version. */
export async function compareFirstResults(facts: Facts): Promise<Section> {
  const shareTickets = shareTicketsBy(facts);
  const searches = readRecordedSearches();
  const answers = await searchAll(searches);
  const rows = searches.map((search, at) => compareSearch(search, answers[at], shareTickets));
  const now = rows.flatMap((row) => (row.now === null ? [] : row.now));
  const before = rows.flatMap((row) => (row.before === null ? [] : row.before));
  const wasGood = before.filter(isGood).length;
  const sold = now.filter(({ soldTogether }) => soldTogether).length;
  const inCabin = now.filter(({ mainCabin }) => mainCabin).length;
  const slow = countSlow(now, 2);
  return {
    title: "First results in business and first",
    lines: [
      `The first result by price of ${searches.length / 2} long-haul markets, one adult, one way, ${departureDate}, searched at ${new Date(searchedAtMs).toISOString()}, next to the first result`,
      "before `cabinMatch` and the table of airlines that share tickets. Letters after the route are cabins: e economy, p premium economy, b business, f first; the percentage is",
      "the share of the flying time in the requested cabin; the time is followed by that of the fastest result. *No ticket*: airlines without an alliance, joint venture or interline",
      "agreement. *Slow*: more than 1.5 times the time of the fastest. Airlines sell such connections too, at the lowest prices, and a ranked search lists them behind faster ones.",
      "",
      "| market | cabin | before | verdict | now | verdict |",
      "| --- | --- | --- | --- | --- | --- |",
      ...rows.map(({ cells }) => `| ${cells.join(" | ")} |`),
      "",
    ],
    claims: [
      {
        claim: "Every first result in business and first is of airlines that share tickets",
        found: `${sold} of ${now.length}, ${before.filter(({ soldTogether }) => soldTogether).length} of ${before.length} before`,
        holds: sold === now.length,
      },
      {
        claim:
          "Every first result has at least 75 % of its flying time, and each segment over three hours, in the requested cabin",
        found: `${inCabin} of ${now.length}, ${before.filter(({ mainCabin }) => mainCabin).length} of ${before.length} before`,
        holds: inCabin === now.length,
      },
      {
        claim: `At most ${allowedSlow} first results take more than twice the time of the fastest`,
        found: `${slow} of ${now.length}, ${countSlow(before, 2)} before; more than 1.5 times: ${countSlow(now, 1.5)}, ${countSlow(before, 1.5)} before`,
        holds: slow <= allowedSlow,
      },
      {
        claim: "More than twice as many first results as before have no fault",
        found: `${now.filter(isGood).length} of ${now.length}, ${wasGood} of ${before.length} before`,
        holds: now.filter(isGood).length > 2 * wasGood,
      },
    ],
  };
}

function countSlow(verdicts: readonly Verdict[], factor: number): number {
  return verdicts.filter(({ timesFastest }) => timesFastest > factor).length;
}

function isGood({ soldTogether, mainCabin, slow }: Verdict): boolean {
  return soldTogether && mainCabin && !slow;
}

async function searchAll(searches: readonly RecordedSearch[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const sandbox = await openSandbox(searchedAtMs);
  try {
    for (const { origin, destination, cabin } of searches) {
      answers.push(await sandbox.search({ origin, destination, departureDate, cabin }));
    }
  } finally {
    await sandbox.close();
  }
  return answers;
}

function compareSearch(search: RecordedSearch, answer: Answer | undefined, shareTickets: ShareTickets) {
  const found = firstResultOf(answer?.flights ?? []);
  const describe = (result: FirstResult | null) => {
    if (result === null) return { verdict: null, cells: ["–", "nothing found"] };
    const verdict = judge(result, search.cabin, shareTickets);
    return { verdict, cells: [describeResult(result, search), verdict.text] };
  };
  const before = describe(search.before);
  const now = describe(found);
  const cells = [`${search.origin}–${search.destination}`, search.cabin, ...before.cells, ...now.cells];
  return { before: before.verdict, now: now.verdict, cells };
}

function firstResultOf(flights: readonly Flight[]): FirstResult | null {
  const [slice] = flights[0]?.slices ?? [];
  const [offer] = flights[0]?.cash ?? [];
  if (slice === undefined || offer === undefined) return null;
  const durations = flights.map(({ slices }) => slices[0]?.durationMinutes ?? Number.POSITIVE_INFINITY);
  return {
    price: Math.round(Number(offer.total.amount)),
    minutes: slice.durationMinutes,
    fastestMinutes: Math.min(...durations),
    segments: slice.segments.map(({ marketingCarrier: airline, origin, destination, durationMinutes }, at) => {
      const minutes = durationMinutes ?? 0;
      return { airline, origin, destination, minutes, cabin: offer.segments[at]?.cabin ?? offer.cabin };
    }),
  };
}

function describeResult(result: FirstResult, { cabin }: RecordedSearch): string {
  const flights = result.segments.map(({ airline, origin, destination, cabin: booked }) => {
    return `${airline} ${origin}–${destination} ${booked.slice(0, 1)}`;
  });
  const share = Math.floor(100 * cabinShareOf(result, cabin));
  return `$${result.price}: ${flights.join(", ")}; ${share} %; ${hours(result.minutes)} (${hours(result.fastestMinutes)})`;
}

function hours(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Alliances of the same airlines, and agreements of `interline-partners.tsv`; affiliates sell the flights of a regional airline as their own. */
function shareTicketsBy({ airlines, interlining }: Facts): ShareTickets {
  const agreementsOf = (code: string) => {
    const { partners = [], affiliates = [] } = interlining.get(code) ?? {};
    return { partners, affiliates };
  };
  const principalsOf = (code: string) =>
    airlines.get(code)?.kind === "regional" ? [code, ...agreementsOf(code).affiliates] : [code];
  const agree = (one: string, other: string) => {
    const alliance = airlines.get(one)?.alliance ?? null;
    if (one === other || (alliance !== null && alliance === airlines.get(other)?.alliance)) return true;
    const { partners, affiliates } = agreementsOf(one);
    return partners.includes(other) || affiliates.includes(other);
  };
  return (one, other) => principalsOf(one).some((a) => principalsOf(other).some((b) => agree(a, b)));
}
