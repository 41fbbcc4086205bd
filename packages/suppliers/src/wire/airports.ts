import type { PlaceReference } from "@wayfare/contract";
import type { SupplierPlaces } from "../port/places.ts";

/** Returns the airports that a place of a query means, the busiest first. */
export function airportsOf({ code, kind }: PlaceReference, places: SupplierPlaces): readonly string[] {
  if (kind === "airport") return [code];
  const airports = places.listAirports(code);
  return airports.length > 0 ? airports : [code];
}
