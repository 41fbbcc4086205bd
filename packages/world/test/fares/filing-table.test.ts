import { describe, expect, test } from "vitest";
import { FilingTableError, readFilings } from "../../src/fares/filing-table.ts";

const heading =
  "carrier\torigin\tdestination\ttrip\tcabin\tclass\tbasis\tbrand\tusd\tstops\tadvance\tminimum\tmaximum\tsaturday\ttravel\tweekdays";
const winter = "BA\tLHR\tJFK\tRT\teconomy\tT\tTLXR30LT\tEconomy Light\t219.5\t0\t30\t3\t30\ty\t1101-0319\t236";
const any = "B6\tBOS\tLAX\tOW\teconomy\tY\tYOW\tBlue\t300\t\t\t\t\t\t\t";

describe("a table of filings", () => {
  test("returns filings in the engine's format", () => {
    expect(readFilings([heading, winter, "", any].join("\r\n"))).toEqual({
      errors: [],
      filings: [
        {
          line: 2,
          filing: {
            carrier: "BA",
            origin: "LHR",
            destination: "JFK",
            trip: "halfRoundTrip",
            cabin: "economy",
            bookingClass: "T",
            fareBasis: "TLXR30LT",
            brand: "Economy Light",
            usdCents: 21_950,
            stops: 0,
            advancePurchaseDays: 30,
            minimumStayNights: 3,
            maximumStayNights: 30,
            saturdayNight: true,
            travel: [{ from: 1101, until: 319 }],
            weekdays: [1, 2, 5],
            carryOn: 0,
            checked: 0,
            changeable: false,
            refundable: false,
          },
        },
        {
          line: 4,
          filing: {
            carrier: "B6",
            origin: "BOS",
            destination: "LAX",
            trip: "oneWay",
            cabin: "economy",
            bookingClass: "Y",
            fareBasis: "YOW",
            brand: "Blue",
            usdCents: 30_000,
            stops: null,
            advancePurchaseDays: 0,
            minimumStayNights: 0,
            maximumStayNights: null,
            saturdayNight: false,
            travel: [],
            weekdays: [0, 1, 2, 3, 4, 5, 6],
            carryOn: 0,
            checked: 0,
            changeable: false,
            refundable: false,
          },
        },
      ],
    });
  });

  test("may be comma-separated with quotes, and state what a fare includes", () => {
    const csv = (line: string) => line.replaceAll("\t", ",");
    const allowed = `${csv(any).replace("Blue", '"""Blue"", Extra ✈️"')},1,2,y,`;
    expect(readFilings([`${csv(heading)},carryon,checked,changes,refunds`, allowed].join("\n"))).toMatchObject({
      errors: [],
      filings: [
        {
          filing: {
            brand: '"Blue", Extra ✈️',
            carryOn: 1,
            checked: 2,
            changeable: true,
            refundable: false,
            usdCents: 30_000,
          },
        },
      ],
    });
  });

  test.each([
    [winter.replace("BA", "B"), 'carrier is "B", not two letters or digits'],
    [winter.replace("RT", "CT"), 'trip is "CT", not OW or RT'],
    [winter.replace("219.5", "219.505"), 'usd is "219.505", not dollars with up to two decimals'],
    [winter.replace("219.5", "-1"), 'usd is "-1", not dollars with up to two decimals'],
    [winter.replace("0319", "0230"), "travel has 0230, which is not a day of the year"],
    [winter.replace("236", "238"), 'weekdays is "238", not digits from 1 to 7'],
    [winter.replace("\tT\t", "\tN\t"), 'class is "N", but economy has the classes Y, B, M, H, Q, K, V, L, S, T'],
    ["BA", 'origin is "", not three letters'],
  ])("skips an invalid line with its error: %s", (line, problem) => {
    expect(readFilings(`${heading}\n${any}\n${line}`)).toMatchObject({
      filings: [{ filing: { carrier: "B6" } }],
      errors: [{ line: 3, problem }],
    });
  });

  test("rejects a missing column", () => {
    expect(() => readFilings(heading.replace("usd", "eur"))).toThrow(
      new FilingTableError(1, "the heading has no column usd"),
    );
  });

  test.each([
    ["a quote that is not closed", any.replace("Blue", '"Blue'), "a quote is not closed."],
    ["text after a quote", any.replace("Blue", '"Blue" Basic'), "text after a closing quote."],
    ["a quote inside a cell", any.replace("Blue", 'Blue "Basic"'), "a quote in a cell that is not in quotes."],
  ])("rejects %s with its line", (_, line, problem) => {
    expect(() => readFilings(`${heading}\n${any}\n\n${line}\n${any}\n`)).toThrow(new FilingTableError(4, problem));
  });
});
