import type { CountryTaxes, Levy, LevyZone } from "../../levy.ts";
import {
  approximate,
  domesticAndAbroad,
  everywhere,
  law,
  published,
  rates,
  toCountries,
  unchecked,
} from "../make-levy.ts";
import { europeanEconomicArea } from "./country-lists.ts";

const aena =
  "Aena's charges of 2025 per departing passenger, Segre, 17 November 2025, https://www.segre.com/es/sociedad/251117/volar-un-poco-mas-caro_1022552.html, and their rise by 5 % in 2026, https://www.guyanaguardian.com/economia/20251120/11283341/cnmc-aena-tasas-tarifas-aeropuertos-aerolineas-billetes.html";

/** To the European Economic Area (Spain included), and to all other countries. */
function byArea(area: number, others: number): LevyZone[] {
  return toCountries(europeanEconomicArea, area, others);
}

function departure(airports: string, before: readonly [number, number], since2026: readonly [number, number]): Levy {
  return published(
    { code: "JD", name: "passenger charge", source: aena, airports, currency: "EUR" },
    rates("2025-03-01", byArea(...before), "2026-02-28"),
    rates("2026-03-01", byArea(...since2026), "2027-02-28"),
  );
}

const barcelona2022 =
  "fare display of Finnair BCN–JFK on 2022-11-01 in the test data of a public repository, read in a code index without address";

const medium = "ACE BIO FUE IBZ MAH SCQ SVQ TFN VLC";
const small = "GRO GRX LCG LEI OVD REU SDR SPC VGO XRY ZAZ";

/** Domestic flights are charged like those to Europe; the islands' reductions are not covered. */
function departure2011(airports: string, area: number, others: number): Levy {
  return published(
    {
      code: "JD",
      name: "passenger charge",
      source:
        "Viajeros Online, charges of 2011 by airport, https://viajerosonline.org/modificacion-de-tasas-para-los-billetes-de-avion-de-vuelos-con-origen-aeropuertos-espanoles-modificacio-de-taxes-pels-bitllets-davio-de-vols-amb-origen-aeroports-espanyols/",
      airports,
      currency: "EUR",
    },
    rates("2011-01-01", byArea(area, others), "2011-12-31"),
  );
}

export const spain: CountryTaxes = {
  levies: [
    departure("MAD", [13.39, 18.96], [14.06, 19.91]),
    departure("BCN", [12.47, 15.26], [13.09, 16.02]),
    departure("AGP ALC LPA PMI TFS", [5.57, 8.37], [5.85, 8.79]),
    departure2011(medium, 5.42, 7.85),
    departure2011(small, 4.12, 5.91),
    approximate(
      {
        code: "JD",
        name: "passenger charge",
        source: `${aena}: at least €2.22 and 3.35 at the other airports`,
        currency: "EUR",
        exceptAirports: `MAD BCN AGP ALC LPA PMI TFS ${medium} ${small}`,
      },
      rates("2026-01-01", byArea(2.33, 3.52)),
    ),
    published(
      {
        code: "JD",
        name: "reduced mobility charge",
        source: `${barcelona2022}: JD €16.40, of which €15.26 is the passenger charge`,
        currency: "EUR",
      },
      rates("2022-03-01", everywhere(1.14)),
    ),
    published(
      {
        code: "QV",
        name: "security charge",
        source: `${barcelona2022}, and the rise by 7.25 % in 2026: ${aena}`,
        currency: "EUR",
      },
      rates("2022-03-01", everywhere(3.27), "2026-02-28"),
      rates("2026-03-01", everywhere(3.51), "2027-02-28"),
    ),
    published(
      { code: "OG", name: "aviation safety and security fee", source: barcelona2022, currency: "EUR" },
      rates("2022-03-01", everywhere(0.63)),
    ),
  ],
};

const schengen = `${europeanEconomicArea} CH`;

const lisbon2017 =
  "€10.49 within and €18.66 outside the Schengen area in 2017, https://sol.sapo.pt/2016/11/23/taxas-aeroportuarias-vao-aumentar-22-centimos-em-lisboa-e-15-centimos-em-faro-em-2017";

const islands = "CVU FLW FNC GRW HOR PDL PIX PXO SJZ SMA TER";

/** Flights between the mainland, the Azores and Madeira are exempt. */
function carbonTax(where: Pick<Levy, "airports" | "exceptAirports">, zones: readonly LevyZone[]): Levy {
  return law(
    {
      currency: "EUR",
      code: "J9",
      name: "carbon tax",
      source:
        "Portaria n.º 38/2021 as amended by n.º 110/2023, https://www.azoresairlines.pt/pt-pt/node/1252; code: https://www.melhoresdestinos.com.br/nova-taxa-portugal.html",
      ...where,
      exempt: {
        under: 2,
        source: "Portaria n.º 38/2021: children under 2, https://www.azoresairlines.pt/pt-pt/node/1252",
      },
    },
    rates("2021-07-01", zones),
  );
}

export const portugal: CountryTaxes = {
  levies: [
    carbonTax({ exceptAirports: islands }, [
      { to: { airports: islands }, amount: 0 },
      { to: "any", amount: 2 },
    ]),
    carbonTax({ airports: islands }, domesticAndAbroad(0, 2)),
    published(
      {
        code: "PT",
        name: "security charge",
        source:
          "Fifth amendment of August 2023 to the order on security charges at ANA's airports, https://24.sapo.pt/atualidade/artigos/governo-aprova-reducao-da-taxa-de-seguranca-aeroportuaria",
        currency: "EUR",
      },
      rates("2023-08-31", everywhere(1.8)),
    ),
    approximate(
      {
        code: "YP",
        name: "passenger service charge",
        source: `${lisbon2017}; raised by about 28 %, as the regulated charges per passenger of 2025 (https://eco.sapo.pt/2025/09/08/ana-quer-subir-taxas-nos-aeroportos-de-porto-e-faro-em-2026-e-preve-descida-em-lisboa)`,
        currency: "EUR",
        airports: "LIS",
      },
      rates("2026-01-01", toCountries(schengen, 13.5, 24)),
    ),
    approximate(
      { code: "YP", name: "passenger service charge", source: unchecked, currency: "EUR", exceptAirports: "LIS" },
      rates("2026-01-01", toCountries(schengen, 8, 12)),
    ),
  ],
};

export const gibraltar: CountryTaxes = {
  levies: [
    approximate(
      { code: null, name: "passenger charge", source: unchecked, currency: "GBP" },
      rates("2026-01-01", domesticAndAbroad(0, 14)),
    ),
  ],
};
