import type { Place } from "@wayfare/sdk";

/** Pattern of a place in form fields and search parameters: a code (`DFW`) or a place id (`airport:DFW`, `city:NYC`). */
export const placePattern = /^((airport|city):)?[A-Za-z]{3}$/;

export function isPlace(text: string): boolean {
  return placePattern.test(text);
}

/** Converts the code of a place to upper case, as in place ids. Returns other text unchanged. */
export function toPlace(text: string): string {
  return isPlace(text) ? text.slice(0, -3) + codeOf(text) : text;
}

/** Returns the text of a field: the code of a place, or the input. */
export function codeOf(text: string): string {
  return isPlace(text) ? text.slice(-3).toUpperCase() : text;
}

/** Returns the place that a search would use. A code shared by an airport and a city means the airport. */
export function choosePlace(places: readonly Place[], text: string): Place | null {
  const named = places.filter(({ id, code }) => id === text || code === text);
  return named.find(({ kind }) => kind === "airport") ?? named[0] ?? null;
}

export function describePlace({ kind, name, city }: Place): string {
  return kind === "city" ? `${city}, all airports` : name;
}
