import type { CountryTaxes, LevyZone, TaxesByCountry } from "../../levy.ts";
import { abroad, approximate, domesticAndAbroad, everywhere, law, published, rates, unchecked } from "../make-levy.ts";

const caricom = "AG BS BB BZ DM GD GY HT JM KN LC MS SR TT VC";

/** Amounts of departures to other member states of CARICOM, and to other countries. */
function regional(inCaricom: number, international: number): readonly LevyZone[] {
  return [
    { to: "domestic", amount: 0 },
    { to: { countries: caricom }, amount: inCaricom },
    { to: "international", amount: international },
  ];
}

function unknown(international: number, inCaricom = international): CountryTaxes {
  const zones = regional(inCaricom, international);
  return {
    levies: [
      approximate(
        { code: null, name: "departure tax and charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", zones),
      ),
    ],
  };
}

const barbadosFee =
  "Airport service charge (amendment) of 2018 and 2021: half in CARICOM, the Antilles, Puerto Rico, the Dominican Republic, and Cuba, https://today.caricom.org/2021/07/22/statement-on-airport-service-charge-reduction/";

const dominicanTax =
  "Acento, taxes of air tickets, https://acento.com.do/el-financiero/la-hilera-de-impuestos-se-chupa-mas-del-30-del-costo-de-un-boleto-aereo-9065497.html";

const aerodomRates =
  "Aerodom, rates of 1 November 2025, entering and leaving, https://informe56.com/2025/07/04/asociacion-anticipa-alza-en-boletos-por-nuevas-tasas-aeroportuarias";

const arubaCharges =
  "Aruba Airport Authority, charges: PFC 23, security 3, general usage 8.25, pre-clearance 3.25, Bonaire 8.75, https://www.airportaruba.com/charges; children, https://www.visitaruba.com/traveling-to-aruba/passenger-facility-charge/";

const curacaoFees =
  "Curaçao, rates of 2025 to 2027, https://paradisefm.cw/regering-stelt-lagere-tarieven-vast-voor-luchthaven-in-2025/; amounts, https://www.appcuracao.com/aduanas-e-inmigracion/c/0/i/62401008/what-departure-tax";

const caymanRegulations = "Airports Authority (Charges) Regulations, 2023, reg. 3, https://legis.qzq.dev/sl/15";

const jamaicanTaxes =
  "Departure tax USD 35, arrival USD 20, https://www.holidayhypermarket.co.uk/hype/jamaica-tourist-tax; exemptions, https://jis.gov.jm/senate-approves-bill-for-tourism-enhancement-fee/";

/** Departures from the Caribbean and Bermuda, except from territories of the United States and of France. */
export const caribbean: TaxesByCountry = {
  AG: {
    levies: [
      published(
        {
          code: null,
          name: "airport taxes",
          source:
            "Prime minister of Antigua and Barbuda: USD 97, half in CARICOM, https://antiguaobserver.com/ab-slashes-airport-taxes-by-half/",
          currency: "USD",
        },
        rates("2020-08-10", regional(48.5, 97)),
      ),
    ],
  },
  AI: unknown(45),
  AW: {
    levies: [
      published(
        {
          code: null,
          name: "passenger facility with security and usage",
          source: arubaCharges,
          currency: "USD",
          exempt: { under: 2, source: arubaCharges },
        },
        rates("2023-01-01", [
          { to: { countries: "US PR VI" }, amount: 37.5 },
          { to: { countries: "BQ" }, amount: 20 },
          { to: "international", amount: 34.25 },
        ]),
      ),
      published(
        {
          code: null,
          name: "transfer",
          source: arubaCharges,
          currency: "USD",
          on: "transfer",
          exempt: { under: 2, source: arubaCharges },
        },
        rates("2023-01-01", abroad(3)),
      ),
    ],
  },
  BB: {
    levies: [
      published(
        {
          code: null,
          name: "departure tax",
          source:
            "Barbados departure tax, https://www.barbadosbarbados.com/news/new-airline-travel-tourism-development-fee/",
          currency: "USD",
          exempt: {
            under: 2,
            source:
              "Barbados departure tax, https://www.barbadosbarbados.com/news/new-airline-travel-tourism-development-fee/",
          },
        },
        rates("2018-07-01", abroad(27.5)),
      ),
      law(
        { code: null, name: "travel and tourism development fee", source: barbadosFee, currency: "USD" },
        rates("2018-10-01", [
          { to: { countries: `${caricom} GP MQ MF BL AW CW BQ SX AI VG KY TC PR VI DO CU` }, amount: 35 },
          { to: "international", amount: 70 },
        ]),
      ),
    ],
  },
  BM: {
    levies: [
      published(
        {
          code: null,
          name: "departure tax with airport improvement and security",
          source:
            "Bermuda Air Terminal (Fees) Amendment (No. 2) Regulations 2015: tax 50, improvement 16, security 8.25 or 7.25, in all at most 78.25, http://bernews.com/2015/07/dd-minister-fahy-air-terminal-fees-amendment/",
          currency: "USD",
        },
        rates("2015-09-01", [
          { to: { countries: "US" }, amount: 78.25 },
          { to: "international", amount: 77.25 },
        ]),
      ),
      approximate(
        { code: null, name: "airport fees, rise since 2015", source: unchecked, currency: "USD" },
        rates("2024-01-01", abroad(7)),
      ),
    ],
  },
  BQ: {
    levies: [
      published(
        {
          code: null,
          name: "passenger facility and airport improvement",
          source:
            "Bonaire International Airport, charges: PFC 36.05 and 9.27, improvement 5 and 2.50, http://www.bonaireinternationalairport.com/home/landing-parking-fees/",
          currency: "USD",
        },
        rates("2016-03-01", [
          { to: "domestic", amount: 11.77 },
          { to: { countries: "AW CW SX" }, amount: 11.77 },
          { to: "international", amount: 41.05 },
        ]),
      ),
    ],
  },
  BS: {
    levies: [
      law(
        {
          code: null,
          name: "passenger tax and tourism enhancement",
          source:
            "Passenger Tax (Amendment) Act 2023: air departure 29, tourism enhancement 2, https://bahamasnational.com/new-passenger-tax-explained/",
          currency: "USD",
        },
        rates("2024-01-01", abroad(31)),
      ),
      published(
        {
          code: null,
          name: "airport facility and security",
          source:
            "Nassau: facility fee 20, security 7, http://consumertraveler.com/columns/thats-ridiculous/with-these-fees-its-not-necessarily-better-in-the-bahamas/",
          currency: "USD",
        },
        rates("2014-01-01", abroad(27)),
      ),
      approximate(
        { code: null, name: "domestic departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", [{ to: "domestic", amount: 10 }]),
      ),
    ],
  },
  CU: {
    levies: [
      published(
        {
          code: null,
          name: "departure tax",
          source:
            "Ausreiseabgabe of CUC 25 (one dollar each), in the ticket from 1 May 2015, https://cubaheute.de/2015/03/24/ausreiseabgabe-ab-1-mai-im-flugpreis-enthalten/; a rise to USD 40 is proposed, https://cubanoticias360.com/volar-a-cuba-podria-salirte-mas-costoso-si-aumenta-la-tasa-aeroportuaria",
          currency: "USD",
          exempt: {
            under: 2,
            source:
              "Ausreiseabgabe of CUC 25 (one dollar each), in the ticket from 1 May 2015, https://cubaheute.de/2015/03/24/ausreiseabgabe-ab-1-mai-im-flugpreis-enthalten/; a rise to USD 40 is proposed, https://cubanoticias360.com/volar-a-cuba-podria-salirte-mas-costoso-si-aumenta-la-tasa-aeroportuaria",
          },
        },
        rates("2015-05-01", abroad(25)),
      ),
      approximate(
        { code: null, name: "further departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(2, 3)),
      ),
    ],
  },
  CW: {
    levies: [
      published(
        {
          code: null,
          name: "passenger facility and security",
          source: curacaoFees,
          currency: "USD",
          exempt: { under: 2, source: curacaoFees },
        },
        rates(
          "2025-01-01",
          [
            { to: { countries: "AW SX" }, amount: 35.74 },
            { to: { countries: "BQ" }, amount: 19.47 },
            { to: "international", amount: 51.74 },
          ],
          "2027-12-31",
        ),
      ),
      published(
        {
          code: null,
          name: "transfer",
          source: curacaoFees,
          currency: "USD",
          on: "transfer",
          exempt: { under: 2, source: curacaoFees },
        },
        rates("2025-01-01", abroad(13.74), "2027-12-31"),
      ),
    ],
  },
  DM: unknown(45, 30),
  DO: {
    levies: [
      published(
        {
          code: "DO",
          name: "departure tax",
          source:
            "Departure tax, https://www.holidayhypermarket.co.uk/hype/dominican-republic-arrival-and-departure-tax-everything-you-need-to-know/",
          currency: "USD",
        },
        rates("2018-04-25", abroad(20)),
      ),
      law(
        {
          code: null,
          name: "aeronautical rate",
          source: `Ley 491-06 de Aviación Civil, art. 284; ${dominicanTax}`,
          currency: "USD",
        },
        rates("2006-12-22", abroad(15)),
      ),
      published(
        { code: null, name: "use of infrastructure", source: aerodomRates, currency: "USD" },
        rates("2025-11-01", abroad(20.77)),
      ),
      published(
        { code: null, name: "baggage handling", source: aerodomRates, currency: "USD" },
        rates("2025-11-01", abroad(3.5)),
      ),
      published(
        { code: null, name: "use of infrastructure on arrival", source: aerodomRates, currency: "USD", on: "arrival" },
        rates("2025-11-01", abroad(20.77)),
      ),
      published(
        { code: null, name: "tourist card on arrival", source: dominicanTax, currency: "USD", on: "arrival" },
        rates("2018-04-25", abroad(10)),
      ),
    ],
  },
  GD: {
    levies: [
      published(
        {
          code: null,
          name: "departure tax",
          source:
            "Grenada, departure tax of XCD 60 in the ticket, http://www.eturbonews.com/16105/travelers-pay-more-when-departing-grenada",
          currency: "USD",
        },
        rates("2010-05-01", abroad(22.35)),
      ),
      approximate(
        { code: null, name: "further departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", regional(12.65, 32.65)),
      ),
    ],
  },
  HT: unknown(60),
  JM: {
    levies: [
      published(
        { code: null, name: "departure tax", source: jamaicanTaxes, currency: "USD" },
        rates("2019-05-01", abroad(35)),
      ),
      published(
        {
          code: null,
          name: "tourism enhancement on arrival",
          source: jamaicanTaxes,
          currency: "USD",
          on: "arrival",
          exempt: { under: 2, source: jamaicanTaxes },
        },
        rates("2019-05-01", abroad(20)),
      ),
      approximate(
        { code: null, name: "airport improvement with service and security", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(5, 25)),
      ),
    ],
  },
  KN: {
    levies: [
      published(
        {
          code: null,
          name: "departure fee",
          source: "St Christopher Air and Sea Ports Authority, XCD 100, https://stvincenttimes.com/?p=199174",
          currency: "USD",
        },
        rates("2024-10-01", abroad(37.04)),
      ),
    ],
  },
  KY: {
    levies: [
      law(
        {
          code: null,
          name: "passenger facilities and terminal",
          source: caymanRegulations,
          currency: "KYD",
          exempt: { under: 2, source: caymanRegulations },
        },
        rates("2023-01-01", abroad(18)),
      ),
      law(
        {
          code: null,
          name: "airport development",
          source: caymanRegulations,
          currency: "KYD",
          exempt: { under: 2, source: caymanRegulations },
        },
        rates("2024-01-01", abroad(15), "2029-12-31"),
      ),
      published(
        {
          code: null,
          name: "departure tax",
          source:
            "Cayman Islands departure tax, https://grabyourbagstravel.com/travel-tip/cayman-islands/taxes-and-service-charges",
          currency: "KYD",
        },
        rates("2014-01-01", abroad(20)),
      ),
      approximate(
        { code: null, name: "environmental tax and security", source: unchecked, currency: "KYD" },
        rates("2024-01-01", domesticAndAbroad(2, 12)),
      ),
    ],
  },
  LC: {
    levies: [
      published(
        {
          code: null,
          name: "airport development and departure tax",
          source:
            "Saint Lucia: development 35, departure 63, https://www.htsstlucia.org/uk-telegraph-st-lucia-wants-to-develop-tourism-by-quadrupling-airport-tax/",
          currency: "USD",
        },
        rates("2017-06-01", abroad(98)),
      ),
    ],
  },
  MS: unknown(45),
  SX: {
    levies: [
      published(
        {
          code: null,
          name: "departure fees",
          source:
            "The Daily Herald, fees at Princess Juliana airport (undated, when Richard Gibson was minister of finance), https://thedailyherald.sx/editorial/not-unreasonable-2",
          currency: "USD",
        },
        rates("2016-01-01", abroad(36)),
      ),
      approximate(
        { code: null, name: "departure fees, rise since then", source: unchecked, currency: "USD" },
        rates("2024-01-01", abroad(4)),
      ),
    ],
  },
  TC: {
    levies: [
      published(
        {
          code: null,
          name: "departure tax with terminal and security and development",
          source:
            "Turks and Caicos Islands Airports Authority, rates: 29, 3, 8, and 20, https://tciairports.com/rates-and-charges/",
          currency: "USD",
          exempt: {
            under: 2,
            source:
              "Turks and Caicos Islands Airports Authority, rates: 29, 3, 8, and 20, https://tciairports.com/rates-and-charges/",
          },
        },
        rates("2023-01-01", abroad(60)),
      ),
    ],
  },
  TT: {
    levies: [
      published(
        {
          code: null,
          name: "passenger service",
          source:
            "Airports Authority of Trinidad and Tobago: TTD 200, here at 6.78 per dollar, https://guardian.co.tt/article-6.2.419363.0bc65285dc",
          currency: "USD",
        },
        rates("2012-06-01", abroad(29.5)),
      ),
      approximate(
        { code: null, name: "further departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(1, 8.5)),
      ),
    ],
  },
  VC: {
    levies: [
      law(
        {
          code: null,
          name: "airport service",
          source:
            "Airport Service Charge Act, cap. 74, as amended by Statutory Rules and Orders 2023 No. 8 (USD 40 or XCD 100), https://www.stvincenttimes.com/st-vincent-airports-revert-to-usd-40-00-service-charge/",
          currency: "USD",
        },
        rates("2023-06-01", abroad(40)),
      ),
    ],
  },
  VG: {
    levies: [
      approximate(
        { code: null, name: "departure tax and charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", everywhere(50)),
      ),
    ],
  },
};
