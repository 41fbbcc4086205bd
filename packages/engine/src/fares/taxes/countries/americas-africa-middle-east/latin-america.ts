import type { Levy, TaxesByCountry } from "../../levy.ts";
import { abroad, approximate, domesticAndAbroad, law, published, rates, unchecked } from "../make-levy.ts";

/** Embarkation tariffs of Brazil, whose caps rise each year; the additional USD 18 of international departures ended with 2022. */
function embarkation(airports: string, domestic: number, international: number, source: string): Levy {
  return published(
    { code: "BR", name: "embarkation", source: source, currency: "BRL", airports },
    rates("2025-10-02", domesticAndAbroad(domestic, international), "2026-10-01"),
  );
}

const fourCapitals =
  "ANAC, tariff caps of four airports, 2 September 2025, https://brasilturis.com.br/2025/09/04/tarifas-de-aeroportos-em-quatro-capitais-terao-aumento-autorizado-pela-anac";

/** Caps of the state operator in 2019, without the additional USD 18 of that time, which ended with 2022. */
const infraero2019 =
  "ANAC, tariff caps of Infraero of 16 January 2019, https://www.midianews.com.br/conteudo.php?sid=2&cid=342349; its main airports, https://gazetadopovo.com.br/economia/infraero-reajusta-tarifas-no-aeroporto-afonso-pena-a-partir-desta-quarta-2-f2v5jpmdc7091euisbutr4e1h/amp";
const infraeroAirports = "BEL BVB CGB CGH CWB MAO MCZ REC SDU SLZ";

const caps2017 =
  "ANAC, tariffs of six airports from 1 January 2017, http://noticias.uol.com.br/cotidiano/ultimas-noticias/2016/12/26/embarcar-em-6-aeroportos-do-brasil-vai-ficar-mais-caro.htm";

const limaCharge =
  "Lima in 2018: USD 30.75, http://emol.com/noticias/Economia/2018/02/09/894484/Tasas-de-embarque-Cuanto-valen-en-distintos-paises-de-Latinoamerica.html";

const andeanAirports =
  "Aeropuertos Andinos del Perú, rates (undated), https://aap.com.pe/en/passenger-orientation/tuua-and-other-rates";

const venezuelanRates =
  "Gaceta Oficial 42,304 of 25 January 2022: PTR 0.09 (USD 5.40) domestic, 0.70 (USD 42) abroad from Maiquetía, https://noticierodevenezuela.com/oficializan-aumento-tasas-aeroportuarias";

const carrascoCharges =
  "Carrasco airport, departure tax: USD 58, Aeroparque 26, domestic 2, security 9.15, https://aeropuertodecarrasco.com.uy/en/departure-tax/";

const galeaoAndConfins =
  "ANAC, tariff caps of Galeão and Confins, 13 May 2024, https://www.bol.uol.com.br/noticias/2024/05/15/galeao-e-confins-tem-tarifas-aeroportuarias-reajustadas.htm";

const chileanTax =
  "DGAC, tasa de embarque: beyond 500 km USD 25, nearer as the highest domestic one, CLP 7,698, https://www.df.cl/empresas/industria/gobierno-propone-aumentar-en-us-5-las-tasas-de-embarque-de-viajes";

const argentineUse =
  "ORSNA Resolution 4/2021 (USD 57), https://www.perfil.com/noticias/economia/el-gobierno-congelo-tasas-aeroportuarias-para-vuelos-de-cabotaje.phtml; regional USD 25.16, https://www.sanjuan8.com/informacion-general/aumentaran-los-pasajes-volar-argentina-2023-n1067941";

const colombianTaxes =
  "AmCham Colombia: airport USD 38, tourism USD 15, stamp tax of residents, https://semana.com/amp/economia/articulo/vuelos-internacionales-piden-definir-fechas-rutas-y-bajar-impuestos-a-tiquetes/697948";

const centralAmerica2016 =
  "Charges of departures in Central America, http://panamalaws.blogspot.com/2016/01/tocumen-airport-expected-to-raise-30.html";

/** Departures from Central and South America. */
export const latinAmerica: TaxesByCountry = {
  AR: {
    levies: [
      published(
        { code: "XR", name: "terminal use", source: argentineUse, currency: "USD", airports: "AEP EZE" },
        rates("2021-03-15", [
          { to: "domestic", amount: 0 },
          { to: { withinKm: 300 }, amount: 25.16 },
          { to: "international", amount: 57 },
        ]),
      ),
      published(
        { code: "XR", name: "terminal use", source: argentineUse, currency: "USD", exceptAirports: "AEP EZE" },
        rates("2021-03-15", abroad(57)),
      ),
      approximate(
        { code: null, name: "domestic terminal use and security", source: unchecked, currency: "USD" },
        rates("2024-01-01", [{ to: "domestic", amount: 8 }]),
      ),
      published(
        {
          code: "QO",
          name: "security",
          source:
            "Ministry of Security, Resolution 3/2022, https://diariolaopinion.com.ar/contenido/378021/se-aprobo-aumento-de-tasa-aeronautica",
          currency: "USD",
          exempt: {
            under: 2,
            source:
              "Ministry of Security, Resolution 3/2022, https://diariolaopinion.com.ar/contenido/378021/se-aprobo-aumento-de-tasa-aeronautica",
          },
        },
        rates("2023-01-09", abroad(1.4)),
      ),
      approximate(
        { code: "TQ", name: "migration and customs", source: unchecked, currency: "USD" },
        rates("2024-01-01", abroad(10)),
      ),
    ],
  },
  BO: {
    levies: [
      published(
        {
          code: null,
          name: "airport use",
          source:
            "Naabol, derecho de uso de aeropuerto internacional, https://www.lostiempos.com/actualidad/economia/20240312/tarifa-uso-aeropuerto-aumentara-us-25-us-40-partir-del-4-abril",
          currency: "USD",
        },
        rates("2024-04-04", domesticAndAbroad(2, 40)),
      ),
    ],
  },
  BR: {
    levies: [
      published(
        {
          code: "BR",
          name: "embarkation",
          source:
            "ANAC, Guarulhos, international tariff of 2026; the domestic one by the proportion of 2016, https://www.passeios.org/viagem/taxa-de-embarque-em-guarulhos-2026",
          currency: "BRL",
          airports: "GRU",
        },
        rates("2026-01-01", domesticAndAbroad(36.5, 64.56), "2026-12-31"),
      ),
      embarkation("FOR", 56.88, 105.76, fourCapitals),
      embarkation("FLN", 53.96, 101.28, fourCapitals),
      embarkation("POA", 59.46, 111.05, fourCapitals),
      embarkation("SSA", 46.89, 83.04, fourCapitals),
      published(
        { code: "BR", name: "embarkation", source: galeaoAndConfins, currency: "BRL", airports: "GIG" },
        rates("2024-06-13", domesticAndAbroad(32.1, 56.85), "2025-06-12"),
      ),
      published(
        { code: "BR", name: "embarkation", source: galeaoAndConfins, currency: "BRL", airports: "CNF" },
        rates("2024-06-13", domesticAndAbroad(31.69, 56.12), "2025-06-12"),
      ),
      published(
        {
          code: "BR",
          name: "embarkation",
          source:
            "ANAC, Portaria 17.472/2025, caps of Brasília, https://brasilturis.com.br/2025/07/25/anac-aumenta-tarifas-do-aeroporto-de-brasilia-em-ate-62",
          currency: "BRL",
          airports: "BSB",
        },
        rates("2025-08-24", domesticAndAbroad(32.87, 71.12)),
      ),
      published(
        { code: "BR", name: "embarkation", source: infraero2019, currency: "BRL", airports: infraeroAirports },
        rates("2019-02-16", domesticAndAbroad(32.95, 58.35)),
      ),
      published(
        {
          code: "BR",
          name: "embarkation",
          source:
            "ANAC, Portaria 17.408/2025, caps of Viracopos, https://brasilturis.com.br/2025/07/11/reajuste-tarifas-aeroportuarias-de-guarulhos-e-viracopos-ficam-mais-altas",
          currency: "BRL",
          airports: "VCP",
        },
        rates("2025-08-11", domesticAndAbroad(31.94, 56.52)),
      ),
      published(
        { code: "BR", name: "embarkation", source: caps2017, currency: "BRL", airports: "NAT" },
        rates("2017-01-01", domesticAndAbroad(21.99, 38.92)),
      ),
      approximate(
        {
          code: "BR",
          name: "embarkation, rise since 2019",
          source: unchecked,
          currency: "BRL",
          airports: `${infraeroAirports} NAT`,
        },
        rates("2024-01-01", domesticAndAbroad(8, 14)),
      ),
      approximate(
        {
          code: "BR",
          name: "embarkation",
          source: unchecked,
          currency: "BRL",
          exceptAirports: `GRU FOR FLN POA SSA GIG CNF BSB ${infraeroAirports} VCP NAT`,
        },
        rates("2024-01-01", domesticAndAbroad(36, 64)),
      ),
    ],
  },
  BZ: {
    levies: [
      published(
        {
          code: null,
          name: "departure fees",
          source:
            "Departure fee of persons who do not live in Belize (2018): USD 55.50; domestic security 0.75, http://www.belizeadventure.ca/travel-tips/departure-tax/",
          currency: "USD",
        },
        rates("2018-01-01", domesticAndAbroad(0.75, 55.5)),
      ),
      approximate(
        { code: null, name: "domestic departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", [{ to: "domestic", amount: 4 }]),
      ),
    ],
  },
  CL: {
    levies: [
      published(
        { code: "CL", name: "embarkation", source: chileanTax, currency: "USD" },
        rates("2019-01-01", [
          { to: "domestic", amount: 8 },
          { to: { withinKm: 500 }, amount: 8 },
          { to: "international", amount: 25 },
        ]),
      ),
    ],
  },
  CO: {
    levies: [
      published(
        { code: "CO", name: "airport", source: colombianTaxes, currency: "USD" },
        rates("2020-01-01", domesticAndAbroad(7, 38)),
      ),
      law(
        {
          code: "JS",
          name: "tourism on arrival",
          source:
            "Ley 1101 of 2006, art. 4, USD 15 per international ticket, https://www.pulzo.com/economia/impuesto-tiquetes-internacionales-PP612174",
          currency: "USD",
          on: "arrival",
        },
        rates("2019-01-01", abroad(15)),
      ),
      approximate(
        { code: "DG", name: "exit tax", source: unchecked, currency: "USD" },
        rates("2024-01-01", abroad(12)),
      ),
    ],
  },
  CR: {
    levies: [
      published(
        {
          code: null,
          name: "exit tax",
          source: "Tico Times, departure tax, https://ticotimes.net/2016/06/13/hike-departure-tax-costa-rica",
          currency: "USD",
        },
        rates("2016-07-01", abroad(31)),
      ),
      approximate(
        { code: null, name: "passenger facilities and security", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(5, 14)),
      ),
    ],
  },
  EC: {
    levies: [
      published(
        {
          code: "EC",
          name: "terminal use",
          source:
            "Epmsa, Quito, rates of 20 February 2024, https://eluniverso-el-universo-prod.cdn.arcpublishing.com/noticias/ecuador/nuevas-tasas-2024-aeropuerto-quito-nota/",
          currency: "USD",
          airports: "UIO",
        },
        rates("2024-02-20", domesticAndAbroad(14.06, 63.24), "2025-02-19"),
      ),
      published(
        {
          code: "EC",
          name: "terminal use",
          source:
            "Tagsa, Guayaquil, rates of 1 February 2024, https://teleamazonas.com/tasas-servicios-aeroportuarios-subiran-quito-guayaquil",
          currency: "USD",
          airports: "GYE",
        },
        rates("2024-02-01", domesticAndAbroad(6, 33.48), "2025-01-31"),
      ),
      approximate(
        { code: "EC", name: "terminal use", source: unchecked, currency: "USD", exceptAirports: "UIO GYE" },
        rates("2024-01-01", domesticAndAbroad(6, 25)),
      ),
      approximate(
        { code: null, name: "security and auxiliary facilities", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(2, 12)),
      ),
    ],
  },
  FK: {
    levies: [
      approximate(
        { code: null, name: "departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", abroad(35)),
      ),
    ],
  },
  GT: {
    levies: [
      published(
        { code: null, name: "departure tax", source: centralAmerica2016, currency: "USD" },
        rates("2016-01-01", abroad(30)),
      ),
      approximate(
        { code: null, name: "airport security", source: unchecked, currency: "USD" },
        rates("2024-01-01", domesticAndAbroad(1, 3)),
      ),
    ],
  },
  GY: {
    levies: [
      approximate(
        { code: null, name: "departure tax and charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", abroad(35)),
      ),
    ],
  },
  HN: {
    levies: [
      published(
        { code: null, name: "departure tax", source: centralAmerica2016, currency: "USD" },
        rates("2016-01-01", domesticAndAbroad(3, 39.72)),
      ),
    ],
  },
  NI: {
    levies: [
      published(
        {
          code: null,
          name: "terminal right with security and tourism",
          source:
            "Airport of Managua: USD 32, security 3, tourism 3; domestic 1.50 (undated), https://www.eaai.com.ni/en/departure-tax-en/",
          currency: "USD",
          airports: "MGA",
          exempt: {
            under: 2,
            source:
              "Airport of Managua: USD 32, security 3, tourism 3; domestic 1.50 (undated), https://www.eaai.com.ni/en/departure-tax-en/",
          },
        },
        rates("2006-01-01", domesticAndAbroad(1.5, 38)),
      ),
      approximate(
        { code: null, name: "further departure charges", source: unchecked, currency: "USD", airports: "MGA" },
        rates("2024-01-01", domesticAndAbroad(1.5, 4)),
      ),
      approximate(
        { code: null, name: "departure tax and charges", source: unchecked, currency: "USD", exceptAirports: "MGA" },
        rates("2024-01-01", domesticAndAbroad(3, 42)),
      ),
    ],
  },
  PA: {
    levies: [
      published(
        { code: null, name: "airport development", source: centralAmerica2016, currency: "USD" },
        rates("2016-01-01", domesticAndAbroad(3, 50)),
      ),
    ],
  },
  PE: {
    levies: [
      // Lima charges transfers USD 11.86 since December 2025; passengers pay it at the airport, so no ticket shows it.
      published(
        { code: "HW", name: "unified airport use", source: limaCharge, currency: "USD", airports: "LIM" },
        rates("2018-02-09", abroad(30.75)),
      ),
      approximate(
        {
          code: "HW",
          name: "unified airport use, rise since 2018",
          source: unchecked,
          currency: "USD",
          airports: "LIM",
        },
        rates("2024-01-01", abroad(3.25)),
      ),
      approximate(
        { code: "HW", name: "unified airport use within Peru", source: unchecked, currency: "USD", airports: "LIM" },
        rates("2024-01-01", [{ to: "domestic", amount: 9 }]),
      ),
      published(
        { code: "HW", name: "unified airport use", source: andeanAirports, currency: "USD", airports: "AQP" },
        rates("2024-01-01", domesticAndAbroad(7.03, 19.49)),
      ),
      published(
        {
          code: "HW",
          name: "unified airport use",
          source: andeanAirports,
          currency: "USD",
          airports: "AYP JUL PEM TCQ",
        },
        rates("2024-01-01", domesticAndAbroad(5.86, 19.49)),
      ),
      approximate(
        {
          code: "HW",
          name: "unified airport use",
          source: unchecked,
          currency: "USD",
          exceptAirports: "LIM AQP AYP JUL PEM TCQ",
        },
        rates("2024-01-01", domesticAndAbroad(9, 34)),
      ),
      approximate(
        {
          code: "DY",
          name: "tourism promotion on arrival",
          source:
            "Ley 27889, impuesto extraordinario para la promoción y desarrollo turístico nacional (USD 15; general knowledge, not checked)",
          currency: "USD",
          on: "arrival",
        },
        rates("2003-01-01", abroad(15)),
      ),
    ],
  },
  PY: {
    levies: [
      published(
        {
          code: null,
          name: "embarkation and tourism",
          source:
            "DINAC, tasa de embarque internacional, https://aeronauticapy.com/2019/07/01/paraguay-en-que-consiste-la-tasa-de-embarque-internacional/",
          currency: "USD",
        },
        rates("2019-07-01", abroad(41.8)),
      ),
    ],
  },
  SR: {
    levies: [
      approximate(
        { code: null, name: "departure charges", source: unchecked, currency: "USD" },
        rates("2024-01-01", abroad(70)),
      ),
    ],
  },
  SV: {
    levies: [
      published(
        { code: null, name: "departure tax", source: centralAmerica2016, currency: "USD" },
        rates("2016-01-01", abroad(40.27)),
      ),
    ],
  },
  UY: {
    levies: [
      published(
        {
          code: null,
          name: "embarkation",
          source: carrascoCharges,
          currency: "USD",
          airports: "MVD",
          exempt: { under: 2, source: carrascoCharges },
        },
        rates("2025-11-05", [
          { to: "domestic", amount: 2 },
          { to: { airports: "AEP" }, amount: 26 },
          { to: "international", amount: 58 },
        ]),
      ),
      published(
        {
          code: null,
          name: "security",
          source: carrascoCharges,
          currency: "USD",
          airports: "MVD",
          exempt: { under: 2, source: carrascoCharges },
        },
        rates("2025-11-05", abroad(9.15)),
      ),
      approximate(
        { code: null, name: "embarkation", source: unchecked, currency: "USD", exceptAirports: "MVD" },
        rates("2024-01-01", [
          { to: { airports: "AEP EZE" }, amount: 28 },
          { to: "international", amount: 56 },
        ]),
      ),
    ],
  },
  VE: {
    levies: [
      published(
        { code: null, name: "domestic departure", source: venezuelanRates, currency: "USD" },
        rates("2022-01-25", [{ to: "domestic", amount: 5.4 }]),
      ),
      published(
        {
          code: null,
          name: "international departure",
          source: `${venezuelanRates}; with tickets in other currencies EUR 26 to 63, not expressed here`,
          currency: "USD",
          airports: "CCS",
        },
        rates("2022-01-25", abroad(42)),
      ),
      approximate(
        { code: null, name: "further departure charges", source: unchecked, currency: "USD", airports: "CCS" },
        rates("2024-01-01", domesticAndAbroad(5, 23)),
      ),
      approximate(
        { code: null, name: "departure charges", source: unchecked, currency: "USD", exceptAirports: "CCS" },
        rates("2024-01-01", domesticAndAbroad(5, 65)),
      ),
    ],
  },
};
