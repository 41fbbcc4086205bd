import { DomainError, type FieldError, type NormalizedRequest, type Traveler } from "@wayfare/contract";

type TravelerType = Traveler["type"];

/** Age in years on the day of departure: inclusive minimum and exclusive maximum. */
const ages: Readonly<Record<TravelerType, { from: number; below: number; words: string }>> = {
  adult: { from: 12, below: Number.POSITIVE_INFINITY, words: "12 or older" },
  child: { from: 2, below: 12, words: "2 to 11 years old" },
  infant: { from: 0, below: 2, words: "under 2 years old" },
};

/**
 * Checks that the travelers match those of the search, by type and by age on the day of departure.
 *
 * @param today YYYY-MM-DD, the latest valid birth date.
 * @throws DomainError TRAVELERS_MISMATCH with every fault. Details contain no personal data.
 */
export function assertTravelersMatch(travelers: readonly Traveler[], request: NormalizedRequest, today: string): void {
  const errors = [...findCountFaults(travelers, request), ...findAgeFaults(travelers, request.departureDate, today)];
  const [first] = errors;
  if (first) throw new DomainError("TRAVELERS_MISMATCH", { detail: first.detail, errors });
}

function findCountFaults(travelers: readonly Traveler[], request: NormalizedRequest): FieldError[] {
  const { adults, children, infants } = request.travelers;
  const expected = { adult: adults, child: children, infant: infants };
  const found = { adult: 0, child: 0, infant: 0 };
  for (const { type } of travelers) found[type]++;
  if (expected.adult === found.adult && expected.child === found.child && expected.infant === found.infant) return [];
  const detail = `\`travelers\` must match the offer (${describe(expected)}); received ${describe(found)}.`;
  return [{ pointer: "/travelers", code: "LENGTH", detail }];
}

function describe({ adult, child, infant }: Record<TravelerType, number>): string {
  return `adults: ${adult}, children: ${child}, infants: ${infant}`;
}

function findAgeFaults(travelers: readonly Traveler[], departureDate: string, today: string): FieldError[] {
  return travelers.flatMap(({ type, bornOn }, at): FieldError[] => {
    const { from, below, words } = ages[type];
    const age = ageOn(departureDate, bornOn);
    if (bornOn <= today && age >= from && age < below) return [];
    const detail = `\`bornOn\` must not be in the future, and a traveler of type ${type} must be ${words} on ${departureDate}.`;
    return [{ pointer: `/travelers/${at}/bornOn`, code: "RANGE", detail }];
  });
}

/** Returns the age in whole years; both dates as YYYY-MM-DD. */
function ageOn(date: string, bornOn: string): number {
  const years = Number(date.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return date.slice(5) < bornOn.slice(5) ? years - 1 : years;
}
