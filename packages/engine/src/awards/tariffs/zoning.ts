import { findRegion, listCountries, type Region } from "../../geography/regions.ts";

/** Origin or destination of a trip, as award charts divide the world. */
export interface AwardEndpoint {
  /** ISO 3166-1 alpha-2, or XK. */
  readonly country: string;
  /** Undefined for a country that is in no chart. */
  readonly region: Region | undefined;
  /** West of `usEastLongitude` in the United States. */
  readonly isWesternUs: boolean;
}

/** Eastern United States of the charts begin east of this longitude: our reading, between Phoenix and Denver. */
const usEastLongitude = -108;

export function createEndpoint(country: string, longitude: number): AwardEndpoint {
  return { country, region: findRegion(country), isWesternUs: country === "US" && longitude < usEastLongitude };
}

/** A program's division of the world. */
export interface Zoning {
  readonly names: readonly string[];
  /** Position in `names`; −1 if the place is in no zone of the program. */
  readonly zoneOf: (endpoint: AwardEndpoint) => number;
}

/** Parts of a zone: regions, ISO countries, and the western United States. A country takes precedence over its region. */
type ZonePart = Region | "US-west" | (string & {});

/** Builds a zoning from the parts of its zones, by name of the zone. */
export function zoning(zones: Readonly<Record<string, readonly ZonePart[]>>): Zoning {
  const names = Object.keys(zones);
  const byCountry = new Map<string, number>();
  let western = -1;
  for (const [zone, name] of names.entries()) {
    for (const part of zones[name] ?? []) for (const country of listCountries(part)) byCountry.set(country, zone);
  }
  for (const [zone, name] of names.entries()) {
    for (const part of zones[name] ?? []) {
      if (part === "US-west") western = zone;
      else if (part.length === 2) byCountry.set(part, zone);
    }
  }
  const zoneOf = ({ country, isWesternUs }: AwardEndpoint) =>
    isWesternUs && western >= 0 ? western : (byCountry.get(country) ?? -1);
  return { names, zoneOf };
}
