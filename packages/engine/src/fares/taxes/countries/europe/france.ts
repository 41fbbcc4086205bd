import type { CountryTaxes, Levy, LevyZone } from "../../levy.ts";
import { approximate, everywhere, law, published, rates, toCountries, unchecked } from "../make-levy.ts";
import { europeanEconomicArea, unitedKingdomAndDependencies } from "./country-lists.ts";
import { frenchDestinations } from "./french-destinations.ts";

const { european, intermediate } = frenchDestinations;

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
  return published(
    {
      code: "FR",
      name: "airport security tax",
      source:
        "Arrêté du 15 mars 2023 (tarif de sûreté et de sécurité), without the contribution for small airports, https://juriblio.fr/arretes/arrete-du-15-mars-2023/181560385",
      airports,
      exempt: under2,
      currency: "EUR",
    },
    rates("2023-04-01", everywhere(amount), "2024-03-31"),
  );
}

const schengen = `${europeanEconomicArea} CH`;

/** Also of the overseas departments. */
export const solidarityTax = law(
  {
    code: "O4",
    name: "solidarity tax",
    source: `Loi de finances pour 2025, art. 30 (Code des impositions sur les biens et services, L422-22), https://macommune.info/voyager-en-avion-le-prix-des-billets-va-augmenter-et-pas-quun-peu; ${classes}; code: ${fareDisplays}, where IZ, the code until 2025, is absent; €7.40 between overseas departments and Metropolitan France until the Commission allows less, https://soualigapost.com/fr/actualite/50448/transports/taxe-de-solidarit%C3%A9-sur-les-billets-davion-proposition-dun-tarif-r%C3%A9duit`,
    exempt: under2,
    currency: "EUR",
  },
  rates("2025-03-01", byDestination(7.4, 15, 40, [30, 80, 120])),
);

/** Also of the overseas departments. */
export const civilAviationTax = approximate(
  {
    code: "FR",
    name: "civil aviation tax",
    source: `Code des impositions sur les biens et services, L422-21 (not read); €5.14 in ${fareDisplays}; other destinations: €8.87 to Seoul from April 2023, https://airtravelinfo.kr/wiki/index.php?direction=prev&oldid=47161&title=FR, raised as the European amount of then (€4.93, general knowledge); ${classes}`,
    exempt: under2,
    currency: "EUR",
  },
  rates("2025-01-01", toCountries(european, 5.14, 9.25), "2025-12-31"),
);

export const france: CountryTaxes = {
  levies: [
    solidarityTax,
    civilAviationTax,
    published(
      {
        code: "FR",
        name: "airport security tax",
        source: fareDisplays,
        airports: "CDG ORY",
        exempt: under2,
        currency: "EUR",
      },
      rates("2025-04-01", everywhere(13.05), "2026-03-31"),
    ),
    security2023("AJA", 15.4),
    security2023("BIA", 14.2),
    security2023("BIQ", 10.7),
    security2023("BOD", 6.6),
    security2023("BVA", 7.7),
    approximate(
      { code: "FR", name: "airport security tax", source: unchecked, currency: "EUR", airports: "NCE LYS MRS TLS NTE" },
      rates("2026-01-01", everywhere(9)),
    ),
    approximate(
      {
        code: "FR",
        name: "airport security tax",
        source: unchecked,
        currency: "EUR",
        exceptAirports: "AJA BIA BIQ BOD BVA CDG LYS MRS NCE NTE ORY TLS",
      },
      rates("2026-01-01", everywhere(15)),
    ),
    published(
      {
        code: "QX",
        name: "passenger service charge",
        source: `${fareDisplays}; outside Europe: Korean aviation wiki, code QX (€29.77 and for transfers €20.21 to Seoul since 1 April 2020), https://airtravelinfo.kr/wiki/index.php?diff=next&oldid=38965&title=QX`,
        airports: "CDG ORY",
        currency: "EUR",
      },
      rates(
        "2025-04-01",
        [{ to: { countries: unitedKingdomAndDependencies }, amount: 15.36 }, ...toCountries(schengen, 13.95, 29.77)],
        "2026-03-31",
      ),
    ),
    approximate(
      { code: "QX", name: "passenger service charge", source: unchecked, currency: "EUR", exceptAirports: "CDG ORY" },
      rates("2026-01-01", toCountries(schengen, 8, 13)),
    ),
  ],
};
