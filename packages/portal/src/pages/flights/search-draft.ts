import { ApiError, type FieldErrorCode } from "@wayfare/sdk";
import {
  formatMoreSlices,
  type MoreSlice,
  parseMoreSlices,
  type SliceErrors,
  validateMoreSlices,
} from "./more-slices.ts";
import { isPlace, toPlace } from "./place-text.ts";
import { parseSearchParams, type SearchParams } from "./search-params.ts";
import { formatAges, listMinors, parseAges } from "./traveler-ages.ts";

/** Search form values, as entered. */
export interface SearchDraft {
  trip: "oneWay" | "roundTrip" | "multiCity";
  from: string;
  to: string;
  depart: string;
  /** Return date; not used for a one-way trip. */
  return: string;
  /** Further slices; only used for a multi-city trip. */
  more: readonly MoreSlice[];
  cabin: NonNullable<SearchParams["cabin"]>;
  adults: number;
  youths: number;
  children: number;
  infants: number;
  infantsInSeat: number;
  /** Of each traveler under 18 in the order of `listMinors`; null if not selected. */
  ages: readonly (number | null)[];
  /** Maximum stops per slice. */
  stops: number;
  pay: NonNullable<SearchParams["pay"]>;
  profile: NonNullable<SearchParams["profile"]>;
}

/** Validation errors of a draft by field. */
export type DraftErrors = { [Name in Exclude<keyof SearchDraft, "more">]?: string } & {
  /** By slice. */
  more?: readonly SliceErrors[];
};

/** Maximum seats of a search; infants on a lap take none. */
const maxSeats = 9;
const tooManySeats = `At most ${maxSeats} travelers with a seat.`;

/** Returns the form values for a search. */
export function toDraft(address: SearchParams): SearchDraft {
  const { from = "", to = "", depart = "", cabin = "economy", pay = "both", profile = "leisure" } = address;
  const { adults = 1, youths = 0, children = 0, infants = 0, infantsInSeat = 0, stops = 2 } = address;
  const counts = { adults, youths, children, infants, infantsInSeat };
  const travelers = { ...counts, ages: parseAges(address.ages, counts) ?? listMinors(counts).map(() => null) };
  const more = parseMoreSlices(address.also);
  const trip = more.length > 0 ? "multiCity" : address.return === undefined ? "oneWay" : "roundTrip";
  return { trip, from, to, depart, return: address.return ?? "", more, cabin, ...travelers, stops, pay, profile };
}

/** Validates a draft. The service validates the rest. */
export function validateDraft(draft: SearchDraft): DraftErrors {
  const more = draft.trip === "multiCity" ? validateMoreSlices(draft.more, draft.depart) : [];
  return {
    ...(more.length > 0 && { more }),
    ...(!isPlace(draft.from) && { from: "Select an origin." }),
    ...(!isPlace(draft.to) && { to: "Select a destination." }),
    ...(draft.depart === "" && { depart: "Select a date." }),
    ...(draft.trip === "roundTrip" && returnError(draft)),
    ...(seatsOf(draft) > maxSeats && { children: tooManySeats }),
    ...(draft.infants > draft.adults && { infants: "At most one per adult." }),
    ...(draft.ages.includes(null) &&
      draft.ages.some((age) => age !== null) && { ages: "Select all ages, or none for usual ones." }),
  };
}

function seatsOf({ adults, youths, children, infantsInSeat }: SearchDraft): number {
  return adults + youths + children + infantsInSeat;
}

function returnError({ depart, return: back }: SearchDraft): DraftErrors {
  if (back === "") return { return: "Select a date." };
  return back < depart ? { return: "Must not be before departure." } : {};
}

/** Returns the search parameters of a draft. Keeps the order, but not the view of the previous results. */
export function toSearchParams(draft: SearchDraft, { order }: SearchParams): SearchParams {
  const places = { from: toPlace(draft.from), to: toPlace(draft.to) };
  const { trip, more } = draft;
  const back = trip === "roundTrip" ? draft.return : "";
  const also = trip === "multiCity" ? formatMoreSlices(more) : "";
  const ages = formatAges(draft.ages);
  return parseSearchParams({ ...draft, ...places, return: back, also, order, ages, more: undefined });
}

/** Fields by pointer of the search request. */
const fields: Readonly<Record<string, Exclude<keyof SearchDraft, "more">>> = {
  "/origin": "from",
  "/destination": "to",
  "/departureDate": "depart",
  "/returnDate": "return",
  "/slices/0/origin": "from",
  "/slices/0/destination": "to",
  "/slices/0/departureDate": "depart",
  "/travelers": "adults",
  "/travelers/adults": "adults",
  "/travelers/children": "children",
  "/travelers/infants": "infants",
  "/travelers/youths": "youths",
  "/travelers/infantsInSeat": "infantsInSeat",
};

const sliceFields: Readonly<Record<string, keyof MoreSlice>> = {
  origin: "from",
  destination: "to",
  departureDate: "depart",
};

/** Texts of the form for errors of the service, which are worded for programs. */
const messages: { readonly [Code in FieldErrorCode]?: string } = {
  SAME_PLACE: "Choose a place other than the origin.",
  DATE_IN_PAST: "This date has passed.",
  BEYOND_HORIZON: "Flights can be searched for the next 330 days.",
  DATE_ORDER: "Must not be before the flight before it.",
  RETURN_BEFORE_DEPARTURE: "Must not be before departure.",
  TOO_MANY_INFANTS: "At most one per adult.",
  TOO_MANY_SEATS: tooManySeats,
  AGES_MISMATCH: "The ages do not fit.",
};

/** @param replacement code that replaced the typed one */
function unknownPlaceText(replacement: string | undefined): string {
  return replacement === undefined ? "No airport or city with this code." : `This code was replaced by ${replacement}.`;
}

/** Returns the errors of a rejected search by field; null if an error belongs to no field of the form. */
export function draftErrorsOf(error: Error | null): DraftErrors | null {
  if (!(error instanceof ApiError) || error.errors.length === 0) return null;
  const found: DraftErrors = {};
  const more: SliceErrors[] = [];
  for (const { pointer, code, suggestion } of error.errors) {
    const field = fields[pointer];
    const [, slice, member = ""] = /^\/slices\/([1-9])\/(\w+)$/.exec(pointer) ?? [];
    const message = code === "UNKNOWN_PLACE" ? unknownPlaceText(suggestion) : messages[code];
    const sliceField = sliceFields[member];
    if (message === undefined) return null;
    if (field !== undefined) found[field] ??= message;
    else if (slice !== undefined && sliceField !== undefined) more[Number(slice) - 1] = { [sliceField]: message };
    else return null;
  }
  return more.length > 0 ? { ...found, more } : found;
}
