import { aeromexicoFloors, deltaFloors, flyingBlueFloors, virginFloors } from "../charts/floors.ts";
import { middleOfCharts, virginPartner } from "../charts/modeled-charts.ts";
import { virginOnAna } from "../charts/virgin-on-ana.ts";
import { alFursanZones, euroBonusZones } from "../charts/zones-elsewhere.ts";
import { koreanOwn, koreanPartner } from "../charts/zones-japan-korea.ts";
import { scaleChart } from "../tariffs/chart.ts";
import { byFare } from "../tariffs/dynamic.ts";
import { defineProgram, type Program, valuationOf } from "../tariffs/program.ts";
import { byTrip, flownBy, ownAndPartners, ownOnly } from "../tariffs/tariff.ts";

const anywhere = (name: string) => byTrip(scaleChart(middleOfCharts, 1, `${name}, modeled by distance`));

export const skyteamPrograms: readonly Program[] = [
  defineProgram({
    code: "aeromexico",
    name: "Aeromexico Rewards",
    alliance: "skyteam",
    ownCarriers: ["AM"],
    tariffs: [byFare({ floors: aeromexicoFloors, ...valuationOf("aeromexico"), saverCeiling: 1.6, ceiling: 5 })],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "delta",
    name: "Delta SkyMiles",
    alliance: "skyteam",
    ownCarriers: ["DL"],
    tariffs: [byFare({ floors: deltaFloors, ...valuationOf("delta"), saverCeiling: null, ceiling: 8 })],
    // From the United States; departures from Europe have them.
    surcharges: { kind: "waives", except: ["AF", "KL", "VS", "KE"] },
    infant: { kind: "money" },
  }),
  defineProgram({
    code: "eurobonus",
    name: "SAS EuroBonus",
    alliance: "skyteam",
    ownCarriers: ["SK"],
    tariffs: [euroBonusZones, anywhere("EuroBonus")],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "flyingblue",
    name: "Air France–KLM Flying Blue",
    alliance: "skyteam",
    ownCarriers: ["AF", "KL", "HV", "TO"],
    tariffs: [byFare({ floors: flyingBlueFloors, ...valuationOf("flyingblue"), saverCeiling: 1.4, ceiling: 6 })],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "korean",
    name: "Korean Air SKYPASS",
    alliance: "skyteam",
    ownCarriers: ["KE"],
    tariffs: [ownOnly(koreanOwn), koreanPartner, anywhere("SKYPASS on partners")],
    standardFactor: null,
    roundTripOnly: "partners",
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "saudia",
    name: "Saudia AlFursan",
    alliance: "skyteam",
    ownCarriers: ["SV"],
    tariffs: [alFursanZones, anywhere("AlFursan")],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "virginatlantic",
    name: "Virgin Atlantic Flying Club",
    alliance: "skyteam",
    ownCarriers: ["VS"],
    tariffs: [
      flownBy(["NH"], virginOnAna),
      ...ownAndPartners({
        own: byFare({ floors: virginFloors, ...valuationOf("virginatlantic"), saverCeiling: 1.6, ceiling: 12 }),
        partners: [byTrip(virginPartner)],
      }),
    ],
    surcharges: { kind: "passes", except: [] },
  }),
];
