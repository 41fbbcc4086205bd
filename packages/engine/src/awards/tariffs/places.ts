import { findRegion, listCountries, type Region } from "../../geography/regions.ts";

/** Where a trip begins or ends, as award charts see it. */
export interface AwardPlace {
  /** ISO 3166-1 alpha-2, or XK. */
  readonly country: string;
  /** Undefined for a country that no chart knows. */
  readonly region: Region | undefined;
  /** West of `usEastLongitude` in the United States. */
  readonly isWesternUs: boolean;
}

/** Degrees east of which charts' eastern United States begin: our reading, between Phoenix and Denver. */
const usEastLongitude = -108;

export function createPlace(country: string, longitude: number): AwardPlace {
  return { country, region: findRegion(country), isWesternUs: country === "US" && longitude < usEastLongitude };
}

/** A program's division of the world. */
export interface Zoning {
  readonly names: readonly string[];
  /** Position in `names`; −1 where the program has no zone. */
  readonly zoneOf: (place: AwardPlace) => number;
}

/** What a zone is made of: regions, ISO countries, and the west of the United States. A country counts before its region. */
type ZonePart = Region | "US-west" | (string & {});

/** Builds a zoning from zones' parts, named by the zone. */
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
  const zoneOf = ({ country, isWesternUs }: AwardPlace) =>
    isWesternUs && western >= 0 ? western : (byCountry.get(country) ?? -1);
  return { names, zoneOf };
}
