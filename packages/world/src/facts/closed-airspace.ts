import type { Row } from "./table.ts";
import { parseValidity, type Validity } from "./validity.ts";

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Airspace that airlines of some countries do not cross. */
export interface ClosedAirspace extends Validity {
  readonly area: string;
  /** Countries of the airlines, or `all`. */
  readonly closedTo: readonly string[] | "all";
  /** Codes of airlines that cross it nevertheless. */
  readonly except: readonly string[];
  /** Countries whose airports the same airlines do not serve. */
  readonly countries: readonly string[];
  /** Border, not closed; longitudes are continuous and may exceed 180. */
  readonly ring: readonly Point[];
}

/** Parses closed airspace, in table order. @throws FactsError if a row is malformed */
export function parseClosedAirspace(rows: readonly Row[]): readonly ClosedAirspace[] {
  return rows.map((row) =>
    Object.freeze({
      area: row.text("area"),
      closedTo: row.text("closedTo") === "*" ? ("all" as const) : row.codes("closedTo", /^[A-Z]{2}$/),
      except: row.codes("except", /^[A-Z0-9]{2}$/),
      countries: row.codes("countries", /^[A-Z]{2}$/),
      ...parseValidity(row),
      ring: parseRing(row),
    }),
  );
}

function parseRing(row: Row): readonly Point[] {
  const points = row
    .text("ring")
    .split(" ")
    .map((pair) => {
      const [latitude = Number.NaN, longitude = Number.NaN] = pair.split(",").map(Number);
      if (!(Math.abs(latitude) <= 90 && longitude >= -180 && longitude < 360))
        row.fail(`ring has invalid point ${pair}`);
      return { latitude, longitude };
    });
  return points.length >= 3 ? points : row.fail("ring has fewer than three points");
}

/** Parses points over which long flights are routed. @throws FactsError if a row is malformed */
export function parseRoutingPoints(rows: readonly Row[]): readonly Point[] {
  return rows.map((row) => ({
    latitude: row.number("latitude", -90, 90),
    longitude: row.number("longitude", -180, 360),
  }));
}
