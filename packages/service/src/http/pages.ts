import {
  DomainError,
  firstIdAt,
  getSchemaName,
  type IdPrefix,
  nullable,
  type RowScope,
  refer,
} from "@wayfare/contract";
import type { FastifyRequest } from "fastify";
import { type TProperties, type TSchema, Type } from "typebox";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { makeSignedTexts, type Sign } from "../secrets/signed-texts.ts";
import { answers } from "./answers.ts";
import { type Caller, getCaller } from "./caller.ts";
import { readTimeRange, type TimeRange } from "./time-range.ts";

const exampleCursor = "c3JjaF8wMWFyeXo2czQxMDAwMDAwMDAwMDAwMDAwMC7Rz393CEAFHGh3SW3UpE88";

const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Most rows of the page.", examples: [50] }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "`nextCursor` of the page before, with the same filters. The list starts anew without it.",
      examples: [exampleCursor],
    }),
  ),
};

/** The query string of a list with these filters. */
export function listQuery<Filters extends TProperties>(filters: Filters) {
  return Type.Object({ ...filters, ...pageQuery }, { additionalProperties: false });
}

/** The answers of a list whose rows have this named schema. */
export function listAnswers<S extends TSchema>(schema: S, order = "Newest first.") {
  return { 200: pageOf(schema, order), ...answers(["REQUEST_INVALID", "CURSOR_INVALID"]) };
}

function pageOf<S extends TSchema>(schema: S, order: string) {
  return Type.Object(
    {
      data: Type.Array(refer(schema), { description: order }),
      nextCursor: nullable(
        Type.String({ description: "`cursor` of the next page, null on the last.", examples: [exampleCursor] }),
      ),
    },
    { title: `${getSchemaName(schema)}Page`, description: "A page of the list." },
  );
}

/** The page of a list that is not paged: every row, and a cursor that is always null. */
export function singlePageOf<S extends TSchema>(schema: S, order: string) {
  return Type.Object(
    {
      data: Type.Array(refer(schema), { description: order }),
      nextCursor: Type.Null({ description: "Always null: the list has one page." }),
    },
    { title: `${getSchemaName(schema)}List`, description: "The whole list." },
  );
}

/** What a cursor belongs to; it is of no use anywhere else. */
export interface PageScope {
  readonly accountId: string;
  readonly environment: string;
  readonly applicationId: string | null;
  readonly route: string;
  /** As parsed, without `limit` and `cursor`; a filter that is undefined is one that was not sent. */
  readonly filters: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** Writes and reads the cursors of lists. */
export interface Cursors {
  /** The id of the last row that the caller has seen, null at the start; throws CURSOR_INVALID. */
  read(scope: PageScope, cursor: string | undefined): string | null;
  /** The cursor of the rows after this one, in characters that a URL takes as they are. */
  write(scope: PageScope, lastId: string): string;
}

const signatureLength = 16;

/** Cursors under the server secrets. */
export function makeCursors(secrets: ServerSecrets): Cursors {
  const texts = makeSignedTexts(secrets, "cursors");
  return {
    read: (scope, cursor) => {
      if (cursor === undefined) return null;
      const lastId = Buffer.from(cursor, "base64url")
        .subarray(0, -(signatureLength + 1))
        .toString();
      if (texts.isOurs(cursor, (sign) => encode(sign, scope, lastId))) return lastId;
      throw new DomainError("CURSOR_INVALID");
    },
    write: (scope, lastId) => texts.write((sign) => encode(sign, scope, lastId)),
  };
}

type FiltersOf<Query> = Omit<Query, "limit" | "cursor">;

interface ListRequest<Query> {
  cursors: Cursors;
  owner: RowScope;
  route: string;
  /** `limit`, `cursor` and the filters, which a cursor is bound to. */
  query: Query & PageQuery;
}

interface PageQuery {
  limit?: number;
  cursor?: string;
}

/** The rows to read for a page: one more than it shows, to know whether another page follows. */
interface RowRange<Query> {
  filters: FiltersOf<Query>;
  afterId: string | null;
  limit: number;
}

/**
 * Reads one page of a list.
 *
 * @param list reads rows newest first.
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
 * Reads the page of the caller's rows that a request for a list asks for.
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

/** The rows to read for a page of a time range. */
interface DatedRange<Query> {
  /** Without the range itself. */
  filters: Omit<FiltersOf<Query>, keyof TimeRange>;
  /** The first id of the range; undefined if it has no start. */
  firstId: string | undefined;
  afterId: string | null;
  limit: number;
}

/**
 * Reads a page like `readCallerPage`, of the rows created from `from` until before `to`. The ids of the rows hold their time of creation.
 *
 * @param prefix of the rows' ids.
 * @param list reads rows newest first.
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
      // A page begins below the last row that was read, or below the end of the range.
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
