import { createSearchRunner, type Dictionary, type Gazetteer, type SearchRunner } from "@wayfare/search";
import { type Registration, SupplierRegistry } from "@wayfare/suppliers";
import type { PlaceIndex } from "../places/routes.ts";
import type { ReferenceLists } from "../reference/routes.ts";
import type { TimeZoneData } from "../reference/time-zone-data.ts";

/** Suppliers and reference data that searches use. */
export interface Supply {
  runner: SearchRunner;
  /** Live suppliers on this thread, for the catalog and checks of credentials; none if absent. */
  liveSuppliers?: readonly Registration[];
  /** Number of searches that run at the same time. */
  threads: number;
  gazetteer: Gazetteer & PlaceIndex;
  dictionary: Dictionary;
  reference: ReferenceLists;
  /** Time zone data of all local times; absent without flights. */
  timeZones?: TimeZoneData;
  isReady(): boolean;
  close(): Promise<void>;
}

const noPlaces: Supply["gazetteer"] = {
  findAirport: () => undefined,
  findCity: () => undefined,
  findReplacement: () => undefined,
  listAirports: () => [],
  listNearby: () => [],
  getOffsetMinutes: () => 0,
  listPlaces: () => [],
};

const noNames: Dictionary = {
  findAirlineName: () => undefined,
  listAllianceAirlines: () => [],
  findAircraft: () => undefined,
  findProgram: () => undefined,
  listPrograms: () => [],
  findLastDateOfProgram: () => undefined,
  getMileValueMinor: () => 0,
};

/** Supply without places and suppliers, for uses of the service that need no flights. */
export const emptySupply: Supply = {
  runner: createSearchRunner({ suppliers: new SupplierRegistry([]), gazetteer: noPlaces, dictionary: noNames }),
  gazetteer: noPlaces,
  dictionary: noNames,
  reference: { listPrograms: () => [], airlines: [], aircraft: [] },
  threads: 1,
  isReady: () => false,
  close: async () => {},
};
