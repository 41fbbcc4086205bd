import { createHash } from "node:crypto";
import type { DoubleAnswer } from "../server/supplier-double.ts";
import { type DuffelError, fail, succeed } from "./answers.ts";

/*
 * Lists have pages of 1 to 200 records, 50 by default, and opaque cursors (https://duffel.com/docs/api/overview/pagination). "The results may
 * be returned in any order" (`Orders.ts` of duffelhq/duffel-api-javascript): without a `sort`, records are shuffled by a seed.
 */

const defaultLimit = 50;
const maxLimit = 200;

/** A list with its order. */
export interface PagedList<T> {
  items: readonly T[];
  idOf: (item: T) => string;
  format: (item: T) => unknown;
  /** Sort keys by name; without a name of them, the order is a shuffle. */
  sorts: Readonly<Record<string, (item: T) => string | number>>;
  seed: number;
  /** Largest page, to test paging with few records. */
  maxPage?: number;
}

/** Returns the page that the parameters select; a validation error for values that are not documented. */
export function answerPage<T>(query: URLSearchParams, list: PagedList<T>): DoubleAnswer {
  const limit = Number(query.get("limit") ?? defaultLimit);
  const errors: DuffelError[] = [];
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    errors.push({ code: "validation_inclusion", message: "limit must be from 1 to 200", pointer: "/limit" });
  const sort = query.get("sort");
  const keyOf = sort === null ? undefined : list.sorts[sort.replace(/^-/, "")];
  if (sort !== null && keyOf === undefined)
    errors.push({ code: "validation_inclusion", message: "sort is not a documented value", pointer: "/sort" });
  const sorted = sortItems(list, keyOf, sort?.startsWith("-") === true);
  const [after, before] = [query.get("after"), query.get("before")];
  const [afterAt, beforeAt] = [after, before].map((cursor) => findCursor(cursor, sorted, list));
  if (afterAt === null || beforeAt === null || (after !== null && before !== null))
    errors.push({ code: "validation_format", message: "invalid cursor", pointer: "/after" });
  if (errors.length > 0) return fail(errors);
  const size = Math.min(limit, list.maxPage ?? maxLimit);
  const end = beforeAt ?? sorted.length;
  const from = beforeAt === undefined || beforeAt === null ? (afterAt ?? -1) + 1 : Math.max(0, end - size);
  const page = sorted.slice(from, beforeAt === undefined ? from + size : (end ?? undefined));
  const [first, last] = [page[0], page.at(-1)];
  return succeed({
    meta: {
      limit,
      after: last !== undefined && from + page.length < sorted.length ? toCursor(list.idOf(last)) : null,
      before: first !== undefined && from > 0 ? toCursor(list.idOf(first)) : null,
    },
    data: page.map(list.format),
  });
}

function sortItems<T>(
  { items, idOf, seed }: PagedList<T>,
  keyOf: ((item: T) => string | number) | undefined,
  descends: boolean,
): T[] {
  const shuffle = (item: T) =>
    createHash("sha256")
      .update(`${seed} ${idOf(item)}`)
      .digest("hex");
  const keyed = items.map((item) => ({ item, key: keyOf?.(item) ?? 0, tie: shuffle(item) }));
  const compare = <K extends string | number>(a: K, b: K) => (a < b ? -1 : Number(a > b));
  const sorted = keyed.toSorted((a, b) => (descends ? -1 : 1) * compareKeys(a.key, b.key) || compare(a.tie, b.tie));
  return sorted.map(({ item }) => item);
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}

/** Index of the cursor's record; undefined without a cursor, null for an unknown one. */
function findCursor<T>(cursor: string | null, sorted: readonly T[], { idOf }: PagedList<T>): number | null | undefined {
  if (cursor === null) return undefined;
  const at = sorted.findIndex((item) => toCursor(idOf(item)) === cursor);
  return at < 0 ? null : at;
}

function toCursor(id: string): string {
  return Buffer.from(`g2wAAAAC${id}`).toString("base64");
}
