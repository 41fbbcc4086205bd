import type { ClickHouseClient } from "@clickhouse/client";
import { DomainError } from "@wayfare/contract";

/** Time after which a statement fails. */
const defaultTimeoutMs = 10_000;

/** Connection to ClickHouse. Nothing is connected or loaded before the first statement. */
export interface ClickHouse {
  /**
   * Returns the rows of a statement with named parameters. Those that are null or undefined are left out.
   *
   * @throws DomainError STORAGE_UNAVAILABLE
   */
  query<Row>(sql: string, parameters: Readonly<Record<string, unknown>>): Promise<Row[]>;
  /** Runs a statement without rows. */
  command(sql: string, parameters?: Readonly<Record<string, unknown>>): Promise<void>;
  insert(table: string, rows: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param url `https://user:password@host:8443/database`
 * @param onError called with the error of a failed query
 * @param timeoutMs time after which a statement fails
 */
export function connectClickHouse(
  url: string,
  onError: (error: unknown) => void,
  timeoutMs = defaultTimeoutMs,
): ClickHouse {
  let opened: Promise<ClickHouseClient> | undefined;
  const open = () => (opened ??= createClient(url, timeoutMs));
  return {
    async query(sql, parameters) {
      try {
        const client = await open();
        const result = await client.query({ query: sql, query_params: presentOf(parameters), format: "JSONEachRow" });
        return await result.json();
      } catch (error) {
        onError(error);
        throw new DomainError("STORAGE_UNAVAILABLE", { detail: "The request log is unavailable at the moment." });
      }
    },
    async command(sql, parameters = {}) {
      const client = await open();
      await client.command({ query: sql, query_params: presentOf(parameters) });
    },
    async insert(table, rows) {
      const client = await open();
      await client.insert({ table, values: rows, format: "JSONEachRow" });
    },
    async close() {
      await (await opened)?.close();
    },
  };
}

function presentOf(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined));
}

/** Loads the client, which a deployment without ClickHouse never loads. */
async function createClient(url: string, timeoutMs: number): Promise<ClickHouseClient> {
  const clickhouse = await import("@clickhouse/client");
  const { origin, username, password, pathname } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  return clickhouse.createClient({
    url: origin,
    username: decodeURIComponent(username) || "default",
    password: decodeURIComponent(password),
    ...(database === "" ? {} : { database }),
    application: "wayfare",
    request_timeout: timeoutMs,
    compression: { request: true, response: true },
    // Errors are thrown; the client's own log would repeat them with the statement.
    log: { level: clickhouse.ClickHouseLogLevel.OFF },
    clickhouse_settings: { date_time_input_format: "basic", output_format_json_quote_64bit_integers: 0 },
  });
}
