import { parseEpochDay, unitHash } from "@wayfare/engine";
import { createSandboxSupplier } from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { expect, test } from "vitest";
import { scaled } from "../../../../tests/scale.ts";
import { queryFor } from "../query.ts";
import { cellsFrom, priceCalendar, searchCell } from "./calendar-oracle.ts";

const sandbox = createSandboxSupplier({
  version: "calendar",
  buffer: makeWorld(loadFacts(), parseEpochDay("2027-01-01")),
});
const airports = ["JFK", "LHR", "CDG", "SIN", "NRT", "GRU", "SYD", "DXB", "ORD", "SJU", "KEF", "CPT", "MUC", "LAX"];
const seed = 11;
const draw = (n: number, what: number, count: number) => Math.floor(unitHash(seed, n, what, 0) * count);

const kinds = [
  { name: "one way", nights: [null] },
  { name: "stays", nights: [0, 1, 3, 7] },
  { name: "long stays", nights: [6, 7, 30, 91] },
] as const;

/** Routes, each with eight cells. */
const routes = scaled(8);

/** Both tests take most of a minute on an idle machine. */
const timeout = 300_000;

test("random cells have the prices of searches of their dates", { timeout }, async () => {
  let priced = 0;
  for (let n = 0; n < routes; n++) {
    const from = draw(n, 1, airports.length);
    const to = (from + 1 + draw(n, 2, airports.length - 1)) % airports.length;
    const query = queryFor({
      origin: { code: airports[from] ?? "", kind: "airport" },
      destination: { code: airports[to] ?? "", kind: "airport" },
      includeCash: true,
      includeAward: true,
      cabin: (["economy", "economy", "business"] as const)[draw(n, 3, 3)] ?? "economy",
      currency: (["USD", "EUR", "JPY", "KWD"] as const)[draw(n, 4, 4)] ?? "USD",
      travelers:
        n % 3 === 0
          ? { adults: 2, youths: 2, children: 1, infantsInSeat: 1, infants: 1, ages: [16, 14, 8, 1, 0] }
          : { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 },
      ...(n % 5 === 0 ? { excludeAirlines: ["BA", "AA"] } : {}),
    });
    const kind = kinds[n % kinds.length] ?? kinds[0];
    const cells = cellsFrom("2027-01-03", 40, kind.nights);
    const prices = await priceCalendar(sandbox, query, cells);
    for (let sample = 0; sample < 8; sample++) {
      const at = draw(n, 10 + sample, cells.length);
      const dates = cells[at];
      if (dates === undefined) throw new RangeError(`no cell ${at}`);
      const named = Object.keys(prices[at] ?? {}).filter((name) => !/ |cash|Cash/.test(name));
      const programs = named.filter((_, i) => (i + sample) % 5 === 0);
      const expected = await searchCell(sandbox, query, { dates, programs });
      expect(prices[at], `${kind.name} ${n} ${JSON.stringify(dates)}`).toMatchObject(expected);
      if (expected.cash !== null) priced++;
    }
  }
  expect(priced).toBeGreaterThan(routes * 4);
});

test("cells under a limit on the price have the prices of searches under it", { timeout }, async () => {
  let none = 0;
  for (const [n, currency] of (["USD", "EUR", "JPY"] as const).entries()) {
    const query = queryFor({
      origin: { code: ["JFK", "LHR", "DUB"][n] ?? "", kind: "airport" },
      destination: { code: ["LHR", "SIN", "BOS"][n] ?? "", kind: "airport" },
      currency,
      travelers: {
        adults: n === 1 ? 2 : 1,
        youths: 0,
        children: n === 1 ? 1 : 0,
        infants: n === 1 ? 1 : 0,
        infantsInSeat: 0,
      },
    });
    for (const nights of [[null], [3, 60]] as const) {
      const cells = cellsFrom("2027-02-20", 5, nights);
      const free = await priceCalendar(sandbox, query, cells);
      const amounts = free.flatMap(({ cash }) => cash ?? []).toSorted((a, b) => a - b);
      // Money parts of awards are much lower than prices in money.
      for (const share of [0.1, 0.2, 1]) {
        const maxPrice = Math.floor((amounts[Math.floor(amounts.length / 2)] ?? 0) * share);
        const prices = await priceCalendar(sandbox, { ...query, maxPrice }, cells);
        for (const at of [nights.length === 1 ? 2 : 7]) {
          const dates = cells[at];
          if (dates === undefined) throw new RangeError(`no cell ${at}`);
          const programs = Object.keys(free[at] ?? {}).filter((name, i) => i % 6 === n && !/ |cash|Cash/.test(name));
          const expected = await searchCell(sandbox, { ...query, maxPrice }, { dates, programs });
          for (const [name, value] of Object.entries(expected)) {
            expect(prices[at]?.[name] ?? null, `${name} ${maxPrice} ${JSON.stringify(dates)}`).toBe(value);
            if (value === null && free[at]?.[name] !== null) none++;
          }
        }
      }
    }
  }
  expect(none).toBeGreaterThan(5);
});
