import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AuditEvent, type Page, Pages, Wayfare, WayfareError } from "../../src/index.ts";
import { fakeFetch } from "./fake-service.ts";

/** A service with `count` audit events. The cursor is the index of the next one. */
function serveRows(count: number, pageSize = 50) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `aud_${index}` }));
  const { fetch, sent } = fakeFetch((_, { url }) => {
    const query = new URL(url).searchParams;
    const from = Number(query.get("cursor") ?? 0);
    const to = from + Number(query.get("limit") ?? pageSize);
    return Response.json({ data: rows.slice(from, to), nextCursor: to < count ? String(to) : null });
  });
  const { auditEvents } = new Wayfare({ baseUrl: "http://service", fetch });
  return { auditEvents, rows, sent };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const anyRows = fc.integer({ min: 0, max: 300 });
const anyLimit = fc.integer({ min: 1, max: 200 });

describe("a list", () => {
  test("iterates over every row once, in order, for any page size", async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, anyLimit, async (count, limit) => {
        const { auditEvents, rows, sent } = serveRows(count);
        const seen: AuditEvent[] = await Array.fromAsync(auditEvents.list({ limit }));
        expect(idsOf(seen)).toEqual(idsOf(rows));
        expect(sent).toHaveLength(Math.max(1, Math.ceil(count / limit)));
      }),
      { numRuns: 200, seed: 9 },
    );
  });

  test("requests a page when its first row is needed, and none after the loop", async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, anyLimit, fc.nat(299), async (count, limit, last) => {
        const { auditEvents, sent } = serveRows(count);
        const list = auditEvents.list({ limit });
        expect(sent).toHaveLength(0);
        let position = 0;
        for await (const row of list) {
          expect(row.id).toBe(`aud_${position}`);
          expect(sent).toHaveLength(Math.floor(position / limit) + 1);
          if (position === last) break;
          position += 1;
        }
        expect(sent).toHaveLength(last < count ? Math.floor(last / limit) + 1 : Math.max(1, Math.ceil(count / limit)));
      }),
      { numRuns: 200, seed: 9 },
    );
  });

  test("starts at the given cursor and keeps its filters on every page", async () => {
    const { auditEvents, rows, sent } = serveRows(10);
    const seen = await Array.fromAsync(auditEvents.list({ type: "key.created", limit: 3, cursor: "4" }));
    expect(idsOf(seen)).toEqual(idsOf(rows.slice(4)));
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      "?type=key.created&limit=3&cursor=4",
      "?type=key.created&limit=3&cursor=7",
    ]);
  });

  test("resolves to the first page and requests it once", async () => {
    const { auditEvents, rows, sent } = serveRows(120);
    const list = auditEvents.list();
    const page = await list;
    expect(idsOf(page.data)).toEqual(idsOf(rows.slice(0, 50)));
    expect(page.nextCursor).toBe("50");
    expect(await list).toBe(page);
    expect(await list.finally(() => {})).toBe(page);
    expect(sent).toHaveLength(1);
  });

  test("starts at the first page in every loop", async () => {
    const { auditEvents, sent } = serveRows(3);
    const list = auditEvents.list();
    expect(await Array.fromAsync(list)).toEqual(await Array.fromAsync(list));
    expect(sent).toHaveLength(2);
  });

  test("iterates over pages with byPage", async () => {
    const sizes: number[] = [];
    for await (const { data } of serveRows(120).auditEvents.list().byPage()) sizes.push(data.length);
    expect(sizes).toEqual([50, 50, 20]);
  });

  test("rejects with the error of its page when awaited, caught or iterated", async () => {
    const failed = new Pages(() => Promise.reject(new WayfareError("no")));
    await expect(failed).rejects.toThrow("no");
    expect(await failed.catch(String)).toBe("WayfareError: no");
    await expect(Array.fromAsync(failed)).rejects.toThrow("no");
  });

  test("throws when the service returns the same cursor twice", async () => {
    const looping = new Pages(async (): Promise<Page<number>> => ({ data: [1], nextCursor: "same" }));
    await expect(Array.fromAsync(looping)).rejects.toThrow("would never end");
  });
});
