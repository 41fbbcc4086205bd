import { minutesPerDay } from "@wayfare/engine";

const formats = new Map<string, Intl.DateTimeFormat>();
const instants = new Map<string, number>();

/** UTC offset in minutes of a zone at an instant from `Intl`, with which the engine's table is compared. */
export function offsetByIntl(timeZone: string, epochMinutes: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium", hourCycle: "h23" });
  formats.set(timeZone, format);
  const local = format.format(epochMinutes * 60_000).replace(" ", "T");
  return Date.parse(`${local}Z`) / 60_000 - epochMinutes;
}

/**
 * The instant of a local minute, by trying every offset that the zone has around then: the earliest that fits; if none does, the time was
 * skipped, and the offset before the change applies.
 */
export function instantByIntl(timeZone: string, localEpochMinute: number): number {
  const key = `${timeZone} ${localEpochMinute}`;
  const instant = instants.get(key) ?? findInstant(timeZone, localEpochMinute);
  instants.set(key, instant);
  return instant;
}

function findInstant(timeZone: string, localEpochMinute: number): number {
  const around = [-minutesPerDay, -720, 0, 720, minutesPerDay].map((shift) =>
    offsetByIntl(timeZone, localEpochMinute + shift),
  );
  const fits = [...new Set(around)]
    .map((offset) => localEpochMinute - offset)
    .filter((instant) => instant + offsetByIntl(timeZone, instant) === localEpochMinute);
  return fits.length > 0 ? Math.min(...fits) : localEpochMinute - (around[0] ?? 0);
}
