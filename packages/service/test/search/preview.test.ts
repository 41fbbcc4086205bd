import { previewSearch } from "@wayfare/search";
import { describe, expect, test } from "vitest";
import { startApp } from "../access-app.ts";
import { goodSearch, startMs } from "../running-app.ts";
import { makeCash, makeFlight, makeSupply, supplierOf } from "../sample-supply.ts";

const flight = makeFlight({ cash: [makeCash(40_000), makeCash(70_123, "Flex")] });
const body = { ...goodSearch, includeAward: true };

describe("a search preview", () => {
  test("returns the response of the API", async () => {
    const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [flight])] });
    const { body: raw } = await app.call("/v1/flights/search", {
      body: { ...body, profile: "business", weights: { price: 0 } },
    });
    const { body: answered } = await app.call("/v1/search", { body });
    const { scoreOptions, flights } = await previewSearch(makeSupply([supplierOf("sandbox", [flight])]), body, startMs);
    const unnamed = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll(/off_[0-9a-z]{26}|(?<="expiresAt":")[^"]+/g, ""));
    expect(unnamed(scoreOptions)).toEqual(unnamed(answered.scoreOptions));
    expect(unnamed(flights)).toEqual(unnamed(answered.flights));
    // The raw operation accepts profile and weights, and ignores them.
    expect(unnamed(raw.flights)).toEqual(unnamed(flights));
  });

  test("uses the weights", async () => {
    const supply = makeSupply([supplierOf("sandbox", [flight])]);
    const orderOf = async (weights: { price?: number }) =>
      (await previewSearch(supply, { ...goodSearch, weights }, startMs)).scoreOptions.map(
        ({ components }) => components.price,
      );
    const [first = 0, second = 0] = await orderOf({});
    expect(second).toBeLessThan(first);
    expect(await orderOf({ price: 0 })).toEqual([35, 35]);
  });

  test("rejects like the API", async () => {
    const supply = makeSupply([supplierOf("sandbox", [flight])]);
    await expect(previewSearch(supply, { ...body, origin: "QQQ" }, startMs)).rejects.toThrow(
      /Unknown airport or city code QQQ/,
    );
  });
});

test.each([
  ["USD", "$301.23", "$301"],
  ["JPY", "¥30,123", "¥30,123"],
] as const)("formats a difference in %s in whole units", async (currency, exact, rounded) => {
  const supply = makeSupply([supplierOf("sandbox", [makeFlight({ cash: flight.cash, award: [] })])]);
  const { scoreOptions } = await previewSearch(supply, { ...goodSearch, currency }, startMs);
  const text = scoreOptions.flatMap(({ reasons }) => reasons).join(" · ");
  expect(text).toContain(`${rounded} more than`);
  if (exact !== rounded) expect(text).not.toContain(exact);
});
