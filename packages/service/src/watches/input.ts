import { hash } from "node:crypto";
import {
  addDays,
  type CreateWatch,
  DomainError,
  defaultWatchIntervalMinutes,
  type FieldError,
  isSearchCurrency,
  type NormalizedRequest,
  type SearchRequest,
  toMinor,
  type WatchCondition,
} from "@wayfare/contract";
import { checkRequest, type Dictionary, type Gazetteer, toStoredRequest } from "@wayfare/search";

/** Facts that searches are checked against. */
export interface WatchFacts {
  gazetteer: Gazetteer;
  dictionary: Dictionary;
}

/** A valid request for a watch, with defaults filled in. */
export interface WatchInput {
  search: SearchRequest;
  searchKey: string;
  condition: WatchCondition;
  intervalMinutes: number;
  expiresAtMs: number;
}

/** Flights that a watch compares. */
const watchLimit = 250;

/**
 * Checks the search and the condition of a watch, and fills in defaults.
 *
 * @throws DomainError SEARCH_UNPROCESSABLE listing all invalid fields
 */
export function readWatch(
  { search: given, condition, intervalMinutes = defaultWatchIntervalMinutes, expiresAt }: CreateWatch,
  facts: WatchFacts,
  nowMs: number,
): WatchInput {
  const search = withCurrency(given, condition);
  const { normalized, errors } = checkRequest(toWatchSearch(search), facts, nowMs);
  const faults = [
    ...errors.map((error) => ({ ...error, pointer: `/search${error.pointer}` })),
    ...findConditionErrors(condition, normalized),
  ];
  const latestMs = errors.length === 0 ? endOfSearchMs(normalized, facts) : Infinity;
  const expiresAtMs = Math.min(expiresAt === undefined ? Infinity : Date.parse(expiresAt), latestMs);
  if (expiresAtMs <= nowMs) faults.push(expired());
  const [first] = faults;
  if (first !== undefined) throw new DomainError("SEARCH_UNPROCESSABLE", { detail: first.detail, errors: faults });
  const searchKey = hash("sha256", JSON.stringify(toStoredRequest(normalized)), "base64url");
  return { search, searchKey, condition, intervalMinutes, expiresAtMs };
}

/** Returns the search that a watch runs. Members that only affect the response are replaced, so that more watches share a search. */
export function toWatchSearch(given: SearchRequest): SearchRequest {
  const { sort: _sort, view: _view, profile: _profile, weights: _weights, ...search } = given;
  return { ...search, limit: watchLimit };
}

/** Returns the end of the day of departure at the origin. */
export function endOfSearchMs({ departureDate, origin }: NormalizedRequest, { gazetteer }: WatchFacts): number {
  const midnightMs = Date.parse(`${addDays(departureDate, 1)}T00:00:00Z`);
  return midnightMs - gazetteer.getOffsetMinutes(origin, midnightMs) * 60_000;
}

export function expired(): FieldError {
  return { pointer: "/expiresAt", code: "DATE_IN_PAST", detail: "`expiresAt` must be in the future." };
}

function withCurrency(search: SearchRequest, { maxPrice }: WatchCondition): SearchRequest {
  const currency = maxPrice?.currency;
  return search.currency === undefined && currency !== undefined && isSearchCurrency(currency)
    ? { ...search, currency }
    : search;
}

function findConditionErrors(condition: WatchCondition, request: NormalizedRequest): FieldError[] {
  const { maxPrice } = condition;
  const faults: FieldError[] = [];
  if (maxPrice !== undefined && maxPrice.currency !== request.currency) {
    const detail = `\`maxPrice\` must be in the currency of the search, ${request.currency}.`;
    faults.push({ pointer: "/condition/maxPrice/currency", code: "INVALID", detail });
  } else if (maxPrice !== undefined && (toMinor(maxPrice.amount, request.currency) ?? -1) < 0) {
    const detail = `\`maxPrice\` must be a positive amount with at most the decimals of ${request.currency}.`;
    faults.push({ pointer: "/condition/maxPrice/amount", code: "INVALID", detail });
  }
  const needed = (name: keyof WatchCondition, member: "includeCash" | "includeAward") => {
    if (condition[name] === undefined || request[member]) return;
    const detail = `\`${name}\` needs a search with \`${member}\`.`;
    faults.push({ pointer: `/condition/${name}`, code: "NOTHING_REQUESTED", detail });
  };
  needed("maxPrice", "includeCash");
  needed("dropPercent", "includeCash");
  needed("maxMiles", "includeAward");
  needed("minCentsPerPoint", "includeAward");
  return faults;
}
