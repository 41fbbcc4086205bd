import type { Dictionary, Gazetteer, SearchSupply } from "@wayfare/search";
import { SupplierRegistry } from "@wayfare/suppliers";
import type { PlaceIndex } from "../places/routes.ts";
import type { ReferenceLists } from "../reference/routes.ts";

/** Suppliers and reference data that searches use. */
export interface Supply extends SearchSupply {
  gazetteer: Gazetteer & PlaceIndex;
  dictionary: Dictionary;
  reference: ReferenceLists;
  isReady(): boolean;
  close(): Promise<void>;
}

/** Supply without places and suppliers, for uses of the service that need no flights. */
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
