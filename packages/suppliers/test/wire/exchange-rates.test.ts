import { currencies, isCurrency, isSearchCurrency } from "@wayfare/contract";
import {
  convertMinor,
  findExchangeRate,
  fromUsdCents,
  readExchangeRatesFile,
  useExchangeRates,
} from "@wayfare/suppliers";
import { afterEach, describe, expect, test } from "vitest";
import { addMargin, parseMargin } from "../../src/wire/margin.ts";

const heading = "currency\tusdPerUnit\tasOf\tsource";

afterEach(() => useExchangeRates([]));

describe("exchange rates", () => {
  test("are known for every currency of a search, with date and source", () => {
    for (const currency of currencies) {
      expect(findExchangeRate(currency)).toMatchObject({ currency, asOf: "2026-03-31", source: expect.any(String) });
    }
  });

  test("of the operator are added to those of the table, and replace them", () => {
    expect(findExchangeRate("UAH")).toBeUndefined();
    expect(convertMinor(4_000_00, "UAH", "USD")).toBe(Number.POSITIVE_INFINITY);
    expect(convertMinor(100_00, "USD", "UAH")).toBe(Number.POSITIVE_INFINITY);
    expect(convertMinor(100_00, "EUR", "USD")).toBe(115_30);
    useExchangeRates(
      readExchangeRatesFile(`# bank\r\n${heading}\r\nUAH\t0.025\t2026-11-20\tbank\r\nEUR\t1.2\t2026-11-20\tbank\r\n`),
    );
    expect(findExchangeRate("UAH")).toEqual({ currency: "UAH", usdPerUnit: 0.025, asOf: "2026-11-20", source: "bank" });
    expect(convertMinor(4_000_00, "UAH", "USD")).toBe(100_00);
    expect(convertMinor(100_00, "EUR", "USD")).toBe(120_00);
    expect(convertMinor(120_00, "USD", "EUR")).toBe(100_00);
  });

  test("of the operator do not change prices of the sandbox", () => {
    const before = fromUsdCents(10_000, "EUR");
    useExchangeRates(readExchangeRatesFile(`${heading}\nEUR\t2\t2026-11-20\tbank`));
    expect(fromUsdCents(10_000, "EUR")).toBe(before);
  });

  test("are needed for a fixed margin in another currency", () => {
    const offer = { currency: "UAH", total: 100, perTraveler: [] } as unknown as Parameters<typeof addMargin>[0];
    expect(addMargin(offer, parseMargin("4.50 USD"))).toBeNull();
    expect(addMargin(offer, parseMargin("10%"))).toMatchObject({ total: 110 });
  });
});

describe("a file of exchange rates", () => {
  test("is refused with every bad line", () => {
    const text = [
      "# rates",
      heading,
      "UAH\t0.025\t2026-11-20\tbank",
      "QQQ\t1\t2026-11-20\tbank",
      "EUR\t0\t2026-11-20\tbank",
      "GBP\t1,3\t2026-11-20\tbank",
      "SEK\t0.1\t2026-02-30\tbank",
      "NOK\t0.1\t2026-11-20\t",
      "USD\t1\t2026-11-20\tbank",
      "UAH\t0.026\t2026-11-21\tbank",
      "DKK\t0.1\t2026-11-20\tbank\tmore",
    ].join("\n");
    expect(() => readExchangeRatesFile(text)).toThrow(
      [
        "line 4: currency must be a code of ISO 4217",
        "line 5: usdPerUnit must be a positive decimal number",
        "line 6: usdPerUnit must be a positive decimal number",
        "line 7: asOf must be a date, YYYY-MM-DD",
        "line 8: source must have 1 to 200 characters",
        "line 9: USD is the base of all rates",
        "line 10: UAH is also in line 3",
        "line 11: there must be 4 columns",
      ].join("; "),
    );
  });

  test("is refused with another first line", () => {
    expect(() => readExchangeRatesFile("EUR\t1.1")).toThrow("the first line must be the columns currency, usdPerUnit");
  });
});

test("suppliers state more currencies than a search can request", () => {
  const others = ["UAH", "LKR", "NGN", "ARS", "XOF", "GEL", "BGN", "KZT"];
  expect(others.filter(isCurrency)).toEqual(others);
  expect(others.filter(isSearchCurrency)).toEqual([]);
  expect(["QQQ", "XAU", "XXX", "usd", ""].filter(isCurrency)).toEqual([]);
});
