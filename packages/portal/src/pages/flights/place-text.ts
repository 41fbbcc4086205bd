import type { Place } from "@wayfare/sdk";

/** A place as the fields and the address of the explorer hold it: a code (`DFW`) or a place id (`airport:DFW`, `city:NYC`). */
export const placeForm = /^((airport|city):)?[A-Za-z]{3}$/;

export function isPlace(text: string): boolean {
  return placeForm.test(text);
}

/** The place with its code in upper case, as the service writes ids; other text is unchanged. */
export function toPlace(text: string): string {
  return isPlace(text) ? text.slice(0, -3) + codeOf(text) : text;
}

/** The text of a field: the code of a place, or what has been typed. */
export function codeOf(text: string): string {
  return isPlace(text) ? text.slice(-3).toUpperCase() : text;
}

/** Of the places found, the one that a search means: a code shared by an airport and a city means the airport. */
export function choosePlace(places: readonly Place[], text: string): Place | null {
  const named = places.filter(({ id, code }) => id === text || code === text);
  return named.find(({ kind }) => kind === "airport") ?? named[0] ?? null;
}

export function describePlace({ kind, name, city }: Place): string {
  return kind === "city" ? `${city}, all airports` : name;
}
