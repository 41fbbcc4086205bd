import type { CountryTaxes, Levy, TaxesByCountry } from "../../levy.ts";
import { civilAviationTax, solidarityTax } from "../europe/france.ts";
import { approximate, everywhere, published, rates, unchecked } from "../make-levy.ts";

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
  return { levies: [solidarityTax, civilAviationTax, securityLevy, overseasSurcharge, service(serviceAmount)] };
}

/**
 * Departures from the overseas departments and collectivities of France in America and the Indian Ocean. Saint Martin and Saint Barthélemy
 * do not levy the solidarity tax
 * (https://soualigapost.net/fr/actualite/48026/d%C3%A9cryptage/taxe-de-solidarit%C3%A9-quel-est-son-montant-sur-des-vols-au-d%C3%A9part-de-paris).
 */
export const frenchOverseas: TaxesByCountry = {
  BL: { levies: [civilAviationTax, service(5)] },
  GF: department(security(16), 14),
  GP: department(approximateSecurity, 14),
  MF: { levies: [civilAviationTax, service(10)] },
  MQ: department(approximateSecurity, 14),
  RE: department(approximateSecurity, 16),
  YT: department(security(16), 20),
};
