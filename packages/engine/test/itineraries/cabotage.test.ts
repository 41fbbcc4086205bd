import { type CabotageRules, noFilters, openTimetable, buildTimetable } from "@wayfare/engine";
import { expect, test } from "vitest";
import { drawNetwork, itinerariesOf } from "../fixtures/drawn-network.ts";
