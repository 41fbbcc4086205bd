/**
 * Measures the answers of every MCP tool in tokens, for 100 pairs of airports drawn by traffic: structured content and text together, by the
 * tokenizer o200k_base. `npm run bench:mcp`. Fails if the median of a tool exceeds 1,500 tokens or an answer 8,000.
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { startService } from "../tests/running-service.ts";
import { percentile } from "./machine.ts";
import { drawPairs } from "./pairs.ts";

/** Pairs, 100 by default: `npm run bench:mcp -- 10` for a short run. */
const pairCount = Number(process.argv[2] ?? 100);
const seed = 33;
/** Pairs that are measured at the same time. */
const atOnce = 3;
const medianLimit = 1500;
const maximumLimit = 8000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

const dates = { departureDate: day(60), returnDate: day(67) };
const month = { from: day(60), to: day(90) };
/** The size of an answer of `explore` does not depend on the number of days, its time does. */
const twoDays = { from: day(60), to: day(61) };
/** Share of the pairs for which calls with other than default lists are measured: one in so many. */
const variantEvery = 10;
const travelers = [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" }];
const contact = { email: "ada@example.com", phone: "+442071234567" };

interface Result {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: { flights?: { offerId?: string }[]; watch?: { id: string } };
}

interface Row {
  call: string;
  tokens: number[];
  errors: number;
}

const rows = new Map<string, Row>();

interface Service {
  url: string;
  key: string;
}

async function call(service: Service, tool: string, args: object, label = tool): Promise<Result> {
  const response = await fetch(`${service.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } }),
  });
  const { result }: { result: Result } = JSON.parse(await response.text());
  const text = result.content.map((each) => each.text).join("");
  const structured = result.structuredContent === undefined ? "" : JSON.stringify(result.structuredContent);
  // Half of the pairs have no awards in business class, whose short answers would hide the others.
  const name = tool === "compare_cash_and_miles" && text.startsWith("No awards") ? `${tool}, no awards` : label;
  const row = rows.get(name) ?? { call: name, tokens: [], errors: 0 };
  row.tokens.push(countTokens(text) + countTokens(structured));
  if (result.isError === true) row.errors++;
  rows.set(name, row);
  return result;
}

interface Pair {
  origin: string;
  destination: string;
}

async function measurePair(service: Service, pair: Pair): Promise<void> {
  const found = await call(service, "search_flights", { ...pair, ...dates });
  const oneWay = { ...pair, departureDate: dates.departureDate, includeAward: true };
  await call(service, "search_flights", oneWay, "search_flights, one way with awards");
  await call(service, "compare_cash_and_miles", { ...pair, ...dates, cabin: "business" });
  await call(service, "calendar", { ...pair, departureDates: month, includeAward: true });
  await call(service, "explore", { origin: pair.origin, departureDates: twoDays, includeAward: true });
  await call(service, "find_places", { query: pair.origin });
  const search = { ...pair, ...dates };
  const watch = await call(service, "create_watch", { search, condition: { dropPercent: 10, maxMiles: 60_000 } });
  await call(service, "list_watches", {});
  const watchId = watch.structuredContent?.watch?.id;
  if (watchId !== undefined) await call(service, "delete_watch", { watchId });
  const offerId = found.structuredContent?.flights?.[0]?.offerId;
  if (offerId === undefined) return;
  await call(service, "get_offer", { offerId });
  await call(service, "book", { offerId, travelers, contact }, "book, quote");
}

/** Measures the longest lists. */
async function measureVariants(service: Service, pair: Pair): Promise<void> {
  const many = { ...pair, ...dates, includeAward: true, maxResults: 20 };
  await call(service, "search_flights", many, "search_flights, 20 round trips with awards");
  const ten = { ...pair, ...dates, maxResults: 10 };
  await call(service, "compare_cash_and_miles", ten, "compare_cash_and_miles, 10 flights");
  const stays = {
    ...pair,
    departureDates: { from: day(10), to: day(300) },
    stayNights: { min: 5, max: 7 },
    includeAward: true,
    maxResults: 10,
  };
  await call(service, "calendar", stays, "calendar, ten months of stays");
  const wide = { origin: pair.origin, departureDates: twoDays, includeAward: true, maxResults: 40 };
  await call(service, "explore", wide, "explore, 40 destinations");
}

// Calendars are limited to two per second and key, and a busy machine must not cut answers.
const service = await startService({ RATE_LIMIT_FACTOR: "1000", SEARCH_DEADLINE_MS: "60000" });
try {
  const left = drawPairs(pairCount, seed);
  const measurePairs = async () => {
    for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
      const hasVariants = left.length % variantEvery === 0;
      await measurePair(service, pair);
      if (hasVariants) await measureVariants(service, pair);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, measurePairs));
  const search = { origin: "JFK", destination: "LHR", ...dates };
  for (let at = 0; at < 20; at++) {
    const condition = { maxMiles: 60_000, maxPrice: { amount: String(400 + at), currency: "USD" } };
    await call(service, "create_watch", { search, condition });
  }
  await call(service, "list_watches", { maxResults: 20 }, "list_watches, 20 watches");
  await call(service, "list_programs", {});
  await call(service, "list_programs", { transferFrom: "amex" }, "list_programs, filtered");
} finally {
  await service.stop();
}

print("| call | answers | errors | median | 95 % | maximum |");
print("| --- | ---: | ---: | ---: | ---: | ---: |");
for (const { call: name, tokens, errors } of rows.values()) {
  print(
    `| ${name} | ${tokens.length} | ${errors} | ${percentile(tokens, 0.5)} | ${percentile(tokens, 0.95)} | ${Math.max(...tokens)} |`,
  );
}
const medianOf = ({ tokens }: Row) => percentile(tokens, 0.5);
const tooLarge = [...rows.values()].filter(
  (row) => Math.max(...row.tokens) > maximumLimit || (!row.call.includes(",") && medianOf(row) > medianLimit),
);
for (const row of tooLarge) print(`too large: ${row.call}`);
process.exitCode = tooLarge.length > 0 ? 1 : 0;
