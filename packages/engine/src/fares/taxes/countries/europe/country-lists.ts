/** ISO 3166-1 alpha-2 codes of groups of countries that several laws of Europe name. */

export const europeanUnion = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AX";

export const europeanEconomicArea = `${europeanUnion} IS LI NO SJ`;

/** The United Kingdom with the Crown dependencies and Gibraltar, which have separate codes. */
export const unitedKingdomAndDependencies = "GB GG GI IM JE";

/** Overseas territories with separate codes, by the country they belong to. */
export const overseas = {
  denmark: "FO GL",
  france: "BL GF GP MF MQ NC PF PM RE WF YT",
  netherlands: "AW BQ CW SX",
  unitedKingdom: "AI BM FK IO KY MS PN SH TC VG",
} as const;
