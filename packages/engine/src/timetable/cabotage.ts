import { getIndex } from "./get-index.ts";
import type { Network } from "./network.ts";

/**
 * Columns of the rules on cabotage: by country, the country that it belongs to (`territoryOf`, itself if it is not a territory), and by
 * country and carrier, 1 if the carrier has the right to carry passengers from or to the country within that area
 * (`cabotageRights[country * carriers + carrier]`).
 */
export function cabotageColumns(
  { carriers, cabotage }: Pick<Network, "carriers" | "cabotage">,
  countries: readonly string[],
): { territoryOf: Uint16Array; cabotageRights: Uint8Array } {
  const own = Uint16Array.from(countries, (_, country) => country);
  const rights = new Uint8Array(countries.length * carriers.length);
  if (cabotage === undefined) return { territoryOf: own, cabotageRights: rights.fill(1) };
  const index = new Map(countries.map((code, country) => [code, country]));
  for (const [carrier, codes] of cabotage.rights.entries()) {
    for (const code of codes) {
      const country = index.get(code);
      if (country !== undefined) rights[country * carriers.length + carrier] = 1;
    }
  }
  return { territoryOf: areasOf(countries, cabotage.territories), cabotageRights: rights };
}

/** The same number for all countries of an area. An area whose main country has no airport is numbered by its first territory. */
function areasOf(countries: readonly string[], territories: ReadonlyMap<string, string>): Uint16Array {
  const areas = new Map<string, number>();
  for (const [at, code] of countries.entries()) {
    const area = territories.get(code) ?? code;
    if (!areas.has(area)) areas.set(area, at);
  }
  return Uint16Array.from(countries, (code) => getIndex(areas, territories.get(code) ?? code));
}
