import type { SliceAward } from "../awards/price-slice.ts";
import { infantMilesOf } from "../awards/programs/programs.ts";
import { sumCharges } from "../fares/charges.ts";
import { type FlightSearch, type PriceLimit, travelersOf } from "./flight-search.ts";
import type { Journey } from "./journey.ts";
import type { JourneyCharges } from "./journey-charges.ts";
import { awardOffer, cashOffers, passedSurcharges, soldSlicesOf } from "./offers.ts";

/** Largest reduction of a traveler's taxes by the caps of the United States on trips of three to six slices, in cents. */
const capSlackCents = 6000;

/** Amounts in cents that are certainly within a limit, and those that certainly exceed it. Between them the converted price decides. */
export interface LimitBand {
  /** Highest amount that is certainly within. */
  within: number;
  /** Lowest amount that is not certainly outside is at most this. */
  outside: number;
}

/** Returns the band of a limit for sums over the slices of a journey: taxes of more than two slices can be less than the sum of theirs. */
export function bandOf({ cents, toleranceCents }: PriceLimit, search: FlightSearch, slices: number): LimitBand {
  const travelers = search.adults + search.children + search.infants;
  const slack = slices > 2 ? capSlackCents * travelers : 0;
  return { within: cents - toleranceCents, outside: cents + toleranceCents + slack };
}

/** Removes the payments of a journey whose price exceeds the limit of the search. Returns the journey itself if there is no limit. */
export function applyPriceLimit(journey: Journey, search: FlightSearch): Journey {
  const { priceLimit } = search;
  if (priceLimit === undefined) return journey;
  const { slices, awards } = journey;
  let charges: JourneyCharges | undefined;
  const chargesOf = () => (charges ??= chargesOfJourney(journey));
  const band = bandOf(priceLimit, search, slices.length);
  const isSold = journey.fares !== null && isCashWithin(journey, search, { priceLimit, band, chargesOf });
  return {
    ...journey,
    ...(!isSold && { exceedsLimit: true }),
    awards: awards.filter((award) => isAwardWithin(journey, award, search, { priceLimit, band, chargesOf })),
  };
}

interface LimitContext {
  priceLimit: PriceLimit;
  band: LimitBand;
  chargesOf: () => JourneyCharges;
}

function isCashWithin(
  journey: Journey,
  search: FlightSearch,
  { priceLimit, band: { within, outside }, chargesOf }: LimitContext,
): boolean {
  if (!search.includeCash) return false;
  if (journey.partyCents <= within) return true;
  if (journey.partyCents > outside) return false;
  return cashOffers(soldSlicesOf(journey), search, chargesOf(), 1).some((offer) => priceLimit.allowsCash(offer));
}

function isAwardWithin(
  { slices }: Journey,
  awards: readonly SliceAward[],
  search: FlightSearch,
  { priceLimit, band: { within, outside }, chargesOf }: LimitContext,
): boolean {
  const { moneyCents } = awardCostOf(awards, chargesOf(), search);
  if (moneyCents <= within) return true;
  if (moneyCents > outside) return false;
  const awarded = awards.map((award, at) => ({ ...slices[at], award }));
  return priceLimit.allowsAward(awardOffer(awarded, search, chargesOf()));
}

/** Returns the charges of a whole journey. */
export function chargesOfJourney({ slices }: Pick<Journey, "slices">): JourneyCharges {
  return slices[0].direction.charges.journey(
    slices.map(({ direction, candidate }) => ({ pool: direction.enumeration.pool, flights: candidate.flights })),
  );
}

/** Returns the money part of an award of a program, and its miles, for the whole party. */
export function awardCostOf(
  slices: readonly SliceAward[],
  charges: JourneyCharges,
  search: FlightSearch,
): { moneyCents: number; miles: number } {
  const { program } = slices[0];
  const adultMiles = slices.reduce((sum, { miles }) => sum + miles, 0);
  const seated = sumCharges(passedSurcharges(program, charges)) + sumCharges(slices.flatMap(({ fees }) => fees));
  let moneyCents = 0;
  let miles = 0;
  for (const { type, count } of travelersOf(search)) {
    const isInfant = type === "infant";
    miles += count * (isInfant ? infantMilesOf(program, adultMiles) : adultMiles);
    moneyCents += count * (sumCharges(charges.awardTaxes(type)) + (isInfant ? 0 : seated));
  }
  return { moneyCents, miles };
}
