import type { TimeZones } from "@wayfare/engine";

/** Facts about places that adapters need because their suppliers do not state them. */
export interface SupplierPlaces {
  /** Clocks of all time zones, by which local times of suppliers are read. */
  readonly timeZones: TimeZones;
  /** IANA time zone of an airport. */
  findTimeZone(airport: string): string | undefined;
  /** Country of an airport (ISO 3166-1 alpha-2); absent if countries are not known. */
  findCountry?(airport: string): string | undefined;
  /** Airports of a metropolitan code, the busiest first; empty if it is unknown. */
  listAirports(city: string): readonly string[];
}
