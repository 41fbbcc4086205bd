import { type CalendarCell, type CalendarRequest, listCalendarCells } from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import { type Answer, halve, type Next } from "../answers/answer.ts";
import { noteSupply } from "../answers/supply-notes.ts";
import { chargeKeyOf } from "./charge-key.ts";
import { dateRange, maxResults, onePlace, programs, searchOptions, stayNights } from "./search-input.ts";
import { defineTool, searchScopes } from "./tool.ts";

const input = Type.Object(
  {
    ...onePlace,
    departureDates: dateRange("Departure dates to compare, up to a year"),
    stayNights,
    ...searchOptions,
    includeAward: Type.Optional(Type.Boolean({ description: "Also the lowest awards in miles." })),
    programs,
    maxResults: maxResults(3, 10),
  },
  { additionalProperties: false },
);

const dates = {
  departureDate: Type.String(),
  returnDate: Type.Optional(Type.String()),
};
const PriceSchema = Type.Object({ ...dates, price: Type.String() }, { additionalProperties: false });
const MilesSchema = Type.Object(
  { ...dates, program: Type.String(), miles: Type.Integer() },
  { additionalProperties: false },
);

const data = Type.Object({
  currency: Type.String(),
  cheapest: Type.Array(PriceSchema, { description: "Dates with the lowest total for all travelers in `currency`." }),
  fewestMiles: Type.Array(MilesSchema, {
    description: "Dates with the fewest miles for all travelers; empty without includeAward.",
  }),
  periods: Type.Array(
    Type.Object(
      {
        from: Type.String({ description: "First day of the week (Monday) or month." }),
        cheapest: Type.Optional(PriceSchema),
        fewestMiles: Type.Optional(MilesSchema),
      },
      { additionalProperties: false },
    ),
    { description: "Lowest prices of each week, or of each month of a longer range, by departure date." },
  ),
  periodLength: Type.String({ description: "`week` or `month`." }),
});

type Input = Static<typeof input>;
type Data = Static<typeof data>;
type Price = Static<typeof PriceSchema>;
type Miles = Static<typeof MilesSchema>;

const defaultResults = 3;
/** Longest range with an entry for each week. */
const maxWeeks = 9;

export const calendar = defineTool({
  name: "calendar",
  title: "Price calendar",
  description:
    "Finds the cheapest dates between two places in a range of up to a year, in money and, with includeAward, in miles: the best dates, and the lowest prices of each week or month. Has no offer ids: call search_flights for the chosen date.",
  input,
  data,
  scopes: [searchScopes],
  async run({ maxResults: count = defaultResults, ...args }, { client, signal }): Promise<Answer<Data>> {
    const request: CalendarRequest = args;
    const found = await client.flights.calendar(request, { signal, idempotencyKey: chargeKeyOf("calendar", request) });
    const cells = listCalendarCells(found);
    const cheapest = rankCells(cells, priceOf, ({ price }) => Number(price));
    const fewestMiles = rankCells(cells, milesOf, ({ miles }) => miles);
    return {
      ...noteSupply(found),
      next: nextOf(args, cheapest[0], fewestMiles[0]),
      data: {
        currency: found.request.currency,
        cheapest: cheapest.slice(0, count),
        fewestMiles: fewestMiles.slice(0, count),
        ...summarize(cheapest, fewestMiles),
      },
      render,
      shrink: (all) => {
        const periods = halve(all.periods);
        return periods && { ...all, periods };
      },
    };
  },
});

const datesOf = ({ departureDate, returnDate }: CalendarCell) => ({
  departureDate,
  ...(returnDate === null ? {} : { returnDate }),
});

function priceOf(cell: CalendarCell): Price | undefined {
  return cell.amount === null ? undefined : { ...datesOf(cell), price: cell.amount };
}

function milesOf(cell: CalendarCell): Miles | undefined {
  const [best] = cell.award
    .flatMap(({ program, miles }) => (miles === null ? [] : [{ program, miles }]))
    .toSorted((a, b) => a.miles - b.miles);
  return best && { ...datesOf(cell), ...best };
}

/** Prices of cells, lowest first; the earlier date first if they are equal. */
function rankCells<Row>(
  cells: readonly CalendarCell[],
  rowOf: (cell: CalendarCell) => Row | undefined,
  valueOf: (row: Row) => number,
): Row[] {
  return cells.flatMap((cell) => rowOf(cell) ?? []).toSorted((a, b) => valueOf(a) - valueOf(b));
}

/** Lowest prices of each week or month. */
function summarize(prices: readonly Price[], miles: readonly Miles[]): Pick<Data, "periods" | "periodLength"> {
  const all = [...prices, ...miles].map(({ departureDate }) => departureDate);
  const isShort = new Set(all.map(mondayOf)).size <= maxWeeks;
  const startOf = isShort ? mondayOf : (date: string) => `${date.slice(0, 7)}-01`;
  const periods = [...new Set(all.map(startOf))].toSorted().map((from) => {
    const isInside = ({ departureDate }: { departureDate: string }) => startOf(departureDate) === from;
    const [cheapest, fewestMiles] = [prices.find(isInside), miles.find(isInside)];
    return { from, ...(cheapest ? { cheapest } : {}), ...(fewestMiles ? { fewestMiles } : {}) };
  });
  return { periods, periodLength: isShort ? "week" : "month" };
}

/** Returns the Monday of the week of a date. */
function mondayOf(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - weekday * 86_400_000).toISOString().slice(0, 10);
}

function nextOf(
  { departureDates: _dates, stayNights: _stays, includeAward: _award, ...search }: Omit<Input, "maxResults">,
  price: Price | undefined,
  miles: Miles | undefined,
): Next[] {
  const searchOn = ({ departureDate, returnDate }: Price | Miles) => ({
    ...search,
    departureDate,
    ...(returnDate === undefined ? {} : { returnDate }),
  });
  return [
    ...(price
      ? [{ tool: "search_flights", arguments: searchOn(price), purpose: "Flights of the cheapest date." }]
      : []),
    ...(miles
      ? [
          {
            tool: "search_flights",
            arguments: { ...searchOn(miles), includeAward: true, programs: [miles.program], sort: "miles" },
            purpose: "Awards of the date with the fewest miles.",
          },
        ]
      : []),
  ];
}

const renderDates = ({ departureDate, returnDate }: Price | Miles) =>
  returnDate === undefined ? departureDate : `${departureDate} to ${returnDate}`;

function render({ currency, cheapest, fewestMiles, periods, periodLength }: Data): string {
  if (cheapest.length === 0 && fewestMiles.length === 0) return "No flights found on these dates.";
  const money = (row: Price) => `${row.price} ${currency} on ${renderDates(row)}`;
  const miles = (row: Miles) => `${row.miles} ${row.program} on ${renderDates(row)}`;
  return [
    ...(cheapest.length === 0 ? [] : [`Cheapest: ${cheapest.map(money).join("; ")}.`]),
    ...(fewestMiles.length === 0 ? [] : [`Fewest miles: ${fewestMiles.map(miles).join("; ")}.`]),
    `By ${periodLength}:`,
    ...periods.map((period) =>
      [period.from, period.cheapest && money(period.cheapest), period.fewestMiles && miles(period.fewestMiles)]
        .filter((part) => part !== undefined)
        .join(" | "),
    ),
  ].join("\n");
}
