import { parseEpochDay } from "../../timetable/calendar.ts";
import { brazilFloors, jetBlueFloors, lowCostFloors } from "../charts/floors.ts";
import {
  azulPartner,
  emiratesOwn,
  emiratesPartner,
  etihadOwn,
  etihadPartner,
  middleOfCharts,
  smilesPartner,
  velocityOwn,
  velocityPartner,
} from "../charts/modeled-charts.ts";
import { byFare } from "../tariffs/dynamic.ts";
import { defineProgram, type Program, valuationOf } from "../tariffs/program.ts";
import { byTrip, ownAndPartners, ownOnly } from "../tariffs/tariff.ts";

export const unalignedPrograms: readonly Program[] = [
  defineProgram({
    code: "azul",
    name: "Azul Fidelidade",
    alliance: null,
    ownCarriers: ["AD"],
    tariffs: ownAndPartners({
      own: byFare({ floors: brazilFloors, ...valuationOf("azul"), saverCeiling: null, ceiling: 8 }),
      partners: [byTrip(azulPartner)],
    }),
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "emirates",
    name: "Emirates Skywards",
    alliance: null,
    ownCarriers: ["EK", "FZ"],
    tariffs: [ownOnly(byTrip(emiratesOwn)), byTrip(emiratesPartner)],
    // Flex and Flex Plus.
    standardFactor: 1.6,
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "etihad",
    name: "Etihad Guest",
    alliance: null,
    ownCarriers: ["EY"],
    tariffs: [ownOnly(byTrip(etihadOwn)), byTrip(etihadPartner)],
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "frontier",
    name: "Frontier Miles",
    alliance: null,
    ownCarriers: ["F9"],
    tariffs: [byFare({ floors: lowCostFloors, ...valuationOf("frontier"), saverCeiling: null, ceiling: 20 })],
    surcharges: { kind: "passes", except: [] },
    fees: { closeIn: { withinDays: 7, usdCents: 7_500 } },
    infant: { kind: "money" },
  }),
  defineProgram({
    code: "jetblue",
    name: "JetBlue TrueBlue",
    alliance: null,
    ownCarriers: ["B6"],
    tariffs: ownAndPartners({
      own: byFare({ floors: jetBlueFloors, ...valuationOf("jetblue"), saverCeiling: null, ceiling: 30 }),
      partners: [byTrip(middleOfCharts)],
    }),
    surcharges: { kind: "passes", except: [] },
    infant: { kind: "money" },
  }),
  defineProgram({
    code: "smiles",
    name: "GOL Smiles",
    alliance: null,
    ownCarriers: ["G3"],
    tariffs: ownAndPartners({
      own: byFare({ floors: brazilFloors, ...valuationOf("smiles"), saverCeiling: null, ceiling: 8 }),
      partners: [byTrip(smilesPartner)],
    }),
    surcharges: { kind: "passes", except: [] },
  }),
  defineProgram({
    code: "spirit",
    name: "Spirit Free Spirit",
    alliance: null,
    ownCarriers: ["NK"],
    tariffs: [byFare({ floors: lowCostFloors, ...valuationOf("spirit"), saverCeiling: null, ceiling: 20 })],
    surcharges: { kind: "passes", except: [] },
    fees: { closeIn: { withinDays: 28, usdCents: 5_000 } },
    infant: { kind: "money" },
    // The airline canceled all flights on 2026-05-02, and its points lost their value:
    // https://www.stabilerewards.com/blog/posts/spirit-airlines-loyalty-collapse, read on 2026-11-28.
    lastDay: parseEpochDay("2026-05-01"),
  }),
  defineProgram({
    code: "velocity",
    name: "Virgin Australia Velocity",
    alliance: null,
    ownCarriers: ["VA"],
    tariffs: [ownOnly(byTrip(velocityOwn)), byTrip(velocityPartner)],
    surcharges: { kind: "passes", except: ["VA"] },
  }),
];
