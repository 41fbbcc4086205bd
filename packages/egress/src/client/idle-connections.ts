import type { Connection } from "./connection.ts";

/** Connections that wait for their next request, the one that waited longest first. */
export class IdleConnections {
  readonly #most: number;
  readonly #byOrigin = new Map<string, Set<Connection>>();
  readonly #all = new Set<Connection>();

  /** Keeps at most so many connections; the one that was used least lately makes room. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes a connection to an origin whose peer is among the addresses vetted just now. Those that lead elsewhere are
   * closed: the name has moved away from there.
   */
  take(origin: string, addresses: readonly string[]): Connection | undefined {
    for (const connection of [...(this.#byOrigin.get(origin) ?? [])].toReversed()) {
      this.#forget(connection);
      if (connection.peer !== null && addresses.includes(connection.peer)) return connection;
      connection.destroy();
    }
    return undefined;
  }

  /** Keeps a connection for the next request until either side closes it. */
  put(connection: Connection): void {
    const { origin } = connection;
    const siblings = this.#byOrigin.get(origin) ?? new Set();
    this.#byOrigin.set(origin, siblings.add(connection));
    this.#all.add(connection);
    const [oldest] = this.#all;
    if (oldest && this.#all.size > this.#most) this.drop(oldest);
  }

  /** Closes every connection. */
  clear(): void {
    for (const connection of this.#all) this.drop(connection);
  }

  /** Closes a connection if it waits here; one that a request has is left alone. */
  drop(connection: Connection): void {
    if (!this.#all.has(connection)) return;
    this.#forget(connection);
    connection.destroy();
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection);
    const siblings = this.#byOrigin.get(connection.origin);
    siblings?.delete(connection);
    if (siblings?.size === 0) this.#byOrigin.delete(connection.origin);
  }
}
