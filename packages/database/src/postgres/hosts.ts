import { callbackify } from "node:util";
import pg from "pg";
import { DatabaseError, isConnectionLost, readOnlyState, toDatabaseError } from "../port/errors.ts";
import type { PostgresAddress, PostgresHost } from "./url.ts";

type ClientConfig = Omit<pg.ClientConfig, "connectionString">;

/**
 * The hosts of a connection string. A new connection goes to the host that accepted the last one, or to the next host if that fails. pg
 * itself supports one host and ignores `target_session_attrs`.
 */
export class PostgresHosts {
  readonly #address: PostgresAddress;
  /** Errors specific to one host: another host may work. */
  readonly #hostErrors = new WeakSet<object>();
  #current: PostgresHost;

  constructor(address: PostgresAddress) {
    this.#address = address;
    [this.#current] = address.hosts;
  }

  /** Creates an unopened connection to the current host. */
  createClient(config: ClientConfig): pg.Client {
    return new (this.#clientClass())(config);
  }

  /** Creates a connection pool whose connections go to the current host. */
  createPool(config: Omit<pg.PoolConfig, "connectionString">): pg.Pool {
    return new HostPool(this, { ...config, Client: this.#clientClass() });
  }

  /**
   * Calls `connect` until it succeeds, at most once per host.
   *
   * @throws DatabaseError that names every host if all of several failed.
   */
  async tryEach<T>(connect: () => Promise<T>): Promise<T> {
    const failures: string[] = [];
    let reported: DatabaseError | undefined;
    for (;;) {
      const { name } = this.#current;
      try {
        return await connect();
      } catch (error) {
        const known = toDatabaseError(error, this.#address.redact);
        if (this.#address.hosts.length === 1 || !this.#isHostError(error) || !(known instanceof DatabaseError))
          throw error;
        failures.push(`${name}: ${known.message}`);
        // The error of an unreachable host, which may recover, takes precedence over a rejection.
        if (reported === undefined || !isConnectionLost(reported)) reported = known;
        if (failures.length === this.#address.hosts.length) throw new DatabaseError(reported.code, failures.join("; "));
      }
    }
  }

  /** Also checks `cause`, because pg's pool wraps the error of a connection timeout. */
  #isHostError(error: unknown): boolean {
    return (
      error instanceof Error && [error, error.cause].some((each) => each instanceof Error && this.#hostErrors.has(each))
    );
  }

  /** Returns a client class that connects to the host that is current at construction. */
  #clientClass(): new (config?: ClientConfig) => pg.Client {
    const current = (): PostgresHost => this.#current;
    const failed = (host: PostgresHost, error: unknown): void => this.#failed(host, error);
    const { connectTimeoutMs, targetSession } = this.#address;
    return class HostClient extends pg.Client {
      readonly #host: PostgresHost;

      constructor(config: ClientConfig = {}) {
        const host = current();
        super({ ...config, connectionString: host.connectionString, connectionTimeoutMillis: connectTimeoutMs });
        this.#host = host;
      }

      // oxlint-disable-next-line typescript/no-explicit-any -- pg's two forms: a promise, or a callback for its pool
      override connect(callback?: (...results: any[]) => void): any {
        return callback === undefined ? this.#open() : callbackify(() => this.#open())(callback);
      }

      async #open(): Promise<this> {
        // A connection that breaks during the check also emits an error event, and without a listener that would end the process.
        const ignore = (): void => {};
        this.on("error", ignore);
        try {
          await super.connect();
          await this.#check();
        } catch (error) {
          failed(this.#host, error);
          void this.end();
          throw error;
        }
        this.off("error", ignore);
        return this;
      }

      async #check(): Promise<void> {
        if (targetSession === "any") return;
        const { rows } = await this.query<{ standby: string; read_only: string }>(
          "SELECT pg_is_in_recovery()::text AS standby, current_setting('transaction_read_only') AS read_only",
        );
        const { standby, read_only: readOnly } = rows[0] ?? {};
        if (targetSession === "primary" ? standby === "false" : readOnly === "off") return;
        throw new DatabaseError(
          readOnlyState,
          standby === "true" ? "the server is a standby" : "the server is read-only",
        );
      }
    };
  }

  #failed(host: PostgresHost, error: unknown): void {
    if (error instanceof Error) this.#hostErrors.add(error);
    // Another connection may already have moved to the next host.
    if (host !== this.#current) return;
    const { hosts } = this.#address;
    this.#current = hosts[(hosts.indexOf(host) + 1) % hosts.length] ?? host;
  }
}

/** Connection pool over several hosts. pg's `query` uses this `connect` too. */
class HostPool extends pg.Pool {
  readonly #hosts: PostgresHosts;

  constructor(hosts: PostgresHosts, config: pg.PoolConfig) {
    super(config);
    this.#hosts = hosts;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's two forms: a promise, or a callback for its own query
  override connect(callback?: any): any {
    const connectToAny = (): Promise<pg.PoolClient> => this.#hosts.tryEach(() => super.connect());
    return callback === undefined ? connectToAny() : callbackify(connectToAny)(callback);
  }
}
