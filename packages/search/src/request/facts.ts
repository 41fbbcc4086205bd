import type { Alliance, Place, PlaceReference, Program } from "@wayfare/contract";
import type { AircraftFamily } from "@wayfare/engine";

/** Airports and cities by code. Codes are in upper case. */
export interface Gazetteer {
  findAirport(code: string): Place | undefined;
  /** Returns the city, including a city with a single airport. */
  findCity(code: string): Place | undefined;
  /** Returns the code of the airport that replaced a code that is no longer in use. */
  findReplacement(code: string): string | undefined;
  /** Returns all airports, the busiest first. */
  listAirports(): readonly Place[];
  /** Returns the airports within a distance of a known place, the busiest first, without those of the place itself. */
  listNearby(place: PlaceReference, km: number): Place[];
  /** UTC offset of a known place in minutes (positive east of UTC). The offset of a city is that of its busiest airport. */
  getOffsetMinutes(place: PlaceReference, epochMs: number): number;
}

/** Names and values of the codes in a response. */
export interface Dictionary {
  findAirlineName(code: string): string | undefined;
  /** Codes of the airlines of an alliance. */
  listAllianceAirlines(alliance: Alliance): readonly string[];
  findAircraft(code: string): { name: string; family: AircraftFamily } | undefined;
  findProgram(code: string): Program | undefined;
  /** Codes of all programs that a search at this time can request awards for. */
  listPrograms(nowMs: number): readonly string[];
  /** Last date (`YYYY-MM-DD`) on which a program sells awards; undefined if no end is known. */
  findLastDateOfProgram(code: string): string | undefined;
  /** The usual value of one mile in minor units of the currency, with fractions; 0 if the program is unknown. */
  getMileValueMinor(program: string, currency: string): number;
}
