import {
  ageRanges,
  countSeats,
  type FieldError,
  maxSeats,
  type TravelerCounts,
  type TravelersRequest,
  type TravelerType,
} from "@wayfare/contract";

type CountedMember = "youths" | "children" | "infantsInSeat" | "infants";

/**
 * Fills in the counts of travelers. Without `ages`, absent counts are 0. With `ages`, absent counts follow from it: of infants without either
 * count, all travel on a lap. Counts that disagree with `ages` are kept, for `findTravelerErrors`.
 */
export function fillTravelers(request: TravelersRequest = { adults: 1 }): TravelerCounts {
  const { adults, ages } = request;
  if (ages === undefined) {
    const { youths = 0, children = 0, infants = 0, infantsInSeat = 0 } = request;
    return { adults, youths, children, infants, infantsInSeat };
  }
  const youths = request.youths ?? countAges(ages, "youth");
  const children = request.children ?? countAges(ages, "child");
  const under2 = countAges(ages, "infant");
  const infants = request.infants ?? Math.max(0, under2 - (request.infantsInSeat ?? 0));
  const infantsInSeat = request.infantsInSeat ?? Math.max(0, under2 - infants);
  return { adults, youths, children, infants, infantsInSeat, ages: ages.toSorted((a, b) => b - a) };
}

/** Travelers of a stored request. Earlier versions counted no youths and no infants with a seat. */
export function readStoredTravelers(stored: Pick<TravelerCounts, "adults"> & Partial<TravelerCounts>): TravelerCounts {
  const { adults, youths = 0, children = 0, infants = 0, infantsInSeat = 0, ages } = stored;
  return { adults, youths, children, infants, infantsInSeat, ...(ages && { ages }) };
}

/** Faults of the counts: too many lap infants or seats, and ages that do not have these counts. */
export function findTravelerErrors(travelers: TravelerCounts): FieldError[] {
  const { adults, infants } = travelers;
  const errors: FieldError[] = [];
  if (infants > adults) {
    const detail = `${infants} infants need at least ${infants} adults, but there are ${adults}. Infants with a seat are \`infantsInSeat\`.`;
    errors.push({ pointer: "/travelers/infants", code: "TOO_MANY_INFANTS", detail });
  }
  const seats = countSeats(travelers);
  if (seats > maxSeats) {
    const detail = `A search is limited to ${maxSeats} travelers with a seat; there are ${seats}.`;
    errors.push({ pointer: "/travelers", code: "TOO_MANY_SEATS", detail });
  }
  return [...errors, ...findAgeErrors(travelers)];
}

function findAgeErrors({ ages, youths, children, infants, infantsInSeat }: TravelerCounts): FieldError[] {
  if (ages === undefined) return [];
  const stated = (member: CountedMember, count: number, type: TravelerType, words: string): FieldError[] => {
    const found = countAges(ages, type);
    if (count === found) return [];
    const detail = `\`ages\` has ${found} travelers ${words}, but \`${member}\` is ${count}. Leave the count out, or send the age of every traveler under 18.`;
    return [{ pointer: `/travelers/${member}`, code: "AGES_MISMATCH", detail }];
  };
  const under2 = countAges(ages, "infant");
  const infantErrors: FieldError[] =
    infants + infantsInSeat === under2
      ? []
      : [
          {
            pointer: infantsInSeat > 0 && infants === 0 ? "/travelers/infantsInSeat" : "/travelers/infants",
            code: "AGES_MISMATCH",
            detail: `\`ages\` has ${under2} travelers under 2, but \`infants\` and \`infantsInSeat\` are ${infants + infantsInSeat} together.`,
          },
        ];
  return [
    ...stated("youths", youths, "youth", "aged 12 to 17"),
    ...stated("children", children, "child", "aged 2 to 11"),
    ...infantErrors,
  ];
}

function countAges(ages: readonly number[], type: TravelerType): number {
  const { from, below } = ageRanges[type];
  return ages.filter((age) => age >= from && age < below).length;
}
