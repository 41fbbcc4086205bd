import { inSpan, type SpanSpec } from "@wayfare/telemetry";
import { toDatabaseError } from "../port/errors.ts";
import type { Parameter, Queryable, QueryOptions } from "../port/port.ts";
import { type EncodedParameter, encodeParameters } from "./parameters.ts";

interface DriverResult {
  readonly rows: unknown[];
  readonly rowCount: number | null | undefined;
}

/** Engine-specific part: sends one statement, or several in one text, to the server. */
export interface Driver {
  run(sql: string, values: EncodedParameter[], options: QueryOptions): Promise<DriverResult>;
  script(sql: string): Promise<unknown>;
  /** Removes secrets from a connection error's message. */
  redact(message: string): string;
}

/** Creates a `Queryable` over a driver: encodes parameters and translates errors in the same way for both engines. */
export function createQueryable(driver: Driver): Queryable {
  const run = (sql: string, values: readonly Parameter[] = [], options: QueryOptions = {}): Promise<DriverResult> =>
    inSpan(
      () => describeStatement(sql),
      () => withDatabaseErrors(driver, () => driver.run(sql, encodeParameters(values), options)),
    );
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
      await withDatabaseErrors(driver, () => driver.script(sql));
    },
  };
}

/** Characters of a statement in a trace. */
const maxStatementLength = 300;

/** Spans of statements by their text. Statements are constants, apart from lists with many filters. */
const describedStatements = new Map<string, SpanSpec>();
const maxDescribedStatements = 2000;

function describeStatement(sql: string): SpanSpec {
  const known = describedStatements.get(sql);
  if (known !== undefined) return known;
  const described = toSpan(sql);
  if (describedStatements.size < maxDescribedStatements) describedStatements.set(sql, described);
  return described;
}

/** Statements have parameters instead of values, so their text has no data. */
function toSpan(sql: string): SpanSpec {
  const text = sql.replaceAll(/\s+/g, " ").trim().slice(0, maxStatementLength);
  const attributes = { "db.system.name": "postgresql", "db.query.text": text };
  return { name: text.slice(0, text.indexOf(" ")).toUpperCase(), kind: "client", attributes };
}

/** Runs `work` and converts driver errors to `DatabaseError`. */
export async function withDatabaseErrors<T>(driver: Pick<Driver, "redact">, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDatabaseError(error, (message) => driver.redact(message));
  }
}
