import { formatEpochDay } from "@wayfare/engine";
import { sampleWeek } from "./sandbox-network.ts";

/** Source and method, for reports that are read on their own. */
export const introduction = [
  `Compares the sandbox's flights of the week from ${formatEpochDay(sampleWeek.firstDay)} with every scheduled flight of August 2016.`,
  "The aim is not to reproduce that schedule: only size, shape and the busiest airports should match a real network.",
].join(" ");

/** Known limits of the reference data. */
export const referenceRemarks = [
  "The reference data lacks some airlines of 2016, including Ryanair and Allegiant, so Ireland and small European airports look too busy in the sandbox. It has no departure times and no aircraft types.",
  "In some countries it lists regional flights under the marketing airline, in others under the operating airline.",
  "Airports that have moved since are counted under the current code (Tegel and Schönefeld as BER, Nanyuan as PKX, Dakar as DSS …). Additional airports opened since (Tianfu, most of Daxing) have no counterpart.",
  "The project contains no row of it: only sums by airport, airline and country, and shares.",
];

export const sourceName = "OpenTravelData";
export const sourceUrl = "https://github.com/opentraveldata/opentraveldata";
export const licenseName = "CC BY 4.0";
export const licenseUrl = "https://creativecommons.org/licenses/by/4.0/";
