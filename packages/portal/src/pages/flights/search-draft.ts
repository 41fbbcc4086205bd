import { isPlace, toPlace } from "./place-text.ts";
import { parseSearchParams, type SearchParams } from "./search-params.ts";

/** Search form values, as entered. */
export interface SearchDraft {
  trip: "oneWay" | "roundTrip";
  from: string;
  to: string;
  depart: string;
  /** Return date; not used for a one-way trip. */
  return: string;
  cabin: NonNullable<SearchParams["cabin"]>;
  adults: number;
  children: number;
  infants: number;
  /** Maximum stops per slice. */
  stops: number;
  pay: NonNullable<SearchParams["pay"]>;
  profile: NonNullable<SearchParams["profile"]>;
}

/** Validation errors of a draft by field. */
export type DraftErrors = { [Name in keyof SearchDraft]?: string };

/** Maximum seats of a search; infants on a lap take none. */
const maxSeats = 9;

/** Returns the form values for a search. */
export function toDraft(address: SearchParams): SearchDraft {
  const { from = "", to = "", depart = "", cabin = "economy", pay = "both", profile = "leisure" } = address;
  const { adults = 1, children = 0, infants = 0, stops = 2 } = address;
  const trip = address.return === undefined ? "oneWay" : "roundTrip";
  const travelers = { adults, children, infants };
  return { trip, from, to, depart, return: address.return ?? "", cabin, ...travelers, stops, pay, profile };
}

/** Validates a draft. The service validates the rest. */
export function validateDraft(draft: SearchDraft): DraftErrors {
  return {
    ...(!isPlace(draft.from) && { from: "Select an origin." }),
    ...(!isPlace(draft.to) && { to: "Select a destination." }),
    ...(draft.depart === "" && { depart: "Select a date." }),
    ...(draft.trip === "roundTrip" && returnError(draft)),
    ...(draft.adults + draft.children > maxSeats && { children: `At most ${maxSeats} adults and children.` }),
    ...(draft.infants > draft.adults && { infants: "At most one per adult." }),
  };
}

function returnError({ depart, return: back }: SearchDraft): DraftErrors {
  if (back === "") return { return: "Select a date." };
  return back < depart ? { return: "Must not be before departure." } : {};
}

/** Returns the search parameters of a draft. Keeps the order, but not the view of the previous results. */
export function toSearchParams(draft: SearchDraft, { order }: SearchParams): SearchParams {
  const places = { from: toPlace(draft.from), to: toPlace(draft.to) };
  return parseSearchParams({ ...draft, ...places, return: draft.trip === "roundTrip" ? draft.return : "", order });
}
