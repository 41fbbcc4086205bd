import { type EpochDay, parseEpochDay } from "../timetable/calendar.ts";

/** A tax whose rates a law changes every year. */
export interface YearlyTax {
  name: string;
  /** Last day of departure for which the tables have rates; later departures pay the latest ones. */
  validUntil: EpochDay;
}

const yearlyTaxes: readonly YearlyTax[] = [
  { name: "United States excise (US, ZP)", validUntil: parseEpochDay("2026-12-31") },
  { name: "United Kingdom air passenger duty (GB)", validUntil: parseEpochDay("2027-03-31") },
];

/** Lists the yearly taxes whose rates are not known for departures on this day. */
export function listUnknownTaxes(day: EpochDay): YearlyTax[] {
  return yearlyTaxes.filter(({ validUntil }) => day > validUntil);
}
