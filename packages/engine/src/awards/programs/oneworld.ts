import { alaskaAmericas, alaskaAsiaPacific, alaskaEuropeMiddleEastAfrica } from "../charts/alaska.ts";
import { asiaMilesMultiCarrier, asiaMilesOwn, asiaMilesPartner } from "../charts/asia-miles.ts";
import { aviosOffPeak, aviosPartner, aviosPeakChart } from "../charts/british-airways.ts";
import { americanFloors } from "../charts/floors.ts";
import { iberiaOffPeak, iberiaPartner } from "../charts/iberia.ts";
import { jalMultiCarrier, jalSinglePartner } from "../charts/japan-airlines.ts";
import { finnairOwn, middleOfCharts, qantasOwn, qantasPartner, qatarOwn } from "../charts/modeled-charts.ts";
import { americanPartner } from "../charts/zones-elsewhere.ts";
import { jalOwn } from "../charts/zones-japan-korea.ts";
import { scaleChart } from "../tariffs/chart.ts";
import { byFare } from "../tariffs/dynamic.ts";
import { oneworld } from "../tariffs/partners.ts";
import { defineProgram, type Program, valuationOf } from "../tariffs/program.ts";
import { aviosPeak } from "../tariffs/seasons.ts";
import {
  bySegment,
  byTrip,
  byZonesAndDistance,
  inSeason,
  modeledIf,
  ownAndPartners,
  ownOnly,
  restrict,
} from "../tariffs/tariff.ts";
import { zoning } from "../tariffs/zoning.ts";

/**
 * Alaska's three charts. The program names them; our reading is that the farther region decides, and that South and Central Asia belong to
 * Asia Pacific.
 */
const alaskaZones = zoning({
  Americas: ["northAmerica", "centralAmerica", "caribbean", "southAmerica"],
  "Europe, Middle East and Africa": ["europe", "middleEast", "africa"],
  "Asia Pacific": ["centralAsia", "southAsia", "eastAsia", "southeastAsia", "oceania"],
});

const alaskaByRegion = byZonesAndDistance(alaskaZones, [
  ["Americas", "Americas", alaskaAmericas],
  ["Americas", "Europe, Middle East and Africa", alaskaEuropeMiddleEastAfrica],
  ["Europe, Middle East and Africa", "Europe, Middle East and Africa", alaskaEuropeMiddleEastAfrica],
  ["Americas", "Asia Pacific", alaskaAsiaPacific],
  ["Europe, Middle East and Africa", "Asia Pacific", alaskaAsiaPacific],
  ["Asia Pacific", "Asia Pacific", alaskaAsiaPacific],
]);

/** The toolkit's rtw-awards.json of 2026-04-29: "roughly 30–40 % higher than off-peak". */
const iberiaPeakFactor = 1.35;

const oneworldAirlines = new Set(oneworld.split(" "));

/** Charts of several airlines apply to two or more of the alliance, in addition to the program's own. */
const severalAirlines = (own: string) =>
  restrict(byTrip(own === "JL" ? jalMultiCarrier : asiaMilesMultiCarrier), ({ legs }) => {
    const others = new Set(legs.map(({ carrier }) => carrier).filter((carrier) => carrier !== own));
    return others.size >= 2 && [...others].every((carrier) => oneworldAirlines.has(carrier));
  });

export const oneworldPrograms: readonly Program[] = [
  defineProgram({
    code: "alaska",
    name: "Alaska Atmos Rewards",
    alliance: "oneworld",
    ownCarriers: ["AS"],
    // The partner chart: on own flights, whose prices vary, its figures are a model.
    tariffs: [modeledIf(alaskaByRegion, ({ byPartner }) => !byPartner)],
    surcharges: { kind: "waives", except: ["BA", "FI", "HU"] },
    fees: { partner: 1_250 },
    infant: { kind: "money" },
  }),
  defineProgram({
    code: "american",
    name: "American AAdvantage",
    alliance: "oneworld",
    ownCarriers: ["AA"],
    tariffs: ownAndPartners({
      own: byFare({ floors: americanFloors, ...valuationOf("american"), saverCeiling: 1.6, ceiling: 8 }),
      partners: [americanPartner, byTrip(scaleChart(middleOfCharts, 1, "AAdvantage, modeled by distance"))],
    }),
    surcharges: { kind: "waives", except: ["BA", "IB"] },
    infant: { kind: "money" },
  }),
  defineProgram({
    code: "britishairways",
    name: "British Airways Avios",
    alliance: "oneworld",
    ownCarriers: ["BA"],
    tariffs: [
      inSeason(aviosPeak, {
        peak: bySegment({ own: aviosPeakChart, partner: aviosPartner }),
        offPeak: bySegment({ own: aviosOffPeak, partner: aviosPartner }),
      }),
    ],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "cathay",
    name: "Cathay Asia Miles",
    alliance: "oneworld",
    ownCarriers: ["CX"],
    tariffs: [severalAirlines("CX"), ownOnly(byTrip(asiaMilesOwn)), byTrip(asiaMilesPartner)],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "finnair",
    name: "Finnair Plus Avios",
    alliance: "oneworld",
    ownCarriers: ["AY"],
    tariffs: [
      ownOnly(byTrip(finnairOwn)),
      bySegment({ own: finnairOwn, partner: scaleChart(aviosPartner, 1, "Finnair Plus on partners") }),
    ],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "iberia",
    name: "Iberia Avios",
    alliance: "oneworld",
    ownCarriers: ["IB", "I2", "YW"],
    tariffs: [
      ownOnly(
        inSeason(aviosPeak, {
          peak: byTrip(scaleChart(iberiaOffPeak, iberiaPeakFactor, "Iberia Avios, peak")),
          offPeak: byTrip(iberiaOffPeak),
        }),
      ),
      byTrip(iberiaPartner),
    ],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "jal",
    name: "JAL Mileage Bank",
    alliance: "oneworld",
    ownCarriers: ["JL", "NU"],
    tariffs: [
      ownOnly(jalOwn),
      severalAirlines("JL"),
      restrict(byTrip(jalSinglePartner), ({ legs }) => new Set(legs.map(({ carrier }) => carrier)).size === 1),
      byTrip(scaleChart(jalSinglePartner, 1.25, "JAL Mileage Bank, airlines mixed")),
    ],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "qantas",
    name: "Qantas Frequent Flyer",
    alliance: "oneworld",
    ownCarriers: ["QF"],
    tariffs: [ownOnly(byTrip(qantasOwn)), byTrip(qantasPartner)],
    surcharges: { kind: "passes", except: ["AA", "AS"] },
  }),
  defineProgram({
    code: "qatar",
    name: "Qatar Airways Privilege Club Avios",
    alliance: "oneworld",
    ownCarriers: ["QR"],
    tariffs: [bySegment({ own: qatarOwn, partner: scaleChart(aviosPartner, 1, "Privilege Club on partners") })],
    surcharges: { kind: "passes", except: [] },
  }),
];
