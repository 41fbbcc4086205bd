import { bookable } from "./partners.ts";

type ProgramCode = keyof typeof bookable;
type Alliance = "star" | "oneworld" | "skyteam";

/** An infant on the lap pays this share of the adult's miles, or this many miles. */
type InfantMiles =
  | { readonly kind: "share"; readonly share: number }
  | { readonly kind: "flat"; readonly miles: number }
  /** Nothing in miles: the program sells the infant's ticket for money. */
  | { readonly kind: "money" };

export interface Program {
  /** As seats.aero spells it, or in that manner where it does not list the program. */
  readonly code: ProgramCode;
  readonly name: string;
  readonly alliance: Alliance;
  /** IATA codes of the airlines whose own flights these are. */
  readonly ownCarriers: readonly string[];
  /** IATA codes of all airlines it books, its own included. */
  readonly carriers: ReadonlySet<string>;
  readonly pricing: "zone-distance" | "segment-distance" | "trip-distance" | "zone" | "dynamic";
  readonly transferPartners: readonly { readonly currency: string; readonly ratio: number }[];
  /** US cents a mile: the lowest and the highest of four published valuations. */
  readonly valueCents: { readonly floor: number; readonly ceiling: number };
  /** True where the program does not collect the carrier surcharge, but for `surchargeCarriers`. */
  readonly waivesSurcharges: boolean;
  /** Airlines whose surcharge it collects although it waives others'. */
  readonly surchargeCarriers: readonly string[];
  /** Once a traveler and one way where another airline flies any segment. */
  readonly partnerFeeUsdCents: number;
  readonly infant: InfantMiles;
  readonly source: string;
}

type Facts = Omit<Program, "carriers" | "transferPartners" | "source"> & { readonly transfers: string };

const currencies: Readonly<Record<string, string>> = {
  amex: "American Express Membership Rewards",
  bilt: "Bilt Rewards",
  capitalOne: "Capital One Miles",
  chase: "Chase Ultimate Rewards",
  citi: "Citi ThankYou Rewards",
  wellsFargo: "Wells Fargo Rewards",
};

const sources =
  "borski/travel-hacking-toolkit (MIT): partners 2026-03-31, transfer ratios 2026, valuations 2026-03-21; the program's own pages, 2026";

/** Every transfer to these eight programs is 1:1. */
function program({ transfers, ...facts }: Facts): Program {
  const transferPartners = transfers.split(" ").map((key) => ({ currency: currencies[key] ?? key, ratio: 1 }));
  const carriers = new Set([...facts.ownCarriers, ...bookable[facts.code]]);
  return { ...facts, carriers, transferPartners, source: sources };
}

/**
 * The programs we price. Sources: borski/travel-hacking-toolkit (MIT), partner-awards.json of 2026-03-31,
 * transfer-partners.json, points-valuations.json of 2026-03-21 (lowest and highest of The Points Guy, Upgraded Points,
 * One Mile at a Time and View from the Wing; British Airways and Iberia share Avios); Alaska's partner fee from its
 * chart page, 2026. From general knowledge, to be taken as approximate: Aeroplan's partner fee (CA$39), who passes
 * surcharges on beyond Aeroplan's published "none", and what infants pay.
 */
export const programs: readonly Program[] = [
  program({
    code: "alaska",
    name: "Alaska Atmos Rewards",
    alliance: "oneworld",
    ownCarriers: ["AS", "HA"],
    pricing: "zone-distance",
    transfers: "bilt",
    valueCents: { floor: 1.5, ceiling: 1.6 },
    waivesSurcharges: true,
    surchargeCarriers: ["BA", "FI", "HU"],
    partnerFeeUsdCents: 1_250,
    infant: { kind: "money" },
  }),
  program({
    code: "aeroplan",
    name: "Air Canada Aeroplan",
    alliance: "star",
    ownCarriers: ["AC"],
    pricing: "zone-distance",
    transfers: "amex bilt capitalOne chase",
    valueCents: { floor: 1.4, ceiling: 1.5 },
    waivesSurcharges: true,
    surchargeCarriers: [],
    partnerFeeUsdCents: 2_850,
    infant: { kind: "flat", miles: 2_500 },
  }),
  program({
    code: "britishairways",
    name: "British Airways Avios",
    alliance: "oneworld",
    ownCarriers: ["BA"],
    pricing: "segment-distance",
    transfers: "amex bilt capitalOne chase citi wellsFargo",
    valueCents: { floor: 1.1, ceiling: 1.4 },
    waivesSurcharges: false,
    surchargeCarriers: [],
    partnerFeeUsdCents: 0,
    infant: { kind: "share", share: 0.1 },
  }),
  program({
    code: "iberia",
    name: "Iberia Avios",
    alliance: "oneworld",
    ownCarriers: ["IB", "I2", "YW"],
    pricing: "trip-distance",
    transfers: "amex bilt chase wellsFargo",
    valueCents: { floor: 1.1, ceiling: 1.4 },
    waivesSurcharges: false,
    surchargeCarriers: [],
    partnerFeeUsdCents: 0,
    infant: { kind: "share", share: 0.1 },
  }),
  program({
    code: "virginatlantic",
    name: "Virgin Atlantic Flying Club",
    alliance: "skyteam",
    ownCarriers: ["VS"],
    pricing: "zone",
    transfers: "amex bilt chase citi",
    valueCents: { floor: 1.0, ceiling: 1.4 },
    waivesSurcharges: false,
    surchargeCarriers: [],
    partnerFeeUsdCents: 0,
    infant: { kind: "share", share: 0.1 },
  }),
  program({
    code: "united",
    name: "United MileagePlus",
    alliance: "star",
    ownCarriers: ["UA"],
    pricing: "dynamic",
    transfers: "bilt chase",
    valueCents: { floor: 1.1, ceiling: 1.5 },
    waivesSurcharges: true,
    surchargeCarriers: [],
    partnerFeeUsdCents: 0,
    infant: { kind: "money" },
  }),
  program({
    code: "delta",
    name: "Delta SkyMiles",
    alliance: "skyteam",
    ownCarriers: ["DL"],
    pricing: "dynamic",
    transfers: "amex",
    valueCents: { floor: 1.0, ceiling: 1.25 },
    waivesSurcharges: false,
    surchargeCarriers: [],
    partnerFeeUsdCents: 0,
    infant: { kind: "money" },
  }),
  program({
    code: "flyingblue",
    name: "Air France–KLM Flying Blue",
    alliance: "skyteam",
    ownCarriers: ["AF", "KL"],
    pricing: "dynamic",
    transfers: "amex bilt capitalOne chase citi wellsFargo",
    valueCents: { floor: 1.2, ceiling: 1.3 },
    waivesSurcharges: false,
    surchargeCarriers: [],
    partnerFeeUsdCents: 0,
    infant: { kind: "share", share: 0.1 },
  }),
];

const byCode = new Map<string, Program>(programs.map((each) => [each.code, each]));

/** The program of a code such as `aeroplan`, or undefined. */
export function findProgram(code: string): Program | undefined {
  return byCode.get(code);
}

/** Whether an award of the program on this airline pays the carrier's surcharge. */
export function collectsSurcharge(of: Program, carrier: string): boolean {
  return !of.waivesSurcharges || of.surchargeCarriers.includes(carrier);
}

/** Miles of an infant on the lap beside an adult who pays `adultMiles`. A child with a seat pays as an adult. */
export function infantMilesOf(of: Program, adultMiles: number): number {
  if (of.infant.kind === "share") return Math.ceil(adultMiles * of.infant.share);
  return of.infant.kind === "flat" ? of.infant.miles : 0;
}
