import { formatEpochDay } from "@wayfare/engine";
import { sampleWeek } from "./sandbox-network.ts";

/** What is compared with what, for whoever reads a report alone. */
export const introduction = [
  `The sandbox's flights of the week from ${formatEpochDay(sampleWeek.firstDay)} against every scheduled flight of August 2016.`,
  "The world has changed since, and it is no aim to fly the schedule of then: only that size, shape and the busiest places are those of a real network.",
].join(" ");

/** What a reader has to know of the yardstick before blaming the sandbox. */
export const yardstickRemarks = [
  "The yardstick lacks some airlines of its time, Ryanair and Allegiant among them, so Ireland and small European airports look too busy here. It has no hours and no aircraft.",
  "It names regional flights by the airline that sells them in some countries and by the one that operates them in others.",
  "Airports that have moved since count under today's code (Tegel and Schönefeld as BER, Nanyuan as PKX, Dakar as DSS …). Those opened beside others since (Tianfu, most of Daxing) have no counterpart.",
  "No line of it is part of the project: only sums by airport, airline and country, and shares.",
];

export const sourceName = "OpenTravelData";
export const sourceUrl = "https://github.com/opentraveldata/opentraveldata";
export const licenceName = "CC BY 4.0";
export const licenceUrl = "https://creativecommons.org/licenses/by/4.0/";
