import type { Connection } from "./connection.ts";

/** Pool of idle connections, least recently used first. */
export class ConnectionPool {
  readonly #maxSize: number;
  readonly #byKey = new Map<string, Set<Connection>>();
  readonly #all = new Set<Connection>();

  /** @param maxSize maximum number of idle connections; the least recently used one is closed first. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /**
   * Acquires a connection of a key (its origin and TLS identity) whose peer is among the given addresses, which were checked just now.
   * Connections to other addresses are closed, because the host name no longer resolves to them.
   */
  acquire(key: string, addresses: readonly string[]): Connection | undefined {
    for (const connection of [...(this.#byKey.get(key) ?? [])].toReversed()) {
      this.#delete(connection);
      if (connection.peer !== null && addresses.includes(connection.peer)) return connection;
      connection.destroy();
    }
    return undefined;
  }

  /** Returns a connection to the pool until either side closes it. */
  release(connection: Connection): void {
    const { key } = connection;
    const siblings = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, siblings.add(connection));
    this.#all.add(connection);
    const [oldest] = this.#all;
    if (oldest && this.#all.size > this.#maxSize) this.remove(oldest);
  }

  /** Closes every connection. */
  clear(): void {
    for (const connection of this.#all) this.remove(connection);
  }

  /** Closes a connection if it is idle. One that a request uses is left alone. */
  remove(connection: Connection): void {
    if (!this.#all.has(connection)) return;
    this.#delete(connection);
    connection.destroy();
  }

  #delete(connection: Connection): void {
    this.#all.delete(connection);
    const siblings = this.#byKey.get(connection.key);
    siblings?.delete(connection);
    if (siblings?.size === 0) this.#byKey.delete(connection.key);
  }
}
