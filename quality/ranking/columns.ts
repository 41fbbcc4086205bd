import { TableFault } from "./table-fault.ts";

/** What a table of choices may say of an option. */
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

/** Position of each role's column; −1 where the table has none and needs none. */
export type ColumnPositions = Readonly<Record<ColumnRole, number>>;

/**
 * Finds the columns in the header. A role is called as itself unless a name is given for it; names are compared exactly.
 *
 * @throws TableFault at a name that is missing or stands twice
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
      throw new TableFault(`line 1: two columns are called ${JSON.stringify(name)}; rename one.`);
    }
    if (position < 0 && (names[role] !== undefined || required.has(role))) {
      const found = titles.slice(0, 20).map((title) => JSON.stringify(title.slice(0, 40)));
      throw new TableFault(
        `line 1: no column ${JSON.stringify(name)} among ${found.join(", ")}; name it with --${role} NAME.`,
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
