import { greatCircleKm } from "@wayfare/engine";
import type { Facts } from "@wayfare/world";

/** An airport of a public data set that the product does not contain. */
export interface PublicAirport {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  /** True for one of the large airports of the data set. */
  readonly isLarge: boolean;
  readonly hasScheduledService: boolean;
}

export const differenceKinds = ["country", "place", "missing", "unserved"] as const;

/**
 * A difference between our facts and the public data: another `country`; a `place` more than 25 km away; `missing`, a large airport with
 * scheduled service that we do not have; `unserved`, an airport of ours that has no scheduled service there.
 */
export interface Difference {
  readonly kind: (typeof differenceKinds)[number];
  readonly code: string;
  readonly ours: string;
  readonly theirs: string;
  /** Null if it is not explained. */
  readonly reason: string | null;
}

/** Distance between two places that count as one: coordinates of the city or of another corner of the field. */
const samePlaceKm = 25;

/**
 * Compares airports with those of a public data set by code. Of several with one code, the nearest counts. Codes that another has replaced
 * are not missing.
 *
 * @param explained reasons by code and kind, such as `LYR country`
 */
export function compareAirports(
  facts: Pick<Facts, "airports" | "replacedCodes">,
  publicAirports: readonly PublicAirport[],
  explained: ReadonlyMap<string, string>,
): { compared: number; differences: Difference[] } {
  const differences: Difference[] = [];
  const differ = (kind: Difference["kind"], code: string, ours: string, theirs: string) => {
    differences.push({ kind, code, ours, theirs, reason: explained.get(`${code} ${kind}`) ?? null });
  };
  let compared = 0;
  for (const [code, candidates] of Map.groupBy(publicAirports, (airport) => airport.code)) {
    const ours = facts.airports.get(code);
    if (ours === undefined) {
      const large = candidates.find(({ isLarge, hasScheduledService }) => isLarge && hasScheduledService);
      if (large !== undefined && !facts.replacedCodes.has(code)) differ("missing", code, "-", large.name);
      continue;
    }
    const [theirs] = candidates.toSorted((a, b) => greatCircleKm(ours, a) - greatCircleKm(ours, b));
    if (theirs === undefined) continue;
    compared++;
    const km = Math.round(greatCircleKm(ours, theirs));
    if (theirs.country !== ours.country) differ("country", code, ours.country, theirs.country);
    if (km > samePlaceKm) differ("place", code, ours.name, `${theirs.name}, ${km} km away`);
    if (!theirs.hasScheduledService) differ("unserved", code, ours.name, "no scheduled service");
  }
  return { compared, differences };
}
