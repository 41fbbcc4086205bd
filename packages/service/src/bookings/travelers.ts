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
    const detail = "`withAdult` must be the index of an adult without another infant, and only infants have it.";
    return [{ pointer: `/travelers/${at}/withAdult`, code: "RANGE", detail }];
  });
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
