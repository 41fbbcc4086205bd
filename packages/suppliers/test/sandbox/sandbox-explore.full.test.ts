import { parseEpochDay, unitHash } from "@wayfare/engine";
import { createSandboxSupplier, type LowestPrice } from "@wayfare/suppliers";
import { loadFacts, makeWorld } from "@wayfare/world";
import { expect, test } from "vitest";
import { queryFor } from "../query.ts";
import { cellsFrom, searchCell } from "./calendar-oracle.ts";

const sandbox = createSandboxSupplier({
  version: "explore",
  buffer: makeWorld(loadFacts(), parseEpochDay("2027-01-01")),
});
const searchedAtMs = Date.parse("2027-01-02T10:30:30Z");
const { signal } = new AbortController();
const airports = ["LHR", "CDG", "SIN", "NRT", "GRU", "SYD", "DXB", "ORD", "SJU", "KEF", "CPT", "MUC", "LAX", "HNL"];
const programs = ["aeroplan", "britishairways", "flyingblue"];
const seed = 29;
const draw = (n: number, what: number, count: number) => Math.floor(unitHash(seed, n, what, 0) * count);

/** The lowest price of some cells and the first cell that has it. */
function lowestOf(prices: readonly (number | null | undefined)[]): LowestPrice | null {
  const least = Math.min(...prices.map((price) => price ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(least) ? { value: least, cell: prices.indexOf(least) } : null;
}

test("each destination has the lowest prices of the searches of all of its dates", async () => {
  let priced = 0;
  for (let n = 0; n < 8; n++) {
    const origin = ["JFK", "FRA", "city:LON", "BOS"][n % 4] ?? "JFK";
    const [code = "", kind] = origin.split(":").toReversed();
    const { destination: _destination, ...search } = queryFor({
      origin: { code, kind: kind === "city" ? "city" : "airport" },
      includeCash: true,
      includeAward: true,
      programs,
      maxStops: ([0, 1, 2] as const)[n % 3] ?? 1,
      currency: (["USD", "EUR", "JPY"] as const)[draw(n, 1, 3)] ?? "USD",
      travelers:
        n % 3 === 0
          ? { adults: 2, youths: 2, children: 1, infantsInSeat: 1, infants: 1, ages: [16, 14, 8, 1, 0] }
          : { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 },
    });
    const first = draw(n, 2, airports.length - 4);
    const destinations = airports
      .slice(first, first + 4)
      .filter((airport) => airport !== code && !(code === "LON" && airport === "LHR"))
      .map((airport) => ({ code: airport, kind: "airport" as const }));
    const cells = cellsFrom("2027-01-10", 3, n % 2 === 0 ? [null] : [2, 3]);
    const context = { searchedAtMs, signal };
    const explored = await sandbox.explore?.({ search, destinations, cells }, context);
    expect(explored?.map(({ destination }) => destination)).toEqual(destinations);
    for (const found of explored ?? []) {
      const query = { ...search, destination: found.destination };
      const searched = await Promise.all(cells.map((dates) => searchCell(sandbox, query, { dates, programs })));
      const label = `${n} ${code}-${found.destination.code}`;
      expect(found.cash, label).toEqual(lowestOf(searched.map(({ cash }) => cash)));
      expect(found.nonstopCash, label).toEqual(lowestOf(searched.map(({ nonstopCash }) => nonstopCash)));
      const miles = programs.map((program) => lowestOf(searched.map((cell) => cell[program])));
      expect(found.award?.value, label).toBe(lowestOf(miles.map((each) => each?.value))?.value);
      if (found.award !== null) {
        const { program, ...lowest } = found.award;
        expect(lowest, label).toEqual(miles[programs.indexOf(program)]);
      }
      if (found.cash !== null) priced++;
    }
  }
  expect(priced).toBeGreaterThan(15);
});

test("stops when the caller leaves", async () => {
  const { destination: _destination, ...search } = queryFor({ includeAward: false });
  const destinations = Array.from({ length: 400 }, () => ({ code: "LHR", kind: "airport" as const }));
  const leaving = new AbortController();
  const exploring = sandbox.explore?.(
    { search, destinations, cells: cellsFrom("2027-01-10", 31, [null]) },
    { searchedAtMs, signal: leaving.signal },
  );
  setImmediate(() => leaving.abort(new Error("the caller left")));
  await expect(exploring).rejects.toThrow("the caller left");
});
