import { toDatabaseError } from "../port/errors.ts";
import type { Parameter, QueryOptions, Session } from "../port/port.ts";
import { type EncodedParameter, encodeParameters } from "./parameters.ts";

interface DriverResult {
  readonly rows: unknown[];
  readonly rowCount: number | null | undefined;
}

/** What differs between engines: how one statement, and several in one text, reach the server. */
export interface Driver {
  run(sql: string, values: EncodedParameter[], options: QueryOptions): Promise<DriverResult>;
  script(sql: string): Promise<unknown>;
  /** Takes secrets out of a message about the connection. */
  redact(message: string): string;
}

/** A session over a driver: parameters encoded and errors translated in one place for all engines. */
export function driverSession(driver: Driver): Session {
  const run = (sql: string, values: readonly Parameter[] = [], options: QueryOptions = {}): Promise<DriverResult> =>
    translated(driver, () => driver.run(sql, encodeParameters(values), options));
  return {
    async query<Row extends object>(sql: string, values?: readonly Parameter[], options?: QueryOptions) {
      const { rows } = await run(sql, values, options);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller states what its own SQL returns
      return rows as Row[];
    },
    async execute(sql, values, options) {
      const { rowCount } = await run(sql, values, options);
      return rowCount ?? 0;
    },
    async script(sql) {
      await translated(driver, () => driver.script(sql));
    },
  };
}

/** Runs `work` and throws what it throws as a `DatabaseError`. */
export async function translated<T>(driver: Pick<Driver, "redact">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDatabaseError(error, (message) => driver.redact(message));
  }
}
