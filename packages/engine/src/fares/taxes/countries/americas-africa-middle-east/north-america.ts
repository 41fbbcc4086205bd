import type { Levy, TaxesByCountry } from "../../levy.ts";
import {
  abroad,
  approximate,
  domesticAndAbroad,
  everywhere,
  fareTax,
  law,
  published,
  rates,
  unchecked,
} from "../make-levy.ts";

const hawaii = { airports: "HNL OGG KOA LIH ITO" };

function improvement(airports: string, amount: number, source: string, since: string): Levy {
  return published(
    { code: "SQ", name: "airport improvement", source: source, currency: "CAD", airports },
    rates(since, everywhere(amount)),
  );
}

const torontoFees =
  "Greater Toronto Airports Authority, 29 September 2022, https://skiesmag.com/?p=343097; https://toronto.ctvnews.ca/toronto-pearson-airport-fees-are-going-up-next-year-this-is-how-it-could-affect-your-flights-1.6109738";

/** The airport use charge (TUA), which is set each year and includes value-added tax. */
function airportUse(
  airports: string,
  currency: "MXN" | "USD",
  domestic: number,
  international: number,
  source: string,
): Levy {
  const zones = domesticAndAbroad(domestic, international);
  return published(
    {
      code: "XD",
      name: "airport use",
      source: source,
      currency: currency,
      airports,
      exempt: { under: 2, source: source },
    },
    rates("2026-01-01", zones, "2026-12-31"),
  );
}

const listOfJanuary2026 =
  "Crónica, TUA 2026 of the main airports, https://www.cronica.com.mx/nacional/2026/01/07/tua-2026-en-mexico-descubre-cuanto-pagaras-por-volar-desde-los-principales-aeropuertos-y-como-te-impactara-realmente/; value-added tax is included, https://www.informador.mx/economia/conoce-cual-es-la-tua-de-los-principales-aeropuertos-en-mexico-20260306-0120.html";

const listOfMarch2026 =
  "El Informador, TUA of the main airports with value-added tax, https://www.informador.mx/economia/conoce-cual-es-la-tua-de-los-principales-aeropuertos-en-mexico-20260306-0120.html";

const mexicanAirports = "MEX NLU CUN GDL PVR SJD MTY ACA OAX CJS";

/** Departures from Canada and Mexico. */
export const northAmerica: TaxesByCountry = {
  CA: {
    levies: [
      law(
        {
          code: "CA",
          name: "air travellers security charge",
          source:
            "Air Travellers Security Charge Act, ss. 2 and 11–12, as amended 2023; Parliamentary Budget Officer, https://www.pbo-dpb.ca/en/publications/LEG-2324-003-S--increasing-air-travellers-security-charge--majoration-droit-securite-passagers-transport-aerien; Hawaii is outside the continental zone of s. 2",
          currency: "CAD",
        },
        {
          from: "2010-04-01",
          validUntil: "2024-04-30",
          zones: [
            { to: "domestic", amount: 7.48 },
            { to: hawaii, amount: 25.91 },
            { to: { countries: "US PM" }, amount: 12.71 },
            { to: "international", amount: 25.91 },
          ],
        },
        rates("2024-05-01", [
          { to: "domestic", amount: 9.94 },
          { to: hawaii, amount: 34.42 },
          { to: { countries: "US PM" }, amount: 16.89 },
          { to: "international", amount: 34.42 },
        ]),
      ),
      improvement("YYZ", 35, torontoFees, "2023-01-01"),
      published(
        {
          code: "SQ",
          name: "airport improvement of connecting passengers",
          source: torontoFees,
          currency: "CAD",
          airports: "YYZ",
          on: "transfer",
        },
        rates("2023-01-01", everywhere(7)),
      ),
      improvement(
        "YUL",
        40,
        "ADM Aéroports de Montréal, 1 December 2023, https://www.newswire.ca/news-releases/airport-improvement-fee-adm-aeroports-de-montreal-prepares-for-growth-869354412.html",
        "2024-03-01",
      ),
      improvement("YYC", 35, "Calgary Airport Authority, fees, http://yyc.com/en-us/fees", "2022-01-01"),
      improvement(
        "YVR",
        25,
        "Vancouver Airport Authority: $5 within British Columbia and to Yukon, not expressed here, https://vancouverisawesome.com/travel/yvr-airport-improvement-fee-increase-vancouver-2020-1945659",
        "2020-01-01",
      ),
      improvement(
        "YWG",
        38,
        "Winnipeg Airports Authority, https://www.narcity.com/news/ca/airport-improvement-fees-could-be-going-up-in-canada-your-tickets-will-cost-more",
        "2020-09-01",
      ),
      improvement(
        "YQR",
        30,
        "Regina International Airport, https://www.narcity.com/canadian-airports-increasing-travel-fees-what-passengers-should-know",
        "2023-04-01",
      ),
      approximate(
        {
          code: "SQ",
          name: "airport improvement",
          source: unchecked,
          currency: "CAD",
          exceptAirports: "YYZ YUL YYC YVR YWG YQR",
        },
        rates("2024-01-01", everywhere(35)),
      ),
    ],
    fareTax: fareTax({
      code: "XG",
      source: "Excise Tax Act, part IX",
      rate: 0.05,
      aboveRate: 0.05,
      domesticOnly: true,
    }),
  },
  MX: {
    levies: [
      airportUse(
        "MEX",
        "USD",
        34.45,
        65.41,
        "AICM, TUA of 2025, kept in 2026: USD 29.70 and 56.39, and 16 % of value-added tax, https://www.elfinanciero.com.mx/empresas/2026/01/28/paradon-del-aicm-por-mundial-2026-no-aumentara-la-tua-de-cara-al-torneo/",
      ),
      airportUse(
        "NLU",
        "MXN",
        309.28,
        558.56,
        "AIFA, TUA of January 2026: MXN 266.62 and 481.515, and 16 % of value-added tax, https://www.tribuna.com.mx/mexico/2026/1/12/viajar-sera-mas-caro-este-2026-aumentan-precios-de-la-tua-en-vuelos-desde-aicm-aifa-426161.html",
      ),
      airportUse(
        "CUN",
        "USD",
        14.68,
        42,
        "Por Esto, TUA of Cancún in January 2025: MXN 302.59 at 20.62 per dollar and USD 42, https://poresto.net/quintana-roo/cancun/2025/1/6/aeropuerto-de-cancun-turista-de-cdmx-evito-pagar-el-aumento-del-tua-en-enero-como-lo-hizo.html",
      ),
      airportUse("GDL", "MXN", 665, 1404, listOfJanuary2026),
      airportUse(
        "PVR",
        "USD",
        38.45,
        73.08,
        "GAP, TUA of January 2025: MXN 610.50 and USD 63, and 16 % of value-added tax, https://entornoinformativo.com.mx/aumenta-la-tarifa-de-uso-de-aeropuerto-y-se-preve-alza-en-boletos-de-avion-para-2025",
      ),
      airportUse("SJD", "MXN", 655, 1404, listOfJanuary2026),
      airportUse("MTY", "MXN", 600, 1115, listOfJanuary2026),
      airportUse("ACA", "MXN", 759, 1178, listOfMarch2026),
      airportUse("OAX", "MXN", 766, 870, listOfMarch2026),
      airportUse("CJS", "MXN", 741, 822, listOfMarch2026),
      approximate(
        { code: "XD", name: "airport use", source: unchecked, currency: "MXN", exceptAirports: mexicanAirports },
        rates("2024-01-01", domesticAndAbroad(620, 1150)),
      ),
      law(
        {
          code: null,
          name: "migration services",
          source:
            "Ley Federal de Derechos, art. 12 (2025), https://www.infobae.com/mexico/2024/12/04/congreso-aprueba-elevar-tarifa-para-la-entrada-de-turistas-a-mexico-sedena-y-marina-administraran-recursos",
          currency: "MXN",
        },
        rates("2025-01-01", abroad(223.09), "2025-12-31"),
      ),
      law(
        {
          code: "UK",
          name: "tourism tax on arrival of non-residents",
          source:
            "Ley Federal de Derechos, art. 8, I (DOF 7 November 2025), https://corporativoyad.blogspot.com/2025/11/5-claves-ocultas-en-la-reforma-la-ley.html",
          currency: "MXN",
          on: "arrival",
        },
        { from: "2025-01-01", validUntil: "2025-12-31", zones: abroad(860.56) },
        rates("2026-01-01", abroad(983), "2026-12-31"),
      ),
    ],
    fareTax: fareTax({
      code: "MX",
      source:
        "Ley del Impuesto al Valor Agregado, arts. 1 and 16 (a quarter of it on international departures, not expressed here)",
      rate: 0.16,
      aboveRate: 0.16,
      domesticOnly: true,
    }),
  },
};
