import { describe, expect, test } from "vitest";
import { wordsOf } from "../../../src/fares/taxes/compile-levy.ts";
import type { CountryTaxes, Levy, LevyRates, LevyZone } from "../../../src/fares/taxes/levy.ts";
import { modelledTaxesOf } from "../../../src/fares/taxes/modelled-charges.ts";
import { taxesByCountry } from "../../../src/fares/taxes/tables.ts";
import { unitedStatesTaxes } from "../../../src/fares/taxes/united-states.ts";
import { formatEpochDay, parseEpochDay } from "../../../src/timetable/calendar.ts";

const datePattern = /^20\d\d-\d\d-\d\d$/;
/** An address, a section of a law or regulation, or the statement that the amount was not checked. */
const sourcePattern =
  /https?:\/\/|\bs\. ?\d|\bss\. ?\d|§|\barts?\. ?\w|\bc\. ?\d|cap\. ?\d|\bAct\b|\bcode\b|L\d{3}|general knowledge|GST Council|model/i;

/** Returns the faults of a table, none if it is well-formed. */
function faultsOf({ levies, fareTax }: CountryTaxes): string[] {
  const faults = levies.flatMap((levy) => faultsOfLevy(levy).map((fault) => `${levy.code ?? levy.name}: ${fault}`));
  if (fareTax !== undefined) faults.push(...faultsOfSource(fareTax));
  for (const [at, levy] of levies.entries()) {
    for (const other of levies.slice(at + 1)) {
      if (levy.name === other.name && levy.code === other.code && canBothApply(levy, other)) {
        faults.push(`${levy.code ?? levy.name}: applies twice to one departure`);
      }
    }
  }
  return faults;
}

function faultsOfSource({ source, asOf }: Pick<Levy, "source" | "asOf">): string[] {
  const faults: string[] = [];
  if (!sourcePattern.test(source)) faults.push(`source "${source}" has no address or section`);
  if (!isDate(asOf)) faults.push(`asOf "${asOf}" is not a date`);
  return faults;
}

function isDate(text: string): boolean {
  return datePattern.test(text) && formatEpochDay(parseEpochDay(text)) === text;
}

function faultsOfLevy(levy: Levy): string[] {
  const { code, basis, rates, airports, exceptAirports } = levy;
  const faults = faultsOfSource(levy);
  if (basis === "law" && /not checked/.test(levy.source)) faults.push("an amount that was not checked is called law");
  if (code !== null && !/^[A-Z0-9]{2}$/.test(code)) faults.push(`code "${code}" is not two capitals or digits`);
  if (basis === "modelled" && code !== null) faults.push("a modelled charge has a code");
  if (rates.length === 0) faults.push("no rates");
  for (const airport of [...wordsOf(airports ?? ""), ...wordsOf(exceptAirports ?? "")]) {
    if (!/^[A-Z0-9]{3}$/.test(airport)) faults.push(`airport "${airport}" is not an IATA code`);
  }
  faults.push(...rates.flatMap((each, at) => faultsOfRates(each, rates[at + 1])));
  return faults;
}

function faultsOfRates({ from, validUntil, zones }: LevyRates, next: LevyRates | undefined): string[] {
  const faults: string[] = [];
  if (!isDate(from)) faults.push(`from "${from}" is not a date`);
  if (validUntil !== null && !isDate(validUntil)) faults.push(`validUntil "${validUntil}" is not a date`);
  if (validUntil !== null && validUntil < from) faults.push(`rates of ${from} end before they start`);
  if (next !== undefined && next.from <= from) faults.push(`rates of ${next.from} are not in order`);
  if (next !== undefined && validUntil !== null && validUntil >= next.from)
    faults.push(`rates of ${from} end after the next start`);
  return [...faults, ...zones.flatMap((zone, at) => faultsOfZone(zone, zones.slice(0, at)))];
}

function faultsOfZone({ to, amount }: LevyZone, before: readonly LevyZone[]): string[] {
  const faults: string[] = [];
  const amounts = typeof amount === "number" ? [amount] : Object.values(amount);
  if (amounts.some((each) => !(each >= 0))) faults.push("an amount is negative");
  const whole = new Set(before.map((zone) => zone.to).filter((each) => typeof each === "string"));
  const isCovered = whole.has("any") || (whole.has("domestic") && whole.has("international"));
  if (isCovered || (typeof to === "string" && whole.has(to)))
    faults.push(`zone ${JSON.stringify(to)} is not reachable`);
  if (typeof to === "string") return faults;
  const codes = "countries" in to ? wordsOf(to.countries) : "airports" in to ? wordsOf(to.airports) : new Set<string>();
  const pattern = "countries" in to ? /^[A-Z]{2}$/ : /^[A-Z0-9]{3}$/;
  for (const code of codes) if (!pattern.test(code)) faults.push(`"${code}" in a zone is not a code`);
  const earlier = new Set(
    before.flatMap((zone) =>
      typeof zone.to === "object" && "countries" in zone.to && "countries" in to ? [...wordsOf(zone.to.countries)] : [],
    ),
  );
  if (codes.size > 0 && [...codes].every((code) => earlier.has(code)))
    faults.push("a zone of countries is not reachable");
  if ("withinKm" in to) {
    const wider = before.some(
      (zone) => typeof zone.to === "object" && "withinKm" in zone.to && zone.to.withinKm >= to.withinKm,
    );
    if (wider) faults.push(`zone within ${to.withinKm} km is not reachable`);
  }
  return faults;
}

/** True if one event at one airport can be charged by both levies. */
function canBothApply(one: Levy, other: Levy): boolean {
  if ((one.on ?? "departure") !== (other.on ?? "departure")) return false;
  const [first, second] = [airportsOf(one), airportsOf(other)];
  if (first.only === null && second.only === null) return true;
  const [some, rest] = first.only === null ? [second.only ?? new Set<string>(), first] : [first.only, second];
  return [...some].some((airport) => (rest.only === null || rest.only.has(airport)) && !rest.except.has(airport));
}

function airportsOf({ airports, exceptAirports }: Levy) {
  return { only: airports === undefined ? null : wordsOf(airports), except: wordsOf(exceptAirports ?? "") };
}

describe("tables of taxes", () => {
  test.each(Object.entries(taxesByCountry))("the table of %s is well-formed", (country, table) => {
    expect(country).toMatch(/^[A-Z]{2}$/);
    expect(faultsOf(table)).toEqual([]);
  });

  test("the table of the United States is well-formed", () => {
    expect(faultsOf(unitedStatesTaxes)).toEqual([]);
  });

  test("no territory of the United States has a table", () => {
    for (const code of ["US", "PR", "VI", "GU", "MP", "AS"]) expect(taxesByCountry[code]).toBeUndefined();
  });

  test("the model has no code", () => {
    for (const country of ["DE", "ZZ", "ML"]) expect(faultsOf(modelledTaxesOf(country))).toEqual([]);
  });
});

describe("faults of a table", () => {
  const levy = (changes: Partial<Levy>): Levy => {
    return {
      code: "AA",
      name: "tax",
      basis: "law",
      source: "Act, s. 1",
      asOf: "2026-11-28",
      currency: "EUR",
      rates: [{ from: "2026-01-01", validUntil: null, zones: [{ to: "any", amount: 1 }] }],
      ...changes,
    };
  };
  const rates = (from: string, validUntil: string | null, zones: readonly LevyZone[] = []): LevyRates => {
    return { from, validUntil, zones };
  };
  const zones = (...list: LevyZone[]) => ({ rates: [rates("2026-01-01", null, list)] });

  test.each([
    [{ code: "A" }, 'code "A" is not'],
    [{ basis: "modelled" }, "modelled charge has a code"],
    [{ source: "Act, s. 1, not checked" }, "not checked is called law"],
    [{ source: "somewhere" }, "has no address or section"],
    [{ asOf: "yesterday" }, "is not a date"],
    [{ airports: "AAA B" }, 'airport "B"'],
    [{ rates: [] }, "no rates"],
    [{ rates: [rates("2026-01-01", "2025-01-01")] }, "end before they start"],
    [{ rates: [rates("2026-01-01", null), rates("2025-01-01", null)] }, "not in order"],
    [{ rates: [rates("2026-01-01", "2027-01-01"), rates("2026-07-01", null)] }, "end after the next start"],
    [zones({ to: "any", amount: 1 }, { to: "domestic", amount: 2 }), "is not reachable"],
    [zones({ to: { withinKm: 9 }, amount: 1 }, { to: { withinKm: 8 }, amount: 2 }), "is not reachable"],
    [zones({ to: { countries: "DE FR" }, amount: 1 }, { to: { countries: "FR" }, amount: 2 }), "is not reachable"],
    [zones({ to: { countries: "GER" }, amount: 1 }), "is not a code"],
    [zones({ to: "any", amount: -1 }), "is negative"],
  ] satisfies [Partial<Levy>, string][])("finds the fault of %j", (changes, fault) => {
    expect(faultsOf({ levies: [levy(changes)] }).join()).toContain(fault);
  });

  test("finds a charge that applies twice, but not at other airports, on another event, or with another name", () => {
    const pair = (one: Partial<Levy>, other: Partial<Levy>) => faultsOf({ levies: [levy(one), levy(other)] });
    expect(pair({}, {})).toHaveLength(1);
    expect(pair({ airports: "AAA BBB" }, { airports: "BBB" })).toHaveLength(1);
    expect(pair({ airports: "AAA" }, { exceptAirports: "BBB" })).toHaveLength(1);
    expect(pair({ airports: "AAA" }, { airports: "BBB" })).toEqual([]);
    expect(pair({ airports: "AAA" }, { exceptAirports: "AAA" })).toEqual([]);
    expect(pair({ on: "arrival" }, {})).toEqual([]);
    expect(pair({ name: "another charge with the same code" }, {})).toEqual([]);
  });
});
