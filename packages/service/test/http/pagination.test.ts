import { DomainError, newId, PlaceSchema, type RowScope } from "@wayfare/contract";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listQuery, listResponses, makeCursors, type PageScope, readPage } from "../../src/http/pagination.ts";
import { parseServerSecrets } from "../../src/secrets/server-secret.ts";

const runs = { seed: 20_260_302, numRuns: 200 };
const secretText = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;
const cursors = makeCursors(parseServerSecrets(secretText("a", 1)));
const owner: RowScope = { accountId: "acct_1", environment: "test", applicationId: null };
const scope: PageScope = {
  ...owner,
  route: "GET /v1/searches",
  filters: { from: "2026-01-01", failed: false, status: undefined },
};
/** List request with the scope `scope`. */
const list = { cursors, owner, route: scope.route };
const lastId = "srch_01aryz6s410000000000000000";

describe("a cursor", () => {
  test("round-trips the id", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40, unit: "grapheme" }), (id) => {
        expect(cursors.read(scope, cursors.write(scope, id))).toBe(id);
      }),
      runs,
    );
  });

  test("is URL-safe and fits the length limit of the query string", () => {
    const cursor = cursors.write(scope, lastId);
    expect(cursor).toMatch(/^[\w-]{64}$/);
    expect(encodeURIComponent(cursor)).toBe(cursor);
  });

  test("is null for the first page", () => {
    expect(cursors.read(scope, undefined)).toBeNull();
  });

  test("ignores the order of filters and absent filters", () => {
    const filters = { status: undefined, other: undefined, failed: false, from: "2026-01-01" };
    expect(cursors.read({ ...scope, filters }, cursors.write(scope, lastId))).toBe(lastId);
  });

  test.each<[string, PageScope]>([
    ["account", { ...scope, accountId: "acct_2" }],
    ["environment", { ...scope, environment: "live" }],
    ["application", { ...scope, applicationId: "app_1" }],
    ["route", { ...scope, route: "GET /v1/keys" }],
    ["filter's value", { ...scope, filters: { ...scope.filters, from: "2026-01-02" } }],
    ["filter's type", { ...scope, filters: { ...scope.filters, failed: "false" } }],
    ["filter's name", { ...scope, filters: { until: "2026-01-01", failed: false } }],
    ["filter more", { ...scope, filters: { ...scope.filters, status: "ok" } }],
    ["filter less", { ...scope, filters: { from: "2026-01-01" } }],
    ["border between two members", { ...scope, accountId: "acct_", environment: "1test" }],
  ])("is refused with another %s", (_, other) => {
    const cursor = cursors.write(scope, lastId);
    expect(codeOf(() => cursors.read(other, cursor))).toBe("CURSOR_INVALID");
  });

  test("is rejected if any character is changed, removed or added", () => {
    // Three lengths, so that the last base64 character has zero, two and four unused bits.
    for (const id of [lastId, `${lastId}0`, `${lastId}00`]) {
      const cursor = cursors.write(scope, id);
      for (const at of cursor.split("").keys()) {
        const [before, after] = [cursor.slice(0, at), cursor.slice(at + 1)];
        for (const other of alphabet.split("").filter((character) => character !== cursor[at])) {
          expectInvalid(before + other + after);
        }
        expectInvalid(before + after);
        expectInvalid(`${before}A${cursor.slice(at)}`);
      }
    }
  });

  test("is rejected if it is shortened, encoded differently or made up", () => {
    const cursor = cursors.write(scope, `${lastId}~~~???`);
    for (const length of cursor.split("").keys()) expectInvalid(cursor.slice(0, length));
    const spellings = [
      `${cursor}=`,
      ` ${cursor}`,
      `${cursor}\n`,
      `${cursor}é`,
      Buffer.from(cursor).toString("base64url"),
    ];
    for (const text of [...spellings, "", ".", "null", lastId, Buffer.from(lastId).toString("base64url")]) {
      expectInvalid(text);
    }
  });

  test("signed with an old secret is valid while that secret is configured", () => {
    const rotated = makeCursors(parseServerSecrets(`${secretText("b", 2)},${secretText("a", 1)}`));
    const next = makeCursors(parseServerSecrets(secretText("b", 2)));
    const old = cursors.write(scope, lastId);
    expect(rotated.read(scope, old)).toBe(lastId);
    expect(next.read(scope, rotated.write(scope, lastId))).toBe(lastId);
    expect(codeOf(() => next.read(scope, old))).toBe("CURSOR_INVALID");
  });
});

describe("a page", () => {
  test.each([
    [0, 2, false],
    [1, 2, false],
    [2, 2, false],
    [3, 2, true],
  ])("of %i rows under a limit of %i has a next one: %s", async (count, limit, more) => {
    const rows = makeRows(count);
    const page = await readPage({ ...list, query: { ...scope.filters, limit } }, async (range) => {
      expect(range).toEqual({ filters: scope.filters, afterId: null, limit: limit + 1 });
      return rows.slice(0, range.limit);
    });
    expect(page.data).toEqual(rows.slice(0, limit));
    expect(page.nextCursor).toBe(more ? cursors.write(scope, rows[limit - 1]?.id ?? "") : null);
  });

  test("is followed by pages that contain every row once, newest first", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 20 }), async (count, limit) => {
        const rows = makeRows(count);
        const pages = await readAllPages(rows, limit);
        expect(pages.flat()).toEqual(rows.map(({ id }) => id));
        expect(pages).toHaveLength(Math.max(1, Math.ceil(count / limit)));
      }),
      runs,
    );
  });

  test("refers to the schema of its rows and has a cursor or null", () => {
    const ajv = new Ajv({ strict: false });
    ajv.addSchema(PlaceSchema);
    const validate = ajv.compile(listResponses(PlaceSchema)[200]);
    expect(validate({ data: [], nextCursor: null })).toBe(true);
    expect(validate({ data: [], nextCursor: "x" })).toBe(true);
    expect(validate({ data: [{}], nextCursor: null })).toBe(false);
    expect(validate({ data: [] })).toBe(false);
  });

  test.each([
    [{}, true],
    [{ limit: 1, cursor: "x" }, true],
    [{ limit: 200, cursor: "x".repeat(200) }, true],
    [{ limit: 0 }, false],
    [{ limit: 201 }, false],
    [{ limit: 1.5 }, false],
    [{ cursor: "" }, false],
    [{ cursor: "x".repeat(201) }, false],
  ])("accepts the query %j: %s", (query, good) => {
    const validate = new Ajv({ strict: false }).compile(listQuery({}));
    expect(validate(query)).toBe(good);
  });
});

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. ";

function expectInvalid(cursor: string): void {
  expect(
    codeOf(() => cursors.read(scope, cursor)),
    JSON.stringify(cursor),
  ).toBe("CURSOR_INVALID");
}

function codeOf(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return undefined;
}

function makeRows(count: number): { id: string }[] {
  const ids = Array.from({ length: count }, (_, at) => ({ id: newId("srch", 1_767_225_600_000 + at, zeros) }));
  return ids.toReversed();
}

const zeros = new Uint8Array(10);

/** Follows the cursors and returns the ids of every page. */
async function readAllPages(rows: readonly { id: string }[], limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const query = { limit, ...(cursor !== undefined && { cursor }) };
    const page = await readPage({ ...list, query }, async ({ afterId, limit: maxRows }) =>
      rows.filter(({ id }) => afterId === null || id < afterId).slice(0, maxRows),
    );
    pages.push(page.data.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}
