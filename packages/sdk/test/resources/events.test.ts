import { expect, test } from "vitest";
import { ConflictError, Wayfare } from "../../src/index.ts";
import { fakeFetch, problem } from "../client/fake-service.ts";

test("follows the feed from page to page, skips empty pages, and passes on an expired cursor", async () => {
  const pages = [["evt_1"], [], ["evt_2", "evt_3"]].map((ids, index) => {
    return { data: ids.map((id) => ({ id })), nextCursor: `c${index + 1}` };
  });
  const { fetch, sent } = fakeFetch((n) => (pages[n] ? Response.json(pages[n]) : problem(410, "CURSOR_EXPIRED")));
  const { events } = new Wayfare({ baseUrl: "http://service", apiKey: "key_test_1", fetch });
  const seen: unknown[] = [];
  const following = (async () => {
    for await (const { data, nextCursor } of events.follow({ after: "c0" })) {
      seen.push([data.map(({ id }) => id), nextCursor]);
    }
  })();
  await expect(following).rejects.toThrow(ConflictError);
  expect(seen).toEqual([
    [["evt_1"], "c1"],
    [["evt_2", "evt_3"], "c3"],
  ]);
  const queries = sent.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
  expect(queries[0]).toEqual({ order: "oldest", after: "c0", waitSeconds: "20" });
  expect(queries.map(({ after }) => after)).toEqual(["c0", "c1", "c2", "c3"]);
});
