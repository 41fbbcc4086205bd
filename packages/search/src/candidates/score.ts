import { type Currency, formatMoney, minorDigitsOf, type NormalizedRequest, type ScoreOption } from "@wayfare/contract";
import { type RankOption, type RankSlice, rank, type Wording } from "@wayfare/engine";
import type { AwardOffer, CashOffer, Slice, ZonedInstant } from "@wayfare/suppliers";
import type { Dictionary } from "../request/facts.ts";
import { cashPriceOf, durationMinutesOf, isComparable, isMixedCabin, slackMinutesOf } from "./measures.ts";
import type { Candidate, Sourced } from "./merge.ts";

interface Entry {
  option: RankOption;
  flightId: string;
  offerId: string;
}

/** An option dominated by another one gets fewer reasons; most options are dominated. */
const maxReasonsOfDominated = 2;

/** Ranks every offer of the flights whose price can be compared, best first. */
export function scoreFlights(
  candidates: readonly Candidate[],
  request: NormalizedRequest,
  dictionary: Dictionary,
): ScoreOption[] {
  const context = { request, dictionary, slices: new Map() };
  const entries = candidates.flatMap((candidate, at) => toEntries(candidate, at, context));
  const ranked = rank(
    entries.map(({ option }) => option),
    { profile: request.profile, weights: request.weights },
    wordingOf(request.currency),
  );
  const getEntry = (at: number): Entry => {
    const entry = entries[at];
    if (!entry) throw new Error("ranking returned an unknown option");
    return entry;
  };
  return ranked.map((option) => {
    const entry = getEntry(option.option);
    return {
      rank: option.rank,
      flightId: entry.flightId,
      offerId: entry.offerId,
      kind: entry.option.kind,
      score: option.score,
      probability: Math.round(option.probability * 10_000) / 10_000,
      effectiveCost: formatMoney(option.effectiveCostMinor, request.currency),
      components: option.components,
      dominatedBy: option.dominatedBy === null ? null : getEntry(option.dominatedBy).offerId,
      labels: option.labels,
      reasons: option.dominatedBy === null ? option.reasons : option.reasons.slice(0, maxReasonsOfDominated),
    };
  });
}

interface EntryContext {
  request: NormalizedRequest;
  dictionary: Dictionary;
  /** Cache of slices with computed terms: round trips share slices. */
  slices: Map<Slice, RankSlice>;
}

function toEntries(candidate: Candidate, flight: number, context: EntryContext): Entry[] {
  const slices = candidate.flight.slices.map((slice) => rankSliceOf(slice, context));
  const { emissions } = candidate.flight;
  const shared = {
    flight,
    slices,
    kgCO2e: emissions?.kgCO2ePerTraveler ?? null,
    typicalKgCO2e: emissions?.typicalKg ?? null,
  };
  const entry = (offerId: string, option: RankOption): Entry => ({ option, flightId: candidate.id, offerId });
  return [
    ...candidate.cash
      .filter(isComparable)
      .map((sourced) => entry(sourced.id, { ...shared, ...cashTraits(sourced, context) })),
    ...candidate.award
      .filter(isComparable)
      .map((sourced) => entry(sourced.id, { ...shared, ...awardTraits(sourced, context) })),
  ];
}

type OfferTraits = Omit<RankOption, "flight" | "slices" | "kgCO2e" | "typicalKgCO2e">;

function cashTraits(sourced: Sourced<CashOffer>, { request }: EntryContext): OfferTraits {
  const { offer } = sourced;
  const bags = offer.segments.map(({ baggage }) => baggage.checked).filter((checked) => checked !== null);
  return {
    kind: "cash",
    moneyMinor: cashPriceOf(sourced),
    miles: 0,
    mileValueMinor: 0,
    valuePerMileMinor: null,
    refundable: offer.refundable,
    changeable: offer.changeable,
    checkedBags: bags.length === offer.segments.length ? Math.min(...bags) : null,
    mixedCabin: isMixedCabin(offer, request.cabin),
    seatsRemaining: offer.seatsRemaining,
    confidence: 1,
  };
}

function awardTraits({ offer, price }: Sourced<AwardOffer>, { request, dictionary }: EntryContext): OfferTraits {
  const { cashEquivalent } = offer;
  const isKnown = cashEquivalent !== null && price !== null && Number.isFinite(cashEquivalent);
  const saved = isKnown ? cashEquivalent - price : null;
  return {
    kind: "award",
    // A cash amount that the supplier does not state counts as 0.
    moneyMinor: price ?? 0,
    miles: offer.miles,
    mileValueMinor: dictionary.getMileValueMinor(offer.program, request.currency),
    valuePerMileMinor: saved === null || offer.miles === 0 ? null : saved / offer.miles,
    refundable: null,
    changeable: null,
    checkedBags: null,
    mixedCabin: isMixedCabin(offer, request.cabin),
    seatsRemaining: offer.seatsRemaining,
    confidence: offer.confidence,
  };
}

function rankSliceOf(slice: Slice, { slices, dictionary }: EntryContext): RankSlice {
  const known = slices.get(slice);
  if (known !== undefined) return known;
  const rankSlice = toRankSlice(slice, dictionary);
  slices.set(slice, rankSlice);
  return rankSlice;
}

function toRankSlice(slice: Slice, dictionary: Dictionary): RankSlice {
  return {
    durationMinutes: durationMinutesOf(slice),
    carriers: new Set(slice.segments.map((segment) => segment.marketingCarrier)).size,
    departureMinute: localMinute(slice.segments[0]?.departure),
    arrivalMinute: localMinute(slice.segments.at(-1)?.arrival),
    layovers: slice.layovers.map((layover) => ({
      airport: layover.airport,
      durationMinutes: layover.durationMinutes ?? 0,
      slackMinutes: slackMinutesOf(layover),
      overnight: layover.overnight ?? false,
      airportChange: layover.airportChange,
      selfTransfer: layover.selfTransfer === true,
    })),
    aircraft: slice.segments.flatMap((segment) => {
      const { aircraft, departure, arrival } = segment;
      const family = aircraft === null ? undefined : dictionary.findAircraft(aircraft)?.family;
      if (family === undefined || departure === null || arrival === null) return [];
      return [{ family, minutes: arrival.epochMinutes - departure.epochMinutes }];
    }),
  };
}

function localMinute(instant: ZonedInstant | null | undefined): number {
  const minutes = instant ? instant.epochMinutes + instant.offsetMinutes : 0;
  return ((minutes % 1440) + 1440) % 1440;
}

const wordings = new Map<Currency, Wording>();

/** From this amount on, price differences are shown without cents. */
const wholeUnitsFrom = 10;

/** Number formats for the reasons, cached because creating one is slow. */
function wordingOf(currency: Currency): Wording {
  const known = wordings.get(currency);
  if (known) return known;
  const digits = minorDigitsOf(currency);
  const units = 10 ** digits;
  const exact = formatOf(currency, digits);
  const whole = formatOf(currency, 0);
  const finer = formatOf(currency, digits + 1);
  const formatDifference = (minor: number) => (minor < wholeUnitsFrom * units ? exact : whole).format(minor / units);
  // Values in cents per mile are shown for US dollars only; "1.6 cents" of another currency would be misread as US cents.
  const formatMileValue = (minor: number) => finer.format(minor / units);
  const wording: Wording = {
    formatMoney: formatDifference,
    ...(currency === "USD" ? {} : { formatMileValue }),
  };
  wordings.set(currency, wording);
  return wording;
}

function formatOf(currency: Currency, fraction: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: fraction, maximumFractionDigits: fraction };
  return new Intl.NumberFormat("en-US", { style: "currency", currency, ...digits });
}
