import type { SearchRequest } from "@wayfare/sdk";
import { readMatching, readWord, single } from "../../data/address.ts";
import { placeForm, toPlace } from "./place-text.ts";

const cabins = ["economy", "premium_economy", "business", "first"] as const;
const profiles = ["leisure", "business", "points"] as const;
const payments = ["both", "cash", "award"] as const;
const orders = ["score", "price", "miles", "duration", "departure"] as const;

export type Order = (typeof orders)[number];

/** A search and the view of its results, as they stand in the address of the page. What is left out is the default. */
export interface SearchAddress {
  /** A code or a place id. */
  from?: string;
  to?: string;
  depart?: string;
  return?: string;
  cabin?: (typeof cabins)[number];
  adults?: number;
  children?: number;
  infants?: number;
  pay?: (typeof payments)[number];
  stops?: number;
  profile?: (typeof profiles)[number];
  order?: Order;
  /** Only flights with this marketing carrier. */
  airline?: string;
  /** The flight whose details are open. */
  open?: string;
}

/** Reads an address; what it has too much, or wrong, is left out, so that a damaged link still opens. */
export function readSearchAddress(search: Record<string, unknown>): SearchAddress {
  return {
    ...readMatching(search, "from", placeForm),
    ...readMatching(search, "to", placeForm),
    ...readMatching(search, "depart", /^\d{4}-\d{2}-\d{2}$/),
    ...readMatching(search, "return", /^\d{4}-\d{2}-\d{2}$/),
    ...pickWord(search, "cabin", cabins, "economy"),
    ...pickCount(search, "adults", { least: 1, most: 9, usual: 1 }),
    ...pickCount(search, "children", { least: 0, most: 8, usual: 0 }),
    ...pickCount(search, "infants", { least: 0, most: 9, usual: 0 }),
    ...pickWord(search, "pay", payments, "both"),
    ...pickCount(search, "stops", { least: 0, most: 2, usual: 2 }),
    ...pickWord(search, "profile", profiles, "leisure"),
    ...pickWord(search, "order", orders, "score"),
    ...readMatching(search, "airline", /^[A-Z0-9]{2}$/),
    ...readMatching(search, "open", /^flt_[0-9a-z]{26}$/),
  };
}

/** The body of the search that an address asks for, or null where it does not yet ask for one. */
export function toSearchRequest(address: SearchAddress): SearchRequest | null {
  const { from, to, depart, cabin, adults = 1, children, infants, pay = "both", stops, profile } = address;
  if (from === undefined || to === undefined || depart === undefined) return null;
  return {
    origin: toPlace(from),
    destination: toPlace(to),
    departureDate: depart,
    returnDate: address.return ?? null,
    cabin: cabin ?? "economy",
    travelers: { adults, ...(children !== undefined && { children }), ...(infants !== undefined && { infants }) },
    includeCash: pay !== "award",
    includeAward: pay !== "cash",
    ...(stops !== undefined && { maxStops: stops }),
    ...(profile !== undefined && { profile }),
  };
}

/** Like `readWord`; what is the default anyway stays out of the address. */
function pickWord<Name extends string, Word extends string>(
  search: Record<string, unknown>,
  name: Name,
  words: readonly Word[],
  usual: Word,
): { [Each in Name]?: Word } {
  return search[name] === usual ? {} : readWord(search, name, words);
}

function pickCount<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
  { least, most, usual }: { least: number; most: number; usual: number },
): { [Each in Name]?: number } {
  const value = search[name];
  const isCount = typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
  return isCount && value !== usual ? single(name, value) : {};
}
