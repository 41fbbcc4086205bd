import { DomainError, nullable, refer } from "@wayfare/contract";
import { type TSchema, Type } from "typebox";
import type { ServerSecrets } from "../secrets/server-secret.ts";
import { makeSignedTexts, type Sign } from "../secrets/signed-texts.ts";

const exampleCursor = "c3JjaF8wMWFyeXo2czQxMDAwMDAwMDAwMDAwMDAwMC7Rz393CEAFHGh3SW3UpE88";

/** Members of a list's query string, to spread into its schema. */
export const pageQuery = {
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

/** The schema of a page of rows that have a named schema. */
export function pageOf<S extends TSchema>(schema: S) {
  return Type.Object({
    data: Type.Array(refer(schema), { description: "Newest first." }),
    nextCursor: nullable(
      Type.String({ description: "`cursor` of the next page, null on the last.", examples: [exampleCursor] }),
    ),
  });
}

/** What a cursor belongs to; it is of no use anywhere else. */
export interface PageScope {
  readonly accountId: string;
  readonly environment: string;
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

/** Cuts limit + 1 rows, newest first, to a page. */
export function toPage<Row extends { id: string }, Wire>(
  rows: readonly Row[],
  page: { limit: number; scope: PageScope; cursors: Cursors },
  toWire: (row: Row) => Wire,
): { data: Wire[]; nextCursor: string | null } {
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return { data: shown.map((row) => toWire(row)), nextCursor: last ? page.cursors.write(page.scope, last.id) : null };
}

function encode(sign: Sign, scope: PageScope, lastId: string): string {
  const filters = Object.entries(scope.filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  const signed = JSON.stringify([scope.accountId, scope.environment, scope.route, filters, lastId]);
  return Buffer.concat([Buffer.from(`${lastId}.`), sign(signed).subarray(0, signatureLength)]).toString("base64url");
}
