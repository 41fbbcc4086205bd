import type pg from "pg";
import { DatabaseError, toConnectionError } from "../port/errors.ts";
import { type Listener, quotedChannel } from "../port/port.ts";
import type { PostgresHosts } from "./hosts.ts";

const firstDelayMs = 100;
const longestDelayMs = 5000;
/** How long the server may take over a goodbye before the socket is cut. */
const goodbyeMs = 1000;

export interface PostgresListenersOptions {
  readonly hosts: PostgresHosts;
  readonly redact: (message: string) => string;
  /** Told what a listener threw, and why a connection was lost or could not be opened again. */
  readonly onError: (error: unknown) => void;
}

/** The listeners of one database, each on a connection of its own, which end with it. */
export class PostgresListeners {
  readonly #options: PostgresListenersOptions;
  readonly #open = new Set<ListenerConnection>();

  constructor(options: PostgresListenersOptions) {
    this.#options = options;
  }

  /**
   * Hears a channel until the answer is called. Throws a `RangeError` for a channel that is none, and a `DatabaseError`
   * where the first connection cannot be had.
   */
  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const connection = new ListenerConnection(`LISTEN ${quotedChannel(channel)}`, listener, this.#options);
    this.#open.add(connection);
    const stop = async (): Promise<void> => {
      await connection.stop();
      this.#open.delete(connection);
    };
    try {
      await connection.start();
    } catch (error) {
      await stop();
      throw error;
    }
    return stop;
  }

  /** Ends them all, also those that are still being opened. */
  async stop(): Promise<void> {
    await Promise.all([...this.#open].map((connection) => connection.stop()));
  }
}

class ListenerConnection {
  readonly #command: string;
  readonly #listener: Listener;
  readonly #options: PostgresListenersOptions;
  #disconnect: () => Promise<void> = async () => {};
  #retry: NodeJS.Timeout | undefined;
  #delayMs = firstDelayMs;
  #stopped = false;

  constructor(command: string, listener: Listener, options: PostgresListenersOptions) {
    this.#command = command;
    this.#listener = listener;
    this.#options = options;
  }

  async start(): Promise<void> {
    try {
      await this.#options.hosts.tryEach(() => this.#connect());
    } catch (error) {
      if (!this.#stopped) throw this.#databaseError(error);
    }
    if (this.#stopped) throw new DatabaseError("CLOSED", "the database is closed");
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#disconnect();
  }

  async #connect(): Promise<void> {
    const client = this.#options.hosts.makeClient(clientConfig);
    const cut = (): void => {
      client.connection.stream.destroy();
    };
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    client.once("end", resolve);
    client.on("error", cut);
    client.on("notification", ({ payload }) => this.#tell(() => this.#listener.onMessage(payload ?? "")));
    // Not end(): called while it connects, it leaves the promise of connect() open for good.
    this.#disconnect = async () => {
      cut();
      await ended;
    };
    try {
      await client.connect();
      await client.query(this.#command);
    } catch (error) {
      await this.#disconnect();
      throw error;
    }
    this.#disconnect = () => sayGoodbye(client, cut);
    this.#delayMs = firstDelayMs;
    client.once("error", (error) => this.#report(error));
    // A promise, because the event may have been before the answer to LISTEN was seen.
    void ended.then(() => this.#retryLater());
  }

  #retryLater(): void {
    if (this.#stopped) return;
    this.#retry = setTimeout(() => void this.#reconnect(), this.#delayMs).unref();
    this.#delayMs = Math.min(this.#delayMs * 2, longestDelayMs);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      this.#report(error);
      this.#retryLater();
      return;
    }
    this.#tell(() => this.#listener.onGap?.());
  }

  /** A listener that throws must not take the connection, or the process, with it. */
  #tell(say: () => void): void {
    if (this.#stopped) return;
    try {
      say();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #report(error: unknown): void {
    if (!this.#stopped) this.#options.onError(this.#databaseError(error));
  }

  #databaseError(error: unknown): DatabaseError {
    return toConnectionError(error, this.#options.redact);
  }
}

const clientConfig: pg.ClientConfig = {
  application_name: "wayfare listener",
  query_timeout: 10_000,
  keepAlive: true,
  // It only ever waits: without probes, a peer that vanished would go unnoticed for hours.
  keepAliveInitialDelayMillis: 10_000,
};

async function sayGoodbye(client: pg.Client, cut: () => void): Promise<void> {
  const impatience = setTimeout(cut, goodbyeMs);
  await client.end();
  clearTimeout(impatience);
}
