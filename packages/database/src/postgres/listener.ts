import type pg from "pg";
import { DatabaseError, toConnectionError } from "../port/errors.ts";
import { type Listener, quotedChannel } from "../port/port.ts";
import type { PostgresHosts } from "./hosts.ts";

const firstDelayMs = 100;
const maxDelayMs = 5000;
/** Time for a graceful disconnect before the socket is destroyed. */
const disconnectTimeoutMs = 1000;

export interface PostgresListenersOptions {
  readonly hosts: PostgresHosts;
  readonly redact: (message: string) => string;
  /** Called with a listener's exception, and with the reason why a connection was lost or could not be reopened. */
  readonly onError: (error: unknown) => void;
  /** Name of the connections in `pg_stat_activity`; default "wayfare listener". */
  readonly applicationName?: string;
}

/** The listeners of one database. Each has its own connection. */
export class PostgresListeners {
  readonly #options: PostgresListenersOptions;
  readonly #open = new Set<ListenerConnection>();

  constructor(options: PostgresListenersOptions) {
    this.#options = options;
  }

  /**
   * Listens on a channel and returns a function that stops.
   *
   * @throws RangeError for an invalid channel name.
   * @throws DatabaseError if the first connection fails.
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

  /** Stops all listeners, including those that are still connecting. */
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
    const { hosts, applicationName = "wayfare listener" } = this.#options;
    const client = hosts.createClient({ ...clientConfig, application_name: applicationName });
    const destroy = (): void => {
      client.connection.stream.destroy();
    };
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    client.once("end", resolve);
    client.on("error", destroy);
    client.on("notification", ({ payload }) => this.#notify(() => this.#listener.onMessage(payload ?? "")));
    // Not end(): if called while connecting, the promise of connect() never settles.
    this.#disconnect = async () => {
      destroy();
      await ended;
    };
    try {
      await client.connect();
      await client.query(this.#command);
    } catch (error) {
      await this.#disconnect();
      throw error;
    }
    this.#disconnect = () => disconnectGracefully(client, destroy);
    this.#delayMs = firstDelayMs;
    client.once("error", (error) => this.#report(error));
    // A promise, because the event may precede the response to LISTEN.
    void ended.then(() => this.#retryLater());
  }

  #retryLater(): void {
    if (this.#stopped) return;
    this.#retry = setTimeout(() => void this.#reconnect(), this.#delayMs).unref();
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      this.#report(error);
      this.#retryLater();
      return;
    }
    this.#notify(() => this.#listener.onReconnect?.());
  }

  /** Calls the listener and reports its exception, so that it ends neither the connection nor the process. */
  #notify(callback: () => void): void {
    if (this.#stopped) return;
    try {
      callback();
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
  query_timeout: 10_000,
  keepAlive: true,
  // The connection is idle: without keepalive probes, a vanished peer would go unnoticed for hours.
  keepAliveInitialDelayMillis: 10_000,
};

async function disconnectGracefully(client: pg.Client, destroy: () => void): Promise<void> {
  const timer = setTimeout(destroy, disconnectTimeoutMs);
  await client.end();
  clearTimeout(timer);
}
