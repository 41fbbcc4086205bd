import type { Peers, SuppliedFlight, Supplier } from "../port/port.ts";

/** Flights that the real suppliers of one search have returned so far, for those that wait for their peers. */
export class PeerGroup {
  readonly #flights = new Map<string, readonly SuppliedFlight[]>();
  readonly #pending: Set<string>;
  readonly #settled = Promise.withResolvers<void>();

  constructor(suppliers: readonly Pick<Supplier, "name" | "simulated" | "waitsForPeers">[]) {
    const awaited = suppliers.filter(({ simulated, waitsForPeers }) => !simulated && waitsForPeers !== true);
    this.#pending = new Set(awaited.map(({ name }) => name));
    if (this.#pending.size === 0) this.#settled.resolve();
  }

  /** @param flights the supplier's list, which may still grow */
  update(name: string, flights: readonly SuppliedFlight[]): void {
    this.#flights.set(name, flights);
  }

  /** Records that a supplier has answered or failed. */
  settle(name: string): void {
    this.#pending.delete(name);
    if (this.#pending.size === 0) this.#settled.resolve();
  }

  /** Returns the peers of one supplier. */
  viewOf(name: string): Peers {
    return {
      listFlights: () => [...this.#flights].flatMap(([peer, flights]) => (peer === name ? [] : flights)),
      settled: this.#settled.promise,
    };
  }
}
