import { readdirSync } from "node:fs";
import { taxesByCountry, wordsOf } from "@wayfare/engine";
import { loadFacts } from "@wayfare/world";
import { describe, expect, test } from "vitest";
import { acceptedUsd } from "../quality/report/taxes.ts";
import { checkExample, columns, loadExamples, readExamples, type TaxExample } from "../quality/taxes/examples.ts";

const { airports } = loadFacts();
/** Countries of the airports, and Western Sahara, which has none in the facts. */
const countries = new Set([...[...airports.values()].map(({ country }) => country), "EH"]);
const examples = loadExamples();

/** Examples whose publication has a rounded amount, another year, or charges in one sum that are not all in our table. */
const inexact = wordsOf(
  "ES-01 ES-02 ES-03 US-24 am-030 am-070 am-071 am-072 am-086 am-087 am-100 am-101 am-107 am-113 am-119 am-120 ap-036 ap-086 ap-088 ap-095",
);
/** Difference from rounding to cents and to units of a currency, in US dollars. */
const roundingUsd = 0.05;

test("the taxes of published examples are ours to a few cents, and those of the named ones are within $5", () => {
  const differences = examples.map((example) => {
    const { differenceUsd } = checkExample(example, airports);
    return { id: example.id, usd: Math.abs(differenceUsd) };
  });
  expect(differences.filter(({ usd }) => usd > acceptedUsd)).toEqual([]);
  const beyondRounding = differences.filter(({ usd }) => usd > roundingUsd).map(({ id }) => id);
  expect(new Set(beyondRounding)).toEqual(inexact);
});

test("there are at least 150 examples, each with a source, an address and a date, and none twice", () => {
  expect(examples.length).toBeGreaterThanOrEqual(150);
  expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
  const incomplete = examples.filter(({ source, address, dateRead }) => {
    // Test data of public repositories was read in an index of code, which names no address.
    const isRead = /^https?:\/\//.test(address) || (address === "-" && source !== "");
    return source === "" || !isRead || !/^2026-\d\d-\d\d$/.test(dateRead);
  });
  expect(incomplete.map(({ id }) => id)).toEqual([]);
  expect(readdirSync("quality/taxes").filter((name) => name.endsWith(".tsv"))).toHaveLength(4);
});

describe("an example", () => {
  const line = (changes: Record<string, string> = {}) => {
    const cells: Record<string, string> = {
      id: "GB-1",
      origin: "LHR",
      destination: "JFK",
      via: "-",
      departureDate: "2026-06-10",
      returnDate: "-",
      cabin: "economy",
      travelers: "adult",
      codes: "GB",
      amount: "102",
      currency: "GBP",
      ...changes,
    };
    return columns.map((column) => cells[column] ?? "").join("\t");
  };
  const read = (...rows: string[]): TaxExample[] => readExamples("t.tsv", [columns.join("\t"), ...rows, ""].join("\n"));
  const differenceOf = (changes: Record<string, string>) => {
    const [example] = read(line(changes));
    if (example === undefined) throw new Error("no example");
    return checkExample(example, airports).differenceUsd;
  };

  test("has the difference between its publication and ours", () => {
    expect(differenceOf({})).toBeCloseTo(0);
    expect(differenceOf({ amount: "92" })).toBeCloseTo(13.32);
    expect(differenceOf({ cabin: "business", amount: "244" })).toBeCloseTo(0);
    expect(differenceOf({ travelers: "child", amount: "0" })).toBeCloseTo(0);
  });

  test("has the sum of several codes, of a levy by its name, or of all taxes of all flights", () => {
    const usd = { currency: "USD" };
    expect(differenceOf({ ...usd, returnDate: "2026-06-20", codes: "AY,XF", amount: "10.10" })).toBeCloseTo(0);
    expect(differenceOf({ codes: "name:air passenger duty" })).toBeCloseTo(0);
    const domestic = { ...usd, origin: "JFK", destination: "LAX", codes: "*", amount: "25.20" };
    expect(differenceOf({ ...domestic, via: "ORD" })).toBeCloseTo(0);
  });

  test.each([
    [{ cabin: "sofa" }, '"sofa" is none of'],
    [{ travelers: "dog" }, '"dog" is none of'],
    [{ amount: "much" }, "is not an amount"],
    [{ note: "a\tb" }, "columns"],
  ])("with the fault %j is refused", (changes, message) => {
    expect(() => read(line(changes))).toThrow(message);
  });

  test.each([
    [{ origin: "XXX" }, "airport XXX is not known"],
    [{ currency: "XXX" }, "no exchange rate of XXX"],
    [{ codes: "name:window tax" }, 'no country of the journey has a levy "window tax"'],
  ])("with the fault %j cannot be checked", (changes, message) => {
    expect(() => differenceOf(changes)).toThrow(message);
  });

  test("is refused in a table with other columns", () => {
    expect(() => readExamples("t.tsv", "id\tamount\n")).toThrow("the columns are not");
  });
});

test("the tables name airports and countries that exist", () => {
  const unknown = Object.entries(taxesByCountry).flatMap(([country, { levies }]) =>
    levies.flatMap((levy) => {
      // A territory can share the levies of its state, with airports there.
      const isOf = (code: string) => {
        const home = airports.get(code)?.country ?? "";
        return home === country || taxesByCountry[home]?.levies.includes(levy) === true;
      };
      const abroad = [...wordsOf(levy.airports ?? "")].filter((code) => !isOf(code));
      const absent = [...wordsOf(levy.exceptAirports ?? "")].filter((code) => !airports.has(code));
      return [...abroad, ...absent].map((code) => `${country} ${levy.code ?? levy.name}: ${code}`);
    }),
  );
  expect(unknown).toEqual([]);
  const unknownCountries = Object.keys(taxesByCountry).filter((code) => !countries.has(code));
  expect(unknownCountries).toEqual([]);
});
