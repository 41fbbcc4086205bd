import {
  adultAge,
  ageOn,
  ageRanges,
  DomainError,
  type FieldError,
  listTravelerCounts,
  listTravelers,
  type NormalizedRequest,
  type Traveler,
  type TravelerType,
  travelerTypes,
} from "@wayfare/contract";
import type { NameAlphabet } from "@wayfare/suppliers";
import { findNameFaults } from "./names.ts";

/** Ages of the types in words. */
const agesInWords: Readonly<Record<TravelerType, string>> = {
  adult: "18 or older",
  youth: "12 to 17 years old",
  child: "2 to 11 years old",
  infant_in_seat: "under 2 years old",
  infant: "under 2 years old",
};

/** Minimum age of travelers who are counted as adults, if the search states no ages. */
const minAdultAge = 12;

/** Rules for the travelers of one offer. */
export interface TravelerRules {
  request: NormalizedRequest;
  /** YYYY-MM-DD: the date of the last slice. */
  lastDate: string;
  /** YYYY-MM-DD, the latest valid birth date. */
  today: string;
  /** True if the supplier orders travelers under 18 by the ages of the search, stated or assumed. */
  needsExactAges: boolean;
  /** Characters of names; null if the offer is not booked here. */
  nameAlphabet: NameAlphabet | null;
}

/** Returns the date of the last slice of a search without `flexibleDays`. */
export function lastDateOf({ slices, returnDate, departureDate }: NormalizedRequest): string {
  return slices?.at(-1)?.departureDate ?? returnDate ?? departureDate;
}

/**
 * Checks that the travelers match those of the search, by type, by age on the date of the last slice, and by the letters of their names.
 *
 * @throws DomainError TRAVELERS_MISMATCH with every fault. Details contain no personal data.
 */
export function assertTravelersMatch(travelers: readonly Traveler[], rules: TravelerRules): void {
  const { nameAlphabet } = rules;
  const errors = [
    ...findCountFaults(travelers, rules.request),
    ...findAgeFaults(travelers, rules),
    ...(nameAlphabet === null ? [] : findNameFaults(travelers, nameAlphabet)),
  ];
  const [first] = errors;
  if (first) throw new DomainError("TRAVELERS_MISMATCH", { detail: first.detail, errors });
}

/** Members of a traveler by the data that an offer requires. */
const members = { title: "title", gender: "gender", document: "document" } as const;

/**
 * Checks that travelers have all data that the offer requires, and that infants travel with different adults.
 *
 * @throws DomainError TRAVELERS_MISMATCH with every fault.
 */
export function assertTravelersComplete(travelers: readonly Traveler[], requires: readonly string[]): void {
  const missing = travelers.flatMap((traveler, at) =>
    Object.values(members)
      .filter((member) => requires.includes(member) && traveler[member] === undefined)
      .map((member): FieldError => {
        const detail = `The offer requires \`${member}\` of each traveler.`;
        return { pointer: `/travelers/${at}/${member}`, code: "REQUIRED", detail };
      }),
  );
  const errors = [...missing, ...findAdultFaults(travelers)];
  const [first] = errors;
  if (first) throw new DomainError("TRAVELERS_MISMATCH", { detail: first.detail, errors });
}

function findAdultFaults(travelers: readonly Traveler[]): FieldError[] {
  const taken = new Set<number>();
  return travelers.flatMap(({ type, withAdult }, at): FieldError[] => {
    if (withAdult === undefined) return [];
    const isValid = type === "infant" && travelers[withAdult]?.type === "adult" && !taken.has(withAdult);
    taken.add(withAdult);
    if (isValid) return [];
    const detail =
      "`withAdult` must be the index of an adult without another infant, and only infants on a lap have it.";
    return [{ pointer: `/travelers/${at}/withAdult`, code: "RANGE", detail }];
  });
}

function findCountFaults(travelers: readonly Traveler[], request: NormalizedRequest): FieldError[] {
  const expected = new Map(listTravelerCounts(request.travelers).map(({ type, count }) => [type, count]));
  const found = new Map(travelerTypes.map((type) => [type, travelers.filter((each) => each.type === type).length]));
  if (travelerTypes.every((type) => (expected.get(type) ?? 0) === found.get(type))) return [];
  const detail = `\`travelers\` must match the offer (${describe(expected)}); received ${describe(found)}.`;
  return [{ pointer: "/travelers", code: "LENGTH", detail }];
}

function describe(counts: ReadonlyMap<TravelerType, number>): string {
  return travelerTypes
    .filter((type) => type === "adult" || (counts.get(type) ?? 0) > 0)
    .map((type) => `${type}: ${counts.get(type) ?? 0}`)
    .join(", ");
}

function findAgeFaults(travelers: readonly Traveler[], rules: TravelerRules): FieldError[] {
  const { lastDate, today } = rules;
  const ages = travelers.map(({ bornOn }) => ageOn(lastDate, bornOn));
  const typeFaults = travelers.map(({ type, bornOn }, at) => {
    const { from, below } = rangeOf(type, rules);
    const age = ages[at] ?? 0;
    if (bornOn > today) return "`bornOn` must not be in the future.";
    return age >= from && age < below ? null : describeAgeFault(type, age, lastDate);
  });
  const stated = findStatedFaults(travelers, ages, rules);
  return travelers.flatMap((_, at): FieldError[] => {
    const detail = typeFaults[at] ?? stated[at];
    return detail ? [{ pointer: `/travelers/${at}/bornOn`, code: "RANGE", detail }] : [];
  });
}

/** Without ages, 12 to 17 can be counted as adults, at their price, unless the supplier orders them by age. */
function rangeOf(type: TravelerType, { request, needsExactAges }: TravelerRules) {
  const isByAge = request.travelers.ages !== undefined || needsExactAges;
  return type === "adult" && !isByAge ? { ...ageRanges.adult, from: minAdultAge } : ageRanges[type];
}

function describeAgeFault(type: TravelerType, age: number, lastDate: string): string {
  const rule = `A traveler of type ${type} must be ${agesInWords[type]} on ${lastDate}, the date of the last slice.`;
  const turnsTwo = type === "infant" && age === ageRanges.infant.below;
  if (turnsTwo) {
    return `${rule} A traveler who turns two by then needs a seat: search again and count it in \`children\` (\`infantsInSeat\` is for those who are still under 2 on that date).`;
  }
  if (type === "adult" && age >= minAdultAge) return `${rule} Search again with \`youths\` or \`travelers.ages\`.`;
  return rule;
}

/** Faults of travelers under 18 whose age is none of the search's. Adults are 18 or older here. */
function findStatedFaults(
  travelers: readonly Traveler[],
  ages: readonly number[],
  { request, needsExactAges, lastDate }: TravelerRules,
): (string | null)[] {
  if (request.travelers.ages === undefined && !needsExactAges) return travelers.map(() => null);
  const left = listTravelers(request.travelers).flatMap(({ age }) => age ?? []);
  const priced = left.join(", ");
  return ages.map((age) => {
    if (age >= adultAge) return null;
    const at = left.indexOf(age);
    if (at >= 0) left.splice(at, 1);
    if (at >= 0) return null;
    return `The age on ${lastDate}, the date of the last slice, must be one that the search priced (${priced || "none under 18"}). Search again with \`travelers.ages\`.`;
  });
}
