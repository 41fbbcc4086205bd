import { type MonthlyService, NetworkFileError, readNetworkFile } from "@wayfare/world";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";

const optdHeading = "#legori;legdes;operating_airline;deptdtYYYYMM;capacity;frequency";
const jfkLhr: MonthlyService = { origin: "JFK", destination: "LHR", airline: "BA", flights: 248 };

/** The error of the only line below a heading. */
function problemOf(line: string): string | undefined {
  const { services, errors } = readNetworkFile(`origin,destination,airline,flights\n${line}\n`);
  if (services.length > 0) expect(errors).toEqual([]);
  return errors[0]?.problem;
}

describe("a network file", () => {
  test.each([["tab", "\t"], ...[";", "^", ","].map((separator) => [separator, separator])])(
    "separated by %s is read",
    (_, separator) => {
      const lines = [
        ["origin", "destination", "airline", "flights"],
        ["JFK", "LHR", "BA", "248"],
      ];
      const text = lines.map((cells) => cells.join(separator)).join("\n");
      expect(readNetworkFile(text)).toEqual({ services: [jfkLhr], errors: [] });
    },
  );

  it("has OpenTravelData's columns, or this project's in any order and case, mixed with others", () => {
    const texts = [
      `${optdHeading}\nJFK;LHR;BA;201608;62000;248\n`,
      "note,Flights, AIRLINE ,colour,Destination,Origin\nfull,248,BA,red,LHR,JFK\n",
    ];
    for (const text of texts) expect(readNetworkFile(text)).toEqual({ services: [jfkLhr], errors: [] });
  });

  it("may have a byte order mark, CRLF line ends, empty lines and spaces", () => {
    const text = `\uFEFF${optdHeading}\r\n\r\n JFK ; LHR ;ba;201608;62000; 248 \r\n  \r\n`;
    expect(readNetworkFile(text)).toEqual({ services: [jfkLhr], errors: [] });
    expect(readNetworkFile(`${optdHeading}\nJFK;LHR;BA;201608;62000;248`).services).toEqual([jfkLhr]);
    expect(readNetworkFile(optdHeading)).toEqual({ services: [], errors: [] });
  });

  it("without a column is rejected with both names of each missing column and the separators", () => {
    const names = [
      ["origin", "legori"],
      ["destination", "legdes"],
      ["airline", "operating_airline"],
      ["flights", "frequency"],
    ];
    for (const [missing = "", theirs] of names) {
      const heading = names.flatMap(([name = ""]) => (name === missing ? [] : [name])).join(";");
      const read = () => readNetworkFile(`${heading}\nJFK;LHR;BA;1\n`);
      expect(read).toThrow(NetworkFileError);
      expect(read).toThrow(
        `missing columns: ${missing} or ${theirs}. The first line must name the columns, separated by tab, ";", "^" or ",".`,
      );
    }
    expect(() => readNetworkFile("origin|destination|airline|flights\nJFK|LHR|BA|1")).toThrow(
      "missing columns: origin or legori, destination or legdes, airline or operating_airline, flights or frequency.",
    );
  });

  it("without a heading, or empty, is rejected", () => {
    for (const text of ["", "\uFEFF", "\n\n", "\r\n", "JFK,LHR,BA,248\n"]) {
      expect(() => readNetworkFile(text), JSON.stringify(text)).toThrow(NetworkFileError);
    }
  });

  it("skips invalid lines with line number and error, and reads the others", () => {
    const lines = [
      optdHeading,
      "JF;LHR;BA;;;1",
      "",
      "JFK;LHR;BA;;;248",
      "JFK;JFK;BA;;;1",
      "JFK;LHR;BA",
      "AAA;BBB;CC;;;-1",
    ];
    expect(readNetworkFile(lines.join("\r\n"))).toEqual({
      services: [jfkLhr],
      errors: [
        { line: 2, problem: '"JF" is not an airport code' },
        { line: 5, problem: "origin and destination are both JFK" },
        { line: 6, problem: '"" is not a number of flights per month from 0 to 6200' },
        { line: 7, problem: '"-1" is not a number of flights per month from 0 to 6200' },
      ],
    });
  });

  it("requires three letters for airports, two letters or digits for airlines", () => {
    for (const code of ["", "JF", "JFKX", "J1K", "J K", "\u0408FK", "aß", "ıst", '"JFK"']) {
      expect(problemOf(`${code},LHR,BA,1`)).toBe(`${JSON.stringify(code)} is not an airport code`);
      expect(problemOf(`LHR,${code},BA,1`)).toBe(`${JSON.stringify(code)} is not an airport code`);
    }
    for (const code of ["", "B", "BAW", "B-", "\uFB01", "ß"]) {
      expect(problemOf(`JFK,LHR,${code},1`)).toBe(`${JSON.stringify(code)} is not an airline code`);
    }
    for (const code of ["BA", "9W", "U2", "u2"]) expect(problemOf(`JFK,LHR,${code},1`)).toBeUndefined();
    expect(problemOf("jfk,JFK,BA,1")).toBe("origin and destination are both JFK");
    expect(problemOf("JFK")).toBe('"" is not an airport code');
    expect(problemOf("JFK,LHR")).toBe('"" is not an airline code');
  });

  it("accepts whole numbers from 0 to 200 flights per day", () => {
    for (const flights of ["", "-1", "+1", "1.5", "1.0", "1e3", "0x10", "\u0661", "many", "6201", "9".repeat(400)]) {
      expect(problemOf(`JFK,LHR,BA,${flights}`)).toContain("is not a number of flights per month from 0 to 6200");
    }
    for (const flights of ["0", "007", "6200"]) expect(problemOf(`JFK,LHR,BA,${flights}`)).toBeUndefined();
  });

  it("adds up lines of the same service, and sorts services by origin, destination and airline", () => {
    const code = fc.constantFrom("AAA", "AAB", "BAA", "CCC");
    const airline = fc.constantFrom("2A", "AA", "BA");
    const line = fc
      .record({ origin: code, destination: code, airline, flights: fc.nat(6200) })
      .filter(({ origin, destination }) => origin !== destination);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (drawn) => {
        const rows = drawn.map((row) => [row.origin, row.destination, row.airline, row.flights].join("^"));
        const { services, errors } = readNetworkFile(["origin^destination^airline^flights", ...rows].join("\n"));
        expect(errors).toEqual([]);
        const sums: Record<string, number> = {};
        for (const row of drawn) {
          const key = `${row.origin} ${row.destination} ${row.airline}`;
          sums[key] = (sums[key] ?? 0) + row.flights;
        }
        const wanted = Object.keys(sums).toSorted();
        expect(services.map((one) => `${one.origin} ${one.destination} ${one.airline}`)).toEqual(wanted);
        expect(services.map(({ flights }) => flights)).toEqual(wanted.map((key) => sums[key]));
      }),
      { seed: 17, numRuns: 200 },
    );
  });
});
