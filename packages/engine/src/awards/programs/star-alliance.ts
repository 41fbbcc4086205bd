import { aeroplanAtlantic, aeroplanNorthAmerica, aeroplanPacific } from "../charts/aeroplan.ts";
import { copaFloors, milesAndMoreFloors, unitedOwnFloors, unitedPartnerFloors } from "../charts/floors.ts";
import { middleOfCharts } from "../charts/modeled-charts.ts";
import { anaOwn, anaPartner } from "../charts/zones-japan-korea.ts";
import { krisFlyerPartner, krisFlyerSaver } from "../charts/zones-singapore.ts";
import {
  connectMilesZones,
  lifemilesZones,
  milesAndMoreZones,
  shebaMilesZones,
  turkishZones,
} from "../charts/zones-star.ts";
import { scaleChart } from "../tariffs/chart.ts";
import { byFare } from "../tariffs/dynamic.ts";
import { defineProgram, type Program, valuationOf } from "../tariffs/program.ts";
import { byTrip, byZonesAndDistance, flownBy, ownAndPartners, ownOnly } from "../tariffs/tariff.ts";
import { zoning } from "../tariffs/zoning.ts";

/** Aeroplan's four zones. The zone of South and Central Asia is our reading. */
const aeroplanZones = zoning({
  "North America": ["northAmerica", "centralAmerica", "caribbean"],
  "South America": ["southAmerica"],
  Atlantic: ["europe", "middleEast", "africa", "centralAsia", "southAsia"],
  Pacific: ["eastAsia", "southeastAsia", "oceania"],
});

/** Of the chart of June 2026, by the toolkit's rtw-awards.json of 2026-04-29; its Canadian regional airlines are not in the sandbox. */
const selectPartners = ["AC", "UA", "EK", "FZ", "EY", "5T"];

/** Other partners have fixed prices that are not published here: modeled, a tenth above the chart's starting prices. */
const fixedPartnerFactor = 1.1;

function aeroplanBy(scale: typeof asPublished) {
  return byZonesAndDistance(aeroplanZones, [
    ["North America", "North America", scale(aeroplanNorthAmerica)],
    ["North America", "Atlantic", scale(aeroplanAtlantic)],
    ["North America", "Pacific", scale(aeroplanPacific)],
  ]);
}

const asPublished = (chart: typeof aeroplanAtlantic) => chart;
const asFixedPartners = (chart: typeof aeroplanAtlantic) =>
  scaleChart(chart, fixedPartnerFactor, `${chart.name}, other partners`);

const anywhere = (name: string) => byTrip(scaleChart(middleOfCharts, 1, `${name}, modeled by distance`));

export const starPrograms: readonly Program[] = [
  defineProgram({
    code: "aeroplan",
    name: "Air Canada Aeroplan",
    alliance: "star",
    ownCarriers: ["AC"],
    tariffs: [flownBy(selectPartners, aeroplanBy(asPublished)), aeroplanBy(asFixedPartners), anywhere("Aeroplan")],
    surcharges: { kind: "waives", except: [] },
    fees: { partner: 2_850 },
    infant: { kind: "flat", miles: 2_500 },
  }),
  defineProgram({
    code: "ana",
    name: "ANA Mileage Club",
    alliance: "star",
    ownCarriers: ["NH"],
    tariffs: [ownOnly(anaOwn), anaPartner, anywhere("ANA Mileage Club")],
    standardFactor: null,
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "connectmiles",
    name: "Copa ConnectMiles",
    alliance: "star",
    ownCarriers: ["CM", "P5"],
    tariffs: ownAndPartners({
      own: byFare({ floors: copaFloors, ...valuationOf("connectmiles"), saverCeiling: 1.5, ceiling: 5 }),
      partners: [connectMilesZones, anywhere("ConnectMiles")],
    }),
    surcharges: { kind: "waives", except: [] },
  }),
  defineProgram({
    code: "ethiopian",
    name: "Ethiopian ShebaMiles",
    alliance: "star",
    ownCarriers: ["ET"],
    tariffs: [shebaMilesZones, anywhere("ShebaMiles")],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "lifemiles",
    name: "Avianca LifeMiles",
    alliance: "star",
    ownCarriers: ["AV"],
    tariffs: [lifemilesZones, anywhere("LifeMiles")],
    mixedCabin: "byDistance",
    surcharges: { kind: "waives", except: [] },
    fees: { partner: 2_500 },
  }),
  defineProgram({
    code: "lufthansa",
    name: "Lufthansa Miles & More",
    alliance: "star",
    ownCarriers: ["LH", "LX", "OS", "SN", "EW", "4Y", "WK", "AZ"],
    tariffs: ownAndPartners({
      own: byFare({ floors: milesAndMoreFloors, ...valuationOf("lufthansa"), saverCeiling: 1.6, ceiling: 6 }),
      partners: [milesAndMoreZones, anywhere("Miles & More")],
    }),
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "singapore",
    name: "Singapore KrisFlyer",
    alliance: "star",
    ownCarriers: ["SQ", "TR"],
    tariffs: [
      ownOnly(krisFlyerSaver),
      krisFlyerPartner,
      byTrip(scaleChart(middleOfCharts, 1.15, "KrisFlyer, modeled by distance")),
    ],
    // Advantage awards.
    standardFactor: 1.35,
    surcharges: { kind: "passes", except: ["SQ", "TR"] },
  }),
  defineProgram({
    code: "turkish",
    name: "Turkish Miles&Smiles",
    alliance: "star",
    ownCarriers: ["TK", "VF"],
    tariffs: [turkishZones, anywhere("Miles&Smiles")],
    // Promotion and "all seats" awards.
    standardFactor: 2,
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "united",
    name: "United MileagePlus",
    alliance: "star",
    ownCarriers: ["UA"],
    tariffs: [
      byFare({
        floors: unitedOwnFloors,
        partnerFloors: unitedPartnerFloors,
        ...valuationOf("united"),
        saverCeiling: 1.5,
        ceiling: 6,
      }),
    ],
    surcharges: { kind: "waives", except: [] },
    infant: { kind: "money" },
  }),
];
