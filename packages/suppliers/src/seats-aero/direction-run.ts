import { FlightIndex } from "../port/flight-index.ts";
import type { DropCounts, FlightBatch, Peers, SuppliedFlight } from "../port/port.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { AwardSearch, FoundTrip } from "./award-search.ts";
import { completeTimes, isTimed } from "./complete-times.ts";

/** Sources of the times that a search does not state. */
interface Completion {
  peers: Peers | undefined;
  /** Maximum calls of `/trips`. */
  maxCalls: number;
  /** Resolves once other suppliers have answered, or there is no time left to wait. */
  waitForOthers: () => Promise<void>;
}

/** One direction of a search: reads its pages, and completes trips whose times are unknown. */
export class DirectionRun {
  readonly #awards: AwardSearch;
  readonly #slice: number;
  readonly #schedule: Schedule | undefined;
  readonly #pending: FoundTrip[] = [];
  #coverage = 1;
  /** Number of trips that were yielded. */
  #yielded = 0;

  /** @param of.slice index of the direction's slice in flights of other suppliers */
  constructor(awards: AwardSearch, { slice, schedule }: { slice: number; schedule?: Schedule }) {
    this.#awards = awards;
    this.#slice = slice;
    this.#schedule = schedule;
  }

  /** Yields trips with all times as pages arrive. */
  async *readPages(): AsyncGenerator<FlightBatch> {
    const schedule = this.#schedule;
    for await (const page of this.#awards.pages()) {
      this.#coverage = page.coverage;
      const completed = page.found.map((found) => ({
        ...found,
        flight: schedule === undefined ? found.flight : completeTimes(found.flight, schedule),
      }));
      this.#pending.push(...completed.filter(({ flight }) => !isTimed(flight)));
      const flights = completed.filter(({ flight }) => isTimed(flight)).map(({ flight }) => flight);
      this.#yielded += flights.length;
      if (flights.length > 0) yield { flights, observedAtMs: oldestOf(flights), coverage: this.#coverage };
    }
  }

  /** Yields the other trips, those that no flight of another supplier completes with the times of `/trips`. */
  async *complete({ peers, maxCalls, waitForOthers }: Completion): AsyncGenerator<FlightBatch> {
    if (this.#pending.length > 0) await waitForOthers();
    const known = new FlightIndex();
    for (const { slices } of peers?.listFlights() ?? []) {
      const slice = slices[this.#slice];
      if (slice !== undefined) known.add({ slices: [slice] });
    }
    const unknown: FoundTrip[] = [];
    const flights: SuppliedFlight[] = [];
    for (const found of this.#pending) {
      // The times of another supplier's flight are not stated by this one: joining compares them.
      if (known.find(found.flight) === undefined) unknown.push(found);
      else flights.push(found.flight);
    }
    const looked = await this.#awards.lookUp([...unknown, ...this.#awards.withoutTrips], maxCalls);
    flights.push(...looked.flights);
    this.#coverage *= looked.share;
    // Each flight has one offer. The last batch counts all that were not yielded before, and those that were dropped.
    const { received, dropped } = this.#awards.counter;
    const counts = { received: received - this.#yielded, dropped };
    yield {
      flights,
      ...counts,
      coverage: this.#coverage,
      ...(flights.length > 0 && { observedAtMs: oldestOf(flights) }),
    };
  }

  /** Trips that were not mapped, by reason. */
  get dropped(): DropCounts {
    return this.#awards.counter.dropped;
  }

  /** Returns all trips. */
  async readAll(completion: Completion): Promise<{ flights: SuppliedFlight[]; coverage: number }> {
    const flights: SuppliedFlight[] = [];
    for await (const batch of this.readPages()) flights.push(...batch.flights);
    for await (const batch of this.complete(completion)) flights.push(...batch.flights);
    return { flights, coverage: this.#coverage };
  }
}

/** Returns the time at which the oldest of the awards was observed. */
export function oldestOf(flights: readonly SuppliedFlight[]): number {
  return Math.min(...flights.flatMap(({ award }) => award.map(({ observedAtMs }) => observedAtMs)));
}
