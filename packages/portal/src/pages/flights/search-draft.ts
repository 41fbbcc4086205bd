import { isPlace, toPlace } from "./place-text.ts";
import { readSearchAddress, type SearchAddress } from "./search-address.ts";

/** A search while it is being filled in: every field as typed. */
export interface SearchDraft {
  from: string;
  to: string;
  depart: string;
  return: string;
  cabin: NonNullable<SearchAddress["cabin"]>;
  adults: number;
  pay: NonNullable<SearchAddress["pay"]>;
  profile: NonNullable<SearchAddress["profile"]>;
}

/** What stands wrong in a draft, by field, with what to do. */
export type DraftFaults = { [Name in keyof SearchDraft]?: string };

/** The draft that an address fills in. */
export function toDraft(address: SearchAddress): SearchDraft {
  const { from = "", to = "", depart = "", cabin = "economy", adults = 1, pay = "both", profile = "leisure" } = address;
  return { from, to, depart, return: address.return ?? "", cabin, adults, pay, profile };
}

/** What must be put right before it can be sent; the service checks all else. */
export function findFaults(draft: SearchDraft): DraftFaults {
  return {
    ...(!isPlace(draft.from) && { from: "Choose where from." }),
    ...(!isPlace(draft.to) && { to: "Choose where to." }),
    ...(draft.depart === "" && { depart: "Choose a day." }),
    ...(draft.return !== "" && draft.return < draft.depart && { return: "It lies before the departure." }),
  };
}

/** The address of a draft's search. Children, infants and stops stay as they were; the view of the old results does not. */
export function toAddress(draft: SearchDraft, before: SearchAddress): SearchAddress {
  const { children, infants, stops, order } = before;
  const places = { from: toPlace(draft.from), to: toPlace(draft.to) };
  return readSearchAddress({ ...draft, ...places, children, infants, stops, order });
}
