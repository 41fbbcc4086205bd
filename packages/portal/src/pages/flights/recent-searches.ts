import { parseSearchParams, type SearchParams } from "./search-params.ts";

/** Searches that are kept. */
const maxSearches = 8;

const keyOf = (accountId: string) => `wayfare.searches.${accountId}`;

/** Returns the searches with one added at the front: without view and filters, each search once, at most eight. */
export function addSearch(searches: readonly SearchParams[], search: SearchParams): SearchParams[] {
  const { from, to, depart, also, cabin, adults, pay, stops, profile } = search;
  const { youths, children, infants, infantsInSeat, ages } = search;
  const added = parseSearchParams({
    from,
    to,
    depart,
    return: search.return,
    also,
    cabin,
    adults,
    youths,
    children,
    infants,
    infantsInSeat,
    ages,
    pay,
    stops,
    profile,
  });
  const name = JSON.stringify(added);
  return [added, ...searches.filter((each) => JSON.stringify(each) !== name)].slice(0, maxSearches);
}

/** Reads the searches of this browser and account. Leaves out searches for days that have passed and values that are not searches. */
export function readSearches(storage: Pick<Storage, "getItem">, accountId: string, today: string): SearchParams[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(accountId)) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored
      .filter((each): each is Record<string, unknown> => typeof each === "object" && each !== null)
      .map(parseSearchParams)
      .filter(
        ({ from, to, depart }) => from !== undefined && to !== undefined && depart !== undefined && depart >= today,
      )
      .slice(0, maxSearches);
  } catch {
    // Storage is blocked, or the text is not JSON.
    return [];
  }
}

/** Stores the searches of this browser and account. */
export function writeSearches(
  storage: Pick<Storage, "setItem">,
  accountId: string,
  searches: readonly SearchParams[],
): void {
  try {
    storage.setItem(keyOf(accountId), JSON.stringify(searches));
  } catch {
    // Storage is blocked or full: the searches are kept for this page only.
  }
}
