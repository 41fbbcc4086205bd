import { isPlace, toPlace } from "./place-text.ts";
import { parseSearchParams, type SearchParams } from "./search-params.ts";

/** Search form values, as entered. */
export interface SearchDraft {
  from: string;
  to: string;
  depart: string;
  return: string;
  cabin: NonNullable<SearchParams["cabin"]>;
  adults: number;
  pay: NonNullable<SearchParams["pay"]>;
  profile: NonNullable<SearchParams["profile"]>;
}

/** Validation errors of a draft by field. */
export type DraftErrors = { [Name in keyof SearchDraft]?: string };

/** Returns the form values for a search. */
export function toDraft(address: SearchParams): SearchDraft {
  const { from = "", to = "", depart = "", cabin = "economy", adults = 1, pay = "both", profile = "leisure" } = address;
  return { from, to, depart, return: address.return ?? "", cabin, adults, pay, profile };
}

/** Validates a draft. The service validates the rest. */
export function validateDraft(draft: SearchDraft): DraftErrors {
  return {
    ...(!isPlace(draft.from) && { from: "Select an origin." }),
    ...(!isPlace(draft.to) && { to: "Select a destination." }),
    ...(draft.depart === "" && { depart: "Select a date." }),
    ...(draft.return !== "" && draft.return < draft.depart && { return: "Must not be before departure." }),
  };
}

/** Returns the search parameters of a draft. Keeps children, infants, stops and order, but not the view of the previous results. */
export function toSearchParams(draft: SearchDraft, before: SearchParams): SearchParams {
  const { children, infants, stops, order } = before;
  const places = { from: toPlace(draft.from), to: toPlace(draft.to) };
  return parseSearchParams({ ...draft, ...places, children, infants, stops, order });
}
