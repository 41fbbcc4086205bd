import {
  type AwardOffer,
  type CashOffer,
  type Flight,
  parsePlace,
  type ScoreOption,
  type SearchRequest,
} from "@wayfare/contract";
import type { Answer } from "../sandbox.ts";
import type { SampleSearch } from "./searches.ts";

const shown = 5;

/** Formats one sample search as Markdown: the request, and its best offers in a table. */
export function renderSample({ title, request }: SampleSearch, { flights, scoreOptions }: Answer): string {
  const lines = [`### ${title}`, "", describeRequest(request), ""];
  if (scoreOptions.length === 0) return [...lines, "The sandbox has no itinerary with up to two stops.", ""].join("\n");
  const offers = scoreOptions.length === 1 ? "1 offer" : `${scoreOptions.length} offers`;
  lines.push(`${offers} on ${flights.length === 1 ? "1 flight" : `${flights.length} flights`}; the best:`, "");
  lines.push("| # | score | price | flights | time | reasons |", "| --- | --- | --- | --- | --- | --- |");
  for (const option of scoreOptions.slice(0, shown)) lines.push(renderOption(option, flights));
  return [...lines, ""].join("\n");
}

function describeRequest(request: SearchRequest): string {
  const { adults, children = 0, infants = 0 } = request.travelers ?? { adults: 1 };
  const party = [count(adults, "adult", "adults"), count(children, "child", "children")];
  party.push(count(infants, "infant", "infants"));
  const weights = Object.entries(request.weights ?? {}).map(([name, weight]) => `${name} × ${weight}`);
  const { departureTime } = request;
  return [
    `${codesOf(request.origin)}–${codesOf(request.destination)}`,
    request.returnDate ? `${request.departureDate} to ${request.returnDate}` : `${request.departureDate}, one way`,
    (request.cabin ?? "economy").replace("_", " "),
    ...party.filter((part) => part !== null),
    ...(departureTime ? [`departure ${departureTime.from} to ${departureTime.to}`] : []),
    `${request.profile ?? "leisure"} profile`,
    ...weights,
  ].join(" · ");
}

function codesOf(places: SearchRequest["origin"] = []): string {
  return (Array.isArray(places) ? places : [places]).map((place) => parsePlace(place).code).join("/");
}

function count(number: number, one: string, many: string): string | null {
  return number === 0 ? null : `${number} ${number === 1 ? one : many}`;
}

function renderOption(option: ScoreOption, flights: readonly Flight[]): string {
  const flight = flights.find(({ id }) => id === option.flightId);
  if (flight === undefined) throw new Error(`${option.offerId} refers to a flight that is not in the response`);
  const cells = [
    option.rank,
    option.score.toFixed(1),
    priceOf(flight, option.offerId),
    flight.slices.map(describeSlice).join("<br>"),
    flight.slices.map(({ durationMinutes }) => describeMinutes(durationMinutes)).join("<br>"),
    [...option.labels.map((label) => `**${label}**`), ...option.reasons].join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}

function priceOf(flight: Flight, offerId: string): string {
  const cash = flight.cash.find(({ id }) => id === offerId);
  if (cash !== undefined) return `${moneyOf(cash)} ${cash.fareBrand}`;
  const award = flight.award.find(({ id }) => id === offerId);
  if (award === undefined) throw new Error(`${offerId} is not an offer of its flight`);
  return `${award.miles.toLocaleString("en-US")} ${award.program} + ${moneyOf(award)}`;
}

function moneyOf({ total }: CashOffer | AwardOffer): string {
  return total === null ? "unknown" : `${total.amount} ${total.currency}`;
}

function describeSlice({ segments }: Flight["slices"][number]): string {
  return segments
    .map(({ marketingCarrier, flightNumber, origin, destination, departureAt, arrivalAt }) => {
      const [departure, arrival] = [departureAt, arrivalAt].map((at) => at?.slice(11, 16) ?? "?");
      return `${marketingCarrier}${flightNumber} ${origin} ${departure}–${destination} ${arrival}`;
    })
    .join(", ");
}

function describeMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}
