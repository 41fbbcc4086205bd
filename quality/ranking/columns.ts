import { TableError } from "./table-error.ts";

/** Columns that a table of choices may have. */
export const columnRoles = [
  "session",
  "option",
  "price",
  "duration",
  "stops",
  "carriers",
  "departure",
  "arrival",
  "chosen",
] as const;

export type ColumnRole = (typeof columnRoles)[number];

export const durationUnits = { seconds: 1 / 60, minutes: 1, hours: 60 } as const;

export type DurationUnit = keyof typeof durationUnits;

const required: ReadonlySet<ColumnRole> = new Set(["session", "price", "duration", "chosen"]);

/** Position of each role's column; −1 if an optional column is missing. */
export type ColumnPositions = Readonly<Record<ColumnRole, number>>;

/**
 * Finds the columns in the header. The default column name is the role's name; names are compared exactly.
 *
 * @throws TableError if a name is missing or duplicated
 */
export function findColumns(
  header: readonly string[],
  names: Readonly<Partial<Record<ColumnRole, string>>>,
): ColumnPositions {
  const titles = header.map((title) => title.trim());
  const find = (role: ColumnRole): number => {
    const name = names[role] ?? role;
    const position = titles.indexOf(name);
    if (position >= 0 && titles.indexOf(name, position + 1) >= 0) {
      throw new TableError(`line 1: duplicate column ${JSON.stringify(name)}. Rename one.`);
    }
    if (position < 0 && (names[role] !== undefined || required.has(role))) {
      const found = titles.slice(0, 20).map((title) => JSON.stringify(title.slice(0, 40)));
      throw new TableError(
        `line 1: no column ${JSON.stringify(name)} among ${found.join(", ")}. Set its name with --${role} NAME.`,
      );
    }
    return position;
  };
  return {
    session: find("session"),
    option: find("option"),
    price: find("price"),
    duration: find("duration"),
    stops: find("stops"),
    carriers: find("carriers"),
    departure: find("departure"),
    arrival: find("arrival"),
    chosen: find("chosen"),
  };
}
