import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { NetworkAirport, NetworkCarrier, TimeZones } from "@wayfare/engine";
import { loadFacts, loadTimeZones, type MonthlyService, readNetworkFile } from "@wayfare/world";

const require = createRequire(import.meta.url);
const directory = new URL("../../shared/data/network/", import.meta.url);
const segments = new URL("segments-2016-08.csv.bz2", directory);
const memberships = new URL("optd_airline_alliance_membership.csv", directory);

/** True if the schedule of August 2016 is available: it is not part of the project. */
export function hasRealNetwork(): boolean {
  return existsSync(segments);
}

/** Lines of August 2016 in OpenTravelData's format: `origin;destination;airline;month;seats;flights`. */
export function readSegments(): string {
  const { decode }: { decode: (input: Buffer) => Uint8Array } = require("seek-bzip");
  return new TextDecoder().decode(decode(readFileSync(segments)));
}

/** Every scheduled service of August 2016, with the data that a network file's schedule needs (OpenTravelData, CC BY 4.0). */
export async function readRealNetwork(): Promise<{
  services: MonthlyService[];
  airports: Map<string, NetworkAirport>;
  carriers: Map<string, NetworkCarrier>;
  timeZones: TimeZones;
}> {
  const { services } = readNetworkFile(readSegments());
  const codes = new Set(services.flatMap(({ origin, destination }) => [origin, destination]));
  return { services, airports: await airportsNamed(codes), carriers: historicCarriers(), timeZones: loadTimeZones() };
}

interface SourceAirport {
  iata: string;
  country_code: string;
  latitude: number;
  longitude: number;
  time: string;
}

/** Airports by code: those of the world's facts with their cities, and all others that have coordinates and a time zone. */
export async function airportsNamed(codes: ReadonlySet<string>): Promise<Map<string, NetworkAirport>> {
  const library: { getAirportByIata(code: string): Promise<SourceAirport[]> } = require("airport-data-js");
  const facts = loadFacts().airports;
  const airports = new Map<string, NetworkAirport>();
  for (const code of codes) {
    const fact = facts.get(code);
    if (fact !== undefined) {
      const { cityCode: city, country, latitude, longitude, timeZone } = fact;
      airports.set(code, { code, city, country, latitude, longitude, timeZone });
      continue;
    }
    const [source] = await library.getAirportByIata(code).catch(() => []);
    if (source === undefined) continue;
    const { country_code: country, latitude, longitude, time: timeZone } = source;
    airports.set(code, { code, city: code, country, latitude, longitude, timeZone });
  }
  return airports;
}

const allianceNames: Record<string, string> = { OneWorld: "oneworld", Skyteam: "skyteam", "Star Alliance": "star" };
const scheduledOn = "2016-08-01";

/** Alliances of August 2016 including affiliates; partners from the facts. */
function historicCarriers(): Map<string, NetworkCarrier> {
  const carriers = new Map<string, NetworkCarrier>();
  for (const { code, country, kind, partners } of loadFacts().airlines.values()) {
    carriers.set(code, { code, country, alliance: null, kind, partners: [...partners], affiliates: [] });
  }
  for (const line of readFileSync(memberships, "utf8").split("\n").slice(1)) {
    const [name = "", , code = "", , from = "", to = ""] = line.split("^");
    const alliance = allianceNames[name];
    if (alliance === undefined || from > scheduledOn || (to !== "" && to <= scheduledOn)) continue;
    const known = carriers.get(code) ?? { code, country: "", kind: "network", partners: [], affiliates: [] };
    carriers.set(code, { ...known, alliance });
  }
  return carriers;
}
