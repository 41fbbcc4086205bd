import type { CallContext, SupplierClient } from "../client/supplier-client.ts";
import {
  type DropReason,
  isDropped,
  OfferCounter,
  type SearchQuery,
  type SuppliedFlight,
  SupplierFailure,
  SupplierSkipped,
} from "../port/port.ts";
import { localDateOf } from "../wire/local-time.ts";
import { primaryLinkOf, withBookingLink } from "./booking-link.ts";
import type { AwardDirection } from "./directions.ts";
import { sourcesOf } from "./programs.ts";
import { type AvailabilityRow, isRow, isSearchPage, isTrip, isTripsResponse } from "./schema.ts";
import { cabinNameOf, cabinOf, mapTrip, type TripContext } from "./trips.ts";

const rowsPerPage = 500;
/** Fewest rows with which a page that is too large is requested again: each request is a call of the daily limit. */
const minRowsPerPage = 10;
/** Pages per direction. Their number is unknown in advance, and each is a call. */
const maxPages = 3;

/** A trip of a row, as a flight that may lack times. */
export interface FoundTrip {
  row: AvailabilityRow;
  tripId: string;
  flight: SuppliedFlight;
}

type Search = TripContext & { query: SearchQuery; direction: AwardDirection };

/** One direction of a search: its pages, and the trips of rows that a page did not list. */
export class AwardSearch {
  readonly #client: SupplierClient;
  readonly #call: () => CallContext;
  readonly #search: Search;
  readonly #seen = new Set<string>();
  /** Trips that were received, and those that were dropped. */
  readonly counter = new OfferCounter();
  #take = rowsPerPage;
  /** Rows with seats in the cabin whose trips the search did not list. */
  readonly withoutTrips: { row: AvailabilityRow }[] = [];

  constructor(client: SupplierClient, call: () => CallContext, search: Search) {
    this.#client = client;
    this.#call = call;
    this.#search = search;
  }

  /** Yields each page with the share of the pages that it completes, as far as that is known. Rows can repeat between pages. */
  async *pages(): AsyncGenerator<{ found: FoundTrip[]; coverage: number }> {
    const programs = this.#search.query.programs;
    if (programs !== null && sourcesOf(programs).length === 0) return;
    let position = "";
    let skip = 0;
    for (let page = 1; ; page++) {
      const response = await this.#callPage(position, page);
      if (response === null) return;
      const { data, hasMore, cursor } = response;
      skip += data.length;
      const isLast = hasMore !== true || data.length === 0 || page === maxPages;
      yield { found: data.flatMap((row) => this.#readRow(row)), coverage: hasMore === true ? page / (page + 1) : 1 };
      if (isLast) return;
      position = `&skip=${skip}${typeof cursor === "number" ? `&cursor=${cursor}` : ""}`;
    }
  }

  /**
   * Looks up trips that lack times, and those of rows without trips, with at most `maxCalls` calls. Trips that could not be looked up are
   * returned as they are.
   *
   * @returns the flights, and the share of the rows of the search that have any
   */
  async lookUp(
    wanted: readonly (Pick<FoundTrip, "row"> & Partial<FoundTrip>)[],
    maxCalls: number,
  ): Promise<{ flights: SuppliedFlight[]; share: number }> {
    const flights: SuppliedFlight[] = [];
    let callsLeft = maxCalls;
    let missing = 0;
    for (const trips of Map.groupBy(wanted, ({ row }) => row.ID).values()) {
      const looked = callsLeft-- > 0 ? await this.#tripsOf(trips[0]?.row) : "skipped";
      if (looked === "skipped") callsLeft = 0;
      for (const { tripId, flight } of trips) {
        const same = Array.isArray(looked)
          ? looked.filter((trip) => tripId === undefined || trip.tripId === tripId)
          : [];
        if (same.length > 0) {
          flights.push(...same.map((trip) => trip.flight));
          // A trip of the search was counted there.
          if (tripId !== undefined) this.counter.received += same.length - 1;
        } else if (flight !== undefined) flights.push(flight);
        else if (!Array.isArray(looked)) missing++;
      }
    }
    return { flights, share: this.#seen.size === 0 ? 1 : 1 - missing / this.#seen.size };
  }

  /** Returns a page, with fewer rows if it is too large; null if the budget ends after the first. */
  async #callPage(position: string, page: number) {
    for (;;) {
      try {
        const path = `/search?${this.#parameters()}${position}`;
        const response = await this.#client.call({ method: "GET", path }, this.#call());
        if (isSearchPage(response)) return response;
      } catch (error) {
        if (page > 1 && error instanceof SupplierSkipped) return null;
        const isTooLarge = error instanceof SupplierFailure && error.kind === "too_large";
        if (!isTooLarge || this.#take === minRowsPerPage) throw error;
        this.#take = Math.max(minRowsPerPage, Math.ceil(this.#take / 4));
        continue;
      }
      throw new SupplierFailure("format", "seats-aero did not send a page of rows");
    }
  }

  /** Returns the trips of a row with their segments. A failure only means that the awards lack times. */
  async #tripsOf(row: AvailabilityRow | undefined): Promise<FoundTrip[] | "failed" | "skipped"> {
    if (row === undefined) return "failed";
    const context = this.#call();
    try {
      const response = await this.#client.call({ method: "GET", path: `/trips/${row.ID}` }, context);
      if (!isTripsResponse(response)) return "failed";
      const link = primaryLinkOf(response);
      // Trips that the search listed are counted there.
      const isListed = (row.AvailabilityTrips ?? []).length > 0;
      const counter = isListed ? new OfferCounter() : this.counter;
      return this.#readTrips(row, response.data, counter).map((found) => {
        const award = found.flight.award.map((offer) => withBookingLink(offer, link));
        return { ...found, flight: { ...found.flight, award } };
      });
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof SupplierSkipped) return "skipped";
      if (error instanceof SupplierFailure) return "failed";
      throw error;
    }
  }

  #readRow(value: unknown): FoundTrip[] {
    if (!isRow(value)) {
      this.counter.received++;
      this.counter.drop("incomplete");
      return [];
    }
    const trips = value.AvailabilityTrips ?? [];
    if (this.#seen.has(value.ID)) {
      this.counter.received += trips.length;
      this.counter.drop("duplicate", trips.length);
      return [];
    }
    this.#seen.add(value.ID);
    if (trips.length === 0 && isAvailable(value, this.#search.query)) this.withoutTrips.push({ row: value });
    return this.#readTrips(value, trips, this.counter);
  }

  #readTrips(row: AvailabilityRow, trips: readonly unknown[], counter: OfferCounter): FoundTrip[] {
    counter.received += trips.length;
    return trips.flatMap((trip) => {
      const found = this.#mapTrip(row, trip);
      if (!isDropped(found)) return [found];
      counter.drop(found);
      return [];
    });
  }

  #mapTrip(row: AvailabilityRow, trip: unknown): FoundTrip | DropReason {
    if (!isTrip(trip)) return "incomplete";
    if (cabinOf(trip.Cabin) !== this.#search.query.cabin) return "filter";
    const flight = mapTrip(row, trip, this.#search);
    if (isDropped(flight)) return flight;
    return this.#isOnDates(flight) ? { row, tripId: trip.ID, flight } : "filter";
  }

  #isOnDates({ slices: [slice] }: SuppliedFlight): boolean {
    const departure = slice?.segments[0]?.departure;
    if (!departure) return false;
    const { from, to } = this.#search.direction;
    const date = localDateOf(departure);
    return date >= from && date <= to;
  }

  #parameters(): string {
    const { query, direction } = this.#search;
    const sources = query.programs === null ? [] : sourcesOf(query.programs);
    return new URLSearchParams({
      origin_airport: direction.origins.join(","),
      destination_airport: direction.destinations.join(","),
      start_date: direction.from,
      end_date: direction.to,
      cabins: cabinNameOf(query.cabin),
      take: String(this.#take),
      include_trips: "true",
      // Pages beyond the last one that is read have the awards that cost most.
      order_by: "lowest_mileage",
      ...(query.maxStops === 0 ? { only_direct_flights: "true" } : {}),
      ...(query.airlines === null ? {} : { carriers: query.airlines.join(",") }),
      ...(sources.length === 0 ? {} : { sources: sources.join(",") }),
    }).toString();
  }
}

function isAvailable(row: AvailabilityRow, { cabin }: SearchQuery): boolean {
  const available = {
    economy: row.YAvailable,
    premium_economy: row.WAvailable,
    business: row.JAvailable,
    first: row.FAvailable,
  };
  return available[cabin] === true;
}
