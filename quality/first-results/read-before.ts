import { readFileSync } from "node:fs";
import { type Cabin, cabins } from "@wayfare/contract";
import type { FirstResult, ResultSegment } from "./result.ts";

interface Search {
  origin: string;
  destination: string;
  cabin: Cabin;
}

export interface RecordedSearch extends Search {
  /** Null if nothing was found. */
  before: FirstResult | null;
}

/** Reads the recorded first results, in file order. */
export function readRecordedSearches(): RecordedSearch[] {
  const text = readFileSync(new URL("before.tsv", import.meta.url), "utf8");
  const [, ...rows] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return rows.map((line) => {
    const [market = "", cabin = "", price = "", minutes = "", fastest = "", segments = ""] = line.split("\t");
    const [origin = "", destination = ""] = market.split("-");
    const before = { price: Number(price), minutes: Number(minutes), fastestMinutes: Number(fastest) };
    return {
      origin,
      destination,
      cabin: cabinNamed(cabin),
      before: segments === "-" ? null : { ...before, segments: segments.split(", ").map(readSegment) },
    };
  });
}

function readSegment(text: string): ResultSegment {
  const [airline = "", airports = "", minutes = "", cabin = ""] = text.split(" ");
  const [origin = "", destination = ""] = airports.split("-");
  return { airline, origin, destination, minutes: Number(minutes), cabin: cabinNamed(cabin) };
}

function cabinNamed(name: string): Cabin {
  const cabin = cabins.find((known) => known === name);
  if (cabin === undefined) throw new RangeError(`${name} is not a cabin`);
  return cabin;
}
