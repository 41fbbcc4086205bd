import type { CountryTaxes, Levy, LevyZone } from "../../levy.ts";
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

/** Both were converted at the rate at which O4 is €7.40. */
const fareDisplays =
  "fare displays of Air France CDG–LHR on 2025-05-12 (fixture shopping_complex_response) and Lufthansa CDG–FRA on 2025-11-25 (constant SAMPLE_FLIGHT_ORDER_RESPONSE) in the test data of public repositories, read in a code index without address";

/** Rates of airport security of 15 March 2023, in force from April 2023. */
function security2023(airports: string, amount: number): Levy {
  return levy({
    code: "FR",
    name: "airport security tax",
    basis: "published",
    source:
      "Arrêté du 15 mars 2023 (tarif de sûreté et de sécurité), without the contribution for small airports, https://juriblio.fr/arretes/arrete-du-15-mars-2023/181560385",
    airports,
    exempt: under2,
    rates: [rates("2023-04-01", "2024-03-31", everywhere(amount))],
  });
}

const schengen = `${europeanEconomicArea} CH`;

export const france: CountryTaxes = {
  levies: [
    levy({
      code: "O4",
      name: "solidarity tax",
      basis: "law",
      source: `Loi de finances pour 2025, art. 30 (Code des impositions sur les biens et services, L422-22), https://macommune.info/voyager-en-avion-le-prix-des-billets-va-augmenter-et-pas-quun-peu; ${classes}; code: ${fareDisplays}, where IZ, the code until 2025, is absent`,
      exempt: under2,
      rates: [rates("2025-03-01", null, byDestination(7.4, 15, 40, [30, 80, 120]))],
    }),
    levy({
      code: "FR",
      name: "civil aviation tax",
      basis: "published",
      source: `Code des impositions sur les biens et services, L422-21 (not read); €5.14 in ${fareDisplays}; other destinations: €8.87 to Seoul from April 2023, https://airtravelinfo.kr/wiki/index.php?direction=prev&oldid=47161&title=FR, raised as the European amount of then (€4.93, general knowledge); ${classes}`,
      exempt: under2,
      rates: [rates("2025-01-01", "2025-12-31", toCountries(european, 5.14, 9.25))],
    }),
    levy({
      code: "FR",
      name: "airport security tax",
      basis: "published",
      source: fareDisplays,
      airports: "CDG ORY",
      exempt: under2,
      rates: [rates("2025-04-01", "2026-03-31", everywhere(13.05))],
    }),
    security2023("AJA", 15.4),
    security2023("BIA", 14.2),
    security2023("BIQ", 10.7),
    security2023("BOD", 6.6),
    security2023("BVA", 7.7),
    approximate("FR", "airport security tax", everywhere(9), { airports: "NCE LYS MRS TLS NTE" }),
    approximate("FR", "airport security tax", everywhere(15), {
      exceptAirports: "AJA BIA BIQ BOD BVA CDG LYS MRS NCE NTE ORY TLS",
    }),
    levy({
      code: "QX",
      name: "passenger service charge",
      basis: "published",
      source: `${fareDisplays}; outside Europe: Korean aviation wiki, code QX (€29.77 and for transfers €20.21 to Seoul since 1 April 2020), https://airtravelinfo.kr/wiki/index.php?diff=next&oldid=38965&title=QX`,
      airports: "CDG ORY",
      rates: [
        rates("2025-04-01", "2026-03-31", [
          { to: { countries: unitedKingdomAndDependencies }, amount: 15.36 },
          ...toCountries(schengen, 13.95, 29.77),
        ]),
      ],
    }),
    approximate("QX", "passenger service charge", toCountries(schengen, 8, 13), {
      exceptAirports: "CDG ORY",
    }),
  ],
};
