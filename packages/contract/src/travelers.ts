import { type Static, Type } from "typebox";

/** Types of travelers, in the order in which every list of travelers has them. */
export const travelerTypes = ["adult", "youth", "child", "infant_in_seat", "infant"] as const;
export type TravelerType = (typeof travelerTypes)[number];

/** Adults are of this age or older. */
export const adultAge = 18;
/** Maximum number of ages: those of eight travelers with a seat and an infant on the only adult's lap. */
export const maxAges = 9;

/** Ages of a type in years on the date of the last slice: inclusive minimum and exclusive maximum. */
export const ageRanges: Readonly<Record<TravelerType, { readonly from: number; readonly below: number }>> = {
  adult: { from: adultAge, below: Number.POSITIVE_INFINITY },
  youth: { from: 12, below: adultAge },
  child: { from: 2, below: 12 },
  infant_in_seat: { from: 0, below: 2 },
  infant: { from: 0, below: 2 },
};

/** Age that a search assumes for each type of traveler under 18 if it states no ages. */
export const assumedAges = { youth: 16, child: 8, infant_in_seat: 1, infant: 1 } as const;

const agesSchema = Type.Array(Type.Integer({ minimum: 0, maximum: adultAge - 1, examples: [8] }), {
  maxItems: maxAges,
  description:
    "Ages of all travelers under 18 in years on the date of the last slice, in any order. Absent counts follow from it; others must agree with it. Without it, 16 is assumed for youths, 8 for children and 1 for infants.",
  examples: [[8, 15]],
});

const counted = (description: string, maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, default: 0, description, examples: [0] }));

export const TravelersSchema = Type.Object(
  {
    adults: Type.Integer({
      minimum: 1,
      maximum: 9,
      description:
        "Travelers aged 18 or older. Without `ages`, travelers aged 12 to 17 can be counted here as well, at the price of adults.",
      examples: [1],
    }),
    youths: counted("Travelers aged 12 to 17.", 8),
    children: counted("Travelers aged 2 to 11.", 8),
    infants: counted("Travelers under 2 on an adult's lap, at most one per adult.", 9),
    infantsInSeat: counted("Travelers under 2 with a separate seat.", 8),
    ages: Type.Optional(agesSchema),
  },
  {
    $id: "Travelers",
    additionalProperties: false,
    examples: [{ adults: 1 }],
    description:
      "Number of travelers by their age on the date of the last slice, at most 9 seats. An infant who turns two by then needs a seat and counts as a child.",
  },
);

/** Travelers of a request with all counts. */
export const TravelerCountsSchema = Type.Object(
  {
    adults: TravelersSchema.properties.adults,
    youths: Type.Integer({ description: "Travelers aged 12 to 17.", examples: [0] }),
    children: Type.Integer({ description: "Travelers aged 2 to 11.", examples: [0] }),
    infants: Type.Integer({ description: "Travelers under 2 on an adult's lap.", examples: [0] }),
    infantsInSeat: Type.Integer({ description: "Travelers under 2 with a separate seat.", examples: [0] }),
    ages: Type.Optional(agesSchema),
  },
  { description: "Number of travelers." },
);

export type TravelersRequest = Static<typeof TravelersSchema>;
/** Number of travelers of each type, and the ages of all under 18 if they were stated. */
export type TravelerCounts = Static<typeof TravelerCountsSchema>;

/** Number of travelers of one type. */
export interface TypedCount {
  type: TravelerType;
  count: number;
}

/** Returns the types of travelers that a search has, in the order of `travelerTypes`. */
export function listTravelerCounts(travelers: TravelerCounts): TypedCount[] {
  const { adults, youths, children, infantsInSeat, infants } = travelers;
  const counts: TypedCount[] = [
    { type: "adult", count: adults },
    { type: "youth", count: youths },
    { type: "child", count: children },
    { type: "infant_in_seat", count: infantsInSeat },
    { type: "infant", count: infants },
  ];
  return counts.filter(({ count }) => count > 0);
}

/** Returns the number of seats that travelers take: all but infants on a lap. */
export function countSeats({ adults, youths, children, infantsInSeat }: TravelerCounts): number {
  return adults + youths + children + infantsInSeat;
}

export function countTravelers(travelers: TravelerCounts): number {
  return countSeats(travelers) + travelers.infants;
}

/**
 * Returns one row per traveler in the order of `travelerTypes`, with the age of each traveler under 18: those that the search states, oldest
 * first within a type, otherwise the assumed ones. Of two infants, the older one has the seat. The age of adults is null.
 */
export function listTravelers(travelers: TravelerCounts): { type: TravelerType; age: number | null }[] {
  const left = travelers.ages?.toSorted((a, b) => b - a);
  return listTravelerCounts(travelers).flatMap(({ type, count }) =>
    Array.from({ length: count }, () => {
      if (type === "adult") return { type, age: null };
      const { from, below } = ageRanges[type];
      const at = left?.findIndex((age) => age >= from && age < below) ?? -1;
      const age = at < 0 ? assumedAges[type] : (left?.splice(at, 1)[0] ?? assumedAges[type]);
      return { type, age };
    }),
  );
}

/** Returns the age in whole years on a date; both dates as YYYY-MM-DD. Negative before the date of birth. */
export function ageOn(date: string, bornOn: string): number {
  const years = Number(date.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return date.slice(5) < bornOn.slice(5) ? years - 1 : years;
}
