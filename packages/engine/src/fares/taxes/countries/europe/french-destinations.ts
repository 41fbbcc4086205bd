import { europeanEconomicArea, overseas, unitedKingdomAndDependencies } from "./country-lists.ts";

/**
 * Classes of destinations in the Code des impositions sur les biens et services, L422-15 (read 2026-11-28,
 * https://tricoteuses.fr/legifrance/articles/LEGIARTI000051215039); all others are far. Distances are those of the main airport of a
 * state's capital by great circle from the reference airport, Paris–Charles de Gaulle. ISO 3166-1 alpha-2 codes, separated by spaces.
 */
export const frenchDestinations = {
  /**
   * France with all its territories; the European Economic Area with the overseas territories of its members; and states at most 1,000 km
   * away.
   */
  european: [
    europeanEconomicArea,
    overseas.denmark,
    overseas.france,
    overseas.netherlands,
    unitedKingdomAndDependencies,
    "AD CH MC SM",
  ].join(" "),
  /** States between 1,000 and 5,500 km away. */
  intermediate:
    "AE AL AM AZ BA BF BH BJ BY CF CI CM CV DZ EG EH ER GA GE GH GM GN GQ GW IL IQ IR JO KG KW KZ LB LR LY MA MD ME MK ML MR NE NG PS QA RS RU SA SD SL SN ST SY TD TG TJ TM TN TR UA UZ VA XK YE",
} as const;
