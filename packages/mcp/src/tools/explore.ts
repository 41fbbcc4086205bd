import { exploreRegions, oneOf, weekdays } from "@wayfare/contract";
import type { ExploreDestination, ExploreRequest } from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import { type Answer, halve } from "../answers/answer.ts";
import { noteSupply } from "../answers/supply-notes.ts";
import { chargeKeyOf } from "./charge-key.ts";
import { dateRange, maxResults, onePlace, programs, searchOptions, stayNights } from "./search-input.ts";
import { defineTool, searchScopes } from "./tool.ts";

const input = Type.Object(
  {
    origin: onePlace.origin,
    regions: Type.Optional(
      Type.Array(oneOf(exploreRegions), {
        minItems: 1,
        uniqueItems: true,
        description: "Regions of the destinations.",
        examples: [["europe"]],
      }),
    ),
    countries: Type.Optional(
      Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: "Countries of the destinations (ISO 3166-1 alpha-2).",
        examples: [["ES", "PT"]],
      }),
    ),
    departureDates: dateRange("Departure dates, at most 31 days"),
    departureWeekdays: Type.Optional(
      Type.Array(oneOf(weekdays), {
        minItems: 1,
        uniqueItems: true,
        description: "Only departures on these days.",
        examples: [["friday"]],
      }),
    ),
    stayNights,
    ...searchOptions,
    includeAward: Type.Optional(Type.Boolean({ description: "Also the lowest awards in miles." })),
    programs,
    maxTotal: Type.Optional(
      Type.String({
        pattern: "^[0-9]{1,10}(\\.[0-9]{1,3})?$",
        description: "Maximum total for all travelers in `currency`.",
        examples: ["600"],
      }),
    ),
    maxMiles: Type.Optional(Type.Integer({ minimum: 1, description: "Maximum miles for all travelers." })),
    sort: Type.Optional(oneOf(["price", "miles"], { description: "Order; price by default." })),
    maxResults: maxResults(8, 40),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 400, description: "Results to skip, from `next`." })),
  },
  { additionalProperties: false },
);

const dates = { departureDate: Type.String(), returnDate: Type.Optional(Type.String()) };

const data = Type.Object({
  currency: Type.String(),
  found: Type.Integer({ description: "Destinations that meet the criteria." }),
  destinations: Type.Array(
    Type.Object(
      {
        place: Type.String({ description: "Code for a search." }),
        city: Type.String(),
        country: Type.String(),
        cash: Type.Optional(
          Type.Object(
            { price: Type.String(), ...dates },
            { additionalProperties: false, description: "Lowest price." },
          ),
        ),
        award: Type.Optional(
          Type.Object(
            { program: Type.String(), miles: Type.Integer(), ...dates },
            { additionalProperties: false, description: "Fewest miles." },
          ),
        ),
      },
      { additionalProperties: false },
    ),
  ),
});

type Input = Static<typeof input>;
type Data = Static<typeof data>;

const defaultResults = 8;
/** Destinations of a request, of which the answer lists some. */
const exploredDestinations = 440;

export const explore = defineTool({
  name: "explore",
  title: "Explore destinations",
  description:
    "Finds the cheapest destinations from one origin in a range of up to 31 days, in money and, with includeAward, in miles. Call search_flights for a destination and its dates.",
  input,
  data,
  scopes: [searchScopes],
  async run(args, { client, signal }): Promise<Answer<Data>> {
    const { maxResults: count = defaultResults, offset: skip = 0 } = args;
    const request = requestOf(args);
    const found = await client.flights.explore(request, { signal, idempotencyKey: chargeKeyOf("explore", request) });
    const { complete, notes } = noteSupply(found);
    const rest = found.found - skip - count;
    return {
      complete: complete && rest <= 0,
      notes: rest > 0 ? [...notes, `${rest} more destinations are not listed.`] : notes,
      next:
        rest > 0 && skip + count <= 400
          ? [
              {
                tool: "explore",
                arguments: { ...args, offset: skip + count },
                purpose: "More destinations; not charged again.",
              },
            ]
          : [],
      data: {
        currency: found.request.currency,
        found: found.found,
        destinations: found.destinations.slice(skip, skip + count).map(toDestination),
      },
      render,
      shrink: (all) => {
        const destinations = halve(all.destinations);
        return destinations && { ...all, destinations };
      },
    };
  },
});

/** The same for every page, so that the next page is not charged. */
function requestOf({ maxResults: _count, offset: _offset, maxTotal, ...search }: Input): ExploreRequest {
  const total = maxTotal === undefined ? {} : { maxTotal: { amount: maxTotal, currency: search.currency ?? "USD" } };
  return { ...search, ...total, limit: exploredDestinations };
}

function toDestination({ place, cash, award }: ExploreDestination): Data["destinations"][number] {
  return {
    place: place.id.startsWith("city:") ? place.id : place.code,
    city: place.city,
    country: place.country,
    ...(cash === null ? {} : { cash: { price: cash.total.amount, ...datesOf(cash) } }),
    ...(award === null ? {} : { award: { program: award.program, miles: award.miles, ...datesOf(award) } }),
  };
}

const datesOf = ({ departureDate, returnDate }: { departureDate: string; returnDate: string | null }) => ({
  departureDate,
  ...(returnDate === null ? {} : { returnDate }),
});

function render({ destinations, currency }: Data): string {
  if (destinations.length === 0) return "No destinations found. Try more dates, other regions or a higher limit.";
  return destinations
    .map(({ place, city, country, cash, award }) => {
      const money = cash && `${cash.price} ${currency} ${renderDates(cash)}`;
      const miles = award && `${award.miles} ${award.program} ${renderDates(award)}`;
      return `${place} ${city}, ${country}: ${[money, miles].filter((part) => part !== undefined).join(" | ")}`;
    })
    .join("\n");
}

const renderDates = ({ departureDate, returnDate }: { departureDate: string; returnDate?: string }) =>
  returnDate === undefined ? departureDate : `${departureDate} to ${returnDate}`;
