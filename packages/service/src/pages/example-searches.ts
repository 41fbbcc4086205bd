import { addDays, dateAt } from "@wayfare/contract";

/** Renders a curl command for a search. `key` may be a shell variable. */
export function renderCurl(url: string, key: string, nowMs: number): string {
  const departureDate = addDays(dateAt(nowMs), 60);
  const body = JSON.stringify({
    origin: "JFK",
    destination: "LHR",
    departureDate,
    cabin: "business",
    travelers: { adults: 1 },
    includeCash: true,
    includeAward: true,
    limit: 5,
  });
  return [
    `curl -sS ${url} \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body}'`,
  ].join("\n");
}
