import { FaresFileError, loadFacts, readFaresFile } from "@wayfare/world";
import { describe, expect, test } from "vitest";

const facts = loadFacts();
const heading =
  "carrier,origin,destination,trip,cabin,class,basis,brand,usd,stops,advance,minimum,maximum,saturday,travel,weekdays";
const good = "BA,LON,JFK,RT,economy,T,TLXR30LT,Economy Light,219.5,,30,3,30,y,,";

function problemsOf(...lines: string[]): string[] {
  try {
    readFaresFile("fares.csv", [heading, ...lines].join("\n"), facts);
    return [];
  } catch (error) {
    if (!(error instanceof FaresFileError)) throw error;
    expect(error.message).toContain("fares.csv:\n  line ");
    return error.errors.map(({ line, problem }) => `${line}: ${problem}`);
  }
}

describe("a file of fares", () => {
  test("returns its filings in file order, including city codes", () => {
    const filings = readFaresFile("fares.csv", [heading, good, good.replace("LON", "LGW")].join("\n"), facts);
    expect(filings.map(({ origin, usdCents, trip }) => [origin, usdCents, trip])).toEqual([
      ["LON", 21_950, "halfRoundTrip"],
      ["LGW", 21_950, "halfRoundTrip"],
    ]);
  });

  test("rejects all invalid lines at once, in order", () => {
    expect(
      problemsOf(
        good.replace("BA", "0X"),
        good,
        good.replace("219.5", "cheap"),
        good.replace("LON", "XQX"),
        good.replace("LON", "JFK"),
      ),
    ).toEqual([
      "2: unknown airline 0X",
      '4: usd is "cheap", not dollars with up to two decimals',
      "5: unknown airport or city XQX",
      "6: origin and destination are both JFK",
    ]);
  });

  test("rejects a file without filings or with a missing column", () => {
    expect(problemsOf()).toEqual(["2: no filing below the heading"]);
    expect(() => readFaresFile("fares.csv", heading.replace("usd", "eur"), facts)).toThrow(
      "fares.csv:\n  line 1: the heading has no column usd",
    );
  });

  test("lists twenty lines and counts the others", () => {
    const lines = Array.from({ length: 25 }, () => good.replace("BA", "0X"));
    expect(() => readFaresFile("fares.csv", [heading, ...lines].join("\n"), facts)).toThrow(
      /line 21: .*\n {2}and 5 more$/,
    );
  });
});
