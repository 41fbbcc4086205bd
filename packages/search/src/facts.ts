import type { Place, PlaceReference, Program } from "@wayfare/contract";
import type { AircraftFamily } from "@wayfare/engine";

/** Airports and cities by code. Codes are in upper case. */
export interface Gazetteer {
  findAirport(code: string): Place | undefined;
  /** The city; one with a single airport too. */
  findCity(code: string): Place | undefined;
  /** Local time of a known place, in minutes ahead of UTC; of a city, that of its busiest airport. */
  getOffsetMinutes(place: PlaceReference, epochMs: number): number;
}

/** Names and values of the codes in an answer. */
export interface Dictionary {
  findAirlineName(code: string): string | undefined;
  findAircraft(code: string): { name: string; family: AircraftFamily } | undefined;
  findProgram(code: string): Program | undefined;
  /** Codes of every program that awards can be requested for. */
  listPrograms(): readonly string[];
  /** The usual value of one mile in minor units of the currency, with fractions; 0 if the program is unknown. */
  getMileValueMinor(program: string, currency: string): number;
}
