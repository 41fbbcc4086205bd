import { describe, expect, test } from "vitest";
import { parseCircuity, parseMinimumConnections, rulesWithin } from "../../src/facts/connection-rules.ts";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { expectFault, tableOf } from "./written-table.ts";

const facts = loadFacts();

describe("connection rules", () => {
  const minimaHeader = "airport\ttoAirport\tkind\tfromCarrier\ttoCarrier\tfromTerminal\ttoTerminal\tminutes";
  const minimaOf = (...rows: string[]) =>
    parseMinimumConnections(tableOf("minimum-connections.tsv", "# heading", minimaHeader, ...rows), facts);
  const circuityOf = (...rows: string[]) =>
    parseCircuity(tableOf("circuity.tsv", "# heading", "place\totherPlace\tfactor", ...rows), facts);

  test("cover at least 30 airports and ten pairs of places, and are frozen", () => {
    const { minimumConnections, circuity } = facts.connectionRules;
    expect(new Set(minimumConnections.map(({ airport }) => airport)).size).toBeGreaterThanOrEqual(30);
    expect(circuity).toHaveLength(10);
    expect([minimumConnections, minimumConnections[0], circuity, circuity[0]?.between].every(Object.isFrozen)).toBe(
      true,
    );
  });

  test("read a dash as any value", () => {
    expect(minimaOf("LHR\tLGW\tdomestic-domestic\tBA\tU2\t5\tN\t180", "VIE\t-\t-\t-\t-\t-\t-\t15")).toEqual([
      {
        airport: "LHR",
        toAirport: "LGW",
        kind: "domestic-domestic",
        fromCarrier: "BA",
        toCarrier: "U2",
        fromTerminal: "5",
        toTerminal: "N",
        minutes: 180,
      },
      {
        airport: "VIE",
        toAirport: null,
        kind: null,
        fromCarrier: null,
        toCarrier: null,
        fromTerminal: null,
        toTerminal: null,
        minutes: 15,
      },
    ]);
  });

  test.each([
    ["an unknown airport", "QQQ\t-\t-\t-\t-\t-\t-\t60", 'airport is "QQQ"'],
    ["a city instead of an airport", "LON\t-\t-\t-\t-\t-\t-\t60", 'airport is "LON"'],
    ["no airport", "-\t-\t-\t-\t-\t-\t-\t60", "airport is empty"],
    ["an unknown second airport", "LHR\tQQQ\t-\t-\t-\t-\t-\t60", 'toAirport is "QQQ"'],
    ["the same second airport", "LHR\tLHR\t-\t-\t-\t-\t-\t60", "toAirport is LHR"],
    ["a second airport of another city", "LHR\tMAN\t-\t-\t-\t-\t-\t60", "toAirport is MAN"],
    ["an unknown kind", "LHR\t-\tschengen\t-\t-\t-\t-\t60", 'kind is "schengen"'],
    ["an unknown arriving airline", "LHR\t-\t-\tZZ\t-\t-\t-\t60", 'fromCarrier is "ZZ"'],
    ["an unknown departing airline", "LHR\t-\t-\t-\tZZ\t-\t-\t60", 'toCarrier is "ZZ"'],
    ["a terminal of another airport", "LHR\t-\t-\t-\t-\t2E\t-\t60", 'fromTerminal is "2E"'],
    ["a terminal of the first airport for the second", "LHR\tLGW\t-\t-\t-\t5\t5\t180", 'toTerminal is "5"'],
    ["too few minutes", "LHR\t-\t-\t-\t-\t-\t-\t14", 'minutes is "14"'],
    ["too many minutes", "LHR\t-\t-\t-\t-\t-\t-\t601", 'minutes is "601"'],
    ["a fraction of a minute", "LHR\t-\t-\t-\t-\t-\t-\t45.5", "minutes is 45.5"],
    ["a repeated row", "VIE\t-\t-\t-\t-\t-\t-\t60", "another row has the same places and conditions"],
  ])("reject %s with file and line", (_fault, row, message) => {
    expectFault(() => minimaOf("VIE\t-\t-\t-\t-\t-\t-\t30", row), `minimum-connections.tsv:4: ${message}`);
  });

  test.each([
    ["an unknown place", "AU\tQQ\t1.5", 'otherPlace is "QQ"'],
    ["no place", "-\tAU\t1.5", "place is empty"],
    ["a factor below one", "AU\tNZ\t0.9", 'factor is "0.9"'],
    ["a factor beyond five", "AU\tNZ\t5.1", 'factor is "5.1"'],
    ["a repeated pair in reverse", "JFK\tLON\t1.5", "another row has the same places and conditions"],
  ])("reject %s between two places, with file and line", (_fault, row, message) => {
    expectFault(() => circuityOf("LON\tJFK\t1.4", row), `circuity.tsv:4: ${message}`);
  });

  test("leave out rules about places and airlines that a smaller network lacks", () => {
    const few = {
      airports: [...facts.airports.values()].filter(({ country }) => country === "GB" || country === "JP"),
      airlines: [...facts.airlines.values()].filter(({ code }) => code === "BA"),
    };
    const rules = {
      minimumConnections: minimaOf(
        "LHR\t-\t-\tBA\tBA\t5\t5\t60",
        "LHR\t-\t-\tBA\tLH\t-\t-\t60",
        "LHR\t-\t-\tLH\tBA\t-\t-\t60",
        "HND\tNRT\t-\t-\t-\t-\t-\t200",
        "VIE\t-\t-\t-\t-\t-\t-\t30",
      ),
      circuity: circuityOf("GB\tTYO\t1.5", "LHR\tJP\t1.5", "GB\tIE\t2"),
    };
    expect(rulesWithin(rules, few)).toEqual({
      minimumConnections: [rules.minimumConnections[0], rules.minimumConnections[3]],
      circuity: rules.circuity.slice(0, 2),
    });
    const all = { airports: [...facts.airports.values()], airlines: [...facts.airlines.values()] };
    expect(rulesWithin(facts.connectionRules, all)).toEqual(facts.connectionRules);
  });
});
