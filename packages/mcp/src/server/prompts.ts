interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
}

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: PromptArgument[];
}

const origin = { name: "origin", description: "City or airport of departure.", required: true };
const destination = { name: "destination", description: "City or airport of arrival.", required: true };

/** Prompts that users can start from the menu of their client. */
export const prompts: readonly Prompt[] = [
  {
    name: "plan_trip_with_miles",
    title: "Plan a trip with miles",
    description: "Finds the cheapest award week of a trip and compares it with the cash price.",
    arguments: [
      origin,
      destination,
      { name: "when", description: "Range of dates, such as March 2027.", required: true },
      { name: "cabin", description: "economy, premium_economy, business or first.", required: false },
      { name: "points", description: "Programs or bank points that you have.", required: false },
    ],
  },
  {
    name: "find_cheapest_dates",
    title: "Find the cheapest dates",
    description: "Finds the cheapest dates of a trip and the best flights on them.",
    arguments: [origin, destination, { name: "when", description: "Range of dates.", required: true }],
  },
];

const maxLength = 200;

/**
 * Renders a prompt.
 *
 * @returns undefined if the prompt is unknown; the names of missing arguments, or the text of the message.
 */
export function renderPrompt(
  name: string,
  given: Readonly<Record<string, string>>,
): { missing: string[] } | { text: string; description: string } | undefined {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined) return undefined;
  const missing = prompt.arguments.filter((each) => each.required && !given[each.name]).map((each) => each.name);
  if (missing.length > 0) return { missing };
  const values = prompt.arguments.flatMap((each) => {
    const value = given[each.name];
    return value === undefined || value === "" ? [] : [`${each.name}: ${value.slice(0, maxLength).toWellFormed()}`];
  });
  return { text: [...values, "", ...(steps[name] ?? [])].join("\n"), description: prompt.description };
}

const steps: Readonly<Record<string, readonly string[]>> = {
  plan_trip_with_miles: [
    "Plan this trip with miles.",
    "1. Find the place codes (find_places) if they are not IATA codes, and my programs (list_programs with transferFrom for bank points).",
    "2. Call calendar with includeAward and these programs for the dates, and name the week with the fewest miles.",
    "3. Call compare_cash_and_miles for the best dates, and tell me whether miles or money is better and why.",
    "Say which data is simulated or old. Do not book before I confirm.",
  ],
  find_cheapest_dates: [
    "Find the cheapest dates of this trip.",
    "1. Find the place codes with find_places if they are not IATA codes.",
    "2. Call calendar for the dates.",
    "3. Call search_flights for the cheapest date, and list three flights with price, times and stops.",
    "Say which data is simulated or old.",
  ],
};
