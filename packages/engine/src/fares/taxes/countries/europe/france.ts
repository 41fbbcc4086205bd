import type { CountryTaxes, LevyZone } from "../../levy.ts";
import { europeanEconomicArea, overseas, unitedKingdomAndDependencies } from "./country-lists.ts";
import { approximate, everywhere, levy, rates, toCountries } from "./make-levy.ts";

/**
 * European destinations and those like them: France with all its territories; the European Economic Area with the overseas territories of
 * its members; and the states whose capital has its main airport at most 1,000 km from Paris–Charles de Gaulle.
 */
const european = [
  europeanEconomicArea,
  overseas.denmark,
  overseas.france,
  overseas.netherlands,
  unitedKingdomAndDependencies,
  "AD CH MC SM",
].join(" ");

/** States whose capital has its main airport between 1,000 and 5,500 km from Paris–Charles de Gaulle by great circle. */
const intermediate =
  "AE AL AM AZ BA BF BH BJ BY CF CI CM CV DZ EG ER GA GE GH GM GN GQ GW IL IQ IR JO KG KW KZ LB LR LY MA MD ME MK ML MR NE NG PS QA RS RU SA SD SL SN ST SY TD TG TJ TM TN TR UA UZ VA XK YE";

function byDestination(
  near: number,
  between: number,
  far: number,
  above: readonly [number, number, number],
): LevyZone[] {
  return [
    { to: { countries: european }, amount: { economy: near, premiumEconomy: above[0] } },
    ...toCountries(
      intermediate,
      { economy: between, premiumEconomy: above[1] },
      { economy: far, premiumEconomy: above[2] },
    ),
  ];
}

const under2 = {
  under: 2,
  source: "Code des impositions sur les biens et services, L422-20 and following: children under 2",
} as const;
const classes =
  "destinations: L422-15, https://tricoteuses.fr/legifrance/articles/LEGIARTI000051215039, and L422-15-1, https://juriblio.fr/codes/code-des-impositions-sur-les-biens-et-services/partie-legislative/livre-iv/titre-ii/chapitre-ii/section-2/sous-section-1/article-l422-15-1 (the order that lists the states was not found: computed from the airports' distances)";
const fareDisplay =
  "fare display of Lufthansa CDG–FRA on 2025-11-25 in the test data of a public repository (constant SAMPLE_FLIGHT_ORDER_RESPONSE), read in a code index without address";

export const france: CountryTaxes = {
  levies: [
    levy({
      code: "O4",
      name: "solidarity tax",
      basis: "law",
      source: `Loi de finances pour 2025, art. 30 (Code des impositions sur les biens et services, L422-22), https://macommune.info/voyager-en-avion-le-prix-des-billets-va-augmenter-et-pas-quun-peu; ${classes}; code: ${fareDisplay}, where IZ, the code until 2025, is absent`,
      exempt: under2,
      rates: [rates("2025-03-01", null, byDestination(7.4, 15, 40, [30, 80, 120]))],
    }),
    levy({
      code: "FR",
      name: "civil aviation tax",
      basis: "law",
      source: `Code des impositions sur les biens et services, L422-21 (rates of 2025; later rates not found); ${classes}`,
      exempt: under2,
      rates: [rates("2025-01-01", "2025-12-31", toCountries(european, 5.05, 9.09))],
    }),
    levy({
      code: "FR",
      name: "airport security tax",
      basis: "published",
      source: `the amount of FR less the civil aviation tax of €5.05 in the ${fareDisplay}`,
      airports: "CDG ORY",
      exempt: under2,
      rates: [rates("2025-04-01", "2026-03-31", everywhere(13.14))],
    }),
    levy({
      code: "FR",
      name: "airport security tax",
      basis: "published",
      source:
        "Arrêté du 15 mars 2023 (tarif de sûreté et de sécurité), without the contribution for small airports, https://juriblio.fr/arretes/arrete-du-15-mars-2023/181560385",
      airports: "BVA",
      exempt: under2,
      rates: [rates("2023-04-01", "2024-03-31", everywhere(7.7))],
    }),
    levy({
      code: "FR",
      name: "airport security tax",
      basis: "published",
      source:
        "Arrêté du 15 mars 2023 (tarif de sûreté et de sécurité), without the contribution for small airports, https://juriblio.fr/arretes/arrete-du-15-mars-2023/181560385",
      airports: "BOD",
      exempt: under2,
      rates: [rates("2023-04-01", "2024-03-31", everywhere(6.6))],
    }),
    approximate("FR", "airport security tax", everywhere(9), { airports: "NCE LYS MRS TLS NTE" }),
    approximate("FR", "airport security tax", everywhere(15), {
      exceptAirports: "CDG ORY BVA BOD NCE LYS MRS TLS NTE",
    }),
    levy({
      code: "QX",
      name: "passenger service charge",
      basis: "published",
      source: `${fareDisplay}; outside the Schengen area: general knowledge, not checked`,
      airports: "CDG ORY",
      rates: [rates("2025-04-01", "2026-03-31", toCountries(`${europeanEconomicArea} CH`, 13.95, 28))],
    }),
    approximate("QX", "passenger service charge", toCountries(`${europeanEconomicArea} CH`, 8, 13), {
      exceptAirports: "CDG ORY",
    }),
  ],
};
