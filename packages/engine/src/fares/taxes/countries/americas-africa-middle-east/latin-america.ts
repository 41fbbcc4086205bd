import type { Levy, TaxesByCountry } from "../../levy.ts";
import { abroad, approximate, each, law, published, to } from "./make-levy.ts";

/** Embarkation tariffs of Brazil, whose caps rise each year; the additional USD 18 of international departures ended with 2022. */
function embarkation(airports: string, domestic: number, international: number, source: string): Levy {
  return published(["BR", "embarkation"], "BRL", each(domestic, international), source, "2025-10-02", {
    airports,
    validUntil: "2026-10-01",
  });
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
        ["XR", "terminal use"],
        "USD",
        [to("domestic", 0), to({ withinKm: 300 }, 25.16), to("international", 57)],
        argentineUse,
        "2021-03-15",
        {
          airports: "AEP EZE",
        },
      ),
      published(["XR", "terminal use"], "USD", abroad(57), argentineUse, "2021-03-15", { exceptAirports: "AEP EZE" }),
      approximate([null, "domestic terminal use and security"], "USD", [to("domestic", 8)]),
      published(
        ["QO", "security"],
        "USD",
        abroad(1.4),
        "Ministry of Security, Resolution 3/2022, https://diariolaopinion.com.ar/contenido/378021/se-aprobo-aumento-de-tasa-aeronautica",
        "2023-01-09",
        { exemptUnderTwo: true },
      ),
      approximate(["TQ", "migration and customs"], "USD", abroad(10)),
    ],
  },
  BO: {
    levies: [
      published(
        [null, "airport use"],
        "USD",
        each(2, 40),
        "Naabol, derecho de uso de aeropuerto internacional, https://www.lostiempos.com/actualidad/economia/20240312/tarifa-uso-aeropuerto-aumentara-us-25-us-40-partir-del-4-abril",
        "2024-04-04",
      ),
    ],
  },
  BR: {
    levies: [
      published(
        ["BR", "embarkation"],
        "BRL",
        each(36.5, 64.56),
        "ANAC, Guarulhos, international tariff of 2026; the domestic one by the proportion of 2016, https://www.passeios.org/viagem/taxa-de-embarque-em-guarulhos-2026",
        "2026-01-01",
        { airports: "GRU", validUntil: "2026-12-31" },
      ),
      embarkation("FOR", 56.88, 105.76, fourCapitals),
      embarkation("FLN", 53.96, 101.28, fourCapitals),
      embarkation("POA", 59.46, 111.05, fourCapitals),
      embarkation("SSA", 46.89, 83.04, fourCapitals),
      published(["BR", "embarkation"], "BRL", each(32.1, 56.85), galeaoAndConfins, "2024-06-13", {
        airports: "GIG",
        validUntil: "2025-06-12",
      }),
      published(["BR", "embarkation"], "BRL", each(31.69, 56.12), galeaoAndConfins, "2024-06-13", {
        airports: "CNF",
        validUntil: "2025-06-12",
      }),
      published(
        ["BR", "embarkation"],
        "BRL",
        each(32.87, 71.12),
        "ANAC, Portaria 17.472/2025, caps of Brasília, https://brasilturis.com.br/2025/07/25/anac-aumenta-tarifas-do-aeroporto-de-brasilia-em-ate-62",
        "2025-08-24",
        { airports: "BSB" },
      ),
      published(["BR", "embarkation"], "BRL", each(32.95, 58.35), infraero2019, "2019-02-16", {
        airports: infraeroAirports,
      }),
      published(
        ["BR", "embarkation"],
        "BRL",
        each(31.94, 56.52),
        "ANAC, Portaria 17.408/2025, caps of Viracopos, https://brasilturis.com.br/2025/07/11/reajuste-tarifas-aeroportuarias-de-guarulhos-e-viracopos-ficam-mais-altas",
        "2025-08-11",
        { airports: "VCP" },
      ),
      published(["BR", "embarkation"], "BRL", each(21.99, 38.92), caps2017, "2017-01-01", { airports: "NAT" }),
      approximate(["BR", "embarkation, rise since 2019"], "BRL", each(8, 14), {
        airports: `${infraeroAirports} NAT`,
      }),
      approximate(["BR", "embarkation"], "BRL", each(36, 64), {
        exceptAirports: `GRU FOR FLN POA SSA GIG CNF BSB ${infraeroAirports} VCP NAT`,
      }),
    ],
  },
  BZ: {
    levies: [
      published(
        [null, "departure fees"],
        "USD",
        each(0.75, 55.5),
        "Departure fee of persons who do not live in Belize (2018): USD 55.50; domestic security 0.75, http://www.belizeadventure.ca/travel-tips/departure-tax/",
        "2018-01-01",
      ),
      approximate([null, "domestic departure charges"], "USD", [to("domestic", 4)]),
    ],
  },
  CL: {
    levies: [
      published(
        ["CL", "embarkation"],
        "USD",
        [to("domestic", 8), to({ withinKm: 500 }, 8), to("international", 25)],
        chileanTax,
        "2019-01-01",
      ),
    ],
  },
  CO: {
    levies: [
      published(["CO", "airport"], "USD", each(7, 38), colombianTaxes, "2020-01-01"),
      law(
        ["JS", "tourism on arrival"],
        "USD",
        abroad(15),
        "Ley 1101 of 2006, art. 4, USD 15 per international ticket, https://www.pulzo.com/economia/impuesto-tiquetes-internacionales-PP612174",
        "2019-01-01",
        { on: "arrival" },
      ),
      approximate(["DG", "exit tax"], "USD", abroad(12)),
    ],
  },
  CR: {
    levies: [
      published(
        [null, "exit tax"],
        "USD",
        abroad(31),
        "Tico Times, departure tax, https://ticotimes.net/2016/06/13/hike-departure-tax-costa-rica",
        "2016-07-01",
      ),
      approximate([null, "passenger facilities and security"], "USD", each(5, 14)),
    ],
  },
  EC: {
    levies: [
      published(
        ["EC", "terminal use"],
        "USD",
        each(14.06, 63.24),
        "Epmsa, Quito, rates of 20 February 2024, https://eluniverso-el-universo-prod.cdn.arcpublishing.com/noticias/ecuador/nuevas-tasas-2024-aeropuerto-quito-nota/",
        "2024-02-20",
        { airports: "UIO", validUntil: "2025-02-19" },
      ),
      published(
        ["EC", "terminal use"],
        "USD",
        each(6, 33.48),
        "Tagsa, Guayaquil, rates of 1 February 2024, https://teleamazonas.com/tasas-servicios-aeroportuarios-subiran-quito-guayaquil",
        "2024-02-01",
        { airports: "GYE", validUntil: "2025-01-31" },
      ),
      approximate(["EC", "terminal use"], "USD", each(6, 25), { exceptAirports: "UIO GYE" }),
      approximate([null, "security and auxiliary facilities"], "USD", each(2, 12)),
    ],
  },
  FK: { levies: [approximate([null, "departure charges"], "USD", abroad(35))] },
  GT: {
    levies: [
      published([null, "departure tax"], "USD", abroad(30), centralAmerica2016, "2016-01-01"),
      approximate([null, "airport security"], "USD", each(1, 3)),
    ],
  },
  GY: { levies: [approximate([null, "departure tax and charges"], "USD", abroad(35))] },
  HN: { levies: [published([null, "departure tax"], "USD", each(3, 39.72), centralAmerica2016, "2016-01-01")] },
  NI: {
    levies: [
      published(
        [null, "terminal right with security and tourism"],
        "USD",
        each(1.5, 38),
        "Airport of Managua: USD 32, security 3, tourism 3; domestic 1.50 (undated), https://www.eaai.com.ni/en/departure-tax-en/",
        "2006-01-01",
        { airports: "MGA", exemptUnderTwo: true },
      ),
      approximate([null, "further departure charges"], "USD", each(1.5, 4), { airports: "MGA" }),
      approximate([null, "departure tax and charges"], "USD", each(3, 42), { exceptAirports: "MGA" }),
    ],
  },
  PA: { levies: [published([null, "airport development"], "USD", each(3, 50), centralAmerica2016, "2016-01-01")] },
  PE: {
    levies: [
      // Lima charges transfers USD 11.86 since December 2025; passengers pay it at the airport, so no ticket shows it.
      published(["HW", "unified airport use"], "USD", abroad(30.75), limaCharge, "2018-02-09", { airports: "LIM" }),
      approximate(["HW", "unified airport use, rise since 2018"], "USD", abroad(3.25), { airports: "LIM" }),
      approximate(["HW", "unified airport use within Peru"], "USD", [to("domestic", 9)], { airports: "LIM" }),
      published(["HW", "unified airport use"], "USD", each(7.03, 19.49), andeanAirports, "2024-01-01", {
        airports: "AQP",
      }),
      published(["HW", "unified airport use"], "USD", each(5.86, 19.49), andeanAirports, "2024-01-01", {
        airports: "AYP JUL PEM TCQ",
      }),
      approximate(["HW", "unified airport use"], "USD", each(9, 34), { exceptAirports: "LIM AQP AYP JUL PEM TCQ" }),
      law(
        ["DY", "tourism promotion on arrival"],
        "USD",
        abroad(15),
        "Ley 27889, impuesto extraordinario para la promoción y desarrollo turístico nacional (USD 15; general knowledge, not checked)",
        "2003-01-01",
        { on: "arrival" },
      ),
    ],
  },
  PY: {
    levies: [
      published(
        [null, "embarkation and tourism"],
        "USD",
        abroad(41.8),
        "DINAC, tasa de embarque internacional, https://aeronauticapy.com/2019/07/01/paraguay-en-que-consiste-la-tasa-de-embarque-internacional/",
        "2019-07-01",
      ),
    ],
  },
  SR: { levies: [approximate([null, "departure charges"], "USD", abroad(70))] },
  SV: { levies: [published([null, "departure tax"], "USD", abroad(40.27), centralAmerica2016, "2016-01-01")] },
  UY: {
    levies: [
      published(
        [null, "embarkation"],
        "USD",
        [to("domestic", 2), to({ airports: "AEP" }, 26), to("international", 58)],
        carrascoCharges,
        "2025-11-05",
        { airports: "MVD", exemptUnderTwo: true },
      ),
      published([null, "security"], "USD", abroad(9.15), carrascoCharges, "2025-11-05", {
        airports: "MVD",
        exemptUnderTwo: true,
      }),
      approximate([null, "embarkation"], "USD", [to({ airports: "AEP EZE" }, 28), to("international", 56)], {
        exceptAirports: "MVD",
      }),
    ],
  },
  VE: {
    levies: [
      published([null, "domestic departure"], "USD", [to("domestic", 5.4)], venezuelanRates, "2022-01-25"),
      published(
        [null, "international departure"],
        "USD",
        abroad(42),
        `${venezuelanRates}; with tickets in other currencies EUR 26 to 63, not expressed here`,
        "2022-01-25",
        { airports: "CCS" },
      ),
      approximate([null, "further departure charges"], "USD", each(5, 23), { airports: "CCS" }),
      approximate([null, "departure charges"], "USD", each(5, 65), { exceptAirports: "CCS" }),
    ],
  },
};
