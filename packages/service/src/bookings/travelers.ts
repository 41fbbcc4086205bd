import { DomainError, type Fault, type NormalizedRequest, type Traveler } from "@wayfare/contract";

type TravelerType = Traveler["type"];

/** Years on the day of departure: from, and below. */
const ages: Readonly<Record<TravelerType, { from: number; below: number; words: string }>> = {
  adult: { from: 12, below: Number.POSITIVE_INFINITY, words: "12 or older" },
  child: { from: 2, below: 12, words: "2 to 11 years old" },
  infant: { from: 0, below: 2, words: "under 2 years old" },
};

/**
 * Compares those who travel with whom the search asked for, by type and by age on the day of departure.
 *
 * @param today YYYY-MM-DD; nobody is born after it.
 * @throws DomainError TRAVELERS_MISMATCH with every fault, none of which repeats what was sent.
 */
export function refuseMismatch(travelers: readonly Traveler[], request: NormalizedRequest, today: string): void {
  const errors = [...findCountFaults(travelers, request), ...findAgeFaults(travelers, request.departureDate, today)];
  const [first] = errors;
  if (first) throw new DomainError("TRAVELERS_MISMATCH", { detail: first.detail, errors });
}

function findCountFaults(travelers: readonly Traveler[], request: NormalizedRequest): Fault[] {
  const { adults, children, infants } = request.travelers;
  const asked = { adult: adults, child: children, infant: infants };
  const found = { adult: 0, child: 0, infant: 0 };
  for (const { type } of travelers) found[type]++;
  if (asked.adult === found.adult && asked.child === found.child && asked.infant === found.infant) return [];
  const detail = `The offer is for ${describe(asked)}, not for ${describe(found)}.`;
  return [{ pointer: "/travelers", code: "LENGTH", detail }];
}

function describe({ adult, child, infant }: Record<TravelerType, number>): string {
  return `${adult} adults, ${child} children and ${infant} infants`;
}

function findAgeFaults(travelers: readonly Traveler[], departureDate: string, today: string): Fault[] {
  return travelers.flatMap(({ type, bornOn }, at): Fault[] => {
    const { from, below, words } = ages[type];
    const age = ageOn(departureDate, bornOn);
    if (bornOn <= today && age >= from && age < below) return [];
    const detail = `The traveler of type ${type} was born by today and is ${words} on ${departureDate}.`;
    return [{ pointer: `/travelers/${at}/bornOn`, code: "RANGE", detail }];
  });
}

/** Whole years from one day to another, both as YYYY-MM-DD. */
function ageOn(date: string, bornOn: string): number {
  const years = Number(date.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return date.slice(5) < bornOn.slice(5) ? years - 1 : years;
}
