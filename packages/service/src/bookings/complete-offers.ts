import type { AwardOffer, Booking, CashOffer, Conditions, Flight, Segment, Slice } from "@wayfare/contract";

/** Adds members of flights and offers that older versions did not store with a booking. */
export function completeOffers(stored: Booking): Booking {
  const slices = stored.flight.slices.map(completeSlice);
  // Versions before 0.3 did not store whether a price was verified, nor what the amount of a tax rests on.
  const priced = stored.flight.cash.map((offer) => ({
    ...offer,
    taxes: completeTaxes(offer.taxes),
    verified: "verified" in offer ? offer.verified : null,
  }));
  const awarded = stored.flight.award.map((offer) => ({ ...offer, taxes: completeTaxes(offer.taxes) }));
  const booking = { ...stored, flight: { ...stored.flight, slices, cash: priced, award: awarded } };
  const { flight } = booking;
  if ([...flight.cash, ...flight.award].every((offer) => "requires" in offer && "conditions" in offer)) return booking;
  const cash = flight.cash.map((offer) =>
    hasKind(offer) ? { ...sandboxTerms, ...offer } : completeCash(offer, booking),
  );
  const award = flight.award.map((offer) =>
    hasKind(offer) ? { ...sandboxTerms, ...offer } : completeAward(offer, flight),
  );
  return { ...booking, flight: { ...flight, cash, award } };
}

function completeTaxes(taxes: CashOffer["taxes"]): CashOffer["taxes"] {
  return taxes?.map((tax) => ({ ...unknownBasis, ...tax })) ?? null;
}

const unknownBasis = { basis: null, validUntil: null };

function completeSlice(slice: Slice): Slice {
  const layovers = slice.layovers.map((layover) =>
    "interline" in layover ? layover : { ...(layover as Slice["layovers"][number]), interline: null },
  );
  const segments = slice.segments.map((segment) =>
    "stops" in segment ? segment : { ...(segment as Slice["segments"][number]), stops: null },
  );
  return { ...slice, segments, layovers };
}

/** Values of members that older versions, which booked only sandbox offers, did not store. */
const sandboxTerms = { separateTickets: false, bookingLink: null, requires: [], conditions: unstated() };

function unstated(): Conditions {
  return { refund: null, change: null, noShow: null };
}

/** Returns the conditions of a booked flight, whose only offer older versions stored without them. */
export function conditionsOf({ cash, award }: Flight): Conditions {
  const [offer] = [...cash, ...award];
  return offer !== undefined && "conditions" in offer ? offer.conditions : unstated();
}

/** Returns false for offers of the oldest versions, which lack other members too. */
function hasKind(offer: object): boolean {
  return "kind" in offer;
}

function completeCash(offer: CashOffer, { flight, createdAt }: Booking): CashOffer {
  const inCabin = flight.slices
    .flatMap(({ segments }) => segments)
    .filter((_, at) => offer.segments[at]?.cabin === offer.cabin);
  const cabinShare = shareOf(inCabin, flight);
  return { ...sandboxTerms, ...offer, kind: "cash", mixedCabin: cabinShare < 1, cabinShare, observedAt: createdAt };
}

/** Older versions did not store the cabins of award segments. The longest segment of each slice has the cabin of the award. */
function completeAward(offer: AwardOffer, flight: Flight): AwardOffer {
  const longest = flight.slices.flatMap(({ segments }) =>
    segments.toSorted((a, b) => (b.distanceKm ?? 0) - (a.distanceKm ?? 0)).slice(0, 1),
  );
  return { ...sandboxTerms, ...offer, kind: "award", cabinShare: offer.mixedCabin ? shareOf(longest, flight) : 1 };
}

function shareOf(segments: readonly Segment[], flight: Flight): number {
  const minutesOf = (list: readonly Segment[]) =>
    list.reduce((sum, { durationMinutes }) => sum + (durationMinutes ?? 0), 0);
  const all = minutesOf(flight.slices.flatMap((slice) => slice.segments));
  return Math.floor((100 * minutesOf(segments)) / all) / 100;
}
