/** Counts of the travelers under 18 of a search; absent members are 0. */
export interface MinorCounts {
  youths?: number;
  children?: number;
  infantsInSeat?: number;
  infants?: number;
}

export interface Minor {
  /** Label of the traveler's age. */
  label: string;
  /** Youngest and oldest age, inclusive. */
  from: number;
  to: number;
}

const kinds = [
  { member: "youths", label: "Youth", from: 12, to: 17 },
  { member: "children", label: "Child", from: 2, to: 11 },
  { member: "infantsInSeat", label: "Infant (seat)", from: 0, to: 1 },
  { member: "infants", label: "Infant (lap)", from: 0, to: 1 },
] as const;

/** Ages in a URL: of all travelers under 18. */
export const agesPattern = /^\d{1,2}(_\d{1,2}){0,8}$/;

/** Lists the travelers under 18: youths, children, infants with a seat, infants on a lap. */
export function listMinors(counts: MinorCounts): Minor[] {
  return kinds.flatMap(({ member, label, from, to }) => {
    const count = counts[member] ?? 0;
    return Array.from({ length: count }, (_, at) => ({ label: count > 1 ? `${label} ${at + 1}` : label, from, to }));
  });
}

/** Parses the ages of a URL to one for each of `listMinors`; null unless they fit the counts. */
export function parseAges(text: string | undefined, counts: MinorCounts): number[] | null {
  if (text === undefined || !agesPattern.test(text)) return null;
  const left = text
    .split("_")
    .map(Number)
    .sort((a, b) => b - a);
  const ages = listMinors(counts).map(({ from, to }) => {
    const at = left.findIndex((age) => age >= from && age <= to);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return left.length > 0 ? null : ages.every((age) => age !== undefined) ? ages : null;
}

/** Formats ages for a URL, oldest first; undefined unless all are known. */
export function formatAges(ages: readonly (number | null)[]): string | undefined {
  const known = ages.filter((age) => age !== null);
  return known.length === 0 || known.length < ages.length ? undefined : known.sort((a, b) => b - a).join("_");
}

/** Moves the ages of one set of travelers to another: each kind keeps its first ones, and added travelers have none. */
export function resizeAges(
  ages: readonly (number | null)[],
  before: MinorCounts,
  after: MinorCounts,
): (number | null)[] {
  let start = 0;
  return kinds.flatMap(({ member }) => {
    const own = ages.slice(start, start + (before[member] ?? 0));
    start += before[member] ?? 0;
    return Array.from({ length: after[member] ?? 0 }, (_, at) => own[at] ?? null);
  });
}
