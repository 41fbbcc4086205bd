import { describe, expect, test } from "vitest";
import { interliningOf, parseAgreements } from "../../src/facts/interlining.ts";
import { loadFacts } from "../../src/facts/prepared-facts.ts";
import { expectFault, tableOf } from "./written-table.ts";

const facts = loadFacts();
const agreementsOf = (...rows: string[]) =>
  parseAgreements(tableOf("interline-partners.tsv", "airline\tkind\tpartners\tsource", ...rows), facts.airlines);
const interliningWith = (...rows: string[]) => interliningOf(facts.airlines.values(), agreementsOf(...rows));
const shareTickets = (a: string, b: string) => {
  const { partners = [], affiliates = [] } = facts.interlining.get(a) ?? {};
  return [...partners, ...affiliates].includes(b);
};

describe("the agreements of 2026", () => {
  test.each([
    ["AA", "B6"],
    ["WN", "B6"],
    ["WN", "AA"],
    ["FR", "EI"],
    ["U2", "BA"],
    ["W6", "LH"],
    ["6E", "SV"],
    ["6E", "DL"],
    ["XE", "UA"],
    ["XE", "B6"],
    ["CI", "JX"],
    ["NK", "F9"],
    ["HV", "DL"],
  ])("%s and %s share no tickets", (a, b) => {
    expect([shareTickets(a, b), shareTickets(b, a)]).toEqual([false, false]);
  });

  test.each([
    ["UA", "B6"],
    ["QF", "EK"],
    ["6E", "TK"],
    ["LH", "4Y"],
    ["SQ", "TR"],
    ["BA", "QR"],
    ["AS", "QX"],
  ])("%s and %s share tickets, stated by either", (a, b) => {
    const [one, other] = [facts.airlines.get(a), facts.airlines.get(b)];
    const allied = one?.alliance !== null && one?.alliance === other?.alliance;
    expect([allied || shareTickets(a, b), allied || shareTickets(b, a)]).toEqual([true, true]);
  });

  test.each(["FR", "U2", "W6", "G4", "XE"])("%s sells single flights only", (code) => {
    expect(facts.interlining.get(code)).toEqual({ partners: [], affiliates: [], isPointToPoint: true });
  });

  test("list an airline never as its own partner, nor as partner and affiliate", () => {
    for (const [code, { partners, affiliates }] of facts.interlining) {
      const all = [...partners, ...affiliates];
      expect(all).not.toContain(code);
      expect(new Set(all).size).toBe(all.length);
    }
  });
});

describe("agreements", () => {
  test("without rows are the codeshares, in both directions", () => {
    const interlining = interliningWith();
    expect(facts.airlines.get("WN")?.partners).toContain("FI");
    expect(interlining.get("WN")?.partners).toContain("FI");
    expect(interlining.get("FI")?.partners).toContain("WN");
  });

  test("of a standalone airline are those of rows that name it", () => {
    const standalone = interliningWith("WN\tstandalone\t-\tx", "WN\tinterline\tCI\tx");
    expect(standalone.get("WN")?.partners).toEqual(["CI"]);
    expect(standalone.get("FI")?.partners).not.toContain("WN");
  });

  test("that ended remove a codeshare and any other row of the pair", () => {
    const ended = interliningWith("FI\tnone\tWN\tx", "WN\tgroup\tFI\tx");
    expect(ended.get("WN")).toMatchObject({ affiliates: [] });
    expect(ended.get("WN")?.partners).not.toContain("FI");
  });

  test("of one group are closer than interline agreements", () => {
    const both = interliningWith("SQ\tgroup\tTR\tx", "TR\tinterline\tSQ\tx");
    expect(both.get("TR")?.affiliates).toEqual(["SQ"]);
    expect(both.get("TR")?.partners).not.toContain("SQ");
  });

  test.each([
    ["an unknown airline", "ZZ\tinterline\tBA\tx", "ZZ is not in airlines.tsv"],
    ["an unknown partner", "BA\tinterline\tZZ\tx", "ZZ is not in airlines.tsv"],
    ["an unknown kind", "BA\tfriendship\tQR\tx", "kind"],
    ["itself as a partner", "BA\tinterline\tBA\tx", "BA is its own partner"],
    ["no partner", "BA\tinterline\t-\tx", "partners is empty"],
    ["partners of a point-to-point airline", "FR\tpoint_to_point\tU2\tx", "has no partners"],
    ["no source", "BA\tinterline\tQR\t-", "source is empty"],
  ])("are refused with %s", (_fault, row, message) => {
    expectFault(() => agreementsOf(row), message);
  });

  test("are refused twice for one airline and kind", () => {
    expect(() => agreementsOf("BA\tinterline\tQR\tx", "BA\tinterline\tAA\tx")).toThrow("another row of kind interline");
  });
});
