/**
 * Measures the answers of every MCP tool in tokens, for 100 pairs of airports drawn by traffic: structured content and text together, by the
 * tokenizer o200k_base. `npm run bench:mcp`. Fails if the median of a tool exceeds 1,500 tokens or an answer 8,000.
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { startService } from "../tests/running-service.ts";
import { percentile } from "./machine.ts";
import { drawPairs } from "./pairs.ts";

const pairCount = 100;
const seed = 33;
const medianLimit = 1500;
const maximumLimit = 8000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

const dates = { departureDate: day(60), returnDate: day(67) };
const month = { from: day(60), to: day(90) };
const travelers = [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" }];
const contact = { email: "ada@example.com", phone: "+442071234567" };

interface Result {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: { flights?: { offerId?: string }[] };
}

interface Row {
  call: string;
  tokens: number[];
  errors: number;
}

const rows = new Map<string, Row>();

async function call(service: { url: string; key: string }, tool: string, args: object, label = tool): Promise<Result> {
  const response = await fetch(`${service.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } }),
  });
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return call(service, tool, args, label);
  }
  const { result }: { result: Result } = JSON.parse(await response.text());
  const text = result.content.map((each) => each.text).join("");
  if (text.startsWith("RATE_LIMITED")) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return call(service, tool, args, label);
  }
  const structured = result.structuredContent === undefined ? "" : JSON.stringify(result.structuredContent);
  const row = rows.get(label) ?? { call: label, tokens: [], errors: 0 };
  row.tokens.push(countTokens(text) + countTokens(structured));
  if (result.isError === true) row.errors++;
  rows.set(label, row);
  return result;
}

const service = await startService();
try {
  for (const pair of drawPairs(pairCount, seed)) {
    const found = await call(service, "search_flights", { ...pair, ...dates });
    await call(
      service,
      "search_flights",
      { ...pair, departureDate: dates.departureDate, includeAward: true },
      "search_flights, one way with awards",
    );
    await call(
      service,
      "search_flights",
      { ...pair, ...dates, includeAward: true, maxResults: 20 },
      "search_flights, 20 round trips with awards",
    );
    await call(service, "compare_cash_and_miles", { ...pair, ...dates, cabin: "business" });
    await call(
      service,
      "compare_cash_and_miles",
      { ...pair, ...dates, maxResults: 10 },
      "compare_cash_and_miles, 10 flights",
    );
    await call(service, "calendar", { ...pair, departureDates: month, includeAward: true });
    await call(
      service,
      "calendar",
      {
        ...pair,
        departureDates: { from: day(10), to: day(300) },
        stayNights: { min: 5, max: 7 },
        includeAward: true,
        maxResults: 10,
      },
      "calendar, ten months of stays",
    );
    await call(service, "explore", { origin: pair.origin, departureDates: month, includeAward: true });
    await call(service, "find_places", { query: pair.origin });
    const offerId = found.structuredContent?.flights?.[0]?.offerId;
    if (offerId !== undefined) {
      await call(service, "get_offer", { offerId });
      await call(service, "book", { offerId, travelers, contact }, "book, quote");
    }
  }
  await call(
    service,
    "explore",
    { origin: "LHR", departureDates: month, includeAward: true, maxResults: 40 },
    "explore, 40 destinations",
  );
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
