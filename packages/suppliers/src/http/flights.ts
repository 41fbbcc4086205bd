import { type Currency, listTravelerCounts } from "@wayfare/contract";
import type {
  AwardOffer,
  CashOffer,
  Charge,
  DropReason,
  SearchQuery,
  Segment,
  SuppliedFlight,
  ZonedInstant,
} from "../port/port.ts";
import { toCurrency, toMinor } from "../wire/amounts.ts";
import { isInOrder, makeSlice } from "../wire/itinerary.ts";
import { toZonedByUtc } from "../wire/local-time.ts";
import { validatorOf } from "../wire/validator.ts";
import { readConditions } from "./conditions.ts";
import {
  FlightSchema,
  type HttpAwardOffer,
  type HttpCashOffer,
  type HttpFlight,
  type HttpMoney,
  type HttpSegment,
} from "./schema.ts";

const validator = validatorOf(FlightSchema);

type Travelers = SearchQuery["travelers"];

/** Returns the number of offers of a flight that could not be read; a flight without a list counts as one. */
export function countRawOffers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const lists = [
    "cash" in value && Array.isArray(value.cash) ? value.cash : [],
    "award" in value && Array.isArray(value.award) ? value.award : [],
  ];
  return Math.max(1, lists.flat().length);
}

/** Returns the reason why the offers of a flight with a fault are dropped. */
export function dropReasonOf(value: unknown): DropReason {
  if (!validator.check(value)) return "incomplete";
  const amounts = [...(value.cash ?? []), ...(value.award ?? [])].map(({ total }) => total);
  const isKnown = (money: HttpMoney | null | undefined) => !money || toCurrency(money.currency) !== null;
  return amounts.every(isKnown) ? "incomplete" : "currency";
}

/** Reads a flight of an answer. @returns the flight, or the first fault as a text without values of the answer */
export function readFlight(value: unknown, travelers: Travelers): SuppliedFlight | string {
  if (!validator.check(value)) {
    const [fault] = validator.listErrors(value);
    return `${fault?.instancePath ?? ""} ${fault?.keyword ?? ""}`.trim();
  }
  const slices = value.slices.map(({ segments }) => makeSlice(segments.map(toSegment)));
  const known = slices.filter((slice) => slice !== null);
  const hasEnds = known.every(({ segments }) => segments[0]?.departure && segments.at(-1)?.arrival);
  if (!hasEnds || !known.every(isInOrder)) return "/slices times";
  const count = known.flatMap(({ segments }) => segments).length;
  const cash = (value.cash ?? []).map((offer) => (offer.segments.length === count ? toCash(offer, travelers) : null));
  const award = (value.award ?? []).map((offer) => toAward(offer, travelers, count));
  if (cash.includes(null)) return "/cash amounts";
  if (award.includes(null)) return "/award amounts";
  return {
    slices: known,
    cash: cash.filter((offer) => offer !== null),
    award: award.filter((offer) => offer !== null),
    emissions: emissionsOf(value),
  };
}

function toSegment(segment: HttpSegment): Segment {
  return {
    marketingCarrier: segment.marketingCarrier,
    flightNumber: segment.flightNumber,
    operatingCarrier: segment.operatingCarrier ?? null,
    operatingFlightNumber: segment.operatingFlightNumber ?? null,
    aircraft: segment.aircraft ?? null,
    origin: segment.origin,
    destination: segment.destination,
    originTerminal: segment.originTerminal ?? null,
    destinationTerminal: segment.destinationTerminal ?? null,
    departure: toInstant(segment.departureAt),
    arrival: toInstant(segment.arrivalAt),
    distanceKm: segment.distanceKm ?? null,
  };
}

function toInstant(zoned: string | null | undefined): ZonedInstant | null {
  return zoned ? toZonedByUtc(zoned, zoned) : null;
}

function emissionsOf({ emissions }: HttpFlight): SuppliedFlight["emissions"] {
  if (!emissions) return null;
  return { ...emissions, typicalKg: emissions.typicalKg ?? null };
}

/** Converts amounts of one currency. An amount of another currency, or one that is not exact, makes the offer invalid. */
class Amounts {
  readonly currency: Currency | null;
  isValid = true;

  constructor(code: string | undefined) {
    this.currency = code === undefined ? null : toCurrency(code);
  }

  read(money: HttpMoney | null | undefined): number | null {
    if (!money) return null;
    const isSame = this.currency !== null && money.currency === this.currency;
    const minor = isSame && this.currency !== null ? toMinor(money.amount, this.currency) : null;
    if (minor === null) this.isValid = false;
    return minor;
  }

  readAll(charges: HttpCashOffer["taxes"]): Charge[] | null {
    if (!charges) return null;
    return charges.map(({ code, amount }) => ({ code: code ?? null, amount: this.read(amount) ?? 0 }));
  }
}

function toCash(offer: HttpCashOffer, travelers: Travelers): CashOffer | null {
  const amounts = new Amounts(offer.total.currency);
  const total = amounts.read(offer.total);
  const cash = {
    ...termsOf(offer, amounts),
    total: total ?? 0,
    base: amounts.read(offer.base),
    taxes: amounts.readAll(offer.taxes),
    surcharges: amounts.readAll(offer.surcharges),
    perTraveler:
      offer.perTraveler?.map(({ type, count, total: each }) => ({ type, count, total: amounts.read(each) })) ??
      listTravelerCounts(travelers).map((each) => ({ ...each, total: null })),
    fareBrand: offer.fareBrand ?? null,
    cabin: offer.cabin,
    segments: offer.segments.map(({ cabin, bookingClass, fareBasis, baggage }) => ({
      cabin,
      bookingClass: bookingClass ?? null,
      fareBasis: fareBasis ?? null,
      baggage: { carryOn: baggage?.carryOn ?? null, checked: baggage?.checked ?? null },
    })),
    seatsRemaining: offer.seatsRemaining ?? null,
    refundable: offer.conditions?.refund?.allowed ?? offer.refundable ?? null,
    changeable: offer.conditions?.change?.allowed ?? offer.changeable ?? null,
    validatingCarrier: offer.validatingCarrier ?? null,
    ...(typeof offer.verified === "boolean" && { verified: offer.verified }),
    ...(offer.observedAt ? { observedAtMs: Date.parse(offer.observedAt) } : {}),
  };
  return amounts.isValid && addsUp(cash) ? cash : null;
}

/** Returns true unless the stated parts contradict the total. */
function addsUp({ total, perTraveler, base, taxes, surcharges }: CashOffer): boolean {
  const sumOf = (charges: readonly Charge[]) => charges.reduce((sum, { amount }) => sum + amount, 0);
  const isSplit = base !== null && taxes !== null && surcharges !== null;
  if (isSplit && base + sumOf(taxes) + sumOf(surcharges) !== total) return false;
  const parts = perTraveler.map((each) => (each.total === null ? null : each.count * each.total));
  return parts.includes(null) || parts.reduce<number>((sum, part) => sum + (part ?? 0), 0) === total;
}

function toAward(offer: HttpAwardOffer, travelers: Travelers, segments: number): AwardOffer | null {
  const amounts = new Amounts(offer.total?.currency);
  const cabins = offer.segmentCabins ?? null;
  if (cabins !== null && cabins.length !== segments) return null;
  const counts = listTravelerCounts(travelers);
  const [only] = counts.length === 1 ? counts : [];
  const total = amounts.read(offer.total);
  const award: AwardOffer = {
    ...termsOf(offer, amounts),
    program: offer.program,
    miles: offer.miles,
    perTraveler: only?.count === 1 ? [{ ...only, miles: offer.miles, total }] : [],
    total,
    taxes: amounts.readAll(offer.taxes),
    surcharges: amounts.readAll(offer.surcharges),
    fees: amounts.readAll(offer.fees),
    cabin: offer.cabin,
    level: offer.level ?? null,
    ...(cabins === null ? {} : { segments: cabins.map((cabin) => ({ cabin, saver: null })) }),
    chart: null,
    seatsRemaining: offer.seatsRemaining ?? null,
    cashEquivalent: null,
    observedAtMs: Date.parse(offer.observedAt),
    confidence: offer.confidence,
  };
  return amounts.isValid ? award : null;
}

function termsOf(offer: HttpCashOffer | HttpAwardOffer, amounts: Amounts) {
  const { currency } = amounts;
  const conditions = readConditions(offer.conditions, offer.total?.currency);
  if (conditions === null) amounts.isValid = false;
  return {
    ...(conditions && { conditions }),
    ...(currency === null ? {} : { currency }),
    ...(offer.separateTickets === true ? { separateTickets: true as const } : {}),
    ...(offer.bookingLink ? { bookingLink: offer.bookingLink } : {}),
    ...(offer.reference ? { reference: offer.reference } : {}),
    ...(offer.expiresAt ? { expiresAtMs: Date.parse(offer.expiresAt) } : {}),
  };
}
