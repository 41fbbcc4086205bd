import { generalPartners, publishedPartners } from "./partners.ts";
import type { Tariff } from "./tariff.ts";
import { type TransferPartner, transferPartnersOf } from "./transfers.ts";
import { modelledValues, publishedValues, type ValueCents } from "./valuations.ts";

export type ProgramCode = keyof typeof publishedPartners | keyof typeof generalPartners;

/** What an infant on the lap pays: a share of the adult's miles, so many miles, or nothing in miles but a ticket in money. */
type InfantMiles =
  | { readonly kind: "share"; readonly share: number }
  | { readonly kind: "flat"; readonly miles: number }
  | { readonly kind: "money" };

/** Whose carrier surcharge an award pays: everyone's but for some, or no one's but for some; IATA codes. */
type SurchargePolicy =
  | { readonly kind: "passes"; readonly except: readonly string[] }
  | { readonly kind: "waives"; readonly except: readonly string[] };

/** Fees of the program in US cents, for a traveler with a seat and one way. */
interface ProgramFees {
  /** Where another airline flies any segment. */
  readonly partner?: number;
  /** Within so many days of departure. */
  readonly closeIn?: { readonly withinDays: number; readonly usdCents: number };
}

export interface Program {
  /** As seats.aero spells it, or in that manner where it does not list the program. */
  readonly code: ProgramCode;
  readonly name: string;
  readonly alliance: "star" | "oneworld" | "skyteam" | null;
  /** IATA codes of the airlines whose own flights these are. */
  readonly ownCarriers: readonly string[];
  /** IATA codes of all airlines it books, its own included. */
  readonly carriers: ReadonlySet<string>;
  /** Whether its partners are those of a published list, or approximate. */
  readonly partnersBasis: "published" | "modelled";
  /** In the order in which they are asked: the first with a price counts. */
  readonly tariffs: readonly Tariff[];
  /**
   * What a seat of the standard level costs as a multiple of a saver one where a chart prices it, by our model; null where the
   * program sells saver space alone. A dynamic tariff knows both.
   */
  readonly standardFactor: number | null;
  /** What a trip in several cabins costs: as in the highest, or each cabin's price by its share of the distance. */
  readonly mixedCabin: "highest" | "byDistance";
  /** Awards that are sold in round trips alone. */
  readonly roundTripOnly: "none" | "partners";
  readonly surcharges: SurchargePolicy;
  readonly fees: ProgramFees;
  readonly infant: InfantMiles;
  readonly transferPartners: readonly TransferPartner[];
  readonly valueCents: ValueCents;
  readonly valueBasis: "published" | "modelled";
}

export type ProgramFacts = Pick<Program, "code" | "name" | "alliance" | "ownCarriers" | "tariffs" | "surcharges"> &
  Partial<Pick<Program, "standardFactor" | "mixedCabin" | "roundTripOnly" | "fees" | "infant">>;

/** Our model of the multiple: no chart here publishes it. */
const usualStandardFactor = 1.8;

/** A program of its facts, with partners, transfers and valuations from the tables. */
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
    ...facts,
    carriers: new Set([...ownCarriers, ...partners.split(" ").filter((carrier) => carrier !== "")]),
    partnersBasis: published === undefined ? "modelled" : "published",
    transferPartners: transferPartnersOf(code),
    ...valuationOf(code),
  };
}

/** The published valuation of a program's miles, else the modelled one. */
export function valuationOf(code: ProgramCode): Pick<Program, "valueCents" | "valueBasis"> {
  const published = findIn<ValueCents>(publishedValues, code);
  if (published !== undefined) return { valueCents: published, valueBasis: "published" };
  const modelled = findIn<ValueCents>(modelledValues, code);
  if (modelled === undefined) throw new RangeError(`${code} has no valuation`);
  return { valueCents: modelled, valueBasis: "modelled" };
}

function findIn<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

/** Whether an award of the program pays the surcharge of this airline. */
export function collectsSurcharge({ surcharges }: Program, carrier: string): boolean {
  return surcharges.except.includes(carrier) === (surcharges.kind === "waives");
}

/** Miles of an infant on the lap beside an adult who pays `adultMiles`. A child with a seat pays as an adult. */
export function infantMilesOf({ infant }: Program, adultMiles: number): number {
  if (infant.kind === "share") return Math.ceil(adultMiles * infant.share);
  return infant.kind === "flat" ? infant.miles : 0;
}
