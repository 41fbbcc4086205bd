import type { AwardOffer, CashOffer, Flight, ScoredSearchResponse, ScoreOption } from "@wayfare/sdk";
import type { Order } from "./search-params.ts";

/** Flight with its score options. */
export interface RankedFlight {
  flight: Flight;
  /** Options of the flight, best first. */
  options: readonly ScoreOption[];
  /** Best option. */
  best: ScoreOption | undefined;
  cash: CashOffer | undefined;
  award: AwardOffer | undefined;
}

/** Returns the flights of a response with their options, best first. */
export function rankFlights({
  flights,
  scoreOptions,
}: Pick<ScoredSearchResponse, "flights" | "scoreOptions">): RankedFlight[] {
  const byFlight = Map.groupBy(scoreOptions, (option) => option.flightId);
  return flights
    .map((flight) => {
      const options = byFlight.get(flight.id) ?? [];
      return { flight, options, best: options[0], cash: flight.cash[0], award: flight.award[0] };
    })
    .toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** Sorts flights by a criterion. Flights without a value come last; equal flights keep their rank. */
export function orderFlights(flights: readonly RankedFlight[], order: Order): RankedFlight[] {
  const figure = figures[order];
  return flights.toSorted((left, right) => figure(left) - figure(right) || rankOf(left) - rankOf(right));
}

/** Offer shown in a row, with the score option that describes it. */
export interface ShownOffer {
  offer: CashOffer | AwardOffer;
  /** Score, labels and reasons of this offer; undefined if it is not ranked. */
  option: ScoreOption | undefined;
}

/**
 * Returns the offer of a row: the best one, or by price or miles the cheapest one of that kind. Score, labels and reasons are those of the
 * same offer.
 */
export function shownOffer({ flight, options, best, cash, award }: RankedFlight, order: Order): ShownOffer | undefined {
  const offers = [...flight.cash, ...flight.award];
  const ranked = offers.find(({ id }) => id === best?.offerId);
  const cheapest = { price: cash, miles: award, score: undefined, duration: undefined, departure: undefined }[order];
  const offer = cheapest ?? ranked ?? cash ?? award;
  return offer && { offer, option: options.find(({ offerId }) => offerId === offer.id) };
}

/** Returns the airports at both ends of a slice of all flights, as in `EWR, JFK – LIS`. */
export function endsOf(rows: readonly RankedFlight[], index: number): string {
  const slices = rows.flatMap(({ flight }) => flight.slices[index] ?? []);
  const codes = (end: "origin" | "destination") =>
    [...new Set(slices.map((slice) => slice[end]))].toSorted().join(", ");
  return `${codes("origin")} – ${codes("destination")}`;
}

const last = Number.MAX_SAFE_INTEGER;

const figures: Record<Order, (flight: RankedFlight) => number> = {
  score: rankOf,
  price: ({ cash }) => (cash === undefined ? last : Number(cash.total.amount)),
  miles: ({ award }) => award?.miles ?? last,
  duration: ({ flight }) => flight.slices.reduce((sum, slice) => sum + slice.durationMinutes, 0),
  departure: ({ flight }) => Date.parse(flight.slices[0]?.departureAt ?? ""),
};

function rankOf({ best }: RankedFlight): number {
  return best?.rank ?? last;
}

/** Returns the distinct marketing carriers of a flight, in order of travel. */
export function carriersOf(flight: Flight): string[] {
  return [...new Set(flight.slices.flatMap((slice) => slice.segments.map((segment) => segment.marketingCarrier)))];
}

/** Returns the airports of each slice in order of travel. A change of airport adds a step. */
export function airportsOf(flight: Flight): string[][] {
  return flight.slices.map((slice) => [
    slice.origin,
    ...slice.segments.flatMap((segment, index) => {
      const change = slice.layovers[index]?.airportChange;
      return change ? [segment.destination, change.to] : [segment.destination];
    }),
  ]);
}
