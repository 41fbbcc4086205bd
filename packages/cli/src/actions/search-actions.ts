import {
  type AwardOffer,
  type CashOffer,
  describeCancellationCost,
  type Flight,
  type ScoredSearchResponse,
  type SearchRequest,
  type Slice,
} from "@wayfare/sdk";
import type { SearchActions, SearchInput } from "../commands/search-command.ts";
import { connect } from "./connect.ts";
import { renderTable } from "./keys-output.ts";

/** Action of `wayfare search`. */
export function makeSearchActions({ stdout }: { stdout: { write(text: string): unknown } }): SearchActions {
  return {
    async search(service, { json, ...input }) {
      const found = await connect(service).search({ ...requestOf(input), view: "full" });
      stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : renderSearch(found));
    },
  };
}

/** The service validates what was typed. */
function requestOf({ cabin, currency, ...input }: Omit<SearchInput, "json">): SearchRequest {
  return {
    ...input,
    includeAward: true,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service rejects other currencies with the list of currencies
    ...(currency === undefined ? {} : { currency: currency as NonNullable<SearchRequest["currency"]> }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service rejects other cabins with the list of cabins
    ...(cabin === undefined ? {} : { cabin: cabin as NonNullable<SearchRequest["cabin"]> }),
  };
}

/** Renders one row per direction; the first has the lowest price in money and in miles. */
function renderSearch({ flights, simulated, supply, expiresAt }: ScoredSearchResponse): string {
  const failed = supply.filter(({ status }) => status !== "ok").map(({ source, status }) => `${source}: ${status}`);
  const notes = [
    ...(failed.length === 0 ? [] : [`Suppliers without a complete answer: ${failed.join(", ")}.`]),
    ...(simulated ? ["Simulated flights and prices."] : []),
  ];
  if (flights.length === 0) return `No flights found.\n${notes.map((note) => `${note}\n`).join("")}`;
  const rows = flights.flatMap((flight) =>
    slicesOf(flight).map((slice, at) => [
      ...sliceCells(slice),
      ...(at === 0 ? [...lowestCash(flight), ...lowestAward(flight)] : ["", "", "", ""]),
    ]),
  );
  const table = renderTable([
    ["DEPARTS", "ARRIVES", "ROUTE", "STOPS", "DURATION", "FLIGHTS", "FROM", "CANCEL", "MILES FROM", "CANCEL"],
    ...rows,
  ]);
  return `${table}\n${[...notes, "CANCEL: amount that all travelers lose if they cancel before departure.", `Local times; best first. Prices are valid until ${expiresAt}.`].join("\n")}\n`;
}

function sliceCells({
  origin,
  destination,
  departureAt,
  arrivalAt,
  durationMinutes,
  stops,
  segments,
}: Slice): string[] {
  return [
    localTime(departureAt),
    localTime(arrivalAt),
    `${origin}-${destination}`,
    stops === 0 ? "nonstop" : String(stops),
    `${Math.floor(durationMinutes / 60)} h ${String(durationMinutes % 60).padStart(2, "0")}`,
    segments.map(({ marketingCarrier, flightNumber }) => `${marketingCarrier} ${flightNumber}`).join(", "),
  ];
}

/** `2027-01-20T18:30:00-05:00` is `2027-01-20 18:30`. */
function localTime(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

/** The slices of the cheapest offer, which are those of the flight unless its supplier states them otherwise. */
function slicesOf(flight: Flight): Slice[] {
  return (cheapestCash(flight) ?? fewestMiles(flight))?.slices ?? flight.slices;
}

function cheapestCash({ cash }: Flight): CashOffer | undefined {
  return leastOf(cash, ({ total }: CashOffer) => Number(total.amount));
}

function fewestMiles({ award }: Flight): AwardOffer | undefined {
  return leastOf(award, ({ miles }: AwardOffer) => miles);
}

/** Lowest price and the cost of its cancellation. */
function lowestCash(flight: Flight): [price: string, cancel: string] {
  const lowest = cheapestCash(flight);
  if (lowest === undefined) return ["", ""];
  return [`${lowest.total.amount} ${lowest.total.currency}`, cancelCost(lowest)];
}

function lowestAward(flight: Flight): [price: string, cancel: string] {
  const lowest = fewestMiles(flight);
  if (lowest === undefined) return ["", ""];
  const { miles, program, total } = lowest;
  const money = total === null ? "" : ` + ${total.amount} ${total.currency}`;
  return [`${miles} ${program}${money}`, cancelCost(lowest)];
}

function cancelCost({ conditions }: CashOffer | AwardOffer): string {
  return describeCancellationCost(conditions) ?? "unknown";
}

function leastOf<Row>(rows: readonly Row[], valueOf: (row: Row) => number): Row | undefined {
  return rows.toSorted((a, b) => valueOf(a) - valueOf(b))[0];
}
