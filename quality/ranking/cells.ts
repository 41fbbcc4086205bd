/** Each parser returns undefined for a cell that is invalid for its column. */

const number = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

export function readNumber(cell: string, least: number, most: number): number | undefined {
  const text = cell.trim();
  const value = number.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

export function readInteger(cell: string, least: number, most: number): number | undefined {
  const value = readNumber(cell, least, most);
  return Number.isInteger(value) ? value : undefined;
}

const choices: ReadonlyMap<string, boolean> = new Map(
  Object.entries({
    "1": true,
    true: true,
    yes: true,
    y: true,
    "0": false,
    false: false,
    no: false,
    n: false,
    "": false,
  }),
);

export function readChosen(cell: string): boolean | undefined {
  return choices.get(cell.trim().toLowerCase());
}

/** A number of carriers, or their codes separated by any characters except letters and digits: `BA|AA`. */
export function readCarriers(cell: string): number | undefined {
  const text = cell.trim();
  if (/^\d$/.test(text)) return text === "0" ? undefined : Number(text);
  const codes = text.toUpperCase().match(/[A-Z0-9]{2,3}/g);
  return codes === null ? undefined : new Set(codes).size;
}

const clock = /^(?:\d{4}-\d{2}-\d{2}[T ])?(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** Minute of the local day, parsed from `HH:MM`, a local date and time, or the minute itself. */
export function readMinuteOfDay(cell: string): number | undefined {
  const text = cell.trim();
  const match = clock.exec(text);
  if (match === null) return readInteger(text, 0, 1439);
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  return hours < 24 && minutes < 60 ? 60 * hours + minutes : undefined;
}
