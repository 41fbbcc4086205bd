import type { Currency } from "@wayfare/contract";
import {
  emissionsMethod,
  type FoundAwardOffer,
  type FoundCashOffer,
  type FoundFare,
  type FoundFlight,
  type FoundSegment,
  type FoundSlice,
  joinLine,
  type TaxCharge,
  type TaxLine,
  type UsdCharge,
} from "@wayfare/engine";
import type {
  AwardOffer,
  BookingRequirements,
  CashOffer,
  Charge,
  Segment,
  Slice,
  SuppliedFlight,
  Tax,
  TravelerType,
} from "../port/port.ts";
import { fromUsdCents } from "../wire/exchange-rates.ts";
import { awardConditions, cashConditions } from "./fare-conditions.ts";

const msPerMinute = 60_000;

interface Terms {
  currency: Currency;
  /** Cache of converted slices, for flights that share them: each slice is converted once and cloned to the main thread once. */
  slices?: Map<FoundSlice, Slice>;
}

/**
 * Converts an engine flight to the port's format and the requested currency.
 *
 * Each part of one traveler's price is converted first, then multiplied and added, so that base, taxes, surcharges and travelers add up to
 * the total in minor units.
 */
export function toSuppliedFlight(found: FoundFlight, terms: Terms): SuppliedFlight {
  const { cheapestCash, saleEndsEpochMinutes } = found;
  const expiresAtMs = saleEndsEpochMinutes * msPerMinute;
  const slices = terms.slices ?? new Map<FoundSlice, Slice>();
  const cash = found.cash.map((offer) => toCashOffer(offer, terms.currency));
  // If cash was requested, the first cash offer is the cheapest.
  const [first = cheapestCash === null ? null : toCashOffer(cheapestCash, terms.currency)] =
    found.cash[0] === cheapestCash ? cash : [];
  const cashEquivalent = first?.total ?? null;
  return {
    slices: found.slices.map((slice) => toSlice(slice, slices)),
    cash: cash.map((offer) => ({ ...offer, expiresAtMs })),
    award: found.award.map((offer) => ({ ...toAwardOffer(offer, cashEquivalent, terms), expiresAtMs })),
    emissions: {
      kgCO2ePerTraveler: Math.round(found.kgCO2ePerTraveler),
      typicalKg: Math.round(found.typicalKg),
      method: emissionsMethod,
    },
  };
}

function toSlice(found: FoundSlice, known: Map<FoundSlice, Slice>): Slice {
  let slice = known.get(found);
  if (slice === undefined) {
    const { segments, layovers } = found;
    const [origin, destination] = [segments[0]?.origin ?? "", segments.at(-1)?.destination ?? ""];
    slice = { origin, destination, segments: segments.map(toSegment), layovers };
    known.set(found, slice);
  }
  return slice;
}

function toSegment(found: FoundSegment): Segment {
  const { departureEpochMinutes, departureOffsetMinutes, arrivalEpochMinutes, arrivalOffsetMinutes, ...segment } =
    found;
  return {
    ...segment,
    flightNumber: String(segment.flightNumber),
    operatingFlightNumber: String(segment.operatingFlightNumber),
    departure: { epochMinutes: departureEpochMinutes, offsetMinutes: departureOffsetMinutes },
    arrival: { epochMinutes: arrivalEpochMinutes, offsetMinutes: arrivalOffsetMinutes },
    stops: noStops,
  };
}

/** Simulated flights have no technical stops. */
const noStops: NonNullable<Segment["stops"]> = [];

/** A booking needs name and date of birth only. */
const noRequirements: BookingRequirements = { identityDocument: false, title: false, gender: false, payBeforeMs: null };

/** Returns the total of an offer with these fares, in minor units of the currency. */
export function totalOfFares(fares: readonly FoundFare[], currency: Currency): number {
  const priceSum = new PriceSum(currency);
  addFares(priceSum, fares);
  return priceSum.total;
}

/** Returns the price of an offer with the fees of requested bags, in minor units of the currency, as `toSuppliedFlight` converts it. */
export function cashPriceOfFound(offer: FoundCashOffer, currency: Currency): number {
  const { total, bagFees } = toCashOffer(offer, currency);
  return total + (bagFees ?? 0);
}

/** Returns the money part of an award, in minor units of the currency, as `toSuppliedFlight` converts it. */
export function awardMoneyOfFound({ fares }: Pick<FoundAwardOffer, "fares">, currency: Currency): number {
  const priceSum = new PriceSum(currency);
  addAwardFares(priceSum, fares);
  return priceSum.total;
}

function addAwardFares(priceSum: PriceSum, fares: FoundAwardOffer["fares"]): AwardOffer["perTraveler"] {
  return fares.map(({ type, count, miles, taxes, surcharges, fees }) => {
    const total =
      priceSum.addTaxes(taxes, count) +
      priceSum.add("surcharges", surcharges, count) +
      priceSum.add("fees", fees, count);
    return { type, count, miles, total };
  });
}

function addFares(priceSum: PriceSum, fares: readonly FoundFare[]): CashOffer["perTraveler"] {
  return fares.map(({ type, count, baseCents, taxes, surcharges }) => {
    const total =
      priceSum.addBase(baseCents, count) +
      priceSum.addTaxes(taxes, count) +
      priceSum.add("surcharges", surcharges, count);
    return { type, count, total };
  });
}

function toCashOffer(offer: FoundCashOffer, currency: Currency): CashOffer {
  const priceSum = new PriceSum(currency);
  const { tickets } = offer;
  const perTraveler =
    tickets === undefined
      ? addFares(priceSum, offer.fares)
      : addUp(tickets.map(({ fares }) => addFares(priceSum, fares)));
  const { total } = priceSum;
  const taxes = priceSum.taxes();
  return {
    total,
    base: priceSum.base,
    taxes,
    surcharges: priceSum.charges("surcharges"),
    perTraveler: joinEqual(perTraveler),
    ...(tickets !== undefined && {
      tickets: tickets.map(({ validatingCarrier, brand, segments, fares }) => {
        return { validatingCarrier, fareBrand: brand, segments, total: totalOfFares(fares, currency) };
      }),
    }),
    ...(offer.bagFeesCents !== undefined && { bagFees: fromUsdCents(offer.bagFeesCents, currency) }),
    fareBrand: offer.brand,
    cabin: offer.cabin,
    segments: offer.segments.map(({ cabin, bookingClass, fareBasis, carryOn, checked }) => {
      return { cabin, bookingClass, fareBasis, baggage: { carryOn, checked } };
    }),
    seatsRemaining: offer.seatsRemaining,
    requires: noRequirements,
    refundable: offer.refundable,
    changeable: offer.changeable,
    conditions: cashConditions({ total, taxes, perTraveler }, offer.fees, currency),
    validatingCarrier: offer.validatingCarrier,
    ...(offer.separateTickets ? { separateTickets: true } : {}),
  };
}

/** Sums of the prices of several tickets by type of traveler. */
function addUp([first = [], ...others]: CashOffer["perTraveler"][]): CashOffer["perTraveler"] {
  return first.map((traveler, at) => {
    const total = others.reduce((sum, ticket) => sum + (ticket[at]?.total ?? 0), traveler.total ?? 0);
    return { ...traveler, total };
  });
}

/** Joins rows of one type with the same price: youths under and over 16 if their taxes are equal. */
function joinEqual<Row extends { type: TravelerType; count: number; total: number | null; miles?: number }>(
  rows: readonly Row[],
): Row[] {
  const joined: Row[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    const isSame = last?.type === row.type && last.total === row.total && last.miles === row.miles;
    if (last !== undefined && isSame) joined[joined.length - 1] = { ...last, count: last.count + row.count };
    else joined.push(row);
  }
  return joined;
}

function toAwardOffer(offer: FoundAwardOffer, cashEquivalent: number | null, terms: Terms): AwardOffer {
  const priceSum = new PriceSum(terms.currency);
  const perTraveler = addAwardFares(priceSum, offer.fares);
  const priced = {
    miles: offer.fares.reduce((sum, { miles, count }) => sum + miles * count, 0),
    perTraveler: joinEqual(perTraveler),
    total: priceSum.total,
    taxes: priceSum.taxes(),
    surcharges: priceSum.charges("surcharges"),
  };
  return {
    program: offer.program,
    ...priced,
    conditions: awardConditions(priced, offer.conditions, terms.currency),
    fees: priceSum.charges("fees"),
    cabin: offer.cabin,
    level: offer.level,
    ...(offer.segments === undefined ? {} : { segments: offer.segments }),
    chart: offer.chart,
    seatsRemaining: offer.seatsRemaining,
    requires: noRequirements,
    cashEquivalent,
    observedAtMs: offer.observedAtMinutes * msPerMinute,
    confidence: offer.confidence,
  };
}

type ChargeKind = "surcharges" | "fees";

/** Adds up a price in one currency: each part of one traveler's price is converted once; all other amounts are sums of those. */
class PriceSum {
  base = 0;
  total = 0;
  readonly #charges: Record<ChargeKind, Map<string, number>> = {
    surcharges: new Map(),
    fees: new Map(),
  };
  readonly #taxes: (TaxLine & { amount: number })[] = [];
  readonly #currency: Currency;

  constructor(currency: Currency) {
    this.#currency = currency;
  }

  /** @returns the converted amount per traveler. */
  addBase(cents: number, travelers: number): number {
    const amount = fromUsdCents(cents, this.#currency);
    this.base += amount * travelers;
    this.total += amount * travelers;
    return amount;
  }

  /** @returns the converted amount per traveler. */
  add(kind: ChargeKind, charges: readonly UsdCharge[], travelers: number): number {
    const sums = this.#charges[kind];
    let one = 0;
    for (const { code, usdCents } of charges) {
      const amount = fromUsdCents(usdCents, this.#currency);
      sums.set(code, (sums.get(code) ?? 0) + amount * travelers);
      this.total += amount * travelers;
      one += amount;
    }
    return one;
  }

  /** @returns the converted amount per traveler. */
  addTaxes(taxes: readonly TaxCharge[], travelers: number): number {
    let one = 0;
    for (const { usdCents, ...tax } of taxes) {
      const amount = fromUsdCents(usdCents, this.#currency);
      const line = joinLine(this.#taxes, tax);
      if (line === undefined) this.#taxes.push({ ...tax, amount: amount * travelers });
      else line.amount += amount * travelers;
      this.total += amount * travelers;
      one += amount;
    }
    return one;
  }

  taxes(): Tax[] {
    return this.#taxes;
  }

  charges(kind: ChargeKind): Charge[] {
    return [...this.#charges[kind]].map(([code, amount]) => ({ code, amount }));
  }
}
