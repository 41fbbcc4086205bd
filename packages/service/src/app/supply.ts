import type { Dictionary, Gazetteer, SearchSupply } from "@wayfare/search";
import type { PlaceIndex } from "../places/routes.ts";

/** What searches are answered with, opened. */
export interface Supply extends SearchSupply {
  gazetteer: Gazetteer & PlaceIndex;
  dictionary: Dictionary;
  /** Names the data that is being searched now. */
  worldVersion: string;
  isReady(): boolean;
  close(): Promise<void>;
}

/** A supply without places and suppliers: for what needs a service and no flights. */
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
