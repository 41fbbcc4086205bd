import { type Cabin, cabinNames } from "../fares/cabins.ts";

/** Days before departure when an airline releases award seats. Source: the airlines' pages, read 2026. */
const releaseDays: Readonly<Record<string, number>> = {
  NH: 355,
  UA: 337,
  LH: 360,
  SQ: 355,
  AF: 360,
  KL: 360,
  EK: 330,
  QR: 361,
  BA: 355,
  JL: 330,
  DL: 331,
  AA: 331,
};

const usualReleaseDays = 330;

/** Returns the number of days before departure at which an airline opens award space; 330 if unknown. */
export function releaseDaysOf(carrier: string): number {
  return releaseDays[carrier] ?? usualReleaseDays;
}

/**
 * Airlines that price awards by fare and release no saver space: general knowledge of 2026. Their own program sells the remaining seats of
 * the cabin.
 */
const withoutSaver = new Set(["NK", "F9", "WN", "G4", "SY", "U2", "LS", "JQ"]);

/** True if an airline releases seats at the saver level. */
export function releasesSaver(carrier: string): boolean {
  return !withoutSaver.has(carrier);
}

interface PartnerRule {
  /** The lowest reserved cabin. */
  readonly from: Cabin;
  /** Only flights longer than this. */
  readonly beyondKm: number;
  /** Reserved until this many days before departure; 0 means until departure. */
  readonly untilDaysBefore: number;
}

const business = cabinNames.indexOf("business") as Cabin;
const first = cabinNames.indexOf("first") as Cabin;

/**
 * Premium cabins that an airline reserves for its own program. Lufthansa's first class, 14–30 days before departure, from its practice,
 * read 2026; the others are general knowledge: Singapore's long-haul business and first class, SWISS first, La Première and Emirates first
 * class are for members only, and Delta rarely releases Delta One.
 */
const partnerRestrictions: Readonly<Record<string, PartnerRule>> = {
  AF: { from: first, beyondKm: 0, untilDaysBefore: 0 },
  DL: { from: business, beyondKm: 5000, untilDaysBefore: 21 },
  EK: { from: first, beyondKm: 0, untilDaysBefore: 0 },
  LH: { from: first, beyondKm: 0, untilDaysBefore: 30 },
  LX: { from: first, beyondKm: 0, untilDaysBefore: 0 },
  SQ: { from: business, beyondKm: 5000, untilDaysBefore: 0 },
};

/** True if programs of other airlines see saver seats of a cabin at this many days before departure. */
export function releasesToPartners(
  carrier: string,
  { cabin, km, daysLeft }: { cabin: Cabin; km: number; daysLeft: number },
): boolean {
  const rule = partnerRestrictions[carrier];
  if (rule === undefined || cabin < rule.from || km <= rule.beyondKm) return true;
  return daysLeft <= rule.untilDaysBefore;
}
