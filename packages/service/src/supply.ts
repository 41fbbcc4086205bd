import type { Place, Program } from "@wayfare/contract";
import type { AircraftFamily } from "@wayfare/engine";
import type { Supplier } from "@wayfare/suppliers";

/** Airports and cities, by code and by name. Codes are in upper case. */
export interface Gazetteer {
  /** What a search means by a code: the city where it is metropolitan (`NYC`, but also `BKK`), else the airport. */
  findPlace(code: string): Place | undefined;
  /** The airport, also where a city has the same code. */
  findAirport(code: string): Place | undefined;
  /** What the clocks of a known place show, in minutes ahead of UTC. */
  getOffsetMinutes(code: string, epochMs: number): number;
  /** Best match first. */
  listPlaces(text: string, limit: number): Place[];
}

/** Names and values of the codes in an answer. */
export interface Dictionary {
  findAirlineName(code: string): string | undefined;
  findAircraft(code: string): { name: string; family: AircraftFamily } | undefined;
  findProgram(code: string): Program | undefined;
  /** Codes of every program that awards can be asked for. */
  listPrograms(): readonly string[];
  /** The usual value of one mile in minor units of the currency, with fractions; 0 where the program is unknown. */
  getMileValueMinor(program: string, currency: string): number;
}

/** Everything that answers searches. */
export interface Supply {
  /** Test keys see only simulated supply. */
  suppliers: Record<"test" | "live", readonly Supplier[]>;
  gazetteer: Gazetteer;
  dictionary: Dictionary;
  /** Names the data that is being searched now. */
  worldVersion: string;
  isReady(): boolean;
  close(): Promise<void>;
}

/** A supply that knows no place and asks nobody: for what needs a service and no flights. */
export const emptySupply: Supply = {
  suppliers: { test: [], live: [] },
  gazetteer: {
    findPlace: () => undefined,
    findAirport: () => undefined,
    getOffsetMinutes: () => 0,
    listPlaces: () => [],
  },
  dictionary: {
    findAirlineName: () => undefined,
    findAircraft: () => undefined,
    findProgram: () => undefined,
    listPrograms: () => [],
    getMileValueMinor: () => 0,
  },
  worldVersion: "none",
  isReady: () => false,
  close: async () => {},
};
