import { DomainError, firstIdAt, getSchemaName, type IdPrefix, nullable, type RowScope, ref } from "@wayfare/contract";
import type { FastifyRequest } from "fastify";
import { type TProperties, type TSchema, Type } from "typebox";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { makeTextSigner, type Sign } from "../secrets/text-signer.ts";
import { type Caller, getCaller } from "./caller.ts";
import { problemResponses } from "./problem-responses.ts";
import { readTimeRange, type TimeRange } from "./time-range.ts";

const exampleCursor = "c3JjaF8wMWFyeXo2czQxMDAwMDAwMDAwMDAwMDAwMC7Rz393CEAFHGh3SW3UpE88";

const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 50,
      description: "Maximum number of rows on the page.",
      examples: [50],
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "`nextCursor` of the previous page, with the same filters. Omit it for the first page.",
      examples: [exampleCursor],
    }),
  ),
};

/** Schema of the query string of a list with these filters. */
export function listQuery<Filters extends TProperties>(filters: Filters) {
  return Type.Object({ ...filters, ...pageQuery }, { additionalProperties: false });
}

/** Responses of a list whose rows have this named schema. */
export function listResponses<S extends TSchema>(schema: S, order = "Newest first.") {
  return { 200: pageOf(schema, order), ...problemResponses(["REQUEST_INVALID", "CURSOR_INVALID"]) };
}

/** Schema of a page of rows with this named schema. */
export function pageOf<S extends TSchema>(schema: S, order: string) {
  return Type.Object(
    {
      data: Type.Array(ref(schema), { description: order }),
      nextCursor: nullable(
        Type.String({ description: "`cursor` for the next page; null on the last page.", examples: [exampleCursor] }),
      ),
    },
    { title: `${getSchemaName(schema)}Page`, description: "One page of the list." },
  );
}

/** Schema of a list with one page: all rows, and a cursor that is always null. */
export function singlePageOf<S extends TSchema>(schema: S, order: string) {
  return Type.Object(
    {
      data: Type.Array(ref(schema), { description: order }),
      nextCursor: Type.Null({ description: "Always null: the list has one page." }),
    },
    { title: `${getSchemaName(schema)}List`, description: "The whole list." },
  );
}

/** Scope that a cursor is bound to. In any other scope it is invalid. */
export interface PageScope {
  readonly accountId: string;
  readonly environment: string;
  readonly applicationId: string | null;
  readonly route: string;
  /** Parsed filters without `limit` and `cursor`; undefined filters are absent. */
  readonly filters: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Encodes and decodes pagination cursors. */
export interface Cursors {
  /** Returns the id of the last row of the previous page, null for the first page. Throws CURSOR_INVALID. */
  read(scope: PageScope, cursor: string | undefined): string | null;
  /** Returns the cursor for the rows after this one, in URL-safe characters. */
  write(scope: PageScope, lastId: string): string;
}

const signatureLength = 16;

/** Creates cursors that are signed with the server secrets. */
export function makeCursors(secrets: ServerSecrets): Cursors {
  const texts = makeTextSigner(secrets, "cursors");
  return {
    read: (scope, cursor) => {
      if (cursor === undefined) return null;
      const lastId = Buffer.from(cursor, "base64url")
        .subarray(0, -(signatureLength + 1))
        .toString();
      if (texts.verify(cursor, (sign) => encode(sign, scope, lastId))) return lastId;
      throw new DomainError("CURSOR_INVALID");
    },
    write: (scope, lastId) => texts.sign((sign) => encode(sign, scope, lastId)),
  };
}

type FiltersOf<Query> = Omit<Query, "limit" | "cursor">;

interface ListRequest<Query> {
  cursors: Cursors;
  owner: RowScope;
  route: string;
  /** `limit`, `cursor` and filters. Cursors are bound to the filters. */
  query: Query & PageQuery;
}

interface PageQuery {
  limit?: number;
  cursor?: string;
}

/** Rows to read for a page: one more than the page returns, to detect whether there is a next page. */
interface RowRange<Query> {
  filters: FiltersOf<Query>;
  afterId: string | null;
  limit: number;
}

/**
 * Reads one page of a list.
 *
 * @param list reads rows, newest first.
 * @throws DomainError CURSOR_INVALID
 */
export async function readPage<Query extends PageQuery & PageScope["filters"], Row extends { id: string }>(
  { cursors, owner, route, query }: ListRequest<Query>,
  list: (range: RowRange<Query>) => Promise<readonly Row[]>,
): Promise<{ data: Row[]; nextCursor: string | null }> {
  const { limit = 50, cursor, ...filters } = query;
  const scope: PageScope = { ...owner, route, filters };
  const afterId = cursors.read(scope, cursor);
  const rows = await list({ filters, afterId, limit: limit + 1 });
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  return { data, nextCursor: last ? cursors.write(scope, last.id) : null };
}

/**
 * Reads the requested page of the caller's rows.
 *
 * @param list reads rows in the order of the list.
 * @throws DomainError CURSOR_INVALID
 */
export function readCallerPage<Query extends PageQuery & PageScope["filters"], Row extends { id: string }>(
  cursors: Cursors,
  request: FastifyRequest & { query: Query },
  list: (caller: Caller, range: RowRange<Query>) => Promise<readonly Row[]>,
): Promise<{ data: Row[]; nextCursor: string | null }> {
  const caller = getCaller(request);
  const { url: route = "" } = request.routeOptions;
  return readPage({ cursors, owner: caller, route, query: request.query }, (range) => list(caller, range));
}

/** Rows to read for a page of a time range. */
interface DatedRange<Query> {
  /** Filters without the time range. */
  filters: Omit<FiltersOf<Query>, keyof TimeRange>;
  /** First id of the range; undefined if it has no start. */
  firstId: string | undefined;
  afterId: string | null;
  limit: number;
}

/**
 * Reads a page like `readCallerPage`, of rows created at or after `from` and before `to`. Row ids contain the creation time.
 *
 * @param prefix of the rows' ids.
 * @param list reads rows, newest first.
 * @throws DomainError CURSOR_INVALID, or REQUEST_INVALID for an invalid time range
 */
export function readDatedPage<Query extends PageQuery & TimeRange & PageScope["filters"], Row extends { id: string }>(
  cursors: Cursors,
  request: FastifyRequest & { query: Query },
  prefix: IdPrefix,
  list: (caller: Caller, range: DatedRange<Query>) => Promise<readonly Row[]>,
): Promise<{ data: Row[]; nextCursor: string | null }> {
  const timeRange: TimeRange = request.query;
  return readCallerPage(
    cursors,
    request,
    (caller, { filters: { from: _from, to: _to, ...filters }, afterId, limit }) => {
      const { fromMs, toMs } = readTimeRange(timeRange);
      const firstId = fromMs === undefined ? undefined : firstIdAt(prefix, fromMs);
      const endId = toMs === undefined ? null : firstIdAt(prefix, toMs);
      // A page starts after the last row of the previous page, or at the end of the range.
      const beginId = afterId !== null && (endId === null || afterId < endId) ? afterId : endId;
      return list(caller, { filters, firstId, afterId: beginId, limit });
    },
  );
}

function encode(sign: Sign, scope: PageScope, lastId: string): string {
  const filters = Object.entries(scope.filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  const application = scope.applicationId === null ? [] : [scope.applicationId];
  const signed = JSON.stringify([scope.accountId, scope.environment, ...application, scope.route, filters, lastId]);
  return Buffer.concat([Buffer.from(`${lastId}.`), sign(signed).subarray(0, signatureLength)]).toString("base64url");
}
