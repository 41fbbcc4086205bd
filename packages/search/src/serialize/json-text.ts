import { type Currency, minorDigitsOf } from "@wayfare/contract";
import type { ZonedInstant } from "@wayfare/suppliers";

/** Text that needs no escaping in JSON: printable ASCII without quotes and backslashes. */
const plainText = /^[ !#-[\]-~]*$/;

/** Writes a JSON string. */
export function stringText(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Writes a JSON number as `JSON.stringify` does: null for a number that JSON cannot represent. */
export function numberText(value: number): string {
  return Number.isFinite(value) ? `${value}` : "null";
}

/** Writes a value, or null. */
export function orNullText<Value>(value: Value | null, textOf: (value: Value) => string): string {
  return value === null ? "null" : textOf(value);
}

export function listText<Item>(items: readonly Item[], textOf: (item: Item) => string): string {
  let text = "";
  for (const item of items) text += text === "" ? textOf(item) : `,${textOf(item)}`;
  return `[${text}]`;
}

/** Writes amounts of money, given in minor units. */
export class MoneyText {
  readonly #currency: Currency;
  readonly #decimals: number;
  readonly #end: string;

  /** @param currency of amounts without an own currency */
  constructor(currency: Currency) {
    this.#currency = currency;
    this.#decimals = minorDigitsOf(currency);
    this.#end = `","currency":"${currency}"}`;
  }

  /** Writes a `Money` object. @throws RangeError if the minor units are not a safe integer. */
  money(minor: number, currency: Currency = this.#currency): string {
    if (currency !== this.#currency) return new MoneyText(currency).money(minor);
    return `{"amount":"${this.#amount(minor)}${this.#end}`;
  }

  #amount(minor: number): string {
    if (!Number.isSafeInteger(minor)) throw new RangeError(`minor units must be an integer, got ${minor}`);
    const decimals = this.#decimals;
    if (decimals === 0) return `${minor}`;
    const digits = `${Math.abs(minor)}`.padStart(decimals + 1, "0");
    const point = digits.length - decimals;
    return `${minor < 0 ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
  }
}

const minutesPerDay = 1440;
const msPerDay = 86_400_000;
const maxDays = 2000;

/** Local dates by days since 1970, formatted once. */
const dates = new Map<number, string>();

/** Writes a local time with its UTC offset (RFC 3339) as a JSON string. */
export function zonedText({ epochMinutes, offsetMinutes }: ZonedInstant): string {
  const local = epochMinutes + offsetMinutes;
  const day = Math.floor(local / minutesPerDay);
  const offset = Math.abs(offsetMinutes);
  return `"${dateText(day)}T${clockText(local - day * minutesPerDay)}:00${offsetMinutes < 0 ? "-" : "+"}${clockText(offset)}"`;
}

/** Writes a local time, or null if it is unknown. */
export function zonedOrNullText(instant: ZonedInstant | null | undefined): string {
  return instant ? zonedText(instant) : "null";
}

function dateText(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * msPerDay).toISOString().slice(0, -"T00:00:00.000Z".length);
  if (dates.size >= maxDays) dates.clear();
  dates.set(day, text);
  return text;
}

const clocks = Array.from(
  { length: minutesPerDay },
  (_, minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
);

/** Formats minutes as HH:MM, for less than a day. */
function clockText(minutes: number): string {
  return clocks[minutes] ?? "";
}

function twoDigits(value: number): string {
  return `${value}`.padStart(2, "0");
}
