import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../tests/databases.ts";
import { startApp } from "./access-app.ts";
import { goodSearch } from "./running-app.ts";

const statuses = (answers: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe.each(testDatabaseKinds)("on %s", (kind) => {
  test("a key makes 200 requests at once, then 50 a second", async () => {
    const { app } = await startApp(kind, { rateLimitFactor: 1 });
    const many = (count: number) => Promise.all(Array.from({ length: count }, () => app.call("/v1/keys/self")));
    expect(statuses(await many(230))).toEqual({ 200: 200, 429: 30 });
    app.clock.advance(1000);
    expect(statuses(await many(70))).toEqual({ 200: 50, 429: 20 });
    app.clock.advance(10_000);
    expect(statuses(await many(230))).toEqual({ 200: 200, 429: 30 });
  });

  test("of them 40 searches at once, then 20 a second; a refused search costs a request nothing", async () => {
    const { app } = await startApp(kind, { rateLimitFactor: 1 });
    const search = () => app.call("/v1/search", { body: goodSearch });
    const many = async (count: number) => {
      const answers = [];
      for (let n = 0; n < count; n++) answers.push(await search());
      return answers;
    };
    expect(statuses(await many(45))).toEqual({ 200: 40, 429: 5 });
    app.clock.advance(1000);
    expect(statuses(await many(25))).toEqual({ 200: 20, 429: 5 });
  });
});
