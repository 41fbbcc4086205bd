import { oneOf } from "@wayfare/contract";
import {
  type AwardOffer,
  type CashOffer,
  describeCancellationCost,
  type Flight,
  type ScoredSearchResponse,
  type ScoreOption,
  type SearchRequest,
} from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import { type Answer, halve, type Next } from "../answers/answer.ts";
import { noteSupply } from "../answers/supply-notes.ts";
import { renderSlices, TripSliceSchema, toTripSlice } from "../answers/trip.ts";
import { chargeKeyOf } from "./charge-key.ts";
import { datedSearch, maxResults, offset, programs } from "./search-input.ts";
import { defineTool, searchScopes } from "./tool.ts";

/** Flights of a search, of which the answer lists some. */
const searchedFlights = 50;
const defaultResults = 4;

const input = Type.Object(
  {
    ...datedSearch,
    includeAward: Type.Optional(Type.Boolean({ description: "Also the best award in miles of each flight." })),
    programs,
    excludeBasic: Type.Optional(Type.Boolean({ description: "Without basic economy." })),
    minCheckedBags: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3, description: "Checked bags for each traveler." }),
    ),
    arriveBy: Type.Optional(
      Type.String({
        pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$",
        description: "Latest local arrival of the outbound flight.",
        examples: ["2027-01-21T09:00"],
      }),
    ),
    sort: Type.Optional(
      oneOf(["best", "price", "miles", "duration", "departure", "arrival"], {
        description: "Order; best by default: price, times, stops and comfort together.",
        examples: ["price"],
      }),
    ),
    maxResults: maxResults(4, 20),
    offset,
  },
  { additionalProperties: false },
);

const AwardSchema = Type.Object(
  {
    offerId: Type.String(),
    program: Type.String(),
    miles: Type.Integer({ description: "For all travelers." }),
    taxes: Type.Union([Type.String(), Type.Null()], { description: "Money part in `currency`; null if unknown." }),
    centsPerPoint: Type.Union([Type.Number(), Type.Null()], { description: "Value of a mile against the cash price." }),
    slices: Type.Optional(
      Type.Array(TripSliceSchema, { description: "Flights of the award, if its supplier states others." }),
    ),
    cancelCost: Type.Optional(Type.String({ description: "As of the cash offer." })),
  },
  { additionalProperties: false },
);

const OptionSchema = Type.Object(
  {
    offerId: Type.Optional(Type.String({ description: "Cheapest cash offer, for get_offer and book." })),
    price: Type.Optional(Type.String({ description: "Its total for all travelers in `currency`." })),
    priceWithBags: Type.Optional(Type.String({ description: "Estimate with fees of `minCheckedBags`." })),
    fare: Type.Optional(Type.String({ description: "Fare brand." })),
    cancelCost: Type.Optional(
      Type.String({ description: "Lost by all travelers if cancelled before departure; absent if unknown." }),
    ),
    award: Type.Optional(AwardSchema),
    slices: Type.Array(TripSliceSchema),
    labels: Type.Optional(
      Type.Array(Type.String(), { description: "Categories in which it is the best of the search." }),
    ),
  },
  { additionalProperties: false },
);

const data = Type.Object({
  currency: Type.String(),
  found: Type.Integer({ description: `Flights that were found, at most ${searchedFlights}.` }),
  flights: Type.Array(OptionSchema, { description: "Flights in the requested order." }),
  validUntil: Type.String({ description: "End of the validity of the offers." }),
});

type Input = Static<typeof input>;
type Data = Static<typeof data>;
type Option = Static<typeof OptionSchema>;

export const searchFlights = defineTool({
  name: "search_flights",
  title: "Search flights",
  description:
    "Searches flights on given dates and ranks them. Returns prices, times and offer ids. For many dates use calendar, for many destinations explore, for money against miles compare_cash_and_miles.",
  input,
  data,
  scopes: [searchScopes],
  async run(args, { client, signal }): Promise<Answer<Data>> {
    const { maxResults: count = defaultResults, offset: skip = 0 } = args;
    const request = requestOf(args);
    const found = await client.search(
      { ...request, view: "full" },
      {
        signal,
        idempotencyKey: chargeKeyOf("search", request),
      },
    );
    const ranked = rankFlights(found, args.sort ?? "best");
    const { complete, notes } = noteSupply(found);
    const rest = ranked.length - skip - count;
    return {
      complete: complete && rest <= 0,
      notes: rest > 0 ? [...notes, `${rest} more flights are not listed.`] : notes,
      next: nextOf(args, { rest, at: skip + count }),
      data: {
        currency: found.request.currency,
        found: ranked.length,
        flights: ranked.slice(skip, skip + count).map((flight) => toOption(flight, found.scoreOptions)),
        validUntil: found.expiresAt,
      },
      render,
      shrink: (all) => {
        const flights = halve(all.flights);
        return flights && { ...all, flights };
      },
    };
  },
});

/** The same for every page, so that the next page is not charged. */
function requestOf({ maxResults: _count, offset: _offset, sort = "best", ...search }: Input): SearchRequest {
  return { ...search, limit: searchedFlights, ...(sort === "best" ? {} : { sort }) };
}

/** Flights by their best offer, or in the order of the search. */
function rankFlights({ flights, scoreOptions }: ScoredSearchResponse, sort: NonNullable<Input["sort"]>): Flight[] {
  if (sort !== "best") return flights;
  const byId = new Map(flights.map((flight) => [flight.id, flight]));
  const order = [...new Set(scoreOptions.map(({ flightId }) => flightId)), ...byId.keys()];
  return [...new Set(order)].flatMap((id) => byId.get(id) ?? []);
}

function toOption({ id, cash, award, slices }: Flight, options: readonly ScoreOption[]): Option {
  const labels = [...new Set(options.filter(({ flightId }) => flightId === id).flatMap((option) => option.labels))];
  return {
    ...toCash(cash[0]),
    ...(award[0] === undefined ? {} : { award: toAward(award[0]) }),
    slices: (cash[0]?.slices ?? slices).map(toTripSlice),
    ...(labels.length === 0 ? {} : { labels }),
  };
}

function toCash(
  offer: CashOffer | undefined,
): Pick<Option, "offerId" | "price" | "priceWithBags" | "fare" | "cancelCost"> {
  if (offer === undefined) return {};
  const { id: offerId, total, totalWithBags, fareBrand: fare } = offer;
  return {
    offerId,
    price: total.amount,
    ...(totalWithBags === undefined || totalWithBags === null ? {} : { priceWithBags: totalWithBags.amount }),
    ...(fare === null ? {} : { fare }),
    ...cancelCostOf(offer),
  };
}

function toAward(offer: AwardOffer): Static<typeof AwardSchema> {
  const { id: offerId, program, miles, total, centsPerPoint, slices } = offer;
  const own = slices === undefined ? {} : { slices: slices.map(toTripSlice) };
  return { offerId, program, miles, taxes: total?.amount ?? null, centsPerPoint, ...own, ...cancelCostOf(offer) };
}

function cancelCostOf({ conditions }: CashOffer | AwardOffer): { cancelCost?: string } {
  const cancelCost = describeCancellationCost(conditions);
  return cancelCost === null ? {} : { cancelCost };
}

function nextOf(args: Input, { rest, at }: { rest: number; at: number }): Next[] {
  if (rest <= 0) return [];
  return [{ tool: "search_flights", arguments: { ...args, offset: at }, purpose: "More flights; not charged again." }];
}

function render({ flights, currency, validUntil }: Data): string {
  if (flights.length === 0) return "No flights found. Try other dates with calendar, nearbyKm, or fewer filters.";
  const lines = flights.map(({ offerId, price, fare, cancelCost, award, slices, labels }, at) => {
    const brand = fare === undefined ? "" : ` ${fare}`;
    const cash = price === undefined ? [] : [`${price} ${currency}${brand}${renderCancel(cancelCost)} [${offerId}]`];
    const miles = award === undefined ? [] : [renderAward(award, currency)];
    const best = labels === undefined ? "" : ` (${labels.join(", ")})`;
    return `${at + 1}. ${[...cash, ...miles].join(" or ")}: ${renderSlices(slices)}${best}`;
  });
  return [...lines, `Local times. Valid until ${validUntil}.`].join("\n");
}

function renderAward(award: Static<typeof AwardSchema>, currency: string): string {
  const { offerId, program, miles, taxes, cancelCost, slices } = award;
  const own = slices === undefined ? "" : ` (as ${renderSlices(slices)})`;
  const money = taxes === null ? "" : ` + ${taxes} ${currency}`;
  return `${miles} ${program}${money}${renderCancel(cancelCost)} [${offerId}]${own}`;
}

const renderCancel = (cost: string | undefined) => (cost === undefined ? "" : ` (cancel: ${cost})`);
