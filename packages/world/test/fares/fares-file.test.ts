import { FaresFileRefused, loadFacts, readFaresFile } from "@wayfare/world";
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
    if (!(error instanceof FaresFileRefused)) throw error;
    expect(error.message).toContain("fares.csv cannot be sold from:\n  line ");
    return error.faults.map(({ line, problem }) => `${line}: ${problem}`);
  }
}

describe("a file of fares", () => {
  test("gives its filings in its order, city codes and all", () => {
    const filings = readFaresFile("fares.csv", [heading, good, good.replace("LON", "LGW")].join("\n"), facts);
    expect(filings.map(({ origin, usdCents, trip }) => [origin, usdCents, trip])).toEqual([
      ["LON", 21_950, "halfRoundTrip"],
      ["LGW", 21_950, "halfRoundTrip"],
    ]);
  });

  test("is refused with every faulty line at once, in their order", () => {
    expect(
      problemsOf(
        good.replace("BA", "0X"),
        good,
        good.replace("219.5", "cheap"),
        good.replace("LON", "XQX"),
        good.replace("LON", "JFK"),
      ),
    ).toEqual([
      "2: 0X is no airline of the sandbox",
      '4: usd is "cheap", not dollars with up to two decimals',
      "5: XQX is not an airport or city of the sandbox",
      "6: the fare leaves JFK for itself",
    ]);
  });

  test("is refused where it has no filing, or its heading no column", () => {
    expect(problemsOf()).toEqual(["2: there is no filing below the heading"]);
    expect(() => readFaresFile("fares.csv", heading.replace("usd", "eur"), facts)).toThrow(
      "fares.csv cannot be sold from:\n  line 1: the heading has no column usd",
    );
  });

  test("names twenty lines and counts the others", () => {
    const lines = Array.from({ length: 25 }, () => good.replace("BA", "0X"));
    expect(() => readFaresFile("fares.csv", [heading, ...lines].join("\n"), facts)).toThrow(
      /line 21: .*\n {2}and 5 more$/,
    );
  });
});
