import type { CountryTaxes, LevyZone, TaxesByCountry } from "../../levy.ts";
import { abroad, approximate, each, everywhere, law, published, to, toCountries } from "./make-levy.ts";

const caricom = "AG BS BB BZ DM GD GY HT JM KN LC MS SR TT VC";

/** Amounts of departures to other member states of CARICOM, and to other countries. */
function regional(inCaricom: number, international: number): readonly LevyZone[] {
  return [to("domestic", 0), toCountries(caricom, inCaricom), to("international", international)];
}

function unknown(international: number, inCaricom = international): CountryTaxes {
  const zones = regional(inCaricom, international);
  return { levies: [approximate([null, "departure tax and charges"], "USD", zones)] };
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
        [null, "airport taxes"],
        "USD",
        regional(48.5, 97),
        "Prime minister of Antigua and Barbuda: USD 97, half in CARICOM, https://antiguaobserver.com/ab-slashes-airport-taxes-by-half/",
        "2020-08-10",
      ),
    ],
  },
  AI: unknown(45),
  AW: {
    levies: [
      published(
        [null, "passenger facility with security and usage"],
        "USD",
        [toCountries("US PR VI", 37.5), toCountries("BQ", 20), to("international", 34.25)],
        arubaCharges,
        "2023-01-01",
        { exemptUnderTwo: true },
      ),
      published([null, "transfer"], "USD", abroad(3), arubaCharges, "2023-01-01", {
        on: "transfer",
        exemptUnderTwo: true,
      }),
    ],
  },
  BB: {
    levies: [
      published(
        [null, "departure tax"],
        "USD",
        abroad(27.5),
        "Barbados departure tax, https://www.barbadosbarbados.com/news/new-airline-travel-tourism-development-fee/",
        "2018-07-01",
        { exemptUnderTwo: true },
      ),
      law(
        [null, "travel and tourism development fee"],
        "USD",
        [toCountries(`${caricom} GP MQ MF BL AW CW BQ SX AI VG KY TC PR VI DO CU`, 35), to("international", 70)],
        barbadosFee,
        "2018-10-01",
      ),
    ],
  },
  BM: {
    levies: [
      published(
        [null, "departure tax with airport improvement and security"],
        "USD",
        [toCountries("US", 78.25), to("international", 77.25)],
        "Bermuda Air Terminal (Fees) Amendment (No. 2) Regulations 2015: tax 50, improvement 16, security 8.25 or 7.25, in all at most 78.25, http://bernews.com/2015/07/dd-minister-fahy-air-terminal-fees-amendment/",
        "2015-09-01",
      ),
      approximate([null, "airport fees, rise since 2015"], "USD", abroad(7)),
    ],
  },
  BQ: {
    levies: [
      published(
        [null, "passenger facility and airport improvement"],
        "USD",
        [to("domestic", 11.77), toCountries("AW CW SX", 11.77), to("international", 41.05)],
        "Bonaire International Airport, charges: PFC 36.05 and 9.27, improvement 5 and 2.50, http://www.bonaireinternationalairport.com/home/landing-parking-fees/",
        "2016-03-01",
      ),
    ],
  },
  BS: {
    levies: [
      law(
        [null, "passenger tax and tourism enhancement"],
        "USD",
        abroad(31),
        "Passenger Tax (Amendment) Act 2023: air departure 29, tourism enhancement 2, https://bahamasnational.com/new-passenger-tax-explained/",
        "2024-01-01",
      ),
      published(
        [null, "airport facility and security"],
        "USD",
        abroad(27),
        "Nassau: facility fee 20, security 7, http://consumertraveler.com/columns/thats-ridiculous/with-these-fees-its-not-necessarily-better-in-the-bahamas/",
        "2014-01-01",
      ),
      approximate([null, "domestic departure charges"], "USD", [to("domestic", 10)]),
    ],
  },
  CU: {
    levies: [
      published(
        [null, "departure tax"],
        "USD",
        abroad(25),
        "Ausreiseabgabe of CUC 25 (one dollar each), in the ticket from 1 May 2015, https://cubaheute.de/2015/03/24/ausreiseabgabe-ab-1-mai-im-flugpreis-enthalten/; a rise to USD 40 is proposed, https://cubanoticias360.com/volar-a-cuba-podria-salirte-mas-costoso-si-aumenta-la-tasa-aeroportuaria",
        "2015-05-01",
        { exemptUnderTwo: true },
      ),
      approximate([null, "further departure charges"], "USD", each(2, 3)),
    ],
  },
  CW: {
    levies: [
      published(
        [null, "passenger facility and security"],
        "USD",
        [toCountries("AW SX", 35.74), toCountries("BQ", 19.47), to("international", 51.74)],
        curacaoFees,
        "2025-01-01",
        { validUntil: "2027-12-31", exemptUnderTwo: true },
      ),
      published([null, "transfer"], "USD", abroad(13.74), curacaoFees, "2025-01-01", {
        on: "transfer",
        validUntil: "2027-12-31",
        exemptUnderTwo: true,
      }),
    ],
  },
  DM: unknown(45, 30),
  DO: {
    levies: [
      published(
        ["DO", "departure tax"],
        "USD",
        abroad(20),
        "Departure tax, https://www.holidayhypermarket.co.uk/hype/dominican-republic-arrival-and-departure-tax-everything-you-need-to-know/",
        "2018-04-25",
      ),
      law(
        [null, "aeronautical rate"],
        "USD",
        abroad(15),
        `Ley 491-06 de Aviación Civil, art. 284; ${dominicanTax}`,
        "2006-12-22",
      ),
      published([null, "use of infrastructure"], "USD", abroad(20.77), aerodomRates, "2025-11-01"),
      published([null, "baggage handling"], "USD", abroad(3.5), aerodomRates, "2025-11-01"),
      published([null, "use of infrastructure on arrival"], "USD", abroad(20.77), aerodomRates, "2025-11-01", {
        on: "arrival",
      }),
      published([null, "tourist card on arrival"], "USD", abroad(10), dominicanTax, "2018-04-25", { on: "arrival" }),
    ],
  },
  GD: {
    levies: [
      published(
        [null, "departure tax"],
        "USD",
        abroad(22.35),
        "Grenada, departure tax of XCD 60 in the ticket, http://www.eturbonews.com/16105/travelers-pay-more-when-departing-grenada",
        "2010-05-01",
      ),
      approximate([null, "further departure charges"], "USD", regional(12.65, 32.65)),
    ],
  },
  HT: unknown(60),
  JM: {
    levies: [
      published([null, "departure tax"], "USD", abroad(35), jamaicanTaxes, "2019-05-01"),
      published([null, "tourism enhancement on arrival"], "USD", abroad(20), jamaicanTaxes, "2019-05-01", {
        on: "arrival",
        exemptUnderTwo: true,
      }),
      approximate([null, "airport improvement with service and security"], "USD", each(5, 25)),
    ],
  },
  KN: {
    levies: [
      published(
        [null, "departure fee"],
        "USD",
        abroad(37.04),
        "St Christopher Air and Sea Ports Authority, XCD 100, https://stvincenttimes.com/?p=199174",
        "2024-10-01",
      ),
    ],
  },
  KY: {
    levies: [
      law([null, "passenger facilities and terminal"], "KYD", abroad(18), caymanRegulations, "2023-01-01", {
        exemptUnderTwo: true,
      }),
      law([null, "airport development"], "KYD", abroad(15), caymanRegulations, "2024-01-01", {
        validUntil: "2029-12-31",
        exemptUnderTwo: true,
      }),
      published(
        [null, "departure tax"],
        "KYD",
        abroad(20),
        "Cayman Islands departure tax, https://grabyourbagstravel.com/travel-tip/cayman-islands/taxes-and-service-charges",
        "2014-01-01",
      ),
      approximate([null, "environmental tax and security"], "KYD", each(2, 12)),
    ],
  },
  LC: {
    levies: [
      published(
        [null, "airport development and departure tax"],
        "USD",
        abroad(98),
        "Saint Lucia: development 35, departure 63, https://www.htsstlucia.org/uk-telegraph-st-lucia-wants-to-develop-tourism-by-quadrupling-airport-tax/",
        "2017-06-01",
      ),
    ],
  },
  MS: unknown(45),
  SX: {
    levies: [
      published(
        [null, "departure fees"],
        "USD",
        abroad(36),
        "The Daily Herald, fees at Princess Juliana airport (undated, when Richard Gibson was minister of finance), https://thedailyherald.sx/editorial/not-unreasonable-2",
        "2016-01-01",
      ),
      approximate([null, "departure fees, rise since then"], "USD", abroad(4)),
    ],
  },
  TC: {
    levies: [
      published(
        [null, "departure tax with terminal and security and development"],
        "USD",
        abroad(60),
        "Turks and Caicos Islands Airports Authority, rates: 29, 3, 8, and 20, https://tciairports.com/rates-and-charges/",
        "2023-01-01",
        { exemptUnderTwo: true },
      ),
    ],
  },
  TT: {
    levies: [
      published(
        [null, "passenger service"],
        "USD",
        abroad(29.5),
        "Airports Authority of Trinidad and Tobago: TTD 200, here at 6.78 per dollar, https://guardian.co.tt/article-6.2.419363.0bc65285dc",
        "2012-06-01",
      ),
      approximate([null, "further departure charges"], "USD", each(1, 8.5)),
    ],
  },
  VC: {
    levies: [
      law(
        [null, "airport service"],
        "USD",
        abroad(40),
        "Airport Service Charge Act, cap. 74, as amended by Statutory Rules and Orders 2023 No. 8 (USD 40 or XCD 100), https://www.stvincenttimes.com/st-vincent-airports-revert-to-usd-40-00-service-charge/",
        "2023-06-01",
      ),
    ],
  },
  VG: { levies: [approximate([null, "departure tax and charges"], "USD", everywhere(50))] },
};
