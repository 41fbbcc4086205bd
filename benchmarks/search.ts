/**
 * Measures whole searches in process on one thread: money, miles and the ranking's score, one way and round trip, for pairs
 * drawn by traffic. `npm run bench:search`; every answer is checked before anything is timed.
 */
import {
  createSearcher,
  type FlightSearch,
  type FoundFlight,
  minutesPerDay,
  openTimetable,
  parseEpochDay,
  rank,
  type RankOption,
  type Searcher,
  type Timetable,
} from "@wayfare/engine";
import { loadFacts, makeWorld } from "@wayfare/world";
import { describeMachine, percentile } from "./machine.ts";
import { drawQuestions } from "./slice-questions.ts";
