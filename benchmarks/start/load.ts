import { setTimeout as sleep } from "node:timers/promises";
import { drawPairs } from "../pairs.ts";

const searchesPerSecond = 5;
const bookingsEverySearches = 5;
const travelers = [{ type: "adult", givenName: "Ada", familyName: "Lovelace", bornOn: "1990-12-10" }];
const contact = { email: "ada@example.com", phone: "+442071234567" };

/** Results of a load; times in milliseconds from the scheduled time to the last byte. */
export interface OperationsLoad {
  searchMs: number[];
  bookingMs: number[];
  /** Searches that were rejected because the machine is too busy, and bookings of flights that were sold out or had another price. */
  refused: number;
}

/** The load of operations: five searches and one booking a second. Every second search is ranked and has awards. */
export class OperationsClient {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #searches: readonly { path: string; body: string }[];
  readonly #offers: string[] = [];

  constructor(url: string, key: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    this.#searches = drawPairs(60, 7).map((pair, n) => {
      const departureDate = new Date(Date.now() + (30 + n * 3) * 86_400_000).toISOString().slice(0, 10);
      const isRanked = n % 2 === 1;
      const body = JSON.stringify({ ...pair, departureDate, ...(isRanked ? { includeAward: true } : {}) });
      return { path: isRanked ? "/v1/search" : "/v1/flights/search", body };
    });
  }

  /** Sends some searches and a booking, one after the other. @throws Error if the status of one is wrong */
  async verify(): Promise<void> {
    for (let n = 0; n < searchesPerSecond * 2; n++) {
      if (!(await this.#search(n))) throw new Error("a search was rejected without a load");
    }
    if (!(await this.#book(0))) throw new Error("the first booking was refused");
  }

  /** Runs the load at even intervals, regardless of pending requests. @throws Error if a status is wrong */
  async run(seconds: number): Promise<OperationsLoad> {
    const result: OperationsLoad = { searchMs: [], bookingMs: [], refused: 0 };
    const startedMs = performance.now();
    const pending: Promise<void>[] = [];
    const failures: unknown[] = [];
    const timed = async (dueMs: number, times: number[], send: () => Promise<boolean>): Promise<void> => {
      try {
        if (await send()) times.push(performance.now() - dueMs);
        else result.refused++;
      } catch (error) {
        failures.push(error);
      }
    };
    for (let n = 0; n < seconds * searchesPerSecond; n++) {
      const dueMs = startedMs + (n * 1000) / searchesPerSecond;
      await sleep(Math.max(0, dueMs - performance.now()));
      pending.push(timed(dueMs, result.searchMs, () => this.#search(n)));
      if (n % bookingsEverySearches === 0) pending.push(timed(dueMs, result.bookingMs, () => this.#book(n)));
    }
    await Promise.all(pending);
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} requests of the load failed`);
    return result;
  }

  /** Returns false if the search is rejected because the machine is too busy. */
  async #search(n: number): Promise<boolean> {
    const { path = "", body = "" } = this.#searches[n % this.#searches.length] ?? {};
    const { status, text } = await this.#post(path, body);
    if (status === 503) return false;
    if (status !== 200) throw new Error(`${path} returned ${status} for ${body}: ${text.slice(0, 300)}`);
    const { flights }: { flights: { cash: { id: string }[] }[] } = JSON.parse(text);
    const offers = flights.flatMap(({ cash }) => cash[0]?.id ?? []);
    // A search without flights leaves the offers of the previous one.
    if (offers.length > 0) this.#offers.splice(0, this.#offers.length, ...offers.slice(0, bookingsEverySearches));
    return true;
  }

  /** Books the cheapest offer of the last search. Returns false if it is refused, as is normal for an offer that is sold out. */
  async #book(n: number): Promise<boolean> {
    const offerId = this.#offers[n % this.#offers.length];
    const { status, text } = await this.#post("/v1/bookings", JSON.stringify({ offerId, travelers, contact }));
    if (status !== 201 && status !== 409) throw new Error(`/v1/bookings returned ${status}: ${text.slice(0, 300)}`);
    return status === 201;
  }

  async #post(path: string, body: string): Promise<{ status: number; text: string }> {
    const answer = await fetch(this.#url + path, { method: "POST", headers: this.#headers, body });
    return { status: answer.status, text: await answer.text() };
  }
}
