/** Groups of countries whose airlines may fly between and within them like domestic airlines. */
const singleMarkets = [
  // The European common aviation area.
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE NO IS CH GB AL BA ME MK RS XK",
  "AU NZ",
].map((countries) => new Set(countries.split(" ")));

/** Territories that belong to another country for aviation: airports of both are domestic for airlines of both. */
const motherCountry = new Map(
  Object.entries({
    US: "PR VI GU MP AS",
    FR: "GP MQ GF RE YT PF NC BL MF PM WF",
    GB: "JE GG IM GI FK SH BM KY TC VG AI MS",
    DK: "FO GL",
    NL: "AW CW SX BQ",
    FI: "AX",
    NO: "SJ",
    AU: "NF CX CC",
    NZ: "CK NU",
  }).flatMap(([mother, territories]) => territories.split(" ").map((territory) => [territory, mother] as const)),
);

/** Returns the country whose aviation rules apply in a country or territory. */
export function aviationCountryOf(country: string): string {
  return motherCountry.get(country) ?? country;
}

/** True if both countries are one aviation market. */
export function isOneMarket(country: string, other: string): boolean {
  const [a, b] = [aviationCountryOf(country), aviationCountryOf(other)];
  return a === b || singleMarkets.some((market) => market.has(a) && market.has(b));
}

/** True if an airline with these home countries may sell seats between two others: one of them is a home, or all are one market. */
export function mayFly(homes: ReadonlySet<string>, from: string, to: string): boolean {
  if (homes.has(aviationCountryOf(from)) || homes.has(aviationCountryOf(to))) return true;
  return [...homes].some((home) => isOneMarket(home, from) && isOneMarket(home, to));
}
