import type { EpochDay } from "../../timetable/calendar.ts";
import { generalPartners, publishedPartners } from "./partners.ts";
import type { Tariff } from "./tariff.ts";
import { type TransferPartner, transferPartnersOf } from "./transfers.ts";
import { modeledValues, publishedValues, type ValueCents } from "./valuations.ts";

export type ProgramCode = keyof typeof publishedPartners | keyof typeof generalPartners;

/** Price of an infant on the lap: a share of the adult's miles, a number of miles, or no miles but a ticket in money. */
type InfantMiles =
  | { readonly kind: "share"; readonly share: number }
  | { readonly kind: "flat"; readonly miles: number }
  | { readonly kind: "money" };

/** Carriers whose surcharges an award includes: all except some, or none except some; IATA codes. */
type SurchargePolicy =
  | { readonly kind: "passes"; readonly except: readonly string[] }
  | { readonly kind: "waives"; readonly except: readonly string[] };

/** Fees of the program in US cents, per traveler with a seat and direction. */
interface ProgramFees {
  /** If another airline operates any segment. */
  readonly partner?: number;
  /** Within this many days before departure. */
  readonly closeIn?: { readonly withinDays: number; readonly usdCents: number };
}

export interface Program {
  /** Code as seats.aero spells it, or in the same style if it does not list the program. */
  readonly code: ProgramCode;
  readonly name: string;
  readonly alliance: "star" | "oneworld" | "skyteam" | null;
  /** IATA codes of the airlines whose flights are the program's own. */
  readonly ownCarriers: readonly string[];
  /** IATA codes of all airlines that it books, including its own. */
  readonly carriers: ReadonlySet<string>;
  /** True if the partners are from a published list, otherwise they are approximate. */
  readonly partnersBasis: "published" | "modelled";
  /** Tried in order; the first with a price applies. */
  readonly tariffs: readonly Tariff[];
  /**
   * Price of a standard seat as a multiple of a saver seat if a chart prices it, by our model; null if the program sells only saver space.
   * Dynamic tariffs price both.
   */
  readonly standardFactor: number | null;
  /** Price of a trip in several cabins: that of the highest cabin, or each cabin's price by its share of the distance. */
  readonly mixedCabin: "highest" | "byDistance";
  /** Awards that are only sold as round trips. */
  readonly roundTripOnly: "none" | "partners";
  readonly surcharges: SurchargePolicy;
  readonly fees: ProgramFees;
  readonly infant: InfantMiles;
  readonly transferPartners: readonly TransferPartner[];
  readonly valueCents: ValueCents;
  readonly valueBasis: "published" | "modelled";
  /** Last day on which the program sells awards; null if no end is known. */
  readonly lastDay: EpochDay | null;
}

export type ProgramFacts = Pick<Program, "code" | "name" | "alliance" | "ownCarriers" | "tariffs" | "surcharges"> &
  Partial<Pick<Program, "standardFactor" | "mixedCabin" | "roundTripOnly" | "fees" | "infant" | "lastDay">>;

/** Our model of the multiple: no chart here publishes it. */
const usualStandardFactor = 1.8;

/** Creates a program from its facts, with partners, transfers and valuations from the tables. */
export function defineProgram(facts: ProgramFacts): Program {
  const { code, ownCarriers } = facts;
  const published = findIn(publishedPartners, code);
  const partners = published ?? findIn(generalPartners, code) ?? "";
  return {
    standardFactor: usualStandardFactor,
    mixedCabin: "highest",
    roundTripOnly: "none",
    fees: {},
    infant: { kind: "share", share: 0.1 },
    lastDay: null,
    ...facts,
    carriers: new Set([...ownCarriers, ...partners.split(" ").filter((carrier) => carrier !== "")]),
    partnersBasis: published === undefined ? "modelled" : "published",
    transferPartners: transferPartnersOf(code),
    ...valuationOf(code),
  };
}

/** Returns the published valuation of a program's miles, otherwise the modeled one. */
export function valuationOf(code: ProgramCode): Pick<Program, "valueCents" | "valueBasis"> {
  const published = findIn<ValueCents>(publishedValues, code);
  if (published !== undefined) return { valueCents: published, valueBasis: "published" };
  const modeled = findIn<ValueCents>(modeledValues, code);
  if (modeled === undefined) throw new RangeError(`missing valuation of ${code}`);
  return { valueCents: modeled, valueBasis: "modelled" };
}

function findIn<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

/** True if the program sells awards on a day. */
export function isOffered({ lastDay }: Program, day: EpochDay): boolean {
  return lastDay === null || day <= lastDay;
}

/** True if awards of the program include the surcharge of this airline. */
export function collectsSurcharge({ surcharges }: Program, carrier: string): boolean {
  return surcharges.except.includes(carrier) === (surcharges.kind === "waives");
}

/** Miles of an infant on the lap of an adult who pays `adultMiles`. A child with a seat pays as an adult. */
export function infantMilesOf({ infant }: Program, adultMiles: number): number {
  if (infant.kind === "share") return Math.ceil(adultMiles * infant.share);
  return infant.kind === "flat" ? infant.miles : 0;
}
