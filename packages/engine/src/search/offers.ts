import { type ObservedAward, observe, observedTogether } from "../awards/observation.ts";
import type { SliceAward } from "../awards/price-slice.ts";
import { collectsSurcharge, infantMilesOf, type Program } from "../awards/programs/programs.ts";
import { awardFeesOf } from "../awards/tariffs/redeposit-fees.ts";
import { availableCabin, cabinNames } from "../fares/cabins.ts";
import { addCharge, sumCharges, type UsdCharge } from "../fares/charges.ts";
import { addFareFees, type FareFees, fareFeesOf } from "../fares/fare-conditions.ts";
import { bookedLegs, longestOf } from "../fares/price-component.ts";
import type { SliceFare } from "../fares/price-slice.ts";
import { classCodes } from "../fares/tariffs.ts";
import { addTax } from "../fares/taxes/tax-charge.ts";
import { typeOfKind } from "../fares/traveler-kind.ts";
import { countryOfFlights, countryOfTrip, severalCountries } from "../itineraries/sale-end.ts";
import { unconnected } from "../timetable/sellers.ts";
import { type BrandedComponent, componentsInBrand, countSteps, listBrandTerms } from "./brand-terms.ts";
import type { Candidate, PricedFare, SearchDirection } from "./candidates.ts";
import { type FlightSearch, travelersOf } from "./flight-search.ts";
import type {
  FoundAwardFare,
  FoundAwardOffer,
  FoundAwardSegment,
  FoundCashOffer,
  FoundFare,
  FoundFareSegment,
} from "./found-flight.ts";
import type { Journey } from "./journey.ts";
import { baseCentsOf, type JourneyCharges } from "./journey-charges.ts";

/** One slice of a journey with its cash price, or one ticket of a slice with a self-transfer. */
export interface SoldSlice {
  direction: SearchDirection;
  flights: readonly number[];
  fare: SliceFare;
  /** True for a ticket of a slice with a self-transfer: all tickets of the journey are then sold alone. */
  isPartOfSlice?: boolean;
}

/** One slice of a journey with the price of one program. */
export interface AwardedSlice {
  direction: SearchDirection;
  candidate: Candidate;
  award: SliceAward;
}

/** Returns the slices of a journey that is sold for money, or the tickets of a slice with a self-transfer; empty if it is not. */
export function soldSlicesOf({ fares, slices }: Pick<Journey, "fares" | "slices">): SoldSlice[] {
  return fares?.flatMap((fare, at) => listSold(slices[at], fare)) ?? [];
}

/** A slice on one ticket, or each ticket of it. */
function listSold({ direction, candidate }: Journey["slices"][number], { fare, tickets }: PricedFare): SoldSlice[] {
  if (tickets === undefined) return [{ direction, flights: candidate.flights, fare }];
  return tickets.map((ticket) => ({ direction, ...ticket, isPartOfSlice: true }));
}

/** Offers of a journey, cheapest brand first; one unless `brands` is larger. With terms, in order of the price with bags. */
export function cashOffers(
  slices: readonly SoldSlice[],
  search: FlightSearch,
  charges: JourneyCharges,
  brands: number,
): FoundCashOffer[] {
  const ladder = Math.max(...slices.map(({ direction, fare }) => countSteps(direction.quotes, fare)));
  const separateTickets = needsSeparateTickets(slices);
  const sell = slices.some(({ isPartOfSlice }) => isPartOfSlice) ? ticketsOffer : cashOffer;
  if (search.fareTerms !== undefined)
    return offersUnderTerms(slices, search, charges, { ladder, separateTickets, sell });
  const offers: FoundCashOffer[] = [];
  for (let step = 0; step < Math.min(brands, ladder); step++) {
    offers.push(sell(slices, search, charges, { step, separateTickets }));
  }
  return offers;
}

/** Every brand that the terms allow: which ones are the cheapest depends on the fees for bags in the currency of the search. */
function offersUnderTerms(
  slices: readonly SoldSlice[],
  search: FlightSearch,
  charges: JourneyCharges,
  { ladder, separateTickets, sell }: { ladder: number; separateTickets: boolean; sell: typeof cashOffer },
): FoundCashOffer[] {
  const terms = slices.map(({ direction, flights, fare }) => listBrandTerms(direction, { flights, fare }, search));
  const offers: { offer: FoundCashOffer; cents: number }[] = [];
  for (let step = 0; step < ladder; step++) {
    const ofStep = terms.map((brands) => brands[Math.min(step, brands.length - 1)]);
    if (ofStep.some(({ isAllowed }) => !isAllowed)) continue;
    const bagFeesCents = ofStep.reduce((sum, { bagFeesCents: cents }) => sum + cents, 0);
    const offer = { ...sell(slices, search, charges, { step, separateTickets }), bagFeesCents };
    offers.push({ offer, cents: totalCentsOf(offer) + bagFeesCents });
  }
  return offers.sort((a, b) => a.cents - b.cents).map(({ offer }) => offer);
}

function totalCentsOf({ fares }: FoundCashOffer): number {
  return fares.reduce(
    (sum, { count, baseCents, taxes, surcharges }) =>
      sum + count * (baseCents + sumCharges(taxes) + sumCharges(surcharges)),
    0,
  );
}

/** Offer of tickets that are sold alone, each with the taxes of a separate journey. */
function ticketsOffer(
  slices: readonly SoldSlice[],
  search: FlightSearch,
  _charges: JourneyCharges,
  { step }: { step: number },
): FoundCashOffer {
  const tickets = slices.map((slice) => {
    const { direction, flights } = slice;
    const charges = direction.charges.journey([{ pool: direction.enumeration.pool, flights }]);
    return cashOffer([slice], search, charges, { step, separateTickets: false });
  });
  const [first, ...others] = tickets;
  return {
    ...first,
    fares: others.reduce((sum, { fares }) => sum.map((fare, at) => addFares(fare, fares[at])), first.fares),
    segments: tickets.flatMap(({ segments }) => segments),
    seatsRemaining: Math.min(...tickets.map(({ seatsRemaining }) => seatsRemaining)),
    refundable: tickets.every(({ refundable }) => refundable),
    changeable: tickets.every(({ changeable }) => changeable),
    fees: addFareFees(tickets.map(({ fees }) => fees)),
    separateTickets: true,
    tickets: tickets.map(({ fares, segments, brand, validatingCarrier }) => {
      return { fares, brand, validatingCarrier, segments: segments.length };
    }),
  };
}

/** Sum of two fares of the same travelers. */
function addFares(one: FoundFare, other: FoundFare): FoundFare {
  const taxes = one.taxes.map((charge) => ({ ...charge }));
  for (const charge of other.taxes) addTax(taxes, charge);
  const surcharges = one.surcharges.map((charge) => ({ ...charge }));
  for (const { code, usdCents } of other.surcharges) addCharge(surcharges, code, usdCents);
  return {
    ...one,
    baseCents: one.baseCents + other.baseCents,
    taxes,
    surcharges,
  };
}

function cashOffer(
  slices: readonly SoldSlice[],
  search: FlightSearch,
  charges: JourneyCharges,
  { step, separateTickets }: { step: number; separateTickets: boolean },
): FoundCashOffer {
  const sold = slices.map(({ direction, fare }) => componentsInBrand(direction.quotes, fare, step));
  const booked = slices.flatMap(({ direction }, at) => sold[at].flatMap((each) => bookedSegments(direction, each)));
  const adultCents = sold.map((components) => components.reduce((sum, { branded }) => sum + branded.cents, 0));
  const first = slices[0];
  const fares = travelersOf(search).map(({ kind, count }): FoundFare => {
    const bySlice = adultCents.map((cents) => baseCentsOf(kind, cents));
    const baseCents = bySlice.reduce((sum, cents) => sum + cents, 0);
    return {
      type: typeOfKind(kind),
      count,
      baseCents,
      taxes: charges.taxes(kind, bySlice),
      surcharges: charges.surcharges(kind),
    };
  });
  return {
    fares,
    brand: sold[0][0].branded.name,
    cabin: search.cabin,
    segments: booked.map(({ segment }) => segment),
    seatsRemaining: Math.min(...booked.map(({ seats }) => seats)),
    refundable: sold.every((components) => components.every(({ branded }) => branded.refundable)),
    changeable: sold.every((components) => components.every(({ branded }) => branded.changeable)),
    fees: feesOf(slices, sold, { separateTickets }),
    validatingCarrier: first.direction.quotes.timetable.carriers[first.fare.validatingCarrier].code,
    separateTickets,
  };
}

/** Fees of a trip on one ticket, or on a ticket for each slice. */
function feesOf(
  slices: readonly SoldSlice[],
  sold: readonly (readonly BrandedComponent[])[],
  { separateTickets }: { separateTickets: boolean },
): FareFees {
  const countries = slices.map(({ direction: { quotes }, flights }) => {
    return { country: countryOfFlights(quotes.timetable, quotes.pool, flights) };
  });
  const isDomestic = countryOfTrip(countries) !== severalCountries;
  const ticketOf = ({ direction: { quotes }, fare }: SoldSlice, components: readonly BrandedComponent[]) => {
    const isEvery = (term: "refundable" | "changeable") => components.every(({ branded }) => branded[term]);
    const seller = quotes.timetable.carriers[fare.validatingCarrier];
    return fareFeesOf(
      { refundable: isEvery("refundable"), changeable: isEvery("changeable") },
      { seller, cabin: quotes.cabin, isDomestic },
    );
  };
  if (!separateTickets) return ticketOf(slices[0], sold.flat());
  return addFareFees(slices.map((slice, at) => ticketOf(slice, sold[at])));
}

/**
 * A slice is always one ticket, because its airlines connect. One-ways are one ticket if the airlines that sell their longest flights all
 * connect; halves of a round trip always are.
 */
function needsSeparateTickets(slices: readonly SoldSlice[]): boolean {
  if (slices[0].fare.kind === "halfRoundTrip") return false;
  const { sellers, connects } = slices[0].direction.quotes.timetable;
  const sold = slices.map(sellersOfLongest);
  return sold.some((from, at) => sold.slice(at + 1).some((to) => connects[from * sellers.length + to] === unconnected));
}

function sellersOfLongest({ direction: { quotes }, flights }: SoldSlice): number {
  return quotes.timetable.sellersOf[quotes.pool.pattern[longestOf(quotes, flights)]];
}

interface BookedSegment {
  segment: FoundFareSegment;
  /** Seats shown for its class. */
  seats: number;
}

function bookedSegments(direction: SearchDirection, { component, branded }: BrandedComponent): BookedSegment[] {
  const { fareBasis, carryOn, checked } = branded;
  return bookedLegs(direction.quotes, component, branded.rank).map(({ cabin, rank, seats }) => {
    const bookingClass = classCodes[cabin][rank];
    return { segment: { cabin: cabinNames[cabin], bookingClass, fareBasis, carryOn, checked }, seats };
  });
}

/** Price of a journey in one program: the slices' miles together, and taxes, surcharges and fees in money. */
export function awardOffer(
  slices: readonly AwardedSlice[],
  search: FlightSearch,
  charges: JourneyCharges,
): FoundAwardOffer {
  const { program } = slices[0].award;
  const adultMiles = slices.reduce((sum, { award }) => sum + award.miles, 0);
  const passed = passedSurcharges(program, charges);
  const fees: UsdCharge[] = [];
  for (const { code, usdCents } of slices.flatMap(({ award }) => award.fees)) addCharge(fees, code, usdCents);
  const cabin = cabinNames[slices[0].direction.quotes.cabin];
  const level = jointLevel(slices);
  const segments = slices.flatMap(awardSegments);
  const alike = segments.every((segment) => segment.cabin === cabin && segment.saver === (level === "saver"));
  return {
    program: program.code,
    fares: travelersOf(search).map(({ kind, count }): FoundAwardFare => {
      const isOnLap = kind === "infant";
      const miles = isOnLap ? infantMilesOf(program, adultMiles) : adultMiles;
      const surcharges = isOnLap ? [] : passed;
      const type = typeOfKind(kind);
      return { type, count, miles, taxes: charges.awardTaxes(kind), surcharges, fees: isOnLap ? [] : fees };
    }),
    cabin,
    mixedCabin: slices.some(({ award }) => award.mixedCabin),
    level,
    ...(alike ? {} : { segments }),
    conditions: awardFeesOf(program.code, level, adultMiles),
    chart: jointChart(slices),
    seatsRemaining: Math.min(...slices.map(({ award }) => award.seats)),
    ...observedTogether(slices.map((slice) => observe(observedAward(slice), search.searchedAtMinutes))),
  };
}

/** Carriers' surcharges that a program passes on to a traveler with a seat. */
export function passedSurcharges(program: Program, charges: JourneyCharges): UsdCharge[] {
  return charges.awardSurcharges((carrier) => collectsSurcharge(program, carrier));
}

function observedAward({ direction, candidate, award }: AwardedSlice): ObservedAward {
  const { timetable, pool } = direction.quotes;
  const { flights } = candidate;
  const [first, last] = [flights[0], flights[flights.length - 1]];
  const { program, level, chart } = award;
  return {
    program,
    level,
    basis: chart.basis,
    origin: timetable.marketOrigin[timetable.marketOf[pool.pattern[first]]],
    destination: timetable.marketDestination[timetable.marketOf[pool.pattern[last]]],
    day: pool.day[first],
    departure: candidate.departure,
  };
}

function awardSegments({ direction, candidate, award }: AwardedSlice): FoundAwardSegment[] {
  const { timetable, pool, cabin } = direction.quotes;
  // Partners only get saver space, whatever the program charges for it.
  const saver = award.level === "saver" || award.byPartner;
  return candidate.flights.map((flight) => {
    const { seats } = timetable.aircraft[timetable.aircraftOf[pool.pattern[flight]]];
    return { cabin: cabinNames[availableCabin(seats, cabin) ?? cabin], saver };
  });
}

function jointLevel(slices: readonly AwardedSlice[]): FoundAwardOffer["level"] {
  const levels = new Set(slices.map(({ award }) => award.level));
  if (levels.has("dynamic")) return "dynamic";
  return levels.has("standard") ? "standard" : "saver";
}

function jointChart(slices: readonly AwardedSlice[]): FoundAwardOffer["chart"] {
  const charts = slices.map(({ award }) => award.chart);
  const joined = (components: string[]) => [...new Set(components)].join("; ");
  return {
    name: joined(charts.map(({ name }) => name)),
    band: joined(charts.map(({ band }) => band)),
    basis: charts.every(({ basis }) => basis === "published") ? "published" : "modelled",
  };
}
