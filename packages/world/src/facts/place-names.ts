import { PLACE_CODE } from "./airport.ts";
import { indexByCode, type Row } from "./table.ts";

/** Names by which travelers look for a city, in addition to its English name. */
export interface PlaceNames {
  /** Metropolitan code; the airport's own code if the airport is the only one of its city. */
  readonly code: string;
  /** Names in the languages of the city, in their scripts. */
  readonly native: readonly string[];
  readonly former: readonly string[];
  /** Names in other languages. */
  readonly other: readonly string[];
}

/** Names by city code. A name may belong to several cities, but a row names it once. */
export function parsePlaceNames(rows: readonly Row[]): ReadonlyMap<string, PlaceNames> {
  return indexByCode(rows, (row) => {
    row.choice("source", ["general"]);
    const names: PlaceNames = {
      code: row.match("code", PLACE_CODE),
      native: nameList(row, "native"),
      former: nameList(row, "former"),
      other: nameList(row, "other"),
    };
    const all = [...names.native, ...names.former, ...names.other];
    const twice = all.find((name, at) => all.indexOf(name) !== at);
    if (twice !== undefined) row.fail(`${JSON.stringify(twice)} is listed twice`);
    return all.length > 0 ? names : row.fail("the row has no name");
  });
}

/** A list separated by semicolons. */
function nameList(row: Row, column: string): readonly string[] {
  if (row.isEmpty(column)) return Object.freeze<string[]>([]);
  const names = row.text(column).split(";");
  const wrong = names.find((name) => name === "" || name !== name.trim());
  return wrong === undefined ? Object.freeze(names) : row.fail(`${column} has ${JSON.stringify(wrong)}, not a name`);
}
