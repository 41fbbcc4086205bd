import type { CountryTaxes, Levy, TaxesByCountry } from "../../levy.ts";
import { frenchDestinations } from "../europe/french-destinations.ts";
import { approximate, everywhere, law, published, rates, unchecked } from "../make-levy.ts";

const { european, intermediate } = frenchDestinations;
const code = "Code des impositions sur les biens et services";

const solidarity = law(
  {
    code: "O4",
    name: "solidarity tax",
    source: `${code}, L422-15 and L422-22 (loi de finances pour 2025); 7.40 € between the departments and Metropolitan France until the Commission allows less, https://soualigapost.com/fr/actualite/50448/transports/taxe-de-solidarit%C3%A9-sur-les-billets-davion-proposition-dun-tarif-r%C3%A9duit`,
    currency: "EUR",
    exempt: {
      under: 2,
      source: `${code}, L422-15 and L422-22 (loi de finances pour 2025); 7.40 € between the departments and Metropolitan France until the Commission allows less, https://soualigapost.com/fr/actualite/50448/transports/taxe-de-solidarit%C3%A9-sur-les-billets-davion-proposition-dun-tarif-r%C3%A9duit`,
    },
  },
  rates("2025-03-01", [
    { to: { countries: european }, amount: { economy: 7.4, premiumEconomy: 30 } },
    { to: { countries: intermediate }, amount: { economy: 15, premiumEconomy: 80 } },
    { to: "any", amount: { economy: 40, premiumEconomy: 120 } },
  ]),
);

const civilAviation = published(
  {
    code: null,
    name: "civil aviation tax",
    source: `${code}, L422-15 and L422-21, indexed since 2021; €5.14 in fare displays of 2025, the other by the same rise, https://tricoteuses.fr/legifrance/sections/JORFSCTA000044590835`,
    currency: "EUR",
    exempt: {
      under: 2,
      source: `${code}, L422-15 and L422-21, indexed since 2021; €5.14 in fare displays of 2025, the other by the same rise, https://tricoteuses.fr/legifrance/sections/JORFSCTA000044590835`,
    },
  },
  rates(
    "2025-01-01",
    [
      { to: { countries: european }, amount: 5.14 },
      { to: "any", amount: 9.25 },
    ],
    "2025-12-31",
  ),
);

const overseasSurcharge = approximate(
  {
    code: null,
    name: "surcharge of overseas regions",
    source:
      "Code des douanes, art. 285 ter (now CIBS, L422-30): set by each region, at most 4.57 €, https://french-business-law.com/rench-legislation-art/article-285-ter-of-the-french-customs-code",
    currency: "EUR",
  },
  rates("2024-01-01", everywhere(4.57)),
);

function security(amount: number): Levy {
  return published(
    {
      code: "FR",
      name: "airport security",
      source:
        "Arrêté du 15 mars 2023, tarif de sûreté et de sécurité, class 3, https://juriblio.fr/arretes/arrete-du-15-mars-2023/181560385",
      currency: "EUR",
      exempt: {
        under: 2,
        source:
          "Arrêté du 15 mars 2023, tarif de sûreté et de sécurité, class 3, https://juriblio.fr/arretes/arrete-du-15-mars-2023/181560385",
      },
    },
    rates("2023-04-01", everywhere(amount), "2024-03-31"),
  );
}

const approximateSecurity = approximate(
  { code: "FR", name: "airport security", source: unchecked, currency: "EUR" },
  rates("2024-01-01", everywhere(12)),
);

function service(amount: number): Levy {
  return approximate(
    { code: "QX", name: "passenger service", source: unchecked, currency: "EUR" },
    rates("2024-01-01", everywhere(amount)),
  );
}

function department(securityLevy: Levy, serviceAmount: number): CountryTaxes {
  return { levies: [solidarity, civilAviation, securityLevy, overseasSurcharge, service(serviceAmount)] };
}

/**
 * Departures from the overseas departments and collectivities of France in America and the Indian Ocean. Saint Martin and Saint Barthélemy
 * do not levy the solidarity tax
 * (https://soualigapost.net/fr/actualite/48026/d%C3%A9cryptage/taxe-de-solidarit%C3%A9-quel-est-son-montant-sur-des-vols-au-d%C3%A9part-de-paris).
 */
export const frenchOverseas: TaxesByCountry = {
  BL: { levies: [civilAviation, service(5)] },
  GF: department(security(16), 14),
  GP: department(approximateSecurity, 14),
  MF: { levies: [civilAviation, service(10)] },
  MQ: department(approximateSecurity, 14),
  RE: department(approximateSecurity, 16),
  YT: department(security(16), 20),
};
