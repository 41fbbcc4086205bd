import type { Dictionary, Gazetteer, SearchSupply } from "@wayfare/search";
import { SupplierRegistry } from "@wayfare/suppliers";
import type { PlaceIndex } from "../places/routes.ts";
import type { ReferenceLists } from "../reference/routes.ts";

/** What searches are answered with, opened. */
export interface Supply extends SearchSupply {
  gazetteer: Gazetteer & PlaceIndex;
  dictionary: Dictionary;
  reference: ReferenceLists;
  isReady(): boolean;
  close(): Promise<void>;
}

/** A supply without places and suppliers: for what needs a service and no flights. */
export const emptySupply: Supply = {
  suppliers: new SupplierRegistry([]),
  gazetteer: {
    findAirport: () => undefined,
    findCity: () => undefined,
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
  reference: { programs: [], airlines: [], aircraft: [] },
  isReady: () => false,
  close: async () => {},
};
