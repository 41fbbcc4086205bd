import type { CountryTaxes, Levy, TaxesByCountry } from "../../levy.ts";
import { frenchDestinations } from "./french-destinations.ts";
import { approximate, everywhere, law, published, to, toCountries } from "./make-levy.ts";

const { european, intermediate } = frenchDestinations;
const code = "Code des impositions sur les biens et services";

const solidarity = law(
  ["O4", "solidarity tax"],
  "EUR",
  [
    toCountries(european, { economy: 7.4, premiumEconomy: 30 }),
    toCountries(intermediate, { economy: 15, premiumEconomy: 80 }),
    to("any", { economy: 40, premiumEconomy: 120 }),
  ],
  `${code}, L422-15 and L422-22 (loi de finances pour 2025); 7.40 € between the departments and Metropolitan France until the Commission allows less, https://soualigapost.com/fr/actualite/50448/transports/taxe-de-solidarit%C3%A9-sur-les-billets-davion-proposition-dun-tarif-r%C3%A9duit`,
  "2025-03-01",
  { exemptUnderTwo: true },
);

const civilAviation = published(
  [null, "civil aviation tax"],
  "EUR",
  [toCountries(european, 5.14), to("any", 9.25)],
  `${code}, L422-15 and L422-21, indexed since 2021; €5.14 in fare displays of 2025, the other by the same rise, https://tricoteuses.fr/legifrance/sections/JORFSCTA000044590835`,
  "2025-01-01",
  { validUntil: "2025-12-31", exemptUnderTwo: true },
);

const overseasSurcharge = approximate([null, "surcharge of overseas regions"], "EUR", everywhere(4.57), {
  source:
    "Code des douanes, art. 285 ter (now CIBS, L422-30): set by each region, at most 4.57 €, https://french-business-law.com/rench-legislation-art/article-285-ter-of-the-french-customs-code",
});

function security(amount: number): Levy {
  return published(
    ["FR", "airport security"],
    "EUR",
    everywhere(amount),
    "Arrêté du 15 mars 2023, tarif de sûreté et de sécurité, class 3, https://juriblio.fr/arretes/arrete-du-15-mars-2023/181560385",
    "2023-04-01",
    { validUntil: "2024-03-31", exemptUnderTwo: true },
  );
}

const approximateSecurity = approximate(["FR", "airport security"], "EUR", everywhere(12));

function service(amount: number): Levy {
  return approximate(["QX", "passenger service"], "EUR", everywhere(amount));
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
