import type { SliceAward } from "../awards/price-slice.ts";
import type { FlightSearch } from "./flight-search.ts";
import type { JourneyCharges } from "./journey-charges.ts";
import type { Journey } from "./journeys.ts";
import { awardCostOf, chargesOfJourney } from "./price-limit.ts";

/** Awards in an answer if not all are requested. */
const shownAwards = 3;

/** An award of a journey with its cost for the whole party. */
export interface CostedAward {
  /** One for each slice. */
  slices: SliceAward[];
  /** Money, plus miles at the middle of their usual value. */
  cents: number;
  miles: number;
}

/** Prices and times of a journey, by which an answer is sorted and limited; each is computed once, on first use. */
export class JourneyMeasures {
  readonly journey: Journey;
  readonly minutes: number;
  readonly #search: FlightSearch;
  #charges: JourneyCharges | undefined;
  #awards: CostedAward[] | undefined;

  constructor(journey: Journey, search: FlightSearch) {
    this.journey = journey;
    this.#search = search;
    this.minutes = journey.slices.reduce((sum, { candidate }) => sum + candidate.arrival - candidate.departure, 0);
  }

  get charges(): JourneyCharges {
    if (this.#charges === undefined) {
      this.#charges = chargesOfJourney(this.journey);
    }
    return this.#charges;
  }

  /** Awards to show, cheapest first. */
  get awards(): readonly CostedAward[] {
    this.#awards ??= this.#costAwards();
    return this.#awards;
  }

  get isNonstop(): boolean {
    return this.journey.slices.every(({ candidate }) => candidate.flights.length === 1);
  }

  /** The cheapest award; Infinity without one. */
  get awardCents(): number {
    return this.awards.length === 0 ? Number.POSITIVE_INFINITY : this.awards[0].cents;
  }

  /** In cash if cash is requested and available, otherwise as an award. */
  get priceCents(): number {
    const { fares, exceedsLimit, partyCents } = this.journey;
    return this.#search.includeCash && fares !== null && exceedsLimit !== true ? partyCents : this.awardCents;
  }

  /** The key of the requested order. */
  get sortKey(): number {
    const { candidate } = this.journey.slices[0];
    const { sort } = this.#search;
    if (sort === "price") return this.priceCents;
    if (sort === "miles") {
      return this.awards.reduce((fewest, { miles }) => Math.min(fewest, miles), Number.POSITIVE_INFINITY);
    }
    return sort === "duration" ? this.minutes : candidate[sort];
  }

  #costAwards(): CostedAward[] {
    const { awards } = this.journey;
    if (awards.length === 0) return [];
    const { allOffers, priceToleranceCents = 0 } = this.#search;
    const costed = awards
      .map((slices) => costOf(slices, this.charges, this.#search))
      .sort((a, b) => a.cents - b.cents || (a.slices[0].program.code < b.slices[0].program.code ? -1 : 1));
    if (allOffers || costed.length <= shownAwards) return costed;
    const last = costed[shownAwards - 1].cents + priceToleranceCents;
    return costed.filter(({ cents }, i) => i < shownAwards || (priceToleranceCents > 0 && cents <= last));
  }
}

function costOf(slices: SliceAward[], charges: JourneyCharges, search: FlightSearch): CostedAward {
  const { floor, ceiling } = slices[0].program.valueCents;
  const { moneyCents, miles } = awardCostOf(slices, charges, search);
  return { slices, cents: miles * ((floor + ceiling) / 2) + moneyCents, miles };
}
